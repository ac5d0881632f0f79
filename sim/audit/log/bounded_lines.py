"""Lines of a log one by one, whatever its size: from a file, stdin or Python; none may be longer than a bound."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from meldlab.sim.common.errors import RunError

#: Bytes of a line; a deal with a thousand turns has a tenth of it.
LONGEST_LINE = 1 << 20
STDIN = "-"
_BYTE_ORDER_MARK = "\ufeff"


@contextmanager
def opened(log: str | Path) -> Iterator[BinaryIO]:
    """Open a log for reading, ``-`` being stdin.

    Raises
    ------
    RunError
        There is no such file, or it cannot be read.
    """
    if str(log) == STDIN:
        if sys.stdin is None:
            raise RunError("stdin is closed", where=STDIN)
        yield sys.stdin.buffer
        return
    try:
        stream = Path(log).open("rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RunError(f"cannot be read: {reason}", where=str(log)) from error
    with stream:
        yield stream


def lines_of(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, each with its number from 1.

    Raises
    ------
    RunError
        A line is too long or no UTF-8, or the file cannot be read on; names the line.
    """
    number = 0
    while True:
        number += 1
        try:
            data = stream.readline(LONGEST_LINE + 1)
        except OSError as error:
            raise RunError(f"cannot be read on: {error.strerror}", where=f"line {number}") from error
        if not data:
            return
        if len(data) > LONGEST_LINE:
            raise RunError("the line is too long", where=f"line {number}", allowed=f"up to {LONGEST_LINE:,} bytes")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise RunError(
                f"byte {error.start + 1} is {data[error.start]:#04x}", where=f"line {number}", allowed="UTF-8"
            ) from error
        if number == 1:
            text = text.removeprefix(_BYTE_ORDER_MARK)
        if not text.isspace():
            yield number, text
