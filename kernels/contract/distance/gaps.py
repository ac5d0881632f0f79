"""What sets still lack: a bound, and the exact answer within the copies of the pack."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import RANKS, SUITS, ContractRules
from meldlab.kernels.jit import kernel

FAR = 1000


@kernel
def set_holes(left: NDArray[np.int64], sets: int, rules: ContractRules) -> int:
    """Return a lower bound for the cards that `sets` sets lack when `left` (copies of each natural) is free."""
    if sets == 0:
        return 0
    size = rules.set_min
    lacking = np.zeros(size + 1, dtype=np.int64)
    for rank in range(RANKS):
        cards = left[rank] + left[RANKS + rank] + left[2 * RANKS + rank] + left[3 * RANKS + rank]
        lacking[0] += cards // size
        lacking[size - cards % size] += 1
    holes, wanted = 0, sets
    for short in range(size):
        here = min(wanted, lacking[short])
        holes += here * short
        wanted -= here
    return holes + wanted * size


@kernel
def sets_reach(
    left: NDArray[np.int64],
    spare: NDArray[np.int64],
    sets: int,
    new: int,
    jokers_used: int,
    jokers_held: int,
    jokers_there: int,
    limit: int,
    rules: ContractRules,
) -> bool:
    """Return whether `sets` sets can be made so that all new cards are at most `limit`.

    Parameters
    ----------
    left : int64, shape (53,)
        Naturals in hand that the runs leave.
    spare : int64, shape (53,)
        Naturals, in hand or still to be drawn, that the runs leave.
    new, jokers_used
        New naturals and jokers in the runs.
    jokers_held, jokers_there
        Jokers in hand; in hand or still to be drawn.
    """
    if jokers_used > jokers_there or new + max(0, jokers_used - jokers_held) > limit:
        return False
    if sets == 0:
        return True
    if rules.set_least_naturals == 0 and rules.set_distinct_suits == 0:
        lacking = jokers_used + set_holes(left, sets, rules)
        if lacking <= jokers_there:  # jokers may fill every gap, and no way has fewer gaps
            return new + max(0, lacking - jokers_held) <= limit
    most = sets * rules.set_min
    # fewest[n, j]: least new naturals of n sets with j jokers, over the ranks so far
    fewest = np.full((sets + 1, most + 1), FAR, dtype=np.int64)
    fewest[0, 0] = 0
    for rank in range(RANKS):
        for number in range(sets, 0, -1):
            for here in range(1, number + 1):
                cards, there = 0, 0
                for suit in range(SUITS):
                    card = suit * RANKS + rank
                    if rules.set_distinct_suits:
                        cards += min(here, left[card])
                        there += min(here, spare[card])
                    else:
                        cards += left[card]
                        there += spare[card]
                size = here * rules.set_min
                # fewer naturals than are in hand only make room for more jokers, which is no use
                for naturals in range(max(here * rules.set_least_naturals, min(cards, size)), min(there, size) + 1):
                    more = max(0, naturals - cards)
                    if new + more > limit:
                        break
                    jokers = size - naturals
                    for before in range(most - jokers + 1):
                        value = fewest[number - here, before] + more
                        fewest[number, before + jokers] = min(fewest[number, before + jokers], value)
    for jokers in range(min(most, jokers_there - jokers_used) + 1):
        if new + fewest[sets, jokers] + max(0, jokers_used + jokers - jokers_held) <= limit:
            return True
    return False
