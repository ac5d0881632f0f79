"""The section about how many points deals or matches give, by strategy: bars, curves, every value."""

from collections.abc import Sequence

import polars as pl

from meldlab.sim.play.counts import SEAT, seats_of
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.report.charts.charts import cumulative, histogram
from meldlab.sim.report.charts.curve import Curve, Window
from meldlab.sim.report.markup import Markup, number, table, tag
from meldlab.sim.report.page import folded, picture, section
from meldlab.sim.report.sections.hands import MOST_VALUES, not_drawn
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.words.words import Words
from meldlab.sim.table.block import SeatColumn


def points(subject: Subject, result: PlayResult) -> Markup:
    """Return how often each number of points occurs, and the cumulative curves, both by strategy."""
    words, match = subject.words, isinstance(result, MatchResult)
    curves = curves_of(result)
    window, score = window_of(curves), titled(words, result.columns, result.how.score)
    share = words("play.share")
    bars = [
        picture(
            lambda width, place=place: histogram(curves, window, place=place, width=width, score=score, share=share),
            caption=curve.name,
            words=words,
        )
        for place, curve in enumerate(curves)
    ]
    caption = words("play.total_chart" if match else "play.points_chart")
    curve_chart = picture(
        lambda width: cumulative(curves, window, width=width, score=score, share=share),
        caption=caption,
        notes=_cut(subject, curves, window),
        words=words,
    )
    better = words("play.more" if result.how.better > 0 else "play.less")
    return section(
        words("play.points_of_match" if match else "play.points"),
        tag("p", words("play.total_bars" if match else "play.points_bars"), " ", better),
        *bars,
        curve_chart,
        _values(subject, curves, score),
        name="points",
    )


def curves_of(result: PlayResult) -> list[Curve]:
    """Return how often each strategy gets so many points, over all its seats and rotations."""
    made = []
    for strategy, players in seats_of(result.task.strategies).items():
        frames = [result.counts.values(SEAT, result.how.score, player=player) for player in players]
        summed = pl.concat(frames).group_by("value").agg(pl.col("count").sum()).sort("value")
        made.append(Curve(strategy, dict(summed.iter_rows()), scale=result.how.scale))
    return made


def window_of(curves: Sequence[Curve]) -> Window:
    """Return the window that shows all of some curves."""
    window = curves[0].window
    for curve in curves[1:]:
        window |= curve.window
    return window


def titled(words: Words, columns: Sequence[SeatColumn], name: str) -> str:
    """Return what an outcome of play is called."""
    titles = {column.name: column.title for column in columns}
    return words.named("outcome", titles.get(name, name))


def _cut(subject: Subject, curves: Sequence[Curve], window: Window) -> list[str]:
    """Return what the charts leave out; of several strategies each by its name."""
    return [
        text if len(curves) == 1 else f"{curve.name}: {text}"
        for curve in curves
        for text in not_drawn(subject, curve, window)
    ]


def _values(subject: Subject, curves: Sequence[Curve], score: str) -> Markup:
    """Return how many deals of each strategy give each number of points, folded away; nothing of very many."""
    words, numerals = subject.words, subject.words.numerals
    values = sorted({value for curve in curves for value in curve.counts})
    if len(values) > MOST_VALUES:
        return Markup()
    scale = curves[0].scale

    def row(value: int) -> Sequence[str]:
        counts = (curve.counts.get(value, 0) for curve in curves)
        shown = numerals.whole(value // scale) if value % scale == 0 else numerals.fixed(value / scale, 1)
        return (number(value / scale, shown), *(number(count, numerals.whole(count)) for count in counts))

    headings = (score, *(curve.name for curve in curves))
    label = words("page.values")
    return folded(label, table(headings, map(row, values), words=0, label=label, name="points"))
