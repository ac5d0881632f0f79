"""Played deals by the driver: the same numbers for any workers, order, interruption; honest figures."""

import polars as pl
import pytest

import meldlab
from meldlab.sim.common.errors import MeldlabError, RunError
from meldlab.sim.common.means import Mean
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play.counts import PAIR, PLAYER, PlayCounts
from meldlab.sim.play.play import iter_play
from meldlab.sim.play.task import CHUNK_DEALS

DEALS = 2 * CHUNK_DEALS + 100


@pytest.fixture(scope="module")
def whole():
    return meldlab.play("gin", ["greedy", "random"], deals=DEALS, seed=5, engine="serial")


@pytest.mark.parametrize("options", [{"workers": 1}, {"workers": 3}, {"engine": "serial"}])
def test_numbers_do_not_depend_on_workers_or_engine(whole, options):
    assert meldlab.play("gin", ["greedy", "random"], deals=DEALS, seed=5, **options).counts == whole.counts


def test_an_interrupted_run_goes_on_to_the_same_numbers(whole, tmp_path):
    stop = StopSignal()
    request = {"deals": DEALS, "out": tmp_path, "workers": 1}
    for step in iter_play("gin", ["greedy", "random"], seed=5, stop=stop, **request):
        if step.deals:
            stop.set()
    assert step.result.stopped_by == "interrupt"
    assert 0 < step.result.deals < DEALS
    resumed = meldlab.play("gin", ["greedy", "random"], **request)
    assert resumed.seed == 5
    assert resumed.dealt < DEALS
    assert resumed.counts == whole.counts
    assert meldlab.play("gin", ["greedy", "random"], **request).dealt == 0


def test_a_damaged_part_is_named_and_played_again(whole, tmp_path):
    request = {"deals": DEALS, "out": tmp_path}
    meldlab.play("gin", ["greedy", "random"], seed=5, **request)
    part = sorted(tmp_path.glob("part-*.parquet"))[1]
    content = bytearray(part.read_bytes())
    content[200] ^= 1
    part.write_bytes(bytes(content))
    again = meldlab.play("gin", ["greedy", "random"], **request)
    assert part.name in " ".join(again.messages)
    assert again.counts == whole.counts


def test_a_folder_of_other_strategies_is_refused(tmp_path):
    meldlab.play("gin", ["greedy", "random"], deals=10, seed=5, out=tmp_path)
    with pytest.raises(RunError, match="strategies"):
        meldlab.play("gin", ["greedy", "foresight"], deals=10, out=tmp_path)


def test_counts_add_up_in_any_order(whole):
    parts = [meldlab.play("gin", ["greedy", "random"], deals=deals, seed=5).counts for deals in (3, 4, 5)]
    one = parts[0].plus(parts[1:])
    other = parts[2].plus([parts[1]]).plus([parts[0], PlayCounts.nothing()])
    assert one == other
    assert one.digest() == other.digest()
    assert one.deals == 12
    assert PlayCounts.read(one.frame.sample(fraction=1, shuffle=True, seed=1)) == one


@pytest.mark.parametrize(
    "change", [pl.col("count") - 1, pl.col("count").cast(pl.Int32), pl.col("value").cast(pl.String)]
)
def test_what_are_no_counts_is_not_read(whole, change):
    with pytest.raises(ValueError, match="not the counts"):
        PlayCounts.read(whole.counts.frame.with_columns(change))


def test_each_deal_is_played_in_every_rotation_over_the_same_cards(whole):
    frame = whole.counts.frame
    seated = frame.filter(pl.col("scope") == "seat").select("player", "seat").unique().rows()
    assert sorted(seated) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    # who plays both seats of the same cards against itself scores the same on average at either
    alike = meldlab.play("gin", ["greedy"], deals=500, seed=5)
    assert alike.task.rotations == 1
    assert alike.players()["strategy"].unique().to_list() == ["greedy(knock_at=98)"]


