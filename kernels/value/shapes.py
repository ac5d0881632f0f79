"""Runs that are worth trying in a `value` game: those that cannot be cut into two runs of the same cards.

An ordinary run is worth its cards, wherever they lie, so two runs that together hold the same naturals and as many
wild cards are worth as much.  The rules decide which runs those are; there are few.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.value.rules import PLACES, ValueRules
from meldlab.kernels.value.sets import most_wilds
from meldlab.kernels.value.state import MOST_RUNS

# columns of a table of shapes
SHAPE_NATURALS = 0  # bits: places of the naturals, the lowest of them is place 0
SHAPE_WILDS = 1
SHAPE_GAP = 2  # of these, between naturals
SHAPE_HIGH = 3  # place of the highest natural
SHAPE_COLUMNS = 4


def run_shapes(rules: ValueRules) -> NDArray[np.int64]:
    """Return every shape of a run that cannot be cut, int64 of shape (shapes, SHAPE_COLUMNS), the shortest first."""
    room = np.zeros((MOST_RUNS, SHAPE_COLUMNS), dtype=np.int64)
    shapes = room[: _fill_shapes(rules, room)]
    return shapes[np.argsort(shapes[:, SHAPE_HIGH], kind="stable")]


@helper
def _is_run(naturals: int, wilds: int, rules: ValueRules) -> bool:
    most = most_wilds(rules, naturals)
    return wilds <= most and rules.run_min <= naturals + wilds <= rules.run_max


@bare_kernel
def _can_be_cut(mask: int, naturals: int, below: int, above: int, rules: ValueRules) -> bool:
    """Return whether a run with so many wild cards below and above its naturals is two runs side by side."""
    first, inside, last = 0, 0, 0  # naturals and wild cards between them so far, place of the last natural
    total_gap = 0
    highest = 0
    for place in range(PLACES):
        if mask >> place & 1:
            highest = place
    total_gap = highest + 1 - naturals
    for place in range(highest + 1):
        if not mask >> place & 1:
            continue
        if first:
            between = place - last - 1
            for taken in range(between + 1):
                rest = total_gap - inside - taken
                if _is_run(first, below + inside + taken, rules) and _is_run(naturals - first, above + rest, rules):
                    return True
            inside += between
        first += 1
        last = place
    return False


@bare_kernel
def _fill_shapes(rules: ValueRules, shapes: NDArray[np.int64]) -> int:
    """Fill `shapes`; return how many there are."""
    found = 0
    for mask in range(1, 1 << PLACES, 2):
        naturals, high = 0, 0
        for place in range(PLACES):
            if mask >> place & 1:
                naturals += 1
                high = place
        gap = high + 1 - naturals
        for wilds in range(gap, PLACES - naturals + 1):
            if not _is_run(naturals, wilds, rules):
                continue
            cut = True
            for below in range(wilds - gap + 1):  # wherever the wild cards at the ends have to lie
                cut = cut and _can_be_cut(mask, naturals, below, wilds - gap - below, rules)
            if cut:
                continue
            shapes[found, SHAPE_NATURALS] = mask
            shapes[found, SHAPE_WILDS] = wilds
            shapes[found, SHAPE_GAP] = gap
            shapes[found, SHAPE_HIGH] = high
            found += 1
    return found
