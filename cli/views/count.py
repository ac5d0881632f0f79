"""What ``meldlab count`` shows: shares that matter, moments, and the histogram of all hands."""

from typing import TYPE_CHECKING, Any

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.histogram import histogram

if TYPE_CHECKING:
    from rich.console import Console


def show_count(result: Any, console: "Console", *, sink: Sink) -> None:
    """Draw the count of a family's hands."""
    answer = result.to_dict()
    console.print(
        f"{result.ruleset.name}: all {counted(result.hands, 'hand')} of {counted(result.cards, 'card')}", soft_wrap=True
    )
    console.print()
    table = sink.empty_table("hands with", numbers=("hands", "probability", "one in"))
    for text, share in answer["features"].items():
        one_in = "" if share["one_in"] is None else f"{share['one_in']:,.6g}"
        table.add_row(text, f"{share['hits']:,}", f"{share['probability']:.6g}", one_in)
    draw(console, table)
    console.print()
    console.print(
        f"deadwood: mean {result.mean:.6f}, sd {result.sd:.6f}, {answer['min']} to {answer['max']} (exact)",
        soft_wrap=True,
    )
    console.print()
    draw(console, histogram(result.histogram, sink, name="deadwood", room=console.width, counted="hands"))
