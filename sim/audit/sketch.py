"""Things seen again among any number of them, in bounded memory."""

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]

#: Different things that are kept at once.
CAPACITY = 1 << 20


class Sketch:
    """Counts by hash.  All are kept up to a capacity; beyond it those whose hash ends in enough zeros.

    Equal things have equal hashes, so a thing is kept with all its repetitions or not at all: the share of the kept
    is an even sample of the things, whatever their order.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._zeros = 0
        self._waiting: list[Hashes] = []
        self._number_waiting = 0
        self._hashes = np.zeros(0, dtype=np.uint64)
        self._counts = np.zeros(0, dtype=np.int64)
        self.seen = 0

    @property
    def share(self) -> float:
        """Share of all things that is kept."""
        return 0.5**self._zeros

    def add(self, hashes: Hashes) -> None:
        """Count things by their (well mixed) hashes."""
        self.seen += len(hashes)
        kept = self._kept(hashes)
        self._waiting.append(kept)
        self._number_waiting += len(kept)
        if self._number_waiting > self._capacity:
            self._merge()

    def _kept(self, hashes: Hashes) -> Hashes:
        if not self._zeros:
            return hashes
        kept: Hashes = hashes[(hashes & np.uint64((1 << self._zeros) - 1)) == 0]
        return kept

    def _merge(self) -> None:
        new = np.concatenate([self._kept(each) for each in self._waiting]) if self._waiting else self._hashes[:0]
        self._waiting, self._number_waiting = [], 0
        counts = np.concatenate([self._counts, np.ones(len(new), dtype=np.int64)])
        self._hashes, places = np.unique(np.concatenate([self._hashes, new]), return_inverse=True)
        self._counts = np.bincount(places, weights=counts).astype(np.int64)
        while len(self._hashes) > self._capacity:
            self._zeros += 1
            stays = (self._hashes & np.uint64((1 << self._zeros) - 1)) == 0
            self._hashes, self._counts = self._hashes[stays], self._counts[stays]

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
