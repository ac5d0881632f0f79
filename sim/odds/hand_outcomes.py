"""Outcomes of many hands that need a solver: one for each objective, its limits named when a question exceeds them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import JOKER, KINDS, MAX_COPIES, NO_WILD, Planes, planes_from_counts
from meldlab.sim.errors import QueryError
from meldlab.sim.odds.asked import CONTRACT
from meldlab.sim.odds.deal import Deal
from meldlab.sim.odds.query import Feature
from meldlab.sim.rules import Ruleset

_FAR = 255  # a distance that no cards of the pack bridge


class Block:
    """Hands to be solved; what several solvers need of them is made once.

    Parameters
    ----------
    counts : uint8, shape (hands, 53)
    wild_ranks : int64, shape (hands,)
        -1 where the deal has no wild rank.
    pools : sequence of uint8 arrays of shape (53,)
        The cards that a deal is about, in hand and unseen ones together.
    numbers : sequence of int
        How many hands in a row come from each of the pools.
    """

    def __init__(
        self,
        counts: NDArray[np.uint8],
        wild_ranks: NDArray[np.int64],
        pools: Sequence[NDArray[np.uint8]],
        numbers: Sequence[int],
    ) -> None:
        self.counts = counts
        self.wild_ranks = wild_ranks
        self._pools = pools
        self._numbers = numbers

    @property
    def pools(self) -> NDArray[np.uint8]:
        """The cards that each hand's deal is about, uint8 of shape (hands, 53)."""
        return np.repeat(np.stack(self._pools), self._numbers, axis=0)

    @cached_property
    def planes(self) -> Planes:
        """The hands as planes."""
        wilds = np.where(self.wild_ranks < 0, NO_WILD, self.wild_ranks).astype(np.uint64)
        return planes_from_counts(self.counts, wilds)


class OutcomeSolver(Protocol):
    """Answers about the hands of one deal; used by one thread at a time."""

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return a feature of each hand, whole numbers of shape (hands,)."""


def outcome_solver(deal: Deal) -> OutcomeSolver:
    """Return the solver of a deal's objective; nothing is built before it is needed."""
    solver: OutcomeSolver = _SOLVERS[deal.ruleset.objective](deal)
    return solver


class _Declare:
    """Points, declaration, lives and distance of Indian hands."""

    _BLOCK_CARDS = 14  # the block solver's tables are made for hands, not for packs

    def __init__(self, deal: Deal) -> None:
        from meldlab.sim.rules.lower import lower_declare

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
        from meldlab.kernels.search import search_block
        from meldlab.kernels.search_state import MAX_CARDS, make_workspace
        from meldlab.sim.declare_solver import DeclareSolver, DeclareTables, Solved

        cards = self._deal.cards
        _refuse(cards > MAX_CARDS, f"hands of {cards} cards are too large to be arranged", f"up to {MAX_CARDS} cards")
        if cards <= self._BLOCK_CARDS and self._deal.situation.decks <= MAX_COPIES:
            if self._solver is None:
                self._solver = DeclareSolver(DeclareTables(self._rules, cards=cards))
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
        from meldlab.sim.declare_distance import DistanceSolver

        size = self._deal.ruleset.cards_dealt()
        _refuse(self._deal.cards != size, f"{self._deal.cards} cards have no distance", f"hands of {size} cards")
        if self._distance is None:
            self._distance = DistanceSolver(self._rules, cards=size, decks=self._deal.situation.decks)
        left = hands.pools - hands.counts
        away: NDArray[Any] = self._distance.distances(hands.counts, left, hands.wild_ranks)
        found: NDArray[Any] = np.where(away < 0, _FAR, away)
        return found


