"""Logged Pinacle deals held by an independent referee, and logs that were tampered with, which it must not let pass."""

import copy
from functools import cache

import pytest
from value_deals import line_of
from value_referee import RefereeError, check

from meldlab.sim.games.value.play.game import ValueGame
from meldlab.sim.games.value.play.strategies import STRATEGIES
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Block

RULES = [
    {},
    {"play.rescue_same_turn": True, "play.end_block_rescue": False, "play.discard_drawn": False},
    {"play.pozo_requires_meld": True, "play.close_discard": "required", "play.stock_end": "reshuffle"},
    {"play.wild_discard": False, "play.stock_end": "end", "play.signal_min": 3, "play.max_turns": 60},
    {"table.wild_in_place": "substituted", "special.extra": "none", "set.max_per_rank": "none"},
    {"table.wild_in_place": "hand_value", "meld.max_wilds": "none", "meld.naturals_majority": False},
    {"deal.upcard": False, "run.max": 5, "play.signal_allowed": False, "meld.max_wilds": 2},
    {"run.min": 4, "play.close_discard": "required", "play.discard_drawn": False, "play.wild_discard": False},
]
MIXED = ("random", "greedy", "builder", "closer")


def seats(names):
    return tuple(STRATEGIES[name]() for name in names)


def lines(rules, names, *, seed, deals, first_deal=0):
    block = Block(seed=seed, first_deal=first_deal, deals=deals, strategies=seats(names), log=True)
    played = ValueGame(load_ruleset("pinacle", set=rules)).play(block)
    return [
        line_of(played, rules, names, seed=seed, deal=first_deal + number, number=number) for number in range(deals)
    ]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: ",".join(rules) or "default")
@pytest.mark.parametrize("names", [("random",) * 4, MIXED, ("closer", "builder") * 2, ("greedy",) * 4])
def test_every_deal_is_legal_and_scored_right(rules, names):
    for line in lines(rules, names, seed=11, deals=12):
        check(line)


@pytest.mark.full
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: ",".join(rules) or "default")
@pytest.mark.parametrize("names", [("random",) * 4, MIXED, ("closer", "builder") * 2, ("greedy",) * 4])
def test_twenty_thousand_deals_are_legal_and_scored_right(rules, names):
    for line in lines(rules, names, seed=12, deals=625):
        check(line)


@cache
def samples():
    """Return lines in which everything happens at least once."""
    return lines({"play.signal_min": 5}, ("random",) * 4, seed=21, deals=60)


def with_event(act, fits=lambda event: True):
    """Return a copy of a line with such an event, and the event's number."""
    for line in samples():
        for number, event in enumerate(line["events"]):
            if event["act"] == act and fits(event):
                return copy.deepcopy(line), number
    raise AssertionError(f"no {act} in the samples")


def change(act, fits=lambda event: True, /, **fields):
    line, number = with_event(act, fits)
    line["events"][number].update(fields)
    return line


def _first_line():
    return copy.deepcopy(samples()[0])


def _result(**fields):
    line = _first_line()
    line["result"].update(fields)
    return line


def _side(**fields):
    line = _first_line()
    line["result"]["sides"][0].update(fields)
    return line


def _meld(**fields):
    line, _ = with_event("expose")
    next(side for side in line["result"]["sides"] if side["melds"])["melds"][0].update(fields)
    return line


def _without(act):
    line, number = with_event(act)
    del line["events"][number]
    return line


def _twice(act):
    line, number = with_event(act)
    line["events"].insert(number, copy.deepcopy(line["events"][number]))
    return line


def _card_from_nowhere():
    line = _first_line()
    line["hands"][0][0] = "JK" if line["hands"][0][0] != "JK" else "3S"
    return line


def _swapped_stock():
    line = _first_line()
    other = next(number for number, card in enumerate(line["stock"]) if card != line["stock"][0])
    line["stock"][0], line["stock"][other] = line["stock"][other], line["stock"][0]
    return line


def _event_after_the_end():
    line = _first_line()
    line["events"].append(copy.deepcopy(line["events"][0]))
    return line


def _cut_short():
    line = _first_line()
    line["events"] = line["events"][:-1]
    return line


