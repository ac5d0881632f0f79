"""Odds of a query and a deal: sampled with limits by name, in this thread unless said otherwise; or counted."""

from fractions import Fraction
from typing import Any

from meldlab.sim.automata.count import MOST_STATES
from meldlab.sim.automata.deal import Deal
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.odds.exact.exact_odds import exact_joint
from meldlab.sim.odds.limits import Limits
from meldlab.sim.odds.sampled import sampled_odds
from meldlab.sim.odds.sampled.estimate import Estimate
from meldlab.sim.query.query import Query


def exact_probability(query: Query, deal: Deal, *, most_states: int = MOST_STATES) -> Fraction:
    """Return the exact probability of a query."""
    return exact_joint([query], deal, most_states=most_states).get((True,), Fraction(0))


def estimate(query: Query, deal: Deal, *, stop: StopSignal | None = None, **how: Any) -> Estimate:
    """Return an estimate; `how` are arguments of `Limits.of`."""
    return sampled_odds.estimate(query, deal, Limits.of(**{"engine": "serial", **how}), stop=stop)
