"""Odds of contract games: what may be asked of their hands, and what is known of contracts without a solver."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.automata.block import OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import Levels, Machine
from meldlab.sim.automata.parts import Parts
from meldlab.sim.automata.trait import Trait
from meldlab.sim.games.contract.lower import lower_contract
from meldlab.sim.games.contract.odds.outcomes import ContractOutcomes
from meldlab.sim.games.contract.odds.runs import hands_with_runs
from meldlab.sim.games.contract.odds.sets import CLOSE, DISTANCE, GO_DOWN, SetsOnly, UnevenSupplyError, supply_of
from meldlab.sim.games.family import Alone, FamilyOdds
from meldlab.sim.query.query import Between, Feature, at_least
from meldlab.sim.query.vocabulary import CONTRACT, Entry
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import NONE

_RUN = "E"


class _Contract(Trait):
    """Whether a contract can be laid, whether the hand then closes, and how far it is."""

    def __init__(self, feature: Feature, ruleset: Ruleset) -> None:
        self._question = GO_DOWN if feature.name == CONTRACT else feature.name
        self._contract = _letters(feature, ruleset)

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        """Return the machine of a contract of sets only, where nothing limits a set."""
        sets, contract = rules.ruleset.set, rules.ruleset.contract
        free = (
            sets.max == NONE
            and sets.max_wilds == NONE
            and sets.min_naturals == 0
            and sets.all_wild
            and not sets.distinct_suits
            and contract.longer_melds
            and contract.exact
        )
        if _RUN in self._contract or not free:
            return None
        supply = None
        if self._question == DISTANCE and rules.copies is not None:
            try:
                supply = supply_of(rules.copies, len(self._contract), sets.min)
            except UnevenSupplyError:
                return None
        return SetsOnly(len(self._contract), sets.min, rules.cards, self._question, levels, supply)

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        """Return whether a hand has cards enough for melds that lie side by side."""
        if self._question != GO_DOWN:
            return super().bounds(rules, parts)
        sets, runs = rules.ruleset.set, rules.ruleset.run
        return 0, int(parts.cards >= sum(sets.min if letter == "T" else runs.min for letter in self._contract))


def _letters(feature: Feature, ruleset: Ruleset) -> str:
    """Return the contract that a feature asks for."""
    return feature.argument or ruleset.contract.hands[0]


class _Odds(FamilyOdds):
    """What `odds` asks of contract games."""

    score = "points"
    needing_contract = (GO_DOWN, CLOSE, DISTANCE, "min_points_left", "min_cards_left")

    def entries(self, ruleset: Ruleset, cards: int) -> list[Entry]:
        most = cards * max(*ruleset.points.by_rank, ruleset.points.joker)
        contracts = dict.fromkeys(ruleset.contract.hands)
        of_set = max(ruleset.set.min, ruleset.set.min_naturals)
        of_run = max(ruleset.run.min, ruleset.run.min_naturals)
        farthest = max(letters.count("T") * of_set + letters.count("E") * of_run for letters in contracts)
        jokers = at_least(Feature("jokers"), 3)
        return [
            Entry(GO_DOWN, "the contract can be laid"),
            Entry(CLOSE, "it can be laid and at most one card stays"),
            Entry(DISTANCE, "cards to draw until the contract can be laid", maximum=farthest, may_be_missing=True),
            Entry("min_points_left", "least points left after going down; all of a hand that cannot", maximum=most),
            Entry("min_cards_left", "least cards left after going down; all where it cannot", maximum=cards),
            *(
                Entry(
                    name,
                    f"the hand can lay {name}",
                    meaning=Between(Feature(CONTRACT, name), 1, 1, flag=True),
                    special=True,
                )
                for name in contracts
            ),
            Entry("trio_of_jokers", "three printed jokers are held", meaning=jokers, special=True),
        ]

    def solver(self, deal: Deal) -> OutcomeSolver:
        return ContractOutcomes(deal)

    def trait(self, feature: Feature, ruleset: Ruleset) -> Trait | None:
        return _Contract(feature, ruleset) if feature.name in (GO_DOWN, CLOSE, DISTANCE, CONTRACT) else None

    def counted_alone(self, feature: Feature, deal: Deal) -> Alone | None:
        """Return how a contract of runs only is counted."""
        if feature.name not in (GO_DOWN, CONTRACT):
            return None
        contract = _letters(feature, deal.ruleset)
        return Alone(contract, lambda: _runs_laid(contract, deal)) if set(contract) == {_RUN} else None

    def card_points(self, ruleset: Ruleset) -> NDArray[np.int64] | None:
        """Return the points of each card: what is in hand when the contract is not laid."""
        return np.asarray(lower_contract(ruleset).points, dtype=np.int64)[:KINDS]


def _runs_laid(runs: str, deal: Deal) -> Mapping[int, Fraction]:
    """Return how likely it is that a contract of runs cannot be laid (0), and that it can (1).

    Raises
    ------
    TooManyStatesError
    """
    rules = lower_contract(deal.ruleset)
    share = sum(
        (
            case.chance * Fraction(hands_with_runs(case.pool, len(runs), rules), case.pool.hands)
            for case in deal.cases()
        ),
        Fraction(0),
    )
    return {0: 1 - share, 1: share}


ODDS = _Odds()