class _Contract:
    """Going down, closing, what stays and the distance, of Continental hands; contracts by their letters."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._blocks: dict[str, Any] = {}
        self._can: dict[str, tuple[Block, NDArray[np.uint8]]] = {}

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``lays(TT)``, ``can_go_down``, ``can_close``, ``distance``, or what is left."""
        letters = feature.argument or self._deal.ruleset.contract.hands[0]
        block, can = self._block(letters), self._can_go_down(letters, hands)
        if feature.name in (CONTRACT, "can_go_down"):
            return can
        if feature.name == "can_close":
            closes: NDArray[Any] = can & (block.cards_left(hands.planes, can) <= 1)
            return closes
        if feature.name == "min_cards_left":
            cards: NDArray[Any] = block.cards_left(hands.planes, can)
            return cards
        if feature.name == "min_points_left":
            points: NDArray[Any] = block.points_left(hands.planes, can)
            return points
        return self._distances(letters, hands, can)

    def _block(self, letters: str) -> Any:
        from meldlab.sim.contract_workload import ContractBlock

        decks = self._deal.situation.decks
        _refuse(decks > MAX_COPIES, f"hands of {decks} decks are not solved by the block", f"1 to {MAX_COPIES} decks")
        if letters not in self._blocks:
            self._blocks[letters] = ContractBlock(self._workload(letters))
        return self._blocks[letters]

    def _workload(self, letters: str) -> Any:
        from meldlab.sim.contract_workload import ContractWorkload
        from meldlab.sim.rules.one_contract import for_contract

        rules: Ruleset = for_contract(self._deal.ruleset, letters)
        workload = ContractWorkload(rules, decks=self._deal.situation.decks, seed=0)
        dead = self._deal.situation.dead
        if dead:  # near tables know whole packs only: the search counts the copies that are there
            np.subtract.at(workload.there, list(dead), 1)
            workload.near = workload.near._replace(decides=0)
        return workload

    def _can_go_down(self, letters: str, hands: Block) -> NDArray[np.uint8]:
        if letters not in self._can or self._can[letters][0] is not hands:
            self._can[letters] = (hands, self._block(letters).can_go_down(hands.planes))
        return self._can[letters][1]

    def _distances(self, letters: str, hands: Block, can: NDArray[np.uint8]) -> NDArray[Any]:
        away: NDArray[Any] = self._block(letters).distances(hands.planes, can)
        return away


class _Deadwood:
    """Deadwood of gin hands."""

    def __init__(self, deal: Deal) -> None:
        from meldlab.sim.rules.lower_deadwood import lower_deadwood

        decks = deal.situation.decks
        _refuse(decks != 1, f"deadwood of hands of {decks} decks is not known", "1 deck")
        self._rules = lower_deadwood(deal.ruleset)
        self._tables: Any = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``deadwood``."""
        from meldlab.kernels.deadwood import fill_deadwood
        from meldlab.kernels.deadwood_tables import build_deadwood_tables

        if self._tables is None:
            self._tables = build_deadwood_tables(self._rules)
        deadwood = np.empty(len(hands.counts), dtype=np.uint16)
        fill_deadwood(hands.planes.once, self._tables, deadwood)
        return deadwood


class _Value:
    """Value of Pinacle hands."""

    _MOST_WORDS = 1 << 25
    _COPIES = 2  # of one natural card, in the search

    def __init__(self, deal: Deal) -> None:
        from meldlab.sim.rules.lower_value import lower_value

        decks = deal.situation.decks
        _refuse(decks > self._COPIES, f"value of hands of {decks} decks is not known", f"up to {self._COPIES} decks")
        self._rules = lower_value(deal.ruleset)
        self._made: Any = None
        self._work: Any = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``value``."""
        from meldlab.kernels.value_block import search_values
        from meldlab.kernels.value_block_sets import make_scratch
        from meldlab.kernels.value_goals import value_goal
        from meldlab.kernels.value_lookup import value_tables
        from meldlab.kernels.value_state import make_workspace

        if self._made is None:
            goal = value_goal(self._rules)
            self._made = goal, value_tables(self._rules, goal), make_scratch()
        words = self._words_needed(hands.counts)
        _refuse(words > self._MOST_WORDS, "hands of so many cards are too large to be valued", "a smaller hand")
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


def _refuse(too_much: bool, what: str, allowed: str) -> None:  # noqa: FBT001
    if too_much:
        raise QueryError(what, where="query", allowed=allowed)


_SOLVERS: dict[str, Any] = {"declare": _Declare, "contract": _Contract, "deadwood": _Deadwood, "value": _Value}
