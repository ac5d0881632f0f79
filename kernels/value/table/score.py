"""What a finished deal is worth to its sides (Pinacle rules, 9.6)."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import Goal, ValueRules
from meldlab.kernels.value.table.meld_value import cells_worth, crossed_worth, hand_cost
from meldlab.kernels.value.table.state import CLOSED, SEATS, SIDES, WILDS, Hidden, PlayRules, Public

# columns of a side's sums
LAID, LEFT, BONUS = range(3)
SUMS = 3


@bare_kernel
def meld_worth(table: int, side: int, slot: int, rules: ValueRules, goal: Goal, public: Public) -> tuple[int, int]:
    """Return value and class of a meld with its crossed wild cards."""
    kind, which = int(np.int64(public.kind[table, side, slot])), int(np.int64(public.which[table, side, slot]))
    cells, whole = public.cells[table, side, slot], int(np.int64(public.whole[table, side, slot]))
    worth, name = cells_worth(kind, which, cells, whole, rules, goal)
    return worth + crossed_worth(kind, which, public.crossed[table, side, slot], rules), name


@bare_kernel
def score(
    reason: NDArray[np.int64],
    closer: NDArray[np.int64],
    rules: ValueRules,
    play: PlayRules,
    goal: Goal,
    public: Public,
    hidden: Hidden,
    sums: NDArray[np.int64],
    classes: NDArray[np.int64],
    rescued: NDArray[np.int64],
) -> None:
    """Add up every table.

    Parameters
    ----------
    reason, closer : int64, shape (tables,)
        Why each deal ended, and the seat that closed it.
    rules, play, goal, public, hidden
    sums : int64, shape (tables, 2, SUMS)
        By side: value of its melds, cost of the cards left, bonus.
    classes : int64, shape (tables, 2, classes)
        How many melds of each class a side has.
    rescued : int64, shape (tables, 2)
        Wild cards that lie crossed.
    """
    for table in range(reason.shape[0]):
        for side in range(SIDES):
            laid, left = int(np.int64(0)), int(np.int64(0))
            for slot in range(public.melds[table, side]):
                worth, name = meld_worth(table, side, slot, rules, goal, public)
                laid += worth
                classes[table, side, name] += 1
                for wild in range(WILDS):
                    rescued[table, side] += public.crossed[table, side, slot, wild]
            for seat in range(side, SEATS, SIDES):
                left += hand_cost(hidden.hands[table, seat], rules)
            sums[table, side, LAID], sums[table, side, LEFT] = laid, left
            closes = reason[table] == CLOSED and closer[table] % SIDES == side
            sums[table, side, BONUS] = play.close_bonus if closes else 0


@bare_kernel
def list_worths(
    table: int, side: int, rules: ValueRules, goal: Goal, public: Public, worths: NDArray[np.int64],
    names: NDArray[np.int64],
) -> None:  # fmt: skip
    """Write value and class of every meld of a side."""
    for slot in range(public.melds[table, side]):
        worths[slot], names[slot] = meld_worth(table, side, slot, rules, goal, public)
