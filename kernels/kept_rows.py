"""Rows of the distance: how many cards of one suit a declarable hand can keep, by cells, class and wilds.

``row[cells, class]`` is a word of twelve lanes of five bits.  Lane k holds 1 + the most cards kept (naturals of this
suit and wilds) by runs of exactly so many cells, of at least this class, with at most k wilds; 0 where there are none.
A hand keeps at most 14 cards, so a lane never reaches its fifth bit, which the maximum needs; a declarable hand has a
pure sequence, so no more than eleven of 14 cells hold wilds.

Rows of holdings without doubles are a table, made once for a ruleset.  Holdings with doubles are worked out when a
hand has them, together with all smaller ones: taking cards away for sets then is a matter of looking up another row.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.kept_options import KeptOptions

CELLS = 14  # 0..13
LANES = 12
SINGLES = 8192
MOST_STATES = 16384  # sub-holdings of 14 cards in one suit
SCRATCH = 6144  # at most 5120 of them have doubles
SUITS = 4
RANKS = 13

_LANE = U(0x1F)
_TOP = U(sum(16 << (5 * lane) for lane in range(LANES)))
_LOW = U(sum(15 << (5 * lane) for lane in range(LANES)))
_ALL = U((1 << (5 * LANES)) - 1)
NOTHING_KEPT = U(sum(1 << (5 * lane) for lane in range(LANES)))
_FOUR = U(4)
_FIVE = U(5)


@helper
def lane_maximum(left: np.uint64, right: np.uint64) -> np.uint64:
    """Return the larger of each pair of lanes."""
    keep = (((left | _TOP) - right) & _TOP) >> _FOUR
    mask = keep * _LANE
    return U((left & mask) | (right & ~mask))


@helper
def raise_kept(word: np.uint64, more: np.uint64) -> np.uint64:
    """Return `word` with `more` added to every lane that is not 0."""
    return U(word + (((word + _LOW) & _TOP) >> _FOUR) * more)


@helper
def more_wilds(word: np.uint64, wilds: int) -> np.uint64:
    """Return `word` for the same runs and `wilds` wilds more."""
    if wilds >= LANES:
        return ZERO
    return U((word << U(5 * wilds)) & _ALL)


@helper
def lanes_up_to(wilds: int) -> np.uint64:
    """Return the bits of the lanes 0 to `wilds`."""
    return U((ONE << U(5 * (min(wilds, LANES - 1) + 1))) - ONE)


@helper
def lane(word: np.uint64, wilds: int) -> int:
    """Return lane `wilds` of `word`."""
    return int(np.int64((word >> U(5 * min(wilds, LANES - 1))) & _LANE))


@helper
def lane_product(left: np.uint64, right: np.uint64) -> np.uint64:
    """Return, for each number of wilds, the most kept by both together, the wilds shared out best."""
    product = ZERO
    before = ZERO
    shifted = right
    while left != ZERO and shifted != ZERO:
        here = left & _LANE
        if here > before:  # more wilds on the left that gain nothing are better spent on the right
            product = lane_maximum(product, raise_kept(shifted, here - ONE))
            before = here
        left >>= _FIVE
        shifted = (shifted << _FIVE) & _ALL
    return U(product)


class KeptWorkspace(NamedTuple):
    """Rows and scratch space of one thread; the first rows are the tables."""

    rows: NDArray[np.uint64]  # shape (2 * SINGLES + SCRATCH, CELLS, classes); the second table has blank runs as well
    row_of_state: NDArray[np.int64]  # shape (SUITS, MOST_STATES)
    strides: NDArray[np.int64]  # shape (SUITS, RANKS)
    full: NDArray[np.int64]  # shape (SUITS,), the state of all cards held


def make_kept_workspace(classes: int) -> KeptWorkspace:
    """Return empty rows."""
    return KeptWorkspace(
        np.zeros((2 * SINGLES + SCRATCH, CELLS, classes), dtype=np.uint64),
        np.zeros((SUITS, MOST_STATES), dtype=np.int64),
        np.zeros((SUITS, RANKS), dtype=np.int64),
        np.zeros(SUITS, dtype=np.int64),
    )


@bare_kernel
def _add_run(
    target: NDArray[np.uint64],
    rest: NDArray[np.uint64],
    cells: int,
    wilds: int,
    own: int,
    kept: int,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
) -> None:
    """Improve `target` by `rest` and one run more."""
    for step in range(first_step[own], first_step[own + 1]):
        source, result = steps[step, 1], steps[step, 2]
        for before in range(CELLS - cells):
            word = rest[before, source]
            if word != ZERO:
                word = raise_kept(more_wilds(word, wilds), U(kept + wilds))
                target[before + cells, result] = lane_maximum(target[before + cells, result], word)


@bare_kernel
def _fill_row(
    rows: NDArray[np.uint64],
    target: int,
    without: int,
    lowest: int,
    once: np.uint64,
    rest_of: NDArray[np.int64],
    most_wilds: int,
    options: KeptOptions,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
) -> None:
    """Fill row `target`: its lowest card is not kept (row `without`), or kept by a run; `rest_of` names the rest."""
    masks, begin, ways = options.masks, options.begin, options.ways
    for cells in range(CELLS):
        for c in range(rows.shape[2]):
            rows[target, cells, c] = rows[without, cells, c]
    for number in range(options.first[lowest], options.first[lowest + 1]):
        mask = masks[number]
        if mask & ~once == ZERO:
            kept = 0
            left = mask
            while left != ZERO:
                left &= left - ONE
                kept += 1
            for way in range(begin[number], begin[number + 1]):
                if ways[way, 1] > most_wilds:
                    break
                _add_run(
                    rows[target],
                    rows[rest_of[number]],
                    ways[way, 0],
                    ways[way, 1],
                    ways[way, 2],
                    kept,
                    steps,
                    first_step,
                )


@bare_kernel
def fill_kept_tables(
    options: KeptOptions,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
    rest_of: NDArray[np.int64],
    rows: NDArray[np.uint64],
) -> None:
    """Fill both tables; `rest_of` is scratch space, int64, one for each mask."""
    blank = options.blank
    for table in range(2):
        start = table * SINGLES
        rows[start, 0, 0] = NOTHING_KEPT
        if table == 1:
            # Ascending cells: a run is added to rows that are complete already.
            for cells in range(CELLS):
                for way in range(blank.shape[0]):
                    if blank[way, 0] <= cells:
                        own = blank[way, 2]
                        for step in range(first_step[own], first_step[own + 1]):
                            word = rows[start, cells - blank[way, 0], steps[step, 1]]
                            word = raise_kept(more_wilds(word, blank[way, 1]), U(blank[way, 1]))
                            result = steps[step, 2]
                            rows[start, cells, result] = lane_maximum(rows[start, cells, result], word)
        for once in range(1, SINGLES):
            lowest = int(np.int64(lowest_index(U(once))))
            for number in range(options.first[lowest], options.first[lowest + 1]):
                rest_of[number] = start + (once & ~np.int64(options.masks[number]))
            _fill_row(
                rows,
                start + once,
                start + (once & (once - 1)),
                lowest,
                U(once),
                rest_of,
                LANES,
                options,
                steps,
                first_step,
            )


@bare_kernel
def prepare_suits(
    counts: NDArray[np.uint8],
    wilds: int,
    options: KeptOptions,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
    rest_of: NDArray[np.int64],
    work: KeptWorkspace,
) -> None:
    """Name the row of every sub-holding of every suit of a hand; rows that no table has are worked out.

    A state is a number in mixed radix, a digit for each rank held; taking a card away makes it smaller.  Runs with
    more than `wilds` wilds, the number held, are left out.
    """
    rows, row_of_state, strides = work.rows, work.row_of_state, work.strides
    identical = options.identical
    free = 2 * SINGLES
    for suit in range(SUITS):
        table = SINGLES if suit == SUITS - 1 else 0
        size = 1
        for rank in range(RANKS):
            strides[suit, rank] = size
            size *= 1 + int(np.int64(counts[13 * suit + rank]))
        work.full[suit] = size - 1
        for state in range(size):
            once = ZERO
            lowest, most, copies_of_lowest = -1, 0, 0
            for rank in range(RANKS):
                held = int(np.int64(counts[13 * suit + rank]))
                if held > 0:
                    copies = (state // strides[suit, rank]) % (held + 1)
                    if copies > 0:
                        once |= ONE << U(rank)
                        most = max(most, copies)
                        if lowest < 0:
                            lowest, copies_of_lowest = rank, copies
            if most <= 1:
                row_of_state[suit, state] = table + np.int64(once)
                continue
            for number in range(options.first[lowest], options.first[lowest + 1]):
                mask = options.masks[number]
                if mask & ~once == ZERO:
                    rest = state
                    while mask != ZERO:
                        rest -= strides[suit, np.int64(lowest_index(mask))]
                        mask &= mask - ONE
                    rest_of[number] = row_of_state[suit, rest]
            without = row_of_state[suit, state - strides[suit, lowest]]
            _fill_row(rows, free, without, lowest, once, rest_of, wilds, options, steps, first_step)
            if identical >= 0:
                for copies in range(2, min(3, copies_of_lowest) + 1):
                    rest = row_of_state[suit, state - copies * strides[suit, lowest]]
                    _add_run(rows[free], rows[rest], 3, 0, identical, copies, steps, first_step)
            row_of_state[suit, state] = free
            free += 1
