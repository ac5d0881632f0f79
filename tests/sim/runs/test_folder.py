"""A run folder: whole parts or none, resumed by the same command, never mixed with another run."""

import errno
import os
import random
import resource
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from fake_workload import FakeFactory, slow
from killed_command import kill_again_and_again
from places import HELPERS

from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.counting.tally import Tally
from meldlab.sim.runs import parts
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.parts import read_part
from meldlab.sim.simulate.simulate import iter_simulate, simulate

CHUNK = 2**12
FAKE = {"workload": FakeFactory(), "chunk_deals": CHUNK}


def run(folder, deals=5 * CHUNK + 100, **options):
    return simulate("indian-rummy", deals=deals, out=folder, **{"seed": 7, **FAKE, **options})


def fresh(deals=5 * CHUNK + 100, **options):
    return simulate("indian-rummy", deals=deals, **{"seed": 7, **FAKE, **options})


def stamps(folder):
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_ino) for path in sorted(folder.iterdir())}


def test_a_folder_holds_one_part_a_chunk_with_its_provenance(tmp_path):
    result = run(tmp_path / "deep" / "run")
    names = [path.name for path in sorted((tmp_path / "deep" / "run").iterdir())]
    assert names == [f"part-{chunk:08d}.parquet" for chunk in range(6)]
    record = read_part(tmp_path / "deep" / "run" / names[5]).record
    assert (record["chunk"], record["deals"], record["seed"]) == (5, 100, 7)
    assert set(record) >= {
        *("schema", "version", "kernel_version", "command", "parameters", "seed", "ruleset_json", "ruleset_sha256"),
        *("task_id", "chunk", "deals", "environment"),
    }
    assert set(record["environment"]) == {"os", "cpu", "python", "numba", "numpy", "polars"}
    assert record["task_id"] == result.task.task_id


def test_parts_read_back_in_any_order_give_equal_bytes(tmp_path):
    result = run(tmp_path)
    found = RunFolder(tmp_path)
    tallies = [found.load(chunk, result.task) for chunk in range(6)]
    for _ in range(5):
        random.Random(1).shuffle(tallies)
        assert Tally.total(result.task.columns, tallies).digest() == fresh().tally.digest()
    plain = pl.read_parquet(tmp_path / "part-*.parquet").group_by(pl.exclude("count")).agg(pl.col("count").sum())
    assert plain.sort(pl.all()).equals(result.tally.frame)


def test_a_finished_run_does_nothing(tmp_path):
    run(tmp_path)
    before = stamps(tmp_path)
    result = run(tmp_path, seed=None)
    assert (result.dealt, result.seed, result.stopped_by) == (0, 7, "deals")
    assert result.tally == fresh().tally
    assert stamps(tmp_path) == before


def test_a_larger_number_of_deals_continues_and_a_cut_chunk_is_dealt_again(tmp_path):
    run(tmp_path)
    before = stamps(tmp_path)
    result = run(tmp_path, 8 * CHUNK, seed=None)
    assert result.tally == fresh(8 * CHUNK).tally
    assert result.dealt == 3 * CHUNK
    after = stamps(tmp_path)
    assert [after[name] == before[name] for name in sorted(before)] == [True] * 5 + [False]


@pytest.mark.parametrize("deals", [10, CHUNK, 3 * CHUNK + 1, 5 * CHUNK + 99])
def test_a_smaller_number_reports_exactly_the_deals_asked_and_keeps_the_rest(tmp_path, deals):
    run(tmp_path)
    before = stamps(tmp_path)
    result = run(tmp_path, deals)
    assert result.tally == fresh(deals).tally
    assert result.dealt == deals % CHUNK
    assert stamps(tmp_path) == before


def test_only_missing_chunks_are_dealt(tmp_path):
    run(tmp_path)
    (tmp_path / "part-00000001.parquet").unlink()
    (tmp_path / "part-00000004.parquet").unlink()
    result = run(tmp_path)
    assert result.dealt == 2 * CHUNK
    assert result.tally == fresh().tally


def test_a_target_gives_the_same_numbers_in_a_fuller_folder(tmp_path):
    goal = {"target": "can_declare", "target_rel": 0.1}
    run(tmp_path, 60 * CHUNK)
    result = run(tmp_path, 60 * CHUNK, **goal)
    assert (result.dealt, result.stopped_by) == (0, "target")
    assert result.tally == fresh(60 * CHUNK, **goal).tally


