"""What ``meldlab play --match`` shows in the terminal: who wins, means of a match, who does better."""

from typing import TYPE_CHECKING

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.mean_text import percent_text
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.play import pairs_table, players_table, print_note
from meldlab.cli.views.strategy_names import StrategyNames

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from meldlab.sim.play.matches.match_result import MatchResult


def view(result: "MatchResult", console: "Console", *, sink: Sink) -> None:
    """Draw the result on a console."""
    console.print(_headline(result), soft_wrap=True)
    if not result.deals:
        return
    names = StrategyNames(result.task.strategies)
    names.tell(console)
    console.print()
    draw(console, _wins(result, names, sink))
    console.print()
    draw(console, players_table(result, names, sink, unit="match"))
    if result.task.rotations > 1:
        console.print()
        draw(console, pairs_table(result, names, sink, unit="match"))
    print_note(result, console, unit="match")


def _headline(result: "MatchResult") -> str:
    task = result.task
    ways = f", each in {task.rotations} rotations" if task.rotations > 1 else ""
    length = result.deals_a_match
    deals = f", {length:.4g} {'deal' if length == 1 else 'deals'} a match" if length else ""
    return f"{task.game}, {task.players} players: {counted(result.deals, 'match')}{ways}, seed {result.seed}{deals}"


def _wins(result: "MatchResult", names: StrategyNames, sink: Sink) -> "Table":
    table = sink.empty_table(title="Share of the wins (95 %)")
    table.add_column("player")
    table.add_column("share", justify="right")
    table.add_column("from", justify="right")
    table.add_column("to", justify="right")
    for row in result.wins().iter_rows(named=True):
        shares = (percent_text(row[name]) for name in ("share", "low", "high"))
        table.add_row(f"{row['player']}: {names[row['strategy']]}", *shares)
    return table
