"""The three standard streams, which a caller may have closed (``<&-``, ``>&-``, ``2>&-``), and the width they have."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO, NoReturn, TextIO, cast

from meldlab.sim.common.errors import MeldlabError

_SENSIBLE_WIDTHS = range(20, 2001)
#: Bytes of a line; what is read of it has far fewer characters.
_LONGEST_LINE = 1 << 20


class ClosedStream(io.TextIOBase):
    """Stands where Python has None for a stream that was closed from outside; using it is told as one clear error."""

    def __init__(self, name: str, remedy: str) -> None:
        super().__init__()
        self._name = name
        self._remedy = remedy

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """UTF-8: nothing that is printed is at fault."""
        return "utf-8"

    def write(self, text: str) -> NoReturn:
        """Refuse."""
        self.refuse()

    def readline(self, size: int = -1) -> NoReturn:  # type: ignore[override]
        """Refuse."""
        self.refuse()

    def read(self, size: int | None = -1) -> NoReturn:
        """Refuse."""
        self.refuse()

    def refuse(self) -> NoReturn:
        """Raise the error that names the stream."""
        raise MeldlabError("is closed", where=self._name, remedy=self._remedy)


def mend_streams() -> None:
    """Put something in the place of closed streams, and forget a width no terminal has.

    The numbers 0 to 2 are taken first: the next file opened would get a free one, and prints meant for stderr
    would end up in it.  A closed stderr is silence, a closed stdin or stdout an error as soon as it is used.
    """
    for number in range(3):
        with contextlib.suppress(OSError):
            os.fstat(number)
            continue
        os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stdin is None:
        sys.stdin = cast("TextIO", ClosedStream("stdin", "Give the cards as arguments or a file"))
    if sys.stdout is None:
        sys.stdout = cast("TextIO", ClosedStream("stdout", "Open it, or write to a file with -o"))
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - lives as long as the process
    columns = os.environ.get("COLUMNS")
    if columns is not None and not (columns.isdecimal() and int(columns) in _SENSIBLE_WIDTHS):
        del os.environ["COLUMNS"]


def needed_stdout() -> TextIO:
    """Return stdout.

    Raises
    ------
    MeldlabError
        It is closed.
    """
    if isinstance(sys.stdout, ClosedStream):
        sys.stdout.refuse()
    return sys.stdout


def needed_stdin() -> TextIO:
    """Return stdin.

    Raises
    ------
    MeldlabError
        It is closed.
    """
    if isinstance(sys.stdin, ClosedStream):
        sys.stdin.refuse()
    return sys.stdin


def drop_stdout() -> None:
    """Send what is still to be printed nowhere, so that the interpreter's last flush cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def without_reader() -> Iterator[None]:
    """Go on in silence where nobody reads stdout any more (``| head``): what is printed is lost, and nothing else."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
    except SystemExit as stop:
        if not isinstance(stop.__context__, BrokenPipeError):  # rich makes this of it
            raise
        drop_stdout()


def bounded_lines(raw: BinaryIO) -> Iterator[str]:
    """Yield the lines of a stream as UTF-8, whatever the habit of the machine; strange bytes spoil their card only.

    Of a line that is longer than any may be, only the beginning is kept: enough to see that it is too long.
    """
    encoding = "utf-8-sig"  # editors on Windows put a byte-order mark in front
    while line := raw.readline(_LONGEST_LINE + 1):
        rest = line
        while len(line) > _LONGEST_LINE and rest and not rest.endswith(b"\n"):
            rest = raw.readline(_LONGEST_LINE)
        yield line.decode(encoding, errors="replace")
        encoding = "utf-8"
