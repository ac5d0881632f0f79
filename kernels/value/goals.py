"""The questions that can be asked about a hand of a `value` game: what is added up, with the set tables for it."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import COPIES, HAND_VALUE, PLACES, SUBSTITUTED, Goal, ValueRules, wild_limit
from meldlab.kernels.value.sets import fill_sets
from meldlab.kernels.value.shapes import run_shapes
from meldlab.kernels.value.state import MOST_JOKERS, MOST_TWOS, NONE

#: More than any arrangement is worth: with it on each card, laying more of them comes first.
CARD_BONUS = 1_000_000


class ValueGoals(NamedTuple):
    """The rules and every question under them."""

    rules: ValueRules
    in_play: Goal
    dealt: Goal
    lay_all: Goal
    deadwood: Goal
    unmelded: Goal


def value_goals(rules: ValueRules) -> ValueGoals:
    """Return every question under some rules."""
    return ValueGoals(
        rules=rules,
        in_play=value_goal(rules),
        dealt=value_goal(rules, dealt=True),
        lay_all=value_goal(rules, card_bonus=CARD_BONUS),
        deadwood=deadwood_goal(rules),
        unmelded=unmelded_goal(rules),
    )


def value_goal(rules: ValueRules, *, dealt: bool = False, card_bonus: int = 0) -> Goal:
    """Return the goal "best value": melds at their values, cards in hand lost.

    Parameters
    ----------
    rules : ValueRules
    dealt : bool
        A pinaculo has the value of the cards as dealt.
    card_bonus : int
        Added for each laid card; a large one asks for arrangements that lay as many cards as possible.
    """
    in_place = rules.wild_in_place
    joker, two_run = rules.table_joker, rules.table_two_in_run
    joker_set, two_set = np.full(PLACES, joker, dtype=np.int64), rules.table_two_in_set * rules.points
    place = np.zeros(PLACES, dtype=np.int64)
    if in_place == SUBSTITUTED:
        joker, two_run = 0, 0
        place, joker_set, two_set = rules.points.copy(), rules.points.copy(), rules.points.copy()
    elif in_place == HAND_VALUE:
        joker, two_run = rules.hand_joker, rules.hand_two
        joker_set = np.full(PLACES, rules.hand_joker, dtype=np.int64)
        two_set = np.full(PLACES, rules.hand_two, dtype=np.int64)
    return _with_sets(
        rules,
        specials=1,
        pinaculo=rules.pinaculo_dealt if dealt else rules.pinaculo_play,
        joker_in_run=joker,
        two_in_run=two_run,
        joker_in_hand=rules.hand_joker + card_bonus,
        two_in_hand=rules.hand_two + card_bonus,
        natural=rules.points,
        natural_in_hand=rules.points + card_bonus,
        place=place,
        joker_in_set=joker_set,
        two_in_set=two_set,
    )


def deadwood_goal(rules: ValueRules) -> Goal:
    """Return the goal "as little hand value left over as possible" (rules, 10.2)."""
    return _laid_goal(rules, rules.hand_joker, rules.hand_two, rules.points)


def unmelded_goal(rules: ValueRules) -> Goal:
    """Return the goal "as few cards left over as possible" (rules, 10.2)."""
    return _laid_goal(rules, 1, 1, np.ones(PLACES, dtype=np.int64))


def _laid_goal(rules: ValueRules, joker: int, two: int, natural: NDArray[np.int64]) -> Goal:
    nothing = np.zeros(PLACES, dtype=np.int64)
    return _with_sets(
        rules,
        specials=0,
        pinaculo=0,
        joker_in_run=0,
        two_in_run=0,
        joker_in_hand=joker,
        two_in_hand=two,
        natural=nothing,
        natural_in_hand=natural,
        place=nothing,
        joker_in_set=nothing,
        two_in_set=nothing,
    )


def _with_sets(rules: ValueRules, *, place: NDArray[np.int64], **worth: Any) -> Goal:
    """Return the goal with its set tables filled."""
    shape = (PLACES, COPIES + 1, COPIES + 1, MOST_JOKERS + 1, MOST_TWOS + 1)
    joker_most = worth["joker_in_hand"] + max(worth["joker_in_run"], int(worth["joker_in_set"].max()))
    two_most = worth["two_in_hand"] + max(worth["two_in_run"], int(worth["two_in_set"].max()))
    goal = Goal(
        **worth,
        place=place,
        joker_most=joker_most,
        two_most=two_most,
        places_count=int(place.any()),
        sets=np.full(shape, NONE, dtype=np.int64),
        choice=np.zeros(shape, dtype=np.int64),
        set_best=np.zeros(shape, dtype=np.int64),
        set_extra=np.zeros(shape, dtype=np.int64),
        shapes=run_shapes(rules),
        wild_room=_wild_room(rules),
    )
    single = np.full(shape[2:], NONE, dtype=np.int64)
    fill_sets(rules, goal, single, single.copy())
    return goal


def _wild_room(rules: ValueRules) -> NDArray[np.int64]:
    """Return for each number of naturals how many wild cards they can take along, whatever their melds."""
    room = np.zeros(PLACES * COPIES + 1, dtype=np.int64)
    for naturals in range(rules.min_naturals, len(room)):
        melds = range(rules.min_naturals, min(naturals, PLACES) + 1)
        room[naturals] = max(room[naturals - 1], *(wild_limit(rules, n) + room[naturals - n] for n in melds), 0)
    return room
