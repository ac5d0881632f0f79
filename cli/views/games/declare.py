"""What ``meldlab analyze`` shows of an Indian rummy hand: verdict, groups, loose cards, reasons, and every discard."""

from typing import TYPE_CHECKING, Any

from meldlab.cli.options.options import Format
from meldlab.cli.output.flat_cells import cells_of
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.hand import HandView
from meldlab.sim.common.notation import RANKS, format_card, format_cards

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.games.declare.analysis import DeclareAnalysis
    from meldlab.sim.hand.arrangement import Arrangement, Meld

_KINDS = {"pure-sequence": "pure sequence", "impure-sequence": "impure sequence", "set": "set"}


class View(HandView):
    """Draws the hands of a game that is declared."""

    def draw(self, analysis: "DeclareAnalysis", console: "Console") -> None:
        """Draw one analysis."""
        self._draw_hand(
            analysis,
            console,
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
        table = self._sink.empty_table("group", "cards", "wild cards stand for", numbers=("costs",))
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
        table = self._sink.empty_table("card", numbers=("points",), after=("declare",), title="After throwing")
        for discard in analysis.discards:
            table.add_row(self._text.cards([discard.card]), str(discard.points), "yes" if discard.can_declare else "no")
        return table

    def row(self, analysis: Any, format: Format) -> dict[str, object]:
        """Return one row; yes and no are words in text formats and booleans in Parquet.

        A group is ``8S JK=9S TS JS (impure sequence)``, groups are parted by ``;``, whole arrangements by ``//``,
        discards are ``9C 0`` or ``9C 0 declare``, the best first.
        """
        can_declare: object = analysis.can_declare
        if format is not Format.PARQUET:
            can_declare = "yes" if analysis.can_declare else "no"
        row: dict[str, object] = {
            "hand": format_cards(analysis.cards),
            "points": analysis.points,
            "can_declare": can_declare,
            "melds": _groups(analysis.best),
            "loose": format_cards(analysis.loose),
        }
        if analysis.best_discard is not None:
            row["best_discard"] = format_card(analysis.best_discard)
            row["after_discard"] = ", ".join(
                f"{format_card(each.card)} {each.points}{' declare' if each.can_declare else ''}"
                for each in analysis.discards
            )
        if analysis.arrangements:
            row["arrangements"] = " // ".join(map(_whole, analysis.arrangements))
            if analysis.more_arrangements:
                row["arrangements"] = f"{row['arrangements']} // ..."
        row["reasons"] = " ".join(analysis.reasons)
        row |= cells_of(analysis.advice.to_dict(), format) if analysis.advice else {}
        return {**row, **analysis.provenance()}


def _whole(arrangement: "Arrangement") -> str:
    loose = [f"loose {format_cards(arrangement.loose)}"] if arrangement.loose else []
    return "; ".join([*map(_group, arrangement.melds), *loose])


def _groups(arrangement: "Arrangement") -> str:
    return "; ".join(map(_group, arrangement.melds))


def _group(meld: "Meld") -> str:
    cells = (
        name if name == place else f"{name}={place}"
        for name, place in ((format_card(card), place) for card, place in meld.pairs())
    )
    uncounted = "" if meld.counts else ", does not count"
    return f"{' '.join(cells)} ({meld.kind.replace('-', ' ')}{uncounted})"
