"""How many deals had which sizes of hands, up-card and stock, and what was known of their cut."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.audit.log.deals import EMPTY, MOST_SEATS, Deals
from meldlab.sim.audit.statistics.pack import CASES
from meldlab.sim.common.errors import RunError

#: Different sizes of deals in one log.
MOST_SHAPES = 500


class Shape(NamedTuple):
    """Sizes of a deal: cards of each seat, of the up-card (0 or 1), of the stock (-1: not told)."""

    hands: tuple[int, ...]
    upcard: int
    stock: int

    @property
    def seen(self) -> int:
        """Cards that the log tells, but for the cut card."""
        return sum(self.hands) + self.upcard + max(self.stock, 0)


class Shapes:
    """Counts deals by shape and case of the cut."""

    def __init__(self) -> None:
        self._counts: dict[Shape, NDArray[np.int64]] = {}
        self.deals = 0

    def add(self, deals: Deals) -> None:
        """Count a block; raises RunError where no two deals of a log look alike."""
        upcards = (deals.upcards != EMPTY).astype(np.int64)
        rows = np.column_stack([deals.sizes, upcards, deals.stock_sizes, deals.cases])
        found, counts = np.unique(rows, axis=0, return_counts=True)
        for row, count in zip(found.tolist(), counts.tolist(), strict=True):
            shape = Shape(tuple(row[:MOST_SEATS]), row[MOST_SEATS], row[MOST_SEATS + 1])
            if shape not in self._counts:
                if len(self._counts) == MOST_SHAPES:
                    raise RunError(
                        f"more than {MOST_SHAPES} different sizes of deals",
                        where="the log",
                        allowed="deals of one game",
                    )
                self._counts[shape] = np.zeros(CASES, dtype=np.int64)
            self._counts[shape][row[-1]] += count
        self.deals += len(deals)

    def __iter__(self) -> Iterator[tuple[Shape, NDArray[np.int64]]]:
        """Yield every shape with its deals by case, shape (68,)."""
        yield from self._counts.items()

    @property
    def cases(self) -> NDArray[np.int64]:
        """Deals by case, shape (68,)."""
        found: NDArray[np.int64] = sum((counts for _, counts in self), start=np.zeros(CASES, dtype=np.int64))
        return found

    @property
    def seats(self) -> list[int]:
        """Seats that ever held cards."""
        return [seat for seat in range(MOST_SEATS) if any(shape.hands[seat] for shape, _ in self)]

    @property
    def hands(self) -> int:
        """Hands of all deals."""
        return sum(sum(size > 0 for size in shape.hands) * int(counts.sum()) for shape, counts in self)
