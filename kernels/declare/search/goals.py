"""What the depth-first search is asked for, derived from the rules of a `declare` game (Indian rules, 3.3 and 3.4).

The points of a hand are a minimum over arrangements, and what an arrangement may count depends on the sequences it
holds.  That minimum splits into a few plain questions, the *goals*: "only these kinds of meld, at least so many
sequences; how few points stay loose?"  Having a life too many never makes a hand dearer, so "at least" is enough.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.rules import (
    GATE_ANY_IMPURE,
    GATE_NONE,
    GATE_PURE_AND_IMPURE,
    NO_LIMIT,
    ONE_LIFE_ALL_BUT_PURE,
    ONE_LIFE_LOOSE,
    DeclareRules,
)

IDENTICAL = 3  # cards of three identical naturals


class Goal(NamedTuple):
    """One question to the search; flags are 0 or 1."""

    use_pure: int
    use_impure: int
    use_sets: int
    charge_impure: int  # impure sequences are allowed for what they open, but their cards stay points
    min_pure: int
    min_sequences: int
    min_impure: int
    window: int  # two of the sequences must fit lives_min_cards..lives_max_cards (D3)
    exact: int  # every card is grouped and every joker placed (D1)
    lives_only: int  # cards cost nothing: only whether the sequences are there is asked


def shortest_sequence(rules: DeclareRules) -> int:
    """Return the number of cards of the shortest sequence these rules allow (G1, G4)."""
    return min(rules.run_min, IDENTICAL) if rules.identical_three else rules.run_min


def asks_for_two_lives(rules: DeclareRules) -> bool:
    """Return whether D2 asks for two sequences; D3 speaks about these two and is silent otherwise."""
    return max(rules.min_pure, rules.min_sequences) >= 2


def _window(rules: DeclareRules) -> int:
    always_met = rules.lives_min_cards <= 2 * shortest_sequence(rules) and rules.lives_max_cards >= NO_LIMIT
    return int(asks_for_two_lives(rules) and not always_met)


def wants_impure_alone(goals: list[Goal]) -> bool:
    """Return whether some goal counts impure sequences only as long as there is no pure one."""
    return any(goal.use_impure and not goal.use_pure for goal in goals)


def long_runs_split(rules: DeclareRules) -> bool:
    """Return whether a run of twice the least length may always be replaced by two shorter ones.

    Both parts are legal when one natural card is enough for each, they never supply fewer sequences of either kind,
    and two short lives satisfy D3 as soon as ``lives_min_cards`` asks for no more than two shortest sequences.
    A part may turn out pure, which must do no harm.
    """
    short_lives_suffice = not asks_for_two_lives(rules) or rules.lives_min_cards <= 2 * shortest_sequence(rules)
    return rules.run_min_naturals <= 1 and short_lives_suffice and not wants_impure_alone(points_goals(rules))


def unneeded_jokers_matter(rules: DeclareRules) -> bool:
    """Return whether a joker that a run does not need can lower the points.

    It makes a pure run impure, where an impure one is asked for or a pure one would close a door, and it makes a
    life longer, where D3 asks for length.
    """
    goals = points_goals(rules)
    long_lives = _window(rules) and rules.lives_min_cards > 2 * shortest_sequence(rules)
    return bool(long_lives) or any(goal.min_impure for goal in goals) or wants_impure_alone(goals)


def lives_goal(rules: DeclareRules) -> Goal:
    """Return the goal "the arrangement meets D2 and D3, whatever the rest"."""
    return Goal(1, 1, 0, 0, rules.min_pure, rules.min_sequences, 0, _window(rules), 0, 1)


def declare_goal(rules: DeclareRules) -> Goal:
    """Return the goal "all cards are grouped, with D2, D3 and D4"."""
    return lives_goal(rules)._replace(use_sets=1, exact=1, lives_only=0)


def _with_sets(goal: Goal, rules: DeclareRules) -> Goal:
    """Return `goal` with sets allowed on the terms of the gate (P3)."""
    if rules.set_gate == GATE_PURE_AND_IMPURE:
        return goal._replace(use_sets=1, min_pure=max(goal.min_pure, 1), min_impure=1)
    return goal._replace(use_sets=1, min_impure=int(rules.set_gate == GATE_ANY_IMPURE))


def _all_goals(rules: DeclareRules) -> list[Goal]:
    nothing = Goal(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    lives = lives_goal(rules)._replace(lives_only=0)
    goals = [lives, _with_sets(lives, rules)]
    sequences = nothing._replace(use_pure=1, use_impure=1)
    open_gate = rules.set_gate in (GATE_ANY_IMPURE, GATE_NONE)
    if rules.one_life_counts == ONE_LIFE_LOOSE:
        goals.append(sequences._replace(min_pure=1))
        if open_gate or rules.set_gate == GATE_PURE_AND_IMPURE:
            goals.append(_with_sets(sequences._replace(min_pure=1), rules))
    elif rules.one_life_counts == ONE_LIFE_ALL_BUT_PURE:
        goals.append(nothing._replace(use_pure=1))
    if not rules.no_pure_counts_all:
        impure_counts = not rules.impure_requires_pure
        if impure_counts:
            # Where a lone pure sequence counts as well, its presence need not be asked for.
            both = rules.one_life_counts == ONE_LIFE_LOOSE
            goals.append(nothing._replace(use_impure=1, use_pure=int(both)))
        if open_gate:
            impure = nothing._replace(use_impure=1, charge_impure=int(not impure_counts))
            goals.append(_with_sets(impure, rules))
    return goals


def _covers(wide: Goal, narrow: Goal) -> bool:
    """Return whether every arrangement that `narrow` accepts is accepted by `wide` at the same cost or less."""
    return (
        wide.use_pure >= narrow.use_pure
        and wide.use_impure >= narrow.use_impure
        and wide.use_sets >= narrow.use_sets
        and wide.charge_impure <= narrow.charge_impure
        and wide.min_pure <= narrow.min_pure
        and wide.min_sequences <= narrow.min_sequences
        and wide.min_impure <= narrow.min_impure
        and wide.window <= narrow.window
    )


def points_goals(rules: DeclareRules) -> list[Goal]:
    """Return the goals whose least cost, "nothing grouped" included, is the hand's points (P1-P3)."""
    kept: list[Goal] = []
    for goal in _all_goals(rules):
        if not any(_covers(other, goal) for other in kept):
            kept = [other for other in kept if not _covers(goal, other)] + [goal]
    # Goals without conditions first: their answer is a bound for the others.
    return sorted(kept, key=lambda goal: (goal.min_sequences, goal.min_pure, goal.min_impure, goal.use_sets))


def goal_rows(goals: list[Goal]) -> NDArray[np.int64]:
    """Return `goals` as kernels read them: int64, shape (goals, fields of Goal)."""
    return np.array(goals, dtype=np.int64).reshape(len(goals), len(Goal._fields))
