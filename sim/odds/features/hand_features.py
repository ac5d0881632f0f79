"""Features of many hands at once, straight from how many copies of each card they hold; any number of decks."""

from collections.abc import Collection
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, RANKS, SUITS
from meldlab.sim.automata.counters import ranks_of
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.games.registry import family_of
from meldlab.sim.query.feature_names import WINDOW
from meldlab.sim.query.query import Feature
from meldlab.sim.query.vocabulary import ANY
from meldlab.sim.query.vocabulary import SUITS as SUIT_LETTERS
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

Column = NDArray[np.uint8]
_TWO = 1


class HandFeatures:
    """The hands of one block and what can be counted in them.

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
        self._wild_ranks = wild_ranks
        self._ruleset = ruleset
        self._naturals = sorted(HandRules(ruleset, None, 0, np.zeros(KINDS, dtype=np.int64)).naturals)

    def column(self, feature: Feature) -> Column | None:
        """Return the feature of each hand, uint8 of shape (hands,); None where only a solver can tell."""
        name, argument = feature.name, feature.argument
        if name == "jokers":
            return self._jokers
        if name == "wilds":
            return self.wilds
        if name in ("naturals", "most_of"):
            ranks = [rank for rank in self._naturals if argument == ANY or rank in ranks_of(argument)]
            held = [self._of_rank(rank) for rank in ranks]
            return self._added(held) if name == "naturals" else self._largest(held)
        if name == "cards":
            return self.of_suit(SUIT_LETTERS.index(argument), distinct=False)
        if name in ("most_in_suit", "ranks_in_suit"):
            distinct = name == "ranks_in_suit"
            return self._largest([self.of_suit(suit, distinct=distinct) for suit in range(SUITS)])
        if name == "natural_run":
            return self._longest_run
        if name == "natural_set":
            return self._largest([self._set_cards(rank) for rank in self._naturals])
        if name == "identical_three":
            naturals = [self.copies[suit * RANKS + rank] for suit in range(SUITS) for rank in self._naturals]
            return self._truth(self._largest(naturals) >= 3)
        if name == WINDOW:
            return self._in_window(int(argument))
        special = family_of(self._ruleset).odds.special(feature, self._ruleset)
        return None if special is None else special.column(self)

    @staticmethod
    def _truth(holds: NDArray[np.bool_]) -> Column:
        return holds.astype(np.uint8)

    def _added(self, columns: Collection[Column] | Column) -> Column:
        return self._joined(np.add, columns)

    def _largest(self, columns: Collection[Column] | Column) -> Column:
        return self._joined(np.maximum, columns)

    def _joined(self, join: np.ufunc, columns: Collection[Column] | Column) -> Column:
        result = np.zeros(self.copies.shape[1], dtype=np.uint8)
        for column in columns:
            join(result, column, out=result)
        return result

    def _of_rank(self, rank: int) -> Column:
        return self._added(self.copies[rank:JOKER:RANKS])

    def of_suit(self, suit: int, *, distinct: bool) -> Column:
        """Return the natural cards of a suit, or its different natural ranks."""
        source = self._held if distinct else self.copies
        return self._added([source[suit * RANKS + rank] for rank in self._naturals])

    @property
    def _jokers(self) -> Column:
        jokers: Column = self.copies[JOKER]
        return jokers

    @cached_property
    def _held(self) -> Column:
        return self._truth(self.copies[:JOKER] > 0)

    @cached_property
    def wilds(self) -> Column:
        """Wild cards of each hand."""
        if self._ruleset.pack.wild == "twos":
            return self._jokers + self._of_rank(_TWO)
        wilds = self._jokers.copy()
        for rank in np.unique(self._wild_ranks[self._wild_ranks >= 0]).tolist():
            wilds += np.where(self._wild_ranks == rank, self._of_rank(rank), np.uint8(0))
        return wilds

    @cached_property
    def _longest_run(self) -> Column:
        """The most consecutive ranks of one suit, each once: the ace below the two, above the king, or between them."""
        ace, ranks = self._ruleset.run.ace, list(range(RANKS))
        places = {
            "low": ranks,
            "high": [*ranks[1:], 0],
            "either": [*ranks, 0],
            "circular": [*ranks, *ranks],
        }[ace]
        longest = np.zeros(self.copies.shape[1], dtype=np.uint8)
        for suit in range(SUITS):
            length = np.zeros_like(longest)
            for rank in places:
                length = (
                    (length + np.uint8(1)) * self._held[suit * RANKS + rank]
                    if rank in self._naturals
                    else length * np.uint8(0)
                )
                longest = np.maximum(longest, length)
        return np.minimum(longest, np.uint8(RANKS))

    def _set_cards(self, rank: int) -> Column:
        """Return the cards of the largest set that a rank's natural cards make, 0 for none."""
        sets = self._ruleset.set
        copies = self.copies[rank:JOKER:RANKS]
        if sets.distinct_suits:
            number = self._added(self._held[rank::RANKS])
        else:
            number = self._added(copies)
            if self._ruleset.run.identical_three:  # three identical cards alone are a run, not a set
                number = number - self._truth((number == 3) & (self._largest(copies) == 3))
        number = np.minimum(number, np.uint8(limit_or(sets.max, 99)))
        least = max(sets.min, sets.min_naturals, self._ruleset.meld.min_naturals)
        return number * self._truth(number >= least)

    def _in_window(self, width: int) -> Column:
        """Return the most different natural ranks of one suit among `width` places, the ace above the king."""
        line = [*(rank for rank in self._naturals if rank), 0]
        windows: list[Column] = []
        for suit in range(SUITS):
            held = [self._held[suit * RANKS + rank] for rank in line]
            windows += [self._added(held[start : start + width]) for start in range(max(1, len(line) - width + 1))]
        return self._largest(windows)


def is_counted(feature: Feature, ruleset: Ruleset) -> bool:
    """Return whether a feature is read off the cards, without a solver."""
    nothing = HandFeatures(np.zeros((0, KINDS), dtype=np.uint8), np.zeros(0, dtype=np.int64), ruleset)
    return nothing.column(feature) is not None
