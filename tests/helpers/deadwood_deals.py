"""Deals of gin laid out by hand, and who plays them."""

from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.deadwood.play.game import DeadwoodGame
from meldlab.sim.games.deadwood.play.strategies import STRATEGIES
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.table.block import Layout
from meldlab.sim.table.strategies import make_strategy

GIN = "AS 2S 3S 4H 5H 6H 7C 8C 9C KD"


def strategies(*texts):
    return tuple(make_strategy(text, STRATEGIES) for text in texts)


def game(**rules):
    return DeadwoodGame(ruleset_of("gin", set={key.replace("__", "."): value for key, value in rules.items()}))


def laid(own, other, upcard, stock):
    used = [parse_cards(own), parse_cards(other), parse_cards(upcard), parse_cards(stock)]
    rest = [card for card in range(52) if card not in {each for part in used for each in part}]
    return Layout((used[0], used[1]), used[2][0], (*used[3], *rest))
