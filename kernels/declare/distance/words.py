"""Words of the distance: for each number of wilds the most cards kept, in twelve lanes of five bits.

Lane k holds 1 + the most cards kept (naturals and wilds) with at most k wilds; 0 where there is no way.  A hand keeps
at most 14 cards, so a lane never reaches its fifth bit, which the maximum needs; a declarable hand has a pure sequence,
so no more than eleven of 14 cells hold wilds.
"""

import numpy as np

from meldlab.kernels.cards.bits import ONE, ZERO, U
from meldlab.kernels.jit import helper

LANES = 12

_LANE = U(0x1F)
_TOP = U(sum(16 << (5 * lane) for lane in range(LANES)))
_LOW = U(sum(15 << (5 * lane) for lane in range(LANES)))
_ALL = U((1 << (5 * LANES)) - 1)
_EACH = U(sum(1 << (5 * lane) for lane in range(LANES)))
NOTHING_KEPT = _EACH
_FOUR = U(4)
_FIVE = U(5)


@helper
def plain(number: int) -> int:
    """Return `number`; a constant handed over bare makes numba compile the function that gets it once more."""
    return int(np.int64(number))


@helper
def lane_maximum(left: np.uint64, right: np.uint64) -> np.uint64:
    """Return the larger of each pair of lanes."""
    keep = (((left | _TOP) - right) & _TOP) >> _FOUR
    mask = keep * _LANE
    return U((left & mask) | (right & ~mask))


@helper
def raise_kept(word: np.uint64, more: np.uint64) -> np.uint64:
    """Return `word` with `more` added to every lane that is not 0."""
    return U(word + (((word + _LOW) & _TOP) >> _FOUR) * more)


@helper
def without_waste(word: np.uint64, least: int) -> np.uint64:
    """Return `word` with 0 in the lanes that keep fewer than `least` cards."""
    if least <= 0:
        return word
    keep = (((word | _TOP) - U(least + 1) * _EACH) & _TOP) >> _FOUR
    return U(word & (keep * _LANE))


@helper
def more_wilds(word: np.uint64, wilds: int) -> np.uint64:
    """Return `word` for the same runs and `wilds` wilds more."""
    if wilds >= LANES:
        return ZERO
    return U((word << U(5 * wilds)) & _ALL)


@helper
def lanes_up_to(wilds: int) -> np.uint64:
    """Return the bits of the lanes 0 to `wilds`."""
    return U((ONE << U(5 * (min(wilds, LANES - 1) + 1))) - ONE)


@helper
def lane(word: np.uint64, wilds: int) -> int:
    """Return lane `wilds` of `word`."""
    return int(np.int64((word >> U(5 * min(wilds, LANES - 1))) & _LANE))


@helper
def lane_product(left: np.uint64, right: np.uint64) -> np.uint64:
    """Return, for each number of wilds, the most kept by both together, the wilds shared out best."""
    product = ZERO
    before = ZERO
    shifted = right
    while left != ZERO and shifted != ZERO:
        here = left & _LANE
        if here > before:  # more wilds on the left that gain nothing are better spent on the right
            product = lane_maximum(product, raise_kept(shifted, here - ONE))
            before = here
        left >>= _FIVE
        shifted = (shifted << _FIVE) & _ALL
    return U(product)
