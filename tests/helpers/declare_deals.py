"""Deals of Indian rummy for the tests: rules by keys, lines as a log has them, hands from text."""

from functools import cache

import numpy as np

from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.declare.play.game import DeclareGame
from meldlab.sim.games.declare.play.observation import DECLARE, DISCARD, FROM_PILE, FROM_STOCK, PACK, WRONG_SHOW, Ends
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Block, Layout

SEED = 20261130

# W01 of the rules: declarable with any fourteenth card
READY = "4H5H6H 8S9STSJS 2C2D2S KCKDKH"
# a third of the pack: 31 and 44 points as losers' hands, wild rank 7
LOSER_31 = "AS6S7SKS8HTH9DAC6C8CTCJKJK"
LOSER_44 = "4SAH2H3H9H3D6D7D8DJD3C5CJC"
REST = "AD5SQHQSTD9C7H4C4DQDQC5DJH"


@cache
def tables(name):
    return DeclareGame(load_ruleset(name), players=2).tables


def game(name="indian-rummy", players=2, rules=None):
    """Return the game with rules by their keys, those of hands as they are; None where there is no limit."""
    as_text = {key: "none" if value is None else value for key, value in (rules or {}).items()}
    return DeclareGame(load_ruleset(name, set=as_text), players=players, tables=tables(name))


def block(strategies, *, deals=1, first_deal=0, log=False, layouts=(), seed=SEED):
    return Block(
        seed=seed, first_deal=first_deal, deals=deals, strategies=tuple(strategies), log=log, layouts=tuple(layouts)
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


class Scripted:
    """Plays what is written, ``pack``, ``stock KH``, ``pile KH``, ``stock declare QD`` or ``pile show 2S``, in turn.

    One and the same player sits at every seat of one deal.  What it was offered is kept in `offered`.
    """

    name = "hand"

    def __init__(self, *turns):
        self.turns = [turn.split() for turn in turns]
        self.offered = []

    def choose_start(self, seen):
        assert len(seen) == 1
        self.offered.append((bool(seen.stock_open[0]), bool(seen.pile_open[0])))
        word = self.turns[0][0]
        if word == "pack":
            self.turns.pop(0)
        return np.array([{"pack": PACK, "stock": FROM_STOCK, "pile": FROM_PILE}[word]])

    def choose_end(self, seen):
        *_, card = turn = self.turns.pop(0)
        act = {"declare": DECLARE, "show": WRONG_SHOW}.get(turn[1], DISCARD)
        return Ends(np.array([act]), np.array(parse_cards(card)))


def play_script(deal, *turns, name="indian-rummy", rules=None):
    """Return the line of one deal laid out by hand and played as written, and the player."""
    player = Scripted(*turns)
    line = lines(name, [player] * len(deal.hands), deals=1, rules=rules, layouts=[deal])[0]
    assert not player.turns, "the deal was over before"
    return line, player


def two(hand, *, upcard="3S", stock=LOSER_44 + REST, **more):
    """Return a deal of two seats, `hand` against LOSER_31."""
    return layout([hand, LOSER_31], upcard=upcard, stock=stock, wild_card="7C", **more)


def events(line, act):
    """Return the events of one kind."""
    return [event for event in line["events"] if event["act"] == act]
