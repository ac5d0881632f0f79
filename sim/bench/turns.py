"""Timing by turns: actions that are compared run alternately, so that whatever disturbs one disturbs all."""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Action = Callable[[], object]


def take_turns(
    actions: Mapping[Key, Action], *, rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[Key, float]:
    """Return the median seconds of each action.

    Parameters
    ----------
    actions
        What is timed; each is called once before, untimed, so that code is compiled and memory is touched.
    rounds
        How often each is timed, at least 1.
    clock
        Seconds.  By default the processor time of this process: right for one thread, and it does not count
        what other programs take away.  For several threads use ``time.perf_counter``.
    """
    for action in actions.values():
        action()
    seconds: dict[Key, list[float]] = {key: [] for key in actions}
    for _ in range(rounds):
        for key, action in actions.items():
            start = clock()
            action()
            seconds[key].append(clock() - start)
    return {key: statistics.median(times) for key, times in seconds.items()}
