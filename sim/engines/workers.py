"""How many workers there are."""

import os

from meldlab.sim.common.errors import RunError


def default_workers() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_workers(workers: int | None) -> None:
    """Pass for a number of workers that can work, or none given; RunError for others."""
    if workers is not None and workers < 1:
        raise RunError(f"{workers} workers cannot work", where="workers", allowed="1 or more")
