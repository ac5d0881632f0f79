"""Many hands of a contract game: what going down leaves, or all of a hand that cannot go down.

Few dealt hands can go down.  The others are worth their cards, added up in loops that the compiler turns into vector
instructions: a bit of the points at a time, by counting the cards whose points have that bit.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index, popcount
from meldlab.kernels.cards.cards import LANE_BITS, Planes
from meldlab.kernels.contract.cover import NO_WAY
from meldlab.kernels.contract.left import left_over
from meldlab.kernels.contract.rules import JOKER, KINDS, RANKS, SUITS, ContractRules
from meldlab.kernels.contract.tables import BLOCK
from meldlab.kernels.jit import bare_kernel, kernel

Words = NDArray[np.uint64]

_LANE_SHIFT = U(4)
_LANE_INDEX = U(LANE_BITS - 1)


def bit_masks(values: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return for each bit of the naturals' values the cards that have it, as a plane; uint64, shape (bits,).

    Parameters
    ----------
    values : int64, shape (53,)
        What one copy of each card counts, at least 0.
    """
    planes = [LANE_BITS * (card // RANKS) + card % RANKS for card in range(JOKER)]
    naturals = values[:JOKER].tolist()
    masks = [
        sum(1 << plane for plane, value in zip(planes, naturals, strict=True) if value >> bit & 1)
        for bit in range(max(naturals).bit_length())
    ]
    return np.array(masks, dtype=np.uint64)


@bare_kernel
def _add_bit(hands: Planes, start: int, stop: int, mask: np.uint64, weight: np.uint64, sums: Words) -> None:
    once, twice, thrice = hands.once, hands.twice, hands.thrice
    for place in range(start, stop):
        held = popcount(once[place] & mask) + popcount(twice[place] & mask) + popcount(thrice[place] & mask)
        sums[place] += held * weight


@bare_kernel
def _add_up(hands: Planes, masks: Words, joker: np.uint64, sums: Words) -> None:
    jokers = hands.jokers
    for start in range(0, sums.size, BLOCK):
        stop = min(start + BLOCK, sums.size)
        for place in range(start, stop):
            sums[place] = jokers[place] * joker
        for bit in range(masks.size):
            _add_bit(hands, start, stop, masks[bit], ONE << U(bit), sums)


def hand_worth(hands: Planes, values: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return what all cards of each hand count together, uint64 of shape (hands,); see `bit_masks`."""
    sums = np.empty(len(hands.once), dtype=np.uint64)
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        _add_up(hands, bit_masks(values), U(values[JOKER]), sums)
    return sums


@kernel
def _fill_left(
    hands: Planes,
    places: NDArray[np.int64],
    sets: int,
    runs: int,
    values: NDArray[np.int64],
    rules: ContractRules,
    left: NDArray[np.uint64],
) -> None:
    held = np.empty((SUITS, RANKS), dtype=np.int64)
    for place in places:
        held[:] = 0
        for plane in (hands.once, hands.twice, hands.thrice):
            rest = plane[place]
            while rest != ZERO:
                bit = lowest_index(rest)
                held[np.int64(bit >> _LANE_SHIFT), np.int64(bit & _LANE_INDEX)] += 1
                rest &= rest - ONE
        least = left_over(held, int(np.int64(hands.jokers[place])), sets, runs, values, rules)
        if least != NO_WAY:
            left[place] = U(least)


def least_points_left(
    hands: Planes, can: NDArray[np.uint8], sets: int, runs: int, rules: ContractRules
) -> NDArray[np.uint64]:
    """Return the least points left of each hand, uint64 of shape (hands,).

    Implements min_points_left of section 11.

    Parameters
    ----------
    hands
    can : uint8, shape (hands,)
        From `fill_can_go_down`.  Hands that cannot go down keep all their points.
    sets, runs
        The contract.
    rules
    """
    return _least_left(hands, can, sets, runs, rules.points, rules)


def least_cards_left(
    hands: Planes, can: NDArray[np.uint8], sets: int, runs: int, rules: ContractRules
) -> NDArray[np.uint64]:
    """Return the least cards left of each hand; see `least_points_left`."""
    return _least_left(hands, can, sets, runs, np.ones(KINDS, dtype=np.int64), rules)


def _least_left(
    hands: Planes, can: NDArray[np.uint8], sets: int, runs: int, values: NDArray[np.int64], rules: ContractRules
) -> NDArray[np.uint64]:
    left = hand_worth(hands, values)
    with np.errstate(over="ignore"):
        _fill_left(hands, np.flatnonzero(can), sets, runs, values, rules, left)
    return left
