"""Checks a printed arrangement against the sentences of the rules; shares nothing with any solver or parser.

Works on the JSON of an answer alone: card texts, kinds, what each card stands for.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

RANKS = "A23456789TJQK"
POINTS = dict(zip(RANKS, (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))

SEED = {"run_wilds": 2, "set_max": 3, "set_wilds": 1, "set_naturals": 2, "distinct": False, "identical": True}
ONLINE = {"run_wilds": 99, "set_max": 4, "set_wilds": 99, "set_naturals": 1, "distinct": True, "identical": False}
RULES: dict[str, dict[str, Any]] = {
    "indian-rummy": SEED | {"sets": 2, "cap": None, "lives_max": 99, "one_life": "loose", "lone_impure": True},
    "indian-rummy-strict": SEED | {"sets": 2, "cap": None, "lives_max": 7, "one_life": "loose", "lone_impure": True},
    "indian-rummy-points": ONLINE | {"sets": 99, "cap": 80, "lives_max": 99, "one_life": "all", "lone_impure": False},
}


def check_answer(answer: Mapping[str, Any], hand: Sequence[str], wild: str | None, ruleset: str) -> None:
    """Assert that the melds are legal, use the hand once, and that what is left adds up to the points."""
    rules = RULES[ruleset]
    rank = None if wild is None else ("T" if wild == "10" else wild[0])
    cards = [card.upper().replace("10", "T") for card in hand]
    if "best_discard" in answer:
        cards.remove(answer["best_discard"])
    _check_arrangement(answer, answer, cards, rank, rules)
    for arrangement in answer.get("arrangements", ()):
        _check_arrangement(arrangement, answer, cards, rank, rules)


def _check_arrangement(
    arrangement: Mapping[str, Any], answer: Mapping[str, Any], cards: list[str], wild: str | None, rules: dict[str, Any]
) -> None:
    melds, loose = arrangement["melds"], arrangement["loose"]
    used = Counter(card for meld in melds for card in meld["cards"]) + Counter(loose)
    assert used == Counter(cards)
    for meld in melds:
        check_meld(meld, wild, rules)
    pures = [len(meld["cards"]) for meld in melds if meld["kind"] == "pure-sequence"]
    others = [len(meld["cards"]) for meld in melds if meld["kind"] == "impure-sequence"]
    sets = [meld for meld in melds if meld["kind"] == "set"]
    pairs = [
        pure + other for place, pure in enumerate(pures) for other in [*pures[:place], *pures[place + 1 :], *others]
    ]
    lives = any(6 <= pair <= rules["lives_max"] for pair in pairs)
    assert len(sets) <= rules["sets"]
    assert lives or not sets, "sets count beside two lives only"
    assert lives or rules["one_life"] == "loose" or not pures, "with one life every card counts"
    assert lives or pures or rules["lone_impure"] or not others, "without a pure sequence every card counts"
    cost = sum(_points(card, wild) for card in loose)
    assert answer["points"] == (cost if rules["cap"] is None else min(cost, rules["cap"]))
    if answer["can_declare"]:
        assert lives
        assert not loose


def check_meld(meld: Mapping[str, Any], wild: str | None, rules: dict[str, Any]) -> None:
    """Assert that one meld is what it says it is."""
    cards, places, kind = meld["cards"], meld["as"], meld["kind"]
    assert len(cards) == len(places)
    assert meld["points"] == sum(_points(card, wild) for card in cards)
    may_be_wild = [_is_wild(card, wild) for card in cards]
    strangers = [place for card, place in zip(cards, places, strict=True) if card != place]
    for card, place, free in zip(cards, places, may_be_wild, strict=True):
        assert card == place or free, f"{card} is no joker and cannot be {place}"
    if kind == "set":
        _check_set(cards, places, rules)
        return
    if len(set(cards)) == 1 and kind == "pure-sequence":
        assert rules["identical"]
        assert len(cards) == 3
        assert places == cards
        return
    assert len(cards) >= 3
    assert {place[1] for place in places} == {places[0][1]}, "one suit"
    steps = [RANKS.index(place[0]) for place in places]
    if steps[-1] == 0:
        steps[-1] = 13  # ace after king
    assert steps == list(range(steps[0], steps[0] + len(steps))), "consecutive, never round the corner"
    # A wild-rank card in its own place may still be called a joker.
    in_own_place = sum(free and card == place for card, place, free in zip(cards, places, may_be_wild, strict=True))
    if kind == "pure-sequence":
        assert not strangers
    else:
        assert kind == "impure-sequence"
        jokers = len(strangers) or 1
        assert strangers or in_own_place
        assert 1 <= jokers <= rules["run_wilds"]
        assert len(cards) - jokers >= 1


def _check_set(cards: Sequence[str], places: Sequence[str], rules: dict[str, Any]) -> None:
    naturals = [card for card, place in zip(cards, places, strict=True) if card == place]
    jokers = [place for card, place in zip(cards, places, strict=True) if card != place]
    assert 3 <= len(cards) <= rules["set_max"]
    assert len({place[0] for place in places}) == 1, "one rank"
    assert all(len(place) == 1 for place in jokers), "a wild in a set stands for the rank"
    assert len(jokers) <= rules["set_wilds"]
    assert len(naturals) >= rules["set_naturals"]
    if rules["distinct"]:
        assert len({card[1] for card in naturals}) == len(naturals)
    if rules["identical"]:
        assert not (len(naturals) == len(cards) == 3 and len(set(naturals)) == 1)


def _is_wild(card: str, wild: str | None) -> bool:
    return card == "JK" or card[0] == wild


def _points(card: str, wild: str | None) -> int:
    return 0 if _is_wild(card, wild) else POINTS[card[0]]
