"""What counting, bounds and strata must know of contracts."""

from collections.abc import Mapping
from fractions import Fraction

from meldlab.sim.automata.counters import Levels
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import Machine
from meldlab.sim.automata.parts import Parts
from meldlab.sim.automata.special import Special
from meldlab.sim.games.contract.lower import lower_contract
from meldlab.sim.games.contract.odds.runs import hands_with_runs
from meldlab.sim.games.contract.odds.sets import CLOSE, DISTANCE, GO_DOWN, SetsOnly, UnevenSupplyError, supply_of
from meldlab.sim.query.feature_names import CONTRACT
from meldlab.sim.query.query import Feature
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import NONE

_RUN = "E"


class ContractSpecial(Special):
    """Whether a contract can be laid, whether the hand then closes, and how far it is."""

    def __init__(self, feature: Feature, ruleset: Ruleset) -> None:
        self._question = GO_DOWN if feature.name == CONTRACT else feature.name
        self._contract = feature.argument or ruleset.contract.hands[0]

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

    def possible(self, rules: HandRules, parts: Parts) -> bool | None:
        """Return whether a hand has cards enough for melds that lie side by side."""
        if self._question != GO_DOWN:
            return None
        ruleset = rules.ruleset
        return parts.cards >= sum(ruleset.set.min if letter == "T" else ruleset.run.min for letter in self._contract)


def special_of(feature: Feature, ruleset: Ruleset) -> Special | None:
    """Return what is special about a feature, None if it is none of contracts."""
    return ContractSpecial(feature, ruleset) if feature.name in (GO_DOWN, CLOSE, DISTANCE, CONTRACT) else None


def runs_of(feature: Feature, ruleset: Ruleset) -> str | None:
    """Return the contract of runs only that a feature asks for, None if it asks for something else."""
    if feature.name not in (GO_DOWN, CONTRACT):
        return None
    contract = feature.argument or ruleset.contract.hands[0]
    return contract if set(contract) == {_RUN} else None


def runs_laid(runs: str, deal: Deal) -> Mapping[int, Fraction]:
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
