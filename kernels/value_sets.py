"""Sets of a `value` game: what one is worth, and the best sets of each rank of a hand."""

import numpy as np

from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.value_rules import (
    COPIES,
    LINE_CARDS,
    LINE_PLACES,
    LINE_VALUE,
    LINE_WILDS,
    PLACES,
    SUITS,
    Goal,
    ValueRules,
)
from meldlab.kernels.value_state import HALF_NONE, NONE, Workspace

PLAIN = -1
PINACULO = -2
_ANY_MELD = 2  # `Workspace.result`


@helper
def most_wilds(naturals: int, max_wilds: int, majority: int, min_naturals: int) -> int:
    """Return how many wild cards may lie beside so many naturals; -1 when these are too few for a meld."""
    if naturals < min_naturals:
        return -1
    return min(max_wilds, naturals - 1) if majority else max_wilds


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
    most = most_wilds(naturals, rules.max_wilds, rules.naturals_majority, rules.min_naturals)
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
            if naturals < needed or inside > most_wilds(
                needed, rules.max_wilds, rules.naturals_majority, rules.min_naturals
            ):
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
def _single_sets(place: int, most: int, jokers: int, twos: int, rules: ValueRules, goal: Goal, work: Workspace) -> None:
    """Fill `single`: the gain of one set of the rank for each number of naturals, jokers and twos."""
    single = work.single
    natural, joker, two = goal.natural_in_hand[place], goal.joker_in_hand, goal.two_in_hand
    for n in range(most + 1):
        limit = most_wilds(n, rules.max_wilds, rules.naturals_majority, rules.min_naturals)
        for j in range(jokers + 1):
            for t in range(twos + 1):
                if j + t > limit:
                    single[n, j, t] = NONE
                    continue
                worth, _ = set_worth(place, n, j, t, 1, rules, goal)
                single[n, j, t] = NONE if worth < HALF_NONE else worth + n * natural + j * joker + t * two


@bare_kernel
def _further_sets(place: int, most: int, jokers: int, twos: int, rules: ValueRules, work: Workspace) -> None:
    """Let the rank have more than one set (rules, 3.5): join `sets` with `single` as often as allowed."""
    single, sets = work.single, work.sets
    for _ in range(1, min(rules.sets_per_rank, most // rules.min_naturals)):
        for n in range(most, -1, -1):
            for j in range(jokers, -1, -1):
                for t in range(twos, -1, -1):
                    best = sets[place, n, j, t]
                    for m in range(rules.min_naturals, n + 1):
                        for a in range(j + 1):
                            for b in range(t + 1):
                                best = max(best, single[m, a, b] + sets[place, n - m, j - a, t - b])
                    sets[place, n, j, t] = best


@bare_kernel
def fill_sets(
    jokers: int, twos: int, joker_most: int, two_most: int, rules: ValueRules, goal: Goal, work: Workspace
) -> None:
    """Fill `sets`, `choice` and `set_best` for the hand in `held`.

    Naturals that no run can use (`free`) are given to the sets as is best; the first index of `sets` counts the others.

    Parameters
    ----------
    jokers, twos : int
        Wild cards of the hand.
    joker_most, two_most : int
        What one of them can gain at most elsewhere; `set_best` discounts them.
    rules, goal, work
    """
    held, free, single, sets = work.held, work.free, work.single, work.sets
    choice, set_best = work.choice, work.set_best
    for place in range(PLACES):
        total = int(np.int64(0))
        for suit in range(SUITS):
            total += held[place, suit]
        set_best[place] = 0
        choice[place, 0] = 1
        if total < rules.min_naturals:
            for n in range(1, total + 1):
                choice[place, n] = 0
            continue
        _single_sets(place, total, jokers, twos, rules, goal, work)
        for n in range(total + 1):
            for j in range(jokers + 1):
                for t in range(twos + 1):
                    sets[place, n, j, t] = single[n, j, t]
        sets[place, 0, 0, 0] = 0
        _further_sets(place, total, jokers, twos, rules, work)
        spare = free[place]
        for n in range(total - spare + 1):
            found = 0
            for j in range(jokers + 1):
                for t in range(twos + 1):
                    best = sets[place, n, j, t]
                    for k in range(n + 1, n + spare + 1):
                        best = max(best, sets[place, k, j, t])
                    sets[place, n, j, t] = best
                    if best > HALF_NONE:
                        found = max(found, 2 if n + j + t or best else 1)
                        if n + j + t or best:
                            work.result[_ANY_MELD] = 1
                        set_best[place] = max(set_best[place], best - j * joker_most - t * two_most)
            choice[place, n] = found
