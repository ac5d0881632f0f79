"""The sets of one hand for the block solver of `value` games: ranks decided depth first, runs looked up."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import U, lowest_index
from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.block_tables import FEW_NONE, SIDE, STATES, ValueTables
from meldlab.kernels.value.rules import PLACES, SUITS, Goal

_ZERO, _ONE = U(0), U(1)
_NIBBLE_BITS = U(15)
#: Added to counts of four bits each, it carries where a count is 2 or more; no meld has fewer naturals.
_CARRY_TWO = U(0x666666666666)
_CARRIED = U(0x888888888888)
_HALF_NONE = FEW_NONE // 2
_SETS = 2  # `Goal.choice`

# columns of `Scratch.rank`
_PLACE, _SPARE = 0, 1


class Scratch(NamedTuple):
    """Room for one hand."""

    suit: NDArray[np.int64]  # (3, 4) masks of contested cards held once, twice; row of the front
    rank: NDArray[np.int64]  # (12, 2) ranks that can have a set: place, naturals that no run can use
    copies: NDArray[np.int64]  # (12, 4) contested copies of such a rank
    power: NDArray[np.int64]  # (12,) how far a card of it moves in the front
    turn: NDArray[np.int64]  # (12,) number of the choice tried at each depth
    rest: NDArray[np.int64]  # (13, SIDE) bound on the sets of the ranks still to come, by the wild cards in them
    row: NDArray[np.int64]  # (13, 4) row of each suit after the choices so far
    joined: NDArray[np.int64]  # (13, STATES) sets so far, by jokers and twos
    runs: NDArray[np.int64]  # (2, SIDE) join of the suits
    laid: NDArray[np.int64]  # (SIDE,) best sets so far for each number of wild cards, these discounted


def make_scratch() -> Scratch:
    """Return fresh arrays for one thread."""

    def whole(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    return Scratch(
        suit=whole(3, SUITS),
        rank=whole(PLACES, 2),
        copies=whole(PLACES, SUITS),
        power=whole(PLACES),
        turn=whole(PLACES),
        rest=whole(PLACES + 1, SIDE),
        row=whole(PLACES + 1, SUITS),
        joined=whole(PLACES + 1, STATES),
        runs=whole(2, SIDE),
        laid=whole(SIDE),
    )


@bare_kernel
def join_runs(depth: int, wilds: int, front: NDArray[np.int32], row: NDArray[np.int64], runs: NDArray[np.int64]) -> int:
    """Fill a row of `runs` with the best runs of all suits for each number of wild cards; return which row."""
    now = 0
    runs[0, 0] = 0
    for used in range(1, wilds + 1):
        runs[0, used] = FEW_NONE
    for suit in range(SUITS):
        at = row[depth, suit]
        if front[at, SIDE + wilds] == 0:
            continue  # no run
        for used in range(wilds + 1):
            best = runs[now, used] + front[at, 0]
            for here in range(1, used + 1):
                best = max(best, runs[now, used - here] + front[at, here])
            runs[1 - now, used] = best
        now = 1 - now
    return now


@bare_kernel
def _join_sets(
    depth: int,
    place: int,
    spare: int,
    n: int,
    jokers: int,
    twos: int,
    sets: NDArray[np.int32],
    joined: NDArray[np.int64],
) -> None:
    """Fill ``joined[depth + 1]`` with the sets so far and those of one rank more."""
    for j in range(jokers + 1):
        for t in range(twos + 1):
            best = int(np.int64(FEW_NONE))
            for a in range(j + 1):
                for b in range(t + 1):
                    before = joined[depth, (j - a) * SIDE + t - b]
                    best = max(best, before + sets[place, spare, n, a * SIDE + b])
            joined[depth + 1, j * SIDE + t] = best


@bare_kernel
def _best_total(
    depth: int,
    now: int,
    jokers: int,
    twos: int,
    run_gain: NDArray[np.int32],
    joined: NDArray[np.int64],
    runs: NDArray[np.int64],
) -> int:
    """Return the best of the sets chosen and runs beside them."""
    best = int(np.int64(FEW_NONE))
    for j in range(jokers + 1):
        for t in range(twos + 1):
            before = joined[depth, j * SIDE + t]
            if before < _HALF_NONE:
                continue
            state = (jokers - j) * SIDE + twos - t
            for used in range(jokers + twos - j - t + 1):
                best = max(best, before + runs[now, used] + run_gain[state, used])
    return best


@bare_kernel
def most_gain(depth: int, jokers: int, twos: int, goal: Goal, front: NDArray[np.int32], scratch: Scratch) -> int:
    """Return what no completion of the choices above `depth` exceeds, each wild card in one place only."""
    row, rest, joined, laid = scratch.row, scratch.rest, scratch.joined, scratch.laid
    joker_most, two_most = goal.joker_most, goal.two_most
    wilds = jokers + twos
    for used in range(wilds + 1):
        laid[used] = FEW_NONE
    for j in range(jokers + 1):
        for t in range(twos + 1):
            laid[j + t] = max(laid[j + t], joined[depth, j * SIDE + t] - j * joker_most - t * two_most)
    best = int(np.int64(FEW_NONE))
    for in_runs in range(wilds + 1):
        runs = int(np.int64(0))
        for suit in range(SUITS):
            runs += front[row[depth, suit], SIDE + in_runs]
        for used in range(wilds - in_runs + 1):
            best = max(best, runs + laid[used] + rest[depth, wilds - in_runs - used])
    return best + jokers * joker_most + twos * two_most


@bare_kernel
def choose_sets(
    ranks: int, jokers: int, twos: int, best: int, goal: Goal, tables: ValueTables, scratch: Scratch
) -> int:
    """Return the best total of a hand, at least `best`."""
    front, sets, choice, run_gain = tables.front, tables.sets, tables.choice, tables.run_gain
    rank, copies, power, turn = scratch.rank, scratch.copies, scratch.power, scratch.turn
    row, joined, runs = scratch.row, scratch.joined, scratch.runs
    wilds = jokers + twos
    state = jokers * SIDE + twos
    depth = int(np.int64(0))
    turn[0] = -1
    while depth >= 0:
        turn[depth] += 1
        code = turn[depth]
        n = int(np.int64(0))
        step = power[depth]
        for suit in range(SUITS):
            held = copies[depth, suit]
            here = int(np.int64(0))
            if held == 1:
                here = code & 1
                code >>= 1
            elif held:
                here = code % 3
                code //= 3
            n += here
            row[depth + 1, suit] = row[depth, suit] - here * step
        if code:
            depth -= 1
            continue
        place, spare = rank[depth, _PLACE], rank[depth, _SPARE]
        chosen = choice[state, place, spare, n]
        if chosen == 0:
            continue
        if chosen == _SETS:
            _join_sets(depth, place, spare, n, jokers, twos, sets, joined)
        else:
            for cell in range(state + 1):
                joined[depth + 1, cell] = joined[depth, cell]
        if most_gain(depth + 1, jokers, twos, goal, front, scratch) <= best:
            continue
        depth += 1
        if depth < ranks:
            turn[depth] = -1
            continue
        now = join_runs(depth, wilds, front, row, runs)
        best = max(best, _best_total(depth, now, jokers, twos, run_gain, joined, runs))
        depth -= 1
    return best


@bare_kernel
def list_ranks(
    counted: np.uint64, spares: np.uint64, state: int, wilds: int, tables: ValueTables, scratch: Scratch
) -> int:
    """List the ranks that can have a set in `rank`, with their contested copies; return how many."""
    suits, rank, copies, power, rest = scratch.suit, scratch.rank, scratch.copies, scratch.power, scratch.rest
    possible, set_best = tables.possible, tables.set_best
    ranks = int(np.int64(0))
    waiting = (counted + _CARRY_TWO) & _CARRIED
    while waiting != _ZERO:
        low = lowest_index(waiting)
        waiting &= waiting - _ONE
        place = int(np.int64(low)) >> 2
        spare = int(np.int64(spares >> U(4 * place) & _NIBBLE_BITS))
        loose = int(np.int64(counted >> U(4 * place) & _NIBBLE_BITS)) - spare
        if not possible[state, place, spare, loose]:
            continue
        rank[ranks, _PLACE] = place
        rank[ranks, _SPARE] = spare
        for used in range(wilds + 1):
            rest[ranks, used] = set_best[state, place, spare, loose, used]
        power[ranks] = tables.power[1 << place]
        for suit in range(SUITS):
            copies[ranks, suit] = (suits[0, suit] >> place & 1) + (suits[1, suit] >> place & 1)
        ranks += 1
    for used in range(wilds + 1):
        rest[ranks, used] = 0
    for depth in range(ranks - 1, -1, -1):
        for used in range(wilds, -1, -1):
            best = int(np.int64(0))
            for here in range(used + 1):
                best = max(best, rest[depth, here] + rest[depth + 1, used - here])
            rest[depth, used] = best
    return ranks
