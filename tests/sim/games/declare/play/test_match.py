"""Matches of Indian rummy: totals over deals, the deal passing on, the pool."""

import numpy as np
import pytest
from declare_deals import block, game

from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.declare.play.match import COLUMNS, DeclareMatch, winners
from meldlab.sim.games.declare.play.plain import Greedy, RandomLegal
from meldlab.sim.games.declare.play.strategies import Cautious
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.matches import MATCH_DEALS, Matches

MIXED = (Greedy(), Cautious(), RandomLegal())


def test_the_points_of_six_deals_are_added_and_the_deal_rotates_by_one_seat():
    match = DeclareMatch(load_ruleset("indian-rummy"), players=3)
    columns = match.play(Matches(seed=3, first_match=5, matches=4, strategies=MIXED)).columns
    table = game("indian-rummy", 3)
    for number in range(4):
        totals = np.zeros(3, dtype=np.int64)
        for deal in range(6):
            order = [(deal + step) % 3 for step in range(3)]
            strategies = [MIXED[player] for player in order]
            played = table.play(block(strategies, first_deal=MATCH_DEALS * (5 + number) + deal, seed=3))
            totals[order] += played.columns["points_x2"][0]
        assert columns["total_x2"][number].tolist() == totals.tolist()
        assert columns["winner"][number].tolist() == (totals == totals.min()).astype(int).tolist()
    assert (columns["deals"] == 6).all()


def test_matches_do_not_depend_on_each_other():
    match = DeclareMatch(load_ruleset("indian-rummy-points", set={"play.pool_limit": 101}), players=3)
    whole = match.play(Matches(seed=3, first_match=0, matches=12, strategies=MIXED)).columns
    assert set(whole) == {column.name for column in COLUMNS}
    for first in range(0, 12, 4):
        part = match.play(Matches(seed=3, first_match=first, matches=4, strategies=MIXED)).columns
        for name, column in whole.items():
            assert np.array_equal(part[name], column[first : first + 4]), name


@pytest.mark.parametrize("limit", [101, 201])
def test_who_reaches_the_pool_limit_is_out_and_the_last_one_wins(limit):
    match = DeclareMatch(load_ruleset("indian-rummy-points", set={"play.pool_limit": limit}), players=4)
    columns = match.play(Matches(seed=8, first_match=0, matches=30, strategies=(Greedy(), Cautious()) * 2)).columns
    out, total = columns["out"], columns["total_x2"]
    assert ((total >= 2 * limit) == (out > 0)).all()
    assert (columns["winner"].sum(axis=1) == 1).all()
    assert (out[columns["winner"] == 1] == 0).all()
    assert (columns["deals"] == out.max(axis=1)).all()
    # a player who is out plays no more: the loser of one deal has at most 80 points beyond the limit
    assert (total < 2 * (limit + 80)).all()


def test_equal_totals_win_together_without_a_pool():
    totals, none_out = np.array([[40, 20, 20]]), np.zeros((1, 3), dtype=np.int64)
    assert winners(totals, none_out, pooled=False).tolist() == [[False, True, True]]


def test_in_a_pool_nobody_has_won_while_two_are_in_and_the_lowest_when_the_last_go_out_together():
    totals = np.array([[10, 20, 300], [210, 220, 300], [10, 300, 300]])
    out = np.array([[0, 0, 4], [9, 9, 4], [0, 5, 4]])
    won = winners(totals, out, pooled=True)
    assert won.tolist() == [[False, False, False], [True, False, False], [True, False, False]]


def test_a_pool_is_played_where_fewer_may_play_too():
    rules = {"deal.players": (4,), "deal.default_players": 4, "pack.decks": 2, "play.pool_limit": 101}
    with pytest.raises(RulesError, match="pool"):
        DeclareMatch(load_ruleset("indian-rummy-points", set=rules), players=4)
