"""The search of a `declare` game wrapped for Python: one ruleset, one workspace, any number of hands."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.rules import NO_CAP, DeclareRules
from meldlab.kernels.declare.search.goals import Goal, goal_rows
from meldlab.kernels.declare.search.search import fits_one_meld, search_block, search_goal
from meldlab.kernels.declare.search.state import IMPURE, KINDS, MAX_CARDS, PURE, SET, Workspace, make_workspace
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.games.declare.arrangement import KIND_NAMES, lay_out
from meldlab.sim.games.declare.block_solver import Solved
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.hand.arrangement import Arrangement
from meldlab.sim.hand.situation import Situation

MOST_ARRANGEMENTS = 500
# Many of those the search meets differ in their wilds alone and are one to a person.
_MOST_LOOKED_AT = 20_000


class Figures(NamedTuple):
    """What the search finds out about one hand."""

    points: int
    can_declare: bool
    has_lives: bool


class HandSolver:
    """Exact answers about single hands; used by one thread at a time.

    Parameters
    ----------
    rules : DeclareRules
    wild_rank : int
        0..12, or -1 for a deal without wild rank.
    """

    def __init__(self, rules: DeclareRules, *, wild_rank: int) -> None:
        self.rules = rules
        self.wild_rank = wild_rank
        self._work = make_workspace(rules, arrangements=1)
        naturals = [0 if card % 13 == wild_rank else int(rules.points[card % 13]) for card in range(KINDS - 1)]
        self._values = [*naturals, 0]

    def value(self, card: int) -> int:
        """Return the points of one loose copy of `card`."""
        return self._values[card]

    def cost(self, arrangement: Arrangement) -> int:
        """Return the points of an arrangement before the cap."""
        uncounted = sum(meld.points for meld in arrangement.melds if not meld.counts)
        return uncounted + sum(self._values[card] for card in arrangement.loose)

    def counts(self, cards: Sequence[int]) -> NDArray[np.uint8]:
        """Return copies per kind, uint8, shape (53,).

        Raises
        ------
        MeldlabError
            If there are more cards than the search takes.
        """
        if len(cards) > MAX_CARDS:
            raise MeldlabError(f"{len(cards)} cards are too many for one hand", allowed=f"1 to {MAX_CARDS} cards")
        return np.bincount(np.asarray(cards, dtype=np.int64), minlength=KINDS).astype(np.uint8)

    def figures(self, counts: NDArray[np.uint8]) -> list[Figures]:
        """Return the figures of each hand; `counts` is uint8 of shape (hands, 53)."""
        solved, wild_ranks = Solved.of(len(counts)), np.full(len(counts), self.wild_rank, dtype=np.int64)
        search_block(counts, wild_ranks, self.rules, self._work, *solved)
        return [Figures(int(points), bool(can), bool(lives)) for points, can, lives in zip(*solved, strict=True)]

    def best(self, counts: NDArray[np.uint8], *, declare: bool) -> Arrangement:
        """Return one best arrangement: a complete grouping when `declare`, else one of fewest points."""
        if declare:
            self._goal(counts, self._work.declare_goal, limit=1)
            return self._found(counts, self._work.declare_goal, 0)
        everything = sum(int(counts[card]) * self._values[card] for card in range(KINDS))
        best, points = Arrangement((), _cards(counts)), everything
        for goal in self._work.goals:
            cost, found = self._goal(counts, goal, limit=points)
            if found:
                best, points = self._found(counts, goal, 0), cost
        return best

    def all_best(self, counts: NDArray[np.uint8], *, declare: bool) -> tuple[tuple[Arrangement, ...], bool]:
        """Return every best arrangement, each `Arrangement.grouping` once, and whether the list was cut short.

        Of the arrangements of one grouping that with the fewest wilds in groups is taken, then the one with the most
        pure sequences.  The list holds `MOST_ARRANGEMENTS` at most.
        """
        if declare:
            goals, limit = self._work.declare_goal[None, :], 0
        else:
            goals, limit = self._work.goals, self.cost(self.best(counts, declare=False))
        work = make_workspace(self.rules, arrangements=_MOST_LOOKED_AT)
        found: dict[object, Arrangement] = {}
        cut_short = False
        for goal in goals:
            _, kept = self._goal(counts, goal, limit=limit, ties=True, work=work)
            cut_short = cut_short or kept >= _MOST_LOOKED_AT
            for place in range(min(kept, _MOST_LOOKED_AT)):
                arrangement = self._found(counts, goal, place, work=work)
                grouping = arrangement.grouping(self.wild_rank)
                if grouping not in found or self._order(arrangement) < self._order(found[grouping]):
                    found[grouping] = arrangement
        every = tuple(found.values()) or (Arrangement((), _cards(counts)),)
        return every[:MOST_ARRANGEMENTS], cut_short or len(every) > MOST_ARRANGEMENTS

    def _order(self, arrangement: Arrangement) -> tuple[int, int]:
        pures = sum(meld.kind == KIND_NAMES[PURE] for meld in arrangement.melds)
        return arrangement.wilds_used(self.wild_rank), -pures

    def holds(self, counts: NDArray[np.uint8], goal: Goal) -> Arrangement | None:
        """Return an arrangement that meets `goal` at the least cost, or None if there is none."""
        row = goal_rows([goal])[0]
        _, found = self._goal(counts, row, limit=NO_CAP)
        return self._found(counts, row, 0) if found else None

    def kinds_of_meld(self, counts: NDArray[np.uint8]) -> tuple[str, ...]:
        """Return the kinds of meld that all these cards together can be; empty if they are none."""
        kinds = fits_one_meld(counts, self.wild_rank, self.rules, self._work)
        return tuple(KIND_NAMES[kind] for kind in (PURE, IMPURE, SET) if kinds >> kind & 1)

    def _goal(
        self,
        counts: NDArray[np.uint8],
        goal: NDArray[np.int64],
        *,
        limit: int,
        ties: bool = False,
        work: Workspace | None = None,
    ) -> tuple[int, int]:
        return search_goal(counts, self.wild_rank, self.rules, work or self._work, goal, limit, int(ties))

    def _found(
        self, counts: NDArray[np.uint8], goal: NDArray[np.int64], place: int, *, work: Workspace | None = None
    ) -> Arrangement:
        kept = work or self._work
        rows = kept.found[place, : kept.found_sizes[place]]
        charged = bool(goal[Goal._fields.index("charge_impure")])
        return lay_out(counts, self.wild_rank, self._values, rows, self.rules, impure_counts=not charged)


def _cards(counts: NDArray[np.uint8]) -> tuple[int, ...]:
    return tuple(card for card in range(KINDS) for _ in range(int(counts[card])))


def solver_of(situation: Situation) -> HandSolver:
    """Return the search for the rules and the wild rank of a situation (see `Situation.made`)."""
    wild_rank = -1 if situation.wild_rank is None else situation.wild_rank
    return HandSolver(lower_declare(situation.ruleset), wild_rank=wild_rank)
