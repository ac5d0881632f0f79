"""Odds by dealing: plain, or stratified where a question is about rare hands."""

from meldlab.sim.odds.deal import Deal
from meldlab.sim.odds.estimate import Estimate, Method
from meldlab.sim.odds.query import Query


def estimate(
    query: Query,
    deal: Deal,
    *,
    method: Method = "auto",
    seed: int,
    target_rel: float | None = None,
    max_deals: int | None = None,
    max_seconds: float | None = None,
    workers: int = 1,
) -> Estimate:
    """Return a sampled estimate of the probability of `query`.

    Parameters
    ----------
    query, deal
        The question and its situation.
    method
        ``sampled`` deals plainly, ``stratified`` by strata with exact weights; ``auto`` takes what a pilot favours.
    seed
        The same seed and deals give the same numbers, whatever the number of workers.
    target_rel
        Stop when half the width of the 95 % interval is at most this share of the estimate (never below 100 hits).
    max_deals, max_seconds
        Stop after so many hands, after so long; without any limit a target must be given.
    workers
        Threads.

    Raises
    ------
    QueryError, RulesError
        A feature asks more of a solver than it can do for hands of this size or pack.
    """
    raise NotImplementedError("under construction")
