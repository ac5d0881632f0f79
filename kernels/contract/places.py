"""Places where runs can lie, for a block of hands: which cards of a hand stand in any run with few jokers.

The places of a shape are an AND chain over the hand turned so that each cell lies on the place.  Runs of a contract
hold a least number of naturals, however the jokers are spent, so a hand with too few cards in such places cannot go
down: most hands fail here, in loops that the compiler turns into vector instructions.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.cards.cards import RANKS
from meldlab.kernels.contract.tables import MOST_JOKERS, ContractTables
from meldlab.kernels.jit import bare_kernel, helper

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

#: Rows of scratch that a block needs.
PLACE_ROWS = 2 + 2 * RANKS

_RANKS = U(RANKS)
_MOST_JOKERS = U(MOST_JOKERS)


@helper
def turned(plane: np.uint64, cell: int, low: Words) -> np.uint64:
    """Return the places whose cell number `cell` (0 to 12) is a card of the plane."""
    back = RANKS - cell
    return U(((plane >> U(cell)) & low[back]) | ((plane & low[cell]) << U(back)))


@helper
def turned_back(places: np.uint64, cell: int, low: Words) -> np.uint64:
    """Return the cards in cell number `cell` of runs at the given places."""
    back = RANKS - cell
    return U(((places & low[back]) << U(cell)) | ((places >> U(back)) & low[cell]))


@bare_kernel
def _turn(hands: Words, rows: Words, row: int, cell: int, low: np.uint64, high: np.uint64, size: int) -> None:
    shift, back = U(cell), _RANKS - U(cell)
    for place in range(size):
        plane = hands[place]
        rows[row, place] = ((plane >> shift) & high) | ((plane & low) << back)


@bare_kernel
def _turn_back(rows: Words, row: int, cell: int, low: np.uint64, high: np.uint64, size: int, out: int) -> None:
    shift, back = U(cell), _RANKS - U(cell)
    for place in range(size):
        places = rows[row, place]
        rows[out, place] |= ((places & high) << shift) | ((places >> back) & low)


@bare_kernel
def _fill(rows: Words, row: int, value: np.uint64, size: int) -> None:
    for place in range(size):
        rows[row, place] = value


@bare_kernel
def _keep(rows: Words, row: int, other: int, size: int) -> None:
    for place in range(size):
        rows[row, place] &= rows[other, place]


@bare_kernel
def _join(rows: Words, row: int, other: int, size: int) -> None:
    for place in range(size):
        rows[row, place] |= rows[other, place]


@bare_kernel
def _judge(
    once: Words,
    twice: Words,
    thrice: Words,
    spare: Words,
    rows: Words,
    cards: int,
    wanted: Numbers,
    size: int,
    open_hands: Words,
) -> None:
    """Set `open_hands` to 0 where the cards that stand in runs are too few."""
    for place in range(size):
        covered = rows[cards, place]
        held = popcount(covered & once[place]) + popcount(covered & twice[place]) + popcount(covered & thrice[place])
        least = U(wanted[min(spare[place], _MOST_JOKERS)])
        open_hands[place] = open_hands[place] if held >= least else ZERO


@bare_kernel
def mark_open(planes: Words, spare: Words, size: int, tables: ContractTables, rows: Words, open_hands: Words) -> None:
    """Set `open_hands` to 1 for the hands that may be able to lay the runs, 0 for those that cannot.

    Parameters
    ----------
    planes : uint64
        Three rows: the planes of `size` hands.
    spare : uint64, shape (hands,)
        Jokers that runs may use.
    size
    tables
    rows : uint64
        Scratch of `PLACE_ROWS` rows.
    open_hands : uint64, shape (hands,)
    """
    once, twice, thrice = planes[0], planes[1], planes[2]
    low, levels, wanted = tables.low, tables.levels, tables.wanted
    shape_row, cards_row, turned_row, covered_row = 0, 1, 2, 2 + RANKS
    for place in range(size):
        open_hands[place] = ONE
    made = 0  # cells whose rows are there, as bits
    for level in range(levels.size - 1):
        for shape in range(levels[level], levels[level + 1]):
            cells = tables.cells[shape, : tables.naturals[shape]]
            _fill(rows, shape_row, tables.starts[shape], size)
            for cell in cells:
                if not made >> cell & 1:
                    made |= 1 << cell
                    _turn(once, rows, turned_row + cell, cell, low[cell], low[RANKS - cell], size)
                    _fill(rows, covered_row + cell, ZERO, size)
                _keep(rows, shape_row, turned_row + cell, size)
            for cell in cells:
                _join(rows, covered_row + cell, shape_row, size)
        _fill(rows, cards_row, ZERO, size)
        for cell in range(RANKS):
            if made >> cell & 1:
                _turn_back(rows, covered_row + cell, cell, low[cell], low[RANKS - cell], size, cards_row)
        _judge(once, twice, thrice, spare, rows, cards_row, wanted[level], size, open_hands)


@helper
def places_of(plane: np.uint64, starts: np.uint64, cells: Numbers, naturals: int, low: Words) -> np.uint64:
    """Return where a shape of run can lie in one hand, all suits in one word."""
    places = starts
    for number in range(naturals):
        places &= turned(plane, cells[number], low)
    return U(places)


@helper
def cards_at(place: np.uint64, cells: Numbers, naturals: int, low: Words) -> np.uint64:
    """Return the naturals of a run of a shape with these cells at one place."""
    cards = ZERO
    for number in range(naturals):
        cards |= turned_back(place, cells[number], low)
    return U(cards)
