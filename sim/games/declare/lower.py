"""From a validated ruleset to the numbers that kernels read."""

import numpy as np

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.declare import rules
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.sim.games.family import check_objective
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_ACE = {"low": ACE_LOW, "high": ACE_HIGH, "either": ACE_EITHER, "circular": ACE_CIRCULAR}
_GATE = {
    "two_lives": rules.GATE_TWO_LIVES,
    "pure_and_impure": rules.GATE_PURE_AND_IMPURE,
    "any_impure": rules.GATE_ANY_IMPURE,
    "none": rules.GATE_NONE,
}
_ONE_LIFE = {"loose": rules.ONE_LIFE_LOOSE, "all": rules.ONE_LIFE_ALL, "all_but_pure": rules.ONE_LIFE_ALL_BUT_PURE}


def lower_declare(ruleset: Ruleset) -> DeclareRules:
    """Return the numbers of a `declare` game.

    Raises
    ------
    RulesError
        If the ruleset has another objective.
    """
    check_objective(ruleset, "declare")
    run, sets, declare = ruleset.run, ruleset.set, ruleset.declare
    return DeclareRules(
        run_min=run.min,
        run_max=limit_or(run.max, rules.NO_LIMIT),
        run_ace=_ACE[run.ace],
        run_max_wilds=limit_or(run.max_wilds, rules.NO_LIMIT),
        run_min_naturals=run.min_naturals,
        run_adjacent_wilds=int(run.adjacent_wilds),
        identical_three=int(run.identical_three),
        set_min=sets.min,
        set_max=limit_or(sets.max, rules.NO_LIMIT),
        set_max_wilds=limit_or(sets.max_wilds, rules.NO_LIMIT),
        set_min_naturals=sets.min_naturals,
        set_distinct_suits=int(sets.distinct_suits),
        max_sets=limit_or(sets.max_sets, rules.NO_LIMIT),
        min_sequences=declare.min_sequences,
        min_pure=declare.min_pure,
        lives_min_cards=declare.lives_min_cards,
        lives_max_cards=limit_or(declare.lives_max_cards, rules.NO_LIMIT),
        set_gate=_GATE[declare.set_gate],
        impure_requires_pure=int(declare.impure_requires_pure),
        no_pure_counts_all=int(declare.no_pure_counts_all),
        one_life_counts=_ONE_LIFE[declare.one_life_counts],
        points_cap=limit_or(ruleset.points.cap, rules.NO_CAP),
        points=np.array(ruleset.points.by_rank, dtype=np.int64),
    )
