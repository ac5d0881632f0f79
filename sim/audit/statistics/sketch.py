"""Things seen again among any number of them, in bounded memory."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]

#: Different things that are kept at once.
CAPACITY = 1 << 20


class Twice(NamedTuple):
    """Two places of one thing; places are numbers that grow with the log."""

    first: int
    again: int


class Sketch:
    """Counts by hash.  All are kept up to a capacity; beyond it those whose hash ends in enough zeros.

    Equal things have equal hashes, so a thing is kept with all its repetitions or not at all: the share of the kept
    is an even sample of the things, whatever their order.  Of each the first place is kept, too, so that the first
    repetition can be shown.

    Attributes
    ----------
    seen : int
        Things, each repetition counted.
    first_twice : Twice or None
        The earliest repetition, and where its thing stood before.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._zeros = 0
        self._waiting: list[tuple[Hashes, Places]] = []
        self._number_waiting = 0
        self._hashes = np.zeros(0, dtype=np.uint64)
        self._counts = np.zeros(0, dtype=np.int64)
        self._firsts = np.zeros(0, dtype=np.int64)
        self.seen = 0
        self.first_twice: Twice | None = None

    @property
    def share(self) -> float:
        """Share of all things that is kept."""
        return 0.5**self._zeros

    def add(self, hashes: Hashes, places: Places) -> None:
        """Count things by their (well mixed) hashes, in the order of their places in the log."""
        self.seen += len(hashes)
        kept = self._kept(hashes, places)
        self._waiting.append(kept)
        self._number_waiting += len(kept[0])
        if self._number_waiting > self._capacity:
            self._merge()

    def _kept(self, hashes: Hashes, places: Places) -> tuple[Hashes, Places]:
        if not self._zeros:
            return hashes, places
        stays = self._stays(hashes)
        return hashes[stays], places[stays]

    def _stays(self, hashes: Hashes) -> NDArray[np.bool_]:
        stays: NDArray[np.bool_] = (hashes & np.uint64((1 << self._zeros) - 1)) == 0
        return stays

    def _merge(self) -> None:
        waiting = [self._kept(*each) for each in self._waiting]
        self._waiting, self._number_waiting = [], 0
        hashes = np.concatenate([self._hashes, *(each for each, _ in waiting)])
        places = np.concatenate([self._firsts, *(each for _, each in waiting)])
        counts = np.concatenate([self._counts, np.ones(len(hashes) - len(self._hashes), dtype=np.int64)])
        order = np.argsort(hashes, kind="stable")  # equal things stay in the order of the log
        hashes, places, counts = hashes[order], places[order], counts[order]
        new = np.append(True, hashes[1:] != hashes[:-1])[: len(hashes)]
        starts = np.flatnonzero(new)
        self._note_first(places, starts, new)
        self._hashes, self._firsts = hashes[starts], places[starts]
        self._counts = np.add.reduceat(counts, starts) if len(starts) else counts
        while len(self._hashes) > self._capacity:
            self._zeros += 1
            stays = self._stays(self._hashes)
            self._hashes, self._firsts, self._counts = self._hashes[stays], self._firsts[stays], self._counts[stays]

    def _note_first(self, places: Places, starts: Places, new: NDArray[np.bool_]) -> None:
        """Keep the earliest repetition; those of an earlier merge stand before all of a later one."""
        if self.first_twice is not None or new.all():
            return
        repeated = np.flatnonzero(~new)
        again = int(repeated[places[repeated].argmin()])
        first = int(starts[np.searchsorted(starts, again) - 1])
        self.first_twice = Twice(int(places[first]), int(places[again]))

    def repeats(self) -> tuple[int, int]:
        """Return pairs of equal things among the kept, and how many things came again (each repetition counted)."""
        self._merge()
        counts = self._counts.tolist()
        return sum(each * (each - 1) // 2 for each in counts if each > 1), sum(each - 1 for each in counts if each > 1)


def mixed(numbers: Hashes) -> Hashes:
    """Return numbers with every bit depending on every bit (the finisher of SplitMix64)."""
    with np.errstate(over="ignore"):
        found = numbers.copy()
        found ^= found >> np.uint64(30)
        found *= np.uint64(0xBF58476D1CE4E5B9)
        found ^= found >> np.uint64(27)
        found *= np.uint64(0x94D049BB133111EB)
        found ^= found >> np.uint64(31)
    return found
