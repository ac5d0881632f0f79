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

    from meldlab.sim.play.matches.match_result import MatchResult
    from meldlab.sim.play.result import PlayResult


def view(result: "PlayResult", console: "Console", *, sink: Sink) -> None:
    """Draw the result on a console: of deals, or of matches."""
    from meldlab.sim.play.matches.match_result import MatchResult

    matches = result if isinstance(result, MatchResult) else None
    unit = "deal" if matches is None else "match"
    console.print(_headline(result) if matches is None else _headline_of_matches(matches), soft_wrap=True)
    if not result.deals:
        return
    names = StrategyNames(result.task.strategies)
    names.tell(console)
    tables = [] if matches is None else [_wins(matches, names, sink)]
    tables.append(_players(result, names, sink, unit=unit))
    if result.task.rotations > 1:
        tables.append(pairs_table(result, names, sink, unit=unit))
    if matches is None:
        tables += [_seats(result, names, sink), _ends(result, sink)]
    for table in tables:
        console.print()
        draw(console, table)
    _print_note(result, console, unit=unit)


def _print_note(result: "PlayResult", console: "Console", *, unit: str) -> None:
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


def _players(result: "PlayResult", names: StrategyNames, sink: Sink, *, unit: str) -> "Table":
    """Return one row an outcome, one column a player."""
    table = sink.empty_table(
        "",
        numbers=(f"{player}: {names[strategy]}" for player, strategy in enumerate(result.task.strategies)),
        title=f"Means of a {unit}, each player (95 %)",
    )
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
    table = sink.empty_table(title="Means of a deal, each seat (95 %)", numbers=("seat",), after=("player",))
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
    needed, title = f"{plural(unit)} needed", f"On the same cards, points a {unit} and player (95 %)"
    table = sink.empty_table("better", "than", numbers=("by", "from", "to", needed), title=title)
    for row in result.pairs().iter_rows(named=True):
        limits = limit_text(row["low"]), limit_text(row["high"])
        deals = "" if row["deals_needed"] is None else f"{row['deals_needed']:,}"
        table.add_row(names[row["better"]], names[row["than"]], f"{row['difference']:.4g}", *limits, deals)
    return table


def _ends(result: "PlayResult", sink: Sink) -> "Table":
    labels = {column.name: column.labels for column in result.columns}["reason"]
    table = sink.empty_table("", numbers=("share", "95 % interval"), title="How deals end")
    for row in result.whole().iter_rows(named=True):
        if row["outcome"] == "reason":
            label = labels[row["value"]] if row["value"] < len(labels) else str(row["value"])
            share, low, high = (percent_text(row[name]) for name in ("probability", "low", "high"))
            table.add_row(label, share, f"{low} to {high}")
    return table


def _headline_of_matches(result: "MatchResult") -> str:
    task = result.task
    ways = f", each in {task.rotations} rotations" if task.rotations > 1 else ""
    length = result.deals_a_match
    deals = f", {length:.4g} {'deal' if length == 1 else 'deals'} a match" if length else ""
    return f"{task.game}, {task.players} players: {counted(result.deals, 'match')}{ways}, seed {result.seed}{deals}"


def _wins(result: "MatchResult", names: StrategyNames, sink: Sink) -> "Table":
    table = sink.empty_table("player", numbers=("share", "from", "to"), title="Share of the wins (95 %)")
    for row in result.wins().iter_rows(named=True):
        shares = (percent_text(row[name]) for name in ("share", "low", "high"))
        table.add_row(f"{row['player']}: {names[row['strategy']]}", *shares)
    return table
