"""The part of a hand's view that families share: the hand, the verdict, its best arrangements, the reasons; its row."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from meldlab.cli.options.options import Format
from meldlab.cli.output.flat_cells import cells_of
from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.card_text import CardText
from meldlab.sim.common.notation import format_cards

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.hand.answer import HandAnswer

Arrangement_co = TypeVar("Arrangement_co", covariant=True)


class ArrangedHand(Protocol[Arrangement_co]):
    """The answer for a hand that has a best arrangement, all of them where they were asked for."""

    @property
    def cards(self) -> tuple[int, ...]:
        """The hand."""

    @property
    def best(self) -> Arrangement_co:
        """An arrangement that none surpasses."""

    @property
    def arrangements(self) -> tuple[Arrangement_co, ...]:
        """All of them, where they were asked for."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the answer is what it is, in sentences."""


class HandView(ABC):
    """Shows the hands of a family.

    Parameters
    ----------
    sink
        Where they are shown.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._text = CardText(sink)

    @abstractmethod
    def draw(self, analysis: Any, console: "Console") -> None:
        """Draw one analysis."""

    def row(self, answer: "HandAnswer", format: Format) -> dict[str, object]:
        """Return the answer as a row of plain cells, for formats without nesting; the fields are those of the JSON."""
        return {"hand": format_cards(answer.cards), **cells_of(answer.to_dict(), format)}

    def _draw_hand(
        self,
        analysis: ArrangedHand[Arrangement_co],
        console: "Console",
        *,
        situation: str,
        verdict: "Text",
        groups: "Callable[[Arrangement_co], Table]",
        list_is_cut: bool = False,
    ) -> None:
        """Draw a hand with its verdict, a table for each arrangement that is listed, and the reasons."""
        console.print(self._text.hand(analysis.cards))
        console.print(situation, style="dim")
        console.print()
        console.print(verdict)
        every = analysis.arrangements or (analysis.best,)
        for place, arrangement in enumerate(every, start=1):
            if len(every) > 1:
                console.print(f"\nArrangement {place} of {len(every)}", style="bold")
            draw(console, groups(arrangement))
        if list_is_cut:
            console.print(f"\nThe list stops here, at {len(every)}: there may be more arrangements.", style="bold")
        console.print(self._text.sentences(analysis.reasons))
