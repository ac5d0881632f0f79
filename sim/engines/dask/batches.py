"""How many chunks make a batch: about a second of work, whatever a chunk takes."""

from collections import deque

# A measurement may be off, and a batch cannot be called back: sizes grow step by step.
_GROWTH = 4
# What a batch brings back must fit into memory many times over.
_MOST_CHUNKS = 256
_BATCHES_REMEMBERED = 16


class Pace:
    """Chooses the size of the next batch from what the last ones took.

    Parameters
    ----------
    seconds : float
        How long a batch should take.  The scheduler works for milliseconds on each, so longer batches mean more
        workers that it can serve, and more work lost with a worker.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._taken: deque[tuple[int, float]] = deque(maxlen=_BATCHES_REMEMBERED)

    def took(self, chunks: int, seconds: float) -> None:
        """Remember that a batch of so many chunks was counted in so many seconds."""
        self._taken.append((chunks, seconds))

    def size(self) -> int:
        """Return how many chunks the next batch has: one until something has been measured."""
        if not self._taken:
            return 1
        chunks = sum(each for each, _ in self._taken)
        seconds = sum(each for _, each in self._taken)
        largest = max(each for each, _ in self._taken)
        fitting = int(self._seconds * chunks / seconds) if seconds > 0 else _MOST_CHUNKS
        return max(1, min(fitting, _GROWTH * largest, _MOST_CHUNKS))
