"""Runs of played deals, whatever is counted of them: their options, how far they are, the run itself."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from meldlab.sim.common.arguments import check_path, check_text, whole
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import CONTRACT
from meldlab.sim.common.seeds import check_seed, root_seed
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.counting.task import Chunked
from meldlab.sim.engines.engines import Engine, compiles_here, engine_of, ready
from meldlab.sim.play.counts import PlayCounts
from meldlab.sim.play.task import DealsJob
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.loop import RunLoop
from meldlab.sim.runs.provenance import provenance
from meldlab.sim.table.block import MOST_DEALS

#: Deals when no number is given.
USUAL_DEALS = 10_000

R = TypeVar("R")


@dataclass(frozen=True)
class Options:
    """How deals are played; each as for `meldlab.play`, where the defaults are told too.

    Raises
    ------
    ArgumentError, RunError
        One of them is of a wrong type, or the seed is none.
    """

    deals: int | None = None
    seed: int | None = None
    players: int | None = None
    contract: str | None = None
    workers: int | None = None
    engine: str | Engine = "threads"
    out: str | Path | None = None
    stop: StopSignal | None = None
    command: str = "meldlab.compare"

    def __post_init__(self) -> None:
        check_text("contract", self.contract, allowed=CONTRACT)
        check_path("out", self.out)
        for name in ("deals", "seed", "players", "workers"):
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        check_seed(self.seed)

    def most(self, usual: int = USUAL_DEALS, *, unit: str = "deals") -> int:
        """Return how many deals are wanted, by default as many as usual; RunError where nobody can play so many."""
        most = usual if self.deals is None else self.deals
        if not 1 <= most <= MOST_DEALS:
            raise RunError(f"{most:,} {unit} cannot be played", where="deals", allowed=f"1 to {MOST_DEALS:,}")
        return most


@dataclass(frozen=True)
class DealsProgress(Generic[R]):
    """How far a run is.

    Attributes
    ----------
    deals, total : int
        Deals counted so far, and wanted.
    preparing : bool
        True once, before kernels are compiled.
    task : Chunked
    seconds : float
    seed : int
    result
        With the last progress only.
    """

    deals: int
    total: int
    preparing: bool
    task: Chunked[PlayCounts]
    seconds: float
    seed: int
    result: R | None = None

    @property
    def kernels(self) -> str:
        """What is compiled for it."""
        return f"play-{self.task.objective}"

    @property
    def place(self) -> tuple[int, int]:
        """How much is done, and how much there is in all."""
        return self.deals, self.total


class _DealsLoop(RunLoop[PlayCounts]):
    job: DealsJob


def iter_run(
    task: Chunked[PlayCounts],
    job: Callable[[int, StopSignal], DealsJob],
    options: Options,
    parameters: Mapping[str, Any],
    result: Callable[..., R],
) -> Iterator[DealsProgress[R]]:
    """Return an iterator that plays and counts deals, or goes on with those in the folder `out`.

    Parameters
    ----------
    task
    job
        Makes the job of the task from the root seed and the signal that ends the run.
    options
    parameters
        For the record.
    result
        Makes the result, given what `CountedDeals` holds.

    Raises
    ------
    RunError
        `out` belongs to another run.
    """
    folder = RunFolder(Path(options.out)) if options.out is not None else None
    root = root_seed(options.seed, () if folder is None else (folder.seed,))
    if folder is not None:
        folder.check(task, root)
    record = provenance(task, seed=root, command=options.command, parameters=parameters)
    made = job(root, StopSignal(parent=options.stop))
    return _progress(_DealsLoop(made, engine_of(options.engine, workers=options.workers), None, folder, record), result)


def _progress(loop: _DealsLoop, result: Callable[..., R]) -> Iterator[DealsProgress[R]]:
    job = loop.job

    def step(*, preparing: bool = False) -> DealsProgress[R]:
        return DealsProgress(loop.counted.deals, job.deals, preparing, job.task, loop.seconds, job.seed)

    loop.read_stored()
    if not loop.complete():
        yield step(preparing=compiles_here(loop.engine))
        for _ in _played(loop):
            yield step()
    yield replace(step(), result=result(**_counted(loop)))


def _played(loop: _DealsLoop) -> Iterator[None]:
    folder = loop.folder
    if folder is not None:
        folder.start()
    try:
        with ready(loop.engine, loop.job):
            yield from loop.run()
    finally:
        if folder is not None:
            folder.close()


def _counted(loop: _DealsLoop) -> dict[str, Any]:
    job, folder = loop.job, loop.folder
    counts, stopped_by = loop.counted.total(), loop.stopped_by()
    messages = () if folder is None else (*folder.messages, *folder.foreign(chunks=job.task.chunks(job.deals)))
    return {
        "task": job.task,
        "counts": counts,
        "columns": job.columns,
        "how": job.how,
        "seed": job.seed,
        "dealt": loop.dealt,
        "seconds": loop.seconds,
        "stopped_by": stopped_by,
        "provenance": {**loop.record, "stopped_by": stopped_by, "deals": counts.deals},
        "messages": messages,
    }
