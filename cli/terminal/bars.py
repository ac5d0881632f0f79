"""A bar on stderr while a command works, when that is a terminal."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from meldlab.cli.terminal.remarks import stderr

S = TypeVar("S")

_WIDTH = 40


def barred(steps: Iterable[S], place: Callable[[S], tuple[int, int | None]], *, quiet: bool) -> Iterator[S]:
    """Pass the steps on and show how far they are.

    Parameters
    ----------
    steps
        The steps of a work.
    place
        How much is done after a step, and how much there is in all; None when nobody knows.
    quiet
        Show nothing.
    """
    if quiet or not sys.stderr.isatty():
        yield from steps
        return
    from rich import progress as bars

    columns = (
        bars.TextColumn("{task.completed:,.0f}"),
        bars.BarColumn(_WIDTH),
        bars.TaskProgressColumn(),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=stderr(), transient=True) as bar:
        work = bar.add_task("work", total=None)
        for step in steps:
            done, total = place(step)
            bar.update(work, completed=done, total=total)
            yield step
