"""Logged deals of Indian rummy, played over by a referee who shares nothing with the loop."""

import pytest
from play.declare_deals import lines
from play.declare_referee import check

from meldlab.sim.play.declare_plain import Greedy, RandomLegal

PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
LONG = RandomLegal(pack=0, wrong_show=0)


def tables(players):
    """Return strategies for so many seats: chance, chance that never gives up, greed, all of them."""
    mixed = ([Greedy(), RandomLegal(), LONG] * 2)[:players]
    return [RandomLegal()] * players, [LONG] * players, [Greedy()] * players, mixed


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_logged_deal_is_legal_and_counted_right(preset, players):
    for strategies in tables(players):
        for line in lines(preset, strategies, deals=5):
            check(line)


@pytest.mark.full
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_twenty_thousand_logged_deals_are_legal_and_counted_right(preset, players):
    for strategies in tables(players):
        for first in range(0, 340, 34):
            for line in lines(preset, strategies, deals=34, first_deal=first, seed=players):
                check(line)
