"""Why a run stops before its last deal: a signal from outside, the clock, or a precision that is reached."""

import threading
import time
from collections.abc import Iterator
from typing import Literal

StoppedBy = Literal["deals", "target", "time", "interrupt"]

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


def looks() -> Iterator[int]:
    """Yield the numbers of whole chunks after which a target is looked at: 1, 2, 3, 4, 5, 6, 8, 10, ...

    They depend on nothing, so that workers and batches cannot change where a run stops.
    """
    chunks = 1
    while True:
        yield chunks
        chunks = max(chunks + 1, round(chunks * _LOOK_GROWTH))
