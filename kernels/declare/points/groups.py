"""Which group of the block solver a hand belongs to, and the hands of a block sorted by group."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.cards.cards import Planes
from meldlab.kernels.declare.points.state import ANY_RUN, GROUPS, IMPURE, LEFTOVER, PURE, SETTLED, SIMPLE, CoverRules
from meldlab.kernels.declare.points.suit_tables import LANES, MOST_POINTS
from meldlab.kernels.jit import bare_kernel, helper

EACH_SUIT = U(0x0001000100010001)
_SUITS_OF_13 = U(0x1FFF1FFF1FFF1FFF)
_TWO = U(2)
_THIRTEEN = U(13)


@helper
def run_places(once: np.uint64, inner: np.uint64, around: np.uint64, folded: np.uint64) -> np.uint64:
    """Return the cards that stand in some window of three naturals of one suit (masks as in `CoverRules`)."""
    line = (once & inner) | ((once & around) << _THIRTEEN)
    start = line & (line >> ONE) & (line >> _TWO)
    places = start | (start << ONE) | (start << _TWO)
    return U((places | ((places >> _THIRTEEN) & folded)) & _SUITS_OF_13)


@bare_kernel
def add_points(
    plane: NDArray[np.uint64], wild_ranks: NDArray[np.uint64], value_bits: NDArray[np.uint64], total: NDArray[np.int64]
) -> None:
    """Add the points of a plane's naturals that are not wild."""
    for bit in range(value_bits.size):
        cards = value_bits[bit]
        if cards == ZERO:
            continue
        for i in range(plane.size):
            natural = plane[i] & ~(EACH_SUIT << wild_ranks[i])
            total[i] += np.int64(popcount(natural & cards) << U(bit))


@bare_kernel
def classify(hands: Planes, rules: CoverRules, total: NDArray[np.int64], group: NDArray[np.int64]) -> None:
    """Write the group of each hand; branch-free, so that it runs in vector lanes."""
    for i in range(hands.once.size):
        once = hands.once[i]
        twice = hands.twice[i]
        thrice = hands.thrice[i]
        wild = EACH_SUIT << hands.wild_ranks[i]
        held = np.int64(hands.jokers[i] + popcount(once & wild) + popcount(twice & wild) + popcount(thrice & wild))
        line = (once & rules.inner) | ((once & rules.around) << _THIRTEEN)
        start = line & (line >> ONE) & (line >> _TWO)
        places = start | (start << ONE) | (start << _TWO)
        places = (places | ((places >> _THIRTEEN) & rules.folded)) & _SUITS_OF_13
        pure = (places != ZERO) | ((thrice != ZERO) & (rules.identical != 0))
        run_cards = popcount(places & once) + popcount(places & twice)
        ace_twice = (start & (start >> U(11)) & EACH_SUIT) != ZERO
        simple = (held == 0) & (run_cards < U(6)) & (not ace_twice) & (thrice == ZERO) & (rules.simple != 0)
        dear = (thrice != ZERO) & (total[i] + held * rules.dearest_card > MOST_POINTS)
        counts = (rules.without_lives == ANY_RUN) & (held > 0)
        key = (IMPURE + held) if counts else SETTLED
        key = (SIMPLE if simple else PURE + held) if pure else key
        key = LEFTOVER if (held >= LANES) | dear else key
        group[i] = key


@bare_kernel
def sort_by_group(group: NDArray[np.int64], hands: int, first: NDArray[np.int64], order: NDArray[np.int64]) -> None:
    """Write the numbers of the hands group after group, in order within each, and where each group begins."""
    for g in range(GROUPS + 1):
        first[g] = 0
    for i in range(hands):
        first[group[i] + 1] += 1
    for g in range(GROUPS):
        first[g + 1] += first[g]
    for i in range(hands):
        order[first[group[i]]] = i
        first[group[i]] += 1
    for g in range(GROUPS, 0, -1):
        first[g] = first[g - 1]
    first[0] = 0
