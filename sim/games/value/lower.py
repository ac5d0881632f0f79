"""From a validated ruleset of a `value` game to the numbers that kernels read."""

import numpy as np

from meldlab.kernels.value import rules
from meldlab.kernels.value.rules import ValueRules, place_of, rank_of
from meldlab.sim.games.family import check_objective
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.fields import limit_or
from meldlab.sim.rules.schema.points_sections import RANKS

_IN_PLACE = {"as_rescued": rules.AS_RESCUED, "substituted": rules.SUBSTITUTED, "hand_value": rules.HAND_VALUE}


def lower_value(ruleset: Ruleset) -> ValueRules:
    """Return the numbers of a `value` game; row i of ``lines`` is the i-th special meld of the ruleset.

    Raises
    ------
    RulesError
        If the ruleset has another objective.
    """
    check_objective(ruleset, "value")
    run, sets, meld, table = ruleset.run, ruleset.set, ruleset.meld, ruleset.table
    special, full = ruleset.special, ruleset.full_run
    lines = np.array(
        [
            (sum(1 << place_of(RANKS.index(rank)) for rank in line.ranks), line.naturals, line.wilds, line.value)
            for line in special.melds.values()
        ],
        dtype=np.int64,
    )
    points = ruleset.points.by_rank
    return ValueRules(
        run_min=run.min,
        run_max=min(limit_or(run.max, rules.NO_LIMIT), rules.PLACES),
        set_min=sets.min,
        set_max=limit_or(sets.max, rules.NO_LIMIT),
        sets_per_rank=limit_or(sets.max_per_rank, rules.COPIES),
        max_wilds=limit_or(meld.max_wilds, rules.NO_LIMIT),
        naturals_majority=int(meld.naturals_majority),
        min_naturals=meld.min_naturals,
        extra_counts=int(special.extra == "add"),
        wild_line_total=int(special.six_with_wild == "total"),
        full_clean=full.clean,
        full_semi_one=full.semi[0],
        full_semi_two=full.semi[1],
        full_dirty=full.dirty,
        pinaculo_wilds=ruleset.pinaculo.wilds,
        pinaculo_dealt=ruleset.pinaculo.dealt,
        pinaculo_play=ruleset.pinaculo.play,
        closes_without_discard=int(ruleset.play.close_discard == "optional"),
        end_block_rescue=int(ruleset.play.end_block_rescue),
        wild_in_place=_IN_PLACE[table.wild_in_place],
        table_joker=table.joker,
        table_two_in_run=table.two_in_run,
        table_two_in_set=table.two_in_set_factor,
        hand_joker=ruleset.points.joker,
        hand_two=ruleset.points.two,
        points=np.array([points[rank_of(place)] for place in range(rules.PLACES)], dtype=np.int64),
        lines=lines.reshape(-1, rules.LINE_COLUMNS),
    )
