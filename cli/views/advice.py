"""Advice in the terminal, the same for every game: how far, what helps, how likely, and what to throw."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.card_text import CardText

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.hand.advice import DiscardAdvice, HandAdvice

_HIT_ROWS = (1, 2, 3, 5)


class AdviceView:
    """Draws a `HandAdvice`.

    Parameters
    ----------
    sink : Sink
    columns : mapping of str to str
        Headings of the figures that the game gives for a discard, by their names.
    """

    def __init__(self, sink: Sink, *, columns: Mapping[str, str]) -> None:
        self._sink, self._columns = sink, columns
        self._text = CardText(sink)

    def draw(self, advice: "HandAdvice", console: "Console", *, goal: str) -> None:
        """Print the advice; `goal` is what the distance leads to, as in "to declare".

        With a card too many the figures are those after a discard that is named: no other one need reach them.
        """
        discards, advice = advice.discards, advice.kept
        console.print()
        console.print(self._distance(advice, goal))
        if advice.outs:
            verb = "do it" if advice.distance == 1 else "bring it closer"
            console.print(self._helpful(advice.outs, advice.unseen, verb))
            console.print(self._chances(advice), style="dim")
        elif advice.improving:
            console.print(self._helpful(advice.improving, advice.unseen, "bring it closer"))
        if discards:
            console.print()
            draw(console, self.discards(discards))

    def _distance(self, advice: "HandAdvice", goal: str) -> "Text":
        from rich.text import Text

        if advice.distance is None:
            return Text(f"No card that is left can help {goal}", style="bold yellow")
        if advice.distance == 0:
            return Text(f"Nothing is missing {goal}", style="bold green")
        cards = counted(advice.distance, "card")
        text = Text(f"{cards} missing {goal}", style="bold")
        if advice.thrown is not None:
            text.append(" after throwing ").append_text(self._text.cards([advice.thrown]))
        if advice.wanted and advice.distance > 1:
            text.append(", for example ", style="not bold")
            text.append_text(self._text.cards(advice.wanted))
        return text

    def _helpful(self, kinds: Mapping[int, int], unseen: int, verb: str) -> "Text":
        from rich.text import Text

        return Text(f"{sum(kinds.values())} of {counted(unseen, 'unseen card')} {verb}: ").append_text(
            self.copies(kinds)
        )

    def copies(self, outs: Mapping[int, int]) -> "Text":
        """Return cards with their copies where there are several: ``2 3♥, 4♥``."""
        from rich.text import Text

        text = Text()
        for place, (card, copies) in enumerate(sorted(outs.items())):
            text.append(", " if place else "")
            text.append(f"{copies} " if copies > 1 else "")
            text.append_text(self._text.cards([card]))
        return text

    def _chances(self, advice: "HandAdvice") -> str:
        chances = [
            f"{'the next draw' if draws == 1 else f'{draws} draws'} {float(advice.hit_within(draws)):.1%}"
            for draws in _HIT_ROWS
            if draws <= advice.unseen
        ]
        return f"chance to see one of them: {', '.join(chances)}"

    def discards(self, discards: "Sequence[DiscardAdvice]") -> "Table":
        """Return the discards as a table in their order."""
        table = self._sink.empty_table(
            "card",
            numbers=(*self._columns.values(), "missing", "outs"),
            after=("why",),
            title="What to throw, best first",
        )
        for discard in discards:
            figures = (_shown(discard.figures[name]) for name in self._columns)
            missing = "-" if discard.distance is None else str(discard.distance)
            outs = str(discard.out_copies) if discard.out_copies else ""
            table.add_row(self._text.cards([discard.card]), *figures, missing, outs, discard.reason)
        return table


def _shown(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
