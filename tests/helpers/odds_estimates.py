"""Sampled odds with limits by name, dealt in this thread unless said otherwise."""

from typing import Any

from meldlab.sim.automata.deal import Deal
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.odds.limits import Limits
from meldlab.sim.odds.sampled import sampled_odds
from meldlab.sim.odds.sampled.estimate import Estimate
from meldlab.sim.query.query import Query


def estimate(query: Query, deal: Deal, *, stop: StopSignal | None = None, **how: Any) -> Estimate:
    """Return an estimate; `how` are arguments of `Limits.of`."""
    return sampled_odds.estimate(query, deal, Limits.of(**{"engine": "serial", **how}), stop=stop)
