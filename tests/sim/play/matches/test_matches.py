"""Whole matches by the driver: the same numbers however they are played, shares of the wins, the record."""

import json

import polars as pl
import pytest
from declare_referee import check

import meldlab
from meldlab.sim.common.errors import MeldlabError, RunError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play import task
from meldlab.sim.play.log import deal_log, json_lines
from meldlab.sim.play.matches.match_job import MatchJob
from meldlab.sim.play.play import iter_play

PAIRS = {
    "indian-rummy": ["greedy", "cautious"],
    "continental": ["greedy", "random"],
    "pinacle": ["greedy", "builder"] * 2,
}
POOL = {"play.pool_limit": 101}


def play(game, strategies, *, matches=6, seed=3, **more):
    return meldlab.play(game, strategies, deals=matches, seed=seed, match=True, **more)


@pytest.fixture(scope="module")
def pool():
    return play("indian-rummy", ["greedy", "cautious", "random"], matches=4, set=POOL)


@pytest.fixture(scope="module")
def pool_lines():
    log = deal_log("indian-rummy", ["greedy", "cautious", "random"], match=True, seed=3, set=POOL)
    return [json.loads(line) for line in json_lines(log.lines(4))]


@pytest.mark.parametrize(("game", "deals"), [("indian-rummy", 6), ("continental", 7), ("pinacle", None)])
def test_figures_of_matches_are_those_of_their_log(game, deals):
    result = play(game, PAIRS[game], matches=3)
    log = deal_log(game, PAIRS[game], match=True, seed=3)
    lines = list(log.lines(3))
    games = [line for line in lines if line["format"] == "meldlab-game/1"]
    assert [line["match"] for line in games] == sorted([*range(3)] * result.task.rotations)
    assert result.deals_a_match == (len(lines) - len(games)) / len(games)
    if deals is not None:
        assert result.deals_a_match == deals
    # of a strategy, over all rotations: the totals and the wins that the lines tell of
    name = result.task.strategies[0]
    totals, wins = [], []
    for line in games:
        own = [place for place, each in enumerate(line["strategies"]) if each == name]
        ended = line["result"]
        sides = 2 if game == "pinacle" else len(line["strategies"])
        totals += [ended["totals"][place % sides] for place in own]
        wins += [(place % sides in ended["winners"]) / len(ended["winners"] or [0]) for place in own]
    own = result.players().filter(strategy=name)
    assert own.filter(outcome="total")["mean"].mean() == pytest.approx(sum(totals) / len(totals))
    assert result.wins().filter(strategy=name)["share"].mean() == pytest.approx(sum(wins) / len(wins))


@pytest.mark.parametrize("game", list(PAIRS))
def test_the_deals_of_a_match_stand_before_it_and_add_up(game):
    before = []
    for line in deal_log(game, PAIRS[game], match=True, seed=3).lines(2):
        if line["format"] == "meldlab-deal/1":
            before.append(line)
            continue
        first = 64 * line["match"]
        assert [deal["deal"] for deal in before] == [row["deal"] for row in line["deals"]]
        assert [deal["deal"] for deal in before] == list(range(first, first + len(before)))
        for deal, row in zip(before, line["deals"], strict=True):
            assert deal["strategies"] == [line["strategies"][player] for player in deal["order"]]
            assert deal["order"] == [(row["dealer"] + 1 + seat) % line["players"] for seat in range(line["players"])]
            if game != "pinacle":
                assert deal["result"]["points"] == [row["points"][player] for player in deal["order"]]
        totals = [sum(row["points"][each] for row in line["deals"]) for each in range(len(line["result"]["totals"]))]
        assert totals == line["result"]["totals"] == line["deals"][-1]["totals"]
        before = []
    assert not before


def test_players_of_a_pool_leave_at_the_limit_and_the_last_one_wins(pool_lines):
    for line in pool_lines:
        if line["format"] == "meldlab-deal/1":
            assert line["players"] == len(line["order"]) == len(line["hands"]) == len(line["strategies"])
            # the rest is a deal of as many players, as any other
            check({**{key: value for key, value in line.items() if key not in ("match", "order")}, "rules": {}})
            continue
        inside, totals = {0, 1, 2}, [0, 0, 0]
        for row in line["deals"]:
            assert {player for player, points in enumerate(row["points"]) if points is not None} == inside
            totals = [total + (more or 0) for total, more in zip(totals, row["points"], strict=True)]
            assert row["totals"] == totals
            inside = {player for player in inside if totals[player] < 101}
        assert line["result"] == {"reason": "pool", "totals": totals, "winners": sorted(inside)}
        assert len(inside) == 1


