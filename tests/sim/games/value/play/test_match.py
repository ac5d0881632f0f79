"""Pinacle matches: deals in turn, totals, the end, ties; score sheets held against the deals they stand on."""

import numpy as np
import pytest
from value_deals import line_of
from value_referee import check

from meldlab.sim.games.value.play.match import ValueMatch
from meldlab.sim.games.value.play.strategies import STRATEGIES
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Played
from meldlab.sim.table.matches import Matches

NAMES = ("closer", "greedy", "builder", "random")


@pytest.fixture(scope="module")
def match():
    return ValueMatch(load_ruleset("pinacle"))


def matches(number, *, first_match=0, log=True, names=NAMES):
    strategies = tuple(STRATEGIES[name]() for name in names)
    return Matches(seed=2, first_match=first_match, matches=number, strategies=strategies, log=log)


@pytest.fixture(scope="module")
def played(match):
    return match.play(matches(20))


def test_the_deals_of_match_m_are_numbered_from_64_m_on(played):
    for number, (deals, sheet) in enumerate(zip(played.deals, played.games, strict=True)):
        assert [line["deal"] for line in deals] == list(range(64 * number, 64 * number + len(deals)))
        assert [row["deal"] for row in sheet["deals"]] == [line["deal"] for line in deals]


def test_the_deal_passes_to_the_left_and_the_player_after_the_dealer_begins(played):
    for deals, sheet in zip(played.deals, played.games, strict=True):
        for number, (line, row) in enumerate(zip(deals, sheet["deals"], strict=True)):
            assert row["dealer"] == (3 + number) % 4
            assert line["order"] == [(row["dealer"] + 1 + seat) % 4 for seat in range(4)]
            assert [name.split("(")[0] for name in line["strategies"]] == [NAMES[player] for player in line["order"]]


def test_the_deals_of_a_match_are_legal(played):
    for deals in played.deals:
        for line in deals:
            check({**line_of(Played({}, ({},)), {}, ["x"] * 4), **line, "seed": 2})


def test_totals_add_up_by_match_side(played):
    for deals, sheet in zip(played.deals, played.games, strict=True):
        totals = [0, 0]
        for line, row in zip(deals, sheet["deals"], strict=True):
            turned = (row["dealer"] + 1) % 2
            points = line["result"]["points"]
            assert row["points"] == [points[turned], points[1 - turned]]
            closing = [event["seat"] for event in line["events"] if event["act"] == "close"]
            assert row["closer"] == (line["order"][closing[0]] if closing else None)
            totals = [total + more for total, more in zip(totals, row["points"], strict=True)]
            assert row["totals"] == totals
        assert sheet["result"]["totals"] == totals


def test_the_first_side_to_the_target_wins_the_higher_total_if_both_reach_it(played):
    for number, sheet in enumerate(played.games):
        *before, last = (row["totals"] for row in sheet["deals"])
        assert all(max(totals) < 1500 or totals[0] == totals[1] for totals in before)
        assert max(last) >= 1500
        won = int(last[1] > last[0])
        assert sheet["result"]["winners"] == [won]
        assert sheet["result"]["reason"] == "target"
        assert played.columns["winner"][number].tolist() == [1 - won, won] * 2


def test_a_tie_at_the_target_plays_another_deal():
    # a low target without bonuses or dear cards makes equal totals likely
    flat = {f"points.{rank}": 5 for rank in "A3456789TJQK"}
    rules = load_ruleset("pinacle", set={"play.target": 1, "play.close_bonus": 0, **flat})
    played = ValueMatch(rules).play(matches(400, names=("greedy",) * 4))
    tied = [sheet for sheet in played.games if sheet["result"]["ties"]]
    assert tied
    for sheet in played.games:
        equal = [
            row["deal"]
            for row in sheet["deals"]
            if row["totals"][0] == row["totals"][1] and row["totals"][0] >= 1
        ]  # fmt: skip
        assert sheet["result"]["ties"] == equal
        assert sheet["deals"][-1]["deal"] not in equal


def test_a_match_of_64_deals_without_a_winner_is_stopped():
    rules = load_ruleset("pinacle", set={"play.target": 1_000_000})
    played = ValueMatch(rules).play(matches(2, names=("greedy",) * 4))
    for sheet in played.games:
        assert len(sheet["deals"]) == 64
        assert (sheet["result"]["reason"], sheet["result"]["winners"]) == ("stopped", [])
    assert played.columns["winner"].sum() == 0


def test_a_match_does_not_depend_on_the_others_of_its_block(match, played):
    for first in (0, 7, 19):
        alone = match.play(matches(1, first_match=first))
        assert alone.games[0] == played.games[first]
        assert alone.deals[0] == played.deals[first]
        for name, values in alone.columns.items():
            assert values[0].tolist() == played.columns[name][first].tolist()


def test_every_column_is_there(match, played):
    assert set(played.columns) == {column.name for column in match.columns}


class Sheet:
    """Deals whose points are written down beforehand, a pair of match sides each."""

    def __init__(self, match, *points):
        self.names, self.points = [column.name for column in match.game.columns if column.of_seat], points

    def play(self, block, places):
        number = block.first_deal
        sides = np.array(self.points[number])[(number + np.arange(4)) % 2]
        columns = {name: np.zeros((1, 4), dtype=np.int64) for name in self.names}
        return Played({**columns, "points": sides[np.newaxis], "turns": np.ones(1, dtype=np.int64)}, ({},))


@pytest.mark.parametrize(
    ("points", "result"),
    [
        ([(1499, 0), (-100, 50), (101, 1449)], {"reason": "target", "totals": [1500, 1499], "winners": [0]}),
        ([(1400, 1450), (200, 100)], {"reason": "target", "totals": [1600, 1550], "winners": [0]}),
        ([(1400, 1450), (100, 300)], {"reason": "target", "totals": [1500, 1750], "winners": [1]}),
        ([(1400, 1300), (100, 200), (-20, -10)], {"reason": "target", "totals": [1480, 1490], "winners": []}),
        ([(1400, 1300), (100, 200), (0, 10)], {"reason": "target", "totals": [1500, 1510], "winners": [1]}),
    ],
    ids=["one reaches it", "both, the higher wins", "both, the other", "a tie and then below", "a tie plays on"],
)
def test_9_7_the_first_side_to_the_target_wins_over_one_or_more_deals(points, result):
    ended = ValueMatch(load_ruleset("pinacle"))
    ended.game = Sheet(ended, *points, (5000, 0))
    (sheet,) = ended.play(matches(1)).games
    if not result["winners"]:  # nobody is at the target any more: the match goes on
        assert sheet["deals"][2]["totals"] == result["totals"]
        assert len(sheet["deals"]) == 4
        return
    assert len(sheet["deals"]) == len(points)
    assert {key: sheet["result"][key] for key in result} == result
    assert [row["points"] for row in sheet["deals"]] == [list(pair) for pair in points]
