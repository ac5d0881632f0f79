"""Sets of a `value` game: what one is worth, and tables of the best sets of a rank."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.value.rules import (
    COPIES,
    LINE_CARDS,
    LINE_PLACES,
    LINE_VALUE,
    LINE_WILDS,
    PLACES,
    Goal,
    ValueRules,
    wild_limit,
)
from meldlab.kernels.value.state import HALF_NONE, NONE

PLAIN = -1
PINACULO = -2


#: The rule as kernels call it.
most_wilds = helper(wild_limit)


@bare_kernel
def set_worth(
    place: int, naturals: int, jokers: int, twos: int, one_hand: int, rules: ValueRules, goal: Goal
) -> tuple[int, int]:
    """Return what a set is worth on the table and its class (rules, section 5).

    Parameters
    ----------
    place : int
        Place of its rank.
    naturals, jokers, twos : int
        Its cards.
    one_hand : int
        1 when it is put down whole from one hand, so that it may be a pinaculo.
    rules, goal

    Returns
    -------
    worth : int
        `NONE` when these cards are no set.
    line : int
        `PINACULO`, the row of `rules.lines` it scores by, or `PLAIN`.
    """
    wilds = jokers + twos
    most = most_wilds(rules, naturals)
    if wilds > most or naturals > COPIES or not rules.set_min <= naturals + wilds <= rules.set_max:
        return NONE, PLAIN
    natural, joker, two = goal.natural[place], goal.joker_in_set[place], goal.two_in_set[place]
    if not goal.specials:
        return naturals * natural + jokers * joker + twos * two, PLAIN
    if one_hand and naturals == COPIES and wilds == rules.pinaculo_wilds:
        return goal.pinaculo, PINACULO
    lines = rules.lines
    worth, line = NONE, PLAIN
    extra = rules.extra_counts
    for row in range(lines.shape[0]):
        if not lines[row, LINE_PLACES] >> place & 1:
            continue
        cards, value = lines[row, LINE_CARDS], lines[row, LINE_VALUE]
        if not lines[row, LINE_WILDS]:
            if naturals >= cards:
                total = value + extra * ((naturals - cards) * natural + jokers * joker + twos * two)
                if total > worth:
                    worth, line = total, row
            continue
        for inside in range(1, wilds + 1):
            needed = cards - inside if rules.wild_line_total else cards
            if naturals < needed or inside > most_wilds(rules, needed):
                continue
            # which of the wild cards are in the line is free; those beside it count
            for spent in range(max(0, inside - twos), min(inside, jokers) + 1):
                beside = (naturals - needed) * natural + (jokers - spent) * joker + (twos - inside + spent) * two
                total = value + extra * beside
                if total > worth:
                    worth, line = total, row
            if not rules.wild_line_total:
                break
    if line == PLAIN:
        worth = naturals * natural + jokers * joker + twos * two
    return worth, line


@bare_kernel
def _single_sets(place: int, rules: ValueRules, goal: Goal, single: NDArray[np.int64]) -> None:
    """Fill `single`: the gain of one set of the rank for each number of naturals, jokers and twos."""
    natural, joker, two = goal.natural_in_hand[place], goal.joker_in_hand, goal.two_in_hand
    for n in range(single.shape[0]):
        for j in range(single.shape[1]):
            for t in range(single.shape[2]):
                worth, _ = set_worth(place, n, j, t, 1, rules, goal)
                single[n, j, t] = NONE if worth < HALF_NONE else worth + n * natural + j * joker + t * two


@bare_kernel
def _further_sets(rules: ValueRules, single: NDArray[np.int64], several: NDArray[np.int64]) -> None:
    """Let the rank have more than one set (rules, 3.5): join `several` with `single` as often as allowed."""
    least, most = rules.min_naturals, single.shape[0] - 1
    for _ in range(1, min(rules.sets_per_rank, most // least)):
        for n in range(most, -1, -1):
            for j in range(single.shape[1] - 1, -1, -1):
                for t in range(single.shape[2] - 1, -1, -1):
                    best = several[n, j, t]
                    for m in range(least, n + 1):
                        for a in range(j + 1):
                            for b in range(t + 1):
                                best = max(best, single[m, a, b] + several[n - m, j - a, t - b])
                    several[n, j, t] = best


@bare_kernel
def _merge(place: int, goal: Goal, several: NDArray[np.int64]) -> None:
    """Fill the goal's tables of a rank: free naturals join its sets as is best."""
    sets, choice, set_best, set_extra = goal.sets, goal.choice, goal.set_best, goal.set_extra
    laid_natural = goal.natural[place] + goal.natural_in_hand[place]
    most = several.shape[0] - 1
    for spare in range(most + 1):
        for n in range(most - spare + 1):
            for j in range(several.shape[1]):
                for t in range(several.shape[2]):
                    best = several[n, j, t]
                    laid = n + j + t > 0
                    for k in range(n + 1, n + spare + 1):
                        best = max(best, several[k, j, t])
                        laid = laid or several[k, j, t] > HALF_NONE  # even a set that is worth nothing
                    sets[place, spare, n, j, t] = best
                    found, most_gain, most_extra = 0, 0, 0
                    if best > HALF_NONE:
                        found = 2 if laid else 1
                        most_gain = max(0, best - j * goal.joker_most - t * goal.two_most)
                        most_extra = max(0, best - j * goal.joker_most - t * goal.two_most - n * laid_natural)
                    if j:
                        found = max(found, choice[place, spare, n, j - 1, t])
                        most_gain = max(most_gain, set_best[place, spare, n, j - 1, t])
                        most_extra = max(most_extra, set_extra[place, spare, n, j - 1, t])
                    if t:
                        found = max(found, choice[place, spare, n, j, t - 1])
                        most_gain = max(most_gain, set_best[place, spare, n, j, t - 1])
                        most_extra = max(most_extra, set_extra[place, spare, n, j, t - 1])
                    if n:
                        most_gain = max(most_gain, set_best[place, spare, n - 1, j, t])
                        most_extra = max(most_extra, set_extra[place, spare, n - 1, j, t])
                    choice[place, spare, n, j, t] = found
                    set_best[place, spare, n, j, t] = most_gain
                    set_extra[place, spare, n, j, t] = most_extra


@bare_kernel
def fill_sets(rules: ValueRules, goal: Goal, single: NDArray[np.int64], several: NDArray[np.int64]) -> None:
    """Fill `sets`, `choice`, `set_best` and `set_extra` of a goal.

    Parameters
    ----------
    rules, goal
    single, several : int64, shape (9, 9, 9)
        Scratch: one set of n naturals, j jokers and t twos; the best sets of one rank.
    """
    for place in range(PLACES):
        _single_sets(place, rules, goal, single)
        for n in range(single.shape[0]):
            for j in range(single.shape[1]):
                for t in range(single.shape[2]):
                    several[n, j, t] = single[n, j, t]
        several[0, 0, 0] = 0
        _further_sets(rules, single, several)
        _merge(place, goal, several)
