"""The work of a simulation: deal a chunk, slice by slice, and count its outcomes."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from meldlab.sim.counting.jobs import ChunkResult
from meldlab.sim.counting.outcomes import Column, OutcomeStream, Workload, WorkloadFactory
from meldlab.sim.counting.packing import column_type
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.counting.tally import Tally, TallyBuilder
from meldlab.sim.simulate.task import Task

# Small enough to notice Ctrl-C and to stay in the caches, large enough that a slice's overhead is nothing.
SLICE_DEALS = 2**15


@dataclass(frozen=True)
class ChunkJob:
    """Counts the chunk it is called with; a pure function of task, seed and chunk that survives pickling.

    Attributes
    ----------
    task, ruleset, seed : Task, Ruleset, int
        What is dealt.
    factory : WorkloadFactory
        Makes the workload, once in each process.
    deals : int
        Deals of the whole run: decides where the last chunk is cut.
    keep_hands : bool
        Whether results carry the hands themselves.
    stop : StopSignal
        Looked at between slices.
    """

    task: Task
    ruleset: Any
    seed: int
    factory: WorkloadFactory
    deals: int
    keep_hands: bool
    stop: StopSignal
    _made: "_MadeOnce" = field(default_factory=lambda: _MadeOnce(), repr=False, compare=False)

    def workload(self) -> Workload:
        """Return the workload, prepared."""
        return self._made.get(self)

    @property
    def compiles(self) -> str | None:
        """Named after the objective; foreign workloads compile nothing that is ours."""
        from meldlab.sim.games.registry import make_workload

        return f"simulate-{self.task.objective}" if self.factory is make_workload else None

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        self.workload()

    def __call__(self, chunk: int) -> ChunkResult[Tally]:
        """Return the tally of chunk number `chunk`."""
        begun = time.perf_counter()
        share = self.task.chunk_share(chunk, self.deals)
        stream = self.workload().stream(chunk)
        builder = TallyBuilder(self.task.columns, share)
        frames: list[pl.DataFrame] = []
        while builder.deals < share and not self.stop.is_set():
            deals = min(SLICE_DEALS, share - builder.deals)
            frames += _count(stream, builder, deals, columns=self.task.columns, keep_hands=self.keep_hands)
        hands = pl.concat(frames) if frames else None
        return ChunkResult(chunk, builder.deals, builder.finish(), time.perf_counter() - begun, hands)


class _MadeOnce:
    """Holds a process's workload; travels empty, because tables are quicker built than sent."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._workload: Workload | None = None

    def get(self, job: ChunkJob) -> Workload:
        with self._lock:
            if self._workload is None:
                workload = job.factory(job.ruleset, decks=job.task.decks, wild=job.task.wild, seed=job.seed)
                workload.prepare()
                self._workload = workload
            return self._workload

    def __reduce__(self) -> tuple[type["_MadeOnce"], tuple[()]]:
        return (_MadeOnce, ())


def _count(
    stream: OutcomeStream, builder: TallyBuilder, deals: int, *, columns: tuple[Column, ...], keep_hands: bool
) -> list[pl.DataFrame]:
    if not keep_hands:
        builder.add(stream.take(deals), deals)
        return []
    outcomes, cards = stream.take_with_hands(deals)
    builder.add(outcomes, deals)
    return [hands_frame(cards, outcomes, columns)]


def hands_frame(
    cards: NDArray[np.uint8], outcomes: dict[str, NDArray[Any]], columns: tuple[Column, ...]
) -> pl.DataFrame:
    """Return one row a deal: `card_1` ... `card_n` (UInt8 ids), `wild_rank` (UInt8, 13 = none), then the outcomes."""
    width = cards.shape[1] - 1
    named = {f"card_{position + 1}": cards[:, position] for position in range(width)}
    frame = pl.DataFrame({**named, "wild_rank": cards[:, width]})
    values = [pl.Series(column.name, outcomes[column.name]).cast(column_type(column)) for column in columns]
    return frame.with_columns(values)
