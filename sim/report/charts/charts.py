"""The charts of a report, as Altair makes them; nothing in them but the figures, words come as plain titles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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


def histogram(curves: Sequence[Curve], window: Window, *, place: int = 0, width: int, score: str, share: str) -> Any:
    """Return the bars of the scores of one of some runs or strategies, in its colour; the same height for all."""
    step = window.step(bars=width // 7)
    bars = [each.bars(window, step=step) for each in curves]
    highest = max((bar["share"] for each in bars for bar in each), default=1)
    chart = (
        alt.Chart(_data(bars[place]))
        .mark_bar(color=_colour(place))
        .encode(
            x=alt.X("begin:Q", title=score, scale=_across(window, curves[place].scale), axis=_ticks(width)),
            x2="end:Q",
            y=alt.Y(
                "share:Q",
                title=share if width > NARROW else None,
                scale=alt.Scale(domain=[0, highest], nice=True),
                axis=alt.Axis(format="~%", tickCount=5),
            ),
            y2=alt.datum(0),
        )
    )
    return chart.properties(width=width, height=_height(width))


def cumulative(curves: Sequence[Curve], window: Window, *, width: int, score: str, share: str) -> Any:
    """Return how many deals have at most each score: a curve for each run, strategy or player."""
    rows = [row for number, curve in enumerate(curves) for row in curve.steps(window, number=number)]
    chart = _lines(rows, curves, window, width=width, score=score, interpolate="step-after")
    return chart.encode(
        y=alt.Y(
            "share:Q",
            title=share if width > NARROW else None,
            scale=alt.Scale(domain=[0, 1]),
            axis=alt.Axis(format="~%", tickCount=5),
        )
    )


def frequencies(curves: Sequence[Curve], window: Window, *, width: int, score: str, share: str) -> Any:
    """Return the outlines of several runs' histograms, one over the other."""
    step = window.step(bars=width // 14)
    rows = []
    for number, curve in enumerate(curves):
        for bar in curve.bars(window, step=step):
            rows.append({"score": (bar["begin"] + bar["end"]) / 2, "share": bar["share"], "curve": number})
    chart = _lines(rows, curves, window, width=width, score=score, interpolate="monotone")
    return chart.encode(
        y=alt.Y("share:Q", title=share if width > NARROW else None, axis=alt.Axis(format="~%", tickCount=5))
    )


def _lines(
    rows: list[dict[str, Any]], curves: Sequence[Curve], window: Window, *, width: int, score: str, interpolate: Any
) -> Any:
    """Return a line for each curve over the scores, the shares still to be scaled."""
    across = alt.X("score:Q", title=score, scale=_across(window, curves[0].scale), axis=_ticks(width))
    chart = alt.Chart(_data(rows)).mark_line(interpolate=interpolate, strokeWidth=2)
    return chart.encode(x=across, color=_whose(curves, width=width)).properties(width=width, height=_height(width))


def reaches(figures: Sequence[Reach], *, width: int, title: str, percent: bool = False, zero: bool = False) -> Any:
    """Return figures with their intervals, a line each; `zero` draws the line on which nobody is better."""
    rows = [
        {"row": number, "mean": each.mean, "low": each.low, "high": each.high} for number, each in enumerate(figures)
    ]
    labels = [each.label for each in figures]
    across = alt.X(
        "mean:Q",
        title=title,
        scale=alt.Scale(zero=zero, nice=True),
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
    if zero:
        layers.insert(
            0, alt.Chart(_data([{"mean": 0}])).mark_rule(color=FAINT.day, strokeDash=[4, 3]).encode(x="mean:Q")
        )
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


def _height(width: int) -> int:
    return max(220, width // 3 + 40)


def _data(rows: list[dict[str, Any]]) -> Any:
    return alt.InlineData(values=rows)


def _across(window: Window, scale: int) -> Any:
    return alt.Scale(
        domain=[(window.low - 0.5) / scale, (window.high + 0.5) / scale], nice=False, zero=False, clamp=True
    )


def _ticks(width: int) -> Any:
    return alt.Axis(grid=False, tickMinStep=1, tickCount=width // 55)


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
