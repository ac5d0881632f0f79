"""What machines must know of the rules and of one deal, and the machines of features that any family has."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.counters import Count, Identical, Levels, MostOfRank, MostOfSuit, ranks_of
from meldlab.sim.automata.machine import JOKER, RANKS, SUITS, Machine
from meldlab.sim.automata.run_machines import InLine, LongestRun
from meldlab.sim.query.feature_names import WINDOW
from meldlab.sim.query.query import Feature
from meldlab.sim.query.vocabulary import ANY
from meldlab.sim.query.vocabulary import SUITS as SUIT_LETTERS
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_TWO = 1
_IDENTICAL = 3  # run.identical_three
_ALL_RANKS = frozenset(range(RANKS))


@dataclass(frozen=True)
class HandRules:
    """What the machines must know of the rules and of one deal.

    Attributes
    ----------
    ruleset : Ruleset
    wild_rank : int or None
        The wild rank of the deal, where a card is cut.
    cards : int
        Cards of the whole hand.
    copies : int64, shape (53,), or None
        Cards of the pack that are in hand or may come; not needed where no machine is.
    """

    ruleset: Ruleset
    wild_rank: int | None
    cards: int
    copies: NDArray[np.int64] | None = None

    @property
    def naturals(self) -> frozenset[int]:
        """Ranks whose cards can be natural."""
        return _ALL_RANKS - {_TWO} if self.ruleset.pack.wild == "twos" else _ALL_RANKS

    @property
    def passing(self) -> tuple[int, ...]:
        """Ranks in the order in which the machines must see them: a high ace after the king, wild twos at the end."""
        if self.ruleset.run.ace != "high":
            return tuple(range(RANKS))
        return (*self._line, *sorted(_ALL_RANKS - self.naturals))

    @property
    def _line(self) -> tuple[int, ...]:
        """Natural ranks in the order of runs where the ace stands high."""
        return (*sorted(self.naturals - {0}), 0)

    @property
    def wilds(self) -> frozenset[int]:
        """Cards that may stand for others."""
        wild_rank = _TWO if self.ruleset.pack.wild == "twos" else self.wild_rank
        own = () if wild_rank is None else (suit * RANKS + wild_rank for suit in range(SUITS))
        return frozenset({JOKER, *own})

    def machine(self, feature: Feature, levels: Levels) -> Machine | None:
        """Return the machine that tells how many of `levels` (rising) a feature reaches; None if there is none."""
        return self._counted(feature, levels) or self._largest(feature, levels)

    def _counted(self, feature: Feature, levels: Levels) -> Machine | None:
        if feature.name == "jokers":
            return Count(frozenset({JOKER}), levels)
        if feature.name == "wilds":
            return Count(self.wilds, levels)
        if feature.name == "naturals":
            ranks = self.naturals & ranks_of(feature.argument)
            return Count(frozenset(suit * RANKS + rank for suit in range(SUITS) for rank in ranks), levels)
        if feature.name == "cards":
            suit = SUIT_LETTERS.index(feature.argument)
            return Count(frozenset(suit * RANKS + rank for rank in self.naturals), levels)
        return None

    def _largest(self, feature: Feature, levels: Levels) -> Machine | None:
        if feature.name == "most_of":
            ranks = self.naturals if feature.argument == ANY else self.naturals & ranks_of(feature.argument)
            return MostOfRank(ranks, levels, sum, cap=levels[-1])
        if feature.name == "natural_set":
            return MostOfRank(self.naturals, levels, self._set_cards, cap=99)
        if feature.name in ("most_in_suit", "ranks_in_suit"):
            return MostOfSuit(self.naturals, levels, distinct=feature.name == "ranks_in_suit")
        if feature.name == "identical_three":
            return Identical(_IDENTICAL, self.naturals, levels)
        if feature.name == "natural_run":
            ace = self.ruleset.run.ace
            if ace == "high":
                return InLine(self._line, levels)
            return LongestRun(levels, ace_high=ace == "either", around=ace == "circular")
        if feature.name == WINDOW:
            return InLine(self._line, levels, int(feature.argument))
        return None

    def _set_cards(self, held: tuple[int, ...]) -> int:
        """Return the cards of the largest set that a rank's natural cards make, its copies suit by suit."""
        sets = self.ruleset.set
        number = len(held) if sets.distinct_suits else sum(held)
        if not sets.distinct_suits and self.ruleset.run.identical_three and held == (3,):
            number = 2  # three identical cards alone are a run, not a set
        number = min(number, limit_or(sets.max, 99))
        return number if number >= max(sets.min, sets.min_naturals, self.ruleset.meld.min_naturals) else 0
