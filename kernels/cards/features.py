"""Simple outcomes of a block of hands, straight from the planes: each kernel fills one uint8 column.

All four suits are treated at once in 16-bit lanes (see `cards`), without a branch, so the loops over hands become
vector instructions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.cards.cards import ACE_MASK, RANK_MASK, RANKS, SUIT_MASK
from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_HIGH, ACE_LOW
from meldlab.kernels.jit import helper, kernel

Words = NDArray[np.uint64]
Column = NDArray[np.uint8]

_TWO = U(2)
_EIGHT = U(8)
_NEXT_SUIT = U(16)
_TWO_SUITS = U(32)
_ABOVE_KING = U(RANKS)
_KING = U(RANKS - 1)
_BELOW_KING_MASK = U(RANK_MASK ^ (ACE_MASK << _KING))
_NOT_ACE_MASK = U(RANK_MASK ^ ACE_MASK)


class FeatureRules(NamedTuple):
    """The rule numbers that these features depend on; flags are 0 or 1."""

    run_min: int
    run_ace: int  # ACE_LOW, ACE_HIGH, ACE_EITHER or ACE_CIRCULAR of `declare_rules`
    identical_three: int  # three identical naturals are a pure sequence and not a set
    set_min: int
    set_max: int
    set_distinct_suits: int


@helper
def longest_run(once: np.uint64, ace: int) -> np.uint64:
    """Return the most consecutive ranks of one suit, each rank once, at most 13 (0 for a hand without naturals).

    The ace stands below the 2 (low), above the king (high), at either end (never both in one run of 13), or
    joins the two ends (circular).
    """
    length = ZERO
    if ace == ACE_CIRCULAR:
        ring = once
        left = once
        for _ in range(RANKS):
            length += U(left != ZERO)
            ring = ((ring >> ONE) & _BELOW_KING_MASK) | ((ring & ACE_MASK) << _KING)
            left &= ring
        return length
    low = once & _NOT_ACE_MASK if ace == ACE_HIGH else once
    places = low if ace == ACE_LOW else low | (once & ACE_MASK) << _ABOVE_KING
    # `left` keeps the places at which a run of the length reached so far begins.  The places 14 and 15 of a lane
    # are empty, so no run reaches into the next suit.
    left = places
    for _ in range(RANKS):
        length += U(left != ZERO)
        places >>= ONE
        left &= places
    return length


@helper
def _largest_rank_count(ones: np.uint64, twos: np.uint64, lone_threes: np.uint64) -> np.uint64:
    """Return the largest number of cards of one rank, given 0..3 cards a suit as binary digits in two planes.

    A rank in `lone_threes` whose cards are only three of one suit counts as two: three identical are no set.
    """
    # Suits 0 and 1, and 2 and 3: sums 0..6 in the lanes 0 and 2.
    more_ones = ones >> _NEXT_SUIT
    more_twos = twos >> _NEXT_SUIT
    carry = ones & more_ones
    pair_ones = ones ^ more_ones
    pair_twos = twos ^ more_twos ^ carry
    pair_fours = (twos & more_twos) | (carry & (twos ^ more_twos))
    # Both pairs: sums 0..12 in lane 0.
    more_ones = pair_ones >> _TWO_SUITS
    more_twos = pair_twos >> _TWO_SUITS
    more_fours = pair_fours >> _TWO_SUITS
    carry = pair_ones & more_ones
    sum_ones = pair_ones ^ more_ones
    sum_twos = pair_twos ^ more_twos ^ carry
    carry = (pair_twos & more_twos) | (carry & (pair_twos ^ more_twos))
    sum_fours = pair_fours ^ more_fours ^ carry
    sum_eights = (pair_fours & more_fours) | (carry & (pair_fours ^ more_fours))
    sum_ones &= ~(lone_threes & sum_twos & ~sum_fours & ~sum_eights)
    # The largest sum, digit by digit from the top among the ranks still in the running.
    running = SUIT_MASK
    largest = ZERO
    for digit, weight in ((sum_eights, _EIGHT), (sum_fours, _TWO + _TWO), (sum_twos, _TWO), (sum_ones, ONE)):
        ahead = running & digit
        some = ahead != ZERO
        largest += weight if some else ZERO
        running = ahead if some else running
    return largest


@helper
def largest_set(once: np.uint64, twice: np.uint64, thrice: np.uint64, rules: FeatureRules) -> np.uint64:
    """Return the number of cards of the largest legal set without a wild, 0 when there is none."""
    lone_threes = ZERO
    if rules.set_distinct_suits:
        count = _largest_rank_count(once, ZERO, ZERO)
    else:
        if rules.identical_three:
            lone_threes = thrice | (thrice >> _TWO_SUITS)
            lone_threes |= lone_threes >> _NEXT_SUIT
        count = _largest_rank_count(once ^ twice ^ thrice, twice, lone_threes)
    count = min(count, U(rules.set_max))
    return count if count >= U(rules.set_min) else ZERO


@kernel
def fill_jokers(jokers: Words, column: Column) -> None:
    """Fill `column` with the number of printed jokers of each hand."""
    for hand in range(column.size):
        column[hand] = np.uint8(jokers[hand])


@kernel
def fill_wilds(once: Words, twice: Words, thrice: Words, jokers: Words, wild_ranks: Words, column: Column) -> None:
    """Fill `column` with the number of wild cards: printed jokers and cards of the deal's wild rank (R3)."""
    for hand in range(column.size):
        wild = ACE_MASK << wild_ranks[hand]
        column[hand] = np.uint8(
            jokers[hand] + popcount(once[hand] & wild) + popcount(twice[hand] & wild) + popcount(thrice[hand] & wild)
        )


