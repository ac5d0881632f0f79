"""Least deadwood of many hands: one deck, no jokers, one word a hand (the plane `once` of `cards`).

Runs of different suits do not touch each other, and ten or eleven cards hold at most three ranks that can give a
set.  So the answer is the least, over the sets laid, of four table entries.

Most hands need less.  A pass of plain bit arithmetic, which the compiler turns into vector instructions, finds for
every hand the points with no set and with every possible set laid.  With no rank held three times, or with one held
exactly three times, that decides; the few hands that remain (one in fifty) try every choice of sets.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.bits import lowest_index, popcount
from meldlab.kernels.cards import SUIT_MASK
from meldlab.kernels.deadwood_tables import DeadwoodTables
from meldlab.kernels.jit import bare_kernel, helper

U = np.uint64
Words = NDArray[np.uint64]
SuitPoints = NDArray[np.int32]
Column = NDArray[np.uint16]

#: Hands a block: two words a hand stay in the first-level cache.
BLOCK = 1024

_ZERO = U(0)
_ONE = U(1)
_TWO = U(2)
_FOUR = U(4)
_EIGHT = U(8)
_SUIT = U(16)
_TWO_SUITS = U(32)
_THREE_SUITS = U(48)
_HOLDER_SHIFTS = (U(15), U(30), U(45))


@helper
def points_with_runs(hand: np.uint64, suit_points: SuitPoints) -> np.int32:
    """Return the least points of a hand when only runs are laid."""
    return np.int32(
        suit_points[hand & SUIT_MASK]
        + suit_points[(hand >> _SUIT) & SUIT_MASK]
        + suit_points[(hand >> _TWO_SUITS) & SUIT_MASK]
        + suit_points[hand >> _THREE_SUITS]
    )


@helper
def triple_ranks(hand: np.uint64) -> np.uint64:
    """Return the ranks held in at least three suits, as bits of the first lane."""
    second, third, fourth = hand >> _SUIT, hand >> _TWO_SUITS, hand >> _THREE_SUITS
    return U(((hand & second & (third | fourth)) | ((hand | second) & third & fourth)) & SUIT_MASK)


@helper
def holders(hand: np.uint64, rank: np.uint64) -> np.uint64:
    """Return which suits hold `rank`: bit s = suit s."""
    cards = hand >> rank
    suits = cards & _ONE
    suits |= (cards >> _HOLDER_SHIFTS[0]) & _TWO
    suits |= (cards >> _HOLDER_SHIFTS[1]) & _FOUR
    suits |= (cards >> _HOLDER_SHIFTS[2]) & _EIGHT
    return U(suits)


@helper
def points_with_sets(
    hand: np.uint64, ranks: np.uint64, suit_points: SuitPoints, choices: Words, set_cards: Words
) -> np.int32:
    """Return the least points of a hand over every choice of sets of `ranks` (those of `triple_ranks`)."""
    combinations = _ONE
    rest = ranks
    while rest != _ZERO:
        combinations *= choices[holders(hand, lowest_index(rest))]
        rest &= rest - _ONE
    best = points_with_runs(hand, suit_points)
    number = _ONE  # number 0 lays no set
    while number < combinations:
        left = hand
        digits = number
        rest = ranks
        while rest != _ZERO:
            rank = lowest_index(rest)
            rest &= rest - _ONE
            suits = holders(hand, rank)
            ways = choices[suits]
            left &= ~(set_cards[suits, digits % ways] << rank)
            digits //= ways
        best = min(best, points_with_runs(left, suit_points))
        number += _ONE
    return best


@helper
def _points(cards: np.uint64, ones: np.uint64, twos: np.uint64, fours: np.uint64, eights: np.uint64) -> np.uint64:
    """Return the points of all `cards`, given the planes of the bits of points."""
    low = popcount(cards & ones) + (popcount(cards & twos) << _ONE)
    high = (popcount(cards & fours) << _TWO) + (popcount(cards & eights) << U(3))
    return U(low + high)


@helper
def _outside_runs(hand: np.uint64) -> np.uint64:
    """Return the cards that no run of three or more covers; the empty places between suits stop every run."""
    begins = hand & (hand >> _ONE) & (hand >> _TWO)
    return U(hand & ~(begins | (begins << _ONE) | (begins << _TWO)))


@bare_kernel
def _settle(hands: Words, planes: Words, out: Column, waiting: Words) -> None:
    """Fill `out` for hands with at most one set of three, and `waiting` with a non-zero word for all others."""
    ones, twos, fours, eights = planes[0], planes[1], planes[2], planes[3]
    for place in range(out.size):
        hand = hands[place]
        ranks = triple_ranks(hand)
        sets = ranks | ranks << _SUIT
        sets |= sets << _TWO_SUITS
        without = _points(_outside_runs(hand), ones, twos, fours, eights)
        laid = _points(_outside_runs(hand & ~sets), ones, twos, fours, eights)
        out[place] = np.uint16(min(without, laid))
        four = hand & (hand >> _SUIT)
        waiting[place] = (four & (four >> _TWO_SUITS) & SUIT_MASK) | (ranks & (ranks - _ONE))


@bare_kernel
def _solve_block(
    hands: Words,
    suit_points: SuitPoints,
    choices: Words,
    set_cards: Words,
    planes: Words,
    ordinary: int,
    out: Column,
    waiting: Words,
) -> None:
    for start in range(0, out.size, waiting.size):
        stop = min(start + waiting.size, out.size)
        if ordinary:
            _settle(hands[start:stop], planes, out[start:stop], waiting)
        for place in range(start, stop):
            if not ordinary or waiting[place - start] != _ZERO:
                hand = hands[place]
                ranks = triple_ranks(hand)
                out[place] = np.uint16(points_with_sets(hand, ranks, suit_points, choices, set_cards))


def fill_deadwood(hands: Words, tables: DeadwoodTables, out: Column) -> None:
    """Fill `out` with the least deadwood of each hand.

    Implements "ten cards each; ace low only; runs 3+, sets 3-4 of distinct suits" (gin).

    Parameters
    ----------
    hands : uint64, shape (hands,)
        Plane `once` of each hand.
    tables
        The tables of the rules.
    out : uint16, shape (hands,)
    """
    waiting = np.empty(BLOCK, dtype=np.uint64)
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        _solve_block(
            hands,
            tables.suit_points,
            tables.choices,
            tables.set_cards,
            tables.point_planes,
            tables.ordinary,
            out,
            waiting,
        )


@bare_kernel
def count_values(column: Column, counts: NDArray[np.int64]) -> None:
    """Add 1 to ``counts[value]`` for each value of `column`."""
    for place in range(column.size):
        counts[column[place]] += 1
