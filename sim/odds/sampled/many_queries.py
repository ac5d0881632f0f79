"""Many queries asked of the same dealt hands: the rows of a table belong together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.deal import Deal
from meldlab.sim.common.intervals import proportion
from meldlab.sim.counting.stopping import StoppedBy, StopSignal
from meldlab.sim.engines.engines import compiles_here, held, prepare
from meldlab.sim.odds.exact.exact_odds import merged_cases
from meldlab.sim.odds.limits import Limits
from meldlab.sim.odds.sampled.estimate import Estimate
from meldlab.sim.odds.sampled.sampling import Batch, Dealing, Table
from meldlab.sim.odds.sampled.strata import plain
from meldlab.sim.query.query import Query, all_of, any_of


@dataclass(frozen=True)
class Tally:
    """Hits of each query, and of each together with one more.

    Attributes
    ----------
    deals : int
        Hands dealt.
    hits, both : tuple of int
        Hands for which each query is true; those of them for which the further query is true as well.
    seed : int
    stopped_by : {"deals", "time", "interrupt"}
    """

    deals: int
    hits: tuple[int, ...]
    both: tuple[int, ...]
    seed: int
    stopped_by: StoppedBy

    def estimate(self, hits: int, trials: int) -> Estimate:
        """Return the share of `hits` among `trials` hands of this tally as an estimate."""
        share = proportion(hits, trials)
        return Estimate(
            probability=hits / trials if trials else 0.0,
            low=share.low,
            high=share.high,
            interval=share.method,
            deals=trials,
            hits=hits,
            pilot=0,
            effective=float(trials),
            strata=(),
            seed=self.seed,
            stopped_by=self.stopped_by,
            method="sampled",
        )


def tally(queries: Sequence[Query], further: Query | None, deal: Deal, limits: Limits) -> Tally:
    """Deal plainly, and ask every query about the same hands.

    Parameters
    ----------
    queries
        The rows of a table.
    further
        What is asked within each row.
    deal, limits
        As for `estimate`; there is no target.

    Raises
    ------
    QueryError, RulesError
        As by `estimate`.
    """
    engine, max_deals, max_seconds = limits.engine, limits.max_deals, limits.max_seconds
    asked = (*queries, *(() if further is None else (all_of((query, further)) for query in queries)))
    table = Table(any_of(asked), deal, plain(list(merged_cases(asked, deal))).strata, limits.seed)
    signal = StopSignal(seconds=max_seconds)
    rows = _Rows(table, asked)
    size = table.batch_deals

    def batches() -> Iterator[Batch]:
        for number in count():
            if signal.is_set() or (max_deals is not None and number * size >= max_deals):
                return
            yield Batch(0, size if max_deals is None else min(size, max_deals - number * size), number)

    total = np.zeros(1 + len(asked), dtype=np.int64)
    interrupted = False
    try:
        with held(engine):
            if max_seconds is not None or not compiles_here(engine):  # the seconds are for dealing, not for compiling
                prepare(engine, rows)
                signal.start_clock()
            for counts in engine.map_unordered(rows, batches()):
                total += counts
    except KeyboardInterrupt:
        interrupted = True
        signal.set()
    stopped_by: StoppedBy = "interrupt" if interrupted else "time" if signal.out_of_time() else "deals"
    deals, *hits = total.tolist()
    both = hits[len(queries) :] or [0] * len(queries)
    return Tally(deals, tuple(hits[: len(queries)]), tuple(both), limits.seed, stopped_by)


@dataclass(frozen=True)
class _Rows(Dealing):
    """What engines call with batches."""

    queries: tuple[Query, ...]

    def __call__(self, batch: Batch) -> NDArray[np.int64]:
        """Return the hands of a batch, and the hits of each query."""
        return np.array([batch.deals, *self.table.answers(batch, self.queries).sum(axis=1)])
