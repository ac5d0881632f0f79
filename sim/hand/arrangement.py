"""Melds as people read them: which card lies in which place, and what each wild card stands for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.search.state import (
    IDENTICAL_THREE,
    IMPURE,
    PURE,
    ROW_JOKERS,
    ROW_KIND,
    ROW_PATTERN,
    ROW_PLACE,
    ROW_SHAPE,
    ROW_SUIT,
    RUN,
    SET,
)
from meldlab.sim.common.notation import PRINTED_JOKER, RANKS, format_card

KIND_NAMES = {PURE: "pure-sequence", IMPURE: "impure-sequence", SET: "set"}


@dataclass(frozen=True)
class Meld:
    """One group of a hand's cards.

    Attributes
    ----------
    kind : str
        ``pure-sequence``, ``impure-sequence`` or ``set``.
    cards : tuple of int
        The cards, a sequence in the order of its places.
    stands_for : tuple of str
        As long as `cards`: a natural stands for itself, a wild in a sequence for a card, a wild in a set for the rank.
    points : int
        What its cards would cost if they were loose.
    counts : bool
        False for a sequence whose own cards stay points although it lets other groups count.
    """

    kind: str
    cards: tuple[int, ...]
    stands_for: tuple[str, ...]
    points: int
    counts: bool = True

    def pairs(self) -> tuple[tuple[int, str], ...]:
        """Return each card with what it stands for."""
        return tuple(zip(self.cards, self.stands_for, strict=True))

    def wilds(self) -> tuple[tuple[int, str], ...]:
        """Return the cards that stand for another one, each with what it stands for."""
        return tuple((card, place) for card, place in self.pairs() if format_card(card) != place)

    def to_dict(self) -> dict[str, object]:
        """Return the meld as in the JSON answers."""
        answer: dict[str, object] = {
            "kind": self.kind,
            "cards": [format_card(card) for card in self.cards],
            "as": list(self.stands_for),
            "points": self.points,
        }
        return answer if self.counts else answer | {"counts": False}


@dataclass(frozen=True)
class Arrangement:
    """A hand laid out: melds, and what stays loose."""

    melds: tuple[Meld, ...]
    loose: tuple[int, ...]

    def grouping(self, wild_rank: int) -> object:
        """Return what tells arrangements apart: the natural cards of each group, and whether it is a set.

        Wild cards are left out: which of them lies where, what it stands for and how many hang on a group makes no
        other arrangement.  Neither does a group of wild cards alone.
        """
        groups = [
            (meld.kind == KIND_NAMES[SET], tuple(sorted(card for card in meld.cards if not _is_wild(card, wild_rank))))
            for meld in self.melds
        ]
        return tuple(sorted(group for group in groups if group[1]))

    def wilds_used(self, wild_rank: int) -> int:
        """Return how many wild cards lie in groups, those in their own places included."""
        return sum(_is_wild(card, wild_rank) for meld in self.melds for card in meld.cards)

    def to_dict(self) -> dict[str, object]:
        """Return the arrangement as in the JSON answers."""
        return {"melds": [meld.to_dict() for meld in self.melds], "loose": [format_card(card) for card in self.loose]}


def _is_wild(card: int, wild_rank: int) -> bool:
    return card == PRINTED_JOKER or card % 13 == wild_rank


def lay_out(
    counts: NDArray[np.uint8],
    wild_rank: int,
    values: Sequence[int],
    rows: NDArray[np.int64],
    rules: DeclareRules,
    *,
    impure_counts: bool = True,
) -> Arrangement:
    """Return the arrangement that the search recorded, every wild card dealt out to its place.

    Parameters
    ----------
    counts : uint8, shape (53,)
        Copies of each card in hand.
    wild_rank : int
        0..12, or -1.
    values : sequence of int, length 53
        Points of a loose copy of each card.
    rows : int64, shape (melds, ROW_COLUMNS)
        Chosen melds as in ``Workspace.found``.
    rules : DeclareRules
    impure_counts : bool
        Whether impure sequences count themselves.
    """
    left = counts.astype(np.int64)
    cells = [_cells(row, rules) for row in rows]
    for natural, _ in (cell for meld in cells for cell in meld):
        if natural is not None:
            left[natural] -= 1
    wilds = [PRINTED_JOKER] * int(left[PRINTED_JOKER])
    if wild_rank >= 0:
        wilds += [card for card in range(wild_rank, PRINTED_JOKER, 13) for _ in range(int(left[card]))]
    melds = []
    for row, meld in zip(rows, cells, strict=True):
        cards = []
        for natural, stands_for in meld:
            card = natural
            if card is None:
                # A wild-rank card is not asked to stand for itself while another wild card can.
                card = min(wilds, key=lambda wild: format_card(wild) == stands_for)
                wilds.remove(card)
                left[card] -= 1
            cards.append(card)
        kind = int(row[ROW_KIND])
        melds.append(
            Meld(
                kind=KIND_NAMES[kind],
                cards=tuple(cards),
                stands_for=tuple(stands_for for _, stands_for in meld),
                points=sum(values[card] for card in cards),
                counts=kind != IMPURE or impure_counts,
            )
        )
    loose = tuple(card for card in range(len(left)) for _ in range(int(left[card])))
    return Arrangement(melds=tuple(sorted(melds, key=_meld_order)), loose=loose)


def _meld_order(meld: Meld) -> tuple[int, int, tuple[int, ...]]:
    return (list(KIND_NAMES.values()).index(meld.kind), -len(meld.cards), meld.cards)


def _cells(row: NDArray[np.int64], rules: DeclareRules) -> list[tuple[int | None, str]]:
    """Return (natural card or None for a wild one, what the cell stands for) for each cell of a recorded meld."""
    shape, suit, place = int(row[ROW_SHAPE]), int(row[ROW_SUIT]), int(row[ROW_PLACE])
    pattern, jokers = int(row[ROW_PATTERN]), int(row[ROW_JOKERS])
    if shape == IDENTICAL_THREE:
        return [(suit, format_card(suit))] * 3
    if shape != RUN:
        naturals = [13 * taken + suit for taken in range(4) for _ in range(pattern >> (8 * taken) & 255)]
        return [(card, format_card(card)) for card in naturals] + [(None, RANKS[suit])] * jokers
    length = pattern.bit_length()
    spare = jokers - (length - pattern.bit_count())
    above = min(spare, _places_above(place + length - 1, rules))
    cells: list[tuple[int | None, str]] = []
    for offset in range(above - spare, length + above):  # what finds no place above the run lies below it
        card = 13 * suit + (place + offset) % 13
        natural = 0 <= offset < length and pattern >> offset & 1
        cells.append((card if natural else None, format_card(card)))
    return cells


def _places_above(top: int, rules: DeclareRules) -> int:
    """Return how many jokers may lie beyond the card at place `top` (0 = ace, 13 = high ace)."""
    highest = {ACE_HIGH: 13, ACE_EITHER: 13, ACE_CIRCULAR: top + 13}.get(rules.run_ace, 12)
    places = highest - top
    return places if rules.run_adjacent_wilds else min(places, 1)
