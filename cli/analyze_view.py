"""What ``meldlab analyze`` shows in the terminal: verdict, groups, loose cards, reasons, and every discard."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from meldlab.cli.output import Sink
from meldlab.cli.tables import draw
from meldlab.sim.notation import RANKS, format_card

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.analysis import Analysis
    from meldlab.sim.arrangement import Arrangement, Meld

_KINDS = {"pure-sequence": "pure sequence", "impure-sequence": "impure sequence", "set": "set"}
_RED_SUITS = (1, 2)
_CARD = re.compile(r"\b[A2-9TJQK][SHDC]\b")


def show(analyses: "Sequence[Analysis]", sink: Sink, console: "Console", *, heading: str = "") -> None:
    """Draw each analysis, a blank line between them, `heading` before all."""
    if heading:
        console.print(heading, style="dim", soft_wrap=True)
    view = _View(sink)
    for place, analysis in enumerate(analyses):
        if place:
            console.print()
        view.draw(analysis, console)


class _View:
    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._symbols = not sink.ascii

    def draw(self, analysis: "Analysis", console: "Console") -> None:
        console.print(self._cards(sorted(analysis.cards, key=_in_suits)))
        console.print(self._situation(analysis), style="dim")
        console.print()
        console.print(self._verdict(analysis))
        every = analysis.arrangements or (analysis.best,)
        for place, arrangement in enumerate(every, start=1):
            if len(every) > 1:
                console.print(f"\nArrangement {place} of {len(every)}", style="bold")
            draw(console, self._groups(arrangement, analysis))
        if analysis.more_arrangements:
            console.print(f"\nThe list stops here, at {len(every)}: there may be more arrangements.", style="bold")
        console.print(self._reasons(analysis))
        if analysis.discards:
            console.print()
            draw(console, self._discards(analysis))

    def _situation(self, analysis: "Analysis") -> str:
        decks = f"{analysis.decks} deck{'s' if analysis.decks > 1 else ''}"
        wild = "no wild rank, only printed jokers are wild"
        if analysis.wild_rank is not None:
            rank = RANKS[analysis.wild_rank]
            wild = f"wild: every {'10' if rank == 'T' else rank} and the printed jokers"
        return f"{analysis.ruleset}, {decks}; {wild}"

    def _verdict(self, analysis: "Analysis") -> "Text":
        from rich.text import Text

        throw = analysis.best_discard
        verdict = Text()
        if throw is not None:
            verdict.append("Put " if analysis.can_declare else "Throw ", style="bold")
            verdict.append_text(self._cards([throw]))
            verdict.append(" face down and declare" if analysis.can_declare else ": ", style="bold")
        elif analysis.can_declare:
            verdict.append("Can be declared", style="bold green")
        if not analysis.can_declare:
            points = f"{analysis.points} point{'s' if analysis.points != 1 else ''}"
            verdict.append(f"{points}, cannot be declared", style="bold yellow")
        return verdict

    def _groups(self, arrangement: "Arrangement", analysis: "Analysis") -> "Table":
        table = self._sink.empty_table()
        table.add_column("group")
        table.add_column("cards")
        table.add_column("wild cards stand for")
        table.add_column("costs", justify="right")
        for meld in arrangement.melds:
            cost = "0" if meld.counts else f"{meld.points} (does not count)"
            table.add_row(_KINDS[meld.kind], self._cards(meld.cards), self._wilds(meld), cost)
        if arrangement.loose:
            loose = sorted(arrangement.loose, key=lambda card: (-analysis.values[card], card))
            costs = [analysis.values[card] for card in loose]
            sum_up = "+".join(map(str, costs)) if len(costs) > 1 else ""
            table.add_row("loose", self._cards(loose), sum_up, str(sum(costs)))
        return table

    def _wilds(self, meld: "Meld") -> "Text":
        from rich.text import Text

        text = Text()
        for card, place in meld.wilds():
            text.append(", " if text else "")
            text.append_text(self._cards([card]))
            text.append(f" = {self._place(place)}")
        return text

    def _place(self, place: str) -> str:
        from meldlab.sim.notation import parse_cards

        if len(place) == 1:
            return f"a {'10' if place == 'T' else place}"
        return format_card(parse_cards(place)[0], symbols=self._symbols)

    def _reasons(self, analysis: "Analysis") -> "Table":
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        for reason in analysis.reasons:
            text = reason if self._sink.ascii else _CARD.sub(lambda card: self._place(card[0]), reason)
            grid.add_row("-" if self._sink.ascii else "•", text)
        return grid

    def _discards(self, analysis: "Analysis") -> "Table":
        table = self._sink.empty_table(title="After throwing")
        table.add_column("card")
        table.add_column("points", justify="right")
        table.add_column("declare")
        for discard in analysis.discards:
            table.add_row(self._cards([discard.card]), str(discard.points), "yes" if discard.can_declare else "no")
        return table

    def _cards(self, cards: "Sequence[int]") -> "Text":
        from rich.text import Text

        text = Text()
        for card in cards:
            text.append(" " if text else "")
            style = "bold magenta" if card == 52 else "red" if card // 13 in _RED_SUITS else ""
            text.append(format_card(card, symbols=self._symbols), style=style)
        return text


def _in_suits(card: int) -> tuple[int, int]:
    return card // 13, card % 13
