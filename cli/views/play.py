"""What ``meldlab play`` shows in the terminal: players, seats, who does better, how deals end."""

from typing import TYPE_CHECKING, Any

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted, plural
from meldlab.cli.terminal.mean_text import alike_note, limit_text, mean_text, percent_text, seldom_note
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.strategy_names import StrategyNames

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console
    from rich.table import Table

    from meldlab.sim.play.result import PlayResult


def view(result: "PlayResult", console: "Console", *, sink: Sink) -> None:
    """Draw the result on a console."""
    console.print(_headline(result), soft_wrap=True)
    if not result.deals:
        return
    names = StrategyNames(result.task.strategies)
    names.tell(console)
    console.print()
    draw(console, players_table(result, names, sink))
    if result.task.rotations > 1:
        console.print()
        draw(console, pairs_table(result, names, sink))
    console.print()
    draw(console, _seats(result, names, sink))
    console.print()
    draw(console, _ends(result, sink))
    print_note(result, console)


def print_note(result: "PlayResult", console: "Console", *, unit: str = "deal") -> None:
    """Say what limits that cannot be told mean, where there are some."""
    import polars as pl

    pairs = [result.pairs()] if result.task.rotations > 1 else []
    seldom = [column.title for column in result.columns if column.absent is not None]
    players = result.players()
    rare = players.filter(pl.col("outcome").is_in(seldom))
    notes = (
        alike_note([players.filter(~pl.col("outcome").is_in(seldom)), *pairs], deals=result.deals, unit=unit),
        seldom_note(rare, deals=result.deals, unit=unit),
    )
    for note in filter(None, notes):
        console.print()
        console.print(note)


def _headline(result: "PlayResult") -> str:
    task = result.task
    contract = f" {task.contract}" if task.contract else ""
    ways = f", each in {task.rotations} rotations" if task.rotations > 1 else ""
    speed = f", {result.deals_per_second:,.0f} deals/s" if result.deals_per_second else ""
    deals = f"{counted(result.deals, 'deal')}{ways}"
    return f"{task.game}{contract}, {task.players} players: {deals}, seed {result.seed}{speed}"


def players_table(result: "PlayResult", names: StrategyNames, sink: Sink, *, unit: str = "deal") -> "Table":
    """Return one row an outcome, one column a player."""
    table = sink.empty_table(title=f"Means of a {unit}, each player (95 %)")
    table.add_column("")
    for player, strategy in enumerate(result.task.strategies):
        table.add_column(f"{player}: {names[strategy]}", justify="right")
    rows: dict[str, list[str]] = {}
    for row in result.players().iter_rows(named=True):
        rows.setdefault(row["outcome"], []).append(_mean(row, result, sink))
    for outcome, cells in rows.items():
        table.add_row(outcome, *cells)
    return table


def _seats(result: "PlayResult", names: StrategyNames, sink: Sink) -> "Table":
    """Return one row a player at a seat, with what players are compared by."""
    titles = {column.name: column.title for column in result.columns}
    shown = (titles[result.how.score], "won")
    table = sink.empty_table(title="Means of a deal, each seat (95 %)")
    table.add_column("seat", justify="right")
    table.add_column("player")
    for name in shown:
        table.add_column(name, justify="right")
    rows: dict[tuple[int, str], dict[str, str]] = {}
    for row in result.seats().iter_rows(named=True):
        rows.setdefault((row["seat"], f"{row['player']}: {names[row['strategy']]}"), {})[row["outcome"]] = _mean(
            row, result, sink
        )
    for (seat, player), cells in rows.items():
        table.add_row(str(seat), player, *(cells[name] for name in shown))
    return table


def _mean(row: "Mapping[str, Any]", result: "PlayResult", sink: Sink) -> str:
    return mean_text(row["mean"], row["low"], row["high"], deals=result.deals, ascii=sink.ascii)


def pairs_table(result: "PlayResult", names: StrategyNames, sink: Sink, *, unit: str = "deal") -> "Table":
    """Return one row a pair of strategies."""
    table = sink.empty_table(title=f"On the same cards, points a {unit} and player (95 %)")
    for name in ("better", "than"):
        table.add_column(name)
    for name in ("by", "from", "to", f"{plural(unit)} needed"):
        table.add_column(name, justify="right")
    for row in result.pairs().iter_rows(named=True):
        limits = limit_text(row["low"]), limit_text(row["high"])
        needed = "" if row["deals_needed"] is None else f"{row['deals_needed']:,}"
        table.add_row(names[row["better"]], names[row["than"]], f"{row['difference']:.4g}", *limits, needed)
    return table


def _ends(result: "PlayResult", sink: Sink) -> "Table":
    labels = {column.name: column.labels for column in result.columns}["reason"]
    table = sink.empty_table(title="How deals end")
    table.add_column("")
    table.add_column("share", justify="right")
    table.add_column("95 % interval", justify="right")
    for row in result.whole().iter_rows(named=True):
        if row["outcome"] == "reason":
            label = labels[row["value"]] if row["value"] < len(labels) else str(row["value"])
            share, low, high = (percent_text(row[name]) for name in ("probability", "low", "high"))
            table.add_row(label, share, f"{low} to {high}")
    return table
