"""The one piece of work there is: deal a chunk, slice by slice, and count its outcomes."""

from dataclasses import dataclass
from typing import Generic, Protocol

import polars as pl

from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.counting.tally import C
from meldlab.sim.counting.task import Chunked


@dataclass(frozen=True)
class ChunkResult(Generic[C]):
    """The first `deals` deals of a chunk, counted; fewer than asked when the work was stopped."""

    chunk: int
    deals: int
    tally: C
    seconds: float
    hands: pl.DataFrame | None


class Job(Protocol[C]):
    """Counts the chunk it is called with; a pure function of task, seed and chunk."""

    @property
    def task(self) -> Chunked[C]:
        """What is counted."""

    @property
    def deals(self) -> int:
        """Deals of the whole run."""

    @property
    def keep_hands(self) -> bool:
        """Whether results carry the hands themselves."""

    @property
    def stop(self) -> StopSignal:
        """Looked at between slices."""

    @property
    def compiles(self) -> str | None:
        """By which name the machine knows later that all this has been compiled; None if nothing is."""

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""

    def __call__(self, chunk: int) -> ChunkResult[C]:
        """Return what chunk number `chunk` gave."""
