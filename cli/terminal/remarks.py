"""What is said on stderr, where it never mixes with data."""

import os
import sys
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def printable(text: str) -> str:
    """Return `text` with the characters that steer a terminal written out: it may come from anybody's file."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else repr(letter)[1:-1] for letter in text)


WIDTH_WITHOUT_TERMINAL = 100


def stderr() -> "Console":
    """Return a rich console for progress, warnings and errors."""
    return console_on(sys.stderr)


def remark(text: str, *, quiet: bool = False) -> None:
    """Say something about the answer on stderr, where it never mixes with data."""
    if not quiet:
        print(printable(text), file=sys.stderr)  # noqa: T201


def remark_all(messages: Iterable[str], *, quiet: bool = False) -> None:
    """Say what a person should know of an answer, a line each."""
    for message in messages:
        remark(f"meldlab: {message}", quiet=quiet)


def console_on(stream: IO[str]) -> "Console":
    """Return a rich console for a stream; without a terminal it is as wide as the house has it."""
    from rich.console import Console

    narrow = None if stream.isatty() or "COLUMNS" in os.environ else WIDTH_WITHOUT_TERMINAL
    return Console(file=stream, width=narrow, highlight=False, markup=False, emoji=False)
