"""The part of a hand's terminal view that games share: the hand, the verdict, its best arrangements, the reasons."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.card_text import CardText

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

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


def draw_hand(
    analysis: ArrangedHand[Arrangement_co],
    console: "Console",
    text: CardText,
    *,
    situation: str,
    verdict: "Text",
    groups: "Callable[[Arrangement_co], Table]",
    list_is_cut: bool = False,
) -> None:
    """Draw a hand with its verdict, a table for each arrangement that is listed, and the reasons."""
    console.print(text.hand(analysis.cards))
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
    console.print(text.sentences(analysis.reasons))
