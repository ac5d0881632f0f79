"""A histogram in the terminal: a row for values side by side, with a bar that gives way where there is no room."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from meldlab.cli.output.output import Sink

if TYPE_CHECKING:
    from rich.table import Table

_BAR_WIDTH, _LEAST_BAR_WIDTH = 40, 4
_BESIDE_THE_BARS = 28
_MOST_BARS = 24
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)


def histogram(counts: Mapping[int, int], sink: Sink, *, name: str, room: int, counted: str | None = None) -> "Table":
    """Return the table of a histogram.

    Parameters
    ----------
    counts
        How often each value came.
    name
        What the values are.
    room
        Columns of the terminal.
    counted
        What was counted: a column with the numbers themselves beside their shares.  None: no such column.
    """
    from rich.bar import Bar

    step = _step(max(counts) - min(0, *counts))
    binned: dict[int, int] = {}
    for value, count in counts.items():
        binned[value // step] = binned.get(value // step, 0) + count
    largest, total = max(binned.values()), sum(binned.values())
    beside = _BESIDE_THE_BARS if counted is None else _BESIDE_THE_BARS + len(f"{largest:,}") + 3
    # The bars are decoration: they give way first.
    length = max(_LEAST_BAR_WIDTH, min(_BAR_WIDTH, room - beside))
    table = sink.empty_table(numbers=(name, *([] if counted is None else [counted]), "share"))
    table.add_column("", width=length)
    top = max(counts)
    for place in range(min(0, *binned), max(binned) + 1):
        count = binned.get(place, 0)
        first, last = place * step, min(place * step + step - 1, top)
        label = str(first) if first == last else f"{first} to {last}" if first < 0 else f"{first}-{last}"
        numbers = [] if counted is None else [f"{count:,}"]
        bar = (
            "#" * round(length * count / largest) if sink.ascii else Bar(size=largest, begin=0, end=count, width=length)
        )
        table.add_row(label, *numbers, f"{100 * count / total:.3f} %", bar)
    return table


def _step(largest: int) -> int:
    return next((step for step in _STEPS if largest // step < _MOST_BARS), largest // _MOST_BARS + 1)
