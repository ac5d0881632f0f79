"""The independent referee of Continental logs catches every kind of corrupted line."""

import json
from copy import deepcopy

import pytest
from contract_deal_referee import RefereeError, check
from contract_deals import lines

from meldlab.sim.games.contract.play.plain import RandomLegal

#: The example of the log's description, its stock written out suit by suit.
EXAMPLE = json.loads("""
{"format": "meldlab-deal/1", "game": "continental", "rules": {}, "players": 2, "seed": 7, "deal": 1,
 "strategies": ["a", "b"], "round": 2, "contract": "TE", "dealer": 1, "match": 0, "order": [0, 1],
 "hands": [["QH", "QD", "QC", "8D", "9D", "JK", "TC", "3S"], ["7H", "7D", "7C", "4S", "5S", "JK", "KD", "KC"]],
 "upcard": "7S",
 "stock": ["JD", "AC", "TD", "9H", "AS", "AS", "2S", "2S", "3S", "4S", "5S", "6S", "6S", "7S", "8S", "8S", "9S",
  "9S", "TS", "TS", "JS", "JS", "QS", "QS", "KS", "KS", "AH", "AH", "2H", "2H", "3H", "3H", "4H", "4H", "5H", "5H",
  "6H", "6H", "7H", "8H", "8H", "9H", "TH", "TH", "JH", "JH", "QH", "KH", "KH", "AD", "AD", "2D", "2D", "3D", "3D",
  "4D", "4D", "5D", "5D", "6D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AC", "2C", "2C", "3C", "3C", "4C",
  "4C", "5C", "5C", "6C", "6C", "7C", "8C", "8C", "9C", "9C", "TC", "JC", "JC", "QC", "KC", "JK", "JK", "JK", "JK"],
 "events": [
  {"seat": 0, "act": "draw", "from": "stock", "card": "JD"},
  {"seat": 1, "act": "contra", "card": "7S", "penalty": ["AC"], "declined": []},
  {"seat": 0, "act": "down", "melds": [{"id": "0.0", "kind": "T", "cards": ["QH", "QD", "QC"]},
   {"id": "0.1", "kind": "E", "cards": ["8D", "9D", "JK", "JD"], "as": ["8D", "9D", "TD", "JD"]}]},
  {"seat": 0, "act": "discard", "card": "TC"},
  {"seat": 1, "act": "draw", "from": "stock", "card": "TD"},
  {"seat": 1, "act": "down", "melds": [{"id": "1.0", "kind": "T", "cards": ["7H", "7D", "7C"]},
   {"id": "1.1", "kind": "E", "cards": ["4S", "5S", "JK", "7S"], "as": ["4S", "5S", "6S", "7S"]}]},
  {"seat": 1, "act": "swap", "card": "TD", "meld": "0.1", "cell": 2, "to": "0.1", "end": "left", "as": "7D"},
  {"seat": 1, "act": "move", "meld": "0.1", "from_end": "left", "to": "0.1", "end": "right", "as": "QD"},
  {"seat": 1, "act": "layoff", "card": "KD", "meld": "0.1", "end": "right", "as": "KD"},
  {"seat": 1, "act": "discard", "card": "KC"},
  {"seat": 0, "act": "draw", "from": "stock", "card": "9H"},
  {"seat": 0, "act": "layoff", "card": "3S", "meld": "1.1", "end": "left", "as": "3S"},
  {"seat": 0, "act": "close", "card": "9H"}],
 "result": {"reason": "close", "winner": 0, "points": [0, 20], "turns": 3}}
""")


def event(number, **changes):
    """Return a corruption that changes fields of an event."""

    def corrupt(line):
        line["events"][number].update(changes)

    return corrupt


def top(**changes):
    return lambda line: line.update(changes)


def result(**changes):
    return lambda line: line["result"].update(changes)


def without(number):
    return lambda line: line["events"].pop(number)


def twice(number):
    return lambda line: line["events"].insert(number, deepcopy(line["events"][number]))


def swapped(number):
    def corrupt(line):
        line["events"][number], line["events"][number + 1] = line["events"][number + 1], line["events"][number]

    return corrupt


def meld(number, place, **changes):
    return lambda line: line["events"][number]["melds"][place].update(changes)


