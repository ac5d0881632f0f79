"""What a meld on the table is worth, and its class: cards in place, crossed wild cards, pinaculos (rules, 4 to 6)."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.full_runs import full_class, full_worth
from meldlab.kernels.value.rules import HAND_VALUE, SUBSTITUTED, Goal, ValueRules
from meldlab.kernels.value.sets import PINACULO, PLAIN, set_worth
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.state import CELLS, NATURAL, RUN, SUITS

# classes of melds, before the special sets of the ruleset
CLASS_SET = 0
CLASS_RUN = 1
CLASS_FULL = 2  # and the three after it: clean, one own two, two of them, dirty
CLASS_PINACULO = 6
CLASS_LINES = 7


@bare_kernel
def crossed_worth(kind: int, which: int, crossed: NDArray[np.int8], rules: ValueRules) -> int:
    """Return the value of the rescued wild cards of a meld (rules, 8.1)."""
    twos = int(np.int64(0))
    for wild in range(state.WILDS - 1):
        twos += crossed[wild]
    each = rules.table_two_in_run if kind == RUN else rules.table_two_in_set * rules.points[which]
    return int(crossed[state.WILDS - 1] * rules.table_joker + twos * each)


@bare_kernel
def _run_worth(suit: int, cells: NDArray[np.int8], rules: ValueRules) -> tuple[int, int]:
    length, own, others, worth = int(np.int64(0)), int(np.int64(0)), int(np.int64(0)), int(np.int64(0))
    for place in range(CELLS):
        content = cells[place]
        if not content:
            continue
        length += 1
        if content == NATURAL:
            worth += rules.points[place]
            continue
        joker = content == state.WILD + state.WILDS - 1
        if content == state.WILD + suit:
            own += 1
        else:
            others += 1
        if rules.wild_in_place == SUBSTITUTED:
            worth += rules.points[place]
        elif rules.wild_in_place == HAND_VALUE:
            worth += rules.hand_joker if joker else rules.hand_two
        else:
            worth += rules.table_joker if joker else rules.table_two_in_run
    if length == CELLS:
        return int(full_worth(own, others, rules)), CLASS_FULL + full_class(own, others)
    return worth, CLASS_RUN


@bare_kernel
def cells_worth(
    kind: int, which: int, cells: NDArray[np.int8], whole: int, rules: ValueRules, goal: Goal
) -> tuple[int, int]:
    """Return value and class of a meld without its crossed wild cards.

    Parameters
    ----------
    kind, which, cells, whole
        As in `Public`.
    rules : ValueRules
    goal : Goal
        The goal "best value" in play.
    """
    if kind == RUN:
        return _run_worth(which, cells, rules)
    naturals, twos = int(np.int64(0)), int(np.int64(0))
    for suit in range(SUITS):
        naturals += cells[suit]
        twos += cells[SUITS + suit]
    jokers = int(np.int64(0)) + cells[SUITS + state.WILDS - 1]
    worth, line = set_worth(which, naturals, jokers, twos, 1 if whole else 0, rules, goal)
    if line == PINACULO:
        return rules.pinaculo_dealt if whole == state.WHOLE_DEALT else rules.pinaculo_play, CLASS_PINACULO
    return worth, CLASS_SET if line == PLAIN else CLASS_LINES + line


@bare_kernel
def hand_cost(hand: NDArray[np.int8], rules: ValueRules) -> int:
    """Return what the cards left in a hand cost (rules, section 4); hand is int8 of shape (53,)."""
    cost = int(np.int64(0)) + hand[52] * rules.hand_joker
    for suit in range(SUITS):
        cost += hand[suit * 13 + 1] * rules.hand_two
        for place in range(CELLS):
            cost += hand[suit * 13 + (place + 2) % 13] * rules.points[place]
    return int(cost)
