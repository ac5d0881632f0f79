"""A folder that only one process writes to."""

import os
from contextlib import suppress
from pathlib import Path

from meldlab.sim.errors import RunError


class FolderLock:
    """A lock on a folder: it vanishes with the process, however that ends, and leaves no file behind.

    Parameters
    ----------
    path : Path
        The folder; it must exist when the lock is taken.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> None:
        """Take the lock.

        Raises
        ------
        RunError
            Another process has it.
        OSError
            There is no such folder.
        """
        try:
            import fcntl
        except ImportError:  # Windows has no such lock; running one command twice there is the user's care
            return
        handle = os.open(self._path, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(handle)
            raise RunError(
                "another meldlab process is writing to this folder",
                where=str(self._path),
                remedy="Wait for it, or choose another output folder",
            ) from error
        except OSError:  # some network file systems cannot lock; that must not forbid the run
            with suppress(OSError):
                os.close(handle)
            return
        self._handle = handle

    def release(self) -> None:
        """Give the lock back, if it is held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
