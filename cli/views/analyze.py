"""What ``meldlab analyze`` shows in the terminal: verdict, groups, loose cards, reasons, and every discard."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.card_text import CardText
from meldlab.cli.views.hand import draw_hand
from meldlab.sim.common.notation import RANKS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.games.contract.analysis import ContractAnalysis
    from meldlab.sim.games.contract.turn.best_turn import TurnAnalysis
    from meldlab.sim.games.deadwood.analysis import DeadwoodAnalysis
    from meldlab.sim.games.declare.analysis import DeclareAnalysis
    from meldlab.sim.games.value.analysis import ValueAnalysis
    from meldlab.sim.hand.answer import HandAnswer
    from meldlab.sim.hand.arrangement import Arrangement

_KINDS = {"pure-sequence": "pure sequence", "impure-sequence": "impure sequence", "set": "set"}


def show(analyses: "Sequence[HandAnswer]", sink: Sink, console: "Console", *, heading: str = "") -> None:
    """Draw each analysis in the way of its objective, a blank line between them, `heading` before all."""
    if heading:
        console.print(heading, style="dim", soft_wrap=True)
    for place, analysis in enumerate(analyses):
        if place:
            console.print()
        if analysis.objective == "contract":
            from meldlab.cli.views.games.contract import ContractView

            ContractView(sink).draw(cast("ContractAnalysis | TurnAnalysis", analysis), console)
        elif analysis.objective == "deadwood":
            from meldlab.cli.views.games.deadwood import DeadwoodView

            DeadwoodView(sink).draw(cast("DeadwoodAnalysis", analysis), console)
        elif analysis.objective == "value":
            from meldlab.cli.views.games.value import ValueView

            ValueView(sink).draw(cast("ValueAnalysis", analysis), console)
        else:
            _View(sink).draw(cast("DeclareAnalysis", analysis), console)


class _View:
    """The view of a declare game's hand."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._text = CardText(sink)

    def draw(self, analysis: "DeclareAnalysis", console: "Console") -> None:
        draw_hand(
            analysis,
            console,
            self._text,
            situation=self._situation(analysis),
            verdict=self._verdict(analysis),
            groups=lambda each: self._groups(each, analysis),
            list_is_cut=analysis.more_arrangements,
        )
        if analysis.advice:
            from meldlab.cli.views.advice import AdviceView

            columns = {"points": "points", "can_declare": "declare"}
            AdviceView(self._sink, columns=columns).draw(analysis.advice, console, goal="to declare")
        elif analysis.discards:
            console.print()
            draw(console, self._discards(analysis))

    def _situation(self, analysis: "DeclareAnalysis") -> str:
        decks = counted(analysis.decks, "deck")
        wild = "no wild rank, only printed jokers are wild"
        if analysis.wild_rank is not None:
            wild = f"wild: every {RANKS[analysis.wild_rank]} and the printed jokers"
        return f"{analysis.ruleset}, {decks}; {wild}"

    def _verdict(self, analysis: "DeclareAnalysis") -> "Text":
        from rich.text import Text

        throw = analysis.best_discard
        verdict = Text()
        if throw is not None:
            verdict.append("Put " if analysis.can_declare else "Throw ", style="bold")
            verdict.append_text(self._text.cards([throw]))
            verdict.append(" face down and declare" if analysis.can_declare else ": ", style="bold")
        elif analysis.can_declare:
            verdict.append("Can be declared", style="bold green")
        if not analysis.can_declare:
            points = counted(analysis.points, "point")
            verdict.append(f"{points}, cannot be declared", style="bold yellow")
        return verdict

    def _groups(self, arrangement: "Arrangement", analysis: "DeclareAnalysis") -> "Table":
        table = self._sink.empty_table()
        table.add_column("group")
        table.add_column("cards")
        table.add_column("wild cards stand for")
        table.add_column("costs", justify="right")
        for meld in arrangement.melds:
            cost = "0" if meld.counts else f"{meld.points} (does not count)"
            table.add_row(_KINDS[meld.kind], self._text.cards(meld.cards), self._text.wilds(meld.wilds()), cost)
        if arrangement.loose:
            loose = sorted(arrangement.loose, key=lambda card: (-analysis.values[card], card))
            costs = [analysis.values[card] for card in loose]
            sum_up = "+".join(map(str, costs)) if len(costs) > 1 else ""
            table.add_row("loose", self._text.cards(loose), sum_up, str(sum(costs)))
        return table

    def _discards(self, analysis: "DeclareAnalysis") -> "Table":
        table = self._sink.empty_table(title="After throwing")
        table.add_column("card")
        table.add_column("points", justify="right")
        table.add_column("declare")
        for discard in analysis.discards:
            table.add_row(self._text.cards([discard.card]), str(discard.points), "yes" if discard.can_declare else "no")
        return table
