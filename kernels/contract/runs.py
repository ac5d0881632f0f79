"""Runs of one suit: which of its cards can stand in exactly k runs with exactly j jokers.

A *part* of a suit's holding (so many copies of each rank) has a number in mixed radix, so every table is an array
over all parts.  A whole hand of 13 has a few dozen parts a suit; nothing is left out, so overlapping runs, runs
longer than 13 cells and doubled cards need no care of their own.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.run_rules import ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.contract.rules import RANKS, ContractRules
from meldlab.kernels.jit import helper, kernel

MAX_CELLS = 256
MAX_COPIES = 7  # of one card in one hand: what a packed digit holds
NEVER = -1


def room_from(place: int, rules: ContractRules) -> int:
    """Return the most cells of a run whose first cell is at `place` (0 = ace low); 0 when no run starts there."""
    room = MAX_CELLS - 1
    if rules.run_ace == ACE_LOW:
        room = RANKS - place
    elif rules.run_ace == ACE_HIGH:
        room = RANKS + 1 - place if place > 0 else 0
    elif rules.run_ace == ACE_EITHER:
        room = min(RANKS, RANKS + 1 - place)
    return min(room, rules.run_max)


#: The same for kernels; Python would have to compile it in every process.
_room_from = helper(room_from)


@kernel
def part_strides(held: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what one copy of each rank adds to a part's number, and last the number of parts; shape (14,)."""
    strides = np.empty(RANKS + 1, dtype=np.int64)
    strides[0] = 1
    for rank in range(RANKS):
        strides[rank + 1] = strides[rank] * (held[rank] + 1)
    return strides


@kernel
def single_runs(
    held: NDArray[np.int64], strides: NDArray[np.int64], jokers: int, rules: ContractRules
) -> NDArray[np.int64]:
    """Return for each part the numbers of jokers with which all of it is one run: bit j of int64, shape (parts,).

    Implements 2.3, 2.4 and 2.7: consecutive cells, each the natural it stands for or a joker, no two jokers side
    by side unless the rules allow it; every layout is walked cell by cell.
    """
    parts = strides[RANKS]
    single = np.zeros(parts, dtype=np.int64)
    left = held.copy()
    step = np.zeros(MAX_CELLS + 1, dtype=np.int64)  # 0: natural next, 1: joker next, 2: both were tried
    is_joker = np.zeros(MAX_CELLS + 1, dtype=np.int64)
    most_jokers = min(jokers, rules.run_max_wilds)
    for place in range(RANKS):
        room = _room_from(place, rules)
        if room < rules.run_min:
            continue
        depth, part, used = 0, 0, 0
        step[0] = 0
        while depth >= 0:
            grown = False
            if step[depth] == 0:
                step[depth] = 1
                rank = (place + depth) % RANKS
                if depth < room and left[rank] > 0:
                    left[rank] -= 1
                    part += strides[rank]
                    is_joker[depth] = 0
                    grown = True
            elif step[depth] == 1:
                step[depth] = 2
                beside = depth > 0 and is_joker[depth - 1] == 1 and rules.run_adjacent_wilds == 0
                if depth < room and used < most_jokers and not beside:
                    used += 1
                    is_joker[depth] = 1
                    grown = True
            else:
                depth -= 1
                if depth >= 0:
                    if is_joker[depth] == 1:
                        used -= 1
                    else:
                        rank = (place + depth) % RANKS
                        left[rank] += 1
                        part -= strides[rank]
            if grown:
                depth += 1
                step[depth] = 0
                if depth >= rules.run_min and depth - used >= rules.run_min_naturals:
                    single[part] |= 1 << used
    return single


