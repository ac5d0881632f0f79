"""Odds by dealing: plain, or stratified where a question is about rare hands.

A stratified run has a pilot: its hands show how much the strata differ, and are then forgotten, so that how the others
are shared out depends on none of them and the estimate stays unbiased.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal

import numpy as np

from meldlab.sim.automata.deal import Deal
from meldlab.sim.common.intervals import proportion
from meldlab.sim.counting.stopping import StoppedBy, StopSignal
from meldlab.sim.engines.engines import compiles_here, held, prepare
from meldlab.sim.odds.exact.exact_odds import merged_cases
from meldlab.sim.odds.limits import Limits
from meldlab.sim.odds.sampled.estimate import Estimate, Stratum
from meldlab.sim.odds.sampled.sampling import Asking, Batch, Table
from meldlab.sim.odds.sampled.strata import Division, divide, plain
from meldlab.sim.odds.sampled.strata_interval import Counts, combine, effective_size, shares, spread_of
from meldlab.sim.query.query import Query
from meldlab.sim.simulate.target import LEAST_HITS

#: The most deals when no number is given.
TARGET_DEALS = 1_000_000_000

_PILOT_SHARE = 10  # one hand in so many is for the pilot
_MOST_PILOT = 1 << 20
_PILOT_BATCHES = 32
_PILOT_HANDS = 5  # of each stratum at least
_PILOT_TIME = 5  # and no more than one second in so many
_FIRST_ROUND = 1 << 16
_GROWTH = 1.25  # looks at the target are few, each is a chance to stop on luck
_WORTH = 0.8  # strata must leave so much of the variance at most, or plain dealing is as good


def estimate(query: Query, deal: Deal, limits: Limits, *, stop: StopSignal | None = None) -> Estimate:
    """Return a sampled estimate of the probability of `query`.

    Parameters
    ----------
    query, deal
        The question and its situation.
    limits
        ``sampled`` deals plainly, ``stratified`` by strata with exact weights; other methods take what a pilot favours.
        Dealing stops when half the width of the 95 % interval is at most the target's share of the estimate (never
        below 100 hits), after the most hands (those of a pilot included), or after the seconds.
    stop
        Set it from anywhere to end the run early; so does Ctrl-C.  The result then holds what is done.

    Raises
    ------
    QueryError, RulesError
        A feature asks more of a solver than it can do for hands of this size or pack.
    """
    signal = StopSignal(seconds=limits.max_seconds, parent=stop)
    with held(limits.engine):
        return _estimate(query, deal, limits, signal)


def _estimate(query: Query, deal: Deal, limits: Limits, signal: StopSignal) -> Estimate:
    method, engine, seconds = limits.method, limits.engine, limits.max_seconds
    most = TARGET_DEALS if limits.max_deals is None else limits.max_deals
    cases = list(merged_cases([query], deal))
    pilot, everything = 0, plain(cases)
    division = None if method == "sampled" else divide(query, cases, deal.ruleset, deal.cards)
    if seconds is not None or not compiles_here(engine):  # the seconds are for dealing, not for compiling
        prepare(engine, Asking(Table(query, deal, everything.strata, limits.seed), signal))
        signal.start_clock()
    if division is not None and (division.told_apart or method == "stratified"):
        run = _Run(query, deal, division, limits, signal, first_chunk=0)
        if not division.strata:
            return run.result("stratified", pilot=0, stopped_by="deals" if limits.target_rel is None else "target")
        pilot = run.pilot(most, seconds)
        if signal.is_set():  # the pilot is all there is
            return run.result("stratified", pilot=0, stopped_by=run.stopped_by())
        if method == "stratified" or (pilot and run.is_worth_it()):
            run.forget()
            stopped = run.until(most - pilot, limits.target_rel)
            return run.result("stratified", pilot=pilot, stopped_by=stopped)
    run = _Run(query, deal, everything, limits, signal, first_chunk=_MOST_PILOT)
    return run.result("sampled", pilot=pilot, stopped_by=run.until(most - pilot, limits.target_rel))


class _Run:
    """Deals rounds of batches and adds up what they came to."""

    def __init__(
        self, query: Query, deal: Deal, division: Division, limits: Limits, signal: StopSignal, *, first_chunk: int
    ) -> None:
        self._division = division
        self._table = Table(query, deal, division.strata, limits.seed)
        self._limits = limits
        self._signal = signal
        self._chunks = count(first_chunk)
        self.interrupted = False
        self._begun = False
        self._weights = [float(stratum.weight) for stratum in division.strata]
        self._shares = [weight / sum(self._weights) + 1 / len(self._weights) for weight in self._weights]
        self._counts = self._no_counts()

    def _no_counts(self) -> list[Counts]:
        strata = zip(self._weights, self._division.strata, strict=True)
        return [Counts(weight, 0, np.zeros(stratum.groups + 1, dtype=np.int64)) for weight, stratum in strata]

    def forget(self) -> None:
        """Begin anew with what has been learnt about the strata; the random numbers go on."""
        if self.deals:
            self._shares = shares(self._counts)
        self._counts = self._no_counts()

    @property
    def deals(self) -> int:
        """Hands dealt."""
        return sum(stratum.deals for stratum in self._counts)

    @property
    def hits(self) -> int:
        """Hands for which the query is true."""
        return sum(stratum.hits for stratum in self._counts)

    def pilot(self, most: int, max_seconds: float | None) -> int:
        """Deal rounds until they have shown enough hits, or are a tenth of `most`; return the hands dealt.

        A pilot that would have few hands for each stratum is left out; a slow one ends after a fifth of the time.
        """
        allowed = min(_MOST_PILOT, _PILOT_BATCHES * self._table.batch_deals, most // _PILOT_SHARE)
        if allowed < _PILOT_HANDS * len(self._counts):
            return 0
        clock = StopSignal(seconds=None if max_seconds is None else max_seconds / _PILOT_TIME)
        clock.start_clock()
        size = min(allowed, _FIRST_ROUND // 4, 2 * self._table.batch_deals)
        while self._go_on() and self.deals < allowed and not clock.is_set():
            self._round(min(size, allowed - self.deals))
            if self.hits >= LEAST_HITS and min(stratum.deals for stratum in self._counts) > 1:
                break
            size *= 2
            self._shares = shares(self._counts)
        return self.deals

    def until(self, most: int, target: float | None) -> StoppedBy:
        """Deal until `most` hands, the target or a stop; return which it was."""
        size = min(_FIRST_ROUND, 2 * self._table.batch_deals)
        while self._go_on() and self.deals < most:
            self._round(min(size, most - self.deals))
            if target is not None and self._is_precise(target):
                return "target"
            size = max(size, int(self.deals * (_GROWTH - 1)))
        return self.stopped_by()

    def stopped_by(self) -> StoppedBy:
        """Return why no more hands are dealt."""
        if self.interrupted or self._signal.interrupted():
            return "interrupt"
        return "time" if self._signal.out_of_time() else "deals"

    def is_worth_it(self) -> bool:
        """Return whether the strata know more after as many hands than plain dealing."""
        found = combine(float(self._division.sure), self._counts)
        spread = spread_of(self._counts) ** 2
        return self.hits == 0 or spread < _WORTH * found.probability * (1 - found.probability)

    def _go_on(self) -> bool:
        over = self._signal.is_set() if self._begun else self._signal.interrupted()
        return not (self.interrupted or over)

    def _is_precise(self, target: float) -> bool:
        if self.hits < LEAST_HITS:
            return False
        found = self.result("stratified", pilot=0, stopped_by="target")
        return found.half_width <= target * found.probability

    def _round(self, hands: int) -> None:
        """Deal so many hands more, shared out among the strata."""
        # The first round is dealt whole, late or not: strata of which nothing is known would make the estimate wrong.
        stop = self._signal if self._begun else StopSignal(parent=self._signal)
        try:
            for batch, shared in self._limits.engine.map_unordered(Asking(self._table, stop), self._batches(hands)):
                if shared is not None:
                    counts = self._counts[batch.stratum]
                    counts.deals += batch.deals
                    counts.shared += shared
        except KeyboardInterrupt:
            self.interrupted = True
            self._signal.set()
        self._begun = True

    def _batches(self, hands: int) -> Iterator[Batch]:
        for number, deals in enumerate(_share_out(hands, self._shares)):
            while deals > 0:
                now = min(deals, self._table.batch_deals)
                yield Batch(number, now, next(self._chunks))
                deals -= now

    def result(self, method: Literal["sampled", "stratified"], *, pilot: int, stopped_by: StoppedBy) -> Estimate:
        """Return the estimate of all hands so far."""
        sure = float(self._division.sure)
        found = combine(sure, self._counts)
        low, high, interval = found.low, found.high, "strata"
        if not self._counts:
            interval = "exact"
        elif method == "sampled":
            share = proportion(self.hits, self.deals)
            low, high, interval = share.low, share.high, share.method
        strata = tuple(
            Stratum(stratum.name, counts.weight, counts.deals, counts.hits, counts.mean)
            for stratum, counts in zip(self._division.strata, self._counts, strict=True)
        )
        return Estimate(
            probability=found.probability,
            low=low,
            high=high,
            interval=interval,
            deals=self.deals,
            hits=self.hits,
            pilot=pilot,
            effective=effective_size(found),
            strata=strata if method == "stratified" else (),
            seed=self._limits.seed,
            stopped_by=stopped_by,
            method=method,
        )


def _share_out(hands: int, parts: Sequence[float]) -> list[int]:
    """Return whole numbers in proportion to `parts` that add up to `hands`: the largest remainders are rounded up."""
    exact = [hands * part / sum(parts) for part in parts]
    whole = [int(number) for number in exact]
    by_remainder = sorted(range(len(parts)), key=lambda place: (whole[place] - exact[place], place))
    for place in by_remainder[: hands - sum(whole)]:
        whole[place] += 1
    return whole