def spoil_truncate(path):
    path.write_bytes(path.read_bytes()[:-200])


def spoil_empty(path):
    path.write_bytes(b"")


def spoil_garbage(path):
    path.write_bytes(b"PAR1" + b"\x00" * 100 + b"PAR1")


def spoil_counts(path):
    record = read_part(path).record
    frame = pl.read_parquet(path).with_columns(pl.col("count") + 1)
    parts.write_table(path, frame, record)


@pytest.mark.parametrize("spoil", [spoil_truncate, spoil_empty, spoil_garbage, spoil_counts])
def test_a_damaged_part_is_dealt_again_with_a_message(tmp_path, spoil):
    run(tmp_path)
    spoil(tmp_path / "part-00000002.parquet")
    result = run(tmp_path)
    assert result.dealt == CHUNK
    assert "part-00000002.parquet is damaged" in result.messages[0]
    assert result.tally == fresh().tally
    assert run(tmp_path).dealt == 0


def test_one_flipped_bit_in_any_part_is_found_and_its_chunk_dealt_again(tmp_path):
    chance = random.Random(200)
    run(tmp_path)
    expected = fresh().tally
    for _ in range(200):
        path = chance.choice(sorted(tmp_path.iterdir()))
        content = bytearray(path.read_bytes())
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        result = run(tmp_path)
        assert result.messages == (f"{path} is damaged; its chunk is dealt again",)
        assert result.dealt == (100 if path.name == "part-00000005.parquet" else CHUNK)
        assert result.tally == expected


@pytest.mark.parametrize(
    ("options", "parts_of_message"),
    [
        ({"seed": 8}, ["seed 7, not 8", "another output folder"]),
        ({"decks": 3}, ["decks 2, not 3"]),
        ({"wild": "7"}, ["wild drawn with each deal, not 7"]),
        ({"chunk_deals": 2 * CHUNK}, ["deals a chunk 4096, not 8192"]),
        ({"set": {"run.ace": "high"}}, ['run.ace "either", not "high"']),
    ],
)
def test_parts_of_another_run_are_refused_and_untouched(tmp_path, options, parts_of_message):
    run(tmp_path)
    before = stamps(tmp_path)
    with pytest.raises(RunError) as caught:
        run(tmp_path, **options)
    for part in ["part-00000000.parquet", *parts_of_message]:
        assert part in str(caught.value)
    assert stamps(tmp_path) == before


def test_a_foreign_parquet_file_is_refused_and_untouched(tmp_path):
    pl.DataFrame({"mine": [1]}).write_parquet(tmp_path / "part-00000000.parquet")
    before = stamps(tmp_path)
    with pytest.raises(RunError, match="without meldlab's record"):
        run(tmp_path)
    assert stamps(tmp_path) == before


def test_a_renamed_part_is_refused(tmp_path):
    run(tmp_path)
    (tmp_path / "part-00000003.parquet").rename(tmp_path / "part-00000009.parquet")
    with pytest.raises(RunError, match="chunk 3"):
        run(tmp_path)


def test_other_files_in_the_folder_are_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    run(tmp_path)
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for out in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(RunError, match="file"):
            run(out)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_two_processes_do_not_write_to_one_folder(tmp_path):
    held = RunFolder(tmp_path)
    held.start()
    with pytest.raises(RunError, match="another meldlab process"):
        run(tmp_path)
    held.close()
    assert run(tmp_path).deals == 5 * CHUNK + 100


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system where nobody can make a folder")
def test_a_folder_that_nobody_can_make_is_named():
    with pytest.raises(RunError, match=r"/proc/meldlab-run: cannot be written"):
        run(Path("/proc/meldlab-run"))


def test_a_folder_on_a_read_only_disk_is_named(tmp_path, monkeypatch):
    def refuse(*_args, **_keywords):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(RunError) as caught:
        run(tmp_path / "run")
    assert str(tmp_path / "run") in str(caught.value)
    assert "Read-only file system" in str(caught.value)


