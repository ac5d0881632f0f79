"""The charts of a report, as Altair makes them; nothing in them but the figures, words come as plain titles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Self

import altair as alt

from meldlab.sim.report.charts.curve import Curve, Window
from meldlab.sim.report.charts.palette import FAINT, INK, LINE, SERIES

WIDE, NARROW = 640, 330
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif"


@dataclass(frozen=True)
class Reach:
    """A figure with its interval, where there is one."""

    label: str
    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, label: str, row: Mapping[str, Any], mean: str = "difference") -> Self:
        """Return that of a row of a result, where its mean has the name `mean`."""
        return cls(label, row[mean], row["low"], row["high"])


@dataclass(frozen=True)
class ScoreCharts:
    """Charts of scores, each in all widths: of runs, strategies or players.

    Attributes
    ----------
    curves : sequence of Curve
        One a run, strategy or player.
    score : str
        What the scores are called.
    """

    curves: Sequence[Curve]
    score: str

    @cached_property
    def window(self) -> Window:
        """What the charts show: the scores of all curves."""
        return reduce(or_, (curve.window for curve in self.curves))

    def histogram(self, *, width: int, share: str, place: int = 0) -> Any:
        """Return the bars of one of the curves, in its colour; the same height for all."""
        step = self.window.step(bars=width // 7)
        bars = [each.bars(self.window, step=step) for each in self.curves]
        highest = max((bar["share"] for each in bars for bar in each), default=1)
        marks = alt.Chart(_data(bars[place])).mark_bar(color=_colour(place))
        scale = alt.Scale(domain=[0, highest], nice=True)
        return self._drawn(marks, "begin:Q", width=width, share=share, scale=scale, x2="end:Q", y2=alt.datum(0))

    def cumulative(self, *, width: int, share: str) -> Any:
        """Return how many deals have at most each score: a line for each curve."""
        rows = [row for number, curve in enumerate(self.curves) for row in curve.steps(self.window, number=number)]
        marks = alt.Chart(_data(rows)).mark_line(interpolate="step-after", strokeWidth=2)
        colour = _whose(self.curves, width=width)
        return self._drawn(marks, width=width, share=share, scale=alt.Scale(domain=[0, 1]), color=colour)

    def occurrences(self, *, width: int, share: str) -> Any:
        """Return how often each score occurs: the histogram of one curve, the outlines of several, one over another."""
        if len(self.curves) == 1:
            return self.histogram(width=width, share=share)
        step = self.window.step(bars=width // 14)
        rows = [
            {"score": (bar["begin"] + bar["end"]) / 2, "share": bar["share"], "curve": number}
            for number, curve in enumerate(self.curves)
            for bar in curve.bars(self.window, step=step)
        ]
        marks = alt.Chart(_data(rows)).mark_line(interpolate="monotone", strokeWidth=2)
        return self._drawn(marks, width=width, share=share, color=_whose(self.curves, width=width))

    def _drawn(
        self, marks: Any, across: str = "score:Q", *, width: int, share: str, scale: Any = alt.Undefined, **more: Any
    ) -> Any:
        """Return marks over the scores, shares upwards."""
        points = self.curves[0].scale
        ends = [(self.window.low - 0.5) / points, (self.window.high + 0.5) / points]
        x = alt.X(
            across,
            title=self.score,
            scale=alt.Scale(domain=ends, nice=False, zero=False, clamp=True),
            axis=alt.Axis(grid=False, tickMinStep=1, tickCount=width // 55),
        )
        title = share if width > NARROW else None
        y = alt.Y("share:Q", title=title, scale=scale, axis=alt.Axis(format="~%", tickCount=5))
        return marks.encode(x=x, y=y, **more).properties(width=width, height=max(220, width // 3 + 40))


def reaches(figures: Sequence[Reach], *, width: int, title: str, percent: bool = False) -> Any:
    """Return figures with their intervals, a line each; shares in `percent`, or beside 0, where nobody is better."""
    rows = [
        {"row": number, "mean": each.mean, "low": each.low, "high": each.high} for number, each in enumerate(figures)
    ]
    labels = [each.label for each in figures]
    across = alt.X(
        "mean:Q",
        title=title,
        scale=alt.Scale(zero=not percent, nice=True),
        axis=alt.Axis(format="~%" if percent else ",~f", tickCount=width // 70),
    )
    down = alt.Y(
        "row:O",
        title=None,
        axis=alt.Axis(
            labelExpr=_looked_up(labels),
            labelLimit=width // 2 - 20,
            labelPadding=8,
            grid=False,
            ticks=False,
            domain=False,
        ),
    )
    base = alt.Chart(_data(rows)).encode(y=down)
    layers: list[Any] = [
        base.mark_rule(color=SERIES[0].day, strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q"),
        base.mark_point(color=SERIES[0].day, filled=True, size=70, opacity=1).encode(x=across),
    ]
    if not percent:
        nobody = alt.Chart(_data([{"mean": 0}])).mark_rule(color=FAINT.day, strokeDash=[4, 3])
        layers.insert(0, nobody.encode(x="mean:Q"))
    return alt.layer(*layers).properties(width=width, height=34 * len(figures) + 50)


def together(*parts: Any) -> Any:
    """Return charts one above the other, as one picture on white."""
    return _configured(alt.vconcat(*parts).properties(background="#ffffff", padding=12))


def alone(chart: Any) -> Any:
    """Return a chart as a picture of its own, on white."""
    return _configured(_fitted(chart).properties(background="#ffffff", padding=12))


def for_page(chart: Any) -> Any:
    """Return a chart for a page, whose colours show through it."""
    return _configured(_fitted(chart).properties(background="transparent", padding=2))


def _fitted(chart: Any) -> Any:
    """Return a chart whose width and height are those of all of it, axes and legend included."""
    return chart.properties(autosize=alt.AutoSizeParams(type="fit", contains="padding"))


def _data(rows: list[dict[str, Any]]) -> Any:
    return alt.InlineData(values=rows)


def _whose(curves: Sequence[Curve], *, width: int) -> Any:
    """Return the colours of the curves; names are looked up by number, so that equal names stay two curves."""
    if len(curves) == 1:
        return alt.value(SERIES[0].day)
    names = [curve.name for curve in curves]
    colours = [_colour(place) for place in range(len(curves))]
    legend = alt.Legend(
        title=None,
        orient="top",
        direction="vertical",
        labelExpr=_looked_up(names),
        labelLimit=width - 60,
        symbolStrokeWidth=3,
        symbolType="stroke",
    )
    return alt.Color("curve:O", scale=alt.Scale(domain=list(range(len(curves))), range=colours), legend=legend)


def _colour(place: int) -> str:
    return SERIES[place % len(SERIES)].day


def _looked_up(names: Sequence[str]) -> str:
    """Return the expression that gives a row its name.

    Vega reads it as a program: a name is written as a string of escaped code units only, so that it stays a name.
    """
    quoted = ",".join('"' + "".join(f"\\u{unit:04x}" for unit in _units(name)) + '"' for name in names)
    return f"[{quoted}][datum.value]"


def _units(name: str) -> list[int]:
    raw = name.encode("utf-16-be", "replace")
    return [int.from_bytes(raw[place : place + 2], "big") for place in range(0, len(raw), 2)]


def _configured(chart: Any) -> Any:
    return (
        chart.configure(font=_FONT, aria=False)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=FAINT.day,
            titleColor=INK.day,
            gridColor=LINE.day,
            domainColor=LINE.day,
            tickColor=LINE.day,
            labelFontSize=12,
            titleFontSize=13,
            titleFontWeight="normal",
            titlePadding=8,
        )
        .configure_legend(labelColor=INK.day, labelFontSize=13, padding=0, offset=8)
    )
