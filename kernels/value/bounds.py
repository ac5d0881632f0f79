"""Bounds for the search of a `value` game: what no completion of the choices made so far exceeds.

Two bounds hold at once, and the lesser one counts.  The first lays every card in runs *and* lets the ranks still to
come have their best sets.  The second lays each card once: a card of a rank still to come may go to a set alone, at
what it is worth laid, and sets count only beyond that.  Wild cards gain what one can gain at most, each in one place.
"""

import numpy as np

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import PLACES, SUITS, Goal
from meldlab.kernels.value.state import ANY_MELD, LOOKS_AHEAD, NONE, ORDERED, Workspace

_SETS = 2  # `Goal.choice`
_LEAST_NATURALS = 2  # no meld has fewer
_MANY_CHOICES = 1 << 8  # of sets in a hand; with fewer, looking ahead takes longer than the search


@bare_kernel
def list_ranks(jokers: int, twos: int, goal: Goal, work: Workspace) -> None:
    """List the ranks of the hand that can have a set, in the order of runs, and count them in `result`."""
    order, left, free, contested, result = work.order, work.left, work.free, work.contested, work.result
    choice = goal.choice
    ranks, choices = 0, 1
    for place in range(PLACES):
        spare, loose = free[place], contested[place]
        if spare + loose < _LEAST_NATURALS:
            continue
        possible = False
        for n in range(loose + 1):
            possible = possible or choice[place, spare, n, jokers, twos] == _SETS
        if not possible:
            continue
        order[ranks] = place
        ranks += 1
        if loose:
            for suit in range(SUITS):
                choices = min(choices * (left[place, suit] + 1), _MANY_CHOICES)
    result[ORDERED] = ranks
    result[LOOKS_AHEAD] = 0
    if ranks:
        result[ANY_MELD] = 1
    if choices == _MANY_CHOICES:
        result[LOOKS_AHEAD] = 1
        _look_ahead(jokers + twos + 2, goal, work)


@bare_kernel
def _look_ahead(width: int, goal: Goal, work: Workspace) -> None:
    """Fill `ahead`, the last rank first: each of its cards may be laid in a set."""
    ahead, front, stride, held = work.ahead, work.front, work.stride, work.held
    ranks = work.result[ORDERED]
    all_rows = work.base[SUITS - 1] + work.rows[SUITS - 1]
    for row in range(all_rows):
        ahead[ranks * all_rows + row] = front[(row + 1) * width - 1]
    for depth in range(ranks - 1, -1, -1):
        place = work.order[depth]
        gain = goal.natural[place] + goal.natural_in_hand[place]
        at, after = depth * all_rows, (depth + 1) * all_rows
        for row in range(all_rows):
            ahead[at + row] = ahead[after + row]
        for suit in range(SUITS):
            step, copies = stride[place, suit], held[place, suit]
            if step == 0:
                continue
            start = at + work.base[suit]
            for high in range(0, work.rows[suit], step * (copies + 1)):
                for row in range(start + high + step, start + high + step * (copies + 1)):
                    ahead[row] = max(ahead[row], ahead[row - step] + gain)


@bare_kernel
def fill_rest(jokers: int, twos: int, goal: Goal, work: Workspace) -> None:
    """Fill `rest` and `extra` for the naturals in `free` and `contested` and so many wild cards."""
    order, free, contested, rest, extra = work.order, work.free, work.contested, work.rest, work.extra
    set_best, set_extra = goal.set_best, goal.set_extra
    ranks, wilds = work.result[ORDERED], jokers + twos
    for used in range(wilds + 1):
        rest[ranks, used] = 0
        extra[ranks, used] = 0
    for depth in range(ranks - 1, -1, -1):
        place = order[depth]
        spare, loose = free[place], contested[place]
        for used in range(wilds, -1, -1):
            rest[depth, used] = 0
            extra[depth, used] = 0
            for j in range(min(jokers, used) + 1):
                t = min(twos, used - j)
                rest[depth, used] = max(rest[depth, used], set_best[place, spare, loose, j, t])
                extra[depth, used] = max(extra[depth, used], set_extra[place, spare, loose, j, t])
        for used in range(wilds, -1, -1):
            most, more = 0, 0
            for here in range(used + 1):
                most = max(most, rest[depth, here] + rest[depth + 1, used - here])
                more = max(more, extra[depth, here] + extra[depth + 1, used - here])
            rest[depth, used] = most
            extra[depth, used] = more


@bare_kernel
def wild_gain(jokers: int, twos: int, naturals: int, goal: Goal) -> int:
    """Return the most that wild cards gain beside so many naturals, special sets left out."""
    laid = min(jokers + twos, goal.wild_room[naturals])
    if goal.joker_most >= goal.two_most:
        here = min(jokers, laid)
        return int(here * goal.joker_most + (laid - here) * goal.two_most)
    here = min(twos, laid)
    return int(here * goal.two_most + (laid - here) * goal.joker_most)


@bare_kernel
def most_gain(depth: int, jokers: int, twos: int, width: int, goal: Goal, work: Workspace) -> int:
    """Return what no completion of the choices above `depth` exceeds."""
    joined, front, base, index, laid = work.joined, work.front, work.base, work.row, work.laid
    rest, extra, ahead, result = work.rest, work.extra, work.ahead, work.result
    wilds = jokers + twos
    for used in range(wilds + 1):
        laid[used] = NONE
    for j in range(jokers + 1):
        for t in range(twos + 1):
            laid[j + t] = max(laid[j + t], joined[depth, j, t] - j * goal.joker_most - t * goal.two_most)
    most, more = NONE, NONE
    for used in range(wilds + 1):
        most = max(most, laid[used] + rest[depth, wilds - used])
        more = max(more, laid[used] + extra[depth, wilds - used])
    all_rows = base[SUITS - 1] + work.rows[SUITS - 1]
    for suit in range(SUITS):
        row = base[suit] + index[depth, suit]
        most += front[(row + 1) * width - 1]
        if result[LOOKS_AHEAD]:
            more += ahead[depth * all_rows + row]
    gain = most
    if result[LOOKS_AHEAD]:
        gain = min(most, more)
    naturals = int(np.int64(0))
    for place in range(PLACES):
        naturals += work.free[place] + work.contested[place]
    return int(gain + wild_gain(jokers, twos, naturals, goal))
