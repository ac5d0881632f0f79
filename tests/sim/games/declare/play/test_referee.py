"""Logged deals of Indian rummy, played over by a referee who shares nothing with the loop."""

import pytest
from declare_deals import lines
from declare_referee import check

from meldlab.sim.games.declare.play.plain import Greedy, RandomLegal
from meldlab.sim.games.declare.play.strategies import Cautious, Expert, Finisher

PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
LONG = RandomLegal(pack=0, wrong_show=0)


def tables(players):
    """Return strategies for so many seats: chance, chance that never gives up, greed, different ones."""
    mixed = [Finisher(), Cautious(), LONG, Expert(), Greedy(), RandomLegal()][:players]
    return [RandomLegal()] * players, [LONG] * players, [Greedy()] * players, mixed


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_logged_deal_is_legal_and_counted_right(preset, players):
    for strategies in tables(players):
        for line in lines(preset, strategies, deals=5):
            check(line)


VARIANTS = [
    {"play.pack_first_points": 10, "play.pack_later_points": 30},
    {"play.pack_first_cards": "out", "play.pack_later_cards": "stock_bottom"},
    {"play.pack_first_cards": "stock_bottom", "play.pack_later_cards": "stock_bottom"},
    {"play.wrong_show_points": 60},
    {"play.discard_joker_pickup": "initial_only"},
    {"play.discard_joker_pickup": "never"},
    {"play.may_return_upcard": False},
    {"play.stock_exhaustion": "lowest_wins"},
    {"play.max_turns": 3},
    {"play.first_turn_halving": False},
    {"play.settlement": "winner_takes_sum", "play.point_value": 0.5, "play.fee": 0.125},
    {"pack.cut_joker": "aces"},
    {"pack.cut_card_in_play": True},
    {"pack.printed_jokers": 0},
    {"pack.decks": 3},
    {"deal.upcard": False},
]


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: ", ".join(rules))
def test_deals_of_every_play_parameter_are_legal_and_counted_right(rules):
    often = RandomLegal(pack=0, wrong_show=1)
    for strategies in ([RandomLegal()] * 3, [LONG] * 2, [often, LONG, Greedy()], [Expert(), RandomLegal(), Finisher()]):
        for line in lines("indian-rummy", strategies, deals=6, rules=rules):
            check(line)


@pytest.mark.full
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_twenty_thousand_logged_deals_are_legal_and_counted_right(preset, players):
    for strategies in tables(players):
        for first in range(0, 340, 34):
            for line in lines(preset, strategies, deals=34, first_deal=first, seed=players):
                check(line)
