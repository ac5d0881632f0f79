"""Run folders put together: order-free, associative, and nothing counted twice or silently left out."""

import subprocess
from itertools import permutations

import pytest
from killed_command import KILLABLE, command
from run_folders import CHUNK, contents, fake_run, rewrite

from meldlab.sim.archive.combine import combine
from meldlab.sim.archive.result import result_of
from meldlab.sim.archive.run import read_run
from meldlab.sim.common.errors import ArgumentError, RunError
from meldlab.sim.counting.tally import Tally


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """Four folders of four seeds, and the sum of what they count."""
    root = tmp_path_factory.mktemp("four")
    folders = [root / f"run {seed}" for seed in range(4)]
    runs = [fake_run(folder, seed, deals=(seed + 1) * CHUNK + 10 * seed) for seed, folder in enumerate(folders)]
    return folders, Tally.total(runs[0].task.columns, [run.tally for run in runs]).digest()


def test_four_folders_combined_in_every_order_are_one_result(four, tmp_path):
    folders, total = four
    made = [combine(order, tmp_path / str(number))[0] for number, order in enumerate(permutations(folders))]
    first = contents(made[0].path)
    for run in made:
        assert contents(run.path) == first
        assert run.total().digest() == total
        assert [seed for seed, _ in run.sources] == [0, 1, 2, 3]


def test_combining_combined_runs_gives_the_same_as_all_at_once(four, tmp_path):
    folders, total = four
    combine(folders[:2], tmp_path / "ab")
    combine([tmp_path / "ab", folders[2]], tmp_path / "abc")
    (both,) = combine([tmp_path / "abc", folders[3]], tmp_path / "left")
    combine(folders[1:], tmp_path / "bcd")
    (other,) = combine([folders[0], tmp_path / "bcd"], tmp_path / "right")
    assert contents(both.path) == contents(other.path)
    assert result_of(both).tally.digest() == total
    assert result_of(both).seed == [0, 1, 2, 3]


def test_parts_of_one_seed_made_apart_come_together(tmp_path):
    whole = fake_run(tmp_path / "whole", 7, deals=4 * CHUNK)
    for name, chunks in (("even", (0, 2)), ("odd", (1, 3))):
        (tmp_path / name).mkdir()
        for chunk in chunks:
            part = f"part-{chunk:08d}.parquet"
            (tmp_path / name / part).write_bytes((tmp_path / "whole" / part).read_bytes())
    (run,) = combine([tmp_path / "odd", tmp_path / "even"], tmp_path / "both")
    assert run.total().digest() == whole.tally.digest()
    assert not run.missing()
    assert read_run(tmp_path / "odd").missing() == {7: [0, 2]}


def test_hands_come_along(tmp_path):
    fake_run(tmp_path / "run", 7, deals=2 * CHUNK, keep_hands=True)
    (run,) = combine([tmp_path / "run"], tmp_path / "new")
    assert contents(run.path / "seed-7") == contents(tmp_path / "run")


def test_a_folder_with_itself_is_refused(four, tmp_path):
    folders, _ = four
    with pytest.raises(RunError, match="given twice"):
        combine([folders[0], folders[1], folders[0]], tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_the_same_chunk_of_a_seed_twice_is_refused(four, tmp_path):
    folders, _ = four
    fake_run(tmp_path / "again", 1, deals=CHUNK)
    with pytest.raises(RunError, match="chunk 0 of seed 1 is in"):
        combine([folders[1], tmp_path / "again"], tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"set": {"run.ace": "high"}}, 'run.ace "high", not "either"'),
        ({"set": {"points.A": 1}}, "points.A 1, not 10"),
        ({"set": {"declare.min_pure": 2}}, "declare.min_pure 2, not 1"),
        ({"decks": 3}, "decks 3, not 2"),
        ({"wild": "7"}, "wild 7, not drawn with each deal"),
    ],
)
def test_runs_that_differ_in_one_field_are_refused_with_its_name(four, tmp_path, options, words):
    folders, _ = four
    fake_run(tmp_path / "other", 9, **options)
    with pytest.raises(RunError) as caught:
        combine([folders[0], tmp_path / "other"], tmp_path / "new")
    assert words in str(caught.value)
    assert "another version" not in str(caught.value)  # other rules may count other outcomes
    assert not (tmp_path / "new").exists()


def test_another_kernel_version_is_refused_by_name(four, tmp_path):
    folders, _ = four
    fake_run(tmp_path / "other", 9, deals=CHUNK)
    rewrite(tmp_path / "other" / "part-00000000.parquet", task__kernel_version="0123456789abcdef")
    with pytest.raises(RunError, match="kernel version 0123456789abcdef, not "):
        combine([folders[0], tmp_path / "other"], tmp_path / "new")


