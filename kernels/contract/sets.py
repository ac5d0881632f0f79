"""Every way a hand can give cards of one rank to sets: which naturals, and how many jokers that asks for and takes.

Sets of one rank are chosen together: for n sets only how many naturals and jokers they hold in all matters, because
cards dealt round evenly make n legal sets whenever any division does.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import RANKS, SUITS, ContractRules
from meldlab.kernels.jit import kernel

RANK = 0
SETS = 1
NATURALS = 2
LEAST_JOKERS = 3
MOST_JOKERS = 4
TAKEN = 5  # and the three columns after it: copies taken of each suit
COLUMNS = 9


@kernel
def set_choices(
    held: NDArray[np.int64], jokers: int, most_sets: int, split_by_suit: int, rules: ContractRules
) -> NDArray[np.int64]:
    """Return the choices of n = 1..most_sets sets of each rank, ranks ascending; int64, shape (choices, COLUMNS).

    Implements 2.1 and 2.2: three or more cards of one rank, any suits, any number of jokers, a set of jokers too,
    within the limits of the rules.

    Parameters
    ----------
    held : int64, shape (4, 13)
        Copies of each natural.
    jokers : int
        Jokers in hand; choices that need more are left out.
    most_sets : int
    split_by_suit : int
        0 when it does not matter which suits are left: then one choice for each number of naturals is enough.
    rules : ContractRules
    """
    rows = np.empty((64, COLUMNS), dtype=np.int64)
    size = 0
    seen = np.zeros((most_sets + 1, 64), dtype=np.int64)
    for rank in range(RANKS):
        seen[:] = 0
        # From all copies down, so that the first choice met for a number of naturals exists whatever the suits.
        for a in range(held[0, rank], -1, -1):
            for b in range(held[1, rank], -1, -1):
                for c in range(held[2, rank], -1, -1):
                    for d in range(held[3, rank], -1, -1):
                        naturals = a + b + c + d
                        for sets in range(1, most_sets + 1):
                            if rules.set_distinct_suits and max(a, b, c, d) > sets:
                                continue
                            if naturals < sets * rules.set_least_naturals or naturals > sets * rules.set_max:
                                continue
                            least = max(0, sets * rules.set_min - naturals)
                            most = min(sets * rules.set_max_wilds, sets * rules.set_max - naturals)
                            if least > jokers or least > most:
                                continue
                            if not split_by_suit:
                                if seen[sets, naturals]:
                                    continue
                                seen[sets, naturals] = 1
                            if size == len(rows):
                                wider = np.empty((2 * size, COLUMNS), dtype=np.int64)
                                wider[:size] = rows
                                rows = wider
                            row = rows[size]
                            row[RANK], row[SETS], row[NATURALS] = rank, sets, naturals
                            row[LEAST_JOKERS], row[MOST_JOKERS] = least, most
                            row[TAKEN], row[TAKEN + 1], row[TAKEN + 2], row[TAKEN + 3] = a, b, c, d
                            size += 1
    return rows[:size].copy()


@kernel
def fits_held(choice: NDArray[np.int64], held: NDArray[np.int64]) -> bool:
    """Return whether the naturals of a choice are in the holding (a hand short of some cards it was made for)."""
    rank, over = choice[RANK], 0
    for suit in range(SUITS):
        over += max(0, choice[TAKEN + suit] - held[suit, rank])
    return over == 0
