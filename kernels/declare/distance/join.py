"""Suit rows joined over cells, classes and wilds, with no, one or two sets taken out of the suits first.

A hand that keeps all but `waste` of its cells has no more than so many cells without a kept card in any suit.  Words
are cut down to that while they are made, so what few exchanges allow is joined quickly.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.declare.distance.suit_rows import CELLS, MOST_COPIES, RANKS, SUITS, SuitTables, holding_of, row_of
from meldlab.kernels.declare.distance.words import lane_maximum, lane_product, more_wilds, without_waste
from meldlab.kernels.jit import bare_kernel

CHOICES = 512
RANK = 4  # columns of a choice: cards taken from the four suits, rank, cards in all
COUNT = 5
_KINDS = 53
_LEVELS = 3  # no set, one, two


class Join(NamedTuple):
    """How classes of two suits join."""

    pairs: NDArray[np.int64]  # shape (n, 3), see Classes.pairs
    finals: NDArray[np.int64]  # shape (m, 2): classes that together are lives


class JoinWorkspace(NamedTuple):
    """Scratch space of one thread; the first axis is the number of sets laid."""

    left: NDArray[np.uint8]  # shape (3, 53), the cards that no set takes
    own: NDArray[np.int64]  # shape (3, SUITS, 2), fewest and most wild-rank cards in their own place
    suits: NDArray[np.uint64]  # shape (3, SUITS, CELLS, classes), wild-rank cards in their own place included
    suit_cells: NDArray[np.uint64]  # shape (3, SUITS, classes), for which cells (bits) there is a word
    suit_level: NDArray[np.int64]  # shape (3, SUITS), the level whose row holds
    halves: NDArray[np.uint64]  # shape (3, 2, CELLS, classes)
    half_cells: NDArray[np.uint64]  # shape (3, 2, classes)
    half_level: NDArray[np.int64]  # shape (3, 2)
    lives: NDArray[np.uint64]  # shape (3, CELLS)
    choices: NDArray[np.int64]  # shape (CHOICES, 6)
    lanes: NDArray[np.uint64]  # shape (1,), the lanes for as many wilds as are held; the others stay empty
    waste: NDArray[np.int64]  # shape (1,), most cells without a kept card
    marks: NDArray[np.uint64]  # shape (1,), what need not be in suit rows
    winner: NDArray[np.int64]  # shape (4,), how the best was found: two choices and two rows of sets, -1 for none


def make_join_workspace(classes: int) -> JoinWorkspace:
    """Return empty scratch space."""
    return JoinWorkspace(
        np.zeros((_LEVELS, _KINDS), dtype=np.uint8),
        np.zeros((_LEVELS, SUITS, 2), dtype=np.int64),
        np.zeros((_LEVELS, SUITS, CELLS, classes), dtype=np.uint64),
        np.zeros((_LEVELS, SUITS, classes), dtype=np.uint64),
        np.zeros((_LEVELS, SUITS), dtype=np.int64),
        np.zeros((_LEVELS, 2, CELLS, classes), dtype=np.uint64),
        np.zeros((_LEVELS, 2, classes), dtype=np.uint64),
        np.zeros((_LEVELS, 2), dtype=np.int64),
        np.zeros((_LEVELS, CELLS), dtype=np.uint64),
        np.zeros((CHOICES, COUNT + 1), dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
        np.zeros(4, dtype=np.int64),
    )


@bare_kernel
def holding_with_own(left: NDArray[np.uint8], suit: int, wild_rank: int, own: int) -> np.uint64:
    """Return what runs of a suit may keep when `own` of its wild-rank cards stand in their own place."""
    holding = holding_of(left, suit)
    if wild_rank >= 0:
        bit = ONE << U(wild_rank)
        for copies in range(MOST_COPIES):
            holding = holding | bit if copies < own else holding & ~bit
            bit <<= U(RANKS)
    return U(holding)


@bare_kernel
def fold_suit(level: int, suit: int, wild_rank: int, tables: SuitTables, work: JoinWorkspace) -> None:
    """Write the row of a suit, the best over the wild-rank cards that stand in their own place."""
    rows, target, filled = tables.rows, work.suits[level, suit], work.suit_cells[level, suit]
    fewest, most = work.own[level, suit, 0], work.own[level, suit, 1]
    lanes, waste, marks = work.lanes[0], work.waste[0], work.marks[0]
    classes = target.shape[1]
    for c in range(classes):
        filled[c] = ZERO
    for own in range(fewest, most + 1):
        row = row_of(suit, holding_with_own(work.left[level], suit, wild_rank, own), marks, tables)
        for cells in range(CELLS):
            bit = ONE << U(cells)
            for c in range(classes):
                word = rows[row, cells, c]
                if word != ZERO:
                    word = without_waste(more_wilds(word, own - fewest) & lanes, cells - waste)
                if own > fewest:
                    word = lane_maximum(target[cells, c], word)
                target[cells, c] = word
                if word != ZERO:
                    filled[c] |= bit


@bare_kernel
def join_half(level: int, half: int, pairs: NDArray[np.int64], work: JoinWorkspace) -> None:
    """Join the rows of suits 0 and 1, or 2 and 3."""
    one_level, other_level = work.suit_level[level, 2 * half], work.suit_level[level, 2 * half + 1]
    left, left_cells = work.suits[one_level, 2 * half], work.suit_cells[one_level, 2 * half]
    right, right_cells = work.suits[other_level, 2 * half + 1], work.suit_cells[other_level, 2 * half + 1]
    target, filled = work.halves[level, half], work.half_cells[level, half]
    waste = work.waste[0]
    for c in range(target.shape[1]):
        filled[c] = ZERO
        for cells in range(CELLS):
            target[cells, c] = ZERO
    for pair in range(pairs.shape[0]):
        a, b, c = pairs[pair, 0], pairs[pair, 1], pairs[pair, 2]
        firsts = left_cells[a]
        while firsts != ZERO:
            first = np.int64(lowest_index(firsts))
            firsts &= firsts - ONE
            seconds = right_cells[b] & ((ONE << U(CELLS - first)) - ONE)
            while seconds != ZERO:
                second = np.int64(lowest_index(seconds))
                seconds &= seconds - ONE
                both = without_waste(lane_product(left[first, a], right[second, b]), first + second - waste)
                if both != ZERO:
                    target[first + second, c] = lane_maximum(target[first + second, c], both)
                    filled[c] |= ONE << U(first + second)


@bare_kernel
def complete(level: int, wanted: int, finals: NDArray[np.int64], work: JoinWorkspace) -> None:
    """Write the words of two lives for each number of cells among `wanted` (bits)."""
    left, right = work.halves[work.half_level[level, 0], 0], work.halves[work.half_level[level, 1], 1]
    left_cells = work.half_cells[work.half_level[level, 0], 0]
    right_cells = work.half_cells[work.half_level[level, 1], 1]
    for cells in range(CELLS):
        if (wanted >> cells) & 1 == 1:
            best = ZERO
            for final in range(finals.shape[0]):
                a, b = finals[final, 0], finals[final, 1]
                firsts = left_cells[a] & ((ONE << U(cells + 1)) - ONE)
                while firsts != ZERO:
                    first = np.int64(lowest_index(firsts))
                    firsts &= firsts - ONE
                    if (right_cells[b] >> U(cells - first)) & ONE != ZERO:
                        best = lane_maximum(best, lane_product(left[first, a], right[cells - first, b]))
            work.lives[level, cells] = best


@bare_kernel
def lay_set(
    level: int, choice: int, wild_rank: int, wanted: int, join: Join, tables: SuitTables, work: JoinWorkspace
) -> None:
    """Take the cards of a choice out of the suits of the level below and join what is left."""
    left, below = work.left[level], work.left[level - 1]
    for card in range(_KINDS):
        left[card] = below[card]
    changed = 0
    for suit in range(SUITS):
        taken, rank = work.choices[choice, suit], work.choices[choice, RANK]
        work.own[level, suit, 0] = work.own[level - 1, suit, 0]
        work.own[level, suit, 1] = work.own[level - 1, suit, 1]
        work.suit_level[level, suit] = work.suit_level[level - 1, suit]
        if taken > 0:
            left[13 * suit + rank] -= np.uint8(taken)
            if rank == wild_rank:
                work.own[level, suit, 1] -= taken
                work.own[level, suit, 0] = min(work.own[level, suit, 0], work.own[level, suit, 1])
            changed |= 1 << suit
            work.suit_level[level, suit] = level
            fold_suit(level, suit, wild_rank, tables, work)
    for half in range(2):
        if (changed >> (2 * half)) & 3 != 0:
            work.half_level[level, half] = level
            join_half(level, half, join.pairs, work)
        else:
            work.half_level[level, half] = work.half_level[level - 1, half]
    complete(level, wanted, join.finals, work)
