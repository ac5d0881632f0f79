"""The rules of Indian rummy as a referee reads them: parameters of the three rulesets, melds, points of a hand.

Imports nothing of meldlab; points come from the brute force of the tests.
"""

import itertools
from typing import NamedTuple

import numpy as np
from declare_brute import brute

RANKS = "A23456789TJQK"
SUITS = "SHDC"
NO_LIMIT = 99


class RefereeError(AssertionError):
    """A line that is no deal of the game."""


class HandRules(NamedTuple):
    """Rule numbers as the brute force reads them."""

    run_min: int = 3
    run_max: int = NO_LIMIT
    run_ace: int = 2
    run_max_wilds: int = 2
    run_min_naturals: int = 1
    run_adjacent_wilds: int = 1
    identical_three: int = 1
    set_min: int = 3
    set_max: int = 3
    set_max_wilds: int = 1
    set_min_naturals: int = 2
    set_distinct_suits: int = 0
    max_sets: int = 2
    min_sequences: int = 2
    min_pure: int = 1
    lives_min_cards: int = 6
    lives_max_cards: int = NO_LIMIT
    set_gate: int = 0
    impure_requires_pure: int = 0
    no_pure_counts_all: int = 0
    one_life_counts: int = 0
    points_cap: int = 1_000_000
    points: np.ndarray = np.array([10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])


SEED_HAND = HandRules()
POINTS_HAND = HandRules(
    run_max_wilds=NO_LIMIT,
    identical_three=0,
    set_max=4,
    set_max_wilds=NO_LIMIT,
    set_min_naturals=1,
    set_distinct_suits=1,
    max_sets=NO_LIMIT,
    impure_requires_pure=1,
    no_pure_counts_all=1,
    one_life_counts=1,
    points_cap=80,
)
HANDS = {
    "indian-rummy": SEED_HAND,
    "indian-rummy-strict": SEED_HAND._replace(lives_max_cards=7),
    "indian-rummy-points": POINTS_HAND,
}
SEED_PLAY = {
    "pack.decks": {"2": 1, "3": 1, "4": 2, "5": 2, "6": 3},
    "pack.printed_jokers": 2,
    "pack.wild": "cut",
    "pack.cut_joker": "redraw",
    "pack.cut_card_in_play": False,
    "deal.upcard": True,
    "play.pack_first_points": 20,
    "play.pack_later_points": 40,
    "play.pack_first_cards": "stock_bottom",
    "play.pack_later_cards": "out",
    "play.wrong_show_points": None,
    "play.discard_joker_pickup": "allowed",
    "play.may_return_upcard": True,
    "play.stock_exhaustion": "reshuffle",
    "play.max_turns": 200,
    "play.first_turn_halving": True,
    "play.settlement": None,
    "play.point_value": 1,
    "play.fee": 0,
}
PLAY = {
    "indian-rummy": SEED_PLAY,
    "indian-rummy-strict": SEED_PLAY,
    "indian-rummy-points": SEED_PLAY
    | {
        "pack.decks": 2,
        "pack.printed_jokers": 1,
        "pack.cut_joker": "aces",
        "play.pack_first_cards": "out",
        "play.wrong_show_points": 80,
        "play.discard_joker_pickup": "initial_only",
        "play.first_turn_halving": False,
        "play.settlement": "winner_takes_sum",
    },
}


def number(card):
    """Return the card's number in the brute force: suit * 13 + rank, 52 for a printed joker."""
    return 52 if card == "JK" else SUITS.index(card[1]) * 13 + RANKS.index(card[0])


def is_card(text):
    return text == "JK" or (isinstance(text, str) and len(text) == 2 and text[0] in RANKS and text[1] in SUITS)


def figures(cards, wild_rank, rules):
    """Return (points, can be declared) of thirteen cards."""
    hand = np.array([number(card) for card in cards], dtype=np.int64)
    points, can_declare, _ = brute(hand, -1 if wild_rank is None else RANKS.index(wild_rank), rules)
    return int(points), bool(can_declare)


