"""Every hand of a pack counted by its deadwood, one visit for all hands that differ in the names of suits only.

Suits are numbers below 2**ranks (see `deadwood_tables`).  Of the hands that are the same four suits in another
order only the one with first >= second >= third >= fourth is valued, and counted as often as there are orders:
24, fewer when suits are equal.  All ten-card hands of a pack are 671 million visits instead of 15,820 million.

The first suit names a part of the work, so that parts can be done by several threads, kept and put together.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ZERO, U, popcount
from meldlab.kernels.deadwood.least_deadwood import Choices, SuitPoints, Words, points_with_sets
from meldlab.kernels.jit import bare_kernel, kernel

_SUIT = U(16)
_TWO_SUITS = U(32)
_THREE_SUITS = U(48)

Masks = NDArray[np.int64]


@kernel
def fill_suits_by_size(masks: Masks, begins: Masks) -> None:
    """Fill `masks` with all suits, ordered by their number of cards and then by number.

    Parameters
    ----------
    masks : int64, shape (2**ranks,)
    begins : int64, shape (ranks + 2,)
        Suits of n cards are ``masks[begins[n]:begins[n + 1]]``.
    """
    place = 0
    for size in range(begins.size - 1):
        begins[size] = place
        for suit in range(masks.size):
            if popcount(U(suit)) == U(size):
                masks[place] = suit
                place += 1
    begins[begins.size - 1] = place


@bare_kernel
def count_part(
    first: int,
    cards: int,
    masks: Masks,
    begins: Masks,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    counts: NDArray[np.int64],
) -> None:
    """Add the hands whose largest suit is `first` to `counts`.

    Parameters
    ----------
    first
        A suit.
    cards
        Cards of a hand.
    masks, begins
        From `fill_suits_by_size`.
    suit_points, choices, set_cards
        From `deadwood_tables`.
    counts : int64, shape (most deadwood + 1,)
        Hands by their deadwood.
    """
    most = begins.size - 2  # cards of one suit
    rest_first = cards - np.int64(popcount(U(first)))
    for second in range(first + 1):
        rest_second = rest_first - np.int64(popcount(U(second)))
        if rest_second < 0:
            continue
        for third in range(second + 1):
            need = rest_second - np.int64(popcount(U(third)))
            if need < 0 or need > most:
                continue
            # Orders of four suits of which the fourth differs from the third, and of which it equals the third.
            orders, orders_equal = 24, 12
            if first == second and second == third:
                orders, orders_equal = 4, 1
            elif second == third:
                orders, orders_equal = 12, 4
            elif first == second:
                orders, orders_equal = 12, 6
            three = U(first) | U(second) << _SUIT | U(third) << _TWO_SUITS
            held_by_all = U(first) & U(second) & U(third)
            held_by_two = (U(first) & U(second)) | (U(third) & (U(first) | U(second)))
            points = suit_points[first] + suit_points[second] + suit_points[third]
            for place in range(begins[need], begins[need + 1]):
                fourth = masks[place]
                if fourth > third:
                    break
                ranks = held_by_all | (held_by_two & U(fourth))
                least = points + suit_points[fourth]
                if ranks != ZERO:
                    hand = three | U(fourth) << _THREE_SUITS
                    least = points_with_sets(hand, ranks, suit_points, choices, set_cards)
                counts[least] += orders_equal if fourth == third else orders
