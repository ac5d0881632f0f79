"""Runs of a `value` game, suit by suit: the best runs of every part of a suit's cards for each number of wilds.

A *front* has a row for each sub-multiset of the cards of a suit that some run can use (mixed radix, the lowest
place first).  A row holds the most that runs of these cards gain with exactly 0, 1, ... wild cards in place (what a
wild gains by itself is left out: it does not depend on the run), and last the best of them.  Sets take cards away,
so every row may be asked for.
"""

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value_rules import PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value_sets import most_wilds
from meldlab.kernels.value_state import NONE, Workspace

_ROW, _PLACE, _COUNT, _GAIN = 0, 1, 2, 3  # columns of `walk`
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
def _mark_contested(suit: int, wilds: int, rules: ValueRules, work: Workspace) -> int:
    """Set `stride` for the cards of a suit that may lie in a run, count the others as `free`; return the rows."""
    held, stride, free = work.held, work.stride, work.free
    reach = min(wilds, rules.max_wilds)
    rows = 1
    place = 0
    while place < PLACES:
        if held[place, suit] == 0:
            place += 1
            continue
        last, distinct = place, 1
        for at in range(place + 1, PLACES):
            if held[at, suit] == 0:
                continue
            if at - last - 1 > reach:
                break
            last = at
            distinct += 1
        most = most_wilds(distinct, rules.max_wilds, rules.naturals_majority, rules.min_naturals)
        usable = most >= 0 and distinct + min(wilds, most) >= rules.run_min
        for at in range(place, last + 1):
            copies = held[at, suit]
            stride[at, suit] = 0
            if usable and copies:
                stride[at, suit] = rows
                rows *= copies + 1
            else:
                free[at] += copies
        place = last + 1
    return rows


@bare_kernel
def _start_runs(
    suit: int, first: int, row: int, at_row: int, width: int, wilds: int, rules: ValueRules, goal: Goal, work: Workspace
) -> None:
    """Improve a row by every run whose lowest natural lies at `first`."""
    front, stride, digits, walk = work.front, work.stride, work.digits, work.walk
    natural, in_hand, in_place = goal.natural, goal.natural_in_hand, goal.place
    max_wilds, majority, min_naturals = rules.max_wilds, rules.naturals_majority, rules.min_naturals
    run_min, run_max = rules.run_min, rules.run_max
    base = work.base[suit]
    reach = min(wilds, max_wilds)
    # `walk[n]`: row without the first n naturals, place of the last of them, wilds between them, gain
    walk[1, _ROW] = row - stride[first, suit]
    walk[1, _PLACE] = first
    walk[1, _COUNT] = 0
    walk[1, _GAIN] = natural[first] + in_hand[first]
    n = 1
    at = first + 1
    while True:
        last, gap, gain = walk[n, _PLACE], walk[n, _COUNT], walk[n, _GAIN]
        while at < PLACES and digits[at] == 0:
            at += 1
        if at == PLACES or gap + at - last - 1 > reach:
            n -= 1
            if n == 0:
                return
            at = last + 1
            continue
        between = 0
        for inner in range(last + 1, at):
            between += in_place[inner]
        gap += at - last - 1
        gain += between + natural[at] + in_hand[at]
        n += 1
        walk[n, _ROW] = walk[n - 1, _ROW] - stride[at, suit]
        walk[n, _PLACE] = at
        walk[n, _COUNT] = gap
        walk[n, _GAIN] = gain
        most = min(wilds, most_wilds(n, max_wilds, majority, min_naturals), run_max - n)
        other = (base + walk[n, _ROW]) * width
        for used in range(max(gap, run_min - n), most + 1):
            work.result[_ANY_MELD] = 1
            if goal.specials and n + used == PLACES:
                break  # a full run: its value replaces this one
            worth = gain + ends_worth(first, at, used - gap, goal)
            for more in range(wilds - used + 1):
                front[at_row + used + more] = max(front[at_row + used + more], worth + front[other + more])
        at += 1


@bare_kernel
def fill_fronts(wilds: int, rules: ValueRules, goal: Goal, work: Workspace) -> None:
    """Fill `front`, `stride`, `base`, `rows` and `free` for the hand in `held` with so many wild cards."""
    front, stride, digits, held = work.front, work.stride, work.digits, work.held
    work.result[_ANY_MELD] = 0
    width = wilds + 2
    for place in range(PLACES):
        work.free[place] = 0
    start = 0
    for suit in range(SUITS):
        rows = _mark_contested(suit, wilds, rules, work)
        work.base[suit] = start
        work.rows[suit] = rows
        for place in range(PLACES):
            digits[place] = 0
        for row in range(rows):
            at_row = (start + row) * width
            if row == 0:
                front[at_row] = 0
                for used in range(1, wilds + 1):
                    front[at_row + used] = NONE
                front[at_row + wilds + 1] = 0
                continue
            # next sub-multiset; its lowest card stays loose or begins a run
            place = 0
            while stride[place, suit] == 0 or digits[place] == held[place, suit]:
                digits[place] = 0
                place += 1
            digits[place] += 1
            first = 0
            while digits[first] == 0:
                first += 1
            without = (start + row - stride[first, suit]) * width
            for used in range(wilds + 1):
                front[at_row + used] = front[without + used]
            _start_runs(suit, first, row, at_row, width, wilds, rules, goal, work)
            best = NONE
            for used in range(wilds + 1):
                best = max(best, front[at_row + used])
            front[at_row + wilds + 1] = best
        start += rows
