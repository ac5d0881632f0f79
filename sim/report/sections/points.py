"""The section about how many points deals or matches give, by strategy: bars, curves, every value."""

from collections.abc import Sequence

import polars as pl

from meldlab.sim.play.counts import SEAT, seats_of
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.report.charts.charts import ScoreCharts
from meldlab.sim.report.charts.curve import Curve
from meldlab.sim.report.markup import Markup, number, table, tag
from meldlab.sim.report.page import folded, picture, section
from meldlab.sim.report.sections.hands import MOST_VALUES, not_drawn
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.words.words import Words


def points(subject: Subject, result: PlayResult) -> Markup:
    """Return how often each number of points occurs, and the cumulative curves, both by strategy."""
    words, match = subject.words, isinstance(result, MatchResult)
    charts = points_charts(words, result)
    share = words("play.share")
    bars = [
        picture(
            lambda width, place=place: charts.histogram(place=place, width=width, share=share),
            caption=curve.name,
            words=words,
        )
        for place, curve in enumerate(charts.curves)
    ]
    curve_chart = picture(
        lambda width: charts.cumulative(width=width, share=share),
        caption=words("play.total_chart" if match else "play.points_chart"),
        notes=_cut(subject, charts),
        words=words,
    )
    better = words("play.more" if result.how.better > 0 else "play.less")
    return section(
        words("play.points_of_match" if match else "play.points"),
        tag("p", words("play.total_bars" if match else "play.points_bars"), " ", better),
        *bars,
        curve_chart,
        _values(subject, charts),
        name="points",
    )


def points_charts(words: Words, result: PlayResult) -> ScoreCharts:
    """Return the charts of how often each strategy gets so many points, over all its seats and rotations."""
    made = []
    for strategy, players in seats_of(result.task.strategies).items():
        frames = [result.counts.values(SEAT, result.how.score, player=player) for player in players]
        summed = pl.concat(frames).group_by("value").agg(pl.col("count").sum()).sort("value")
        made.append(Curve(strategy, dict(summed.iter_rows()), scale=result.how.scale))
    titles = {column.name: column.title for column in result.columns}
    return ScoreCharts(made, words.named("outcome", titles.get(result.how.score, result.how.score)))


def _cut(subject: Subject, charts: ScoreCharts) -> list[str]:
    """Return what the charts leave out; of several strategies each by its name."""
    return [
        text if len(charts.curves) == 1 else f"{curve.name}: {text}"
        for curve in charts.curves
        for text in not_drawn(subject, curve, charts.window)
    ]


def _values(subject: Subject, charts: ScoreCharts) -> Markup:
    """Return how many deals of each strategy give each number of points, folded away; nothing of very many."""
    words, numerals, curves = subject.words, subject.words.numerals, charts.curves
    values = sorted({value for curve in curves for value in curve.counts})
    if len(values) > MOST_VALUES:
        return Markup()
    scale = curves[0].scale

    def row(value: int) -> Sequence[str]:
        counts = (curve.counts.get(value, 0) for curve in curves)
        shown = numerals.whole(value // scale) if value % scale == 0 else numerals.fixed(value / scale, 1)
        return (number(value / scale, shown), *(number(count, numerals.whole(count)) for count in counts))

    headings = (charts.score, *(curve.name for curve in curves))
    label = words("page.values")
    return folded(label, table(headings, map(row, values), words=0, label=label, name="points"))
