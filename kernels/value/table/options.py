"""The legal ways to lay cards, numbered: shapes of runs and sets of one seat at one table.

Every lister counts the choices of one kind of act; asked for choice number `target` it also writes that action down.
A choice is a meld and what lies where, naturals told from wild cards; which wild cards these are is left to the
caller's `order`.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import COPIES, ValueRules
from meldlab.kernels.value.sets import most_wilds
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.state import CELLS, NATURAL, RUN, SET, SUITS, Public, natural_at, wild_card


@bare_kernel
def count_wilds(hand: NDArray[np.int8]) -> int:
    """Return how many wild cards a hand holds."""
    wilds = int(np.int64(0))
    for wild in range(state.WILDS):
        wilds += hand[wild_card(wild)]
    return wilds


@bare_kernel
def bits_of(word: int) -> int:
    """Return the number of set bits of a small number."""
    bits = int(np.int64(0))
    while word:
        word &= word - 1
        bits += 1
    return bits


@bare_kernel
def clear_action(action: NDArray[np.int16], act: int, slot: int, kind: int, which: int) -> None:
    """Begin an action: what it is about, nothing laid."""
    for column in range(state.COLUMNS):
        action[column] = 0
    action[state.ACT], action[state.MELD], action[state.KIND], action[state.WHICH] = act, slot, kind, which


@bare_kernel
def write_run(
    cells: NDArray[np.int8], first: int, last: int, low: int, high: int, laid: int, hand: NDArray[np.int8],
    order: NDArray[np.int64], action: NDArray[np.int16],
) -> None:  # fmt: skip
    """Write the cells of a run from `first` to `last` with the naturals of `laid` from the hand.

    Old end wild cards come first, then those of the hand; the n-th of them goes to the place that `order` says.
    """
    places = int(np.int64(0))
    for place in range(first, last + 1):
        if laid >> place & 1:
            action[state.CELL + place] = NATURAL + state.FROM_HAND
        elif low <= place <= high:
            action[state.CELL + place] = cells[place]
        else:
            places += 1
    at = int(np.int64(0))
    for wild in range(2 * state.WILDS):
        if wild < state.WILDS:
            copies = int(np.int64(0))
            for place in range(CELLS):
                copies += (place < low or place > high) and cells[place] == state.WILD + wild
        else:
            copies = int(np.int64(hand[wild_card(wild - state.WILDS)]))
        for _ in range(copies):
            if at >= places:
                return
            # the place with the number order[at] among those still to be filled
            skip = order[at] % (places - at)
            for place in range(first, last + 1):
                if action[state.CELL + place]:
                    continue
                if skip == 0:
                    action[state.CELL + place] = state.WILD + (
                        wild if wild < state.WILDS else wild - state.WILDS + state.FROM_HAND
                    )
                    break
                skip -= 1
            at += 1


@bare_kernel
def write_set(place: int, naturals: int, wilds: int, hand: NDArray[np.int8], action: NDArray[np.int16]) -> None:
    """Write which cards of a hand go to a set: the first naturals in order of suits, jokers before twos."""
    for suit in range(SUITS):
        take = min(int(np.int64(hand[natural_at(suit, place)])), naturals)
        action[state.CELL + suit] = take
        naturals -= take
    for wild in range(state.WILDS - 1, -1, -1):
        take = min(int(np.int64(hand[wild_card(wild)])), wilds)
        action[state.CELL + SUITS + wild] = take
        wilds -= take


@bare_kernel
def list_run(
    cells: NDArray[np.int8], suit: int, slot: int, hand: NDArray[np.int8], spare: int, target: int,
    order: NDArray[np.int64], rules: ValueRules, action: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return in how many ways cards can be added to a run, or a new one (no cells) exposed; write one of them."""
    low, high, old_naturals, blocked, ends = CELLS, int(np.int64(-1)), int(np.int64(0)), int(np.int64(0)), 0
    held = int(np.int64(0))
    for place in range(CELLS):
        if cells[place] == NATURAL:
            low, high, old_naturals = min(low, place), place, old_naturals + 1
        if hand[natural_at(suit, place)]:
            held |= 1 << place
    for place in range(CELLS):
        if cells[place] >= state.WILD:
            if low < place < high:
                blocked += 1
            else:
                ends += 1
    wilds = count_wilds(hand)
    core = ((1 << high + 1) - 1) & ~((1 << low) - 1) if old_naturals else 0
    found = int(np.int64(0))
    for first in range(low + 1 if old_naturals else CELLS):
        for last in range(max(first + rules.run_min - 1, high), min(CELLS, first + rules.run_max)):
            outside = ((1 << last + 1) - 1) & ~((1 << first) - 1) & ~core
            size, here = bits_of(outside), held & outside
            laid = size - ends
            if laid < 1 or laid > spare or size - bits_of(here) > ends + wilds:
                continue
            part = here
            while True:
                naturals = bits_of(part)
                used = size - naturals
                most = most_wilds(rules, old_naturals + naturals)
                if ends <= used <= ends + wilds and blocked + used <= most:
                    if found == target:
                        clear_action(action, state.ADD if old_naturals else state.EXPOSE, slot, RUN, suit)
                        write_run(cells, first, last, low, high, part, hand, order, action)
                    found += 1
                if part == 0:
                    break
                part = (part - 1) & here
    return found


