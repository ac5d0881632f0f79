"""Tables in which the block solver of `value` games looks hands up: by suit, and by rank.

A suit is two words of twelve bits, the places held at least once and twice.  Its runs stand in the row whose number
has a digit 0, 1 or 2 for each place; sets take cards away, which is another row of the same table.  A hand with more
wild cards than the tables have room for goes to the search.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import COPIES, PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value.run_tables import fill_fronts, seat_cards
from meldlab.kernels.value.state import Workspace, make_workspace

#: Hands with more wild cards are searched.
TABLE_WILDS = 4
SIDE = TABLE_WILDS + 1
STATES = SIDE * SIDE  # jokers * SIDE + twos
HOLDINGS = 3**PLACES
MASKS = 1 << PLACES
#: As `NONE`, in half the room.
FEW_NONE = -(1 << 28)
_SHAPE = (STATES, PLACES, COPIES + 1, COPIES + 1)


class ValueTables(NamedTuple):
    """What a hand is looked up in; masks are words of a bit for each place, `state` is jokers * SIDE + twos."""

    front: NDArray[np.int32]  # (3**12, 2 * SIDE) best runs with exactly so many wild cards, then with at most so many
    power: NDArray[np.int32]  # (4096,) row of the cards of a mask
    chained: NDArray[np.int32]  # (SIDE, 4096) those of the places held that runs can use, with so many wild cards
    spread: NDArray[np.uint64]  # (4096,) the mask with four bits a place
    cost: NDArray[np.int64]  # (4096,) what the cards of a mask cost in hand
    sets: NDArray[np.int32]  # (12, 9, 9, STATES) as `Goal.sets`
    choice: NDArray[np.uint8]  # (STATES, 12, 9, 9) as `Goal.choice`
    possible: NDArray[np.uint8]  # the same: some number of contested naturals up to this one gives a set
    set_best: NDArray[np.int32]  # (STATES, 12, 9, 9, SIDE) as `Goal.set_best`, with at most so many of the wild cards
    run_gain: NDArray[np.int32]  # (STATES, SIDE) most that so many of the wild cards at hand gain in runs


def value_tables(rules: ValueRules, goal: Goal) -> ValueTables:
    """Return the tables of a question; takes a second.

    `front` is empty where some natural is worth nothing: then a run need not show in it, and hands must be searched.
    """
    masks = np.arange(MASKS)
    bits = (masks[:, None] >> np.arange(PLACES) & 1).astype(np.int64)
    chained = np.zeros((SIDE, MASKS), dtype=np.int32)
    _fill_chained(rules, make_workspace(0), chained)
    block = np.s_[:, :, :, :SIDE, :SIDE]
    by_state = np.moveaxis(goal.choice[block].reshape(*_SHAPE[1:], STATES), -1, 0)
    return ValueTables(
        front=_fronts(rules, goal) if (rules.points > 0).all() else np.zeros((0, 2 * SIDE), dtype=np.int32),
        power=(bits @ 3 ** np.arange(PLACES)).astype(np.int32),
        chained=chained,
        spread=(bits.astype(np.uint64) << (4 * np.arange(PLACES)).astype(np.uint64)).sum(axis=1, dtype=np.uint64),
        cost=bits @ goal.natural_in_hand,
        sets=np.maximum(goal.sets[block].reshape(*_SHAPE[1:], STATES), FEW_NONE).astype(np.int32),
        choice=np.ascontiguousarray(by_state).astype(np.uint8),
        possible=np.ascontiguousarray(np.logical_or.accumulate(by_state == 2, axis=-1)).astype(np.uint8),
        set_best=_set_best(goal),
        run_gain=_run_gain(goal),
    )


def _fronts(rules: ValueRules, goal: Goal) -> NDArray[np.int32]:
    width = TABLE_WILDS + 2
    work = make_workspace((HOLDINGS + SUITS) * width)
    work.held[:, 0] = 2  # the parts of a suit held twice are all holdings of a suit
    fill_fronts(TABLE_WILDS, rules, goal, work)
    exactly = work.front.reshape(-1, width)[:HOLDINGS, :SIDE]
    both = np.hstack([exactly, np.maximum.accumulate(exactly, axis=1)])
    return np.ascontiguousarray(np.maximum(both, FEW_NONE).astype(np.int32))


def _set_best(goal: Goal) -> NDArray[np.int32]:
    best = np.zeros((*_SHAPE, SIDE), dtype=np.int32)
    for jokers in range(SIDE):
        for twos in range(SIDE):
            for wilds in range(SIDE):
                for j in range(min(jokers, wilds) + 1):
                    found = goal.set_best[..., j, min(twos, wilds - j)]
                    cell = best[jokers * SIDE + twos, ..., wilds]
                    np.maximum(cell, found, out=cell, casting="unsafe")
    return best


def _run_gain(goal: Goal) -> NDArray[np.int32]:
    gain = np.full((STATES, SIDE), FEW_NONE, dtype=np.int32)
    joker, two = goal.joker_in_run + goal.joker_in_hand, goal.two_in_run + goal.two_in_hand
    for jokers in range(SIDE):
        for twos in range(SIDE):
            for a in range(jokers + 1):
                for b in range(min(twos, TABLE_WILDS - a) + 1):
                    cell = jokers * SIDE + twos, a + b
                    gain[cell] = max(gain[cell], a * joker + b * two)
    return gain


@bare_kernel
def _fill_chained(rules: ValueRules, work: Workspace, chained: NDArray[np.int32]) -> None:
    """Ask for every mask and number of wild cards which cards may lie in a run, as the search does."""
    for wilds in range(chained.shape[0]):
        for mask in range(chained.shape[1]):
            for place in range(PLACES):
                work.held[place, 0] = mask >> place & 1
            seat_cards(0, wilds, rules, work)
            for place in range(PLACES):
                if work.stride[place, 0]:
                    chained[wilds, mask] |= 1 << place
