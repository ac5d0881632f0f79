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
from meldlab.sim.odds.sampled.sampling import Batch, Table
from meldlab.sim.odds.sampled.strata import plain
from meldlab.sim.query.query import Query, any_of, comparisons


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


def tally(
    queries: Sequence[Query],
    further: Query | None,
    deal: Deal,
    limits: Limits,
) -> Tally:
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
    asked = [*queries, *([] if further is None else [further])]
    parts = [part for query in asked for part in comparisons(query)]
    cases = [case._replace(chance=chance) for chance, case in merged_cases(parts, deal)]
    table = Table(any_of(asked), deal, plain(cases).strata, limits.seed)
    signal = StopSignal(seconds=max_seconds)
    rows = _Rows(table, tuple(queries), further, signal)
    size = table.batch_deals

    def batches() -> Iterator[Batch]:
        for number in count():
            if signal.is_set() or (max_deals is not None and number * size >= max_deals):
                return
            yield Batch(0, size if max_deals is None else min(size, max_deals - number * size), number)

    total = np.zeros(1 + 2 * len(queries), dtype=np.int64)
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
    numbers = total.tolist()
    stopped_by: StoppedBy = "interrupt" if interrupted else "time" if signal.out_of_time() else "deals"
    last = len(queries) + 1
    return Tally(numbers[0], tuple(numbers[1:last]), tuple(numbers[last:]), limits.seed, stopped_by)


@dataclass(frozen=True)
class _Rows:
    """What engines call with batches; survives pickling."""

    table: Table
    queries: tuple[Query, ...]
    further: Query | None
    stop: StopSignal

    @property
    def compiles(self) -> str:
        """Named after the objective."""
        return f"odds-{self.table.objective}"

    def prepare(self) -> None:
        """Compile every kernel."""
        self.table.prepare()

    def __call__(self, batch: Batch) -> NDArray[np.int64]:
        """Return the hands of a batch, the hits of each query, and those of each together with the further one."""
        said = self.table.answers(batch, self.queries if self.further is None else (*self.queries, self.further))
        within = np.zeros(batch.deals, dtype=np.bool_) if self.further is None else said[-1]
        rows = said[: len(self.queries)]
        return np.concatenate([[batch.deals], rows.sum(axis=1), (rows & within).sum(axis=1)])
