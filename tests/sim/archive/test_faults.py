"""What goes wrong around a run folder: named, never silently used, and the next run is whole."""

import errno
import os
import shutil

import pytest
from fake_workload import FakeFactory
from run_folders import CHUNK, contents, fake_run, gin_run

from meldlab.sim.archive.combine import combine
from meldlab.sim.archive.rerun import iter_rerun, rerun
from meldlab.sim.archive.result import result_of
from meldlab.sim.archive.run import read_run
from meldlab.sim.common.errors import RunError
from meldlab.sim.runs import parts
from meldlab.sim.simulate.simulate import iter_simulate


def opened(folder, seed, deals):
    """Return a run whose folder has been opened, and that has not begun to deal."""
    return iter_simulate(
        "indian-rummy", deals=deals, seed=seed, out=folder, engine="serial", workload=FakeFactory(), chunk_deals=CHUNK
    )


def test_a_folder_deleted_while_it_is_written_to_is_named(tmp_path):
    steps = opened(tmp_path / "run", 7, 50 * CHUNK)
    for step in steps:
        if step.deals:
            break
    shutil.rmtree(tmp_path / "run")
    with pytest.raises(RunError, match=r"run/part-\d+\.parquet: cannot be written: No such file"):
        list(steps)
    assert fake_run(tmp_path / "run", 7).dealt == 3 * CHUNK + 100


def full_after(monkeypatch, writes, *, writer="write_whole"):
    """Let the disk be full after so many writes."""
    write, done = getattr(parts, writer), []

    def counted(path, content):
        if len(done) == writes:
            raise parts.cannot_write(path, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
        done.append(path)
        write(path, content)

    monkeypatch.setattr(parts, writer, counted)


def test_a_full_disk_keeps_what_is_done_and_is_named(tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        full_after(patched, 2)
        with pytest.raises(RunError, match="No space left"):
            fake_run(tmp_path / "run", 7)
    assert len(read_run(tmp_path / "run").parts) == 2
    assert fake_run(tmp_path / "run", 7).dealt == CHUNK + 100


@pytest.mark.parametrize("writes", [0, 1, 3])
def test_a_full_disk_leaves_no_half_combined_run(tmp_path, monkeypatch, writes):
    fake_run(tmp_path / "run", 7)
    with monkeypatch.context() as patched:
        full_after(patched, writes, writer="write_unsynced")
        with pytest.raises(RunError, match="No space left"):
            combine([tmp_path / "run"], tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_missing_parts_are_told_and_count_nowhere(tmp_path):
    fake_run(tmp_path / "run", 7)
    (tmp_path / "run" / "part-00000001.parquet").unlink()
    run = read_run(tmp_path / "run")
    assert run.deals == 2 * CHUNK + 100
    assert result_of(run).messages == (f"{tmp_path / 'run'} lacks 1 chunk of seed 7 before its last one: 1",)
    assert result_of(run).deals == 2 * CHUNK + 100


def test_a_foreign_part_is_named_and_stops_everything(tmp_path):
    fake_run(tmp_path / "run", 7)
    gin_run(tmp_path / "gin", deals=CHUNK)
    foreign = tmp_path / "run" / "part-00000009.parquet"
    shutil.copy(tmp_path / "gin" / "part-00000000.parquet", foreign)
    before = contents(tmp_path / "run")
    for attempt in (lambda: read_run(tmp_path / "run"), lambda: fake_run(tmp_path / "run", 7, deals=20 * CHUNK)):
        with pytest.raises(RunError, match=r"part-00000009\.parquet: says it is chunk 0"):
            attempt()
    shutil.move(foreign, tmp_path / "run" / "part-00000000.parquet")
    for attempt in (lambda: read_run(tmp_path / "run"), lambda: fake_run(tmp_path / "run", 7, deals=20 * CHUNK)):
        with pytest.raises(RunError, match="another run"):
            attempt()
    assert contents(tmp_path / "run").keys() == (before.keys() - {foreign.name})


def test_a_run_that_is_counted_again_is_not_written_to(tmp_path):
    gin_run(tmp_path / "run", deals=2 * CHUNK)
    before = contents(tmp_path / "run")
    rerun(tmp_path / "run")
    assert contents(tmp_path / "run") == before


def test_a_folder_exchanged_while_a_run_writes_to_it_is_left_alone(tmp_path):
    fake_run(tmp_path / "other", 8)
    steps = opened(tmp_path / "run", 7, 50 * CHUNK)
    for step in steps:
        if step.deals:
            break
    (tmp_path / "run").rename(tmp_path / "first")
    shutil.copytree(tmp_path / "other", tmp_path / "run")
    with pytest.raises(RunError, match="is another folder than when this command began"):
        list(steps)
    assert contents(tmp_path / "run") == contents(tmp_path / "other")
    assert 0 < fake_run(tmp_path / "first", 7, deals=50 * CHUNK).dealt < 50 * CHUNK


def test_what_another_process_wrote_since_the_folder_was_opened_is_not_written_over(tmp_path):
    steps = opened(tmp_path, 7, 3 * CHUNK + 100)
    fake_run(tmp_path, 7, deals=5 * CHUNK)
    before = contents(tmp_path)
    result = list(steps)[-1].result
    assert result.dealt == 100  # of the chunk that is stored whole
    assert result.tally == fake_run(tmp_path / "alone", 7, deals=3 * CHUNK + 100).tally
    assert {name: content for name, content in contents(tmp_path).items() if "alone" not in name} == before


def test_a_run_of_another_seed_that_came_first_is_not_mixed_with(tmp_path):
    steps = opened(tmp_path, 7, 3 * CHUNK)
    fake_run(tmp_path, 8, deals=CHUNK)
    before = contents(tmp_path)
    with pytest.raises(RunError, match="belongs to another run: seed 8, not 7"):
        list(steps)
    assert contents(tmp_path) == before
    assert read_run(tmp_path).total()


def test_a_part_that_grew_while_it_was_counted_again_is_no_damaged_one(tmp_path):
    gin_run(tmp_path, deals=CHUNK + 100)
    steps = iter_rerun(tmp_path)
    gin_run(tmp_path, deals=2 * CHUNK)
    assert [each.verdict for each in list(steps)[-1].result.recounts] == ["same", "same"]


def test_nothing_is_put_together_where_a_link_leads_elsewhere(tmp_path):
    fake_run(tmp_path / "run", 7)
    (tmp_path / "home" / "papers").mkdir(parents=True)
    (tmp_path / ".new.combining").symlink_to(tmp_path / "home")
    with pytest.raises(RunError, match="is a link"):
        combine([tmp_path / "run"], tmp_path / "new")
    assert (tmp_path / "home" / "papers").is_dir()


def test_a_link_that_leads_nowhere_is_named_rather_than_left_out(tmp_path):
    fake_run(tmp_path / "run", 7)
    (tmp_path / "run" / "part-00000009.parquet").symlink_to("nowhere")
    with pytest.raises(RunError, match=r"part-00000009\.parquet: cannot be read"):
        read_run(tmp_path / "run")
