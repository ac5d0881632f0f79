"""Depth first over the sets of a hand: which contested naturals go to sets, the rest being looked up as runs."""

import numpy as np

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.bounds import fill_rest, most_gain
from meldlab.kernels.value.rules import PLACES, SUITS, Goal
from meldlab.kernels.value.state import BEST, FULL_COLUMNS, FULL_RUNS, HALF_NONE, NONE, ORDERED, Workspace

_NO_SET = 1  # `Goal.choice`


@bare_kernel
def _join_sets(depth: int, place: int, n: int, jokers: int, twos: int, goal: Goal, work: Workspace) -> None:
    """Fill ``joined[depth + 1]`` with the sets so far and those of one rank more."""
    joined, sets = work.joined, goal.sets
    spare = work.free[place]
    plain = goal.choice[place, spare, n, jokers, twos] == _NO_SET
    for j in range(jokers + 1):
        for t in range(twos + 1):
            joined[depth + 1, j, t] = joined[depth, j, t] if plain else NONE
    if plain:
        return
    for j in range(jokers + 1):
        for t in range(twos + 1):
            before = joined[depth, j, t]
            if before < HALF_NONE:
                continue
            for a in range(jokers - j + 1):
                for b in range(twos - t + 1):
                    after = before + sets[place, spare, n, a, b]
                    joined[depth + 1, j + a, t + b] = max(joined[depth + 1, j + a, t + b], after)


@bare_kernel
def _finish(depth: int, jokers: int, twos: int, width: int, goal: Goal, work: Workspace) -> int:
    """Return the best total of the sets chosen and runs of everything else."""
    front, base, index, runs, joined = work.front, work.base, work.row, work.runs, work.joined
    wilds = jokers + twos
    now = 0
    for suit in range(SUITS):
        row = (base[suit] + index[depth, suit]) * width
        if suit == 0:
            for used in range(wilds + 1):
                runs[0, used] = front[row + used]
            continue
        if index[depth, suit] == 0:
            continue
        for used in range(wilds + 1):
            best = NONE
            for here in range(used + 1):
                best = max(best, runs[now, used - here] + front[row + here])
            runs[1 - now, used] = best
        now = 1 - now
    joker_gain = goal.joker_in_run + goal.joker_in_hand
    two_gain = goal.two_in_run + goal.two_in_hand
    best = NONE
    for j in range(jokers + 1):
        for t in range(twos + 1):
            before = joined[depth, j, t]
            if before < HALF_NONE:
                continue
            for a in range(jokers - j + 1):
                for b in range(twos - t + 1):
                    best = max(best, before + runs[now, a + b] + a * joker_gain + b * two_gain)
    return best


@bare_kernel
def _keep(total: int, full_runs: int, work: Workspace) -> None:
    """Record the best arrangement so far: sets by the naturals they take, and full runs."""
    work.result[BEST] = total
    work.result[FULL_RUNS] = full_runs
    for place in range(PLACES):
        for suit in range(SUITS):
            work.best_taken[place, suit] = work.taken[place, suit]
    for row in range(full_runs + 1):
        for column in range(FULL_COLUMNS):
            work.best_full[row, column] = work.full[row, column]


@bare_kernel
def choose_sets(gain: int, full_runs: int, jokers: int, twos: int, width: int, goal: Goal, work: Workspace) -> None:
    """Improve ``result`` by the best sets and ordinary runs of the naturals in `left` and `free`.

    Parameters
    ----------
    gain : int
        Of the full runs already laid.
    full_runs : int
        How many these are.
    jokers, twos : int
        Wild cards that they leave.
    width : int
        Words a row of the fronts.
    goal, work
    """
    order, turn, taken, left = work.order, work.turn, work.taken, work.left
    index, stride, joined, result = work.row, work.stride, work.joined, work.result
    for j in range(jokers + 1):
        for t in range(twos + 1):
            joined[0, j, t] = NONE
    joined[0, 0, 0] = gain
    contested = work.contested
    for suit in range(SUITS):
        index[0, suit] = 0
    for place in range(PLACES):  # `taken` is all zeros: the search puts back what it takes
        if contested[place]:
            for suit in range(SUITS):
                index[0, suit] += left[place, suit] * stride[place, suit]
    ranks = result[ORDERED]
    fill_rest(jokers, twos, goal, work)
    depth = int(np.int64(0))
    if most_gain(depth, jokers, twos, width, goal, work) <= result[BEST]:
        return
    if ranks == 0:
        total = _finish(depth, jokers, twos, width, goal, work)
        if total > result[BEST]:
            _keep(total, full_runs, work)
        return
    turn[0] = -1
    while depth >= 0:
        turn[depth] += 1
        place = order[depth]
        code = turn[depth]
        n = 0
        for suit in range(SUITS):
            copies = left[place, suit]
            digit = code % (copies + 1)
            code //= copies + 1
            taken[place, suit] = digit
            n += digit
            index[depth + 1, suit] = index[depth, suit] - digit * stride[place, suit]
        if code:
            for suit in range(SUITS):
                taken[place, suit] = 0
            depth -= 1
            continue
        if goal.choice[place, work.free[place], n, jokers, twos] == 0:
            continue
        _join_sets(depth, place, n, jokers, twos, goal, work)
        if most_gain(depth + 1, jokers, twos, width, goal, work) <= result[BEST]:
            continue
        if depth + 1 < ranks:
            depth += 1
            turn[depth] = -1
            continue
        total = _finish(depth + 1, jokers, twos, width, goal, work)
        if total > result[BEST]:
            _keep(total, full_runs, work)
