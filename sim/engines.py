"""Who does the work: one worker, threads of this machine, or a dask cluster, behind one method.

An engine knows nothing of tasks, seeds or stopping: it maps a pure function over chunk numbers and hands back
results as they come.  To stop, the caller ends the stream of numbers and closes the iterator.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol, TypeVar

from meldlab.sim.errors import RunError

R = TypeVar("R")

ENGINES = ("serial", "threads", "dask")
# On some systems a lock cannot be interrupted by Ctrl-C, so waiting comes up for air.
_BREATH_SECONDS = 0.2


class Engine(Protocol):
    """Anything that maps a function over chunk numbers in any order."""

    def map_unordered(self, function: Callable[[int], R], chunk_ids: Iterable[int]) -> Iterator[R]:
        """Yield ``function(chunk)`` for each of `chunk_ids`, as they are done; takes few numbers ahead."""
        ...


class SerialEngine:
    """One chunk after the other in the calling thread."""

    def map_unordered(self, function: Callable[[int], R], chunk_ids: Iterable[int]) -> Iterator[R]:
        """Yield the results in order."""
        yield from map(function, chunk_ids)


class ThreadsEngine:
    """Threads of this process; kernels release the GIL, so they run side by side.

    Parameters
    ----------
    workers : int
        Number of threads.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map_unordered(self, function: Callable[[int], R], chunk_ids: Iterable[int]) -> Iterator[R]:
        """Yield results as they are done, with one chunk more in flight than there are threads."""
        waiting = iter(chunk_ids)
        executor = ThreadPoolExecutor(self.workers, thread_name_prefix="meldlab")
        try:
            flying: set[Future[R]] = set()
            while True:
                # One chunk is ready to start whenever a thread comes free; more would only fill the memory.
                for chunk in islice(waiting, self.workers + 1 - len(flying)):
                    flying.add(executor.submit(function, chunk))
                if not flying:
                    return
                done, flying = wait(flying, timeout=_BREATH_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            # Not waiting: the caller may still have to tell the chunks in flight to stop.
            executor.shutdown(wait=False, cancel_futures=True)


class DaskEngine:
    """A dask cluster: the one of `client`, or what `dask.distributed.Client()` finds or starts.

    Parameters
    ----------
    client : distributed.Client, optional
        A connected client; it is left open.
    workers : int, optional
        Worker processes to start when there is no client and no scheduler in dask's configuration.

    Raises
    ------
    RunError
        dask is not installed.
    """

    def __init__(self, *, client: Any = None, workers: int | None = None) -> None:
        if client is None and find_spec("distributed") is None:
            raise RunError(
                "the dask engine needs the package dask[distributed], which is not installed",
                where="engine 'dask'",
                remedy="Install it with: python -m pip install 'meldlab[cluster]' (or use --engine threads)",
            )
        self._client = client
        self._workers = workers

    def map_unordered(self, function: Callable[[int], R], chunk_ids: Iterable[int]) -> Iterator[R]:
        """Yield results as they are done, with two chunks in flight for each thread of the cluster."""
        from distributed import as_completed

        client, ours = self._connect()
        futures: list[Any] = []
        try:
            waiting = iter(chunk_ids)
            # pure=False: two runs of one function are two runs, the cluster must not hand back old results.
            width = 2 * max(1, sum(client.nthreads().values()))
            futures = client.map(function, list(islice(waiting, width)), pure=False)
            completed = as_completed(futures)
            for future in completed:
                yield future.result()
                futures = [other for other in futures if other is not future]
                future.release()
                for further in client.map(function, list(islice(waiting, 1)), pure=False):
                    futures.append(further)
                    completed.add(further)
        finally:
            client.cancel(futures)
            if ours:
                client.close()

    def _connect(self) -> tuple[Any, bool]:
        if self._client is not None:
            return self._client, False
        import dask
        from distributed import Client

        if dask.config.get("scheduler-address", None):
            return Client(), True
        return Client(n_workers=self._workers, threads_per_worker=1, dashboard_address=None), True


def default_workers() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_engine(name: str, *, workers: int | None = None) -> Engine:
    """Return the engine called `name`.

    Raises
    ------
    RunError
        No such engine, a number of workers below 1, or dask is not installed.
    """
    if workers is not None and workers < 1:
        raise RunError(f"{workers} workers cannot work", where="workers", allowed="1 or more")
    if name == "serial":
        if workers not in (None, 1):
            raise RunError(
                f"the serial engine has one worker, not {workers}", where="workers", remedy="Use the threads engine"
            )
        return SerialEngine()
    if name == "threads":
        return ThreadsEngine(workers or default_workers())
    if name == "dask":
        return DaskEngine(workers=workers)
    raise RunError(f"there is no engine {name!r}", where="engine", allowed=", ".join(ENGINES))
