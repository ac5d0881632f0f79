"""How many cards a hand is away from a contract: exact for every hand, within the copies of the pack.

Depth-first over places for the shortest runs, sets last, for one distance after the other until one can be reached.
A place is first counted by its *holes* (cells whose natural is not in hand): a joker or a new card goes into each,
so holes beyond the hand's jokers are a lower bound.  Only where the bound allows it is it worked out exactly which
cells take jokers, which new naturals the pack still holds, and what is left for the sets.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.distance.gaps import FAR, set_holes, sets_reach
from meldlab.kernels.contract.rules import JOKER, KINDS, RANKS, SUITS, ContractRules
from meldlab.kernels.contract.shapes import JOKER_CELLS, JOKERS, LENGTH
from meldlab.kernels.jit import kernel

NATURALS = 52


@kernel
def hole_bounds(
    counts: NDArray[np.int64], windows: NDArray[np.int64], shapes: NDArray[np.int64], runs: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return lower bounds for places of runs.

    Returns
    -------
    holes : int64, shape (5, runs + 1)
        ``holes[s, n]``: least cells without a natural in hand over n places in suits s, s + 1, ...
    missing : int64, shape (4, windows)
        Least naturals to find for one place alone, whatever jokers there are.
    """
    span = len(windows) if runs > 0 else 0
    one = np.zeros(SUITS, dtype=np.int64)
    missing = np.full((SUITS, len(windows)), FAR, dtype=np.int64)
    by_suit = np.full((SUITS, runs + 1), FAR, dtype=np.int64)
    left = np.zeros(RANKS, dtype=np.int64)
    second = np.zeros(RANKS, dtype=np.int64)
    for suit in range(SUITS):
        by_suit[suit, 0] = 0
        one[suit] = FAR
        for window in range(span):
            place, length = windows[window]
            left[:] = counts[suit * RANKS : (suit + 1) * RANKS]
            gaps, empty = _take(left, place, length)
            one[suit] = min(one[suit], empty)
            for shape in range(len(shapes)):
                if shapes[shape, LENGTH] == length:
                    needed = gaps & ~shapes[shape, JOKER_CELLS]
                    new = 0
                    while needed:
                        needed &= needed - 1
                        new += 1
                    missing[suit, window] = min(missing[suit, window], new)
            if runs > 1:
                for other in range(window, span):
                    second[:] = left
                    _, more = _take(second, windows[other, 0], windows[other, 1])
                    by_suit[suit, 2] = min(by_suit[suit, 2], empty + more)
        if runs > 0:
            by_suit[suit, 1] = one[suit]
        for number in range(3, runs + 1):  # places share cards, so holes add up to at least this
            by_suit[suit, number] = max(
                by_suit[suit, number - 1] + by_suit[suit, 1], by_suit[suit, number - 2] + by_suit[suit, 2]
            )
    holes = np.full((SUITS + 1, runs + 1), FAR, dtype=np.int64)
    holes[SUITS, 0] = 0
    for suit in range(SUITS - 1, -1, -1):
        for number in range(runs + 1):
            for here in range(number + 1):
                holes[suit, number] = min(holes[suit, number], by_suit[suit, here] + holes[suit + 1, number - here])
    return holes, missing


@kernel
def _take(left: NDArray[np.int64], place: int, length: int) -> tuple[int, int]:
    """Take the naturals of a place from `left` (copies by rank); return its holes as bits, and how many."""
    gaps, empty = 0, 0
    for cell in range(length):
        rank = (place + cell) % RANKS
        if left[rank] > 0:
            left[rank] -= 1
        else:
            gaps |= 1 << cell
            empty += 1
    return gaps, empty


@kernel
def runs_reach(
    counts: NDArray[np.int64],
    there: NDArray[np.int64],
    chosen: NDArray[np.int64],
    runs: int,
    sets: int,
    limit: int,
    windows: NDArray[np.int64],
    shapes: NDArray[np.int64],
    rules: ContractRules,
) -> bool:
    """Return whether runs at the `chosen` places, and sets, can be made with at most `limit` new cards.

    `chosen` holds suit * windows + window of each run.  Tries every shape of each run, fewest jokers first.
    """
    left, spare = counts.copy(), there.copy()
    at = np.full(runs + 1, -1, dtype=np.int64)
    new = np.zeros(runs + 1, dtype=np.int64)
    jokers = np.zeros(runs + 1, dtype=np.int64)
    short = np.zeros(NATURALS, dtype=np.int64)  # naturals the runs want beyond those in hand
    depth = 0
    while depth >= 0:
        if depth == runs:
            if sets_reach(left, spare, sets, new[depth], jokers[depth], counts[JOKER], there[JOKER], limit, rules):
                return True
        else:
            suit, window = chosen[depth] // len(windows), chosen[depth] % len(windows)
            place, length = windows[window]
            if at[depth] >= 0:
                _put(left, spare, short, suit, place, shapes[at[depth]], -1)
            shape = at[depth] + 1
            grown = False
            while shape < len(shapes):
                if shapes[shape, LENGTH] == length and jokers[depth] + shapes[shape, JOKERS] <= there[JOKER]:
                    wanted = _put(left, spare, short, suit, place, shapes[shape], 1)
                    used = jokers[depth] + shapes[shape, JOKERS]
                    if wanted < FAR and new[depth] + wanted + max(0, used - counts[JOKER]) <= limit:
                        at[depth] = shape
                        new[depth + 1] = new[depth] + wanted
                        jokers[depth + 1] = used
                        depth += 1
                        at[depth] = -1
                        grown = True
                        break
                    _put(left, spare, short, suit, place, shapes[shape], -1)
                shape += 1
            if grown:
                continue
        depth -= 1
    return False


