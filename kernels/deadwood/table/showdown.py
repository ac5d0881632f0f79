"""The show of a deadwood game: the knocker's melds, and what the other player has left after laying off on them.

A meld is a word of its cards, as a hand is: plane `once` of `cards`.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.cards.cards import LANE_BITS, RANKS, SUIT_MASK, SUITS
from meldlab.kernels.deadwood.least_deadwood import (
    Choices,
    SuitPoints,
    Words,
    holders,
    points_with_runs,
    points_with_sets,
    triple_ranks,
)
from meldlab.kernels.jit import bare_kernel, helper

Number = int | np.int64

#: Most melds of a hand of eleven cards.
MOST_MELDS = 3
#: Most ways to lay off on one meld, laying nothing included.
MOST_WAYS = 64


@bare_kernel
def least_deadwood(hand: np.uint64, suit_points: SuitPoints, choices: Choices, set_cards: Words) -> np.int64:
    """Return the least deadwood of one hand of at most eleven cards."""
    return np.int64(points_with_sets(hand, triple_ranks(hand), suit_points, choices, set_cards))


@helper
def _lowest_rank(ranks: np.uint64) -> np.uint64:
    return lowest_index(ranks) if ranks != ZERO else U(61)


@bare_kernel
def best_sets(
    hand: np.uint64, suit_points: SuitPoints, choices: Choices, set_cards: Words, melds: Words
) -> tuple[np.int64, np.uint64]:
    """Fill `melds` with the sets of an arrangement of least deadwood; return how many, and the cards left for runs.

    Of equal arrangements that with the fewest sets of low ranks is taken.
    """
    ranks = triple_ranks(hand)
    rest = ranks & (ranks - ONE)
    first, second, third = _lowest_rank(ranks), _lowest_rank(rest), _lowest_rank(U(rest & (rest - ONE)))
    ways = (holders(hand, first), holders(hand, second), holders(hand, third))
    least = points_with_runs(hand, suit_points)
    laid = (ZERO, ZERO, ZERO)
    for one in range(choices[ways[0]]):
        set_one = U(set_cards[ways[0], one] << first)
        for two in range(choices[ways[1]]):
            set_two = U(set_cards[ways[1], two] << second)
            for three in range(choices[ways[2]]):
                set_three = U(set_cards[ways[2], three] << third)
                points = points_with_runs(hand & ~(set_one | set_two | set_three), suit_points)
                if points < least:
                    least = points
                    laid = (set_one, set_two, set_three)
    found = 0
    for meld in laid:
        if meld != ZERO:
            melds[found] = meld
            found += 1
    return np.int64(found), U(hand & ~(laid[0] | laid[1] | laid[2]))


@bare_kernel
def add_runs(
    left: np.uint64,
    points: NDArray[np.int64],
    run_min: int,
    run_max: int,
    suit_points: SuitPoints,
    melds: Words,
    found: Number,
) -> np.int64:
    """Add to `melds` runs of `left` that leave the least deadwood; return how many melds there are then."""
    for suit in range(SUITS):
        shift = U(LANE_BITS * suit)
        held = np.int64((left >> shift) & SUIT_MASK)
        while held:
            lowest = np.int64(lowest_index(U(held)))
            least = np.int64(suit_points[held])
            rest = held & (held - 1)
            if np.int64(suit_points[rest]) + points[lowest] == least:
                held = rest
                continue
            length = 1
            while np.int64(suit_points[rest]) != least or length < run_min:
                rest &= ~(1 << (lowest + length))
                length += 1
            # as long as nothing is lost by it, a run goes on: a longer one is no worse for its owner
            while (
                length < run_max
                and lowest + length < RANKS
                and rest >> (lowest + length) & 1
                and np.int64(suit_points[rest & ~(1 << (lowest + length))]) == least
            ):
                rest &= ~(1 << (lowest + length))
                length += 1
            melds[found] = U(((1 << length) - 1) << lowest) << shift
            found += 1
            held = rest
    return np.int64(found)


@bare_kernel
def _ways_to_lay_off(meld: np.uint64, hand: np.uint64, run_max: int, set_max: int, ways: Words) -> np.int64:
    """Fill `ways` with every word of `hand` that may be laid on `meld`, nothing included; return how many."""
    ways[0] = ZERO
    count = 1
    lowest = np.int64(lowest_index(meld))
    suit, rank = lowest // LANE_BITS, lowest % LANE_BITS
    lane = U(SUIT_MASK << U(LANE_BITS * suit))
    if meld & ~lane != ZERO:
        size = np.int64(0)
        for other in range(SUITS):
            size += np.int64((meld >> U(LANE_BITS * other + rank)) & ONE)
        for other in range(SUITS):
            fourth = ONE << U(LANE_BITS * other + rank)
            if size < set_max and meld & fourth == ZERO and hand & fourth != ZERO:
                ways[count] = fourth
                count += 1
        return np.int64(count)
    top = lowest
    while top + 1 < LANE_BITS * suit + RANKS and meld >> U(top + 1) & ONE:
        top += 1
    room = run_max - (top - lowest + 1)
    below = ZERO
    down = 0
    while True:
        above = ZERO
        up = 0
        while True:
            if down + up:
                ways[count] = below | above
                count += 1
            up += 1
            card = top + up
            if down + up > room or card >= LANE_BITS * suit + RANKS or hand >> U(card) & ONE == ZERO:
                break
            above |= ONE << U(card)
        down += 1
        card = lowest - down
        if down > room or card < LANE_BITS * suit or hand >> U(card) & ONE == ZERO:
            return np.int64(count)
        below |= ONE << U(card)


@bare_kernel
def least_after_lay_off(
    hand: np.uint64,
    melds: Words,
    laid: Number,
    run_max: int,
    set_max: int,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    ways: Words,
    counts: NDArray[np.int64],
) -> np.int64:
    """Return the least deadwood of the other player's hand after laying off on the knocker's melds.

    Implements "the other player lays off on the knocker's melds (runs at both ends, fourth cards of sets) after
    choosing his own melds so that what is left is least" (gin): every choice of cards to lay off is tried, and the
    rest arranged at its best, so the order of choosing does not matter.

    Parameters
    ----------
    hand, melds
        The other player's hand; the knocker's melds, of which `laid` are there (uint64, at least 3).
    ways, counts
        Scratch: uint64 of shape (3, 64), int64 of shape (3,).
    """
    for meld in range(MOST_MELDS):
        counts[meld] = 1
        ways[meld, 0] = ZERO
        if meld < laid:
            counts[meld] = _ways_to_lay_off(melds[meld], hand, run_max, set_max, ways[meld])
    least = least_deadwood(hand, suit_points, choices, set_cards)
    for one in range(counts[0]):
        for two in range(counts[1]):
            for three in range(counts[2]):
                off = ways[0, one] | ways[1, two] | ways[2, three]
                if off != ZERO:
                    least = min(least, least_deadwood(hand & ~off, suit_points, choices, set_cards))
    return least
