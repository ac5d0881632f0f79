"""One suit of a `declare` game by plain recursion, from the sentences on runs (Indian rules, G1, G2, G4).

Every legal run is kept as it stands: nothing is split, dropped or packed into words.  Used to judge the shapes and
the tables of the block solver.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.declare.rules import DeclareRules

Copies = tuple[int, ...]  # copies of A, 2, ..., K
FIRST_PLACE = {ACE_LOW: 1, ACE_HIGH: 2, ACE_EITHER: 1, ACE_CIRCULAR: 1}
LAST_PLACE = {ACE_LOW: 13, ACE_HIGH: 14, ACE_EITHER: 14}


class Run(NamedTuple):
    """One way a run can stand: ranks of its naturals (0 = ace), wilds in the other cells, cells in all."""

    ranks: frozenset[int]
    wilds: int
    length: int

    @property
    def pure(self) -> bool:
        return self.wilds == 0


def windows(rules: DeclareRules, longest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of consecutive places A 2 ... Q K A, or of the circle A 2 ... Q K A 2 ..."""
    for length in range(rules.run_min, min(longest, rules.run_max, 13) + 1):
        if rules.run_ace == ACE_CIRCULAR:
            starts = range(1, 14)
        else:
            starts = range(FIRST_PLACE[rules.run_ace], LAST_PLACE[rules.run_ace] - length + 2)
        for start in starts:
            yield tuple((start - 1 + cell) % 13 for cell in range(length))


def legal(pattern: tuple[bool, ...], rules: DeclareRules) -> bool:
    """Return whether natural (True) and wild cells in this order make a legal run."""
    wilds = pattern.count(False)
    if wilds == 0:
        return True
    together = any(not left and not right for left, right in pairwise(pattern))
    return (
        wilds <= rules.run_max_wilds
        and len(pattern) - wilds >= max(1, rules.run_min_naturals)
        and (bool(rules.run_adjacent_wilds) or not together)
    )


def all_runs(rules: DeclareRules, *, longest: int = 13) -> set[Run]:
    """Return every legal run of one suit with at most `longest` cells."""
    found = set()
    for window in windows(rules, longest):
        for number in range(1, 1 << len(window)):
            pattern = tuple(bool(number >> cell & 1) for cell in range(len(window)))
            if legal(pattern, rules):
                ranks = frozenset(rank for rank, natural in zip(window, pattern, strict=True) if natural)
                found.add(Run(ranks, pattern.count(False), len(window)))
    return found


class SuitReference:
    """All arrangements of a one-suit holding.

    Parameters
    ----------
    rules
        Rule numbers.
    classes
        The class automaton, here only a way to write down which sequences an arrangement has.
    """

    def __init__(self, rules: DeclareRules, classes) -> None:
        self.rules = rules
        self.classes = classes
        self.by_ranks: dict[frozenset[int], set[tuple[int, int]]] = {}
        for run in all_runs(rules):
            self.by_ranks.setdefault(run.ranks, set()).add((run.wilds, classes.of_run[run.pure, run.length]))
        self.arrangements = cache(self._arrangements)
        self.partitions = cache(self._partitions)

    def _choices(self, copies: Copies) -> Iterator[tuple[Copies, int, int, int]]:
        """Yield what is left, wilds, points and class for every run that takes a lowest card."""
        lowest, *others = [rank for rank in range(13) if copies[rank]]
        for size in range(len(others) + 1):
            for more in combinations(others, size):
                for wilds, own in self.by_ranks.get(frozenset((lowest, *more)), ()):
                    yield self._without(copies, (lowest, *more), 1), wilds, self._points((lowest, *more)), own
        if self.rules.identical_three and copies[lowest] >= 3:
            own = self.classes.of_run[True, 3]
            yield self._without(copies, (lowest,), 3), 0, 3 * self._points((lowest,)), own

    @staticmethod
    def _without(copies: Copies, ranks: tuple[int, ...], number: int) -> Copies:
        return tuple(held - number * (rank in ranks) for rank, held in enumerate(copies))

    def _points(self, ranks: tuple[int, ...]) -> int:
        return sum(int(self.rules.points[rank]) for rank in ranks)

    def _arrangements(self, copies: Copies) -> dict[tuple[int, int], int]:
        """Return the most points covered for each (class, wilds in runs) that some arrangement has."""
        if not any(copies):
            return {(0, 0): 0}
        lowest = next(rank for rank in range(13) if copies[rank])
        loose = list(copies)
        loose[lowest] -= 1
        best = dict(self.arrangements(tuple(loose)))
        for left, wilds, points, own in self._choices(copies):
            for (other, more), rest in self.arrangements(left).items():
                key = (int(self.classes.join[own, other]), wilds + more)
                best[key] = max(best.get(key, -1), points + rest)
        return best

    def _partitions(self, copies: Copies) -> frozenset[tuple[int, int]]:
        """Return the (class, wilds in runs) of the arrangements that leave no card loose."""
        if not any(copies):
            return frozenset({(0, 0)})
        return frozenset(
            (int(self.classes.join[own, other]), wilds + more)
            for left, wilds, _, own in self._choices(copies)
            for other, more in self.partitions(left)
        )

    def front(self, copies: Copies, own: int, wilds: int) -> int:
        """Return the most points covered with at most `wilds` wilds in at least class `own`, -1 when impossible."""
        at_most = self.classes.at_most
        found = (p for (c, used), p in self.arrangements(copies).items() if used <= wilds and at_most[own, c])
        return max(found, default=-1)

    def exact(self, copies: Copies, own: int) -> set[int]:
        """Return the numbers of wilds with which all cards stand in runs of at least class `own`."""
        return {used for c, used in self.partitions(copies) if self.classes.at_most[own, c]}
