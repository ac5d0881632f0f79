"""Rule numbers of a `declare` game (Indian rummy) as the kernels read them.

A named tuple of integers (and one array) is a plain argument for numba and still reads like the rules.
``NO_LIMIT`` stands for "none" wherever the rules file lifts a limit.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_LIMIT = 99

# set_gate: which arrangements may count their sets as grouped (rules, P3)
GATE_TWO_LIVES, GATE_PURE_AND_IMPURE, GATE_ANY_IMPURE, GATE_NONE = range(4)

# one_life_counts: what counts in an arrangement with a pure sequence but without two lives (rules, P1, P2)
ONE_LIFE_LOOSE = 0  # every sequence counts
ONE_LIFE_ALL = 1  # nothing counts: all cards are points
ONE_LIFE_ALL_BUT_PURE = 2  # only the pure sequences count


class DeclareRules(NamedTuple):
    """Everything the solvers of the `declare` objective need; flags are 0 or 1."""

    run_min: int
    run_max: int
    run_ace: int
    run_max_wilds: int
    run_min_naturals: int
    run_adjacent_wilds: int
    identical_three: int
    set_min: int
    set_max: int
    set_max_wilds: int
    set_min_naturals: int
    set_distinct_suits: int
    max_sets: int
    min_sequences: int
    min_pure: int
    lives_min_cards: int
    lives_max_cards: int
    set_gate: int
    impure_requires_pure: int
    no_pure_counts_all: int
    one_life_counts: int
    points_cap: int  # NO_CAP when the hand has no upper limit
    points: NDArray[np.int64]  # shape (13,), points of a loose natural of rank A, 2, ..., K


NO_CAP = 1_000_000
