"""What ``meldlab analyze`` shows in the terminal: each hand in the way of its family."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meldlab.cli.output.output import Sink
from meldlab.cli.views.games import view_of

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.hand.answer import HandAnswer


def show(analyses: "Sequence[HandAnswer]", sink: Sink, console: "Console", *, heading: str = "") -> None:
    """Draw each analysis, a blank line between them, `heading` before all."""
    if heading:
        console.print(heading, style="dim", soft_wrap=True)
    for place, analysis in enumerate(analyses):
        if place:
            console.print()
        view_of(analysis.objective)(sink).draw(analysis, console)
