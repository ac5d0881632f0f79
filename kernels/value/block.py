"""Many hands of a `value` game: as `value_search`, with runs and sets looked up.

Most hands are settled without a search: what runs alone give is the value as soon as no set can add to it.  Else the
ranks that can have a set are decided depth first, as in `value_choices`, on a row of the table for each suit.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import U, popcount
from meldlab.kernels.cards.cards import LANE_BITS
from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.value.block_sets import Scratch, choose_sets, join_runs, list_ranks, most_gain
from meldlab.kernels.value.block_tables import FEW_NONE, SIDE, TABLE_WILDS, ValueTables
from meldlab.kernels.value.rules import PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value.search import search_value
from meldlab.kernels.value.state import ANY_MELD, Workspace

_ZERO, _ONE = U(0), U(1)
_LANE = U((1 << LANE_BITS) - 1)


@helper
def _places(word: np.uint64, suit: int) -> int:
    """Return the places of a suit of a plane: the three first, the ace last, no two."""
    lane = int(np.int64((word >> U(LANE_BITS * suit)) & _LANE))
    return (lane >> 2) & 0x7FF | (lane & 1) << 11


@bare_kernel
def _look_up(
    once: np.uint64,
    twice: np.uint64,
    jokers: int,
    goal: Goal,
    tables: ValueTables,
    scratch: Scratch,
    result: NDArray[np.int64],
) -> bool:
    """Write best total and "holds a meld" to `result`; False, nothing written, when the hand must be searched."""
    suits, row, joined, runs = scratch.suit, scratch.row, scratch.joined, scratch.runs
    chained, spread, cost = tables.chained, tables.spread, tables.cost
    twos = int(np.int64(0))
    for suit in range(SUITS):
        two = U(LANE_BITS * suit + 1)
        twos += int(np.int64(once >> two & _ONE) + np.int64(twice >> two & _ONE))
    wilds = jokers + twos
    if wilds > TABLE_WILDS:
        return False
    total = jokers * goal.joker_in_hand + twos * goal.two_in_hand
    counted, spares = _ZERO, _ZERO
    for suit in range(SUITS):
        one, two_copies = _places(once, suit), _places(twice, suit)
        if np.int64(popcount(U(one))) + wilds >= PLACES:
            return False  # perhaps a full run
        seated = chained[wilds, one]
        suits[0, suit], suits[1, suit] = one & seated, two_copies & seated
        row[0, suit] = tables.power[one & seated] + tables.power[two_copies & seated]
        total += cost[one] + cost[two_copies]
        counted += spread[one] + spread[two_copies]
        spares += spread[one & ~seated] + spread[two_copies & ~seated]
    state = jokers * SIDE + twos
    now = join_runs(0, wilds, tables.front, row, runs)
    best, any_run = int(np.int64(FEW_NONE)), int(np.int64(0))
    for used in range(wilds + 1):
        best = max(best, runs[now, used] + tables.run_gain[state, used])
        if runs[now, used] > 0:
            any_run = int(np.int64(1))
    ranks = list_ranks(counted, spares, state, wilds, tables, scratch)
    if ranks:
        any_run = int(np.int64(1))
        for cell in range(state + 1):
            joined[0, cell] = FEW_NONE
        joined[0, 0] = 0
        if most_gain(0, jokers, twos, goal, tables.front, scratch) > best:
            best = choose_sets(ranks, jokers, twos, best, goal, tables, scratch)
    result[0] = best - total
    result[1] = any_run
    return True


@bare_kernel
def search_values(
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    jokers: NDArray[np.uint64],
    counts: NDArray[np.uint8],
    rules: ValueRules,
    goal: Goal,
    tables: ValueTables,
    scratch: Scratch,
    work: Workspace,
    totals: NDArray[np.int64],
    has_meld: NDArray[np.uint8],
) -> None:
    """Write the best total of each hand, and 1 where it holds any legal meld.

    Parameters
    ----------
    once, twice, jokers : uint64, shape (hands,)
        The planes of the hands.
    counts : uint8, shape (hands, 53)
        The same hands, for those that are searched.
    rules, goal
        As for `search_value`.
    tables, scratch
        With an empty `front` every hand is searched.
    work : Workspace
        For hands that are searched.
    totals : int64, shape (hands,)
    has_meld : uint8, shape (hands,)
    """
    filled = tables.front.shape[0] > 0
    result = work.result
    for hand in range(counts.shape[0]):
        if filled and _look_up(once[hand], twice[hand], int(np.int64(jokers[hand])), goal, tables, scratch, result):
            totals[hand] = result[0]
            has_meld[hand] = result[1]
            continue
        totals[hand] = search_value(counts[hand], rules, goal, work)
        has_meld[hand] = result[ANY_MELD]