def _unknown_field():
    return {**_first_line(), "note": "hello"}


def _missing_field():
    line = _first_line()
    del line["upcard"]
    return line


def _take_in_another_order():
    line, number = with_event("take-pile", lambda event: len(set(event["cards"])) > 1)
    line["events"][number]["cards"].reverse()
    return line


def _false_signal():
    def few(event):
        return event["kind"] == "run" and "signal" not in event

    for line in samples():
        for number, event in enumerate(line["events"]):
            if event["act"] == "expose" and few(event):
                changed = copy.deepcopy(line)
                changed["rules"] = {"play.signal_min": 12}
                changed["events"][number]["signal"] = True
                return changed
    raise AssertionError("no run in the samples")


def _wild_elsewhere():
    def run_with_wild(event):
        return event["kind"] == "run" and any(card == "JK" or card[0] == "2" for card in event["cards"])

    line, number = with_event("expose", run_with_wild)
    event = line["events"][number]
    at = next(i for i, card in enumerate(event["cards"]) if card == "JK" or card[0] == "2")
    event["as"][at] = event["as"][at - 1]
    return line


def _another_rank():
    line, number = with_event("expose", lambda event: event["kind"] == "set")
    event = line["events"][number]
    event["cards"][0] = event["as"][0] = "3S" if event["cards"][0][0] != "3" else "4S"
    return line


def _move_to_its_own_place():
    line, number = with_event("move")
    step = line["events"][number]["moves"][0]
    step["to"] = step["from"]
    return line


def _move_of_another_card():
    line, number = with_event("move")
    step = line["events"][number]["moves"][0]
    step["card"] = "JK" if step["card"] != "JK" else "2S"
    return line


def _rescue_of_another_wild():
    line, number = with_event("rescue")
    event = line["events"][number]
    event["wild"] = "JK" if event["wild"] != "JK" else "2S"
    return line


def _rescued_in_the_same_turn_is_forbidden():
    # legal under the rule that allows it; the same events under the other rule are not
    for line in lines({"play.rescue_same_turn": True}, ("random",) * 4, seed=5, deals=200):
        changed = {**line, "rules": {}}
        try:
            check(changed)
        except RefereeError as error:
            if "this turn" in str(error) or "cannot be rescued" in str(error):
                return changed
    raise AssertionError("no rescue in the turn of laying")


def _discard_as_close():
    return change("discard", act="close")


