"""From a validated `contract` ruleset to the numbers that kernels read."""

import numpy as np

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.contract.rules import NO_LIMIT, ContractRules
from meldlab.sim.games.family import check_objective
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_ACE = {"low": ACE_LOW, "high": ACE_HIGH, "either": ACE_EITHER, "circular": ACE_CIRCULAR}


def lower_contract(ruleset: Ruleset) -> ContractRules:
    """Return the numbers of a `contract` game for the melds laid when going down.

    Raises
    ------
    RulesError
        If the ruleset has another objective.
    """
    check_objective(ruleset, "contract")
    run, sets = ruleset.run, ruleset.set
    set_max_wilds = limit_or(sets.max_wilds, NO_LIMIT)
    # Naturals alone may already make a set longer than its least length.
    set_min = max(sets.min, sets.min_naturals)
    longer = ruleset.contract.longer_melds
    # A meld that may not be longer than need be is as long as the shortest legal one without wilds.
    run_max = limit_or(run.max, NO_LIMIT) if longer else max(run.min, run.min_naturals)
    return ContractRules(
        run_min=run.min,
        run_max=run_max,
        run_ace=_ACE[run.ace],
        run_max_wilds=limit_or(run.max_wilds, NO_LIMIT),
        run_min_naturals=run.min_naturals,
        run_adjacent_wilds=int(run.adjacent_wilds),
        set_min=set_min,
        set_max=limit_or(sets.max, NO_LIMIT) if longer else set_min,
        set_max_wilds=set_max_wilds,
        set_least_naturals=max(sets.min_naturals, set_min - set_max_wilds, 0 if sets.all_wild else 1),
        set_distinct_suits=int(sets.distinct_suits),
        further_melds=int(not ruleset.contract.exact),
        points=np.array([*ruleset.points.by_rank * 4, ruleset.points.joker], dtype=np.int64),
    )