@kernel
def _put(
    left: NDArray[np.int64],
    spare: NDArray[np.int64],
    short: NDArray[np.int64],
    suit: int,
    place: int,
    shape: NDArray[np.int64],
    way: int,
) -> int:
    """Lay (`way` 1) or take back (-1) a run; return the new naturals it wants, `FAR` or more if they do not exist."""
    wanted = 0
    for cell in range(shape[LENGTH]):
        if shape[JOKER_CELLS] >> cell & 1:
            continue
        card = suit * RANKS + (place + cell) % RANKS
        spare[card] -= way
        if way > 0:
            if left[card] > 0:
                left[card] -= 1
            else:
                short[card] += 1
                wanted += 1
            if spare[card] < 0:
                wanted += FAR
        elif short[card] > 0:
            short[card] -= 1
        else:
            left[card] += 1
    return wanted


@kernel
def reaches(
    counts: NDArray[np.int64],
    there: NDArray[np.int64],
    sets: int,
    runs: int,
    limit: int,
    windows: NDArray[np.int64],
    shapes: NDArray[np.int64],
    holes: NDArray[np.int64],
    missing: NDArray[np.int64],
    rules: ContractRules,
) -> bool:
    """Return whether at most `limit` new cards make the contract.

    Parameters
    ----------
    counts, there : int64, shape (53,)
        Copies in hand; copies in hand or still to be drawn.
    holes, missing
        From `hole_bounds`, of this hand (of a hand with one card less they hold when `limit` is counted for it).
    """
    held = counts[JOKER]
    span = len(windows)
    left = counts[:NATURALS].copy()
    if runs == 0 and set_holes(left, sets, rules) - held > limit:
        return False
    chosen = np.zeros(runs, dtype=np.int64)
    gaps = np.zeros(runs, dtype=np.int64)
    empty = np.zeros(runs + 1, dtype=np.int64)
    alone = np.zeros(runs + 1, dtype=np.int64)
    taken = np.zeros(runs, dtype=np.int64)
    depth, following = 0, 0
    while depth >= 0:
        grown = runs == 0
        while not grown and following < SUITS * span:
            suit = following // span
            if empty[depth] + holes[suit, runs - depth] - held > limit:
                break  # nor will any later suit do
            found = alone[depth] + missing[suit, following % span]
            if found <= limit:
                place, length = windows[following % span]
                cards = left[suit * RANKS : (suit + 1) * RANKS]
                gap, more = _take(cards, place, length)
                after = empty[depth] + more + holes[suit, runs - depth - 1] - held
                if after <= limit and after + set_holes(left, sets, rules) <= limit:
                    chosen[depth], gaps[depth], taken[depth] = following, gap, 1
                    empty[depth + 1], alone[depth + 1] = empty[depth] + more, found
                    grown = True
                    break
                _give(cards, place, length, gap)
            following += 1
        if grown:
            depth += min(runs, 1)
            if depth < runs:
                following = chosen[depth - 1]
                continue
            if runs_reach(counts, there, chosen, runs, sets, limit, windows, shapes, rules):
                return True
        depth -= 1
        if depth >= 0:
            suit, window = chosen[depth] // span, chosen[depth] % span
            _give(left[suit * RANKS : (suit + 1) * RANKS], windows[window, 0], windows[window, 1], gaps[depth])
            following = chosen[depth] + 1
    return False


@kernel
def _give(left: NDArray[np.int64], place: int, length: int, gaps: int) -> None:
    """Undo `_take`."""
    for cell in range(length):
        if not gaps >> cell & 1:
            left[(place + cell) % RANKS] += 1


@kernel
def distance(
    counts: NDArray[np.int64],
    there: NDArray[np.int64],
    sets: int,
    runs: int,
    windows: NDArray[np.int64],
    shapes: NDArray[np.int64],
    rules: ContractRules,
) -> int:
    """Return the fewest new cards, all still to be had, with which the hand can go down; `FAR` if none do.

    Implements distance of section 11.
    """
    holes, missing = hole_bounds(counts, windows, shapes, runs)
    most = sets * rules.set_min + (runs * windows[-1, 1] if runs and len(windows) else 0)
    # Every empty cell takes a joker from the hand or a new card: no smaller distance is possible.
    least = max(0, holes[0, runs] + set_holes(counts, sets, rules) - counts[JOKER])
    for limit in range(least, most + 1):
        if reaches(counts, there, sets, runs, limit, windows, shapes, holes, missing, rules):
            return limit
    return FAR


@kernel
def fill_outs(
    counts: NDArray[np.int64],
    there: NDArray[np.int64],
    sets: int,
    runs: int,
    away: int,
    windows: NDArray[np.int64],
    shapes: NDArray[np.int64],
    rules: ContractRules,
    outs: NDArray[np.int64],
) -> None:
    """Fill `outs`, int64 of shape (53,), with the copies left of each card that brings the hand closer than `away`.

    Implements outs of section 11.  A hand that can go down waits for nothing.
    """
    outs[:] = 0
    if away == 0 or away >= FAR:
        return
    more = counts.copy()
    for card in range(KINDS):
        if there[card] <= counts[card]:
            continue
        more[card] += 1
        holes, missing = hole_bounds(more, windows, shapes, runs)
        if reaches(more, there, sets, runs, away - 1, windows, shapes, holes, missing, rules):
            outs[card] = there[card] - counts[card]
        more[card] -= 1
