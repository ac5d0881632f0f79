"""What a worker of a cluster does: it opens the work that a client has sent, once, and counts batches of chunks.

A worker is a process that meldlab does not start, so it may be of another version.  It therefore compares versions
before it opens anything, with each batch: workers may join at any time.
"""

import ctypes
import logging
import pickle
import threading
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from traceback import format_exception
from typing import Any, NamedTuple

from meldlab.kernels.jit import is_compiled, kernel_version, mark_compiled
from meldlab.sim.common.errors import MeldlabError, RunError
from meldlab.sim.common.version import __version__

#: The topic of the events by which workers tell clients what takes them long.
TOPIC = "meldlab"

# A client may have two runs at once, or one after the other; the tables of old ones would only fill the memory.
_FUNCTIONS_KEPT = 2
# Larger results hold hands, which hardly shrink: packing them would take as long as dealing them.
_MOST_PACKED = 2**22

# Numbers that glibc's malloc.h gives these settings.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3

# dask shows what is logged under its own name.
_log = logging.getLogger("distributed.worker.meldlab")
# Of two threads that come at once, one opens the function and the other waits for it.
_opening = threading.Lock()


class Versions(NamedTuple):
    """What must be the same wherever chunks of one run are counted."""

    meldlab: str
    kernels: str

    def refusal(self, there: "Versions", worker: str) -> RunError | None:
        """Return the error that a worker with the versions `there` causes; None if they are these."""
        names = ("meldlab", "kernels")
        other = [f"{name} {theirs}" for name, ours, theirs in zip(names, self, there, strict=True) if ours != theirs]
        if not other:
            return None
        return RunError(
            f"has {' and '.join(other)}, this run meldlab {self.meldlab} and kernels {self.kernels}",
            where=f"worker {worker}",
            remedy="Install the same meldlab there, or take this worker out of the cluster",
        )


class Sent(NamedTuple):
    """A function as it travels, with the versions of the client."""

    function: bytes
    versions: Versions


class Counted(NamedTuple):
    """What a batch gave: a packed result for each chunk, and the seconds that counting took."""

    results: list[bytes]
    seconds: float


@dataclass(frozen=True)
class Failed:
    """What comes back instead of results: an error of meldlab, and the traceback as text, which no error takes along.

    It is handed over as a value: a task that raises is shown at length by dask, on terminals too.
    """

    error: MeldlabError
    trace: str


class WorkerError(RunError):
    """A worker failed by something that is no error of meldlab's own."""

    shows_cause = True


def versions() -> Versions:
    """Return those of this process."""
    return Versions(__version__, kernel_version())


def introduced(dask_worker: Any) -> tuple[str, Versions]:
    """Return the name and the versions of a worker; asked of each one when a run begins."""
    return named(dask_worker.name, dask_worker.address), versions()


def prepare(sent: Sent) -> Counted | Failed:
    """Open the function on this worker, so that no batch has to wait for compilation; counts nothing."""
    return count(sent, ())


def count(sent: Sent, chunks: Sequence[Any]) -> Counted | Failed:
    """Return the function's result for each of `chunks`, or why there is none.

    Raises
    ------
    distributed.Reschedule
        Nobody wants the batch any more.
    """
    from distributed import Reschedule

    is_wanted = _watch_of_this_task()
    results = []
    try:
        function = _open(sent)
        begun = perf_counter()
        for chunk in chunks:
            if not is_wanted():
                # Should somebody want it again by then, it must begin anew: so dask is told, and never gets a part.
                raise Reschedule
            results.append(pack(function(chunk)))
    except Reschedule:
        raise
    except Exception as error:
        return _failed(error)
    return Counted(results, perf_counter() - begun)


def pack(result: object) -> bytes:
    """Return a result as bytes, compressed if that is worth the time."""
    raw = pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)
    return b"z" + zlib.compress(raw, level=1) if len(raw) <= _MOST_PACKED else b"-" + raw


def unpack(packed: bytes) -> Any:
    """Return what was packed."""
    content = memoryview(packed)[1:]
    return pickle.loads(zlib.decompress(content) if packed[:1] == b"z" else content)


def named(name: object, address: str) -> str:
    """Return what people call a worker: its address, and its name if it has one."""
    return address if str(name) == address else f"{name} ({address})"


def _open(sent: Sent) -> Any:
    refused = sent.versions.refusal(versions(), _this_worker())
    if refused is not None:
        raise refused
    with _opening:
        return _opened(sent.function)


@lru_cache(maxsize=_FUNCTIONS_KEPT)
def _opened(packed: bytes) -> Any:
    """Return a function, prepared: the one place where a worker compiles kernels and builds tables."""
    _keep_memory()
    function = pickle.loads(packed)
    if hasattr(function, "prepare"):
        compiles = getattr(function, "compiles", None)
        if compiles is not None and not is_compiled(compiles):
            _tell("compiling")
        begun = perf_counter()
        function.prepare()
        _log.info("meldlab: ready after %.1f s", perf_counter() - begun)
        if compiles is not None:
            mark_compiled(compiles)
    return function


def _keep_memory() -> None:
    """Let the allocator keep what is freed, up to some megabytes.

    dask has its workers give memory back at once.  Kernels ask for the same arrays again with each slice of deals, and
    the system would have to clear their pages each time, which takes as long as dealing gin.
    """
    with suppress(OSError, AttributeError):  # other systems than Linux, other C libraries than glibc
        library = ctypes.CDLL(None)
        library.mallopt(_M_MMAP_THRESHOLD, 2**25)
        library.mallopt(_M_TRIM_THRESHOLD, 2**26)


def _tell(doing: str) -> None:
    from distributed import get_worker

    _log.info("meldlab: %s", doing)
    get_worker().log_event(TOPIC, {"worker": _this_worker(), "doing": doing})


def _watch_of_this_task() -> Callable[[], bool]:
    """Return what says whether the task that is running has not been cancelled; asks nobody but this process."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return lambda: task is None or task.state != "cancelled"


def _failed(error: Exception) -> Failed:
    trace = "".join(format_exception(error.__cause__ or error))
    _log.warning("meldlab: a batch failed\n%s", trace)
    if isinstance(error, MeldlabError):
        return Failed(error, trace)
    return Failed(WorkerError(f"failed: {type(error).__name__}: {error}", where=f"worker {_this_worker()}"), trace)


def _this_worker() -> str:
    from distributed import get_worker

    worker = get_worker()
    return named(worker.name, worker.address)
