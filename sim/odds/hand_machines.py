"""From features of a query to the machines that follow them; None where only a solver can tell."""

from dataclasses import dataclass

from meldlab.sim.odds.asked import CONTRACT, WINDOW
from meldlab.sim.odds.contract_sets import CLOSE, DISTANCE, GO_DOWN, SetsOnly
from meldlab.sim.odds.machine import JOKER, RANKS, SUITS, Machine
from meldlab.sim.odds.machines import Count, Identical, Levels, MostOfRank, MostOfSuit, ranks_of
from meldlab.sim.odds.query import Feature
from meldlab.sim.odds.run_machines import FullRun, InWindow, LongestRun
from meldlab.sim.odds.vocabulary import ANY
from meldlab.sim.odds.vocabulary import SUITS as SUIT_LETTERS
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.fields import NONE, limit_or
from meldlab.sim.rules.lower_value import lower_value
from meldlab.sim.value_melds import FULL_RUNS
from meldlab.sim.value_specials import full_runs, without_larger

_TWO = 1
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
    """

    ruleset: Ruleset
    wild_rank: int | None
    cards: int

    @property
    def naturals(self) -> frozenset[int]:
        """Ranks whose cards can be natural."""
        return _ALL_RANKS - {_TWO} if self.ruleset.pack.wild == "twos" else _ALL_RANKS

    @property
    def wilds(self) -> frozenset[int]:
        """Cards that may stand for others."""
        wild_rank = _TWO if self.ruleset.pack.wild == "twos" else self.wild_rank
        own = () if wild_rank is None else (suit * RANKS + wild_rank for suit in range(SUITS))
        return frozenset({JOKER, *own})

    def machine(self, feature: Feature, levels: Levels) -> Machine | None:
        """Return the machine that tells how many of `levels` (rising) a feature reaches; None if there is none."""
        if feature.name in FULL_RUNS:
            shapes = without_larger(full_runs(FULL_RUNS.index(feature.name), lower_value(self.ruleset)))
            return FullRun(shapes, self.naturals)
        if feature.name in (GO_DOWN, CLOSE, DISTANCE, CONTRACT) and self.ruleset.objective == "contract":
            return self._sets_only(feature, levels)
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
            return Identical((3,))
        if feature.name == "natural_run":
            ace = self.ruleset.run.ace
            around = ace == "circular"
            return LongestRun(
                levels,
                ace_low=ace in ("low", "either", "circular"),
                ace_high=ace in ("high", "either"),
                around=around,
                never=_ALL_RANKS - self.naturals,
            )
        if feature.name == WINDOW:  # value games only: the ace is high, the two is wild
            return InWindow(int(feature.argument), levels, (*sorted(self.naturals - {0}), 0))
        return None

    def _set_cards(self, held: tuple[int, ...]) -> int:
        """Return the cards of the largest set that a rank's natural cards make, its copies suit by suit."""
        sets = self.ruleset.set
        number = len(held) if sets.distinct_suits else sum(held)
        if not sets.distinct_suits and self.ruleset.run.identical_three and held == (3,):
            number = 2  # three identical cards alone are a run, not a set
        number = min(number, limit_or(sets.max, 99))
        return number if number >= sets.min else 0

    def _sets_only(self, feature: Feature, levels: Levels) -> Machine | None:
        """Return the machine of a contract of sets only, where nothing limits a set."""
        contract = feature.argument or self.ruleset.contract.hands[0]
        sets = self.ruleset.set
        free = (
            sets.max == NONE
            and sets.max_wilds == NONE
            and sets.min_naturals == 0
            and sets.all_wild
            and not sets.distinct_suits
            and self.ruleset.contract.longer_melds
            and self.ruleset.contract.exact
        )
        if "E" in contract or not free:
            return None
        question = GO_DOWN if feature.name == CONTRACT else feature.name
        return SetsOnly(len(contract), sets.min, self.cards, question, levels)
