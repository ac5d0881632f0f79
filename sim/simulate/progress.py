"""How far a simulation is, step by step until its result."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from meldlab.sim.counting.tally import Tally
from meldlab.sim.engines.engines import compiles_here, ready
from meldlab.sim.query.conditions import Condition
from meldlab.sim.runs.loop import RunLoop
from meldlab.sim.simulate.chunk_job import ChunkJob
from meldlab.sim.simulate.simulation import Simulation
from meldlab.sim.simulate.task import Task


class SimulationDealing(RunLoop[Tally]):
    """The dealing of a simulation: hands, counted in a tally."""

    job: ChunkJob


@dataclass(frozen=True)
class Progress:
    """How far a simulation is.

    Attributes
    ----------
    deals : int
        Deals counted so far, those read from the output folder included.
    total : int or None
        Deals wanted; None when only a target or the clock ends the run.
    dealt : int
        Deals made by this call.
    seconds : float
        Seconds spent dealing.
    seed : int
        The seed in use.
    preparing : bool
        True once, before kernels are compiled and tables built here (never when nothing is left to be dealt, or when
        other processes deal).
    result : Simulation or None
        The result, with the last progress only.
    """

    deals: int
    total: int | None
    dealt: int
    seconds: float
    seed: int
    preparing: bool
    result: Simulation | None
    _dealing: SimulationDealing = field(repr=False, compare=False)

    @property
    def tally(self) -> Tally:
        """The counts at the moment of asking."""
        return self._dealing.counted.total()

    @property
    def task(self) -> Task:
        """What is dealt."""
        return self._dealing.job.task

    @property
    def rate(self) -> float | None:
        """Deals a second, None before the first chunk."""
        return self.dealt / self.seconds if self.dealt and self.seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the last deal at this rate, None when unknown."""
        return (self.total - self.deals) / self.rate if self.total is not None and self.rate else None


def progress_of(
    dealing: SimulationDealing, *, features: tuple[Condition, ...], total: int | None
) -> Iterator[Progress]:
    """Run `dealing` and yield its progress, the last with the result.

    Parameters
    ----------
    dealing
        The work.
    features
        Rows of the result's table.
    total
        Deals wanted, None when unknown.

    Raises
    ------
    RunError
        The output folder cannot be written.
    """

    def step(*, preparing: bool = False, result: Simulation | None = None) -> Progress:
        return Progress(
            dealing.counted.deals, total, dealing.dealt, dealing.seconds, dealing.job.seed, preparing, result, dealing
        )

    dealing.read_stored()
    if not dealing.complete():
        yield step(preparing=compiles_here(dealing.engine))
        yield from (step() for _ in _dealt(dealing))
    yield step(result=_result(dealing, features))


def _dealt(dealing: SimulationDealing) -> Iterator[None]:
    folder = dealing.folder
    if folder is not None:
        folder.start()
    try:
        with ready(dealing.engine, dealing.job):
            dealing.job.stop.start_clock()
            yield
            yield from dealing.run()
    finally:
        if folder is not None:
            folder.close()


def _result(dealing: SimulationDealing, features: tuple[Condition, ...]) -> Simulation:
    tally = dealing.counted.total()
    stopped_by = dealing.stopped_by()
    target = dealing.target
    return Simulation(
        task=dealing.job.task,
        tally=tally,
        sources=((dealing.job.seed, tally.deals),),
        features=features,
        dealt=dealing.dealt,
        seconds=dealing.seconds,
        stopped_by=stopped_by,
        target_reached=None if target is None else dealing.on_target or target.reached(tally),
        provenance={**dealing.record, "stopped_by": stopped_by, "deals": tally.deals},
        messages=_messages(dealing),
    )


def _messages(dealing: SimulationDealing) -> tuple[str, ...]:
    folder = dealing.folder
    if folder is None:
        return ()
    unasked = dealing.job.keep_hands and not dealing.record["parameters"]["keep_hands"]
    kept = [f"{folder.path} holds hands, so those dealt now are kept there, too"] if unasked and dealing.dealt else []
    about = dealing.job.deals if dealing.stopped_by() in ("interrupt", "time") else dealing.counted.deals
    foreign = folder.foreign(chunks=dealing.job.task.chunks(about))
    return (*folder.messages, *foreign, *kept, *folder.hands_apart())
