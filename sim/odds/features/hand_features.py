"""Features of many hands at once: read off their cards, or told by a solver."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.automata.hands import Column, Hands
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.query.query import Feature, Query, features_of
from meldlab.sim.rules import Ruleset


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
