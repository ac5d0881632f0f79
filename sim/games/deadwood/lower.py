"""`Ruleset` to the rule numbers of the `deadwood` kernels."""

import numpy as np

from meldlab.kernels.cards.cards import RANKS
from meldlab.kernels.deadwood.tables import DeadwoodRules
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.fields import limit_or


def lower_deadwood(ruleset: Ruleset) -> DeadwoodRules:
    """Return the rule numbers of a ruleset with the objective `deadwood`."""
    return DeadwoodRules(
        run_min=ruleset.run.min,
        run_max=limit_or(ruleset.run.max, RANKS),
        set_min=ruleset.set.min,
        set_max=limit_or(ruleset.set.max, 4),
        points=np.array(ruleset.points.by_rank, dtype=np.int64),
    )
