"""What ``meldlab compare`` shows in the terminal: pairs and their order, a sweep, two rulesets."""

from typing import TYPE_CHECKING, Any

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.mean_text import alike_note, limit_text, mean_text
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.strategy_names import StrategyNames

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl
    from rich.console import Console

    from meldlab.sim.play.compare.result import Comparison
    from meldlab.sim.play.compare.rules_result import RulesComparison
    from meldlab.sim.play.compare.sweep import SweepResult
    from meldlab.sim.play.result import PlayResult


def view_pairs(result: "Comparison", console: "Console", sink: Sink) -> None:
    """Draw each pair, and the order of more than two strategies."""
    tables = counted(result.tables, "table")
    console.print(_headline(result.results[0], tables), soft_wrap=True)
    names = StrategyNames(result.strategies)
    names.tell(console)
    console.print()
    table = sink.empty_table(
        "better",
        "than",
        numbers=("by", "from", "to", "deals needed", "deals"),
        title="On the same deals, points a deal and player (95 %)",
    )
    for row in result.pairs().iter_rows(named=True):
        pair, counts = (names[row["better"]], names[row["than"]]), (row["deals_needed"], row["deals"])
        table.add_row(*pair, *_difference(row), *map(_count, counts))
    draw(console, table)
    _note(console, [result.pairs()], deals=result.deals)
    order = result.tournament()
    if len(result.strategies) > 2 and order.height:
        console.print()
        title = "Over all others, points a deal and player (95 % at least)"
        table = sink.empty_table("", "strategy", numbers=("by", "from", "to"), title=title)
        for place, row in enumerate(order.iter_rows(named=True), start=1):
            table.add_row(str(place), names[row["strategy"]], *_difference(row))
        draw(console, table)


def view_sweep(result: "SweepResult", console: "Console", sink: Sink) -> None:
    """Draw one row a value."""
    values = counted(len(result.values), "value")
    console.print(_headline(result.results[0], f"{values} of {result.number}"), soft_wrap=True)
    console.print(f"Against {result.against}", soft_wrap=True)
    console.print()
    table = sink.empty_table(
        numbers=(result.number, "by", "from", "to", "own points", "deals"),
        title="Better than the other by, points a deal and player (95 %)",
    )
    for value, row in zip(result.values, result.rows().iter_rows(named=True), strict=False):
        table.add_row(value, *_difference(row), _points(row, sink), _count(row["deals"]))
    draw(console, table)
    _note(console, [result.rows()], deals=result.deals)


def view_rules(result: "RulesComparison", console: "Console", sink: Sink) -> None:
    """Draw which rules differ, and one row a figure."""
    first, other = result.task.first, result.task.other
    contract = f" {first.contract}" if first.contract else ""
    ways = f", each in {first.rotations} rotations" if first.rotations > 1 else ""
    deals = f"{counted(result.deals, 'deal')}{ways}, seed {result.seed}"
    names = f"{first.game}{contract} and {'other rules' if other.game == first.game else other.game}"
    console.print(f"{names}, {first.players} players: {deals}", soft_wrap=True)
    for key, (ours, theirs) in result.changed().items():
        console.print(f"  {key}: {ours} and {theirs}", soft_wrap=True)
    console.print()
    figures = ("first", "other", "difference", "from", "to", "deals needed")
    table = sink.empty_table("", "of", numbers=figures, title="On the same deals, other less first (95 %)")
    for row in result.rows().iter_rows(named=True):
        means = (
            mean_text(row[side], row[f"{side}_low"], row[f"{side}_high"], deals=result.deals, ascii=sink.ascii)
            for side in ("first", "other")
        )
        table.add_row(row["outcome"], row["of"], *means, *_difference(row), _count(row["deals_needed"]))
    draw(console, table)
    sides = [result.rows().select(mean=side, low=f"{side}_low") for side in ("first", "other")]
    _note(console, [result.rows(), *sides], deals=result.deals)


def _headline(result: "PlayResult", tables: str) -> str:
    task = result.task
    contract = f" {task.contract}" if task.contract else ""
    deals = f"{counted(result.deals, 'deal')} in every rotation, seed {result.seed}"
    return f"{task.game}{contract}, {task.players} players, {tables}: {deals}"


def _difference(row: "Mapping[str, Any]") -> tuple[str, str, str]:
    return _figure(row["difference"]), limit_text(row["low"]), limit_text(row["high"])


def _points(row: "Mapping[str, Any]", sink: Sink) -> str:
    if row["points"] is None:
        return ""
    return mean_text(row["points"], row["points_low"], row["points_high"], deals=row["deals"], ascii=sink.ascii)


def _note(console: "Console", frames: "Sequence[pl.DataFrame]", *, deals: int) -> None:
    note = alike_note(frames, deals=deals)
    if note:
        console.print()
        console.print(note)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
