"""Kept hands that are damaged, not all there, or others than their command deals; chunks that are missing."""

import json
import shutil

import polars as pl
import pytest
from run_folders import CHUNK, contents
from typer.testing import CliRunner

import meldlab
from meldlab.cli.app import app
from meldlab.sim.archive.combine import combine
from meldlab.sim.archive.rerun import rerun
from meldlab.sim.archive.run import read_run
from meldlab.sim.runs import parts
from meldlab.sim.simulate.simulate import simulate


def dealt(folder, *, seed=7, deals=CHUNK + 100, keep_hands):
    """Deal gin hands into a folder: two parts."""
    return simulate("gin", deals=deals, seed=seed, out=folder, chunk_deals=CHUNK, keep_hands=keep_hands)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hands") / "run"
    dealt(folder, keep_hands=True)
    return folder


@pytest.fixture
def run(made, tmp_path):
    """A run that keeps its hands, and may be spoilt."""
    return shutil.copytree(made, tmp_path / "run")


@pytest.fixture
def half(run, tmp_path):
    """A combined run: hands of one seed are kept, those of the other are not."""
    dealt(tmp_path / "bare", seed=8, keep_hands=False)
    combine([run, tmp_path / "bare"], tmp_path / "both")
    return tmp_path / "both"


def said(*words, code=0):
    """Return what a command of meldlab says on stdout, and on stderr."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code, done.stderr
    return done.stdout, done.stderr


def spoil(path):
    path.write_bytes(path.read_bytes() + b"x")


def changed(path, change, **record):
    """Put other hands into a file, and seal it anew."""
    stored = parts.read_part(path)
    parts.write_table(path, change(stored.frame()), {**stored.record, **record})


@pytest.mark.parametrize("spoilt", [spoil, lambda path: path.write_bytes(b"")])
def test_damaged_hands_are_named_by_every_command(run, tmp_path, spoilt):
    hands = run / "hands-00000000.parquet"
    spoilt(hands)
    told, errors = said("info", run, "--json")
    assert (json.loads(told)["damaged"], json.loads(told)["with_hands"]) == ([str(hands)], 1)
    everywhere = [errors]
    told, errors = said("report", run, "--html", tmp_path / "run.html")
    everywhere += [errors, (tmp_path / "run.html").read_text(encoding="utf-8")]
    told, errors = said("rerun", run, "--check", 1, code=4)
    assert "bit for bit" not in told
    everywhere += [told, errors, said("combine", run, "-o", tmp_path / "new", code=2)[1]]
    for text in everywhere:
        assert hands.name in text
        assert "damaged" in text
    dealt(run, keep_hands=True)
    assert rerun(run).passed


def test_kept_hands_are_dealt_again_and_compared_bit_for_bit(run, tmp_path):
    result = rerun(run, out=tmp_path / "again")
    assert [each.hands for each in result.recounts] == ["same", "same"]
    assert "and so are the hands kept of 2 of them" in said("rerun", run)[0]
    kept, again = (pl.read_parquet(folder / "hands-*.parquet") for folder in (run, tmp_path / "again"))
    assert kept.equals(again)


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame.with_columns(pl.col("card_3").reverse()),
        lambda frame: frame.reverse(),
        lambda frame: frame.rename({"card_1": "card_2", "card_2": "card_1"}),
        lambda frame: frame.with_columns(pl.col("card_1").cast(pl.Int64)),
    ],
)
def test_other_hands_are_found_although_their_hashes_fit(run, change):
    changed(run / "hands-00000001.parquet", change)
    result = rerun(run)
    assert [(each.verdict, each.hands) for each in result.recounts] == [("same", "same"), ("same", "different")]
    assert [row["chunk"] for row in result.to_dict()["different"]] == [1]
    assert "part-00000001.parquet: other hands come out" in said("rerun", run, code=4)[0]


def test_hands_of_another_chunk_or_of_fewer_rows_than_they_say_are_no_hands_of_a_part(run):
    first, second = sorted(run.glob("hands-*"))
    whole = first.read_bytes()
    changed(first, lambda frame: frame.head(5))
    assert [each.hands for each in rerun(run).recounts] == ["damaged", "same"]
    first.write_bytes(second.read_bytes())
    assert read_run(run).hands.damaged == (first,)
    assert not rerun(run).passed
    first.write_bytes(whole)
    assert rerun(run).passed


def test_parts_without_the_hands_that_others_have_are_told_with_the_n_by_every_command(half, tmp_path):
    dealt(tmp_path / "fewer", deals=CHUNK, keep_hands=True, seed=9)
    commands = [
        ("info", half),
        ("report", half),
        ("rerun", half),
        ("combine", half, tmp_path / "fewer", "-o", tmp_path / "three"),
        ("combine", tmp_path / "fewer", half, "-o", tmp_path / "three"),  # is there already
    ]
    for words in commands:
        (line,) = said(*words)[1].splitlines()
        assert "seed-8 holds part-00000000.parquet, part-00000001.parquet without the hands" in line
        assert f"-n {CHUNK + 100:,} or more" in line
    before = read_run(half).total()
    dealt(half / "seed-8", seed=8, keep_hands=True)
    assert not read_run(half).messages()
    assert read_run(half).total() == before


def test_hands_of_more_or_fewer_deals_than_were_counted_are_compared_as_far_as_they_go(run):
    # what a command leaves that is killed between hands and part
    part = run / "part-00000001.parquet"
    counted = part.read_bytes()
    dealt(run, deals=2 * CHUNK, keep_hands=True)
    part.write_bytes(counted)
    found = read_run(run)
    assert (found.hands.whole, found.hands.damaged) == (1, ())
    assert [part.chunk for part in found.hands.bare] == [1]
    result = rerun(run)
    assert result.passed
    assert "without the hands" in result.to_dict()["messages"][0]


def test_hands_of_a_run_that_goes_on_while_it_is_read_are_whole(run):
    found = read_run(run)
    dealt(run, deals=3 * CHUNK, keep_hands=False)
    assert found.hands.whole == 2
    assert not found.messages()


def test_hands_without_a_part_are_told(run):
    (run / "part-00000001.parquet").unlink()
    assert "run holds hands-00000001.parquet without a part" in said("report", run)[1]


def test_hands_that_lie_beside_played_deals_are_never_the_same(run, tmp_path):
    meldlab.play("gin", ["greedy"], deals=5, seed=7, out=tmp_path / "played")
    record = parts.read_part(tmp_path / "played" / "part-00000000.parquet").record
    hands = tmp_path / "played" / "hands-00000000.parquet"
    parts.write_table(hands, parts.read_part(run / hands.name).frame().head(5), dict(record))
    assert [each.hands for each in rerun(tmp_path / "played").recounts] == ["different"]


def test_missing_chunks_are_told_by_every_command_and_are_no_run_of_a_command(run, tmp_path):
    dealt(tmp_path / "bare", seed=8, deals=4 * CHUNK + 5, keep_hands=False)
    for chunk in (0, 1, 3):
        (tmp_path / "bare" / f"part-{chunk:08d}.parquet").unlink()
    lacking = "lacks 3 chunks of seed 8 before its last one: 0-1, 3"
    for words, code in (
        (("info", tmp_path / "bare"), 0),
        (("report", tmp_path / "bare"), 0),
        (("combine", tmp_path / "bare", "-o", tmp_path / "new"), 0),
        (("rerun", tmp_path / "bare"), 4),
        (("rerun", tmp_path / "new", "--check", 1), 4),
    ):
        told, errors = said(*words, code=code)
        assert lacking in errors
        assert "bit for bit" not in told
    result = rerun(tmp_path / "bare")
    assert all(each.same for each in result.recounts)
    assert not result.passed
    assert result.to_dict()["missing"] == [{"seed": "8", "chunks": 3}]
    dealt(tmp_path / "bare", seed=8, deals=4 * CHUNK + 5, keep_hands=False)
    assert rerun(tmp_path / "bare").passed


def test_a_whole_run_says_nothing(run):
    before = contents(run)
    for words in (("info", run), ("report", run)):
        assert said(*words)[1] == ""
    assert not rerun(run).to_dict()["messages"]
    assert contents(run) == before
