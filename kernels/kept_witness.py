"""From the most cards kept back to a hand: which runs and sets keep them.

The bound of `kept_most` takes the pack as endless.  Here the arrangement behind it is read back from the tables;
`kept_fit` then looks whether the pack has the cards that are missing.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.kept_join import RANK, Join, JoinWorkspace, lay_set
from meldlab.kernels.kept_options import KeptOptions
from meldlab.kernels.kept_rows import RANKS, SUITS, KeptWorkspace, lane

MOST_PARTS = 6
# Columns of a part: suit, or 4 + rank of a set; kept ranks (bits), or number of the choice; copies kept, 0 for a set
PLACE, KEPT, COPIES, CELLS_OF, WILDS_OF = 0, 1, 2, 3, 4
PART_COLUMNS = 5


@helper
def _reaches(word: np.uint64, wilds: int, value: int) -> bool:
    return wilds >= 0 and lane(word, wilds) > value


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


@bare_kernel
def _read_suit(
    suit: int,
    state: int,
    own: int,
    cells: int,
    wilds: int,
    value: int,
    options: KeptOptions,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
    kept: KeptWorkspace,
    parts: NDArray[np.int64],
    size: int,
) -> int:
    """Append the runs of one suit that reach `value` in class `own`; return the number of parts, -1 when lost."""
    rows, row_of_state, strides = kept.rows, kept.row_of_state, kept.strides
    masks, begin, ways, blank = options.masks, options.begin, options.ways, options.blank
    rank = 0
    while cells > 0:
        while rank < RANKS and (state // strides[suit, rank]) % _digits(kept, suit, rank) == 0:
            rank += 1
        if size >= MOST_PARTS:
            return -1
        found = False
        if rank == RANKS:
            row = row_of_state[suit, 0]
            for way in range(blank.shape[0]):
                run, jokers, kind = blank[way, 0], blank[way, 1], blank[way, 2]
                for step in range(first_step[kind], first_step[kind + 1]):
                    if found or steps[step, 2] != own or run > cells:
                        continue
                    if _reaches(rows[row, cells - run, steps[step, 1]], wilds - jokers, value - jokers):
                        _write_part(parts, size, suit, 0, 1, run, jokers)
                        size += 1
                        cells, wilds, value, own = cells - run, wilds - jokers, value - jokers, steps[step, 1]
                        found = True
                if found:
                    break
            if not found:
                return -1
            continue
        without = state - strides[suit, rank]
        if _reaches(rows[row_of_state[suit, without], cells, own], wilds, value):
            state = without
            continue
        once = ZERO
        for other in range(rank, RANKS):
            if (state // strides[suit, other]) % _digits(kept, suit, other) > 0:
                once |= ONE << U(other)
        for number in range(options.first[rank], options.first[rank + 1]):
            if found or masks[number] & ~once != ZERO:
                continue
            rest, count = state, 0
            left = masks[number]
            while left != ZERO:
                rest -= strides[suit, np.int64(lowest_index(left))]
                count += 1
                left &= left - ONE
            row = row_of_state[suit, rest]
            for way in range(begin[number], begin[number + 1]):
                run, jokers, kind = ways[way, 0], ways[way, 1], ways[way, 2]
                for step in range(first_step[kind], first_step[kind + 1]):
                    if not found and steps[step, 2] == own and run <= cells:
                        more = value - count - jokers
                        if _reaches(rows[row, cells - run, steps[step, 1]], wilds - jokers, more):
                            _write_part(parts, size, suit, int(np.int64(masks[number])), 1, run, jokers)
                            size += 1
                            cells, wilds, value, own = cells - run, wilds - jokers, more, steps[step, 1]
                            state = rest
                            found = True
                if found:
                    break
        if not found and options.identical >= 0:
            kind = options.identical
            copies_held = (state // strides[suit, rank]) % _digits(kept, suit, rank)
            for copies in range(2, min(3, copies_held) + 1):
                rest = state - copies * strides[suit, rank]
                for step in range(first_step[kind], first_step[kind + 1]):
                    if not found and steps[step, 2] == own and cells >= 3:
                        row = row_of_state[suit, rest]
                        if _reaches(rows[row, cells - 3, steps[step, 1]], wilds, value - copies):
                            _write_part(parts, size, suit, 1 << rank, copies, 3, 0)
                            size += 1
                            cells, value, own, state = cells - 3, value - copies, steps[step, 1], rest
                            found = True
        if not found:
            return -1
    return size


@helper
def _digits(kept: KeptWorkspace, suit: int, rank: int) -> int:
    """Return how many values the digit of a rank takes in a suit's states."""
    strides = kept.strides
    above = strides[suit, rank + 1] if rank + 1 < RANKS else kept.full[suit] + 1
    return int(above // strides[suit, rank])


@bare_kernel
def read_back(
    wild_rank: int,
    wilds: int,
    cards: int,
    best: int,
    options: KeptOptions,
    join: Join,
    steps: NDArray[np.int64],
    first_step: NDArray[np.int64],
    kept: KeptWorkspace,
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
    scratch : int64, shape (3, 8)
    """
    size, level, cells, value = 0, 0, cards, best
    for number in range(2):
        choice, row = work.winner[number], work.winner[2 + number]
        if row < 0:
            continue
        level = number + 1
        set_cells, set_wilds = options.sets[row, 0], options.sets[row, 1]
        cells -= set_cells
        count = 0
        for suit in range(SUITS):
            count += work.choices[choice, suit]
        value -= count + set_wilds
        wilds -= set_wilds + (count if work.choices[choice, RANK] == wild_rank else 0)
        lay_set(level, choice, wild_rank, 1 << cells, join, kept, work)
        _write_part(parts, size, 4 + work.choices[choice, RANK], choice, 0, set_cells, set_wilds)
        size += 1
    both, first, last = scratch[0], scratch[1], scratch[2]
    left = work.halves[work.half_level[level, 0], 0]
    right = work.halves[work.half_level[level, 1], 1]
    if not _split(left, right, join.finals, -1, cells, wilds, value, both):
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
            stride = kept.strides[suit, wild_rank] if wild_rank >= 0 else 0
            found = False
            for in_place in range(fewest, most + 1):
                if found:
                    continue
                state = work.base[level, suit] + in_place * stride
                word = kept.rows[kept.row_of_state[suit, state], cells_here, own]
                if _reaches(word, wilds_here - in_place + fewest, value_here):
                    found = True
                    size = _read_suit(
                        suit,
                        state,
                        own,
                        cells_here,
                        wilds_here - in_place + fewest,
                        value_here,
                        options,
                        steps,
                        first_step,
                        kept,
                        parts,
                        size,
                    )
            if not found or size < 0:
                return -1
    return size
