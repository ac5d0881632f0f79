"""Which act on melds gains most by a seat's manner: new melds, additions, rescues."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import COPIES, Goal, ValueRules
from meldlab.kernels.value.sets import most_wilds, set_worth
from meldlab.kernels.value.state import HALF_NONE
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.options import bits_of, clear_action, write_run, write_set
from meldlab.kernels.value.table.seat_weights import Held, Manner, has_set
from meldlab.kernels.value.table.state import CELLS, NATURAL, RUN, SET, SUITS, PlayRules, Public
from meldlab.kernels.value.table.wild_moves import list_rescues


@bare_kernel
def _run_dream(length: int, manner: Manner) -> int:
    """Return what a run of so many cards promises: the cube of its share of twelve."""
    return manner.run_dream * length * length * length // (CELLS * CELLS * CELLS)


@bare_kernel
def _set_dream(place: int, naturals: int, rules: ValueRules, manner: Manner) -> int:
    """Return what a set of so many naturals promises, where eight of the rank have a special value."""
    special = int(np.int64(0))
    for row in range(rules.lines.shape[0]):
        special |= rules.lines[row, 0] >> place & 1
    return special * manner.set_dream * naturals * naturals // (COPIES * COPIES)


@bare_kernel
def best_run(
    cells: NDArray[np.int8], suit: int, slot: int, hand: NDArray[np.int8], held: Held, spare: int, best: int,
    order: NDArray[np.int64], rules: ValueRules, manner: Manner, action: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return the most that adding to a run, or exposing one, gains; write it down if it is more than `best`."""
    low, high, naturals, blocked, ends = CELLS, int(np.int64(-1)), int(np.int64(0)), int(np.int64(0)), 0
    here_mask, wilds = held.suits[suit], held.wilds[0]
    start, stop = CELLS, int(np.int64(-1))
    for place in range(CELLS):
        if cells[place]:
            start, stop = min(start, place), place
        if cells[place] == NATURAL:
            low, high, naturals = min(low, place), place, naturals + 1
    for place in range(CELLS):
        if cells[place] >= state.WILD:
            if low < place < high:
                blocked += 1
            else:
                ends += 1
    core = ((1 << high + 1) - 1) & ~((1 << low) - 1) if naturals else 0
    before = _run_dream(stop - start + 1, manner) if naturals else 0
    wild_gain = rules.table_two_in_run + rules.hand_two - manner.wild_price
    for first in range(low + 1 if naturals else CELLS):
        for last in range(max(first + rules.run_min - 1, high), min(CELLS, first + rules.run_max)):
            outside = ((1 << last + 1) - 1) & ~((1 << first) - 1) & ~core
            size, part = bits_of(outside), here_mask & outside
            laid, more = size - ends, bits_of(part)
            used = size - more
            if laid < 1 or laid > spare or used < ends or used > ends + wilds:
                continue
            most = most_wilds(rules, naturals + more)
            if blocked + used > most:
                continue
            gain = (used - ends) * wild_gain + _run_dream(last - first + 1, manner) - before
            for place in range(first, last + 1):
                if part >> place & 1:
                    gain += 2 * rules.points[place]
            if last - first + 1 == CELLS:
                gain += rules.full_clean if blocked + used == 0 else rules.full_dirty
            if gain > best:
                best = int(gain)
                clear_action(action, state.ADD if naturals else state.EXPOSE, slot, RUN, suit)
                write_run(cells, first, last, low, high, part, hand, order, action)
    return best


@bare_kernel
def best_set(
    cells: NDArray[np.int8], place: int, slot: int, hand: NDArray[np.int8], held: Held, spare: int, best: int,
    rules: ValueRules, goal: Goal, manner: Manner, action: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return the most that adding to a set, or exposing one, gains; write it down if it is more than `best`."""
    naturals, twos = int(np.int64(0)), int(np.int64(0))
    for suit in range(SUITS):
        naturals += cells[suit]
        twos += cells[SUITS + suit]
    jokers = int(np.int64(cells[2 * SUITS]))
    before = int(np.int64(0))
    if naturals:
        before, _ = set_worth(place, naturals, jokers, twos, 0, rules, goal)
    in_hand = int(np.int64(hand[52]))
    more = min(held.ranks[place], COPIES - naturals)
    if naturals == 0 and (more < rules.min_naturals or more + held.wilds[0] < rules.set_min):
        return best
    dream = _set_dream(place, naturals + more, rules, manner) - _set_dream(place, naturals, rules, manner)
    for used in range(held.wilds[0] + 1):
        if more + used < 1 or more + used > spare:
            continue
        # jokers go to sets before twos, as `write_set` lays them
        new_jokers = min(used, in_hand)
        worth, _ = set_worth(
            place, naturals + more, jokers + new_jokers, twos + used - new_jokers, 0 if naturals else 1, rules, goal
        )
        if worth < HALF_NONE:
            continue
        cost = more * rules.points[place] + new_jokers * rules.hand_joker + (used - new_jokers) * rules.hand_two
        gain = worth - before + cost + dream - used * manner.wild_price
        if gain > best:
            best = int(gain)
            clear_action(action, state.ADD if naturals else state.EXPOSE, slot, SET, place)
            write_set(place, int(more), used, hand, action)
    return best


@bare_kernel
def best_act(
    table: int, seat: int, hand: NDArray[np.int8], held: Held, spare: int, order: NDArray[np.int64],
    rules: ValueRules, play: PlayRules, goal: Goal, manner: Manner, public: Public, action: NDArray[np.int16],
) -> None:  # fmt: skip
    """Write the act that gains most, rescues first; nothing when no act gains."""
    side = seat & 1
    clear_action(action, 0, 0, 0, 0)
    if list_rescues(table, side, hand, spare, 0, play.rescue_same_turn, rules, public, action):
        return
    best = int(np.int64(0))
    slots = public.melds[table, side]
    for slot in range(slots):
        cells, which = public.cells[table, side, slot], int(np.int64(public.which[table, side, slot]))
        if public.kind[table, side, slot] == RUN:
            best = best_run(cells, which, slot, hand, held, spare, best, order, rules, manner, action)
        elif not public.whole[table, side, slot]:
            best = best_set(cells, which, slot, hand, held, spare, best, rules, goal, manner, action)
    nothing = public.cells[table, side, slots]
    for suit in range(SUITS):
        best = best_run(nothing, suit, slots, hand, held, spare, best, order, rules, manner, action)
    for place in range(CELLS):
        if has_set(table, side, place, public) < 0:
            best = best_set(nothing, place, slots, hand, held, spare, best, rules, goal, manner, action)
