"""Deals of Indian rummy for the tests: rules by keys, lines as a log has them, hands from text."""

from functools import cache

from meldlab.sim.notation import parse_cards
from meldlab.sim.play.block import Block, Layout
from meldlab.sim.play.declare_table import DeclareGame
from meldlab.sim.rules import load_ruleset

SEED = 20261130


@cache
def tables(name):
    return DeclareGame(load_ruleset(name), players=2).tables


def game(name="indian-rummy", players=2, rules=None):
    """Return the game with rules by their keys, those of hands as they are; None where there is no limit."""
    as_text = {key: "none" if value is None else value for key, value in (rules or {}).items()}
    return DeclareGame(load_ruleset(name, set=as_text), players=players, tables=tables(name))


def block(strategies, *, deals=1, first_deal=0, log=False, layouts=(), seed=SEED):
    return Block(
        seed=seed,
        first_deal=first_deal,
        deals=deals,
        strategies=tuple(strategies),
        log=log,
        layouts=tuple(layouts),
    )


def lines(name, strategies, *, deals, rules=None, layouts=(), first_deal=0, seed=SEED):
    """Return the whole log lines of some deals; `rules` by their keys."""
    rules = rules or {}
    asked = block(strategies, deals=deals, log=True, layouts=layouts, first_deal=first_deal, seed=seed)
    played = game(name, len(strategies), rules).play(asked)
    head = {"format": "meldlab-deal/1", "game": name, "rules": rules, "seed": seed}
    names = [strategy.name for strategy in strategies]
    return [head | {"deal": first_deal + number, "strategies": names} | line for number, line in enumerate(played.logs)]


def layout(hands, *, upcard="none", stock="", wild_card=None, shuffles=()):
    """Return a deal laid out from card texts."""
    return Layout(
        hands=tuple(parse_cards(hand) for hand in hands),
        upcard=None if upcard == "none" else parse_cards(upcard)[0],
        stock=parse_cards(stock) if stock else (),
        wild_card=None if wild_card is None else parse_cards(wild_card)[0],
        shuffles=tuple(parse_cards(shuffle) for shuffle in shuffles),
    )
