"""Hand-made Pinacle deals: hands filled up from the pack, scripted seats, every line held by the referee."""

from collections import Counter
from functools import cache

import pytest
from value_referee import check

from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.value.play.acts import Action
from meldlab.sim.games.value.play.game import ValueGame
from meldlab.sim.games.value.play.python_seats import OneByOne
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Block, Layout

#: Ranks in the order in which they fill hands that do not matter.
_ORDER = "3579JK468TQA2"
#: Rules that stop a deal early.
ONE_TURN = {"play.max_turns": 1}
FIVE_TURNS = {"play.max_turns": 5}
#: A run of eleven, all cards of a hand.
FULL = "3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
PACK = [rank + suit for rank in _ORDER for suit in "SHDC" for _ in range(2)] + ["JK"] * 4


@cache
def game(rules=()):
    return ValueGame(load_ruleset("pinacle", set=dict(rules)))


class Unchecked(OneByOne):
    """Lets every answer pass, so that the loop has to judge it."""

    free_acts = (*OneByOne.free_acts, "draw", "take-pile", "discard", "close")


class Script:
    """Follows a list of events; beyond it draws, lays nothing and throws its lowest card."""

    def __init__(self, events):
        self.events = [Action.of_event(event) for event in events]
        self.offered = []

    def act(self, seen, actions):
        if self.events:
            action = self.events.pop(0)
            self.offered.append((action, list(actions)))
            return action
        ends = [action for action in actions if action.act in ("draw", "discard", "close")]
        return ends[0] if ends else actions[-1]


def layout(hands, upcard, stock):
    """Return a deal of the whole pack that begins with these cards."""
    left = list(PACK)
    for card in [card for hand in hands for card in hand.split()] + stock.split() + ([upcard] if upcard else []):
        left.remove(card)
    full = []
    for hand in [*hands, *[""] * (4 - len(hands))]:
        cards = hand.split()
        while len(cards) < 11:
            cards.append(left.pop(0))
        full.append(parse_cards(" ".join(cards)))
    upcard = upcard or left.pop(0)
    return Layout(tuple(full), parse_cards(upcard)[0], parse_cards(" ".join([*stock.split(), *left])))


def line_of(played, rules, names, *, seed=0, deal=0, number=0):
    """Return a whole line of the log."""
    return {
        "format": "meldlab-deal/1",
        "game": "pinacle",
        "rules": dict(rules),
        "players": 4,
        "seed": seed,
        "deal": deal,
        "strategies": list(names),
        **played.logs[number],
    }


def play(hands, events, *, upcard=None, stock="", rules=(), deal=None):
    """Return the line of a deal in which seat 0, 1, 2, 3, 0 ... do what the events say, turn after turn."""
    script = Script([])
    seat = Unchecked(script, name="script")
    rules = tuple(sorted(dict(rules).items()))
    script.events = [Action.of_event(event) for event in events]
    block = Block(
        seed=0, first_deal=0, deals=1, strategies=(seat,) * 4, log=True, layouts=(deal or layout(hands, upcard, stock),)
    )
    line = line_of(game(rules).play(block), rules, ["script"] * 4)
    check(line)
    return line


def refused(message, *arguments, **options):
    """Play a deal in which the loop must refuse something, by a message that says so."""
    with pytest.raises(RunError, match=message):
        play(*arguments, **options)


def draw():
    return {"act": "draw"}


def take():
    return {"act": "take-pile"}


def throw(card):
    return {"act": "discard", "card": card}


def close(card=None):
    return {"act": "close", "card": card}


def passes(*cards):
    """Return turns that draw and throw these cards."""
    return [event for card in cards for event in (draw(), throw(card))]


def run(cards, places=None, *, signal=False):
    event = {"act": "expose", "kind": "run", "cards": cards.split(), "as": (places or cards).split()}
    return {**event, "signal": True} if signal else event


def same(cards):
    """Return the exposure of a set."""
    cards = cards.split()
    rank = next(card[0] for card in cards if card != "JK" and card[0] != "2")
    stands = [rank if card == "JK" or card[0] == "2" else card for card in cards]
    return {"act": "expose", "kind": "set", "cards": cards, "as": stands}


def add(meld, cards, places=None, moves=()):
    event = {"act": "add", "meld": meld, "cards": cards.split(), "as": (places or cards).split()}
    return {**event, "moves": list(moves)} if moves else event


def move(card, source, target):
    return {"card": card, "from": source, "to": target}


def moved(meld, *moves):
    return {"act": "move", "meld": meld, "moves": list(moves)}


def rescue(meld, card, wild):
    return {"act": "rescue", "meld": meld, "card": card, "wild": wild}


def melds(line, side=0):
    """Return class, value and cards of the melds of a side at the end."""
    rows = line["result"]["sides"][side]["melds"]
    return [(row["class"], row["value"], " ".join(row["cards"]), " ".join(row["rescued"])) for row in rows]


def events_of(line, act):
    return [event for event in line["events"] if event["act"] == act]


def same_cards(first, second):
    return Counter(first) == Counter(second)
