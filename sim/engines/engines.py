"""Who does the work: one worker, threads of this machine, or a dask cluster, behind one method.

An engine knows nothing of tasks and seeds: it maps a pure function over chunk numbers, or whatever names a piece of
work, and hands back results as they come.  To stop, the caller ends the stream of numbers and closes the iterator.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol, TypeVar, runtime_checkable

from meldlab.kernels.jit import mark_compiled
from meldlab.sim.common.arguments import refuse
from meldlab.sim.common.errors import RunError
from meldlab.sim.engines.serial import SerialEngine
from meldlab.sim.engines.threads import ThreadsEngine
from meldlab.sim.engines.workers import check_workers, default_workers

N = TypeVar("N")
R = TypeVar("R")

ENGINES = ("serial", "threads", "dask")


class Engine(Protocol):
    """Anything that maps a function over chunk numbers in any order."""

    def map_unordered(self, function: Callable[[N], R], chunk_ids: Iterable[N]) -> Iterator[R]:
        """Yield ``function(chunk)`` for each of `chunk_ids`, as they are done; takes few numbers ahead."""
        ...


@runtime_checkable
class RemoteEngine(Engine, Protocol):
    """An engine whose work is done by other processes; inside ``with engine:`` these are kept."""

    def prepare(self, function: Callable[[Any], Any]) -> None:
        """Have the processes compile what `function` needs; returns when the first can begin."""
        ...

    def __enter__(self) -> object:
        """Get hold of the processes; may be nested."""
        ...

    def __exit__(self, *exception: object) -> None:
        """Let go of them."""
        ...


class Preparable(Protocol):
    """A function that compiles kernels and builds tables before it is called."""

    @property
    def compiles(self) -> str | None:
        """By which name the machine knows later that all this has been compiled; None if nothing is."""
        ...

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        ...


def engine_of(given: str | Engine, *, workers: int | None = None) -> Engine:
    """Return the engine of this name, or the one given.

    Raises
    ------
    ArgumentError
        `given` is neither.
    RunError
        No such engine, a number of workers below 1, or dask is not installed.
    """
    if not isinstance(given, str):
        if not hasattr(given, "map_unordered"):
            refuse("engine", given, "'serial', 'threads', 'dask', or an Engine")
        return given
    check_workers(workers)
    if given == "serial":
        if workers not in (None, 1):
            raise RunError(
                f"the serial engine has one worker, not {workers}", where="workers", remedy="Use the threads engine"
            )
        return SerialEngine()
    if given == "threads":
        return ThreadsEngine(workers or default_workers())
    if given == "dask":
        from meldlab.sim.engines.dask.engine import DaskEngine

        return DaskEngine(workers=workers)
    raise RunError(f"there is no engine {given!r}", where="engine", allowed=", ".join(ENGINES))


def compiles_here(engine: Engine) -> bool:
    """Return whether kernels are compiled in this process when `engine` works."""
    return not isinstance(engine, RemoteEngine)


def held(engine: Engine) -> AbstractContextManager[object]:
    """Return the block inside which the processes that `engine` works with are kept, if it works with any."""
    return engine if isinstance(engine, RemoteEngine) else nullcontext()


@contextmanager
def ready(engine: Engine, job: Preparable) -> Iterator[None]:
    """Compile `job` where it will be called, and keep that ready inside the block.

    Raises
    ------
    MeldlabError
        The processes of the engine cannot be reached, or are not fit for the job.
    """
    with held(engine):
        prepare(engine, job)
        yield


def prepare(engine: Engine, job: Preparable) -> None:
    """Compile `job` where `engine` will call it; errors as for `ready`."""
    if isinstance(engine, RemoteEngine):
        engine.prepare(job)  # type: ignore[arg-type]
        return
    job.prepare()
    if job.compiles is not None:
        mark_compiled(job.compiles)
