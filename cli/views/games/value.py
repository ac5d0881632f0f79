"""What ``meldlab analyze`` shows of a hand whose melds have values: verdict, melds, specials, reasons, discards."""

from typing import TYPE_CHECKING

from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.hand import HandView

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.games.value.advice import ValueAdvice
    from meldlab.sim.games.value.analysis import ValueAnalysis
    from meldlab.sim.games.value.hand_solver import ValueArrangement
    from meldlab.sim.hand.advice import HandAdvice


_CHANCES = (1, 5)
_FAR = 1 << 20


class View(HandView):
    """Draws the hands of a game that counts the value of melds."""

    def draw(self, analysis: "ValueAnalysis", console: "Console") -> None:
        """Draw one analysis."""
        self._draw_hand(
            analysis,
            console,
            situation=f"{analysis.ruleset}, {counted(len(analysis.cards), 'card')}; wild: every 2 and the jokers",
            verdict=self._verdict(analysis),
            groups=lambda each: self._groups(each, analysis),
            list_is_cut=analysis.more_arrangements,
        )
        console.print()
        if analysis.advice:
            self._advice(analysis.advice, console, reach=analysis.reach)
            return
        draw(console, self._specials(analysis))
        if analysis.discards:
            console.print()
            draw(console, self._discards(analysis))

    def _verdict(self, analysis: "ValueAnalysis") -> "Text":
        from rich.text import Text

        words = [f"Value {analysis.value}"]
        if analysis.value_dealt not in (None, analysis.value):
            words.append(f"{analysis.value_dealt} as dealt")
        closes = analysis.best_discard is not None and analysis.turn_value != analysis.value_after_discard
        if analysis.can_lay_all:
            words += [] if closes else ["every card can be laid"]
        elif analysis.can_go_out:
            words.append("all but one card can be laid")
        verdict = Text(", ".join(words), style="bold green" if analysis.value > 0 else "bold yellow")
        if analysis.best_discard is not None:
            if not closes:
                verdict.append("; throw ")
                verdict.append_text(self._text.cards([analysis.best_discard]))
                verdict.append(f" for {analysis.turn_value}")
            else:
                gain = "" if analysis.turn_value == analysis.value else f" for {analysis.turn_value}"
                verdict.append(f"; lay every card and close{gain}")
        if not analysis.can_lay_all:
            least, cards = analysis.min_deadwood, analysis.min_unmelded
            verdict.append(f"\nat least {counted(least, 'point')} and {counted(cards, 'card')} stay in hand", "dim")
        return verdict

    def _groups(self, arrangement: "ValueArrangement", analysis: "ValueAnalysis") -> "Table":
        table = self._sink.empty_table("meld", "cards", "wild cards stand for", numbers=("value",))
        for meld in arrangement.melds:
            name = meld.kind if meld.name == "plain" else f"{meld.kind}, {meld.name}"
            table.add_row(name, self._text.cards(meld.cards), self._text.wilds(meld.wilds()), str(meld.value))
        if arrangement.left:
            left = sorted(arrangement.left, key=lambda card: (-analysis.costs[card], card))
            costs = [analysis.costs[card] for card in left]
            sum_up = "+".join(map(str, costs)) if len(costs) > 1 else ""
            table.add_row("left", self._text.cards(left), sum_up, str(-sum(costs)))
        return table

    def _specials(self, analysis: "ValueAnalysis") -> "Table":
        table = self._sink.empty_table("special", numbers=("cards missing",), title="Specials")
        for name, missing in sorted(analysis.missing.items(), key=lambda each: each[1] is None or each[1]):
            words = "not possible" if missing is None else "held" if missing == 0 else str(missing)
            table.add_row(name, words)
        return table

    def _advice(self, advice: "ValueAdvice", console: "Console", *, reach: int) -> None:
        from meldlab.cli.views.advice import AdviceView

        view = AdviceView(self._sink, columns={"value": "value", "toward": "nearest"})
        table = self._sink.empty_table(
            "special",
            numbers=("worth", "missing", "outs", "1 draw", "5 draws"),
            after=("cards that help",),
            title="Specials, the nearest first; chances to draw a card that helps",
        )
        for name, each in sorted(advice.specials.items(), key=_by_distance):
            worth, outs = str(advice.worths[name]), str(each.out_copies or "")
            if not each.distance:
                table.add_row(name, worth, "held" if each.distance == 0 else "-", "", "", "")
                continue
            near = view.copies(each.outs) if each.distance <= reach else ""
            chances = (f"{float(each.hit_within(draws)):.1%}" for draws in _CHANCES)
            table.add_row(name, worth, str(each.distance), outs, *chances, near)
        draw(console, table)
        if advice.discards:
            console.print()
            draw(console, view.discards(advice.discards))

    def _discards(self, analysis: "ValueAnalysis") -> "Table":
        table = self._sink.empty_table("card", numbers=("value",), title="After throwing")
        for discard in analysis.discards:
            table.add_row(self._text.cards([discard.card]), str(discard.value))
        return table


def _by_distance(special: "tuple[str, HandAdvice]") -> int:
    distance = special[1].distance
    return _FAR if distance is None else distance
