"""The arrangement that the search recorded, laid out: each card in its place, and what each wild card stands for."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.search import state
from meldlab.sim.common.notation import PRINTED_JOKER, RANKS, format_card
from meldlab.sim.hand.arrangement import Arrangement, Meld

KIND_NAMES = {state.PURE: "pure-sequence", state.IMPURE: "impure-sequence", state.SET: "set"}


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
        kind = int(row[state.ROW_KIND])
        melds.append(
            Meld(
                kind=KIND_NAMES[kind],
                cards=tuple(cards),
                stands_for=tuple(stands_for for _, stands_for in meld),
                points=sum(values[card] for card in cards),
                counts=kind != state.IMPURE or impure_counts,
            )
        )
    loose = tuple(card for card in range(len(left)) for _ in range(int(left[card])))
    return Arrangement(melds=tuple(sorted(melds, key=_meld_order)), loose=loose)


def _meld_order(meld: Meld) -> tuple[int, int, tuple[int, ...]]:
    return (list(KIND_NAMES.values()).index(meld.kind), -len(meld.cards), meld.cards)


def _cells(row: NDArray[np.int64], rules: DeclareRules) -> list[tuple[int | None, str]]:
    """Return (natural card or None for a wild one, what the cell stands for) for each cell of a recorded meld."""
    shape, suit, place = int(row[state.ROW_SHAPE]), int(row[state.ROW_SUIT]), int(row[state.ROW_PLACE])
    pattern, jokers = int(row[state.ROW_PATTERN]), int(row[state.ROW_JOKERS])
    if shape == state.IDENTICAL_THREE:
        return [(suit, format_card(suit))] * 3
    if shape != state.RUN:
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
