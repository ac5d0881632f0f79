"""Hands with a card too many: what they are worth after the best discard, as `analyze` tells it of one hand."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.query.query import Feature

# Less of these is better; of the others (can be declared, has its lives) more is.
_COSTS = ("points", "deadwood")


class BestDiscard:
    """Figures of the best rest of each hand (Indian rules, 3.5: "the 13 cards without one copy of c").

    Every figure is the best over all discards by itself: the least points, and whether some discard allows a
    declaration.

    Parameters
    ----------
    solver
        Solves the rests.
    """

    def __init__(self, solver: OutcomeSolver) -> None:
        self._solver = solver
        self._last: tuple[Block, Block, NDArray[np.int64]] | None = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return a feature of each hand, whole numbers of shape (hands,)."""
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
            self._last = hands, Block(counts, hands.wild_ranks[rows], (), ()), first
        return self._last[1], self._last[2]
