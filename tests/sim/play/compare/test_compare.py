"""Comparisons on the same deals: strategies pair by pair, sweeps, rulesets; figures against plain sums of deals."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import t

import meldlab
from meldlab.sim.common.errors import MeldlabError, RunError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.games.registry import family_called, make_game
from meldlab.sim.play.compare.strategies import iter_compare
from meldlab.sim.play.compare.sweep import Sweep
from meldlab.sim.play.run import Options
from meldlab.sim.play.task import CHUNK_DEALS
from meldlab.sim.rules.load import load_ruleset
from meldlab.sim.table.block import Block
from meldlab.sim.table.strategies import make_strategy

NAMES = ("greedy(knock_at=98)", "random")


def columns_of(game, seats, *, deals, seed, contract=None, **rules):
    """Return the columns of each rotation of `seats`, played block by block without driver, task or counts."""
    ruleset = load_ruleset(game, set=rules)
    played = make_game(ruleset, players=len(seats), contract=contract)
    known = family_called(ruleset.objective).play.strategies
    found = []
    for rotation in range(len(seats)):
        players = [(seat - rotation) % len(seats) for seat in range(len(seats))]
        strategies = tuple(make_strategy(seats[player], known) for player in players)
        found.append((players, played.play(Block(seed, 0, deals, strategies)).columns))
    return found


def test_a_pair_is_the_mean_over_deals_of_one_strategys_points_less_the_others():
    rotations = columns_of("continental", ["greedy", "random", "greedy"], deals=40, seed=8, contract="TT")
    sums = np.zeros((40, 3))
    for players, columns in rotations:
        sums[:, players] += columns["points"] / 3
    difference = sums[:, 1] - (sums[:, 0] + sums[:, 2]) / 2  # more points are worse
    options = {"deals": 40, "seed": 8, "contract": "TT", "players": 3}
    row = meldlab.compare("continental", ["greedy", "random"], **options).pairs().row(0, named=True)
    assert (row["better"].partition("(")[0], row["than"], row["deals"]) == ("greedy", "random", 40)
    assert row["difference"] == pytest.approx(difference.mean())
    reach = t.ppf(0.975, 39) * difference.std(ddof=1) / np.sqrt(40)
    assert row["low"] == pytest.approx(difference.mean() - reach, rel=1e-5)
    assert row["high"] == pytest.approx(difference.mean() + reach, rel=1e-5)


def test_every_pair_meets_and_the_order_is_by_the_mean_over_all_others():
    found = meldlab.compare("gin", ["random", "greedy", "foresight"], deals=60, seed=2)
    pairs = {(row["better"], row["than"]): row for row in found.pairs().iter_rows(named=True)}
    assert {frozenset(names) for names in pairs} == {
        frozenset(pair) for pair in zip(found.strategies, (*found.strategies[1:], found.strategies[0]), strict=True)
    }
    order = found.tournament()
    assert order["strategy"].to_list()[-1] == "random"
    assert order["difference"].is_sorted(descending=True)
    assert order["difference"].sum() == pytest.approx(0)
    against_random = [row["difference"] for (_, than), row in pairs.items() if than == "random"]
    last = order.row(2, named=True)
    assert last["difference"] == pytest.approx(-sum(against_random) / 2)
    assert last["low"] < last["difference"] < last["high"]


def test_numbers_do_not_depend_on_workers():
    request = {"deals": CHUNK_DEALS + 50, "seed": 4}
    one = meldlab.compare("gin", NAMES[::-1], workers=1, **request)
    assert meldlab.compare("gin", NAMES[::-1], workers=3, **request).pairs().equals(one.pairs())
    rules = {"against_set": {"play.gin_bonus": 40}, **request}
    two = meldlab.compare_rules("gin", ["greedy"], workers=1, **rules)
    assert meldlab.compare_rules("gin", ["greedy"], workers=3, **rules).counts == two.counts


def test_a_sweep_plays_each_value_against_the_other_on_the_same_deals():
    request = {"deals": 80, "seed": 3}
    found = meldlab.compare_sweep("gin", ["greedy", "random"], "knock_at=90:98:8", **request)
    rows = found.rows()
    own = ["points", "points_low", "points_high"]
    assert rows.columns == ["strategy", "value", "difference", "low", "high", *own, "deals"]
    assert rows["value"].to_list() == [90, 98]
    alone = meldlab.compare("gin", ["greedy(knock_at=90)", "random"], **request)
    pair = alone.pairs().row(0, named=True)
    first = rows.row(0, named=True)
    assert (first["difference"], first["low"]) == (pair["difference"], pair["low"])
    points = alone.results[0].players().filter(pl.col("outcome") == "points").row(0, named=True)
    for end, column in (("mean", "points"), ("low", "points_low"), ("high", "points_high")):
        assert first[column] == pytest.approx(points[end])
    other = meldlab.compare_sweep("gin", ["random", "greedy"], "greedy.knock_at=90:98:8", **request)
    assert other.rows()["difference"].to_list() == pytest.approx(rows["difference"].to_list())


def test_a_strategy_is_exactly_as_good_as_itself_in_a_sweep():
    found = meldlab.compare_sweep("gin", ["greedy", "greedy"], "knock_at=98:98:1", deals=20, seed=3)
    assert found.rows().select("difference", "low", "high").row(0) == (0, 0, 0)


def test_numbers_of_a_users_file_are_swept(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "class Packer:\n"
        "    def __init__(self, turn=1):\n"
        "        self.turn = turn\n"
        "    def act(self, seen, actions):\n"
        "        packs = [each for each in actions if each.act == 'pack']\n"
        "        if packs and seen.turn >= self.turn:\n"
        "            return packs[0]\n"
        "        return next(each for each in actions if each.act not in ('pack', 'wrong-show'))\n"
    )
    request = {"deals": 3, "seed": 1}
    rows = meldlab.compare_sweep("indian-rummy", [f"{file}:Packer", "greedy"], "turn=1:3:2", **request).rows()
    assert rows["strategy"].to_list() == ["mine.py:Packer(turn=1)", "mine.py:Packer(turn=3)"]
    assert rows["difference"].n_unique() == 2
    with pytest.raises(MeldlabError, match="limit"):
        meldlab.compare_sweep("indian-rummy", [f"{file}:Packer", "greedy"], "limit=1:5:4", **request)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=30:90:30", ("30", "60", "90")),
        ("a=30:89:30", ("30", "60")),
        ("a = -1:1:0.5", ("-1.0", "-0.5", "0.0", "0.5", "1.0")),
        ("b.a=5:5:1", ("5",)),
    ],
)
def test_a_sweep_includes_its_end(text, values):
    assert Sweep.read(text).values == values


@pytest.mark.parametrize("text", ["a", "a=1", "a=1:2", "a=1:2:0", "a=2:1:1", "a=1:2:-1", "a=1:5000:1", "a=x:2:1"])
def test_what_is_no_sweep_is_refused(text):
    with pytest.raises(RunError, match="sweep"):
        Sweep.read(text)


def test_rulesets_are_compared_deal_by_deal():
    rules = {"play.knock_at": 4}
    first = columns_of("gin", NAMES, deals=70, seed=6)
    other = columns_of("gin", NAMES, deals=70, seed=6, **rules)
    found = meldlab.compare_rules("gin", list(NAMES), against_set=rules, deals=70, seed=6)
    rows = {(row["outcome"], row["of"]): row for row in found.rows().iter_rows(named=True)}

    labels = next(
        each.labels for each in make_game(load_ruleset("gin"), players=2, contract=None).columns if each.labels
    )

    def value(outcome, of, players, columns):
        if outcome == "turns":
            return columns["turns"]
        if outcome == "share":
            return columns["reason"] == labels.index(of)
        if of == "all seats":
            return columns["points"].mean(axis=1)
        return columns["points"][:, int(of[-1]) if of.startswith("seat") else players.index(NAMES.index(of))]

    for (outcome, of), row in rows.items():
        ours, theirs = (
            np.mean([value(outcome, of, *rotation) for rotation in side], axis=0) for side in (first, other)
        )
        assert (row["first"], row["other"]) == (pytest.approx(ours.mean()), pytest.approx(theirs.mean()))
        assert row["difference"] == pytest.approx((theirs - ours).mean())
        reach = t.ppf(0.975, 69) * (theirs - ours).std(ddof=1) / np.sqrt(70)
        if 2 * np.count_nonzero(theirs != ours) > 70:
            assert row["high"] - row["difference"] == pytest.approx(reach, rel=1e-5)
        else:  # few deals differ: Student's interval would say too much
            assert row["high"] - row["low"] > 2 * reach
        for side, values in (("first", ours), ("other", theirs)):
            if outcome == "share":
                assert 0 <= row[f"{side}_low"] <= values.mean() <= row[f"{side}_high"] <= 1
            elif values.std():
                reach = t.ppf(0.975, 69) * values.std(ddof=1) / np.sqrt(70)
                assert row[f"{side}_high"] == pytest.approx(values.mean() + reach, rel=1e-5)
    assert {"points", "turns", "share"} == {outcome for outcome, _ in rows}
    assert found.changed() == {"play.knock_at": [10, 4]}


def test_strategies_and_rulesets_go_on_where_they_stopped(tmp_path):
    request = {"deals": 2 * CHUNK_DEALS + 20, "out": tmp_path / "run"}
    stop = StopSignal()
    for step in iter_compare("gin", NAMES, Options(seed=5, stop=stop, workers=1, **request)):
        if step.step.deals:
            stop.set()
    assert step.result.stopped_by == "interrupt"
    assert 0 < step.result.deals < request["deals"]
    again = meldlab.compare("gin", NAMES, **request)
    assert again.seed == 5
    assert 0 < again.results[0].dealt < request["deals"]
    assert again.pairs().equals(meldlab.compare("gin", NAMES, deals=request["deals"], seed=5).pairs())
    rules = {"against_set": {"play.gin_bonus": 40}, "out": tmp_path / "rules"}
    meldlab.compare_rules("gin", ["greedy"], deals=30, seed=5, **rules)
    more = meldlab.compare_rules("gin", ["greedy"], deals=50, **rules)
    assert more.counts == meldlab.compare_rules("gin", ["greedy"], deals=50, seed=5, **{**rules, "out": None}).counts


def test_a_folder_takes_further_tables_and_no_run_of_its_own(tmp_path):
    meldlab.compare("gin", NAMES, deals=20, seed=5, out=tmp_path)
    three = meldlab.compare("gin", [*NAMES, "foresight"], deals=20, out=tmp_path)
    assert three.seed == 5
    assert [result.dealt for result in three.results] == [0, 20, 20]
    with pytest.raises(RunError, match="belongs to another run"):
        meldlab.compare("gin", NAMES, deals=20, seed=6, out=tmp_path)
    single = tmp_path / "single"
    meldlab.play("gin", NAMES, deals=20, seed=5, out=single)
    with pytest.raises(RunError, match="single run"):
        meldlab.compare("gin", NAMES, deals=20, out=single)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"against": "pinacle"}, "objective is deadwood in gin and value in pinacle"),
        ({"against_set": {}}, "the same rules"),
        ({"against_set": {"play.knock_at": 4}, "players": 3}, "played by two|cannot play"),
        ({"against_set": {"deal.upcardd": True}}, "upcardd"),
    ],
)
def test_rulesets_that_cannot_be_compared_are_refused_by_name(change, words, tmp_path):
    with pytest.raises(MeldlabError, match=words):
        meldlab.compare_rules("gin", ["greedy"], deals=5, out=tmp_path / "run", **change)
    assert not (tmp_path / "run").exists()


def test_other_packs_are_not_the_same_deals():
    with pytest.raises(MeldlabError, match=r"pack.printed_jokers is 2 in .* and 1 in .*: other cards"):
        meldlab.compare_rules(
            "continental",
            ["greedy"],
            contract="TT",
            set={"pack.printed_jokers": 2},
            against_set={"pack.printed_jokers": 1},
        )


@pytest.mark.parametrize(
    ("strategies", "options", "words"),
    [
        (["greedy"], {}, "1 strategy cannot be compared"),
        (["greedy", "greedy"], {}, "there twice"),
        (["greedy", "clever"], {}, "clever is no strategy"),
        (NAMES, {"deals": 0}, "0 deals cannot be played"),
        (NAMES, {"seed": -1}, "-1 is not a seed"),
        (NAMES, {"players": 3}, "players"),
        ("greedy", {}, "strategies"),
        (NAMES, {"contract": "TT"}, "gin"),
    ],
)
def test_wrong_requests_are_refused_before_anything_is_played(strategies, options, words, tmp_path):
    with pytest.raises(MeldlabError) as error:
        meldlab.compare("gin", strategies, out=tmp_path / "run", **options)
    assert words in str(error.value)
    assert not (tmp_path / "run").exists()
