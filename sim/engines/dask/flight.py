"""Tasks that a cluster has been given: sent, landed, given up; what fails on the way as errors of meldlab."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from meldlab.sim.common.errors import RunError
from meldlab.sim.engines.dask.worker import Failed

# Fetching several results at once saves the way to the scheduler; all of them lie in memory together.
_FETCHED_TOGETHER = 8
_RESUME = "What is done is kept in the output folder, if there is one: the same command goes on from there"


class RemoteTraceback(Exception):  # noqa: N818 - it is no error, it tells of one
    """The traceback of an error that happened on a worker, as text."""


class Flight:
    """The tasks of one run.

    Parameters
    ----------
    client
        A connected client.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._name = f"meldlab-{uuid4().hex}"
        self._numbers = count()
        # dask forgets a task as soon as nobody holds its future: held until landed, and no longer.
        self._flying: dict[Any, Any] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()

    def __len__(self) -> int:
        """Return how many tasks have not landed."""
        return len(self._flying)

    def send(self, function: Callable[..., Any], *arguments: object) -> None:
        """Give the cluster a task: to call `function`."""
        # Not pure: two runs of one function are two runs, the cluster must not hand back old results.
        future = self._client.submit(function, *arguments, key=(self._name, next(self._numbers)), pure=False)
        self._flying[future.key] = future
        future.add_done_callback(self._done.put)

    def landed(self, seconds: float) -> list[Any]:
        """Return what some tasks gave, as soon as there is any; nothing after `seconds`.

        Raises
        ------
        MeldlabError
            A task failed, or the cluster did.
        """
        futures = self._arrived(seconds)
        for future in futures:
            del self._flying[future.key]
        try:
            for future in futures:
                if future.status == "error":
                    future.result()
            results: list[Any] = self._client.gather(futures)
        except Exception as error:
            raise _as_own(error) from error
        for each in results:
            if isinstance(each, Failed):
                raise each.error from RemoteTraceback(each.trace)
        return results

    def _arrived(self, seconds: float) -> list[Any]:
        futures: list[Any] = []
        with suppress(Empty):
            futures.append(self._done.get(timeout=seconds))
            while len(futures) < _FETCHED_TOGETHER:
                futures.append(self._done.get_nowait())
        if self._client.status != "running" or any(each.status == "cancelled" for each in futures):
            raise self._gone()
        lost = [each for each in futures if each.status not in ("finished", "error")]
        for future in lost:  # with the worker that had it; another one is at it already
            future.add_done_callback(self._done.put)
        return [each for each in futures if each not in lost]

    def _gone(self) -> RunError:
        return RunError(
            "went away, or was started anew", where=f"scheduler {self._client.scheduler.address}", remedy=_RESUME
        )

    def cancel(self) -> None:
        """Give up what has not landed; a worker stops after the chunk in hand."""
        with suppress(Exception):  # the scheduler may be gone
            self._client.cancel(list(self._flying.values()))
        self._flying.clear()


def _as_own(error: Exception) -> RunError:
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return RunError(
            f"was the last of {error.allowed_failures + 1} workers that died over the same batch of chunks",
            where=f"worker {error.last_worker.address}",
            remedy=f"Look at its log; it may have run out of memory. {_RESUME}",
        )
    text = " ".join(str(error).split())
    if isinstance(error, ImportError) or "deserialization" in text:
        return RunError(
            f"cannot read the question: {text}",
            where="the cluster",
            remedy="Install the same meldlab on all workers and for the scheduler, too",
        )
    return RunError(f"failed: {type(error).__name__}: {text}", where="the cluster", remedy=_RESUME)
