"""Many hands of a `value` game: as `value_search`, with the runs of every holding of a suit looked up in one table.

A suit of two decks has 3**12 holdings.  Their fronts are those of a hand that holds a whole suit twice, so
`fill_fronts` makes them; a hand then only says which row of the table is its own.  Hands with more wild cards than
the table has columns for, and full runs, go the way of `value_search`.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value_fronts import fill_fronts, seat_cards
from meldlab.kernels.value_full_runs import choose_full_runs
from meldlab.kernels.value_rules import PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value_search import read_hand, search_value
from meldlab.kernels.value_state import NONE, SEAT_COPIES, SEAT_PLACE, Workspace, make_workspace

TABLE_WILDS = 4
_WIDTH = TABLE_WILDS + 2
_HOLDINGS = 3**PLACES
_BEST, _ANY_MELD = 0, 2  # `Workspace.result`


def build_front_table(rules: ValueRules, goal: Goal) -> NDArray[np.int64]:
    """Return the fronts of every holding of a suit; takes a second or two."""
    work = make_workspace((_HOLDINGS + SUITS) * _WIDTH)
    work.held[:, 0] = 2
    fill_fronts(TABLE_WILDS, rules, goal, work)
    return work.front


def table_decides(rules: ValueRules) -> bool:
    """Return whether every natural is worth something, so that a run shows in the table."""
    return bool((rules.points > 0).all())


@bare_kernel
def _find_rows(wilds: int, rules: ValueRules, work: Workspace) -> int:
    """Set what `fill_fronts` sets, with rows of the table; return 1 when some suit can lay a run."""
    front, seats, stride = work.front, work.seats, work.stride
    for place in range(PLACES):
        work.free[place] = 0
        work.contested[place] = 0
    any_run = 0
    for suit in range(SUITS):
        seated = seat_cards(suit, wilds, rules, work)
        rows, row, place, power = 1, 0, 0, 1
        for seat in range(seated):
            while place < seats[seat, SEAT_PLACE]:
                power *= 3
                place += 1
            stride[place, suit] = power
            rows *= seats[seat, SEAT_COPIES] + 1
            row += seats[seat, SEAT_COPIES] * power
        work.base[suit] = 0
        work.rows[suit] = rows
        for used in range(wilds + 1):
            if front[row * _WIDTH + used] > 0:
                any_run = 1
    return any_run


@bare_kernel
def search_values(
    counts: NDArray[np.uint8],
    rules: ValueRules,
    goal: Goal,
    table_work: Workspace,
    work: Workspace,
    totals: NDArray[np.int64],
    has_meld: NDArray[np.uint8],
) -> None:
    """Write the best total of each hand, and 1 where it holds any legal meld.

    Parameters
    ----------
    counts : uint8, shape (hands, 53)
    rules, goal
        As for `search_value`.
    table_work : Workspace
        With the front table as its `front`; with an empty one every hand is searched.
    work : Workspace
        For hands that are searched.
    totals : int64, shape (hands,)
    has_meld : uint8, shape (hands,)
    """
    filled = table_work.front.shape[0] > 0
    for hand in range(counts.shape[0]):
        jokers, twos, total = read_hand(counts[hand], goal, table_work)
        if not filled or jokers + twos > TABLE_WILDS:
            totals[hand] = search_value(counts[hand], rules, goal, work)
            has_meld[hand] = work.result[_ANY_MELD]
            continue
        table_work.result[_ANY_MELD] = _find_rows(jokers + twos, rules, table_work)
        table_work.result[_BEST] = NONE
        choose_full_runs(jokers, twos, _WIDTH, rules, goal, table_work)
        totals[hand] = table_work.result[_BEST] - total
        has_meld[hand] = table_work.result[_ANY_MELD]
