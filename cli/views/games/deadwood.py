"""What ``meldlab analyze`` shows of a gin hand: verdict, melds, what is left, reasons, and every discard."""

from typing import TYPE_CHECKING

from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.hand import HandView

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.games.deadwood.analysis import DeadwoodAnalysis
    from meldlab.sim.hand.arrangement import Arrangement


class View(HandView):
    """Draws the hands of a game that counts deadwood."""

    def draw(self, analysis: "DeadwoodAnalysis", console: "Console") -> None:
        """Draw one analysis."""
        self._draw_hand(
            analysis,
            console,
            situation=f"{analysis.ruleset}, {counted(len(analysis.cards), 'card')}",
            verdict=self._verdict(analysis),
            groups=lambda each: self._groups(each, analysis),
        )
        if analysis.advice:
            from meldlab.cli.views.advice import AdviceView

            columns = {"deadwood": "deadwood", "can_knock": "knock"}
            AdviceView(self._sink, columns=columns).draw(analysis.advice, console, goal="to gin")
        elif analysis.discards:
            console.print()
            draw(console, self._discards(analysis))

    def _verdict(self, analysis: "DeadwoodAnalysis") -> "Text":
        from rich.text import Text

        verdict = Text()
        if analysis.best_discard is not None:
            verdict.append("Throw ", style="bold")
            verdict.append_text(self._text.cards([analysis.best_discard]))
            verdict.append(": ", style="bold")
        if analysis.gin:
            verdict.append("gin" if verdict else "Gin", style="bold green")
        else:
            words = f"{analysis.deadwood} deadwood{', enough to knock' if analysis.can_knock else ''}"
            verdict.append(words, style="bold yellow")
        return verdict

    def _groups(self, arrangement: "Arrangement", analysis: "DeadwoodAnalysis") -> "Table":
        table = self._sink.empty_table("group", "cards", numbers=("deadwood",))
        for meld in arrangement.melds:
            table.add_row(meld.kind, self._text.cards(meld.cards), "0")
        if arrangement.loose:
            left = sorted(arrangement.loose, key=lambda card: (-analysis.values[card], card))
            costs = [analysis.values[card] for card in left]
            sum_up = f"{'+'.join(map(str, costs))} = " if len(costs) > 1 else ""
            table.add_row("left", self._text.cards(left), f"{sum_up}{sum(costs)}")
        return table

    def _discards(self, analysis: "DeadwoodAnalysis") -> "Table":
        table = self._sink.empty_table("card", numbers=("deadwood",), after=("knock",), title="After throwing")
        for discard in analysis.discards:
            may = "gin" if discard.deadwood == 0 else "yes" if discard.deadwood <= analysis.knock_at else "no"
            table.add_row(self._text.cards([discard.card]), str(discard.deadwood), may)
        return table
