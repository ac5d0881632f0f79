"""The loop of a run: chunks handed out, results folded in order, parts stored, the target looked at."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from meldlab.sim.counting.jobs import ChunkResult, Job
from meldlab.sim.counting.stopping import StoppedBy, looks
from meldlab.sim.counting.tally import Accumulator, C
from meldlab.sim.engines.engines import Engine
from meldlab.sim.runs.folder import RunFolder

C_in = TypeVar("C_in", contravariant=True)


# Counts that wait for an earlier chunk, such as one that a lost worker had, must not fill the memory.
_WAITING_BESIDE_FOLDER = 2**10
_WAITING = 2**14


class Goal(Protocol[C_in]):
    """A precision that ends the run when it is reached."""

    def reached(self, tally: C_in) -> bool:
        """Return whether the counts so far are precise enough."""
        ...


@dataclass
class RunLoop(Generic[C]):
    """Counts the first deals of a seed: results arrive in any order, but only the unbroken beginning counts.

    So every result, interrupted or not, is the result of its seed and its number of deals alone.

    Attributes
    ----------
    job : Job
        Counts a chunk; its `deals` are the most to be dealt.
    engine : Engine
        Calls the job.
    target : Target or None
        The precision to stop at.
    folder : RunFolder or None
        Where parts are found and kept.
    record : mapping
        The provenance written into the parts.
    """

    job: Job[C]
    engine: Engine
    target: Goal[C] | None
    folder: RunFolder | None
    record: Mapping[str, Any]
    dealt: int = 0
    seconds: float = 0.0
    on_target: bool = False
    interrupted: bool = False
    _next: int = 0
    _ready: dict[int, C] = field(default_factory=dict)
    _partial: dict[int, ChunkResult[C]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Prepare the sum of nothing and the first look."""
        self.counted = Accumulator(self.job.task.nothing())
        self._chunks = self.job.task.chunks(self.job.deals)
        self._looks = looks()
        self._look = next(self._looks)

    def read_stored(self) -> None:
        """Count what the folder holds, up to the first chunk that is missing."""
        self._advance()

    def complete(self) -> bool:
        """Return whether nothing is left to be dealt."""
        return self.on_target or self._next == self._chunks

    def run(self) -> Iterator[None]:
        """Deal what is missing; yields whenever a chunk has been counted.

        Raises
        ------
        RunError
            A part cannot be written.
        """
        begun = time.perf_counter()
        try:
            # A stored part may turn out damaged only when it is read, hence the outer loop.
            while not self.complete() and not self.job.stop.is_set():
                for result in self.engine.map_unordered(self.job, self._missing()):
                    self._take(result)
                    self.seconds = time.perf_counter() - begun
                    yield
                    if self.on_target:
                        break
            if not self.complete():
                self._take_beginning()
        finally:
            self.job.stop.set()
            self.seconds = time.perf_counter() - begun

    def stopped_by(self) -> StoppedBy:
        """Return why dealing ended."""
        if self.on_target:
            return "target"
        if self._next == self._chunks:
            return "deals"
        return "interrupt" if self.interrupted else "time"

    def _missing(self) -> Iterator[int]:
        for chunk in range(self._next, self._chunks):
            if self.job.stop.is_set() or (chunk != self._next and len(self._ready) > _WAITING):
                return
            if chunk not in self._ready and not self._is_stored(chunk):
                yield chunk

    def _share(self, chunk: int) -> int:
        return self.job.task.chunk_share(chunk, self.job.deals)

    def _stored(self, chunk: int) -> int:
        return self.folder.stored_deals(chunk, hands=self.job.keep_hands) if self.folder else 0

    def _is_stored(self, chunk: int) -> bool:
        return self._stored(chunk) == self._share(chunk)

    def _take(self, result: ChunkResult[C]) -> None:
        self.dealt += result.deals
        if result.deals < self._share(result.chunk):
            self._partial[result.chunk] = result
            return
        self._store(result)
        # What the folder holds is read again when its turn comes.
        if self.folder is None or len(self._ready) < _WAITING_BESIDE_FOLDER:
            self._ready[result.chunk] = result.tally
        self._advance()

    def _store(self, result: ChunkResult[C]) -> None:
        # A chunk stored longer than this command needs it is worth more than the cut one.
        if self.folder and result.deals > self._stored(result.chunk):
            self.folder.save(result, self.record)

    def _advance(self) -> None:
        while not self.complete():
            tally = self._ready.pop(self._next, None)
            if tally is None and self.folder and self._is_stored(self._next):
                tally = self.folder.load(self._next, self.job.task)
            if tally is None:
                return
            self.counted.add(tally)
            self._next += 1
            if self.target and self._next == self._look:
                self._look = next(self._looks)
                self.on_target = self.target.reached(self.counted.total())

    def _take_beginning(self) -> None:
        """Count the beginning of the first chunk that is not whole: dealt just now, or stored by an earlier call."""
        self.interrupted = self.job.stop.interrupted()
        result = self._partial.get(self._next)
        stored = self._stored(self._next)
        if result is not None and result.deals > min(stored, self._share(self._next)):
            self._store(result)
            self.counted.add(result.tally)
        elif self.folder and 0 < stored <= self._share(self._next):
            tally = self.folder.load(self._next, self.job.task)
            if tally is not None:
                self.counted.add(tally)
