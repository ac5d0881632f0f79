"""What ``meldlab simulate`` shows: progress on stderr; the table, the score and a histogram in the terminal."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.mean_text import UNKNOWN, mean_text
from meldlab.cli.terminal.remarks import stderr
from meldlab.cli.terminal.tables import draw
from meldlab.cli.views.histogram import histogram

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from meldlab.sim.common.intervals import Proportion
    from meldlab.sim.simulate.progress import Progress
    from meldlab.sim.simulate.simulation import Simulation

_BAR_WIDTH = 40


def follow(steps: "Iterator[Progress]", *, quiet: bool) -> "Simulation":
    """Advance `steps` to the end, with a bar on stderr when that is a terminal, and return the result."""
    from meldlab.sim.common.steps import last_result

    if quiet or not sys.stderr.isatty():
        return last_result(steps)
    from rich import progress as bars

    bar = bars.Progress(
        bars.TextColumn("{task.fields[deals]}"),
        bars.BarColumn(_BAR_WIDTH),
        bars.TextColumn("{task.fields[speed]}"),
        bars.TimeElapsedColumn(),
        console=stderr(),
        transient=True,
    )
    with bar:
        work = bar.add_task("deals", total=None, deals="", speed="")

        def shown() -> "Iterator[Progress]":
            for step in steps:
                speed = f"{step.rate:,.0f} hands/s" if step.rate else ""
                left = f", {_duration(step.seconds_left)} left" if step.seconds_left is not None else ""
                of = f" of {step.total:,}" if step.total is not None else ""
                bar.update(
                    work, completed=step.deals, total=step.total, deals=f"{step.deals:,}{of}", speed=speed + left
                )
                yield step

        return last_result(shown())


def records(result: "Simulation", *, by: str | None) -> list[dict[str, Any]]:
    """Return the flat rows: one a feature or, with `by`, one a value; each carries deals and seed."""
    seed = str(result.seed)
    if by is None:
        return [{**row, "seed": seed} for row in result.table().to_dicts()]
    return [{**row, "deals": result.deals, "seed": seed} for row in result.by(by).to_dicts()]


def document(result: "Simulation", *, by: str | None) -> dict[str, Any]:
    """Return the JSON answer; with `by` it also holds the table by that outcome."""
    return result.to_dict(by=() if by is None else (by,))


def view(result: "Simulation", console: "Console", *, by: str | None, sink: Sink, heading: str = "") -> None:
    """Draw the result on a console, `heading` under the first line."""
    console.print(_headline(result), soft_wrap=True)
    if heading:
        console.print(heading, soft_wrap=True)
    console.print()
    draw(console, _feature_table(result, sink))
    if by is not None:
        console.print()
        draw_by(result, by, console, sink)
    if result.deals:
        console.print()
        console.print(_score_line(result), soft_wrap=True)
        console.print()
        draw(console, histogram(result.histogram(), sink, name=result.task.score, room=console.width))


def _headline(result: "Simulation") -> str:
    task = result.task
    wild = f", wild {task.wild}" if task.wild else ""
    speed = f", {result.hands_per_second:,.0f} hands/s" if result.hands_per_second else ""
    decks = counted(task.decks, "deck")
    contract = f" {task.contract}" if task.contract else ""
    return f"{task.game}{contract}, {decks}{wild}: {counted(result.deals, 'deal')}, seed {result.seed}{speed}"


def _feature_table(result: "Simulation", sink: Sink) -> "Table":
    table = sink.empty_table("feature", numbers=("deals", "probability", "95 % interval", "one in"))
    for feature in result.features:
        share = result.share(feature)
        table.add_row(feature.text, f"{share.hits:,}", *_share_cells(share))
    return table


def _share_cells(share: "Proportion") -> tuple[str, str, str]:
    if not share.probability:
        return ("" if share.probability is None else "0", str(share), "")
    return (f"{share.probability:.6g}", f"{share.low:.6g} to {share.high:.6g}", f"{1 / share.probability:,.4g}")


def draw_by(result: "Simulation", outcome: str, console: "Console", sink: Sink, *, title: str | None = None) -> None:
    """Draw a row for each value of an outcome: every figure with its interval."""
    from meldlab.sim.query.conditions import parse_grouping, says_more

    name, _ = parse_grouping(outcome, result.task)
    features = [each.text for each in result.features if each.text != name and says_more(each, name)]
    table = sink.empty_table(
        numbers=(name, "deals", "probability (95 %)", f"mean_{result.task.score}", *features), title=title
    )
    parts = result.splits(outcome)
    for part in parts:
        shares = [part.share, *(part.features[text] for text in features)]
        first, *rest = (
            mean_text(share.probability, share.low, share.high, deals=share.trials, ascii=sink.ascii)
            for share in shares
        )
        mean = mean_text(*part.score, deals=part.share.hits, ascii=sink.ascii)
        table.add_row(str(part.value), f"{part.share.hits:,}", first, mean, *rest)
    draw(console, table)
    if any(part.score.low is None for part in parts):
        console.print(f"{UNKNOWN}: no interval, since there is one deal only, or all are alike.", soft_wrap=True)


def _score_line(result: "Simulation") -> str:
    score = result.score
    spread = ""
    if score.sd is not None and score.ci95 is not None:
        low, high = score.ci95
        spread = f" (95 %: {low:.6g} to {high:.6g}), sd {score.sd:.4g}"
    quartiles = ", ".join(f"{float(level) * 100:g} %: {value}" for level, value in score.quantiles.items())
    return f"{score.name}: mean {score.mean:.6g}{spread}, {score.min} to {score.max}; quantiles {quartiles}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
