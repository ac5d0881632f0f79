"""What a run of a declarable hand can keep of the cards held, and what else it then has room for.

A run of the wanted hand has cells; each holds a kept natural, a wild or a card still to come.  As long as nobody asks
whether the pack has the cards to come, all that matters of a run is the set of ranks it keeps, its number of cells,
how many of them wilds fill, and the class of the run.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.life_classes import Classes
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.run_shapes import windows
from meldlab.kernels.declare.search.goals import IDENTICAL, shortest_sequence

RANKS = 13


class KeptOptions(NamedTuple):
    """Runs by the ranks they keep, and sets by how many cards they keep."""

    first: NDArray[np.int64]  # shape (14,), where `containing` begins for each rank
    containing: NDArray[np.int64]  # shape (l,), the numbers of the masks with rank 0, then with rank 1, ...
    masks: NDArray[np.uint64]  # shape (n,), ranks kept, bit 0 = ace
    begin: NDArray[np.int64]  # shape (n + 1,), where the ways of each mask begin
    ways: NDArray[np.int64]  # shape (m, 3): cells, wilds, class; in each mask by number of wilds
    blank: NDArray[np.int64]  # shape (b, 3): the same for runs that keep nothing
    sets: NDArray[np.int64]  # shape (c, 2): cells, wilds of a set
    set_naturals: int  # most naturals of a set
    identical: int  # class of three identical cards, -1 when they are no run


def _wilds_that_fit(kept: int, length: int, rules: DeclareRules) -> int:
    """Return the most wilds in the cells of a run that are not `kept` (bits)."""
    free = length - kept.bit_count()
    if not rules.run_adjacent_wilds:
        free, gap = 0, 0
        for cell in range(length + 1):
            if cell < length and not kept >> cell & 1:
                gap += 1
            else:
                free, gap = free + (gap + 1) // 2, 0
    return min(free, rules.run_max_wilds, length - max(1, rules.run_min_naturals))


class _Splits:
    """Which runs two shorter ones replace, wherever the wilds lie."""

    def __init__(self, rules: DeclareRules, classes: Classes, longest: int) -> None:
        self._rules, self._classes = rules, classes
        lengths = range(2 * rules.run_min, longest + 1)
        # A cut between two kept cards leaves a natural in both parts.
        self.between_kept = rules.run_min_naturals <= 1 and all(
            self._no_loss(length, cut, pure=pure)
            for length in lengths
            for cut in range(rules.run_min, length - rules.run_min + 1)
            for pure in (False, True)
        )

    def _no_loss(self, length: int, cut: int, *, pure: bool) -> bool:
        of_run = self._classes.of_run
        parts = self._classes.join[of_run[pure, cut], of_run[pure, length - cut]]
        return bool(parts >= 0 and self._classes.at_most[of_run[pure, length], parts])

    def always(self, length: int, wilds: int) -> bool:
        """Return whether some cut makes two legal runs of no lower class of any run of this kind."""
        naturals = max(1, self._rules.run_min_naturals)
        return any(
            (wilds == 0 or (cut - wilds >= naturals and length - cut - wilds >= naturals))
            and self._no_loss(length, cut, pure=wilds == 0)
            for cut in range(self._rules.run_min, length - self._rules.run_min + 1)
        )


def _ways_of_masks(rules: DeclareRules, classes: Classes, cards: int) -> dict[int, set[tuple[int, int, int]]]:
    """Return (cells, wilds, class) of every run worth a look, by the mask of ranks it keeps (0: none)."""
    longest = cards - shortest_sequence(rules) * (rules.min_sequences - 1)
    splits = _Splits(rules, classes, longest)
    widest = 2 * rules.run_min - 1 if splits.between_kept else longest
    found: dict[int, set[tuple[int, int, int]]] = {}
    for window in windows(rules):
        length = len(window)
        if length > longest:
            continue
        for low in range(length):
            for upper in range(1 << (min(widest, length - low) - 1)):
                _enter(rules, classes, splits, window, ((upper << 1) | 1) << low, found)
        _enter(rules, classes, splits, window, 0, found)
    return found


def _enter(
    rules: DeclareRules,
    classes: Classes,
    splits: _Splits,
    window: tuple[int, ...],
    kept: int,
    found: dict[int, set[tuple[int, int, int]]],
) -> None:
    length = len(window)
    mask = sum(1 << rank for cell, rank in enumerate(window) if kept >> cell & 1)
    ways = found.setdefault(mask, set())
    for wilds in range(max(0, _wilds_that_fit(kept, length, rules)) + 1):
        if length < 2 * rules.run_min or not splits.always(length, wilds):
            ways.add((length, wilds, classes.of_run[wilds == 0, length]))


def set_sizes(rules: DeclareRules, cards: int) -> list[tuple[int, int]]:
    """Return (cells, wilds) of every set that leaves room for the sequences asked for."""
    room = min(cards - shortest_sequence(rules) * rules.min_sequences, rules.set_max)
    found = []
    for cells in range(rules.set_min, room + 1):
        for wilds in range(min(rules.set_max_wilds, cells - 1) + 1):
            naturals = cells - wilds
            if naturals >= rules.set_min_naturals and (naturals <= 4 or not rules.set_distinct_suits):
                found.append((cells, wilds))
    return found


def build_kept_options(rules: DeclareRules, classes: Classes, *, cards: int, identical: bool) -> KeptOptions:
    """Return the options of `rules` for hands of `cards` cards.

    Parameters
    ----------
    classes
        Made by `build_life_classes` for the same rules.
    identical
        Whether the pack has three copies of a card and three identical ones are a pure run.
    """
    ways = _ways_of_masks(rules, classes, cards)
    if identical:
        way = (IDENTICAL, 0, classes.of_run[True, IDENTICAL])
        for mask in (0, *(1 << rank for rank in range(RANKS))):
            ways.setdefault(mask, set()).add(way)
    blank = sorted(ways.pop(0, set()), key=lambda way: (way[1], way))
    masks = sorted(mask for mask in ways if ways[mask])
    containing = [[number for number, mask in enumerate(masks) if mask >> rank & 1] for rank in range(RANKS)]
    rows = [sorted(ways[mask], key=lambda way: (way[1], way)) for mask in masks]
    sets = set_sizes(rules, cards) if rules.max_sets else []
    return KeptOptions(
        first=np.cumsum([0, *map(len, containing)]).astype(np.int64),
        containing=np.array([number for numbers in containing for number in numbers], dtype=np.int64),
        masks=np.array(masks, dtype=np.uint64),
        begin=np.cumsum([0, *map(len, rows)]).astype(np.int64),
        ways=np.array([way for row in rows for way in row], dtype=np.int64).reshape(-1, 3),
        blank=np.array(blank, dtype=np.int64).reshape(-1, 3),
        sets=np.array(sets, dtype=np.int64).reshape(-1, 2),
        set_naturals=max((cells - wilds for cells, wilds in sets), default=0),
        identical=classes.of_run[True, IDENTICAL] if identical else -1,
    )