def test_figures_are_those_of_the_columns(whole):
    players = whole.players()
    points = players.filter(pl.col("outcome") == "points")["mean"].to_list()
    pair = whole.pairs().row(0, named=True)
    assert pair["difference"] == pytest.approx(points[0] - points[1])
    assert pair["low"] < pair["difference"] < pair["high"]
    assert (pair["better"], pair["than"]) == ("greedy(knock_at=98)", "random")
    assert players.filter(pl.col("outcome") == "won")["mean"].sum() <= 1
    assert whole.counts.values(PAIR, "points")["count"].sum() == DEALS
    assert whole.counts.values(PLAYER, "points", player=0)["count"].sum() == DEALS
    shares = whole.whole().filter(pl.col("outcome") == "reason")
    assert shares["probability"].sum() == pytest.approx(1)
    assert shares["count"].sum() == 2 * DEALS
    assert (shares["low"] <= shares["probability"]).all()
    assert (shares["probability"] <= shares["high"]).all()


@pytest.mark.parametrize(
    ("game", "strategies", "options"),
    [
        ("indian-rummy", ["greedy", "cautious"], {}),
        ("continental", ["greedy", "random", "random"], {"contract": "TT"}),
        ("pinacle", ["greedy", "builder"] * 2, {}),
        ("continental", ["greedy", "random"], {"match": True}),
    ],
)
def test_no_outcome_is_told_as_certain_and_no_share_leaves_its_range(game, strategies, options):
    result = meldlab.play(game, strategies, deals=4 if "match" in options else 40, seed=5, **options)
    kinds = {column.title: column.kind for column in result.columns}
    frame = pl.concat([each.select("outcome", "mean", "low", "high") for each in (result.players(), result.seats())])
    assert (frame["mean"] == 0).any()
    for row in frame.iter_rows(named=True):
        assert row["low"] is None or row["low"] < row["high"], row
        if kinds[row["outcome"]] == "share":
            assert 0 <= row["low"] <= row["mean"] <= row["high"] <= 1, row
        elif kinds[row["outcome"]] == "count" and row["low"] is not None:
            assert 0 <= row["low"] <= row["mean"] <= row["high"], row


def test_the_one_ahead_is_named_first_whoever_is_given_first():
    found = meldlab.play("gin", ["random", "greedy"], deals=200, seed=5).pairs().row(0, named=True)
    assert found["better"] == "greedy(knock_at=98)"
    assert 0 < found["low"] < found["difference"] < found["high"]


def test_players_of_one_strategy_are_compared_together():
    rules = {"deals": 60, "seed": 5, "contract": "TT"}
    result = meldlab.play("continental", ["greedy", "random", "greedy"], **rules)
    assert result.pairs().height == 1
    pair = result.pairs().row(0, named=True)
    points = result.players().filter(pl.col("outcome") == "points")["mean"].to_list()
    assert pair["better"].startswith("greedy")
    assert pair["difference"] == pytest.approx(points[1] - (points[0] + points[2]) / 2)
    rows = result.counts.frame.filter(pl.col("scope") == PAIR).select("player", "seat").unique().rows()
    assert rows == [(0, 1)]


def test_the_deals_needed_are_the_fewest_whose_interval_leaves_zero():
    few = meldlab.play("gin", ["greedy", "random"], deals=100, seed=5).pairs().row(0, named=True)
    spread = (few["high"] - few["low"]) / 2 * 10
    needed = few["deals_needed"]
    assert needed >= 2
    assert spread / needed**0.5 < few["difference"]
    assert needed == 2 or spread / (needed - 1) ** 0.5 >= few["difference"]
    assert Mean(0.0, -1.0, 1.0).deals_needed(100) is None
    assert Mean(0.1, -0.1, 0.3).deals_needed(100) == 401
    assert meldlab.play("gin", ["greedy", "random"], deals=1, seed=5).pairs()["deals_needed"].to_list() == [None]


@pytest.mark.parametrize(
    ("strategies", "options", "words"),
    [
        ([], {}, "somebody has to play"),
        (["greedy"] * 3, {}, "played by two"),
        (["greedy", "random"], {"players": 3}, "2 strategies for 3 players"),
        (["greedy"], {"players": 5}, "played by two"),
        (["clever"], {}, "clever is no strategy"),
        (["greedy"], {"deals": 0}, "0 deals cannot be played"),
        (["greedy"], {"seed": -1}, "-1 is not a seed"),
        (["greedy"], {"contract": "TT"}, "gin"),
        ("greedy", {}, "strategies"),
    ],
)
def test_wrong_requests_are_refused_by_name(strategies, options, words):
    with pytest.raises(MeldlabError) as error:
        meldlab.play("gin", strategies, **options)
    assert words in str(error.value)
