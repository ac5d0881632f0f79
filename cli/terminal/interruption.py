"""Ctrl-C and SIGTERM during a long run: the first one asks it to stop and show what is done, the second ends it."""

import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meldlab.sim.counting.stopping import StopSignal
    from meldlab.sim.play.result import PlayResult
    from meldlab.sim.simulate.simulation import Simulation

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """Remembers the signal that came, also before there was anything to stop."""

    def __init__(self) -> None:
        self._number: int | None = None
        self._times = 0
        self._stop: StopSignal | None = None

    @property
    def came(self) -> bool:
        """Whether a signal was caught."""
        return self._number is not None

    @property
    def insisted(self) -> bool:
        """Whether a second signal came: the user does not want to wait for the answer."""
        return self._times > 1

    @property
    def exit_code(self) -> int:
        """The exit code a shell expects: 130 after Ctrl-C, 143 after SIGTERM."""
        return 128 + (self._number or signal.SIGINT)

    def stops(self, stop: "StopSignal") -> None:
        """Pass the signal on to `stop` from now on."""
        self._stop = stop
        if self._number is not None:
            stop.set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Catch the signals inside the block: the first one asks to stop, the next one raises KeyboardInterrupt."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.getsignal(number) for number in _SIGNALS}

        def ask(number: int, frame: FrameType | None) -> None:
            self._number = number
            self._times += 1
            if self._stop is not None:
                self._stop.set()
            if self.insisted:
                raise KeyboardInterrupt

        for number, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(number, ask)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def typed_command() -> str:
    """Return the command line as it was typed."""
    return shlex.join(["meldlab", *sys.argv[1:]])


def told(result: "Simulation | PlayResult", folder: Path | None, command: str) -> str:
    """Return what an interrupted run has to say: what there is, and how to go on.

    Parameters
    ----------
    result
        What was dealt, perhaps nothing.
    folder
        The folder of the run.
    command
        The command line, which perhaps names no seed.
    """
    seed = f"seed {result.seed}"
    if folder is not None and any(folder.glob("part-*.parquet")):
        return f"Interrupted, {seed}. What is done is kept in {folder}: the same command goes on from there."
    if result.deals:
        return (
            f"Interrupted, {seed}. To see these numbers again: --seed {result.seed} -n {result.deals}; "
            "a run with -o DIR can be resumed."
        )
    words = shlex.split(command)
    if not any(word.partition("=")[0] == "--seed" for word in words):
        command += f" --seed {result.seed}"
    return f"Interrupted before the first deals were counted, {seed}; nothing is kept. To run it: {command}"
