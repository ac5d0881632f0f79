"""Runs of a `value` game, suit by suit: the best runs of every part of a suit's cards for each number of wilds.

A *front* has a row for each sub-multiset of the cards of a suit that some run can use (mixed radix, the lowest
place first).  A row holds the most that runs of these cards gain with exactly 0, 1, ... wild cards in place (what a
wild gains by itself is left out: it does not depend on the run), and last the best of them.  Sets take cards away,
so every row may be asked for.
"""

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value_rules import PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value_sets import most_wilds
from meldlab.kernels.value_state import NONE, SEAT_COPIES, SEAT_PLACE, SEAT_STRIDE, Workspace

_SEAT, _ROW, _GAP, _GAIN = 0, 1, 2, 3  # columns of `Workspace.walk`
_PLACE, _COPIES, _STRIDE = SEAT_PLACE, SEAT_COPIES, SEAT_STRIDE
_ANY_MELD = 2  # `Workspace.result`


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
        most = most_wilds(distinct, rules.max_wilds, rules.naturals_majority, rules.min_naturals)
        usable = most >= 0 and distinct + min(wilds, most) >= rules.run_min
        for place in range(first, last + 1):
            copies = held[place, suit]
            stride[place, suit] = 0
            left[place, suit] = 0
            if usable and copies:
                seats[seated, _PLACE] = place
                seats[seated, _COPIES] = copies
                seats[seated, _STRIDE] = rows
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
def _start_runs(
    first: int,
    seated: int,
    row: int,
    start: int,
    width: int,
    wilds: int,
    rules: ValueRules,
    goal: Goal,
    work: Workspace,
) -> None:
    """Improve a row by every run whose lowest natural is the card at seat `first`."""
    front, seats, digits, walk = work.front, work.seats, work.digits, work.walk
    natural, in_hand, in_place = goal.natural, goal.natural_in_hand, goal.place
    max_wilds, majority, min_naturals = rules.max_wilds, rules.naturals_majority, rules.min_naturals
    run_min, run_max = rules.run_min, rules.run_max
    reach = min(wilds, max_wilds)
    low = seats[first, _PLACE]
    at_row = (start + row) * width
    # `walk[n]`: seat of the n-th natural, row without the first n, wilds between them, gain
    walk[1, _SEAT] = first
    walk[1, _ROW] = row - seats[first, _STRIDE]
    walk[1, _GAP] = 0
    walk[1, _GAIN] = natural[low] + in_hand[low]
    n = 1
    seat = first + 1
    while True:
        before = walk[n, _SEAT]
        last, gap, gain = seats[before, _PLACE], walk[n, _GAP], walk[n, _GAIN]
        while seat < seated and digits[seat] == 0:
            seat += 1
        at = seats[seat, _PLACE] if seat < seated else PLACES
        if at == PLACES or gap + at - last - 1 > reach:
            n -= 1
            if n == 0:
                return
            seat = before + 1
            continue
        if goal.places_count:
            for inner in range(last + 1, at):
                gain += in_place[inner]
        gap += at - last - 1
        gain += natural[at] + in_hand[at]
        n += 1
        walk[n, _SEAT] = seat
        walk[n, _ROW] = walk[n - 1, _ROW] - seats[seat, _STRIDE]
        walk[n, _GAP] = gap
        walk[n, _GAIN] = gain
        most = min(wilds, most_wilds(n, max_wilds, majority, min_naturals), run_max - n)
        other = (start + walk[n, _ROW]) * width
        for used in range(max(gap, run_min - n), most + 1):
            work.result[_ANY_MELD] = 1
            if goal.specials and n + used == PLACES:
                break  # a full run: its value replaces this one
            worth = gain
            if goal.places_count:
                worth += ends_worth(low, at, used - gap, goal)
            for more in range(wilds - used + 1):
                front[at_row + used + more] = max(front[at_row + used + more], worth + front[other + more])
        seat += 1


@bare_kernel
def fill_fronts(wilds: int, rules: ValueRules, goal: Goal, work: Workspace) -> None:
    """Fill `front` and all that says which cards are contested, for the hand in `held` with so many wild cards."""
    front, seats, digits = work.front, work.seats, work.digits
    width = wilds + 2
    work.result[_ANY_MELD] = 0
    for place in range(PLACES):
        work.free[place] = 0
        work.contested[place] = 0
    start = 0
    for suit in range(SUITS):
        seated = seat_cards(suit, wilds, rules, work)
        rows = 1
        for seat in range(seated):
            digits[seat] = 0
            rows *= seats[seat, _COPIES] + 1
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
            while digits[seat] == seats[seat, _COPIES]:
                digits[seat] = 0
                seat += 1
            digits[seat] += 1
            first = 0
            while digits[first] == 0:
                first += 1
            at_row = (start + row) * width
            without = (start + row - seats[first, _STRIDE]) * width
            for used in range(wilds + 1):
                front[at_row + used] = front[without + used]
            _start_runs(first, seated, row, start, width, wilds, rules, goal, work)
            best = NONE
            for used in range(wilds + 1):
                best = max(best, front[at_row + used])
            front[at_row + wilds + 1] = best
        start += rows