def test_the_next_player_who_is_in_begins(pool_lines):
    orders = []
    for line in pool_lines:
        if line["format"] == "meldlab-game/1":
            orders = []
            continue
        number = line["deal"] % 64
        assert number == len(orders)
        turned = [(number + step) % 3 for step in range(3)]
        assert line["order"] == [player for player in turned if player in line["order"]]
        orders.append(line["order"])


def test_shares_of_the_wins_add_up_to_one(pool):
    wins = pool.wins()
    assert wins["share"].sum() == pytest.approx(1)
    assert (wins["low"] <= wins["share"]).all()
    assert (wins["share"] <= wins["high"]).all()
    assert pool.players().filter(outcome="win_share")["mean"].to_list() == wins["share"].to_list()


def test_both_players_of_a_side_have_its_win():
    wins = play("pinacle", PAIRS["pinacle"]).wins()
    assert wins["share"].sum() == pytest.approx(2)
    assert wins["share"][0] == wins["share"][2]


def test_who_wins_together_shares_the_win():
    # nobody ever scores: everybody has the least total
    rules = {"play.max_turns": 1, "play.match_deals": 1, **{f"points.{rank}": 0 for rank in "A23456789TJQK"}}
    wins = play("indian-rummy", ["greedy"], players=3, matches=4, set=rules).wins()
    assert wins["share"].to_list() == pytest.approx([1 / 3] * 3)


def test_a_share_that_all_matches_agree_on_has_an_honest_interval():
    wins = play("continental", ["greedy", "random"]).wins()
    assert wins["share"].to_list() == [1, 0]
    assert wins["low"][0] < 0.7
    assert wins["high"][1] > 0.3


def test_numbers_do_not_depend_on_workers_or_engine(monkeypatch):
    monkeypatch.setattr(MatchJob, "slice_deals", 3)
    one = play("pinacle", PAIRS["pinacle"], matches=8, workers=2)
    monkeypatch.undo()
    assert play("pinacle", PAIRS["pinacle"], matches=8, engine="serial").counts == one.counts


def test_an_interrupted_run_goes_on_to_the_same_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(MatchJob, "slice_deals", 4)
    monkeypatch.setattr(task, "CHUNK_MATCHES", 8)
    request = {"deals": 32, "match": True, "out": tmp_path, "workers": 1}
    quick = {"play.match_deals": 1, "play.max_turns": 2}
    stop = StopSignal()
    for step in iter_play("indian-rummy", ["greedy", "random"], set=quick, seed=5, stop=stop, **request):
        if step.deals:
            stop.set()
    assert 8 <= step.result.deals < 32
    resumed = meldlab.play("indian-rummy", ["greedy", "random"], set=quick, **request)
    assert resumed.dealt < resumed.deals
    del request["out"]
    assert meldlab.play("indian-rummy", ["greedy", "random"], set=quick, seed=5, **request).counts == resumed.counts


def test_a_folder_of_deals_is_not_one_of_matches(tmp_path):
    meldlab.play("pinacle", ["greedy"], deals=1, seed=1, out=tmp_path)
    with pytest.raises(RunError, match="question"):
        meldlab.play("pinacle", ["greedy"], deals=1, match=True, out=tmp_path)


def test_the_answer_as_json_counts_matches(pool):
    answer = pool.to_dict()
    assert (answer["matches"], answer["players"]) == (4, 3)
    assert answer["deals_a_match"] == pool.deals_a_match
    assert pl.DataFrame(answer["wins"]).equals(pool.wins())
    assert "deals" not in answer


@pytest.mark.parametrize(
    ("game", "strategies", "options", "words"),
    [
        ("gin", ["greedy"], {}, "gin has no matches"),
        ("continental", ["greedy"], {"contract": "TT"}, "all contracts"),
        ("pinacle", ["greedy"], {"players": 3}, "3"),
        ("indian-rummy", ["greedy"], {"matches": 0}, "0 matches cannot be played"),
    ],
)
def test_wrong_requests_are_refused_by_name(game, strategies, options, words):
    with pytest.raises(MeldlabError, match=words):
        play(game, strategies, **options)
