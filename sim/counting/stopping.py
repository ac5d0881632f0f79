"""Why a run stops before its last deal: a signal from outside, the clock, or a precision that is reached."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from meldlab.sim.common.intervals import normal_quantile, proportion
from meldlab.sim.counting.tally import Tally
from meldlab.sim.query.conditions import Condition
from meldlab.sim.simulate.figures import score

StoppedBy = Literal["deals", "target", "time", "interrupt"]

# Fewer hits make a stopped estimate lean to the high side (a loose target on a rare event).
LEAST_HITS = 100
# Each look at the precision is a chance to stop on luck, so their number grows with the logarithm of the deals.
_LOOK_GROWTH = 1.25


class StopSignal:
    """A request to stop, seen by the workers between two slices.

    Parameters
    ----------
    seconds : float, optional
        Stop this long after `start_clock`.
    parent : StopSignal, optional
        Stop when that one is set, too.
    """

    def __init__(self, *, seconds: float | None = None, parent: "StopSignal | None" = None) -> None:
        self._event = threading.Event()
        self._seconds = seconds
        self._deadline: float | None = None
        self._parent = parent

    def start_clock(self) -> None:
        """Start counting the seconds."""
        if self._seconds is not None:
            self._deadline = time.monotonic() + self._seconds

    def set(self) -> None:
        """Ask every worker to stop after the slice in hand."""
        self._event.set()

    def is_set(self) -> bool:
        """Return whether work should stop."""
        return self.interrupted() or self.out_of_time()

    def interrupted(self) -> bool:
        """Return whether somebody asked to stop."""
        return self._event.is_set() or (self._parent is not None and self._parent.interrupted())

    def out_of_time(self) -> bool:
        """Return whether the seconds are over."""
        return self._deadline is not None and time.monotonic() >= self._deadline

    def __reduce__(self) -> tuple[type["StopSignal"], tuple[()]]:
        """Travel to another process as a signal that is never set: no event reaches that far."""
        return (StopSignal, ())


@dataclass(frozen=True)
class Target:
    """A precision worth stopping for: the half-width of a 95 % interval.

    Attributes
    ----------
    feature : Condition or None
        The share to be known precisely; None means the mean score.
    score : str
        The score column.
    relative, absolute : float or None
        The half-width aimed at, as a share of the estimate or as it is; exactly one is given.
    """

    feature: Condition | None
    score: str
    relative: float | None
    absolute: float | None

    def __str__(self) -> str:
        """Return the target in words."""
        of = self.feature.text if self.feature else f"mean {self.score}"
        size = f"{self.relative:g} of it" if self.relative is not None else f"{self.absolute:g}"
        return f"{of} known to {size} at 95 %"

    def reached(self, tally: Tally) -> bool:
        """Return whether `tally` is precise enough (never with fewer than 100 hits)."""
        if self.feature is None:
            figures = score(tally, self.score)
            if figures.mean is None or figures.se is None or tally.deals < LEAST_HITS:
                return False
            return self._narrow(figures.mean, normal_quantile() * figures.se)
        share = proportion(tally.hits(self.feature.expression()), tally.deals)
        if share.probability is None or share.hits < LEAST_HITS:
            return False
        return self._narrow(share.probability, share.half_width)

    def _narrow(self, estimate: float, half_width: float) -> bool:
        if self.absolute is not None:
            return half_width <= self.absolute
        return self.relative is not None and half_width <= self.relative * abs(estimate)


def looks() -> Iterator[int]:
    """Yield the numbers of whole chunks after which a target is looked at: 1, 2, 3, 4, 5, 6, 8, 10, ...

    They depend on nothing, so that workers and batches cannot change where a run stops.
    """
    chunks = 1
    while True:
        yield chunks
        chunks = max(chunks + 1, round(chunks * _LOOK_GROWTH))
