"""Any number of hands of a `declare` game, solved exactly: the block solver where it can, `search` where it must."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import NO_WILD, Planes, counts_from_planes
from meldlab.kernels.declare.points.can_declare import declare_hands, make_declare_workspace
from meldlab.kernels.declare.points.least_points import solve_hands
from meldlab.kernels.declare.points.lowering import EXACT, SEARCH, BlockSolver, build_block_solver, solver_kind
from meldlab.kernels.declare.points.state import make_workspace
from meldlab.kernels.declare.rules import NO_CAP, DeclareRules
from meldlab.kernels.declare.search.search import search_block
from meldlab.kernels.declare.search.state import make_workspace as make_search_workspace


class Solved(NamedTuple):
    """Figures of hands, shape (hands,) each."""

    points: NDArray[np.int64]  # least points, at most the cap
    can_declare: NDArray[np.uint8]
    has_lives: NDArray[np.uint8]  # some arrangement holds the lives that D2 and D3 ask for

    @classmethod
    def of(cls, hands: int) -> "Solved":
        """Return room for the figures of so many hands."""
        return cls(np.zeros(hands, dtype=np.int64), np.zeros(hands, dtype=np.uint8), np.zeros(hands, dtype=np.uint8))


class DeclareTables:
    """What all threads share: the rule numbers and, unless every hand goes to `search`, the block solver's tables.

    Parameters
    ----------
    rules
        Rule numbers of the game.
    cards
        Most cards that a hand will hold.
    like
        Tables of the same rules but for what counts without lives and the cap on points: as much as possible is
        shared with them.
    """

    def __init__(self, rules: DeclareRules, *, cards: int, like: "DeclareTables | None" = None) -> None:
        self.rules = rules
        self.kind = solver_kind(rules, cards)
        self.block: BlockSolver | None = None
        if self.kind != SEARCH:
            suits = like.block.tables if like and like.block else None
            with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
                self.block = build_block_solver(rules, cards, tables=suits)


class DeclareSolver:
    """A thread's solver; holds scratch arrays, so it must not be shared between threads.

    Parameters
    ----------
    tables
        Shared tables.
    """

    def __init__(self, tables: DeclareTables) -> None:
        self._tables = tables
        self._search = make_search_workspace(tables.rules)
        if tables.block is not None:
            classes = tables.block.tables.fronts.shape[1]
            self._cover = make_workspace(classes)
            self._declare = make_declare_workspace(classes)

    def points(self, planes: Planes) -> NDArray[np.int64]:
        """Return the least points alone, at most the cap."""
        return self._solve(planes, None, declaring=False).points

    def solve(self, planes: Planes, limits: NDArray[np.int64] | None = None) -> Solved:
        """Return the figures of the hands in `planes`.

        Parameters
        ----------
        planes
        limits : int64, shape (hands,), optional
            At least 1: points are exact below them, and else not below them.
        """
        return self._solve(planes, limits, declaring=True)

    def _solve(self, planes: Planes, limits: NDArray[np.int64] | None, *, declaring: bool) -> Solved:
        hands = len(planes.once)
        solved = Solved.of(hands)
        block = self._tables.block
        if block is None:
            self._search_hands(planes, np.arange(hands), solved)
            return solved
        leftover = np.empty(hands, dtype=np.int64)
        if limits is None:
            limits = np.full(hands, NO_CAP, dtype=np.int64)
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            asked = (planes, block.rules, block.tables, block.sets, self._cover, limits)
            left = solve_hands(*asked, solved.points, solved.has_lives, leftover)
            if declaring:
                self._declare_zero_hands(planes, block, solved)
        np.minimum(solved.points, self._tables.rules.points_cap, out=solved.points)
        again = leftover[:left]
        if self._tables.kind != EXACT:
            # the block solver allowed more than the rules: wherever lives were possible, ask again
            again = np.union1d(again, np.flatnonzero(solved.has_lives))
        if again.size:
            self._search_hands(planes, again, solved)
        return solved

    def _declare_zero_hands(self, planes: Planes, block: BlockSolver, solved: Solved) -> None:
        candidates = np.flatnonzero((solved.points == 0) & (solved.has_lives == 1))
        if block.zero_declares:
            solved.can_declare[candidates] = 1
        elif candidates.size:
            declare_hands(planes, candidates, block.tables, block.sets, self._declare, solved.can_declare)

    def _search_hands(self, planes: Planes, positions: NDArray[np.int64], solved: Solved) -> None:
        chosen = Planes(*(plane[positions] for plane in planes))
        wild_ranks = np.where(chosen.wild_ranks == NO_WILD, -1, chosen.wild_ranks.astype(np.int64))
        found = Solved.of(positions.size)
        search_block(counts_from_planes(chosen), wild_ranks, self._tables.rules, self._search, *found)
        solved.points[positions] = found.points
        solved.can_declare[positions] = found.can_declare
        solved.has_lives[positions] = found.has_lives
