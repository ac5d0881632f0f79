"""Exact solver for hands of a `value` game: best value, least deadwood, fewest cards left, and the arrangement.

Every set of a rank only counts its naturals; what matters is which naturals it takes from runs.  So the runs of each
suit are solved for every part of its cards (`value_fronts`), tables give the sets of each rank for every number of
naturals (`value_sets`), and the choice of contested naturals is searched depth first (`value_choices`).  Full runs,
whose value depends on the wild cards in them, are taken out of the hand before (`value_full_runs`).
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.bounds import list_ranks
from meldlab.kernels.value.full_runs import choose_full_runs
from meldlab.kernels.value.rules import SUITS, TWO, Goal, ValueRules
from meldlab.kernels.value.run_tables import fill_fronts
from meldlab.kernels.value.state import BEST, NONE, Workspace

_RANKS = 13
_JOKER = 52


@bare_kernel
def read_hand(counts: NDArray[np.uint8], goal: Goal, work: Workspace) -> tuple[int, int, int]:
    """Fill `held` and `twos`; return the jokers, all twos, and what the whole hand would cost."""
    held, twos = work.held, work.twos
    in_hand = goal.natural_in_hand
    all_twos, total = int(np.int64(0)), int(np.int64(0))  # typed, or numba compiles everything again for constants
    # Counts are unsigned: they go through signed arrays, since numba adds signed and unsigned numbers as floats.
    work.result[0] = counts[_JOKER]
    jokers = work.result[0]
    for suit in range(SUITS):
        twos[suit] = counts[suit * _RANKS + 1]
        all_twos += twos[suit]
        for rank in range(_RANKS):
            place = (rank + _RANKS - 2) % _RANKS
            if place != TWO:
                held[place, suit] = counts[suit * _RANKS + rank]
                total += held[place, suit] * in_hand[place]
    total += jokers * goal.joker_in_hand + all_twos * goal.two_in_hand

    return jokers, all_twos, total


@bare_kernel
def search_value(counts: NDArray[np.uint8], rules: ValueRules, goal: Goal, work: Workspace) -> int:
    """Return the best total of one hand: worth of what is laid less the hand value of what is left.

    Parameters
    ----------
    counts : uint8, shape (53,)
        Copies of each card, at most two of a natural.
    rules : ValueRules
    goal : Goal
        What is added up; with `value_goal` the total is V (rules, 10.1).
    work : Workspace
        Large enough for the hand (`front_words_needed`); afterwards `best_taken`, `best_full` and the tables tell
        how the total is reached.
    """
    jokers, twos, total = read_hand(counts, goal, work)
    wilds = jokers + twos
    fill_fronts(wilds, rules, goal, work)
    list_ranks(jokers, twos, goal, work)
    work.result[BEST] = NONE
    choose_full_runs(jokers, twos, wilds + 2, rules, goal, work)
    return int(work.result[BEST] - total)
