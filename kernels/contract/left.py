"""What going down leaves at the least, by value or by number of cards, and after one card more is thrown."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.cover import NO_WAY, hand_tables, most_laid
from meldlab.kernels.contract.rules import JOKER, RANKS, SUITS, ContractRules
from meldlab.kernels.contract.sets import COLUMNS, set_choices
from meldlab.kernels.jit import kernel


@kernel
def worth_of(held: NDArray[np.int64], jokers: int, values: NDArray[np.int64]) -> int:
    """Return the value of a whole hand."""
    total = jokers * int(values[JOKER])
    for suit in range(SUITS):
        for rank in range(RANKS):
            total += int(held[suit, rank] * values[rank])
    return total


@kernel
def counts_of_melds(
    held: NDArray[np.int64], jokers: int, sets: int, runs: int, rules: ContractRules
) -> NDArray[np.int64]:
    """Return every (sets, runs) that may be laid, int64 of shape (ways, 2): the contract's first, then more of them.

    Implements 7.2: the contract's melds and no further one, or also further ones where the rules allow them.
    """
    cards = held.sum() + jokers - sets * rules.set_min - runs * rules.run_min
    if rules.further_melds == 0 or cards < 0:
        cards = 0
    most_sets, most_runs = cards // rules.set_min, cards // rules.run_min
    ways = np.empty(((most_sets + 1) * (most_runs + 1), 2), dtype=np.int64)
    size = 0
    for more_sets in range(most_sets + 1):
        for more_runs in range(most_runs + 1):
            if more_sets * rules.set_min + more_runs * rules.run_min <= cards:
                ways[size, 0], ways[size, 1] = sets + more_sets, runs + more_runs
                size += 1
    return ways[:size].copy()


@kernel
def left_over(
    held: NDArray[np.int64], jokers: int, sets: int, runs: int, values: NDArray[np.int64], rules: ContractRules
) -> int:
    """Return the least value left in hand after going down, `NO_WAY` when the hand cannot go down."""
    total = worth_of(held, jokers, values)
    ways = counts_of_melds(held, jokers, sets, runs, rules)
    least = NO_WAY
    for way in range(len(ways)):
        sets_laid, runs_laid = ways[way, 0], ways[way, 1]
        strides, best = hand_tables(held, jokers, runs_laid, values, rules)
        choices = set_choices(held, jokers, sets_laid, min(runs_laid, 1), rules)
        chosen = np.zeros(sets_laid + 2, dtype=np.int64)
        laid = most_laid(held, jokers, sets_laid, choices, best, strides, values, chosen)
        if laid != NO_WAY and (least == NO_WAY or total - laid < least):
            least = total - laid
        if least <= 0:  # nothing is left, or not even the contract's melds can be laid
            break
    return least


@kernel
def least_left(
    held: NDArray[np.int64], jokers: int, sets: int, runs: int, values: NDArray[np.int64], rules: ContractRules
) -> tuple[int, int]:
    """Return the least value left in hand after going down, and the least after one card more is thrown.

    `NO_WAY` for both when the hand cannot go down.  The second is min_points_after_discard of section 11: the least
    over all cards thrown, 0 when everything can be laid.
    """
    ways = counts_of_melds(held, jokers, sets, runs, rules)
    left, after = _least_exactly(held, jokers, sets, runs, values, rules)
    for way in range(1, len(ways)):
        if left <= 0:  # nothing is left, or not even the contract's melds can be laid
            break
        found, thrown = _least_exactly(held, jokers, ways[way, 0], ways[way, 1], values, rules)
        if found != NO_WAY:
            left, after = min(left, found), min(after, thrown)
    return left, after


@kernel
def _least_exactly(
    held: NDArray[np.int64], jokers: int, sets: int, runs: int, values: NDArray[np.int64], rules: ContractRules
) -> tuple[int, int]:
    """Return what `least_left` does for exactly so many sets and runs."""
    strides, best = hand_tables(held, jokers, runs, values, rules)
    chosen = np.zeros(sets + 2, dtype=np.int64)
    choices = np.zeros((0, COLUMNS), dtype=np.int64)
    total = worth_of(held, jokers, values)
    left, after = NO_WAY, NO_WAY
    less = held.copy()
    for thrown in range(-1, JOKER + 1):  # first the whole hand
        suit, rank = thrown // RANKS, thrown % RANKS
        kept_jokers, worth = jokers, 0
        if thrown == JOKER:
            kept_jokers -= 1
            worth = values[JOKER]
        elif thrown >= 0:
            less[suit, rank] -= 1
            worth = values[rank]
        if kept_jokers >= 0 and (thrown < 0 or thrown == JOKER or less[suit, rank] >= 0):
            if runs == 0 or thrown < 0:  # without runs a choice stands for all suits, so it must be made anew
                choices = set_choices(less, kept_jokers, sets, min(runs, 1), rules)
            laid = most_laid(less, kept_jokers, sets, choices, best, strides, values, chosen)
            if thrown < 0:
                if laid == NO_WAY:
                    break
                left = total - laid
                after = left
            elif laid != NO_WAY:
                after = min(after, total - worth - laid)
        if 0 <= thrown < JOKER:
            less[suit, rank] += 1
        if after == 0:
            break
    return left, after
