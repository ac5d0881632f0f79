"""Moves and rescues of wild cards on the table, numbered as the ways to lay cards are (rules, 7 and 8)."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import ValueRules
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.options import clear_action
from meldlab.kernels.value.table.run_cells import may_rescue_place
from meldlab.kernels.value.table.state import CELLS, NATURAL, RUN, SUITS, Public, natural_at


@bare_kernel
def _differ(cells: NDArray[np.int8], low: int, high: int) -> bool:
    """Return whether the end wild cards of a run lie otherwise in the opposite order."""
    first, last = int(np.int64(0)), CELLS - 1
    while first < last:
        if cells[first] < state.WILD or low <= first <= high:
            first += 1
        elif cells[last] < state.WILD or low <= last <= high:
            last -= 1
        elif cells[first] != cells[last]:
            return True
        else:
            first, last = first + 1, last - 1
    return False


@bare_kernel
def list_moves(table: int, side: int, target: int, public: Public, action: NDArray[np.int16]) -> int:
    """Return in how many ways end wild cards can change their places; write number `target`.

    They go to the ends in the order in which they lie, or where they are, in the opposite order.
    """
    found = int(np.int64(0))
    for slot in range(public.melds[table, side]):
        if public.kind[table, side, slot] != RUN:
            continue
        cells = public.cells[table, side, slot]
        low, high, below, ends = CELLS, int(np.int64(-1)), int(np.int64(0)), int(np.int64(0))
        for place in range(CELLS):
            if cells[place] == NATURAL:
                low, high = min(low, place), place
        for place in range(CELLS):
            if cells[place] >= state.WILD and not low < place < high:
                ends += 1
                below += place < low
        for now in range(max(0, ends - (CELLS - 1 - high)), min(ends, low) + 1):
            if now == below and not _differ(cells, low, high):
                continue
            if found == target:
                clear_action(action, state.MOVE, slot, RUN, int(np.int64(public.which[table, side, slot])))
                at = low - now
                for step in range(CELLS):
                    # lifted from the lowest place on; from the highest on where they stay at their ends
                    place = CELLS - 1 - step if now == below else step
                    if low <= place <= high:
                        action[state.CELL + place] = cells[place]
                    elif cells[place]:
                        if at == low:
                            at = high + 1
                        action[state.CELL + at] = cells[place]
                        at += 1
            found += 1
    return found


@bare_kernel
def list_rescues(
    table: int, side: int, hand: NDArray[np.int8], spare: int, target: int, same_turn: int, rules: ValueRules,
    public: Public, action: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return how many rescues of wild cards a seat can make; write number `target`."""
    found = int(np.int64(0))
    if spare < 1:
        return found
    for slot in range(public.melds[table, side]):
        cells, fresh = public.cells[table, side, slot], public.fresh[table, side, slot]
        kind, which = int(np.int64(public.kind[table, side, slot])), int(np.int64(public.which[table, side, slot]))
        for first in range(CELLS if kind == RUN else SUITS):
            card = natural_at(which, first) if kind == RUN else natural_at(first, which)
            if not hand[card]:
                continue
            for wild in range(1 if kind == RUN else state.WILDS):
                if kind == RUN:
                    legal = may_rescue_place(cells, fresh, first, rules, same_turn)
                else:
                    legal = cells[SUITS + wild] > (0 if same_turn else fresh[SUITS + wild])
                if legal:
                    if found == target:
                        clear_action(action, state.RESCUE, slot, kind, which)
                        action[state.WHERE], action[state.CARD] = first if kind == RUN else wild, card
                    found += 1
    return found
