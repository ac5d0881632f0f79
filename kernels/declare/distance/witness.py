"""From the most cards kept back to a hand: which runs and sets keep them.

The bound of `kept_most` takes the pack as endless.  Here the arrangement behind it is read back from the tables;
`kept_fit` then looks whether the pack has the cards that are missing.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.declare.distance.join import COUNT, RANK, Join, JoinWorkspace, holding_with_own, lay_set
from meldlab.kernels.declare.distance.suit_rows import SuitTables, first_copies, pivot, row_of, without_ranks
from meldlab.kernels.declare.distance.words import lane, plain
from meldlab.kernels.jit import bare_kernel, helper

MOST_PARTS = 6
# Columns of a part: suit, or 4 + rank of a set; kept ranks (bits), or number of the choice; copies kept, 0 for a set
PLACE, KEPT, COPIES, CELLS_OF, WILDS_OF = 0, 1, 2, 3, 4
PART_COLUMNS = 5
_IDENTICAL = 3


@helper
def _reaches(word: np.uint64, wilds: int, value: int) -> bool:
    """Return whether a word keeps `value` cards or more; a lane is one more than what is kept, 0 is out of reach."""
    return wilds >= 0 and lane(word, wilds) > max(value, 0)


@bare_kernel
def _split(
    left: NDArray[np.uint64],
    right: NDArray[np.uint64],
    choices: NDArray[np.int64],
    wanted: int,
    cells: int,
    wilds: int,
    value: int,
    out: NDArray[np.int64],
) -> bool:
    """Write (class, cells, wilds, value) of both sides of a join; `choices` are pairs of classes (and their join)."""
    for choice in range(choices.shape[0]):
        if wanted >= 0 and choices[choice, 2] != wanted:
            continue
        for first in range(cells + 1):
            one, other = left[first, choices[choice, 0]], right[cells - first, choices[choice, 1]]
            if one == ZERO or other == ZERO:
                continue
            for spent in range(wilds + 1):
                kept = lane(one, spent) - 1
                if kept >= 0 and kept <= value and _reaches(other, wilds - spent, value - kept):
                    out[0], out[1], out[2], out[3] = choices[choice, 0], first, spent, kept
                    out[4], out[5] = choices[choice, 1], cells - first
                    out[6], out[7] = wilds - spent, value - kept
                    return True
    return False


@helper
def _write_part(
    parts: NDArray[np.int64], number: int, place: int, kept: int, copies: int, cells: int, wilds: int
) -> None:
    parts[number, PLACE], parts[number, KEPT], parts[number, COPIES] = place, kept, copies
    parts[number, CELLS_OF], parts[number, WILDS_OF] = cells, wilds


@helper
def _class_left(row: int, kind: int, own: int, cells: int, wilds: int, value: int, tables: SuitTables) -> int:
    """Return the class that a suit row must reach beside a run of class `kind`, -1 where none keeps `value` cards."""
    if cells >= 0:
        for step in range(tables.first_step[kind], tables.first_step[kind + 1]):
            left = tables.steps[step, 1]
            if tables.steps[step, 2] == own and _reaches(tables.rows[row, cells, left], wilds, value):
                return int(left)
    return -1


@bare_kernel
def _blank_run(
    suit: int,
    own: int,
    cells: int,
    wilds: int,
    value: int,
    marks: np.uint64,
    tables: SuitTables,
    out: NDArray[np.int64],
) -> bool:
    """Write a run that keeps nothing, and the class that is left to reach: (cells, wilds, class)."""
    blank = tables.options.blank
    row = row_of(suit, ZERO, marks, tables)
    for way in range(blank.shape[0]):
        run, jokers = blank[way, 0], blank[way, 1]
        left = _class_left(row, blank[way, 2], own, cells - run, wilds - jokers, value - jokers, tables)
        if left >= 0:
            out[0], out[1], out[2] = run, jokers, left
            return True
    return False


@bare_kernel
def _run_with(
    suit: int,
    holding: np.uint64,
    rank: int,
    own: int,
    cells: int,
    wilds: int,
    value: int,
    marks: np.uint64,
    tables: SuitTables,
    out: NDArray[np.int64],
) -> bool:
    """Write a run that keeps a card of `rank`: (cells, wilds, class left to reach, mask, copies)."""
    options = tables.options
    once = first_copies(holding)
    for place in range(options.first[rank], options.first[rank + 1]):
        number = options.containing[place]
        mask = options.masks[number]
        if mask & ~once != ZERO:
            continue
        row = row_of(suit, without_ranks(holding, mask), marks, tables)
        for way in range(options.begin[number], options.begin[number + 1]):
            run, jokers, kind = options.ways[way, 0], options.ways[way, 1], options.ways[way, 2]
            rest = value - np.int64(popcount(mask)) - jokers
            left = _class_left(row, kind, own, cells - run, wilds - jokers, rest, tables)
            if left >= 0:
                out[0], out[1], out[2], out[3], out[4] = run, jokers, left, np.int64(mask), 1
                return True
    kind, one = options.identical, ONE << U(rank)
    for copies in range(1, _IDENTICAL + 1):
        if kind < 0 or holding & one == ZERO or cells < _IDENTICAL:
            return False
        holding = without_ranks(holding, one)
        if copies > 1:
            row = row_of(suit, holding, marks, tables)
            left = _class_left(row, kind, own, cells - _IDENTICAL, wilds, value - copies, tables)
            if left >= 0:
                out[0], out[1], out[2], out[3], out[4] = _IDENTICAL, 0, left, np.int64(one), copies
                return True
    return False


@bare_kernel
def _read_suit(
    suit: int,
    holding: np.uint64,
    own: int,
    cells: int,
    wilds: int,
    value: int,
    marks: np.uint64,
    tables: SuitTables,
    parts: NDArray[np.int64],
    size: int,
    run: NDArray[np.int64],
) -> int:
    """Append the runs of one suit that reach `value` in class `own`; return the number of parts, -1 when lost."""
    while cells > 0:
        if size >= MOST_PARTS:
            return -1
        if holding == ZERO:
            if not _blank_run(suit, own, cells, wilds, value, marks, tables, run):
                return -1
            _write_part(parts, size, suit, plain(0), plain(1), run[0], run[1])
            value -= run[1]
        else:
            rank = pivot(holding)
            without = without_ranks(holding, ONE << U(rank))
            if _reaches(tables.rows[row_of(suit, without, marks, tables), cells, own], wilds, value):
                holding = without
                continue
            if not _run_with(suit, holding, rank, own, cells, wilds, value, marks, tables, run):
                return -1
            _write_part(parts, size, suit, run[3], run[4], run[0], run[1])
            # copies; a run of different ranks keeps one of each
            kept = run[4] if run[4] > 1 else np.int64(popcount(U(run[3])))
            for _ in range(run[4]):
                holding = without_ranks(holding, U(run[3]))
            value -= kept + run[1]
        cells, wilds, own = cells - run[0], wilds - run[1], run[2]
        size += 1
    return size


@bare_kernel
def read_back(
    wild_rank: int,
    wilds: int,
    cards: int,
    best: int,
    join: Join,
    tables: SuitTables,
    work: JoinWorkspace,
    parts: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """Write the melds that keep `best` cards, as `most_kept` just found them; return how many, -1 when lost.

    Parameters
    ----------
    wilds : int
        Wild cards held, at most eleven.
    parts : int64, shape (MOST_PARTS, PART_COLUMNS)
    scratch : int64, shape (4, 8)
    """
    size, level, cells, value = plain(0), plain(0), cards, best
    for number in range(2):
        choice, row = work.winner[number], work.winner[2 + number]
        if row < 0:
            continue
        level = number + 1
        set_cells, set_wilds = tables.options.sets[row, 0], tables.options.sets[row, 1]
        cells -= set_cells
        count = work.choices[choice, COUNT]
        value -= count + set_wilds
        wilds -= set_wilds + (count if work.choices[choice, RANK] == wild_rank else 0)
        lay_set(level, choice, wild_rank, 1 << cells, join, tables, work)
        _write_part(parts, size, 4 + work.choices[choice, RANK], choice, plain(0), set_cells, set_wilds)
        size += 1
    marks = work.marks[0]
    both, first, last, run = scratch[0], scratch[1], scratch[2], scratch[3]
    left = work.halves[work.half_level[level, 0], 0]
    right = work.halves[work.half_level[level, 1], 1]
    if not _split(left, right, join.finals, plain(-1), cells, wilds, value, both):
        return -1
    for half in range(2):
        out = first if half == 0 else last
        one = work.suits[work.suit_level[level, 2 * half], 2 * half]
        other = work.suits[work.suit_level[level, 2 * half + 1], 2 * half + 1]
        side = 4 * half
        if not _split(one, other, join.pairs, both[side], both[side + 1], both[side + 2], both[side + 3], out):
            return -1
        for part in range(2):
            suit = 2 * half + part
            own, cells_here = out[4 * part], out[4 * part + 1]
            wilds_here, value_here = out[4 * part + 2], out[4 * part + 3]
            fewest, most = work.own[level, suit, 0], work.own[level, suit, 1]
            found = False
            for in_place in range(fewest, most + 1):
                if found:
                    continue
                holding = holding_with_own(work.left[level], suit, wild_rank, in_place)
                word = tables.rows[row_of(suit, holding, marks, tables), cells_here, own]
                free = wilds_here - in_place + fewest
                if _reaches(word, free, value_here):
                    found = True
                    size = _read_suit(suit, holding, own, cells_here, free, value_here, marks, tables, parts, size, run)
            if not found or size < 0:
                return -1
    return size