CORRUPTIONS = {
    "another format": top(format="meldlab-deal/2"),
    "another game": top(game="pinacle"),
    "an unknown field": top(comment="x"),
    "a missing field": lambda line: line.pop("dealer"),
    "another dealer": top(dealer=0),
    "another round": top(round=3),
    "another contract": top(contract="TT"),
    "a wrong order": top(order=[0, 0]),
    "an unknown rule": top(rules={"play.contras": 2}),
    "a usual rule": top(rules={"play.contra": True}),
    "other points of a rule": top(rules={"points.A": 25}),
    "a card dealt twice": lambda line: line["hands"][0].__setitem__(0, "QD"),
    "a card too few dealt": lambda line: line["stock"].append(line["hands"][0].pop()),
    "an unknown card": lambda line: line["stock"].__setitem__(-1, "XX"),
    "another upcard": top(upcard="8S"),
    "a card drawn that is not on top": event(0, card="AC"),
    "a draw from the pile of a card that is not there": event(4, **{"from": "discard"}),
    "a draw from nowhere": event(0, **{"from": "hand"}),
    "the wrong seat draws": event(0, seat=1),
    "a turn without a draw": without(0),
    "two draws in a turn": twice(0),
    "a contra of another card": event(1, card="8S"),
    "another penalty card": event(1, penalty=["TD"]),
    "a contra without penalty": event(1, penalty=[]),
    "a contra by the seat in turn": event(1, seat=0),
    "seats that declined but were not asked": event(1, declined=[0]),
    "a contra after the discard": lambda line: line["events"].insert(3, line["events"].pop(1)),
    "a contra although rules forbid it": top(rules={"play.contra": False}),
    "a contra of the first card although rules forbid it": top(rules={"play.contra_first_card": False}),
    "a meld with another id": meld(2, 0, id="0.2"),
    "a meld of two ranks": meld(2, 0, cards=["QH", "QD", "TC"]),
    "a meld of cards that are not held": meld(2, 0, cards=["QH", "QD", "QS"]),
    "a run whose cells stand for other cards": meld(2, 1, **{"as": ["8D", "9D", "TD", "QD"]}),
    "a run without its cells": lambda line: line["events"][2]["melds"][1].pop("as"),
    "one meld too few": lambda line: line["events"][2]["melds"].pop(),
    "runs before sets": lambda line: line["events"][2]["melds"].reverse(),
    "going down twice": twice(2),
    "a discard of a card not held": event(3, card="AS"),
    "no discard": without(3),
    "a discard and one more": twice(3),
    "a swap of the wrong card": event(6, card="KD"),
    "a swap with a cell that holds no joker": event(6, cell=1),
    "a swapped joker to another owner": event(6, to="1.1", end="left", **{"as": "3S"}),
    "a swapped joker that stands for another card": event(6, **{"as": "6D"}),
    "a move from an end without a joker": event(7, from_end="right", end="left", **{"as": "6D"}),
    "a move to the same end": event(7, end="left", **{"as": "7D"}),
    "a move although rules forbid it": top(rules={"play.joker_move": False}),
    "a swap on another's run although only owners may": top(rules={"play.joker_move_by": "owner"}),
    "a lay-off at the wrong end": event(8, end="left"),
    "a lay-off on no meld": event(8, meld="0.7"),
    "a lay-off on a set with an end": event(8, meld="0.0"),
    "a lay-off before going down": swapped(5),
    "a lay-off beyond the limit": top(rules={"play.layoff_limit": 1}),
    "a close with two cards": without(11),
    "a close with another card": event(12, card="9S"),
    "a close without the last card": event(12, card=None),
    "a discard where it has to close": event(12, act="discard"),
    "events after the close": lambda line: line["events"].append({"seat": 1, "act": "draw", "from": "stock"}),
    "no end": without(12),
    "an unknown act": event(7, act="shuffle"),
    "an unknown field of an event": event(0, note="x"),
    "a reshuffle too early": lambda line: line["events"].insert(4, {"act": "reshuffle", "stock": line["stock"][2:]}),
    "another winner": result(winner=1),
    "another reason": result(reason="void"),
    "other points": result(points=[0, 10]),
    "minus 10 for going down earlier": result(points=[-10, 20]),
    "another number of turns": result(turns=4),
    "an unknown field of the result": result(score=1),
}


def test_the_example_of_the_description_is_a_legal_deal():
    check(EXAMPLE)


@pytest.mark.parametrize("name", list(CORRUPTIONS))
def test_a_corrupted_line_is_caught(name):
    line = deepcopy(EXAMPLE)
    CORRUPTIONS[name](line)
    with pytest.raises(RefereeError):
        check(line)


def with_reshuffle():
    """Return a line of random play with a reshuffle, and where it is."""
    for line in lines("EEE", [RandomLegal()] * 4, deals=6):
        for place, one in enumerate(line["events"]):
            if one["act"] == "reshuffle" and len(set(one["stock"])) > 1:
                return line, place
    raise AssertionError("no deal was reshuffled")


@pytest.mark.parametrize(
    "corrupt",
    [
        lambda one: one["stock"].pop(),
        lambda one: one["stock"].__setitem__(0, one["stock"][0]) or one["stock"].append("AS"),
        lambda one: one.update(seat=0),
    ],
)
def test_a_corrupted_reshuffle_is_caught(corrupt):
    line, place = with_reshuffle()
    check(line)
    corrupt(line["events"][place])
    with pytest.raises(RefereeError):
        check(line)


def test_a_reshuffle_left_out_is_caught():
    line, place = with_reshuffle()
    del line["events"][place]
    with pytest.raises(RefereeError):
        check(line)
