"""Rows of the distance: how many cards of one suit a declarable hand can keep, by cells, class and wilds.

``row[cells, class]`` is a word (see `kept_words`) of runs of exactly so many cells and at least this class.

A suit's *holding* is a number: bit ``rank`` says that the rank is held, bit ``13 * k + rank`` that k more copies are;
runs have no use for a fifth.  Rows of holdings without doubles are a table, made once for a ruleset.  Rows of others
are worked out when they are first asked for, and stay: hands of one pack ask for the same ones again.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.declare.distance.run_options import KeptOptions
from meldlab.kernels.declare.distance.words import LANES, NOTHING_KEPT, lane_maximum, more_wilds, plain, raise_kept
from meldlab.kernels.jit import bare_kernel, helper

CELLS = 14  # 0..13
SINGLES = 8192
LATER = 20480  # rows of holdings with doubles that stay
MOST_OF_A_HAND = 2 * 5120  # of its part holdings 5120 have doubles at the most; it may be looked at with two marks
SUITS = 4
RANKS = 13
MOST_ALIKE = 3  # copies of a card in one run
MOST_COPIES = 4  # a declarable hand has four melds at most

_SLOTS = 1 << 16
_SLOT_BITS = U(64 - 16)
_SPREAD = U(0x9E3779B97F4A7C15)
# Marks of a holding: the runs of its suit may keep nothing; only runs with few new cards, few wilds are asked for.
_WITH_BLANK = U(1 << (RANKS * MOST_COPIES))
_FEW_MISSING = U(2 << (RANKS * MOST_COPIES))
_FEW_WILDS = U(4 << (RANKS * MOST_COPIES))
FEW = 1
_MOST_FEW_WILDS = 3
_AT_ONCE = 64  # rows that wait for one another are stacked so many at a time
_STACK = 16 * _AT_ONCE  # more than the copies that a hand can have beyond the first
_RANKS = U(RANKS)
_FIRST = U((1 << RANKS) - 1)
_DOUBLES = U((1 << (RANKS * MOST_COPIES)) - (1 << RANKS))
_NEVER = U(0xFFFFFFFFFFFFFFFF)


class SuitTables(NamedTuple):
    """Everything that rows depend on, and the rows known so far; used by one thread at a time."""

    options: KeptOptions
    steps: NDArray[np.int64]  # see Classes.steps
    first_step: NDArray[np.int64]
    rows: NDArray[np.uint64]  # shape (2 * SINGLES + LATER, CELLS, classes); the second table has blank runs as well
    cells: NDArray[np.uint64]  # shape (rows, classes), for which cells (bits) there may be a word
    holdings: NDArray[np.uint64]  # shape (_SLOTS,), which later row a slot is for
    numbers: NDArray[np.int64]  # shape (_SLOTS,), its number
    known: NDArray[np.int64]  # shape (1,), later rows known
    rest_of: NDArray[np.int64]  # shape (masks,), scratch space: rows of what is left without a mask
    rest_of_copies: NDArray[np.int64]  # shape (MOST_ALIKE,), and without one, two, three copies of a card
    stack: NDArray[np.uint64]  # shape (_STACK,), scratch space


def make_suit_tables(
    options: KeptOptions, steps: NDArray[np.int64], first_step: NDArray[np.int64], classes: int
) -> SuitTables:
    """Return the tables of a ruleset, rows of holdings without doubles filled."""
    tables = SuitTables(
        options,
        steps,
        first_step,
        np.zeros((2 * SINGLES + LATER, CELLS, classes), dtype=np.uint64),
        np.zeros((2 * SINGLES + LATER, classes), dtype=np.uint64),
        np.full(_SLOTS, _NEVER, dtype=np.uint64),
        np.zeros(_SLOTS, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(len(options.masks), dtype=np.int64),
        np.zeros(MOST_ALIKE, dtype=np.int64),
        np.zeros(_STACK, dtype=np.uint64),
    )
    _fill_singles(tables)
    return tables


@bare_kernel
def forget_rows(tables: SuitTables) -> None:
    """Make room for the rows of one hand more."""
    if tables.known[0] + MOST_OF_A_HAND > LATER:
        tables.known[0] = 0
        for slot in range(tables.holdings.size):
            tables.holdings[slot] = _NEVER


@bare_kernel
def holding_of(counts: NDArray[np.uint8], suit: int) -> np.uint64:
    """Return the holding of a suit of counts, shape (53,)."""
    holding = ZERO
    for rank in range(RANKS):
        bit = ONE << U(rank)
        for _ in range(min(MOST_COPIES, int(np.int64(counts[13 * suit + rank])))):
            holding |= bit
            bit <<= _RANKS
    return U(holding)


@helper
def without_ranks(holding: np.uint64, mask: np.uint64) -> np.uint64:
    """Return `holding` with one copy less of each rank of `mask`."""
    for copies in range(MOST_COPIES - 1, 0, -1):
        held = (holding >> U(RANKS * copies)) & mask
        holding ^= held << U(RANKS * copies)
        mask ^= held
    return U(holding & ~mask)


@helper
def marks_of(waste: int, wilds: int) -> np.uint64:
    """Return the marks of holdings of hands with so many wilds that lack at most `waste` cards."""
    few_missing = _FEW_MISSING if waste <= FEW else ZERO
    return U(few_missing | (_FEW_WILDS if wilds <= _MOST_FEW_WILDS else ZERO))


@helper
def first_copies(holding: np.uint64) -> np.uint64:
    """Return the ranks of `holding` as bits."""
    return U(holding & _FIRST)


@helper
def pivot(holding: np.uint64) -> int:
    """Return a rank of a holding that is not empty, one that is held twice if there is any."""
    doubles = (holding >> _RANKS) & _FIRST
    return int(np.int64(lowest_index(doubles if doubles != ZERO else holding & _FIRST)))


@helper
def _slot_of(holdings: NDArray[np.uint64], holding: np.uint64) -> int:
    """Return the slot of a holding, or the free one where it belongs."""
    slot = np.int64((holding * _SPREAD) >> _SLOT_BITS)
    while holdings[slot] != holding and holdings[slot] != _NEVER:
        slot = (slot + 1) & (_SLOTS - 1)
    return int(slot)


@helper
def _known_row(holdings: NDArray[np.uint64], numbers: NDArray[np.int64], holding: np.uint64) -> int:
    """Return the row of a holding (with the mark of its table), -1 when it must be worked out first."""
    if holding & _DOUBLES == ZERO:
        return int((SINGLES if holding & _WITH_BLANK != ZERO else 0) + np.int64(holding & _FIRST))
    slot = _slot_of(holdings, holding)
    return int(numbers[slot]) if holdings[slot] == holding else -1


@bare_kernel
def _add_run(
    rows: NDArray[np.uint64],
    row_cells: NDArray[np.uint64],
    target: int,
    rest: int,
    cells: int,
    wilds: int,
    own: int,
    kept: int,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
) -> None:
    """Improve row `target` by row `rest` and one run more."""
    for step in range(first_step[own], first_step[own + 1]):
        source, result = steps[step, 1], steps[step, 2]
        waiting = row_cells[rest, source] & ((ONE << U(CELLS - cells)) - ONE)
        row_cells[target, result] |= waiting << U(cells)
        while waiting != ZERO:
            before = np.int64(lowest_index(waiting))
            waiting &= waiting - ONE
            word = raise_kept(more_wilds(rows[rest, before, source], wilds), U(kept + wilds))
            rows[target, before + cells, result] = lane_maximum(rows[target, before + cells, result], word)


@bare_kernel
def _fill_row(target: int, rank: int, holding: np.uint64, copies: int, tables: SuitTables) -> None:
    """Fill row `target`: a card of `rank` is not kept, or kept by a run; the scratch space names the rows of the rest.

    Of that rank `copies` are held; three alike may be a run.
    """
    rows, rest_of, rest_of_copies, options = tables.rows, tables.rest_of, tables.rest_of_copies, tables.options
    once = first_copies(holding)
    most_new = FEW if holding & _FEW_MISSING != ZERO else CELLS
    most_wilds = _MOST_FEW_WILDS if holding & _FEW_WILDS != ZERO else LANES
    row_cells, steps, first_step = tables.cells, tables.steps, tables.first_step
    masks, begin, ways, containing = options.masks, options.begin, options.ways, options.containing
    for c in range(rows.shape[2]):
        row_cells[target, c] = row_cells[rest_of_copies[0], c]
        for cells in range(CELLS):
            rows[target, cells, c] = rows[rest_of_copies[0], cells, c]
    for place in range(options.first[rank], options.first[rank + 1]):
        number = containing[place]
        left = masks[number]
        if left & ~once == ZERO:
            kept = 0
            while left != ZERO:
                left &= left - ONE
                kept += 1
            for way in range(begin[number], begin[number + 1]):
                cells, wilds, own = ways[way, 0], ways[way, 1], ways[way, 2]
                if wilds > most_wilds:
                    break
                if cells - wilds - kept > most_new:
                    continue
                _add_run(rows, row_cells, target, rest_of[number], cells, wilds, own, kept, steps, first_step)
    for alike in range(2, copies + 1 if options.identical >= 0 else 0):
        rest = rest_of_copies[alike - 1]
        _add_run(
            rows, row_cells, target, rest, plain(MOST_ALIKE), plain(0), options.identical, alike, steps, first_step
        )


@bare_kernel
def _fill_singles(tables: SuitTables) -> None:
    """Fill the rows of holdings without doubles, in both tables."""
    options, rows, steps, first_step = tables.options, tables.rows, tables.steps, tables.first_step
    blank = options.blank
    for table in range(2):
        start = table * SINGLES
        rows[start, 0, 0] = NOTHING_KEPT
        tables.cells[start, 0] = ONE
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
                            if word != ZERO:
                                tables.cells[start, result] |= ONE << U(cells)
        for once in range(1, SINGLES):
            lowest = pivot(U(once))
            for place in range(options.first[lowest], options.first[lowest + 1]):
                number = options.containing[place]
                tables.rest_of[number] = start + (once & ~np.int64(options.masks[number]))
            tables.rest_of_copies[0] = start + (once & (once - 1))
            _fill_row(start + once, lowest, U(once), plain(1), tables)


@bare_kernel
def row_of(suit: int, holding: np.uint64, marks: np.uint64, tables: SuitTables) -> int:
    """Return the number of the row of a suit's holding; it is worked out when it is not known yet.

    Runs that `marks` rule out may be missing in it.
    """
    options, holdings, numbers, stack = tables.options, tables.holdings, tables.numbers, tables.stack
    if suit == SUITS - 1:  # one suit is enough for runs that keep nothing
        holding |= _WITH_BLANK
    holding |= marks
    row = _known_row(holdings, numbers, holding)
    stack[0] = holding
    size = 1 if row < 0 else 0
    while size > 0:
        # The row on top is filled when all that it rests on are known, else those go on top of it.
        top, before = stack[size - 1], size
        row = _known_row(holdings, numbers, top)
        if row >= 0:
            size -= 1
            continue
        rank, once = pivot(top), first_copies(top)
        without, copies = top, 0
        while without & (ONE << U(rank)) != ZERO and copies < MOST_ALIKE:
            without = without_ranks(without, ONE << U(rank))
            rest = _known_row(holdings, numbers, without)
            tables.rest_of_copies[copies] = rest
            copies += 1
            if rest < 0 and size < before + _AT_ONCE:
                stack[size] = without
                size += 1
        for place in range(options.first[rank], options.first[rank + 1]):
            number = options.containing[place]
            if options.masks[number] & ~once == ZERO:
                rest_holding = without_ranks(top, options.masks[number])
                tables.rest_of[number] = _known_row(holdings, numbers, rest_holding)
                if tables.rest_of[number] < 0 and size < before + _AT_ONCE:
                    stack[size] = rest_holding
                    size += 1
        if size > before:
            continue
        row = 2 * SINGLES + tables.known[0]
        _fill_row(row, rank, top, copies, tables)
        slot = _slot_of(holdings, top)
        holdings[slot], numbers[slot] = top, row
        tables.known[0] += 1
        size -= 1
    return int(row)