@kernel
def fill_natural_run(once: Words, rules: FeatureRules, column: Column) -> None:
    """Fill `column` with the most consecutive ranks of one suit held without a wild (see `longest_run`).

    A wild-rank card in its own place is natural (R4), and the length counts even below ``run.min``.
    """
    # One loop for each ace rule: inside them the rule is a constant.
    if rules.run_ace == ACE_LOW:
        for hand in range(column.size):
            column[hand] = np.uint8(longest_run(once[hand], ACE_LOW))
    elif rules.run_ace == ACE_HIGH:
        for hand in range(column.size):
            column[hand] = np.uint8(longest_run(once[hand], ACE_HIGH))
    elif rules.run_ace == ACE_CIRCULAR:
        for hand in range(column.size):
            column[hand] = np.uint8(longest_run(once[hand], ACE_CIRCULAR))
    else:
        for hand in range(column.size):
            column[hand] = np.uint8(longest_run(once[hand], rules.run_ace))


@kernel
def fill_natural_set(once: Words, twice: Words, thrice: Words, rules: FeatureRules, column: Column) -> None:
    """Fill `column` with the cards of the largest legal set without a wild, 0 when there is none (G3, G4).

    Wild-rank cards count under their rank.  With ``identical_three`` three identical cards alone are no set.
    """
    for hand in range(column.size):
        column[hand] = np.uint8(largest_set(once[hand], twice[hand], thrice[hand], rules))


@kernel
def fill_has_pure(natural_run: Column, thrice: Words, rules: FeatureRules, column: Column) -> None:
    """Fill `column` with 1 where a pure sequence is held, else 0.

    A pure sequence is a natural run of ``run.min`` cards or more (G1) or, with ``identical_three``, three
    identical naturals (G4).  `natural_run` is the column of `fill_natural_run`.
    """
    shortest = np.uint8(rules.run_min)
    identical_counts = rules.identical_three != 0
    for hand in range(column.size):
        column[hand] = np.uint8((natural_run[hand] >= shortest) | (identical_counts & (thrice[hand] != ZERO)))
