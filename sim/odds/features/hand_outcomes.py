"""Outcomes of many hands that need a solver: one for each objective, its limits named when a question exceeds them."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, MAX_COPIES
from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.solvable import has_card_too_many, unsolvable
from meldlab.sim.common.errors import QueryError
from meldlab.sim.games.contract.odds.outcomes import ContractOutcomes
from meldlab.sim.games.declare.block_solver import DeclareTables
from meldlab.sim.odds.features.best_discard import BestDiscard
from meldlab.sim.query.query import Feature
from meldlab.sim.rules import Ruleset

_FAR = 255  # a distance that no cards of the pack bridge


def outcome_solver(deal: Deal) -> OutcomeSolver:
    """Return the solver of a deal's objective; nothing is built before it is needed."""
    solver: OutcomeSolver = _SOLVERS[deal.ruleset.objective](deal)
    return BestDiscard(solver) if has_card_too_many(deal.ruleset, cards=deal.cards) else solver


class _Declare:
    """Points, declaration, lives and distance of Indian hands."""

    _BLOCK_CARDS = 14  # the block solver's tables are made for hands, not for packs

    def __init__(self, deal: Deal) -> None:
        from meldlab.sim.games.declare.lower import lower_declare

        self._deal = deal
        self._rules = lower_declare(deal.ruleset)
        self._solver: Any = None
        self._distance: Any = None
        self._last: tuple[Block, Any] | None = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``points``, ``can_declare``, ``has_lives`` or ``distance``."""
        if feature.name == "distance":
            return self._distances(hands)
        if self._last is None or self._last[0] is not hands:
            self._last = (hands, self._solved(hands))
        found: NDArray[Any] = getattr(self._last[1], feature.name)
        return found

    def _solved(self, hands: Block) -> Any:
        from meldlab.kernels.declare.search.search import search_block
        from meldlab.kernels.declare.search.state import make_workspace
        from meldlab.sim.games.declare.block_solver import DeclareSolver, Solved

        cards = self._deal.cards
        _check("points", self._deal)
        if cards <= self._BLOCK_CARDS and self._deal.situation.decks <= MAX_COPIES:
            if self._solver is None:
                self._solver = DeclareSolver(_declare_tables(self._deal.ruleset, cards))
            return self._solver.solve(hands.planes)
        if self._solver is None:
            self._solver = make_workspace(self._rules)
        number = len(hands.counts)
        solved = Solved(
            np.zeros(number, dtype=np.int64), np.zeros(number, dtype=np.uint8), np.zeros(number, dtype=np.uint8)
        )
        search_block(hands.counts, hands.wild_ranks, self._rules, self._solver, *solved)
        return solved

    def _distances(self, hands: Block) -> NDArray[Any]:
        from meldlab.sim.games.declare.distance import DistanceSolver

        size = self._deal.ruleset.cards_dealt()
        _check("distance", self._deal)
        if self._distance is None:
            self._distance = DistanceSolver(self._rules, cards=size, decks=self._deal.situation.decks)
        left = hands.pools - hands.counts
        away: NDArray[Any] = self._distance.distances(hands.counts, left, hands.wild_ranks)
        found: NDArray[Any] = np.where(away < 0, _FAR, away)
        return found


# Threads share what they only read, and so does one question after another.
@lru_cache(maxsize=2)
def _declare_tables(ruleset: Ruleset, cards: int) -> DeclareTables:
    from meldlab.sim.games.declare.lower import lower_declare

    return DeclareTables(lower_declare(ruleset), cards=cards)


class _Deadwood:
    """Deadwood of gin hands."""

    def __init__(self, deal: Deal) -> None:
        from meldlab.sim.games.deadwood.lower import lower_deadwood

        _check("deadwood", deal)
        self._rules = lower_deadwood(deal.ruleset)
        self._tables: Any = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``deadwood``."""
        from meldlab.kernels.deadwood.least_deadwood import fill_deadwood
        from meldlab.kernels.deadwood.tables import build_deadwood_tables

        if self._tables is None:
            self._tables = build_deadwood_tables(self._rules)
        deadwood = np.empty(len(hands.counts), dtype=np.uint16)
        fill_deadwood(hands.planes.once, self._tables, deadwood)
        return deadwood


class _Value:
    """Value of Pinacle hands."""

    _MOST_WORDS = 1 << 25

    def __init__(self, deal: Deal) -> None:
        from meldlab.sim.games.value.lower import lower_value

        _check("value", deal)
        self._rules = lower_value(deal.ruleset)
        self._made: Any = None
        self._work: Any = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``value``."""
        from meldlab.kernels.value.block import search_values
        from meldlab.kernels.value.block_sets import make_scratch
        from meldlab.kernels.value.block_tables import value_tables
        from meldlab.kernels.value.goals import value_goal
        from meldlab.kernels.value.state import make_workspace

        if self._made is None:
            goal = value_goal(self._rules)
            self._made = goal, value_tables(self._rules, goal), make_scratch()
        words = self._words_needed(hands.counts)
        if words > self._MOST_WORDS:
            raise QueryError(
                "hands of so many cards are too large to be valued", where="query", allowed="a smaller hand"
            )
        if self._work is None or words > self._work.front.size:
            self._work = make_workspace(max(words, 1 << 15))
        planes, (goal, tables, scratch) = hands.planes, self._made
        number = len(hands.counts)
        value, has_meld = np.empty(number, dtype=np.int64), np.empty(number, dtype=np.uint8)
        search_values(
            planes.once,
            planes.twice,
            planes.jokers,
            hands.counts,
            self._rules,
            goal,
            tables,
            scratch,
            self._work,
            value,
            has_meld,
        )
        return value

    @staticmethod
    def _words_needed(counts: NDArray[np.uint8]) -> int:
        """Return the longest `front` that one of the hands needs (see `front_words_needed`)."""
        copies = counts[:, :JOKER].reshape(-1, 4, 13).astype(np.int64)
        wilds = copies[:, :, 1].sum(axis=1) + counts[:, KINDS - 1]
        copies[:, :, 1] = 0
        words: NDArray[np.int64] = (copies + 1).prod(axis=2).sum(axis=1) * (wilds + 2)
        return int(words.max(initial=0))


def _check(name: str, deal: Deal) -> None:
    """Raise where the solver of a feature cannot be asked about the hands of a deal."""
    reason = unsolvable(name, deal.ruleset, decks=deal.situation.decks, cards=deal.cards)
    if reason is not None:
        raise QueryError(reason[0], where="query", allowed=reason[1])


_SOLVERS: dict[str, Any] = {"declare": _Declare, "contract": ContractOutcomes, "deadwood": _Deadwood, "value": _Value}
