"""Suit tables: for every holding of one suit the best cover for each class and number of wilds.

A holding with at most two copies of a card is a pair of 13-bit masks (`once`, `twice`, the second inside the
first).  Without doubles its row is `once` itself; with them it is ``base[once]`` plus `twice` squeezed onto the
bits of `once`: 3**13 rows behind the first 8192, no hashing, and the rows that dealt hands need lie close
together.  Holdings with a third copy of a card are resolved on the fly (module `triples`).

Front words hold eight lanes of seven bits (one byte each): lane k is 1 + the most points covered with at most k
wilds in an arrangement of at least the word's class, 0 where there is none.  The invariant that makes the byte
arithmetic safe: no suit of a hand holds more than `MOST_POINTS` points.
Exact words hold 16 bits: bit k says that *all* cards of the holding stand in runs with exactly k wilds.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_bit, lowest_index, popcount
from meldlab.kernels.declare.life_classes import Classes
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.run_shapes import Shapes
from meldlab.kernels.jit import bare_kernel, helper

LANES = 8
MOST_POINTS = 126
ALL_RANKS = U(0x1FFF)
SINGLES = 8192  # the rows of holdings without doubles

_TOP_BITS = U(0x8080808080808080)
_LOW_BITS = U(0x7F7F7F7F7F7F7F7F)
_EACH_BYTE = U(0x0101010101010101)
_BYTE = U(255)
_SEVEN = U(7)
_EIGHT = U(8)


class SuitTables(NamedTuple):
    """Everything the suit-by-suit solvers read; shared by all threads, never written after `build_tables`."""

    base: NDArray[np.int64]  # shape (8192,), where the holdings with doubles among these ranks begin
    fronts: NDArray[np.uint64]  # shape (rows, classes)
    exact: NDArray[np.uint16]  # shape (rows, classes)
    pairs: NDArray[np.int64]  # shape (n, 3), see Classes.pairs
    steps: NDArray[np.int64]  # shape (m, 3), see Classes.steps
    first_step: NDArray[np.int64]  # shape (classes + 1,), see Classes.first_step
    covering: Shapes
    all_shapes: Shapes
    join: NDArray[np.int64]  # shape (classes, classes), see Classes.join
    identical: int  # class of three identical cards, -1 when they are no run
    lives: int
    pure: int
    points: NDArray[np.int64]  # shape (13,)


@helper
def byte_maximum(left: np.uint64, right: np.uint64) -> np.uint64:
    """Return the larger of each pair of seven-bit lanes."""
    keep = (((left | _TOP_BITS) - right) & _TOP_BITS) >> _SEVEN
    mask = keep * _BYTE
    return U((left & mask) | (right & ~mask))


@helper
def raise_lanes(word: np.uint64, points: np.uint64) -> np.uint64:
    """Return `word` with `points` added to every lane that is not 0."""
    filled = ((word + _LOW_BITS) & _TOP_BITS) >> _SEVEN
    return U(word + filled * points)


@helper
def lower_lanes(word: np.uint64, points: np.uint64) -> np.uint64:
    """Return `word` with `points` taken from every lane, at least 0."""
    amount = _EACH_BYTE * points
    reduced = (word | _TOP_BITS) - amount
    keep = ((reduced & _TOP_BITS) >> _SEVEN) * _BYTE
    return U(reduced & keep & _LOW_BITS)


@helper
def row_of(once: np.uint64, twice: np.uint64, base: NDArray[np.int64]) -> np.int64:
    """Return the table row of a holding with at most two copies of a card."""
    row = np.int64(once)
    if twice != ZERO:
        row = base[once]
        left = twice
        while left != ZERO:
            row += np.int64(ONE << popcount(once & ((left & (ZERO - left)) - ONE)))
            left &= left - ONE
    return row


@helper
def shift_lanes(word: np.uint64, wilds: int) -> np.uint64:
    """Return `word` moved up by `wilds` lanes: the same arrangements with that many wilds more."""
    if wilds >= LANES:
        return ZERO
    return U(word << U(8 * wilds))


@bare_kernel
def fill_tables(
    most_cards: int,
    order: NDArray[np.int64],
    base: NDArray[np.int64],
    fronts: NDArray[np.uint64],
    exact: NDArray[np.uint16],
    covering: Shapes,
    all_shapes: Shapes,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
) -> None:
    """Fill the rows of all holdings of at most `most_cards` cards.

    Invariant: holdings are visited in ascending order of `once`, then of the squeezed `twice`; taking cards away
    leads to a holding visited before.  The lowest card is loose or stands in one of the shapes that begin with it.
    """
    classes = fronts.shape[1]
    fronts[0, 0] = _EACH_BYTE
    exact[0, 0] = 1
    for once_number in order:
        once = U(once_number)
        size = np.int64(popcount(once))
        lowest = np.int64(lowest_index(once))
        low_bit = lowest_bit(once)
        for squeezed in range(1 << size):
            if size + np.int64(popcount(U(squeezed))) > most_cards:
                continue
            # spread the squeezed number over the ranks held
            twice = ZERO
            left = once
            number = squeezed
            while number != 0:
                bit = left & (ZERO - left)
                if number & 1:
                    twice |= bit
                left ^= bit
                number >>= 1
            row = row_of(once, twice, base)
            if twice & low_bit != ZERO:
                without = row_of(once, twice ^ low_bit, base)
            else:
                without = row_of(once ^ low_bit, twice, base)
            for c in range(classes):
                fronts[row, c] = fronts[without, c]
            for shape in range(covering.first[lowest], covering.first[lowest + 1]):
                mask = covering.masks[shape]
                if mask & ~once != ZERO:
                    continue
                rest = row_of(once & ~(mask & ~twice), twice & ~mask, base)
                own = covering.classes[shape]
                for i in range(first_step[own], first_step[own + 1]):
                    word = shift_lanes(fronts[rest, steps[i, 1]], covering.wilds[shape])
                    word = raise_lanes(word, U(covering.points[shape]))
                    fronts[row, steps[i, 2]] = byte_maximum(fronts[row, steps[i, 2]], word)
            for shape in range(all_shapes.first[lowest], all_shapes.first[lowest + 1]):
                mask = all_shapes.masks[shape]
                if mask & ~once != ZERO:
                    continue
                rest = row_of(once & ~(mask & ~twice), twice & ~mask, base)
                own = all_shapes.classes[shape]
                for i in range(first_step[own], first_step[own + 1]):
                    bits = np.int64(exact[rest, steps[i, 1]]) << all_shapes.wilds[shape]
                    exact[row, steps[i, 2]] |= np.uint16(bits & 0xFFFF)


def build_tables(
    rules: DeclareRules, classes: Classes, shapes: tuple[Shapes, Shapes], *, most_cards: int
) -> SuitTables:
    """Return the tables of `rules` for hands of at most `most_cards` cards (a second or less, about 90 MB mapped)."""
    masks = np.arange(SINGLES)
    sizes = np.bitwise_count(masks).astype(np.int64)
    small_first = np.lexsort((masks, sizes))
    base = np.zeros(SINGLES, dtype=np.int64)
    base[small_first[1:]] = np.cumsum(1 << sizes[small_first])[:-1]
    base += SINGLES
    rows = SINGLES + int((1 << sizes).sum())
    fronts = np.zeros((rows, classes.size), dtype=np.uint64)
    exact = np.zeros((rows, classes.size), dtype=np.uint16)
    covering, all_shapes = shapes
    order = np.arange(1, 8192, dtype=np.int64)
    fill_tables(most_cards, order, base, fronts, exact, covering, all_shapes, classes.steps, classes.first_step)
    return SuitTables(
        base=base,
        fronts=fronts,
        exact=exact,
        pairs=classes.pairs,
        steps=classes.steps,
        first_step=classes.first_step,
        covering=covering,
        all_shapes=all_shapes,
        join=classes.join,
        identical=classes.of_run[True, 3] if rules.identical_three else -1,
        lives=classes.lives,
        pure=classes.pure,
        points=rules.points,
    )
