"""Rule numbers of a `contract` game (melds a contract asks for, T sets and E runs) as the kernels read them.

``NO_LIMIT`` stands for "none" wherever the rules file lifts a limit; ``run_ace`` is an ``ACE_`` constant of
`declare_rules`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_LIMIT = 99
JOKER = 52
KINDS = 53
RANKS = 13
SUITS = 4


class ContractRules(NamedTuple):
    """Everything the solvers of the `contract` objective need; flags are 0 or 1."""

    run_min: int
    run_max: int
    run_ace: int
    run_max_wilds: int
    run_min_naturals: int
    run_adjacent_wilds: int
    set_min: int  # at least set_least_naturals
    set_max: int
    set_max_wilds: int
    set_least_naturals: int  # fewest naturals in a set, whatever rule asks for them; 0: a set of jokers is legal
    set_distinct_suits: int
    further_melds: int  # 1: more sets and runs than the contract's may be laid
    points: NDArray[np.int64]  # shape (53,), points of each card left in hand, the joker last
