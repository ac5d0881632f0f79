"""Tables on terminals of any width: words wrap, figures never break and are never cut."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.measure import Measurement
    from rich.table import Table

# Longer words may fold inside a column of words when there is no room; nothing of them is lost.
_KEPT_WHOLE, _KEPT_WHOLE_WHEN_NARROW = 24, 12
_NO_LIMIT = 10_000
#: What is tried from first to last: how long a word is kept whole; whether figures stay beside their error.
_WISHES = ((_KEPT_WHOLE, True), (_KEPT_WHOLE_WHEN_NARROW, True), (_KEPT_WHOLE, False), (_KEPT_WHOLE_WHEN_NARROW, False))


def draw(console: "Console", table: "Table") -> None:
    """Print `table` with every column of figures at least as wide as its longest figure.

    Where the terminal is narrower than that, the lines are longer than the terminal, which wraps them: a figure
    on two lines can still be read, half a figure cannot.
    """
    before = console.width
    for kept_whole, lines_whole in _WISHES:
        needed = _least_width(console, table, kept_whole=kept_whole, lines_whole=lines_whole)
        if needed.minimum <= before:
            break
    if needed.maximum > before:
        _share_out(console, table, max(0, before - needed.minimum))
    console.width = max(before, needed.minimum)
    console.print(table)
    console.width = before


def _least_width(console: "Console", table: "Table", *, kept_whole: int, lines_whole: bool) -> "Measurement":
    """Return the width the table needs and the one it would like, after setting the least width of its columns."""
    from rich.measure import Measurement

    for column in table.columns:
        column.no_wrap = False
        column.overflow = "fold"
        longest = max((len(word) for cell in (column.header, *column.cells) for word in _words(cell)), default=0)
        if lines_whole and column.justify == "right":
            longest = max(longest, *(len(" ".join(_words(cell))) for cell in column.cells), 0)
        column.min_width = longest if column.justify == "right" else min(longest, kept_whole)
    return Measurement.get(console, console.options.update(width=_NO_LIMIT, max_width=_NO_LIMIT), table)


def _share_out(console: "Console", table: "Table", spare: int) -> None:
    """Fix the widths of the columns: the least of each, and one more to the narrowest in turn while there is room."""
    from rich.measure import Measurement

    wished = {}
    for column in table.columns:
        if column.width is None:
            cells = (column.header, *column.cells)
            wishes = [Measurement.get(console, console.options.update(max_width=_NO_LIMIT), cell) for cell in cells]
            wished[id(column)] = max(wish.maximum for wish in wishes)
            column.width = column.min_width
    open_columns = [column for column in table.columns if id(column) in wished]
    for _ in range(spare):
        wanting = [column for column in open_columns if (column.width or 0) < wished[id(column)]]
        if not wanting:
            return
        least = min(wanting, key=lambda column: (column.width or 0) / wished[id(column)])
        least.width = (least.width or 0) + 1


def _words(cell: "RenderableType") -> list[str]:
    from rich.text import Text

    if isinstance(cell, str):
        return cell.split()
    return cell.plain.split() if isinstance(cell, Text) else []
