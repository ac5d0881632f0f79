"""The most cards that a declarable hand can keep, as if the pack had every card: a bound, nearly always the answer.

Four suit rows are joined over cells, classes and wilds; at most two sets are laid beside them.  Every set that keeps
something takes its cards out of the suits first, and is tried only when it could still beat the best found: the rows
before taking are a bound for the rows after it.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.kept_join import (
    COUNT,
    RANK,
    Join,
    JoinWorkspace,
    complete,
    fold_suit,
    join_half,
    lay_set,
)
from meldlab.kernels.kept_options import KeptOptions
from meldlab.kernels.kept_rows import LANES, RANKS, SUITS, KeptWorkspace, lane, lanes_up_to

JOKER = 52


@helper
def _kept_with(word: np.uint64, wilds: int) -> int:
    """Return the most kept with so many wilds, far below 0 where nothing fits."""
    value = lane(word, wilds) if wilds >= 0 else 0
    return value - 1 if value > 0 else -99


@bare_kernel
def _list_choices(
    held: NDArray[np.uint8], wild_rank: int, most_naturals: int, distinct: int, choices: NDArray[np.int64]
) -> int:
    """List what sets can keep: nothing first, then cards of one rank; return how many there are."""
    for column in range(COUNT + 1):
        choices[0, column] = 0
    choices[0, RANK] = -1
    listed = 1
    most = 1 if distinct else 3
    for rank in range(RANKS):
        for a in range(min(most, int(np.int64(held[rank]))) + 1):
            for b in range(min(most, int(np.int64(held[13 + rank]))) + 1):
                for c in range(min(most, int(np.int64(held[26 + rank]))) + 1):
                    for d in range(min(most, int(np.int64(held[39 + rank]))) + 1):
                        count = a + b + c + d
                        if 0 < count <= most_naturals:
                            choices[listed, 0], choices[listed, 1], choices[listed, 2] = a, b, c
                            choices[listed, 3], choices[listed, RANK], choices[listed, COUNT] = d, rank, count
                            listed += 1
    return listed


@helper
def _is_set(choices: NDArray[np.int64], choice: int, cells: int, wilds: int, identical: int) -> bool:
    """Return whether a choice fits a set of so many cells; three identical cards alone are none (G4)."""
    count = choices[choice, COUNT]
    naturals = cells - wilds
    if count > naturals:
        return False
    if identical >= 0 and wilds == 0 and naturals == 3 and count == 3:
        for suit in range(SUITS):
            if choices[choice, suit] == 3:
                return False
    return True


@helper
def _note(winner: NDArray[np.int64], first: int, second: int, first_set: int, second_set: int) -> None:
    winner[0], winner[1], winner[2], winner[3] = first, second, first_set, second_set


@bare_kernel
def _with_sets(
    held: NDArray[np.uint8],
    wild_rank: int,
    wilds: int,
    cards: int,
    best: int,
    max_sets: int,
    distinct: int,
    options: KeptOptions,
    join: Join,
    kept: KeptWorkspace,
    work: JoinWorkspace,
) -> int:
    """Return the most kept, `best` or more, with one or two sets; level 0 is complete."""
    choices, sets, lives, identical = work.choices, options.sets, work.lives, options.identical
    listed = _list_choices(held, wild_rank, options.set_naturals, distinct, choices)
    wanted = 0
    most_count = 0
    for x in range(listed):
        most_count = max(most_count, choices[x, COUNT])
    for one in range(sets.shape[0]):
        wanted |= 1 << (cards - sets[one, 0])
        for other in range(sets.shape[0]):
            if cards >= sets[one, 0] + sets[other, 0]:
                wanted |= 1 << (cards - sets[one, 0] - sets[other, 0])
    complete(0, wanted, join.finals, work)
    for x in range(listed):
        count = choices[x, COUNT]
        x_own = count if choices[x, RANK] == wild_rank else 0
        promising = False
        for one in range(sets.shape[0]):
            cells, own = sets[one, 0], sets[one, 1]
            if not _is_set(choices, x, cells, own, identical):
                continue
            left = wilds - own - x_own
            if count + own + _kept_with(lives[0, cards - cells], left) > best:
                promising = True
            if max_sets < 2:
                continue
            for other in range(sets.shape[0]):
                rest = cards - cells - sets[other, 0]
                if rest >= 0 and left >= sets[other, 1]:
                    most = min(most_count, sets[other, 0] - sets[other, 1]) + sets[other, 1]
                    if count + own + most + _kept_with(lives[0, rest], left - sets[other, 1]) > best:
                        promising = True
        if not promising:
            continue
        lay_set(1, x, wild_rank, wanted, join, kept, work)
        for one in range(sets.shape[0]):
            cells, own = sets[one, 0], sets[one, 1]
            if not _is_set(choices, x, cells, own, identical):
                continue
            left = wilds - own - x_own
            value = count + own + _kept_with(lives[1, cards - cells], left)
            if value > best:
                best = value
                _note(work.winner, x, -1, one, -1)
            if max_sets < 2 or left < 0:
                continue
            for y in range(x + 1):
                more = choices[y, COUNT]
                y_own = more if choices[y, RANK] == wild_rank else 0
                if choices[y, RANK] == choices[x, RANK] and y != 0:
                    enough = True
                    for suit in range(SUITS):
                        both = choices[x, suit] + choices[y, suit]
                        enough = enough and both <= np.int64(held[13 * suit + choices[x, RANK]])
                    if not enough:
                        continue
                laid = False
                for other in range(sets.shape[0]):
                    rest = cards - cells - sets[other, 0]
                    if rest < 0 or not _is_set(choices, y, sets[other, 0], sets[other, 1], identical):
                        continue
                    still = left - sets[other, 1] - y_own
                    value = count + own + more + sets[other, 1]
                    if value + _kept_with(lives[1, rest], still) > best:
                        if not laid:
                            lay_set(2, y, wild_rank, wanted, join, kept, work)
                            laid = True
                        value += _kept_with(lives[2, rest], still)
                        if value > best:
                            best = value
                            _note(work.winner, x, y, one, other)
        if best >= cards:
            return best
    return best


@bare_kernel
def _most_kept_with_own(
    held: NDArray[np.uint8],
    wild_rank: int,
    wilds: int,
    cards: int,
    best: int,
    max_sets: int,
    distinct: int,
    options: KeptOptions,
    join: Join,
    kept: KeptWorkspace,
    work: JoinWorkspace,
) -> int:
    work.lanes[0] = lanes_up_to(wilds)
    for suit in range(SUITS):
        work.base[0, suit] = 0
        for rank in range(RANKS):
            if rank != wild_rank:
                work.base[0, suit] += int(np.int64(held[13 * suit + rank])) * kept.strides[suit, rank]
        work.suit_level[0, suit] = 0
        fold_suit(0, suit, wild_rank, kept, work)
    for half in range(2):
        work.half_level[0, half] = 0
        join_half(0, half, join.pairs, work)
    complete(0, 1 << cards, join.finals, work)
    best = max(best, _kept_with(work.lives[0, cards], wilds))
    _note(work.winner, -1, -1, -1, -1)
    if best < cards and max_sets > 0 and options.sets.shape[0] > 0:
        best = _with_sets(held, wild_rank, wilds, cards, best, max_sets, distinct, options, join, kept, work)
    return best


@bare_kernel
def most_kept(
    held: NDArray[np.uint8],
    wild_rank: int,
    cards: int,
    max_sets: int,
    distinct: int,
    options: KeptOptions,
    join: Join,
    kept: KeptWorkspace,
    work: JoinWorkspace,
) -> int:
    """Return the most cards of `held` in a declarable hand of `cards` cards, the pack taken as endless; -99 if none.

    Parameters
    ----------
    held : uint8, shape (53,)
        Cards that `prepare_suits` was given, or fewer.
    wild_rank : int
        0..12, or -1.
    cards : int
        Cards of a declarable hand, 13.
    """
    wilds = int(np.int64(held[JOKER]))
    ways = 1
    for suit in range(SUITS):
        copies = int(np.int64(held[13 * suit + wild_rank])) if wild_rank >= 0 else 0
        wilds += copies
        ways *= 1 + copies
        work.own[0, suit, 0], work.own[0, suit, 1] = 0, copies
    if wilds < LANES:
        return _most_kept_with_own(held, wild_rank, wilds, cards, -99, max_sets, distinct, options, join, kept, work)
    # More wilds than lanes: for each way to lay wild-rank cards in their own place the jokers alone are counted.
    best = -99
    for way in range(ways):
        code, laid = way, 0
        for suit in range(SUITS):
            copies = int(np.int64(held[13 * suit + wild_rank])) if wild_rank >= 0 else 0
            own = code % (copies + 1)
            code //= copies + 1
            laid += own
            work.own[0, suit, 0], work.own[0, suit, 1] = own, own
        best = max(
            best,
            _most_kept_with_own(
                held, wild_rank, wilds - laid, cards, best, max_sets, distinct, options, join, kept, work
            ),
        )
        if best >= cards:
            return best
    return best
