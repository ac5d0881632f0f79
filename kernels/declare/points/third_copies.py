"""Suit words of holdings with a third copy of a card, which the suit tables leave out.

Of the lowest card held three times, in the best arrangement, either a copy stays out of the suit's runs, or the
three are one pure run (where the rules know that), or a run takes one of the copies.  Each choice leaves two
copies at most of that card; when no card is held three times the tables finish the job.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ZERO, U, lowest_bit, lowest_index
from meldlab.kernels.declare.points.suit_tables import SuitTables, byte_maximum, raise_lanes, row_of, shift_lanes
from meldlab.kernels.jit import bare_kernel, helper

FRONT = 0
EXACT = 1
_STACK = 4096  # four cards held three times at most, a few hundred choices each


class TripleStack(NamedTuple):
    """Scratch space of `triple_words`, one for each thread."""

    planes: NDArray[np.uint64]  # shape (depth, 3): once, twice, thrice still to place
    spent: NDArray[np.int64]  # shape (depth, 3): wilds, points, class of the sequences taken so far


def make_triple_stack() -> TripleStack:
    """Return an empty stack."""
    return TripleStack(np.zeros((_STACK, 3), dtype=np.uint64), np.zeros((_STACK, 3), dtype=np.int64))


@helper
def without_one(
    once: np.uint64, twice: np.uint64, thrice: np.uint64, cards: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the planes after one copy of each of `cards` is taken away."""
    return once & ~(cards & ~twice), twice & ~(cards & ~thrice), thrice & ~cards


@helper
def _fold_leaf(
    out: NDArray[np.uint64],
    row: np.int64,
    wilds: np.int64,
    points: np.int64,
    own: np.int64,
    mode: int,
    tables: SuitTables,
) -> None:
    for i in range(tables.first_step[own], tables.first_step[own + 1]):
        target = tables.steps[i, 2]
        if mode == FRONT:
            word = raise_lanes(shift_lanes(tables.fronts[row, tables.steps[i, 1]], int(wilds)), U(points))
            out[target] = byte_maximum(out[target], word)
        else:
            out[target] |= U((np.int64(tables.exact[row, tables.steps[i, 1]]) << wilds) & 0xFFFF)


@bare_kernel
def triple_words(
    once: np.uint64,
    twice: np.uint64,
    thrice: np.uint64,
    mode: int,
    tables: SuitTables,
    stack: TripleStack,
    out: NDArray[np.uint64],
) -> None:
    """Write to `out`, shape (classes,), the front words (`mode` FRONT) or exact words (EXACT) of a holding."""
    for c in range(out.size):
        out[c] = ZERO
    shapes = tables.covering if mode == FRONT else tables.all_shapes
    planes = stack.planes
    spent = stack.spent
    planes[0, 0], planes[0, 1], planes[0, 2] = once, twice, thrice
    spent[0, 0], spent[0, 1], spent[0, 2] = 0, 0, 0
    depth = 1
    while depth > 0:
        depth -= 1
        once, twice, thrice = planes[depth, 0], planes[depth, 1], planes[depth, 2]
        wilds, points, own = spent[depth, 0], spent[depth, 1], spent[depth, 2]
        if thrice == ZERO:
            _fold_leaf(out, row_of(once, twice, tables.base), wilds, points, own, mode, tables)
            continue
        card = lowest_bit(thrice)
        rank = np.int64(lowest_index(thrice))
        if mode == FRONT:  # a copy stays out; the popped row of `spent` still holds the right numbers
            planes[depth, 0], planes[depth, 1], planes[depth, 2] = once, twice, thrice ^ card
            depth += 1
        if tables.identical >= 0:
            planes[depth, 0], planes[depth, 1], planes[depth, 2] = once ^ card, twice ^ card, thrice ^ card
            spent[depth, 0] = wilds
            spent[depth, 1] = points + 3 * tables.points[rank]
            spent[depth, 2] = tables.join[own, tables.identical]
            depth += 1
        for shape in range(shapes.masks.size):
            mask = shapes.masks[shape]
            if mask & card == ZERO or mask & ~once != ZERO:
                continue
            planes[depth, 0], planes[depth, 1], planes[depth, 2] = without_one(once, twice, thrice, mask)
            spent[depth, 0] = wilds + shapes.wilds[shape]
            spent[depth, 1] = points + shapes.points[shape]
            spent[depth, 2] = tables.join[own, shapes.classes[shape]]
            depth += 1
