"""Folders of every kind that commands write: combined, told, counted again; tables of `compare` each with its like."""

from itertools import permutations

import pytest
from run_folders import CHUNK, contents, fake_run, gin_run
from typer.testing import CliRunner

import meldlab
from meldlab.cli.app import app
from meldlab.sim.archive.combine import combine
from meldlab.sim.archive.run import find_runs
from meldlab.sim.common.errors import RunError

THREE = ["greedy", "random", "watchful"]


def compared(out, seed, strategies=THREE, **options):
    return meldlab.compare("gin", strategies, players=2, deals=options.pop("deals", 20), seed=seed, out=out, **options)


def under_two_rules(out, seed, bonus=20):
    return meldlab.compare_rules("gin", ["greedy"], against_set={"play.gin_bonus": bonus}, deals=20, seed=seed, out=out)


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Three folders of one comparison, of three seeds."""
    root = tmp_path_factory.mktemp("three")
    folders = [root / f"seed {seed}" for seed in range(3)]
    for seed, folder in enumerate(folders):
        compared(folder, seed)
    return folders


def digests(path):
    return {run.path.name: run.total().digest() for run in find_runs(path)}


def test_comparisons_of_several_seeds_in_every_order_are_one(three, tmp_path):
    for number, order in enumerate(permutations(three)):
        runs = combine(order, tmp_path / str(number))
        assert contents(tmp_path / str(number)) == contents(tmp_path / "0")
        assert [[seed for seed, _ in run.sources] for run in runs] == [[0, 1, 2]] * 3
    combine(three[:2], tmp_path / "two")
    combine([three[2], tmp_path / "two"], tmp_path / "nested")
    assert contents(tmp_path / "nested") == contents(tmp_path / "0")
    singly = [{run.path.name: run for run in find_runs(folder)} for folder in three]
    for name, digest in digests(tmp_path / "0").items():
        first, *others = (tables[name].total() for tables in singly)
        assert digest == first.plus(others).digest()


def test_a_finished_command_does_nothing_and_another_one_is_refused(three, tmp_path):
    combine(three, tmp_path / "new")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "new").rglob("*")}
    assert [run.deals for run in combine(three[::-1], tmp_path / "new")] == [60] * 3
    with pytest.raises(RunError, match="holds something else"):
        combine(three[:2], tmp_path / "new")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "new").rglob("*")} == before


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda out: compared(out, 1, set={"play.gin_bonus": 30}), "play.gin_bonus 30, not 25"),
        (lambda out: compared(out, 1, THREE[:2]), "lacks the table"),
        (lambda out: compared(out, 1, ["greedy", "greedy(knock_at=3)"]), "strategies greedy"),
        (lambda out: compared(out, 0), "chunk 0 of seed 0 is in"),
        (lambda out: meldlab.play("gin", ["greedy", "random"], deals=20, seed=1, out=out), "a single run"),
        (lambda out: under_two_rules(out, 1), "question play under two rulesets, not play"),
    ],
)
def test_comparisons_that_differ_are_refused_with_what_differs(three, tmp_path, make, words):
    make(tmp_path / "other")
    for order in ([three[0], tmp_path / "other"], [tmp_path / "other", three[0]]):
        with pytest.raises(RunError) as caught:
            combine(order, tmp_path / "new")
        assert (words if order[0] == three[0] else words.split()[0]) in str(caught.value)
        assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_the_rule_that_differs_in_the_second_ruleset_is_named(tmp_path):
    for name, bonus in (("one", 20), ("other", 30)):
        under_two_rules(tmp_path / name, 1, bonus)
    with pytest.raises(RunError, match=r"the other play\.gin_bonus 30, not 20"):
        combine([tmp_path / "one", tmp_path / "other"], tmp_path / "new")


def test_a_folder_of_anybodys_runs_is_no_comparison(tmp_path):
    for seed in (1, 2):
        gin_run(tmp_path / "dealt" / str(seed), seed, deals=CHUNK)
        meldlab.play("gin", ["greedy", "random"], deals=5, seed=seed, out=tmp_path / "played" / str(seed))
    for name in ("dealt", "played"):
        with pytest.raises(RunError, match=f"holds several folders .*{name}.1"):
            combine([tmp_path / name], tmp_path / "new")


def test_a_run_is_not_put_into_a_folder_of_runs(three):
    before = contents(three[0])
    for start in (lambda: gin_run(three[0]), lambda: meldlab.play("gin", ["greedy"], deals=5, out=three[0])):
        with pytest.raises(RunError, match="holds the folders of other runs"):
            start()
    assert contents(three[0]) == before


MADE = {
    "simulate": lambda out, seed: gin_run(out, seed, deals=2 * CHUNK),
    "hands": lambda out, seed: meldlab.simulate("gin", deals=100, seed=seed, out=out, keep_hands=True),
    "play": lambda out, seed: meldlab.play("gin", ["greedy", "random"], deals=20, seed=seed, out=out),
    "match": lambda out, seed: meldlab.play(
        "continental", ["greedy"], players=2, match=True, deals=1, seed=seed, out=out
    ),
    "compare": compared,
    "one pair": lambda out, seed: compared(out, seed, THREE[:2]),
    "sweep": lambda out, seed: meldlab.compare_sweep(
        "gin", ["greedy", "random"], "knock_at=3:5:1", deals=20, seed=seed, out=out
    ),
    "rules": under_two_rules,
}


@pytest.mark.parametrize("kind", MADE)
def test_every_kind_of_folder_is_combined_told_and_counted_again(kind, tmp_path):
    def meldlab_says(*words):
        done = CliRunner().invoke(app, [str(word) for word in (*words, "--quiet")])
        assert done.exit_code == 0, done.stderr
        return done.stdout

    for seed in (1, 2):
        MADE[kind](tmp_path / str(seed), seed)
    meldlab_says("combine", tmp_path / "1", tmp_path / "2", "-o", tmp_path / "both")
    for name in ("1", "both"):
        meldlab_says("info", tmp_path / name)
        meldlab_says("report", tmp_path / name)
        assert "the same, bit for bit" in meldlab_says("rerun", tmp_path / name, "-o", tmp_path / f"again {name}")
        assert list(digests(tmp_path / f"again {name}").values()) == list(digests(tmp_path / name).values())
    combine([tmp_path / "again 1", tmp_path / "2"], tmp_path / "mixed")
    assert list(digests(tmp_path / "mixed").values()) == list(digests(tmp_path / "both").values())


def test_damaged_hands_are_not_taken_along(tmp_path):
    fake_run(tmp_path / "run", 7, deals=CHUNK, keep_hands=True)
    hands = tmp_path / "run" / "hands-00000000.parquet"
    hands.write_bytes(hands.read_bytes()[:-9] + b"123456789")
    with pytest.raises(RunError, match=r"hands-00000000\.parquet: is damaged"):
        combine([tmp_path / "run"], tmp_path / "new")
    hands.unlink()
    fake_run(tmp_path / "other", 8, deals=CHUNK, keep_hands=True)
    hands.write_bytes((tmp_path / "other" / hands.name).read_bytes())
    with pytest.raises(RunError, match="hands of other deals than part-00000000"):
        combine([tmp_path / "run"], tmp_path / "new")
    assert not (tmp_path / "new").exists()
