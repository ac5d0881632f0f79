"""A stored run counted again: the same bits, or the part that differs by name."""

import json
import random

import pytest
from run_folders import CHUNK, gin_run, rewrite
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.sim.archive.combine import combine
from meldlab.sim.archive.rerun import rerun
from meldlab.sim.archive.result import result_of
from meldlab.sim.archive.run import find_runs, read_run
from meldlab.sim.common.errors import RunError
from meldlab.sim.play.compare.rules import compare_rules
from meldlab.sim.play.play import play


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of gin hands with four parts, the last one cut."""
    folder = tmp_path_factory.mktemp("run")
    gin_run(folder)
    return folder


@pytest.fixture
def copy(run, tmp_path):
    """A copy that may be spoilt."""
    for path in run.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def verdicts(result):
    return [each.verdict for each in result.recounts]


@pytest.mark.parametrize("engine", ["serial", "threads"])
def test_every_chunk_counted_again_is_the_same(run, engine):
    result = rerun(run, engine=engine)
    assert verdicts(result) == ["same"] * 4
    assert [each.part.deals for each in result.recounts] == [CHUNK, CHUNK, CHUNK, 100]
    assert result.passed
    assert result.same_kernels


def test_some_chunks_are_drawn_by_the_seed(run):
    drawn = {tuple(each.part.chunk for each in rerun(run, check=2, seed=seed).recounts) for seed in range(30)}
    assert {chunk for chunks in drawn for chunk in chunks} == {0, 1, 2, 3}
    assert all(len(set(chunks)) == 2 for chunks in drawn)
    assert rerun(run, check=2, seed=5).to_dict()["choice_seed"] == 5
    assert rerun(run, check=40).to_dict()["counted_again"] == 4


def test_a_part_with_other_counts_is_found_although_its_hashes_fit(copy):
    # a forger: the deals of another seed, sealed under this one
    gin_run(copy / "other", seed=8)
    forged = copy / "part-00000001.parquet"
    forged.write_bytes((copy / "other" / forged.name).read_bytes())
    rewrite(forged, seed=7)
    result = rerun(copy)
    assert verdicts(result) == ["same", "different", "same", "same"]
    assert not result.passed
    assert [row["part"] for row in result.to_dict()["different"]] == [str(forged)]


def test_one_flipped_byte_in_any_part_is_found_200_times_of_200(copy):
    chance = random.Random(200)
    for _ in range(200):
        path = chance.choice(sorted(copy.glob("part-*.parquet")))
        sound = path.read_bytes()
        place = chance.randrange(len(sound))
        path.write_bytes(sound[:place] + bytes([sound[place] ^ chance.randrange(1, 256)]) + sound[place + 1 :])
        found = read_run(copy)
        assert found.damaged == (path,)
        assert path not in [part.path for part in found.parts]
        path.write_bytes(sound)
    assert rerun(copy).passed


def test_parts_counted_now_are_a_run_of_their_own_that_can_be_continued(run, tmp_path):
    rerun(run, out=tmp_path / "again")
    assert result_of(read_run(tmp_path / "again")).tally == result_of(read_run(run)).tally
    assert gin_run(tmp_path / "again", deals=5 * CHUNK).dealt == CHUNK + CHUNK


def test_a_combined_run_is_counted_seed_by_seed(run, tmp_path):
    gin_run(tmp_path / "other", seed=8, deals=CHUNK)
    (both,) = combine([run, tmp_path / "other"], tmp_path / "both")
    result = rerun(both.path, out=tmp_path / "again")
    assert verdicts(result) == ["same"] * 5
    assert read_run(tmp_path / "again").total() == both.total()


def test_played_deals_matches_and_two_rulesets_are_counted_again(tmp_path):
    play("gin", ["greedy", "random"], deals=150, seed=1, out=tmp_path / "deals")
    play("continental", ["greedy"], players=2, match=True, deals=2, seed=1, out=tmp_path / "matches")
    compare_rules("gin", ["greedy"], against_set={"play.gin_bonus": 20}, deals=150, seed=1, out=tmp_path / "rules")
    for name in ("deals", "matches", "rules"):
        (found,) = find_runs(tmp_path / name)
        result = rerun(found.path)
        assert verdicts(result) == ["same"], name
        assert result_of(found).deals == found.deals


def test_strategies_of_files_are_run_only_if_told_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "class Lazy:\n    def act(self, seen, actions):\n        return actions[0]\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    play("indian-rummy", ["mine.py:Lazy", "random"], deals=3, seed=1, out=tmp_path / "run")
    with pytest.raises(RunError, match="code that would be run"):
        rerun(tmp_path / "run")
    assert verdicts(rerun(tmp_path / "run", runs_user_code=True)) == ["same"]
    (tmp_path / "mine.py").write_text(f"open('run-by-a-record', 'w').close()\n{text}", encoding="utf-8")
    assert result_of(read_run(tmp_path / "run")).deals == 3
    with pytest.raises(RunError, match="another text now"):
        rerun(tmp_path / "run", runs_user_code=True)


def test_the_command_ends_with_4_when_a_part_is_not_what_it_was(copy):
    done = CliRunner().invoke(app, ["rerun", str(copy), "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["passed"]
    (copy / "part-00000002.parquet").write_bytes(b"")
    done = CliRunner().invoke(app, ["rerun", str(copy), "--check", "1"])
    assert done.exit_code == 4
    assert "part-00000002.parquet: damaged" in done.stdout


def test_info_shows_the_record_of_a_run(run):
    done = CliRunner().invoke(app, ["info", str(run), "--json"])
    told = json.loads(done.stdout)
    assert (told["game"], told["deals"], told["parts"]) == ("gin", 3 * CHUNK + 100, 4)
    assert told["sources"] == [{"seed": "7", "deals": 3 * CHUNK + 100}]
    assert told["environments"][0]["polars"]


@pytest.mark.parametrize(("words", "named"), [(["--check", "0"], "check"), (["--seed", "-1"], "seed"), ([], "absent")])
def test_bad_input_is_named(run, words, named):
    done = CliRunner().invoke(app, ["rerun", str(run) if words else "absent", *words])
    assert done.exit_code == 2
    assert named in done.stderr
