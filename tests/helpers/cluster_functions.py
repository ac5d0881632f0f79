"""Functions that workers of a cluster are given by tests: modules that processes other than pytest's can import."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fake_workload import FakeFactory, FakeWorkload

from meldlab.sim.common.errors import QueryError
from meldlab.sim.counting.stopping import StopSignal


@dataclass(frozen=True)
class Prepared:
    """Writes down where it is prepared, and answers who has called it."""

    folder: Path
    compiles: str | None = None

    def prepare(self) -> None:
        with (self.folder / f"prepared-{os.getpid()}").open("a") as lines:
            lines.write("once\n")

    def __call__(self, chunk: int) -> int:
        return os.getpid()


@dataclass(frozen=True)
class Slow:
    """Takes its time; `stop` is the signal that the client watches."""

    seconds: float
    stop: StopSignal

    def __call__(self, chunk: int) -> int:
        time.sleep(self.seconds)
        return chunk


@dataclass(frozen=True)
class Marking:
    """Quick at first, so that batches grow, then slow; leaves a mark for each slow chunk."""

    place: Path
    quick: int

    def __call__(self, chunk: int) -> int:
        if chunk >= self.quick:
            (self.place / str(chunk)).touch()
            time.sleep(0.05)
        return chunk


@dataclass(frozen=True)
class Refusing:
    """Raises an error of meldlab's own for one chunk."""

    chunk: int

    def __call__(self, chunk: int) -> int:
        if chunk == self.chunk:
            raise QueryError("is not answered", where=f"chunk {chunk}", allowed="others")
        return chunk


@dataclass(frozen=True)
class Faulty:
    """Divides by zero for one chunk."""

    chunk: int

    def __call__(self, chunk: int) -> float:
        return 1 / (chunk - self.chunk)


@dataclass(frozen=True)
class Deadly:
    """Ends the process that comes to one chunk, every time."""

    chunk: int

    def __call__(self, chunk: int) -> int:
        if chunk == self.chunk:
            os._exit(1)
        return chunk


@dataclass(frozen=True)
class DeadlyOnce(FakeFactory):
    """A workload whose first worker dies while it deals chunk number 5."""

    mark: Path = Path()

    def __call__(self, ruleset: Any, *, decks: int, wild: str | None, seed: int) -> FakeWorkload:
        return _DeadlyWorkload(seed, mark=self.mark)


@dataclass(frozen=True)
class _DeadlyWorkload(FakeWorkload):
    mark: Path = Path()

    def stream(self, chunk: int) -> Any:
        if chunk == 5 and not self.mark.exists():
            self.mark.touch()
            os._exit(1)
        return super().stream(chunk)
