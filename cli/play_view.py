"""What ``meldlab play`` shows in the terminal: players, seats, who does better, how deals end."""

from typing import TYPE_CHECKING

from meldlab.cli.output import Sink
from meldlab.cli.tables import draw

if TYPE_CHECKING:
    import polars
    from rich.console import Console
    from rich.table import Table

    from meldlab.sim.play.result import PlayResult


def view(result: "PlayResult", console: "Console", *, sink: Sink) -> None:
    """Draw the result on a console."""
    console.print(_headline(result), soft_wrap=True)
    if not result.deals:
        return
    console.print()
    draw(console, _means(result.players(), sink, "player", title="A deal, each player"))
    if result.task.rotations > 1:
        console.print()
        draw(console, _pairs(result, sink))
    console.print()
    draw(console, _means(result.seats(), sink, "seat", title="A deal, each seat"))
    console.print()
    draw(console, _ends(result, sink))


def _headline(result: "PlayResult") -> str:
    task = result.task
    contract = f" {task.contract}" if task.contract else ""
    ways = f", each in {task.rotations} rotations" if task.rotations > 1 else ""
    speed = f", {result.deals_per_second:,.0f} deals/s" if result.deals_per_second else ""
    return f"{task.game}{contract}, {task.players} players: {result.deals:,} deals{ways}, seed {result.seed}{speed}"


def _means(frame: "polars.DataFrame", sink: Sink, place: str, *, title: str) -> "Table":
    """Return one row a player (or player at a seat), one column an outcome."""
    outcomes = list(dict.fromkeys(frame["outcome"]))
    table = sink.empty_table(title=f"{title} (95 %)")
    table.add_column(place, justify="right")
    table.add_column("strategy")
    for name in outcomes:
        table.add_column(name, justify="right")
    rows: dict[tuple[int, str], list[str]] = {}
    plus_minus = "+-" if sink.ascii else "±"
    for row in frame.iter_rows(named=True):
        key = (row[place], row["strategy"])
        reach = "" if row["low"] is None else f" {plus_minus} {(row['high'] - row['low']) / 2:.2g}"
        cells = rows.setdefault(key, [])
        if len(cells) < len(outcomes):  # players of one strategy share a row of a seat
            cells.append(f"{row['mean']:.4g}{reach}")
    for (number, strategy), cells in rows.items():
        table.add_row(str(number), strategy, *cells)
    return table


def _pairs(result: "PlayResult", sink: Sink) -> "Table":
    table = sink.empty_table(title="On the same cards, points a deal (95 %)")
    for name in ("better", "than"):
        table.add_column(name)
    for name in ("by", "from", "to"):
        table.add_column(name, justify="right")
    for row in result.pairs().iter_rows(named=True):
        limits = ("", "") if row["low"] is None else (f"{row['low']:.4g}", f"{row['high']:.4g}")
        table.add_row(row["better"], row["than"], f"{row['difference']:.4g}", *limits)
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
            table.add_row(label, f"{row['probability']:.2%}", f"{row['low']:.2%} to {row['high']:.2%}")
    return table
