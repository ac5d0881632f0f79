"""What goes wrong around a run folder: named, never silently used, and the next run is whole."""

import errno
import os
import shutil

import pytest
from fake_workload import FakeFactory
from stored.run_folders import CHUNK, contents, fake_run, gin_run

from meldlab.sim import parts
from meldlab.sim.driver import iter_simulate
from meldlab.sim.errors import RunError
from meldlab.sim.stored.combine import combine
from meldlab.sim.stored.rerun import rerun
from meldlab.sim.stored.result import result_of
from meldlab.sim.stored.run import read_run


def test_a_folder_deleted_while_it_is_written_to_is_named(tmp_path):
    steps = iter_simulate(
        "indian-rummy",
        deals=50 * CHUNK,
        seed=7,
        out=tmp_path / "run",
        engine="serial",
        workload=FakeFactory(),
        chunk_deals=CHUNK,
    )
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
    assert result_of(run).messages == (f"{tmp_path / 'run'} lacks 1 chunk of seed 7 before its last one",)
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
