"""Commands of meldlab as processes of their own, killed while they write to a run folder."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

#: SIGKILL is POSIX.
KILLABLE = os.name == "posix"

#: Longest wait for further parts; kernels may have to be compiled first.
_PATIENCE = 120


def command(*words: str, before: str = "") -> list[str]:
    """Return what starts `meldlab` with these words; `before` is run first."""
    start = f"import sys; {before or 'pass'}; from meldlab.cli.__main__ import main; sys.exit(main())"
    return [sys.executable, "-c", start, *words]


def kill_again_and_again(
    start: Sequence[str],
    folder: Path,
    *,
    parts: Sequence[int],
    delays: random.Random | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[list[Path]]:
    """Start a command, kill it once its folder has so many parts, and again; yield the parts after each kill.

    Parameters
    ----------
    start
        The command, which writes to `folder`.
    parts
        Parts to wait for before each kill.
    delays
        Where the moments of the kills come from: up to 30 ms later.  None: at once.
    environment
        That of the command, if not this process's own.
    """
    for least in parts:
        with subprocess.Popen(
            start, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            deadline = time.monotonic() + _PATIENCE
            while len(list(folder.glob("part-*.parquet"))) < least:
                if process.poll() is not None:
                    pytest.fail(f"ended before it was killed: {process.communicate()[1]}")
                assert time.monotonic() < deadline
                time.sleep(0.002)
            if delays is not None:
                time.sleep(delays.uniform(0, 0.03))
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
        yield sorted(folder.glob("part-*.parquet"))
