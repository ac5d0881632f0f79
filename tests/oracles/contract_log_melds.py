"""Melds of a Continental log as plain lists, with the rules that say what they may be; nothing of meldlab is used."""

from itertools import pairwise

RANKS, SUITS = "A23456789TJQK", "SHDC"
JOKER = "JK"
NO_LIMIT = 10_000
CARDS = frozenset(rank + suit for rank in RANKS for suit in SUITS) | {JOKER}

DEFAULTS = {
    "pack.decks": 2,
    "pack.printed_jokers": 3,
    "deal.extra": 1,
    "run.min": 4,
    "run.max": "none",
    "run.ace": "circular",
    "run.max_wilds": "none",
    "run.min_naturals": 0,
    "run.adjacent_wilds": False,
    "set.min": 3,
    "set.max": "none",
    "set.max_wilds": "none",
    "set.min_naturals": 0,
    "set.all_wild": True,
    "set.distinct_suits": False,
    "points.A": 20,
    **{f"points.{rank}": int(rank) for rank in "23456789"},
    **{f"points.{rank}": 10 for rank in "TJQK"},
    "points.joker": 50,
    "contract.hands": ["TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"],
    "contract.exact": True,
    "contract.longer_melds": True,
    "play.joker_discard": True,
    "play.no_return_discard": False,
    "play.contra": True,
    "play.contra_penalty": 1,
    "play.contra_discarder": True,
    "play.contra_after_down": True,
    "play.contra_limit": "none",
    "play.contra_timing": "after_draw",
    "play.contra_first_card": True,
    "play.layoff_same_turn": True,
    "play.layoff_limit": "none",
    "play.joker_swap": "same_owner",
    "play.joker_move": True,
    "play.joker_move_by": "any_down",
    "play.close_needs_discard": False,
    "play.close_same_turn": -10,
    "play.close_later": 0,
    "play.max_turns": 300,
}
FIXED = {
    "play.joker_upcard": "keep",
    "play.contra_priority": "turn",
    "play.layoff_needs_down": True,
    "play.layoff_on": "any",
    "play.trio_joker_swap": False,
    "play.stock_empty": "reshuffle_keep_top",
    "play.void_hand": "score_all",
    "play.tie_break": "latest_closer",
    "play.tie_fallback": "shared",
}


class RefereeError(Exception):
    """A log line that is not of a legal deal."""


def demand(holds: object, message: str) -> None:
    if not holds:
        raise RefereeError(message)


class House:
    """The rules of a line: its own and the usual ones."""

    def __init__(self, rules: dict) -> None:
        for key in rules:
            demand(key in DEFAULTS or key in FIXED, f"no rule {key}")
            demand(rules[key] != {**DEFAULTS, **FIXED}[key], f"{key} is the usual one")
        self._rules = {**DEFAULTS, **rules}

    def __getitem__(self, key: str):
        value = self._rules[key]
        return NO_LIMIT if value == "none" else value

    def value(self, card: str) -> int:
        return self["points.joker"] if card == JOKER else self[f"points.{card[0]}"]

    def pack(self) -> list[str]:
        deck = [rank + suit for rank in RANKS for suit in SUITS] + [JOKER] * self["pack.printed_jokers"]
        return deck * self["pack.decks"]


def beside(card: str, step: int) -> str:
    return RANKS[(RANKS.index(card[0]) + step) % 13] + card[1]


class Meld:
    """A meld on the table."""

    def __init__(self, owner: int, kind: str, cards: list[str], stands_for: list[str] | None, house: House) -> None:
        self.owner, self.kind, self.cards, self.house = owner, kind, list(cards), house
        self.stands_for = list(stands_for) if stands_for is not None else None

    def check(self) -> None:
        """Raise unless the cards are a meld now."""
        house, jokers = self.house, self.cards.count(JOKER)
        naturals = len(self.cards) - jokers
        if self.kind == "T":
            demand(house["set.min"] <= len(self.cards) <= house["set.max"], "length of a set")
            ranks = {card[0] for card in self.cards if card != JOKER}
            demand(len(ranks) <= 1, "ranks of a set")
            demand(jokers <= house["set.max_wilds"], "jokers of a set")
            demand(naturals >= house["set.min_naturals"], "naturals of a set")
            demand(naturals or house["set.all_wild"], "set of jokers")
            suits = [card[1] for card in self.cards if card != JOKER]
            demand(not house["set.distinct_suits"] or len(set(suits)) == len(suits), "suits of a set")
            return
        cells = self.stands_for or []
        demand(len(cells) == len(self.cards), "cells of a run")
        demand(house["run.min"] <= len(cells) <= house["run.max"], "length of a run")
        demand(all(cell in CARDS and cell != JOKER for cell in cells), "a cell stands for a natural")
        demand(all(card in (JOKER, cell) for card, cell in zip(self.cards, cells, strict=True)), "cards of a run")
        demand(all(beside(one, 1) == other for one, other in pairwise(cells)), "order of a run")
        demand(jokers <= house["run.max_wilds"] and naturals >= house["run.min_naturals"] and naturals, "run jokers")
        neighbours = any(one == other == JOKER for one, other in pairwise(self.cards))
        demand(not neighbours or house["run.adjacent_wilds"], "two jokers side by side")
        ace = house["run.ace"]
        if ace != "circular":
            demand(not any(cell[0] == "A" for cell in cells[1:-1]), "a run through the ace")
            demand(cells[0][0] != "A" or ace != "high", "an ace below")
            demand(cells[-1][0] != "A" or ace != "low", "an ace above")
            demand(len(cells) <= 13, "a run round the corner")

    def next_at(self, end: str) -> str:
        demand(end in ("left", "right"), "an end is left or right")
        return beside(self.stands_for[0], -1) if end == "left" else beside(self.stands_for[-1], 1)

    def put(self, card: str, end: str) -> None:
        """Put a card at an end of a run."""
        stands = self.next_at(end)
        place = 0 if end == "left" else len(self.cards)
        self.cards.insert(place, card)
        self.stands_for.insert(place, stands)

    def take(self, end: str) -> str:
        demand(end in ("left", "right"), "an end is left or right")
        place = 0 if end == "left" else -1
        self.stands_for.pop(place)
        return self.cards.pop(place)
