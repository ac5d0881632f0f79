"""Many hands of a contract game, one after the other: distance, and what going down leaves."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract_cover import NO_WAY, least_left
from meldlab.kernels.contract_distance import distance
from meldlab.kernels.contract_rules import JOKER, KINDS, RANKS, SUITS, ContractRules
from meldlab.kernels.jit import kernel


@kernel
def fill_contract(
    counts: NDArray[np.uint8],
    there: NDArray[np.int64],
    sets: int,
    runs: int,
    windows: NDArray[np.int64],
    shapes: NDArray[np.int64],
    rules: ContractRules,
    away: NDArray[np.uint8],
    points: NDArray[np.uint16],
    cards: NDArray[np.uint8],
) -> None:
    """Fill the columns of many hands (section 11).

    Parameters
    ----------
    counts : uint8, shape (hands, 53)
    there : int64, shape (53,)
        Copies of each card in the pack.
    sets, runs : int
    windows, shapes
        From `run_windows` and `run_shapes`.
    rules : ContractRules
    away : uint8, shape (hands,)
        Out: distance; the pack must allow the contract.
    points : uint16, shape (hands,)
        Out: least points left; all points of a hand that cannot go down, which is what it would cost.
    cards : uint8, shape (hands,)
        Out: least cards left; all cards of a hand that cannot go down.
    """
    hand = np.zeros(KINDS, dtype=np.int64)
    one_each = np.ones(KINDS, dtype=np.int64)
    for number in range(len(counts)):
        hand[:] = counts[number]
        found = distance(hand, there, sets, runs, windows, shapes, rules)
        away[number] = found
        total, size = 0, 0
        for card in range(KINDS):
            total += hand[card] * rules.points[card]
            size += hand[card]
        if found == 0:
            held = hand[:JOKER].copy().reshape(SUITS, RANKS)
            for least_cards in range(2):
                values = one_each if least_cards else rules.points
                left, _ = least_left(held, hand[JOKER], sets, runs, values, rules)
                if left != NO_WAY and least_cards:
                    size = left
                elif left != NO_WAY:
                    total = left
        points[number], cards[number] = total, size