@kernel
def packed_parts(held: NDArray[np.int64], strides: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the copies of each rank in each part, four bits a rank; shape (parts,)."""
    packed = np.zeros(strides[RANKS], dtype=np.int64)
    for rank in range(RANKS):
        for part in range(strides[rank], strides[rank + 1]):
            packed[part] = packed[part - strides[rank]] + (1 << (4 * rank))
    return packed


@helper
def _joined(first: int, second: int, jokers: int) -> int:
    """Return the sums of one bit of `first` and one of `second`, up to `jokers`."""
    both = 0
    for used in range(jokers + 1):
        if first >> used & 1:
            both |= (second & ((1 << (jokers + 1 - used)) - 1)) << used
    return both


@helper
def _lowest_rank(packed: int) -> int:
    """Return the lowest rank in a packed part, 13 for the empty one."""
    rank = 0
    while rank < RANKS and not packed >> (4 * rank) & 15:
        rank += 1
    return rank


@kernel
def _by_lowest_rank(
    single: NDArray[np.int64], packed: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the parts that are runs, sorted by their lowest rank and then number, and where each rank begins."""
    begins = np.zeros(RANKS + 2, dtype=np.int64)
    for part in range(len(single)):
        if single[part]:
            begins[_lowest_rank(packed[part]) + 1] += 1
    for rank in range(RANKS + 1):
        begins[rank + 1] += begins[rank]
    ends = begins.copy()
    run_parts = np.empty(begins[RANKS + 1], dtype=np.int64)
    for part in range(len(single)):
        if single[part]:
            rank = _lowest_rank(packed[part])
            run_parts[ends[rank]] = part
            ends[rank] += 1
    return run_parts, begins


@kernel
def runs_of_suit(
    held: NDArray[np.int64], strides: NDArray[np.int64], jokers: int, most_runs: int, rules: ContractRules
) -> NDArray[np.int64]:
    """Return for k = 0..most_runs and each part the numbers of jokers that make all of it k runs.

    Bit j of int64, shape (most_runs + 1, parts).  Implements 2.5 and 2.6: several runs of one suit, each card in one.
    """
    parts = strides[RANKS]
    ways = np.zeros((most_runs + 1, parts), dtype=np.int64)
    ways[0, 0] = 1
    if most_runs == 0:
        return ways
    single = single_runs(held, strides, jokers, rules)
    ways[1] = single
    if most_runs == 1:
        return ways
    packed = packed_parts(held, strides)
    borrow = 0
    for rank in range(RANKS):
        borrow |= 8 << (4 * rank)
    # The lowest card of a part lies in one of its runs: take that run first, so look only at runs that begin there.
    run_parts, begins = _by_lowest_rank(single, packed)
    for runs in range(2, most_runs + 1):
        ways[runs, 0] = _joined(single[0], ways[runs - 1, 0], jokers)
        for part in range(1, parts):
            whole = packed[part] | borrow
            rank = _lowest_rank(packed[part])
            found = 0
            for at in range(begins[rank], begins[rank + 1]):
                run_part = run_parts[at]
                if run_part > part:
                    break
                rest = ways[runs - 1, part - run_part]
                if rest and (whole - packed[run_part]) & borrow == borrow:
                    found |= _joined(single[run_part], rest, jokers)
            ways[runs, part] = found
    return ways


@kernel
def best_within(
    held: NDArray[np.int64], strides: NDArray[np.int64], ways: NDArray[np.int64], values: NDArray[np.int64], jokers: int
) -> NDArray[np.int32]:
    """Return the most value that exactly k runs with exactly j jokers can cover inside each part.

    Parameters
    ----------
    held, strides
        The holding, copies of each rank, and its `part_strides`.
    ways : int64, shape (runs + 1, parts)
        From `runs_of_suit`.
    values : int64, shape (13,)
        Value of one copy of each rank.
    jokers : int
        Most jokers.

    Returns
    -------
    int32, shape (parts, runs + 1, jokers + 1)
        ``NEVER`` where there is no such choice.
    """
    most_runs, parts = ways.shape
    worth = np.zeros(parts, dtype=np.int64)
    best = np.full((parts, most_runs, jokers + 1), NEVER, dtype=np.int32)
    for rank in range(RANKS):
        for part in range(strides[rank], strides[rank + 1]):
            worth[part] = worth[part - strides[rank]] + values[rank]
    for part in range(parts):
        for runs in range(most_runs):
            for used in range(jokers + 1):
                if ways[runs, part] >> used & 1:
                    best[part, runs, used] = worth[part]
        for rank in range(RANKS):
            if (part // strides[rank]) % (held[rank] + 1) == 0:
                continue
            less = part - strides[rank]
            for runs in range(most_runs):
                for used in range(jokers + 1):
                    best[part, runs, used] = max(best[part, runs, used], best[less, runs, used])
    return best
