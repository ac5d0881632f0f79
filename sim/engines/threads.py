"""Work done by threads of this process."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

N = TypeVar("N")
R = TypeVar("R")

# On some systems a lock cannot be interrupted by Ctrl-C, so waiting comes up for air.
_BREATH_SECONDS = 0.2


class ThreadsEngine:
    """Threads of this process; kernels release the GIL, so they run side by side.

    Parameters
    ----------
    workers : int
        Number of threads.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map_unordered(self, function: Callable[[N], R], chunk_ids: Iterable[N]) -> Iterator[R]:
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