@bare_kernel
def list_set(
    cells: NDArray[np.int8], place: int, slot: int, hand: NDArray[np.int8], spare: int, target: int,
    rules: ValueRules, action: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return how many numbers of naturals and wild cards can be added to a set, or exposed; write one of them."""
    old_naturals, old_wilds, held = int(np.int64(0)), int(np.int64(0)), int(np.int64(0))
    for cell in range(SUITS + state.WILDS):
        if cell < SUITS:
            old_naturals += cells[cell]
            held += hand[natural_at(cell, place)]
        else:
            old_wilds += cells[cell]
    wilds = count_wilds(hand)
    found = int(np.int64(0))
    for more in range(min(held, COPIES - old_naturals) + 1):
        naturals = old_naturals + more
        most = most_wilds(rules, naturals)
        for used in range(min(wilds, most - old_wilds) + 1):
            laid = more + used
            if laid < 1 or laid > spare or not rules.set_min <= naturals + old_wilds + used <= rules.set_max:
                continue
            if found == target:
                clear_action(action, state.ADD if old_naturals else state.EXPOSE, slot, SET, place)
                write_set(place, more, used, hand, action)
                return found + 1
            found += 1
    return found


@bare_kernel
def list_exposures(
    table: int, side: int, hand: NDArray[np.int8], spare: int, target: int, order: NDArray[np.int64],
    rules: ValueRules, public: Public, action: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return how many melds a seat can expose; write number `target`."""
    found = int(np.int64(0))
    slot = public.melds[table, side]
    nothing = public.cells[table, side, slot]
    for suit in range(SUITS):
        found += list_run(nothing, suit, slot, hand, spare, target - found, order, rules, action)
    for place in range(CELLS):
        sets = int(np.int64(0))
        for other in range(slot):
            sets += public.kind[table, side, other] == SET and public.which[table, side, other] == place
        if sets < rules.sets_per_rank:
            found += list_set(nothing, place, slot, hand, spare, target - found, rules, action)
    return found


@bare_kernel
def list_additions(
    table: int, side: int, hand: NDArray[np.int8], spare: int, target: int, order: NDArray[np.int64],
    rules: ValueRules, public: Public, action: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return in how many ways a seat can add to its side's melds; write number `target`."""
    found = int(np.int64(0))
    for slot in range(public.melds[table, side]):
        cells, which = public.cells[table, side, slot], int(np.int64(public.which[table, side, slot]))
        if public.kind[table, side, slot] == RUN:
            found += list_run(cells, which, slot, hand, spare, target - found, order, rules, action)
        elif not public.whole[table, side, slot]:
            found += list_set(cells, which, slot, hand, spare, target - found, rules, action)
    return found
