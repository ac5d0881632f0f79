"""Runs of a `value` game, suit by suit: the best runs of every part of a suit's cards for each number of wilds.

A *front* has a row for each sub-multiset of the cards of a suit that some run can use (mixed radix, the lowest
place first).  A row holds the most that runs of these cards gain with exactly 0, 1, ... wild cards in place (what a
wild gains by itself is left out: it does not depend on the run), and last the best of them.  Sets take cards away,
so every row may be asked for.
"""

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value import state
from meldlab.kernels.value.rules import PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value.sets import most_wilds
from meldlab.kernels.value.shapes import SHAPE_GAP, SHAPE_HIGH, SHAPE_NATURALS, SHAPE_WILDS
from meldlab.kernels.value.state import NONE, Workspace


@bare_kernel
def ends_worth(low: int, high: int, extra: int, goal: Goal) -> int:
    """Return the most that `extra` wild cards beyond the ends of the places low..high are worth for their places."""
    place = goal.place
    best = NONE
    for below in range(max(0, extra - (PLACES - 1 - high)), min(extra, low) + 1):
        worth = 0
        for at in range(low - below, low):
            worth += place[at]
        for at in range(high + 1, high + 1 + extra - below):
            worth += place[at]
        best = max(best, worth)
    return best


@bare_kernel
def seat_cards(suit: int, wilds: int, rules: ValueRules, work: Workspace) -> int:
    """List the cards of a suit that may lie in a run as `seats`, count the others as `free`; return how many seats.

    Cards whose gaps the wild cards can bridge form a chain; a chain too short for a run is free.
    """
    held, stride, free, contested, left = work.held, work.stride, work.free, work.contested, work.left
    seats = work.seats
    reach = min(wilds, rules.max_wilds)
    rows, seated = 1, 0
    first = 0
    while first < PLACES:
        if held[first, suit] == 0:
            stride[first, suit] = 0
            left[first, suit] = 0
            first += 1
            continue
        last, distinct = first, 1
        for at in range(first + 1, PLACES):
            if at - last - 1 > reach:
                break
            if held[at, suit]:
                last = at
                distinct += 1
        most = most_wilds(rules, distinct)
        usable = most >= 0 and distinct + min(wilds, most) >= rules.run_min
        for place in range(first, last + 1):
            copies = held[place, suit]
            stride[place, suit] = 0
            left[place, suit] = 0
            if usable and copies:
                seats[seated, state.SEAT_PLACE] = place
                seats[seated, state.SEAT_COPIES] = copies
                seats[seated, state.SEAT_STRIDE] = rows
                stride[place, suit] = rows
                left[place, suit] = copies
                contested[place] += copies
                rows *= copies + 1
                seated += 1
            else:
                free[place] += copies
        first = last + 1
    return seated


@bare_kernel
def _list_runs(suit: int, seated: int, wilds: int, goal: Goal, work: Workspace) -> None:
    """List the runs that cannot be cut and that the cards at the seats can form, by their lowest natural."""
    seats, runs_held, first_run, stride, shapes = work.seats, work.runs_held, work.first_run, work.stride, goal.shapes
    natural, in_hand, in_place = goal.natural, goal.natural_in_hand, goal.place
    here = 0
    for seat in range(seated):
        here |= 1 << seats[seat, state.SEAT_PLACE]
    found = 0
    for seat in range(seated):
        low = seats[seat, state.SEAT_PLACE]
        first_run[seat] = found
        for shape in range(shapes.shape[0]):
            high = low + shapes[shape, SHAPE_HIGH]
            if high >= PLACES:
                break  # the shapes go by their length
            naturals, used = shapes[shape, SHAPE_NATURALS] << low, shapes[shape, SHAPE_WILDS]
            if naturals & ~here or used > wilds:
                continue
            work.result[state.ANY_MELD] = 1
            number, step, gain = 0, 0, 0
            for place in range(low, high + 1):
                if naturals >> place & 1:
                    number += 1
                    step += stride[place, suit]
                    gain += natural[place] + in_hand[place]
                else:
                    gain += in_place[place]
            if goal.specials and number + used == PLACES:
                continue  # a full run: its value replaces this one
            if goal.places_count:
                gain += ends_worth(low, high, used - shapes[shape, SHAPE_GAP], goal)
            runs_held[found, state.RUN_NATURALS] = naturals
            runs_held[found, state.RUN_WILDS] = used
            runs_held[found, state.RUN_STEP] = step
            runs_held[found, state.RUN_GAIN] = gain
            found += 1
    first_run[seated] = found


@bare_kernel
def fill_fronts(wilds: int, rules: ValueRules, goal: Goal, work: Workspace) -> None:
    """Fill `front` and all that says which cards are contested, for the hand in `held` with so many wild cards."""
    front, seats, digits = work.front, work.seats, work.digits
    runs_held, first_run = work.runs_held, work.first_run
    width = wilds + 2
    work.result[state.ANY_MELD] = 0
    for place in range(PLACES):
        work.free[place] = 0
        work.contested[place] = 0
    start = 0
    for suit in range(SUITS):
        seated = seat_cards(suit, wilds, rules, work)
        _list_runs(suit, seated, wilds, goal, work)
        rows, here = 1, 0
        for seat in range(seated):
            digits[seat] = 0
            rows *= seats[seat, state.SEAT_COPIES] + 1
        work.base[suit] = start
        work.rows[suit] = rows
        at_row = start * width
        front[at_row] = 0
        for used in range(1, wilds + 1):
            front[at_row + used] = NONE
        front[at_row + wilds + 1] = 0
        for row in range(1, rows):
            # the next sub-multiset; its lowest card stays loose or begins a run
            seat = 0
            while digits[seat] == seats[seat, state.SEAT_COPIES]:
                digits[seat] = 0
                here &= ~(1 << seats[seat, state.SEAT_PLACE])
                seat += 1
            digits[seat] += 1
            here |= 1 << seats[seat, state.SEAT_PLACE]
            first = 0
            while digits[first] == 0:
                first += 1
            at_row = (start + row) * width
            without = (start + row - seats[first, state.SEAT_STRIDE]) * width
            for used in range(wilds + 1):
                front[at_row + used] = front[without + used]
            for run in range(first_run[first], first_run[first + 1]):
                if runs_held[run, state.RUN_NATURALS] & ~here:
                    continue
                used, gain = runs_held[run, state.RUN_WILDS], runs_held[run, state.RUN_GAIN]
                other = at_row - runs_held[run, state.RUN_STEP] * width
                for more in range(wilds - used + 1):
                    front[at_row + used + more] = max(front[at_row + used + more], gain + front[other + more])
            best = NONE
            for used in range(wilds + 1):
                best = max(best, front[at_row + used])
            front[at_row + wilds + 1] = best
        start += rows
