"""Slices of a chunk: deals played together between two looks at the stop signal."""

import time
from collections.abc import Iterator

from meldlab.sim.counting.stopping import StopSignal

#: Seconds that a slice should take: so long may a stop signal wait.
SECONDS = 0.25


class Pace:
    """How many deals a slice has: as many as are played in `SECONDS`, at least `least`.

    Deals of a slice take their turns together, so that few deals cost nearly as much as many; but how long a deal takes
    depends on game and strategies by a factor of thousands.  Which deals lie in a slice changes no number.  Several
    threads may use one pace: whoever finishes a slice last has the say.

    Parameters
    ----------
    least : int
        Deals of the first slice, and the fewest of any but the last of a chunk.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._deals = least

    def slices(self, deals: int, stop: StopSignal) -> Iterator[range]:
        """Yield ``0, ..., deals - 1`` slice by slice, each to be played before the next is asked for.

        No slice follows once `stop` is set.
        """
        done = 0
        while done < deals and not stop.is_set():
            begun = time.perf_counter()
            part = range(done, min(done + self._deals, deals))
            yield part
            seconds = time.perf_counter() - begun
            done = part.stop
            if len(part) >= self._least and seconds > 0:  # the last slice may be too short to tell
                self._deals = max(self._least, int(len(part) * SECONDS / seconds))