def test_another_layout_is_refused_by_name(four, tmp_path):
    folders, _ = four
    fake_run(tmp_path / "other", 9, deals=CHUNK)
    rewrite(tmp_path / "other" / "part-00000000.parquet", schema=99)
    with pytest.raises(RunError, match="layout 99"):
        combine([folders[0], tmp_path / "other"], tmp_path / "new")


def test_a_damaged_part_is_refused_by_name(four, tmp_path):
    folders, _ = four
    fake_run(tmp_path / "other", 9)
    part = tmp_path / "other" / "part-00000001.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(RunError, match=r"part-00000001\.parquet: is damaged"):
        combine([folders[0], tmp_path / "other"], tmp_path / "new")


def test_a_part_that_counts_other_deals_than_it_says_is_refused(four, tmp_path):
    folders, _ = four
    fake_run(tmp_path / "other", 9)
    rewrite(tmp_path / "other" / "part-00000001.parquet", tally_sha256="0" * 64)
    with pytest.raises(RunError, match=r"part-00000001\.parquet: is damaged"):
        combine([folders[0], tmp_path / "other"], tmp_path / "new")


def test_a_finished_command_does_nothing(four, tmp_path):
    folders, _ = four
    (first,) = combine(folders, tmp_path / "new")
    before = {path: path.stat().st_mtime_ns for path in first.path.rglob("*")}
    combine(folders[::-1], tmp_path / "new")
    assert {path: path.stat().st_mtime_ns for path in first.path.rglob("*")} == before


def test_a_folder_with_something_else_in_it_is_not_touched(four, tmp_path):
    folders, _ = four
    combine(folders[:2], tmp_path / "new")
    before = contents(tmp_path / "new")
    with pytest.raises(RunError, match="holds something else"):
        combine(folders, tmp_path / "new")
    assert contents(tmp_path / "new") == before
    with pytest.raises(RunError, match="which is combined"):
        combine(folders[:1], folders[0] / "inside")


def test_a_combined_run_is_not_continued_by_chance(four, tmp_path):
    folders, _ = four
    combine(folders[:2], tmp_path / "new")
    with pytest.raises(RunError, match="holds a combined run"):
        fake_run(tmp_path / "new", 1)


@pytest.mark.parametrize("folders", [(), "run", 5, [None]])
def test_folders_are_a_list_of_folders(folders, tmp_path):
    with pytest.raises((ArgumentError, RunError)):
        combine(folders, tmp_path / "new")


def test_a_folder_without_a_run_is_named(tmp_path):
    (tmp_path / "empty").mkdir()
    fake_run(tmp_path / "several" / "one", 1)
    named = {"empty": "holds no parts", "none": "does not exist", "several": "holds several folders .*several.one"}
    for folder, words in ((tmp_path / name, words) for name, words in named.items()):
        with pytest.raises(RunError, match=words):
            combine([folder], tmp_path / "new")


def struck(name):
    """Return a program's beginning: it sends itself a signal before the third part, which no clock hits so surely."""
    return (
        "import os, signal; from meldlab.sim.runs import parts; write = parts.write_unsynced; calls = []; "
        "parts.write_unsynced = lambda *given: "
        f"os.kill(os.getpid(), signal.{name}) if len(calls) == 2 else (calls.append(1), write(*given))"
    )


@pytest.mark.skipif(not KILLABLE, reason="SIGKILL is POSIX")
def test_killed_while_it_writes_it_leaves_no_half_run_and_starts_anew(four, tmp_path):
    folders, total = four
    words = ("combine", *map(str, folders), "-o", str(tmp_path / "new"))
    killed = subprocess.run(command(*words, before=struck("SIGKILL")), capture_output=True, check=False)
    assert killed.returncode == -9
    assert not (tmp_path / "new").exists()
    subprocess.run(command(*words), capture_output=True, check=True)
    assert read_run(tmp_path / "new").total().digest() == total
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.skipif(not KILLABLE, reason="SIGTERM is POSIX")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_asked_to_end_it_leaves_nothing_behind(four, tmp_path, name, code):
    words = ("combine", *map(str, four[0]), "-o", str(tmp_path / "new"))
    ended = subprocess.run(command(*words, before=struck(name)), capture_output=True, text=True, check=False)
    assert (ended.returncode, list(tmp_path.iterdir())) == (code, [])
    assert "interrupted; the same command starts afresh" in ended.stderr
