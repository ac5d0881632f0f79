"""Outcomes of many hands of a contract game: by the block up to three decks, hand by hand beyond."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS, MAX_COPIES
from meldlab.kernels.contract.distance.gaps import FAR
from meldlab.sim.automata.block import Block
from meldlab.sim.automata.deal import Deal
from meldlab.sim.games.contract.hand_solver import Contract, ContractFigures, ContractSolver
from meldlab.sim.games.contract.workload import ContractBlock, ContractWorkload
from meldlab.sim.query.query import Feature
from meldlab.sim.query.vocabulary import CONTRACT


class ContractOutcomes:
    """Going down, closing, what stays and the distance of Continental hands; contracts by their letters."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._blocks: dict[str, ContractBlock] = {}
        self._last: dict[str, tuple[Block, _ByBlock | _OneByOne]] = {}

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``lays(TT)``, ``can_go_down``, ``can_close``, ``distance``, or what is left."""
        letters = feature.argument or self._deal.ruleset.contract.hands[0]
        if letters not in self._last or self._last[letters][0] is not hands:
            self._last[letters] = (hands, self._solver(letters, hands))
        solver = self._last[letters][1]
        if feature.name in (CONTRACT, "can_go_down"):
            return solver.can_go_down()
        if feature.name == "can_close":
            closes: NDArray[Any] = solver.can_go_down() * (solver.cards_left() <= 1)
            return closes
        if feature.name == "min_cards_left":
            return solver.cards_left()
        return solver.points_left() if feature.name == "min_points_left" else solver.distances()

    def _solver(self, letters: str, hands: Block) -> "_ByBlock | _OneByOne":
        if self._deal.situation.decks > MAX_COPIES:
            return _OneByOne(self._deal, letters, hands)
        if letters not in self._blocks:
            self._blocks[letters] = ContractBlock(self._workload(letters))
        return _ByBlock(self._blocks[letters], hands)

    def _workload(self, letters: str) -> ContractWorkload:
        rules = self._deal.ruleset.for_deal(letters)
        workload = ContractWorkload(rules, decks=self._deal.situation.decks, seed=0)
        dead = self._deal.situation.dead
        if dead:  # near tables know whole packs only: the search counts the copies that are there
            np.subtract.at(workload.there, list(dead), 1)
            workload.near = workload.near._replace(decides=0)
        return workload


class _ByBlock:
    """Hands that fit planes."""

    def __init__(self, block: ContractBlock, hands: Block) -> None:
        self._block = block
        self._hands = hands.planes
        self._can = block.can_go_down(hands.planes)

    def can_go_down(self) -> NDArray[Any]:
        return self._can

    def cards_left(self) -> NDArray[Any]:
        return self._block.cards_left(self._hands, self._can)

    def points_left(self) -> NDArray[Any]:
        return self._block.points_left(self._hands, self._can)

    def distances(self) -> NDArray[Any]:
        return self._block.distances(self._hands, self._can)


class _OneByOne:
    """Hands of more decks than planes can hold: exact as well, a few thousand times slower."""

    def __init__(self, deal: Deal, letters: str, hands: Block) -> None:
        self._solver = ContractSolver(deal.ruleset, decks=deal.situation.decks, dead=deal.situation.dead)
        self._contract = Contract.of(letters)
        self._hands = [np.repeat(np.arange(KINDS), hand).tolist() for hand in hands.counts]

    @cached_property
    def _figures(self) -> list[ContractFigures]:
        return [self._solver.figures(hand, self._contract) for hand in self._hands]

    def can_go_down(self) -> NDArray[Any]:
        return np.array([int(self._solver.reaches(hand, self._contract, 0)) for hand in self._hands], dtype=np.int64)

    def cards_left(self) -> NDArray[Any]:
        left = [figures.min_cards_left for figures in self._figures]
        return self._or_all(left, [len(hand) for hand in self._hands])

    def points_left(self) -> NDArray[Any]:
        left = [figures.min_points_left for figures in self._figures]
        return self._or_all(left, [sum(map(self._solver.value, hand)) for hand in self._hands])

    def distances(self) -> NDArray[Any]:
        return self._or_all(
            [self._solver.distance(hand, self._contract) for hand in self._hands], [FAR for _ in self._hands]
        )

    @staticmethod
    def _or_all(left: list[int | None], everything: list[int]) -> NDArray[Any]:
        return np.array([every if least is None else least for least, every in zip(left, everything, strict=True)])