def test_a_full_disk_names_the_file_and_keeps_what_was_there(tmp_path, monkeypatch):
    run(tmp_path, 2 * CHUNK)
    before = stamps(tmp_path)
    written = []

    def fill_up(handle):
        written.append(handle)
        if len(written) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parts.os, "fsync", fill_up)
    with pytest.raises(RunError) as caught:
        run(tmp_path, 9 * CHUNK, engine="serial")
    assert "part-00000003.parquet: cannot be written: No space left on device" in str(caught.value)
    after = stamps(tmp_path)
    assert sorted(after) == [f"part-{chunk:08d}.parquet" for chunk in range(3)]
    assert {name: after[name] for name in before} == before
    monkeypatch.undo()
    assert run(tmp_path, 9 * CHUNK).tally == fresh(9 * CHUNK).tally


@pytest.mark.skipif(os.name != "posix", reason="file size limits are POSIX")
def test_a_file_that_the_system_refuses_to_let_grow_leaves_no_half_file(tmp_path):
    limited = subprocess.run(
        [sys.executable, str(HELPERS / "fake_run.py"), str(tmp_path / "run"), str(3 * CHUNK), str(CHUNK), "0"],
        env={**os.environ, "PYTHONPATH": str(HELPERS)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert limited.returncode == 1
    assert "cannot be written: File too large" in limited.stderr
    assert not (tmp_path / "run").exists(), "an empty folder would be left"


def test_killed_three_times_and_resumed_the_numbers_are_the_same(tmp_path):
    deals = 40 * CHUNK + 9
    command = [sys.executable, str(HELPERS / "fake_run.py"), str(tmp_path / "run"), str(deals), str(CHUNK), "0.03"]
    environment = {**os.environ, "PYTHONPATH": str(HELPERS)}
    for found in kill_again_and_again(command, tmp_path / "run", parts=(8, 16, 24), environment=environment):
        assert len(found) < 40
    done = sum(pl.read_parquet(path)["count"].sum() for path in tmp_path.glob("run/part-*"))
    last = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert last.stdout.split() == [str(deals - done), fresh(deals).tally.digest()]
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == [f"part-{c:08d}.parquet" for c in range(41)]


def test_an_interrupted_run_keeps_its_beginning_and_goes_on(tmp_path):
    stop = StopSignal()
    options = {"seed": 7, "out": tmp_path, "workload": slow(0.004), "chunk_deals": CHUNK, "stop": stop}
    for progress in iter_simulate("indian-rummy", deals=200 * CHUNK, **options):
        if progress.deals >= 4 * CHUNK:
            stop.set()
    assert progress.result.stopped_by == "interrupt"
    stop.set()
    at_once = run(tmp_path, 200 * CHUNK, stop=stop)
    assert at_once.dealt == 0
    assert at_once.tally == progress.result.tally
    assert run(tmp_path, 200 * CHUNK).tally == fresh(200 * CHUNK).tally


def test_the_cut_chunk_of_an_interrupt_is_kept_and_replaced(tmp_path):
    cut = run(tmp_path, 2**18, chunk_deals=2**18, workload=slow(0.05), max_seconds=0.12)
    assert 0 < cut.deals < 2**18
    assert read_part(tmp_path / "part-00000000.parquet").record["deals"] == cut.deals
    whole = run(tmp_path, 2**18, chunk_deals=2**18)
    assert whole.tally == fresh(2**18, chunk_deals=2**18).tally
    assert read_part(tmp_path / "part-00000000.parquet").record["deals"] == 2**18


def test_ctrl_c_in_python_keeps_the_finished_parts(tmp_path):
    def press_ctrl_c_after(deals):
        for progress in iter_simulate("indian-rummy", deals=50 * CHUNK, seed=7, out=tmp_path, **FAKE):
            if progress.deals >= deals:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        press_ctrl_c_after(2 * CHUNK)
    assert len(list(tmp_path.glob("part-*"))) >= 2
    assert run(tmp_path, 50 * CHUNK).tally == fresh(50 * CHUNK).tally


def test_kept_hands_are_the_hands_that_were_counted(tmp_path):
    result = run(tmp_path, 2 * CHUNK + 50, keep_hands=True)
    assert result.tally == fresh(2 * CHUNK + 50).tally
    hands = pl.read_parquet(tmp_path / "hands-*.parquet")
    assert hands.columns[:14] == [*(f"card_{number}" for number in range(1, 14)), "wild_rank"]
    assert hands.height == 2 * CHUNK + 50
    names = [column.name for column in result.task.columns]
    assert hands.group_by(names).len().height == result.tally.frame.height
    assert (
        hands["points"].to_list()[:5]
        == FakeFactory()(None, decks=2, wild=None, seed=7).stream(0).take(5)["points"].tolist()
    )
    assert run(tmp_path, 2 * CHUNK + 50, keep_hands=True).dealt == 0


def test_hands_asked_for_later_are_dealt_again(tmp_path):
    run(tmp_path, 2 * CHUNK)
    assert run(tmp_path, 2 * CHUNK, keep_hands=True).dealt == 2 * CHUNK
    spoil_truncate(tmp_path / "hands-00000001.parquet")
    assert run(tmp_path, 2 * CHUNK, keep_hands=True).dealt == CHUNK


def hands_and_parts(folder):
    """Return the deals of each chunk as its hands and as its tally hold them."""
    return [
        {int(path.stem[-8:]): height(pl.read_parquet(path)) for path in folder.glob(f"{kind}-*.parquet")}
        for kind, height in (("hands", lambda frame: frame.height), ("part", lambda frame: frame["count"].sum()))
    ]


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("deals", [2 * CHUNK - 100, 2 * CHUNK, 3 * CHUNK + 5])
def test_a_folder_with_hands_goes_on_keeping_them(tmp_path, deals, asked):
    run(tmp_path, CHUNK + 900, keep_hands=True)
    result = run(tmp_path, deals, keep_hands=asked)
    assert result.tally == fresh(deals).tally
    hands, counted = hands_and_parts(tmp_path)
    assert hands == counted
    assert sum(hands.values()) == deals
    assert ("holds hands, so those dealt now are kept" in " ".join(result.messages)) != asked
    again = run(tmp_path, deals)
    assert (again.dealt, again.messages) == (0, ())


def test_hands_and_tally_that_are_apart_are_never_passed_over_in_silence(tmp_path):
    run(tmp_path, 3 * CHUNK + 20)
    result = run(tmp_path, 2 * CHUNK, keep_hands=True)
    (message,) = result.messages
    assert "part-00000002.parquet, part-00000003.parquet without the hands" in message
    assert f"-n {3 * CHUNK + 20:,} or more" in message
    assert len(run(tmp_path, CHUNK).messages) == 1
    assert run(tmp_path, 3 * CHUNK + 20).dealt == CHUNK + 20
    hands, counted = hands_and_parts(tmp_path)
    assert hands == counted
    assert run(tmp_path, 3 * CHUNK + 20).messages == ()


def test_hands_without_a_part_are_told(tmp_path):
    run(tmp_path, 3 * CHUNK, keep_hands=True)
    (tmp_path / "part-00000002.parquet").unlink()
    result = run(tmp_path, 2 * CHUNK)
    assert result.dealt == 0
    assert "hands-00000002.parquet without a part" in " ".join(result.messages)
    assert run(tmp_path, 3 * CHUNK).dealt == CHUNK
    assert run(tmp_path, 3 * CHUNK).messages == ()


def test_a_stray_part_that_no_chunk_needs_is_foreign_and_untouched(tmp_path):
    run(tmp_path, 3 * CHUNK)
    stray = tmp_path / "part-00000009.parquet"
    stray.write_bytes(b"junk")
    result = run(tmp_path, 3 * CHUNK)
    (message,) = result.messages
    assert result.dealt == 0
    assert "part-00000009.parquet is foreign" in message
    assert "dealt again" not in message
    assert stray.read_bytes() == b"junk"
    # A run that reaches it needs the place: it is a damaged part then.
    longer = run(tmp_path, 10 * CHUNK)
    assert "part-00000009.parquet is damaged" in longer.messages[0]
    assert longer.tally == fresh(10 * CHUNK).tally


def test_a_stray_part_beyond_the_target_is_foreign_too(tmp_path):
    (tmp_path / "part-00000900.parquet").write_bytes(b"junk")
    result = run(tmp_path, 950 * CHUNK, target="can_declare", target_rel=0.1)
    assert result.stopped_by == "target"
    assert "part-00000900.parquet is foreign" in result.messages[0]
