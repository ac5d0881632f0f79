"""Least deadwood of many hands: one deck, no jokers, one word a hand (the plane `once` of `cards`).

Runs of different suits do not touch each other, and ten or eleven cards hold at most three ranks that can give a
set.  So the answer is the least, over the sets laid, of four table entries.

Most hands need less.  A pass of plain bit arithmetic, which the compiler turns into vector instructions, finds for
every hand the points with no set and with every possible set laid.  With no rank held three times, or with one held
exactly three times, that decides; the few hands that remain (one in fifty) try every choice of sets.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index, popcount
from meldlab.kernels.cards.cards import SUIT_MASK
from meldlab.kernels.deadwood.tables import DeadwoodTables
from meldlab.kernels.jit import bare_kernel, helper

Words = NDArray[np.uint64]
SuitPoints = NDArray[np.int16]
Choices = NDArray[np.int64]
Column = NDArray[np.uint16]

#: Hands a block: two words a hand stay in the first-level cache.
BLOCK = 1024

_TWO = U(2)
_FOUR = U(4)
_EIGHT = U(8)
_SUIT = U(16)
_TWO_SUITS = U(32)
_THREE_SUITS = U(48)
_NO_RANK = U(61)  # the empty places above the last suit
_HOLDER_SHIFTS = (U(15), U(30), U(45))


@helper
def points_with_runs(hand: np.uint64, suit_points: SuitPoints) -> np.int64:
    """Return the least points of a hand when only runs are laid."""
    return np.int64(
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
    suits = cards & ONE
    suits |= (cards >> _HOLDER_SHIFTS[0]) & _TWO
    suits |= (cards >> _HOLDER_SHIFTS[1]) & _FOUR
    suits |= (cards >> _HOLDER_SHIFTS[2]) & _EIGHT
    return U(suits)


@helper
def _lowest_rank(ranks: np.uint64) -> np.uint64:
    """Return the lowest of `ranks`, or a rank that nobody holds when there is none."""
    return lowest_index(ranks) if ranks != ZERO else _NO_RANK


@helper
def points_with_sets(
    hand: np.uint64, ranks: np.uint64, suit_points: SuitPoints, choices: Choices, set_cards: Words
) -> np.int64:
    """Return the least points of a hand over every choice of sets of `ranks` (of `triple_ranks`, three at most)."""
    rest = ranks & (ranks - ONE)
    first, second, third = _lowest_rank(ranks), _lowest_rank(rest), _lowest_rank(U(rest & (rest - ONE)))
    first_suits, second_suits, third_suits = holders(hand, first), holders(hand, second), holders(hand, third)
    best = points_with_runs(hand, suit_points)
    for choice in range(choices[first_suits]):
        without_first = hand & ~(set_cards[first_suits, choice] << first)
        for second_choice in range(choices[second_suits]):
            without_second = without_first & ~(set_cards[second_suits, second_choice] << second)
            for third_choice in range(choices[third_suits]):
                left = without_second & ~(set_cards[third_suits, third_choice] << third)
                best = min(best, points_with_runs(left, suit_points))
    return best


@helper
def _points(cards: np.uint64, ones: np.uint64, twos: np.uint64, fours: np.uint64, eights: np.uint64) -> np.uint64:
    """Return the points of all `cards`, given the planes of the bits of points."""
    low = popcount(cards & ones) + (popcount(cards & twos) << ONE)
    high = (popcount(cards & fours) << _TWO) + (popcount(cards & eights) << U(3))
    return U(low + high)


@helper
def _outside_runs(hand: np.uint64) -> np.uint64:
    """Return the cards that no run of three or more covers; the empty places between suits stop every run."""
    begins = hand & (hand >> ONE) & (hand >> _TWO)
    return U(hand & ~(begins | (begins << ONE) | (begins << _TWO)))


@bare_kernel
def _settle(hands: Words, planes: Words, out: Column, open_hands: Words) -> None:
    """Fill `out` for hands with at most one set of three, and `open_hands` with a non-zero word for all others."""
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
        open_hands[place] = (four & (four >> _TWO_SUITS) & SUIT_MASK) | (ranks & (ranks - ONE))


@bare_kernel
def _solve_blocks(
    hands: Words,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    planes: Words,
    ordinary: int,
    out: Column,
    open_hands: Words,
    places: NDArray[np.int64],
) -> None:
    """Fill `out` block by block; `open_hands` and `places` are scratch, the latter one longer than a block."""
    for start in range(0, out.size, open_hands.size):
        stop = min(start + open_hands.size, out.size)
        if ordinary:
            _settle(hands[start:stop], planes, out[start:stop], open_hands)
        else:
            open_hands[:] = ONE
        # Every place is written, and kept only where the hand is open: no branch to be guessed wrong.
        waiting = 0
        for place in range(start, stop):
            places[waiting] = place
            waiting += open_hands[place - start] != ZERO
        for number in range(waiting):
            place = places[number]
            hand = hands[place]
            out[place] = np.uint16(points_with_sets(hand, triple_ranks(hand), suit_points, choices, set_cards))


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
    open_hands, places = np.empty(BLOCK, dtype=np.uint64), np.empty(BLOCK + 1, dtype=np.int64)
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        _solve_blocks(
            hands,
            tables.suit_points,
            tables.choices,
            tables.set_cards,
            tables.point_planes,
            tables.ordinary,
            out,
            open_hands,
            places,
        )


@bare_kernel
def count_values(column: Column, counts: NDArray[np.int64]) -> None:
    """Add 1 to ``counts[value]`` for each value of `column`."""
    for place in range(column.size):
        counts[column[place]] += 1
