"""Work done by the calling thread."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

N = TypeVar("N")
R = TypeVar("R")


class SerialEngine:
    """One chunk after the other in the calling thread."""

    def map_unordered(self, function: Callable[[N], R], chunk_ids: Iterable[N]) -> Iterator[R]:
        """Yield the results in order."""
        yield from map(function, chunk_ids)
