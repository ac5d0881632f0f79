"""Counts that no played deals can give are refused, whoever made them."""

import polars as pl
import pytest
from run_folders import rewrite

import meldlab
from meldlab.sim.common.errors import RunError
from meldlab.sim.play.counts import PlayCounts
from meldlab.sim.runs import parts


@pytest.fixture
def played(tmp_path):
    """A run of gin; the file of its only part."""
    meldlab.play("gin", ["greedy", "random"], deals=30, seed=3, out=tmp_path / "run")
    return tmp_path / "run" / "part-00000000.parquet"


def changed(part, frame):
    """Put other counts into a part, and the hash of them into its record."""
    record = dict(parts.read_part(part).record)
    parts.write_table(part, frame, {**record, "tally_sha256": PlayCounts.read(frame).digest()})


@pytest.mark.parametrize(
    ("kept", "wrong"),
    [
        (~((pl.col("scope") == "seat") & (pl.col("player") == 1)), "player 1"),
        (pl.col("name") != "won", "won"),
        (~((pl.col("name") == "reason") & (pl.col("value") == pl.col("value").max().over("name"))), "reason"),
        (pl.col("scope") != "pair", "points"),
    ],
)
def test_an_outcome_left_out_or_of_fewer_deals_is_named(played, kept, wrong):
    frame = parts.read_part(played).frame()
    changed(played, frame.filter(kept))
    with pytest.raises(RunError, match=wrong):
        meldlab.read_results(played.parent)


def test_a_reason_that_is_none_is_refused(played):
    frame = parts.read_part(played).frame()
    reasons = pl.when(pl.col("name") == "reason").then(-5).otherwise(pl.col("value"))
    changed(played, frame.with_columns(reasons.alias("value")))
    with pytest.raises(RunError, match="reason"):
        meldlab.read_results(played.parent)


def test_two_rulesets_are_compared_on_as_many_deals_as_there_are(tmp_path):
    meldlab.compare_rules("gin", ["greedy"], against_set={"play.knock_at": 3}, deals=30, seed=3, out=tmp_path / "run")
    (part,) = (tmp_path / "run").rglob("part-*.parquet")
    frame = parts.read_part(part).frame()
    less = pl.when(pl.col("scope") == "rules-deal").then(pl.col("count") + 1).otherwise(pl.col("count"))
    changed(part, frame.with_columns(less.alias("count")))
    with pytest.raises(RunError, match="turns"):
        meldlab.read_results(tmp_path / "run")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"task__score": "elsewhere"}, "none of the outcomes"),
        ({"task__columns": [["gin", 1], ["gin", 1], ["deadwood", 98]]}, "twice"),
        ({"task__columns": [["deadwood"], ["gin", 1]]}, "columns"),
        ({"game": "a\x1b[2J"}, "game"),
    ],
)
def test_a_record_of_hands_that_contradicts_itself_is_refused(tmp_path, change, wrong):
    meldlab.simulate("gin", deals=100, seed=1, out=tmp_path)
    rewrite(tmp_path / "part-00000000.parquet", **change)
    with pytest.raises(RunError, match=wrong):
        meldlab.read_results(tmp_path)


def test_a_record_seats_every_player_once(played):
    rewrite(played, task__players=3)
    with pytest.raises(RunError, match="a strategy for each player"):
        meldlab.read_results(played.parent)
