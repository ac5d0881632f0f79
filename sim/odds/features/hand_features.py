"""Features of many hands at once: read off their cards, or told by a solver, of a card too many by the best discard."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.hands import Column, Hands
from meldlab.sim.games.registry import family_of
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.query.query import Feature, Query, features_of
from meldlab.sim.rules import Ruleset

# Less of these is better; of the others (can be declared, has its lives) more is.
_COSTS = ("points", "deadwood")


class HandFeatures(Hands):
    """The hands of one block and what can be counted in them; parameters as for `Hands`."""

    def column(self, feature: Feature) -> Column | None:
        """Return the feature of each hand, uint8 of shape (hands,); None where only a solver can tell."""
        return trait_of(feature, self.rules.ruleset).column(self)


def are_counted(ruleset: Ruleset, *queries: Query) -> bool:
    """Return whether all that queries ask for is read off the cards, without a solver."""
    nothing = HandFeatures(np.zeros((0, KINDS), dtype=np.uint8), np.zeros(0, dtype=np.int64), ruleset)
    return all(nothing.column(feature) is not None for feature in features_of(*queries))


def columns_of(hands: Block, ruleset: Ruleset, solver: OutcomeSolver) -> Callable[[Feature], NDArray[Any]]:
    """Return what tells a feature of each hand, and remembers it: counted where it can be, else by the solver."""
    counted = HandFeatures(hands.counts, hands.wild_ranks, ruleset)

    @cache
    def column(feature: Feature) -> NDArray[Any]:
        found = counted.column(feature)
        return solver.column(feature, hands) if found is None else found

    return column


def outcome_solver(deal: Deal) -> OutcomeSolver:
    """Return the solver of a deal's objective; nothing is built before it is needed."""
    odds = family_of(deal.ruleset).odds
    solver = odds.solver(deal)
    too_many = deal.cards == deal.ruleset.cards_dealt() + 1
    return _BestDiscard(solver) if too_many and odds.judged_after_best_discard else solver


class _BestDiscard:
    """Figures of the best rest of each hand (Indian rules, 3.5: "the 13 cards without one copy of c").

    Every figure is the best over all discards by itself, as `analyze` tells it of one hand: the least points, and
    whether some discard allows a declaration.
    """

    def __init__(self, solver: OutcomeSolver) -> None:
        self._solver = solver
        self._last: tuple[Block, Block, NDArray[np.int64]] | None = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        rests, first = self._rests(hands)
        found = self._solver.column(feature, rests)
        best: NDArray[Any] = (np.minimum if feature.name in _COSTS else np.maximum).reduceat(found, first)
        return best

    def _rests(self, hands: Block) -> tuple[Block, NDArray[np.int64]]:
        """Return what is left after each discard of each hand, and where the rests of each hand begin."""
        if self._last is None or self._last[0] is not hands:
            rows, cards = np.nonzero(hands.counts)
            counts = hands.counts[rows]
            counts[np.arange(len(rows)), cards] -= 1
            first = np.searchsorted(rows, np.arange(len(hands.counts))).astype(np.int64)
            # No solver of rests asks for the cards that are left in the pack.
            self._last = hands, Block(counts, hands.wild_ranks[rows]), first
        return self._last[1], self._last[2]
