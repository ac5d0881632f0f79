"""The shortest runs that a contract can be met with: where the jokers may lie in them, and where they may start."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import RANKS, ContractRules
from meldlab.kernels.contract.runs import room_from

LENGTH = 0
JOKER_CELLS = 1  # bit i: cell i holds a joker
JOKERS = 2


def run_shapes(rules: ContractRules, *, jokers: int) -> NDArray[np.int64]:
    """Return every shortest run as (length, joker cells, jokers), fewest jokers first; int64, shape (shapes, 3).

    Shortest: without its first or its last cell it would be no run.  Any run contains one of them, so they decide
    whether a contract can be met (section 11: minimal melds suffice); `jokers` is how many the pack holds.
    """
    most_jokers = min(jokers, rules.run_max_wilds)
    longest = min(rules.run_max, max(rules.run_min, rules.run_min_naturals + most_jokers))
    found = []
    for length in range(rules.run_min, longest + 1):
        for cells in _joker_cells(length, most_jokers, adjacent=bool(rules.run_adjacent_wilds)):
            used = cells.bit_count()
            naturals = length - used
            if naturals < rules.run_min_naturals:
                continue
            both_ends_natural = not cells & 1 and not cells >> (length - 1) & 1
            if length == rules.run_min or (naturals == rules.run_min_naturals and both_ends_natural):
                found.append((length, cells, used))
    return np.array(sorted(found, key=lambda shape: shape[JOKERS]), dtype=np.int64).reshape(-1, 3)


def run_windows(rules: ContractRules, shapes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return every (first place, length) where a shape fits, of one suit; int64, shape (windows, 2)."""
    lengths = sorted(set(shapes[:, LENGTH].tolist()))
    windows = [(place, length) for length in lengths for place in range(RANKS) if room_from(place, rules) >= length]
    return np.array(windows, dtype=np.int64).reshape(-1, 2)


def _joker_cells(length: int, most: int, *, adjacent: bool) -> Iterator[int]:
    """Yield every set of at most `most` of `length` cells, as bits; without neighbours unless `adjacent`."""
    ways = [(0, 0, False)]
    for cell in range(length):
        longer: list[tuple[int, int, bool]] = []
        for cells, used, last in ways:
            longer.append((cells, used, False))
            if used < most and (adjacent or not last):
                longer.append((cells | 1 << cell, used + 1, True))
        ways = longer
    for cells, _, _ in ways:
        yield cells
