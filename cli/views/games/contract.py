"""What ``meldlab analyze`` shows of a contract hand: verdict, melds, what stays, outs; or a turn on a given table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.advice import AdviceView
from meldlab.cli.views.hand import HandView
from meldlab.sim.common.notation import format_card, parse_cards

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from meldlab.sim.games.contract.analysis import ContractAnalysis
    from meldlab.sim.games.contract.turn.best_turn import TurnAnalysis
    from meldlab.sim.hand.arrangement import Meld


class View(HandView):
    """Draws the hands of a game with contracts."""

    def draw(self, analysis: "ContractAnalysis | TurnAnalysis", console: "Console") -> None:
        """Draw one analysis."""
        from meldlab.sim.games.contract.turn.best_turn import TurnAnalysis

        console.print(self._text.hand(analysis.cards))
        if isinstance(analysis, TurnAnalysis):
            self._turn(analysis, console)
        else:
            self._hand(analysis, console)
        console.print(self._text.sentences(analysis.reasons))
        if not isinstance(analysis, TurnAnalysis) and analysis.advice is not None:
            columns = {"points_at_risk": "at risk", "can_go_down": "down"}
            AdviceView(self._sink, columns=columns).draw(analysis.advice, console, goal="to go down")

    def _hand(self, analysis: "ContractAnalysis", console: "Console") -> None:
        decks = counted(analysis.decks, "deck")
        console.print(f"{analysis.ruleset}, {decks}; contract {analysis.contract}", style="dim")
        console.print()
        console.print(
            self._verdict(can_go_down=analysis.can_go_down, can_close=analysis.can_close, away=analysis.distance)
        )
        draw(console, self._melds(analysis.melds, analysis.left, analysis.values))

    def _turn(self, analysis: "TurnAnalysis", console: "Console") -> None:
        from meldlab.sim.games.contract.turn.events import named_melds

        first = "already down" if analysis.contract is None else f"contract {analysis.contract}"
        melds = f"{counted(len(analysis.table), 'meld')} on the table"
        console.print(f"{analysis.ruleset}; {first}, {melds}", style="dim")
        for name, meld in named_melds(analysis.table):
            owner = "you" if meld.owner == 0 else f"player {meld.owner}"
            console.print(f"  {name} ({owner}): ", self._text.cards(meld.cards), sep="")
        console.print()
        console.print(self._verdict(can_go_down=analysis.can_go_down, can_close=analysis.can_close, away=None))
        table = self._sink.empty_table("move", "cards")
        for event in analysis.moves:
            for words, cards in _steps(event):
                table.add_row(words, self._text.cards(cards))
        table.add_row("left in hand", self._left(analysis.left, analysis.values))
        draw(console, table)

    def _verdict(self, *, can_go_down: bool, can_close: bool, away: int | None) -> "Text":
        from rich.text import Text

        if can_close:
            return Text("Can close this turn", style="bold green")
        if can_go_down:
            return Text("Down, cannot close this turn", style="bold yellow")
        words = "Cannot go down" if away is None else f"Cannot go down: {counted(away, 'card')} away"
        return Text(words, style="bold yellow")

    def _melds(self, melds: "Sequence[Meld]", left: Sequence[int], values: Sequence[int]) -> "Table":
        from rich.text import Text

        table = self._sink.empty_table("meld", "cards", "jokers stand for")
        for meld in melds:
            stands = Text(", ".join(dict.fromkeys(self._text.place(place) for _, place in meld.wilds())))
            table.add_row(meld.kind, self._text.cards(meld.cards), stands)
        table.add_row("left" if melds else "hand", self._left(left, values), "")
        return table

    def _left(self, left: Sequence[int], values: Sequence[int]) -> "Text":
        cards = sorted(left, key=lambda card: (-values[card], card))
        text = self._text.cards(cards)
        costs = [values[card] for card in cards]
        sum_up = f"{'+'.join(map(str, costs))} = {sum(costs)}" if len(costs) > 1 else f"{sum(costs)}"
        text.append(f" ({sum_up} points)" if cards else "nothing")
        return text


def _steps(event: dict[str, object]) -> list[tuple[str, tuple[int, ...]]]:
    """Return what a deal-log event does, in words, with the cards it is about."""
    act = event["act"]
    if act == "down":
        melds = cast("list[dict[str, object]]", event["melds"])
        return [(f"go down, meld {meld['id']}", parse_cards(cast("list[str]", meld["cards"]))) for meld in melds]
    where = f"{event.get('end')} end of " if event.get("end") else ""
    if act == "layoff":
        return [(f"lay on {'the ' if where else ''}{where}{event['meld']}", parse_cards([cast(str, event["card"])]))]
    to = f"to the {where}{event['to']}" if event["to"] else "to the hand"
    if act == "swap":
        return [(f"swap for the joker of {event['meld']}, joker {to}", parse_cards([cast(str, event["card"])]))]
    return [(f"move the joker at the {event['from_end']} of {event['meld']} {to}", parse_cards([format_card(52)]))]
