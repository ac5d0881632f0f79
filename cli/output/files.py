"""Where an answer is written: stdout, a file that is whole or not there, or a device, pipe or link as it is."""

import os
import re
import stat
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from meldlab.cli.output.streams import drop_stdout, needed_stdout
from meldlab.sim.common.errors import MeldlabError

#: Files of a run folder: a data file of such a name would make the run unreadable.
_PART = re.compile(r"(part|hands)-[0-9]{8,}\.parquet")


class Target:
    """A text or binary stream: stdout, or a file that appears under its name only when all of it is written."""

    def __init__(self, path: Path | None, *, binary: bool = False) -> None:
        self._path = path
        self._final = path
        self._binary = binary
        self._stream: IO[Any] | None = None
        self._temporary: Path | None = None

    def __enter__(self) -> IO[Any]:
        if self._path is None:
            return needed_stdout()
        mode, encoding = ("wb", None) if self._binary else ("w", "utf-8")
        try:
            if is_written_through(self._path):
                self._stream = open(self._path, mode, encoding=encoding)
                return self._stream
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.", suffix=".part")
        except OSError as error:
            raise _failure(self._path, error) from error
        self._temporary = Path(name)
        self._stream = os.fdopen(handle, mode, encoding=encoding)
        return self._stream

    def rename(self, path: Path | None) -> Path | None:
        """Let what is written appear as `path`, None: not at all; return where it does appear.

        What is written through, a device or a link, stays where it is.
        """
        if self._temporary is not None:
            self._final = path
        return self._final

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if self._path is None:
            _finish_stdout(error)
            return
        if self._stream is None:
            return
        try:
            self._stream.close()
            if error is None and self._temporary is not None:
                if self._final is None:
                    self._temporary.unlink()
                else:
                    self._temporary.chmod(_mode_of(self._final))
                    self._temporary.replace(self._final)
        except OSError as failure:
            error = failure
        if error is not None:
            if self._temporary is not None:
                self._temporary.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise _failure(self._path, error) from error


def check_target(path: Path, *, inputs: Sequence[str | Path] = (), option: str = "-o") -> None:
    """Refuse an output that cannot or must not be written, before anything is computed.

    Parameters
    ----------
    path
        The file to be written.
    inputs
        Files the command reads; ``-`` is stdin, what is no file (a preset's name) is passed over.
    option
        How the user named it.

    Raises
    ------
    MeldlabError
        It is a folder, read-only, one of the inputs, or its folder is missing.
    """
    where = f"{option} {path}"
    if _PART.fullmatch(path.name):
        raise MeldlabError("is the name of a part of a run", where=where, remedy="Give another name")
    try:
        found = path.stat()
    except OSError:
        _check_folder(path)
        return
    if stat.S_ISDIR(found.st_mode):
        raise MeldlabError("is a folder, and a file is to be written", where=where, remedy="Give the name of a file")
    if not stat.S_ISREG(found.st_mode):
        return
    # Root may write anywhere, but whoever took the write permission away meant it.
    if not found.st_mode & stat.S_IWUSR:
        raise MeldlabError(
            "is read-only and stays as it is", where=where, remedy=f"Choose another name, or: chmod u+w {path}"
        )
    for source in inputs:
        read = _identity(source)
        if read is not None and os.path.samestat(read, found):
            name = "stdin" if str(source) == "-" else f"the input {source}"
            raise MeldlabError(
                f"is the same file as {name}, which would be overwritten", where=where, remedy="Write to another file"
            )


def is_written_through(path: Path) -> bool:
    """Return whether `path` is something to write into: a device, a pipe, a link or a file with several names.

    A new file put over it would cut it off from whoever reads it under another name.
    """
    try:
        found = path.stat()
        return path.is_symlink() or not stat.S_ISREG(found.st_mode) or found.st_nlink > 1
    except OSError:
        return False


def _check_folder(path: Path) -> None:
    folder = path.parent
    try:
        if not stat.S_ISDIR(folder.stat().st_mode):
            raise NotADirectoryError(20, "Not a directory")
    except OSError as error:
        raise _failure(path, error) from error


def _identity(source: str | Path) -> os.stat_result | None:
    try:
        return os.fstat(0) if str(source) == "-" else os.stat(source)
    except (OSError, ValueError):
        return None


def _mode_of(path: Path) -> int:
    """Return the permissions of the file that is replaced; for a new one those of any new file."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _failure(path: Path, error: OSError) -> MeldlabError:
    return MeldlabError(f"cannot be written: {error.strerror or error}", where=str(path))


def _finish_stdout(error: BaseException | None) -> None:
    """Flush, so that a full disk behind a redirection is told now and not as a bug at the very end."""
    try:
        if error is None:
            sys.stdout.flush()
    except OSError as failure:
        error = failure
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        drop_stdout()
        raise MeldlabError(f"cannot be written: {error.strerror or error}", where="stdout") from error
    if isinstance(error, BrokenPipeError):
        raise error
