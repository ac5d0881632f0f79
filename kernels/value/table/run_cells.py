"""A run on the table: which changes of its cells the rules allow, and what follows its wild cards (rules, 2, 3, 7)."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import ValueRules
from meldlab.kernels.value.sets import most_wilds
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.state import CELLS, EMPTY, NATURAL, natural_at, wild_card

# what is wrong with an action
FINE, NO_SUCH_ACT, NO_SUCH_MELD, NOT_IN_HAND, NO_MELD, BLOCKED, NOTHING_LAID, MUST_KEEP_ONE = range(8)
SETS_OF_RANK, NOT_RESCUABLE, NO_SIGNAL, MUST_LAY, COMPLETE = range(8, 13)


@bare_kernel
def wilds_fit(naturals: int, wilds: int, rules: ValueRules) -> bool:
    """Rules, 2.3: enough naturals, not too many wild cards."""
    return wilds <= most_wilds(rules, naturals)


@bare_kernel
def ranks_of_suit(hand: NDArray[np.int8], suit: int) -> int:
    """Return how many different natural ranks of a suit a hand holds: what the signal promises (rules, 9.9)."""
    ranks = int(np.int64(0))
    for place in range(CELLS):
        if hand[natural_at(suit, place)]:
            ranks += 1
    return ranks


@bare_kernel
def check_run(
    suit: int, before: NDArray[np.int8], after: NDArray[np.int16], hand: NDArray[np.int8], spare: int, rules: ValueRules
) -> tuple[int, int]:
    """Return what is wrong with a run's new cells, and how many cards come from the hand; `spare` may."""
    low, high = int(np.int64(CELLS)), int(np.int64(-1))
    for place in range(CELLS):
        if before[place] == NATURAL:
            low, high = min(low, place), place
    first, last, length = int(np.int64(CELLS)), int(np.int64(-1)), int(np.int64(0))
    naturals, wilds, laid = int(np.int64(0)), int(np.int64(0)), int(np.int64(0))
    for place in range(CELLS):
        old, new = int(np.int64(before[place])), int(np.int64(after[place]))
        if (old == NATURAL or (low < place < high)) and new != old:
            return BLOCKED, 0
        if new == EMPTY:
            continue
        if not 0 < new < 2 * state.FROM_HAND:
            return NO_MELD, 0
        first, last, length = min(first, place), place, length + 1
        content = new & (state.FROM_HAND - 1)
        laid += new // state.FROM_HAND
        if content == NATURAL:
            naturals += 1
            if new == NATURAL and old != NATURAL:
                return NO_MELD, 0
            if new != NATURAL and not hand[natural_at(suit, place)]:
                return NOT_IN_HAND, 0
        elif state.WILD <= content < state.WILD + state.WILDS:
            wilds += 1
        else:
            return NO_MELD, 0
    for wild in range(state.WILDS):
        held, here = int(np.int64(0)), int(np.int64(0))
        for place in range(CELLS):
            here += after[place] == state.WILD + wild
            here -= before[place] == state.WILD + wild
            held += after[place] == state.WILD + wild + state.FROM_HAND
        if here:
            return BLOCKED, 0
        if held > hand[wild_card(wild)]:
            return NOT_IN_HAND, 0
    if last - first + 1 != length or not rules.run_min <= length <= rules.run_max:
        return NO_MELD, 0
    if not wilds_fit(naturals, wilds, rules):
        return NO_MELD, 0
    return (MUST_KEEP_ONE if laid > spare else FINE), laid


@bare_kernel
def carry_fresh(before: NDArray[np.int8], after: NDArray[np.int16], fresh: NDArray[np.int8]) -> None:
    """Let the marks of wild cards laid this turn follow them; equal wild cards change places in order."""
    for wild in range(state.WILDS):
        old = int(np.int64(0))
        for place in range(CELLS):
            if after[place] != state.WILD + wild or before[place] == state.WILD + wild:
                continue
            while before[old] != state.WILD + wild or after[old] == state.WILD + wild:
                old += 1
            # a mark is 2 on its way, so that it is not carried twice
            if fresh[old] & 1:
                fresh[place] |= 2
            fresh[old] &= 2
            old += 1
    for place in range(CELLS):
        moved = fresh[place] & 2
        content = after[place]
        if content >= state.WILD + state.FROM_HAND:
            fresh[place] = 1
        elif content < state.WILD or content >= state.FROM_HAND:
            fresh[place] = 0
        else:
            fresh[place] = 1 if moved or fresh[place] & 1 else 0


@bare_kernel
def may_rescue_place(
    cells: NDArray[np.int8], fresh: NDArray[np.int8], place: int, rules: ValueRules, same: int
) -> bool:
    """Return whether the wild card at a place of a run may be replaced (rules, 7.1 and 8.1)."""
    if cells[place] < state.WILD or (fresh[place] and not same):
        return False
    below, above, beyond_low, beyond_high = False, False, False, False
    for other in range(CELLS):
        if other < place:
            below |= cells[other] == NATURAL
            beyond_low |= cells[other] != EMPTY
        elif other > place:
            above |= cells[other] == NATURAL
            beyond_high |= cells[other] != EMPTY
    if below and above:
        return False
    return bool(rules.end_block_rescue) or not (beyond_low and beyond_high)