def check_declaration(melds, cards, wild_rank, rules):
    """Raise unless `melds` group all `cards` as a declaration must (G1-G5, D1-D4)."""
    laid = sorted(card for meld in melds for card in meld["cards"])
    if laid != sorted(cards):
        raise RefereeError("D1: the melds hold other cards than the hand")
    for meld in melds:
        if set(meld) != {"kind", "cards", "as"} or len(meld["cards"]) != len(meld["as"]):
            raise RefereeError("a meld has its kind, its cards, and what each stands for")
        _check_meld(meld, wild_rank, rules)
    kinds = [meld["kind"] for meld in melds]
    if kinds.count("set") > rules.max_sets:
        raise RefereeError("D4: too many sets")
    pures, sequences = kinds.count("pure-sequence"), len(kinds) - kinds.count("set")
    if pures < rules.min_pure or sequences < rules.min_sequences:
        raise RefereeError("D2: the sequences are missing")
    sizes = [(len(meld["cards"]), meld["kind"]) for meld in melds if meld["kind"] != "set"]
    pairs = (
        first + second
        for one, (first, kind) in enumerate(sizes)
        for other, (second, _) in enumerate(sizes)
        if one != other and kind == "pure-sequence"
    )
    if not any(rules.lives_min_cards <= pair <= rules.lives_max_cards for pair in pairs):
        raise RefereeError("D3: no two lives of the right size")


def _check_meld(meld, wild_rank, rules):
    kind, cards, places = meld["kind"], meld["cards"], meld["as"]
    wilds = [card for card, place in zip(cards, places, strict=True) if card != place]
    for card in wilds:
        if card != "JK" and card[0] != wild_rank:
            raise RefereeError(f"{card} is not wild")
    naturals = [card for card, place in zip(cards, places, strict=True) if card == place]
    if "JK" in naturals:
        raise RefereeError("a printed joker stands for no joker")
    if kind == "set":
        _check_set(cards, places, naturals, len(wilds), rules)
        return
    if kind not in ("pure-sequence", "impure-sequence"):
        raise RefereeError(f"{kind} is no kind of meld")
    if (kind == "pure-sequence") != (not wilds):
        raise RefereeError("a sequence is pure when no wild is used as such")
    if rules.identical_three and len(places) == 3 and len(set(places)) == 1 and not wilds:
        return
    if len(wilds) > rules.run_max_wilds or len(naturals) < rules.run_min_naturals:
        raise RefereeError("G2: too many wild cards")
    if not rules.run_min <= len(cards) <= 13 or not all(map(is_card, places)) or "JK" in places:
        raise RefereeError("G1: no sequence")
    ranks = [RANKS.index(place[0]) for place in places]
    if len({place[1] for place in places}) != 1:
        raise RefereeError("G1: one suit")
    low = all(after == before + 1 for before, after in itertools.pairwise(ranks))
    high = [rank or 13 for rank in ranks]
    if not low and not (ranks[-1] == 0 and all(b == a + 1 for a, b in itertools.pairwise(high))):
        raise RefereeError("G1: consecutive cards, the ace first or last")


def _check_set(cards, places, naturals, wilds, rules):
    if not rules.set_min <= len(cards) <= rules.set_max or wilds > rules.set_max_wilds:
        raise RefereeError("G3: size or wild cards of a set")
    if len(naturals) < rules.set_min_naturals:
        raise RefereeError("G3: naturals of a set")
    ranks = {place[0] for place in places}
    if len(ranks) != 1 or any(len(place) != 1 for place in places if place not in naturals):
        raise RefereeError("G3: one rank")
    if rules.set_distinct_suits and len(set(naturals)) != len(naturals):
        raise RefereeError("G3: different suits")
    if rules.identical_three and len(naturals) == 3 and len(set(naturals)) == 1:
        raise RefereeError("G4: three identical cards are no set")
