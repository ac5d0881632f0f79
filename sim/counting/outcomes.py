"""What a simulation counts: named whole-number columns, and the shape of whatever deals hands and fills them.

The driver knows a workload only through these protocols, so it serves any objective, and tests can hand it a
workload of a few lines of numpy.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

# One array a column, one value a deal.
Outcomes = dict[str, NDArray[Any]]


class Column(NamedTuple):
    """A whole-number outcome of one deal: its name, its largest value, what it means, and its least value."""

    name: str
    maximum: int
    sentence: str
    minimum: int = 0

    @property
    def values(self) -> int:
        """How many values it can have."""
        return self.maximum - self.minimum + 1

    def identity(self) -> tuple[str | int, ...]:
        """Return what decides how it is counted: name and greatest value, and the least one unless that is 0."""
        return (self.name, self.maximum, self.minimum) if self.minimum else (self.name, self.maximum)


class OutcomeStream(Protocol):
    """The hands of one chunk, in order: taking 10 and then 20 gives the same hands as taking 30."""

    def take(self, deals: int) -> Outcomes:
        """Return the outcomes of the next `deals` hands: one whole-number array of shape (deals,) a column."""

    def take_with_hands(self, deals: int) -> tuple[Outcomes, NDArray[np.uint8]]:
        """Return the outcomes and the hands of the next `deals` deals.

        The hands are uint8 of shape (deals, cards + 1): card ids, then the wild rank (13 when there is none).
        """


class Workload(Protocol):
    """Deals hands of one ruleset, pack and seed, and values them."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns, in a fixed order."""

    @property
    def score(self) -> str:
        """The name of the column that is the hand's score."""

    def prepare(self) -> None:
        """Compile kernels and build tables; may be slow; calling it again costs nothing."""

    def stream(self, chunk: int) -> OutcomeStream:
        """Return the hands of chunk number `chunk`, from its first hand on; chunks are independent."""


class WorkloadFactory(Protocol):
    """Makes the workload of a ruleset, pack and seed; must be picklable to travel to other machines."""

    def __call__(self, ruleset: Any, *, decks: int, wild: str | None, seed: int) -> Workload:
        """Return the workload; cheap, the slow part is its `prepare`."""