CORRUPTIONS = {
    "another format": lambda: {**_first_line(), "format": "meldlab-deal/2"},
    "another game": lambda: {**_first_line(), "game": "continental"},
    "another dealer": lambda: {**_first_line(), "dealer": 0},
    "three players": lambda: {**_first_line(), "players": 3},
    "an unknown rule": lambda: {**_first_line(), "rules": {"play.colour": 1}},
    "an unknown field": _unknown_field,
    "a missing field": _missing_field,
    "an order that is no rotation": lambda: {**_first_line(), "match": 0, "order": [1, 0, 2, 3]},
    "a card from nowhere": _card_from_nowhere,
    "the stock in another order": _swapped_stock,
    "another seat": lambda: change("draw", seat=9),
    "a draw from elsewhere": lambda: change("draw", **{"from": "discard"}),
    "a card drawn that is not on top": lambda: change("draw", card="XX"),
    "a draw left out": lambda: _without("draw"),
    "two draws": lambda: _twice("draw"),
    "part of the pozo": lambda: change("take-pile", lambda event: len(event["cards"]) > 1, cards=["JK"]),
    "the pozo in another order": _take_in_another_order,
    "a discard left out": lambda: _without("discard"),
    "two discards": lambda: _twice("discard"),
    "a discard from nowhere": lambda: change("discard", card="XX"),
    "a discard that says it closes": _discard_as_close,
    "a close without a card though one is left": lambda: change("close", lambda e: e["card"] is not None, card=None),
    "a meld numbered wrongly": lambda: change("expose", meld="0.9"),
    "a meld of the other side": lambda: change("add", lambda e: e["meld"][0] == "0", meld="1.0"),
    "a set called a run": lambda: change("expose", lambda e: e["kind"] == "set", kind="run"),
    "a run called a set": lambda: change("expose", lambda e: e["kind"] == "run", kind="set"),
    "two cards on one place": _wild_elsewhere,
    "another rank in a set": _another_rank,
    "a meld laid twice": lambda: _twice("expose"),
    "a meld left out": lambda: _without("expose"),
    "an addition left out": lambda: _without("add"),
    "a false signal": _false_signal,
    "a signal that is no signal": lambda: change("expose", lambda e: "signal" in e, signal=False),
    "a move to its own place": _move_to_its_own_place,
    "a move of another card": _move_of_another_card,
    "no moves": lambda: change("move", moves=[]),
    "an empty list of moves beside cards": lambda: change("add", lambda e: "moves" not in e, moves=[]),
    "a rescue of another wild card": _rescue_of_another_wild,
    "a rescue left out": lambda: _without("rescue"),
    "a rescue in the turn of laying": _rescued_in_the_same_turn_is_forbidden,
    "an unknown act": lambda: change("add", act="swap"),
    "an unknown field of an event": lambda: change("draw", note=1),
    "an event after the end": _event_after_the_end,
    "a deal cut short": _cut_short,
    "another reason": lambda: _result(reason="max-turns"),
    "another number of turns": lambda: _result(turns=_first_line()["result"]["turns"] + 1),
    "other points": lambda: _result(points=[1, 2]),
    "the other winner": lambda: _result(winner=1 - (_first_line()["result"]["winner"] or 0)),
    "another total": lambda: _side(total=12345),
    "another cost of the hands": lambda: _side(hand=_first_line()["result"]["sides"][0]["hand"] + 5),
    "another bonus": lambda: _side(bonus=50),
    "other cards left": lambda: _side(left=[["3S"], ["3S"]]),
    "melds left out of the result": lambda: _side(melds=[]),
    "another value of a meld": lambda: _meld(value=1),
    "another class of a meld": lambda: _meld(**{"class": "pinaculo"}),
    "other cards of a meld": lambda: _meld(cards=["3S"]),
    "a wild card rescued that was not": lambda: _meld(rescued=["JK", "JK", "JK", "JK"]),
}


def test_the_samples_are_right():
    acts = set()
    for line in samples():
        check(line)
        acts |= {event["act"] for event in line["events"]}
    assert acts == {"draw", "take-pile", "expose", "add", "move", "rescue", "discard", "close"}


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corrupted_log_is_caught(name):
    with pytest.raises(RefereeError):
        check(CORRUPTIONS[name]())


def test_the_example_of_the_log_format_is_right(pinacle_example):
    check(pinacle_example)


@pytest.fixture
def pinacle_example():
    import json
    from pathlib import Path

    return json.loads((Path(__file__).parent / "value_example.json").read_text(encoding="utf-8"))


def test_the_example_of_the_log_format_is_played_to_the_letter(pinacle_example):
    from value_deals import play

    from meldlab.sim.common.notation import parse_cards
    from meldlab.sim.table.block import Layout

    deal = Layout(
        tuple(parse_cards(hand) for hand in pinacle_example["hands"]),
        parse_cards(pinacle_example["upcard"])[0],
        parse_cards(pinacle_example["stock"]),
    )
    line = play([], pinacle_example["events"], deal=deal)
    for event in [*line["events"], *pinacle_example["events"]]:
        if event.get("kind") == "set":  # its cards come in any order
            event["cards"], event["as"] = sorted(event["cards"]), sorted(event["as"])
    assert line["events"] == pinacle_example["events"]
    ours, told = line["result"], pinacle_example["result"]
    assert {**ours, "sides": None} == {**told, "sides": None}
    for our_side, told_side in zip(ours["sides"], told["sides"], strict=True):
        assert [sorted(hand) for hand in our_side["left"]] == [sorted(hand) for hand in told_side["left"]]
        for our_meld, told_meld in zip(our_side["melds"], told_side["melds"], strict=True):
            assert sorted(our_meld.pop("cards")) == sorted(told_meld.pop("cards"))
            assert our_meld == told_meld
