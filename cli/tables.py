"""Tables on terminals of any width: words wrap, figures never break and are never cut."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

# Longer words may fold inside a column of words when there is no room; nothing of them is lost.
_KEPT_WHOLE, _KEPT_WHOLE_WHEN_NARROW = 24, 10
_NO_LIMIT = 10_000


def draw(console: "Console", table: "Table") -> None:
    """Print `table` with every column of figures at least as wide as its longest figure.

    Where the terminal is narrower than that, the lines are longer than the terminal, which wraps them: a figure
    on two lines can still be read, half a figure cannot.
    """
    before = console.width
    for kept_whole in (_KEPT_WHOLE, _KEPT_WHOLE_WHEN_NARROW):
        needed = _least_width(console, table, kept_whole=kept_whole)
        if needed <= before:
            break
    console.width = max(before, needed)
    console.print(table)
    console.width = before


def _least_width(console: "Console", table: "Table", *, kept_whole: int) -> int:
    from rich.measure import Measurement

    for column in table.columns:
        column.no_wrap = False
        column.overflow = "fold"
        longest = max((len(word) for cell in (column.header, *column.cells) for word in _words(cell)), default=0)
        column.min_width = longest if column.justify == "right" else min(longest, kept_whole)
    return Measurement.get(console, console.options.update(width=_NO_LIMIT, max_width=_NO_LIMIT), table).minimum


def _words(cell: "RenderableType") -> list[str]:
    from rich.text import Text

    if isinstance(cell, str):
        return cell.split()
    return cell.plain.split() if isinstance(cell, Text) else []
