"""Suit rows joined over cells, classes and wilds, with no, one or two sets taken out of the suits first."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.bits import ZERO
from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.kept_rows import CELLS, SUITS, KeptWorkspace, lane_maximum, lane_product, more_wilds

CHOICES = 512
RANK = 4  # columns of a choice: cards taken from the four suits, rank, cards in all
COUNT = 5
_LEVELS = 3  # no set, one, two


class Join(NamedTuple):
    """How classes of two suits join."""

    pairs: NDArray[np.int64]  # shape (n, 3), see Classes.pairs
    finals: NDArray[np.int64]  # shape (m, 2): classes that together are lives


class JoinWorkspace(NamedTuple):
    """Scratch space of one thread; the first axis is the number of sets laid."""

    suits: NDArray[np.uint64]  # shape (3, SUITS, CELLS, classes), wild-rank cards in their own place included
    halves: NDArray[np.uint64]  # shape (3, 2, CELLS, classes)
    lives: NDArray[np.uint64]  # shape (3, CELLS)
    suit_level: NDArray[np.int64]  # shape (3, SUITS), the level whose row holds
    half_level: NDArray[np.int64]  # shape (3, 2)
    base: NDArray[np.int64]  # shape (3, SUITS), states without wild-rank cards
    own: NDArray[np.int64]  # shape (3, SUITS, 2), fewest and most wild-rank cards in their own place
    choices: NDArray[np.int64]  # shape (CHOICES, 6)
    lanes: NDArray[np.uint64]  # shape (1,), the lanes for as many wilds as are held; the others stay empty
    winner: NDArray[np.int64]  # shape (4,), how the best was found: two choices and two rows of sets, -1 for none


def make_join_workspace(classes: int) -> JoinWorkspace:
    """Return empty scratch space."""
    return JoinWorkspace(
        np.zeros((_LEVELS, SUITS, CELLS, classes), dtype=np.uint64),
        np.zeros((_LEVELS, 2, CELLS, classes), dtype=np.uint64),
        np.zeros((_LEVELS, CELLS), dtype=np.uint64),
        np.zeros((_LEVELS, SUITS), dtype=np.int64),
        np.zeros((_LEVELS, 2), dtype=np.int64),
        np.zeros((_LEVELS, SUITS), dtype=np.int64),
        np.zeros((_LEVELS, SUITS, 2), dtype=np.int64),
        np.zeros((CHOICES, COUNT + 1), dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
        np.zeros(4, dtype=np.int64),
    )


@bare_kernel
def fold_suit(level: int, suit: int, wild_rank: int, kept: KeptWorkspace, work: JoinWorkspace) -> None:
    """Write the row of a suit, the best over the wild-rank cards that stand in their own place."""
    rows, target = kept.rows, work.suits[level, suit]
    fewest, most = work.own[level, suit, 0], work.own[level, suit, 1]
    stride = kept.strides[suit, wild_rank] if wild_rank >= 0 else 0
    classes = target.shape[1]
    lanes = work.lanes[0]
    for own in range(fewest, most + 1):
        row = rows[kept.row_of_state[suit, work.base[level, suit] + own * stride]]
        for cells in range(CELLS):
            for c in range(classes):
                word = more_wilds(row[cells, c], own - fewest) & lanes
                target[cells, c] = word if own == fewest else lane_maximum(target[cells, c], word)


@bare_kernel
def join_half(level: int, half: int, pairs: NDArray[np.int64], work: JoinWorkspace) -> None:
    """Join the rows of suits 0 and 1, or 2 and 3."""
    left = work.suits[work.suit_level[level, 2 * half], 2 * half]
    right = work.suits[work.suit_level[level, 2 * half + 1], 2 * half + 1]
    target = work.halves[level, half]
    for cells in range(CELLS):
        for c in range(target.shape[1]):
            target[cells, c] = ZERO
    for pair in range(pairs.shape[0]):
        a, b, c = pairs[pair, 0], pairs[pair, 1], pairs[pair, 2]
        for first in range(CELLS):
            one = left[first, a]
            if one != ZERO:
                for second in range(CELLS - first):
                    other = right[second, b]
                    if other != ZERO:
                        both = lane_product(one, other)
                        target[first + second, c] = lane_maximum(target[first + second, c], both)


@bare_kernel
def complete(level: int, wanted: int, finals: NDArray[np.int64], work: JoinWorkspace) -> None:
    """Write the words of two lives for each number of cells among `wanted` (bits)."""
    left = work.halves[work.half_level[level, 0], 0]
    right = work.halves[work.half_level[level, 1], 1]
    for cells in range(CELLS):
        if (wanted >> cells) & 1 == 1:
            best = ZERO
            for final in range(finals.shape[0]):
                a, b = finals[final, 0], finals[final, 1]
                for first in range(cells + 1):
                    one, other = left[first, a], right[cells - first, b]
                    if one != ZERO and other != ZERO:
                        best = lane_maximum(best, lane_product(one, other))
            work.lives[level, cells] = best


@bare_kernel
def lay_set(
    level: int, choice: int, wild_rank: int, wanted: int, join: Join, kept: KeptWorkspace, work: JoinWorkspace
) -> None:
    """Take the cards of a choice out of the suits of the level below and join what is left."""
    changed = 0
    for suit in range(SUITS):
        taken, rank = work.choices[choice, suit], work.choices[choice, RANK]
        work.base[level, suit] = work.base[level - 1, suit]
        work.own[level, suit, 0] = work.own[level - 1, suit, 0]
        work.own[level, suit, 1] = work.own[level - 1, suit, 1]
        work.suit_level[level, suit] = work.suit_level[level - 1, suit]
        if taken > 0:
            if rank == wild_rank:
                work.own[level, suit, 1] -= taken
                work.own[level, suit, 0] = min(work.own[level, suit, 0], work.own[level, suit, 1])
            else:
                work.base[level, suit] -= taken * kept.strides[suit, rank]
            changed |= 1 << suit
            work.suit_level[level, suit] = level
            fold_suit(level, suit, wild_rank, kept, work)
    for half in range(2):
        if (changed >> (2 * half)) & 3 != 0:
            work.half_level[level, half] = level
            join_half(level, half, join.pairs, work)
        else:
            work.half_level[level, half] = work.half_level[level - 1, half]
    complete(level, wanted, join.finals, work)
