"""Run shapes: every way a sequence of one suit can stand, reduced to what a suit table needs.

A shape is the set of ranks that naturals fill, the number of wilds in the other cells, and the class of the run.
Two lists come out of the same enumeration:

* `covering`: enough to find the best cover.  Wilds may stay loose at no cost, so a shape is dropped when
  another covers the same naturals with no more wilds and no worse class.
* `exact`: enough to place *all* cards.  The number of wilds matters to the card, nothing is dropped for it.

In both, a window that can be cut into two legal sequences without losing class is dropped: more sequences
never hurt, so the pieces stand for it ("short runs suffice").
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.declare.life_classes import Classes
from meldlab.kernels.declare.rules import NO_LIMIT, DeclareRules

RANKS = 13
Shape = tuple[int, int, int]  # mask of natural ranks, wilds, class


class Shapes(NamedTuple):
    """Shapes sorted by their lowest rank; `first[r]` is where rank r begins."""

    first: NDArray[np.int64]  # shape (14,)
    masks: NDArray[np.uint64]  # shape (n,), ranks filled by naturals, bit 0 = ace
    wilds: NDArray[np.int64]  # shape (n,)
    classes: NDArray[np.int64]  # shape (n,), class of the run
    points: NDArray[np.int64]  # shape (n,), points of the naturals


def windows(rules: DeclareRules) -> list[tuple[int, ...]]:
    """Return the ranks of every window that the ace rule and the length limits allow (G1)."""
    positions = {ACE_LOW: range(13), ACE_HIGH: range(1, 14), ACE_EITHER: range(14), ACE_CIRCULAR: range(26)}[
        rules.run_ace
    ]
    starts = range(13) if rules.run_ace == ACE_CIRCULAR else positions
    longest = min(rules.run_max, RANKS)
    found: dict[tuple[int, ...], None] = {}
    for start in starts:
        for length in range(rules.run_min, longest + 1):
            if start + length - 1 in positions:
                found[tuple((start + cell) % RANKS for cell in range(length))] = None
    return list(found)


def _legal(naturals: int, length: int, rules: DeclareRules) -> bool:
    """Return whether cells of a run (bit set = natural) satisfy the limits on wilds (G1, G2)."""
    count = naturals.bit_count()
    wild_cells = ~naturals & ((1 << length) - 1)
    if wild_cells == 0:
        return True
    if count < max(1, rules.run_min_naturals) or length - count > rules.run_max_wilds:
        return False
    return bool(rules.run_adjacent_wilds) or not wild_cells & (wild_cells >> 1)


def _class(naturals: int, length: int, classes: Classes) -> int:
    return classes.of_run[naturals.bit_count() == length, length]


def _splits(naturals: int, length: int, rules: DeclareRules, classes: Classes) -> bool:
    """Return whether the run can be cut in two legal runs that together are in no lower class."""
    whole = _class(naturals, length, classes)
    for cut in range(rules.run_min, length - rules.run_min + 1):
        low, high = naturals & ((1 << cut) - 1), naturals >> cut
        if _legal(low, cut, rules) and _legal(high, length - cut, rules):
            both = classes.join[_class(low, cut, classes), _class(high, length - cut, classes)]
            if classes.at_most[whole, both]:
                return True
    return False


def _enumerate(rules: DeclareRules, classes: Classes) -> set[Shape]:
    found: set[Shape] = set()
    for window in windows(rules):
        length = len(window)
        cells = [1 << rank for rank in window]
        fewest = max(1, length - rules.run_max_wilds)
        for naturals in range(1, 1 << length):
            if naturals.bit_count() < fewest or not _legal(naturals, length, rules):
                continue
            if length >= 2 * rules.run_min and _splits(naturals, length, rules, classes):
                continue
            mask = sum(bit for cell, bit in enumerate(cells) if naturals >> cell & 1)
            found.add((mask, length - naturals.bit_count(), _class(naturals, length, classes)))
    return found


def _sorted(shapes: set[Shape], rules: DeclareRules) -> Shapes:
    ordered = sorted(shapes, key=lambda shape: ((shape[0] & -shape[0]).bit_length(), shape))
    masks = np.array([shape[0] for shape in ordered], dtype=np.uint64)
    lowest = np.array([(shape[0] & -shape[0]).bit_length() - 1 for shape in ordered], dtype=np.int64)
    bits = (masks[:, None] >> np.arange(RANKS, dtype=np.uint64)) & np.uint64(1)
    return Shapes(
        first=np.searchsorted(lowest, np.arange(RANKS + 1)).astype(np.int64),
        masks=masks,
        wilds=np.array([shape[1] for shape in ordered], dtype=np.int64),
        classes=np.array([shape[2] for shape in ordered], dtype=np.int64),
        points=bits.astype(np.int64) @ rules.points,
    )


def build_shapes(rules: DeclareRules, classes: Classes) -> tuple[Shapes, Shapes]:
    """Return the `covering` and the `exact` shapes of `rules`."""
    exact = _enumerate(rules, classes)
    fewest: dict[tuple[int, int], int] = {}
    for mask, wilds, own in exact:
        fewest[mask, own] = min(wilds, fewest.get((mask, own), NO_LIMIT))
    covering = {(mask, wilds, own) for (mask, own), wilds in fewest.items()}
    return _sorted(covering, rules), _sorted(exact, rules)
