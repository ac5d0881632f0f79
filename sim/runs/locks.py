"""A folder that only one process writes to."""

import os
from pathlib import Path

from meldlab.sim.common.errors import RunError


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
        while self._handle is None:
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
                pass
            if self._is_in_place(handle):
                self._handle = handle
            else:  # whoever had it a moment ago gave the folder another name
                os.close(handle)

    def check(self) -> None:
        """Pass while the locked folder is where it was, or where there is none at all.

        Raises
        ------
        RunError
            Another folder has taken its place, which may be somebody else's.
        """
        if self._handle is not None and not self._is_in_place(self._handle):
            raise RunError(
                "is another folder than when this command began",
                where=str(self._path),
                remedy="What was finished before is in the first one: put it back and run the command again",
            )

    def _is_in_place(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self._path))
        except FileNotFoundError:  # whoever writes there next is told so
            return True

    def release(self) -> None:
        """Give the lock back, if it is held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
