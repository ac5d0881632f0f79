"""Many hands at once by how many copies of each card they hold; any number of decks."""

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.hand_rules import HandRules, of_ranks
from meldlab.sim.automata.machine import JOKER
from meldlab.sim.rules import Ruleset

Column = NDArray[np.uint8]


class Hands:
    """The hands of one block, to count cards in; every column is uint8 of shape (hands,).

    Parameters
    ----------
    counts : uint8, shape (hands, 53)
        Copies of each card.
    wild_ranks : int64, shape (hands,)
        The wild rank of each hand's deal, where a card is cut; -1 for none.
    ruleset : Ruleset
    """

    def __init__(self, counts: NDArray[np.uint8], wild_ranks: NDArray[np.int64], ruleset: Ruleset) -> None:
        self.copies: Column = np.ascontiguousarray(counts.T)  # a card's copies in all hands lie side by side
        self.rules = HandRules(ruleset, None, 0)
        self._wild_ranks = wild_ranks

    @cached_property
    def held(self) -> Column:
        """Whether each card but the jokers is held, shape (52, hands)."""
        return truth(self.copies[:JOKER] > 0)

    @cached_property
    def wilds(self) -> Column:
        """Wild cards of each hand."""
        if self.rules.ruleset.pack.wild == "twos":
            return self.number(self.rules.wilds)
        wilds: Column = self.copies[JOKER].copy()
        for rank in np.unique(self._wild_ranks[self._wild_ranks >= 0]).tolist():
            wilds += np.where(self._wild_ranks == rank, self.number(of_ranks({rank})), np.uint8(0))
        return wilds

    def number(self, kinds: Iterable[int]) -> Column:
        """Return how many cards of some kinds each hand holds."""
        return self._joined(np.add, (self.copies[card] for card in kinds))

    def different(self, kinds: Iterable[int]) -> Column:
        """Return how many different cards of some kinds each hand holds."""
        return self._joined(np.add, (self.held[card] for card in kinds))

    def largest(self, columns: Iterable[Column]) -> Column:
        """Return the greatest of some columns, 0 where there are none."""
        return self._joined(np.maximum, columns)

    def _joined(self, join: np.ufunc, columns: Iterable[Column]) -> Column:
        result = np.zeros(self.copies.shape[1], dtype=np.uint8)
        for column in columns:
            join(result, column, out=result)
        return result


def truth(holds: NDArray[np.bool_]) -> Column:
    """Return where something holds as zeros and ones."""
    return holds.astype(np.uint8)
