"""The page of a report: one file, no script, no address of anything else."""

import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

from meldlab.sim.report.charts.charts import NARROW, WIDE, for_page
from meldlab.sim.report.charts.drawing import svg
from meldlab.sim.report.charts.palette import night_of_charts, variables
from meldlab.sim.report.markup import Markup, joined, table, tag
from meldlab.sim.report.words.messages import told
from meldlab.sim.report.words.words import Words

# Whatever a run's texts hold, a page with this line loads nothing and runs nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(*, title: str, body: Sequence[str], foot: str, figures: object, words: Words) -> str:
    """Return the whole page as HTML.

    Parameters
    ----------
    title, body, foot
        The heading, the sections, the last line.
    figures
        What the page shows, as JSON inside it (``<script type="application/json" id="figures">``).
    words
    """
    meta = (
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="generator", content="meldlab"),
        # Without it a browser asks the server, or the folder, for one.
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("style", Markup(_style())),
    )
    html = tag(
        "html",
        tag("head", *meta),
        tag("body", tag("header", tag("h1", title)), tag("main", *body), tag("footer", tag("p", foot)), _data(figures)),
        lang=words.code,
    )
    return f"<!doctype html>\n{html}\n"


def section(heading: str, *parts: str, name: str | None = None) -> Markup:
    """Return a section; without parts, nothing."""
    return tag("section", tag("h2", heading), *parts, data_section=name) if parts else Markup()


def table_section(
    title: str, headings: Sequence[str], rows: Iterable[Sequence[str]], *more: str, name: str, words: int = 1
) -> Markup:
    """Return a section that is a table, with what stands below it; arguments as for `section` and `table`."""
    return section(title, table(headings, rows, words=words, label=title, name=name), *more, name=name)


def picture(draw: Any, *, caption: str, words: Words, notes: Sequence[str] = (), headed: bool = True) -> Markup:
    """Return a chart twice, for wide and for narrow screens, of which the page shows one.

    Parameters
    ----------
    draw : callable
        Width in points to the chart.
    caption
        What it shows, for those too who do not see it.
    words
    notes
        Said below it.
    headed
        Whether the caption stands above it.
    """
    drawn = [
        tag("div", svg(for_page(draw(width=width)), words.numerals), class_=kind, role="img", aria_label=caption)
        for kind, width in (("wide", WIDE), ("narrow", NARROW))
    ]
    told = [tag("figcaption", note) for note in notes]
    return tag("figure", tag("h3", caption) if headed else "", *drawn, *told)


def tiles(figures: Sequence[tuple[str, str, str]]) -> Markup:
    """Return the figures to be seen first: what each is, the figure, what is said below it."""
    return tag(
        "dl",
        *(
            tag("div", tag("dt", what), tag("dd", figure, class_="large"), tag("dd", below, class_="faint"))
            for what, figure, below in figures
        ),
        class_="tiles",
    )


def facts(rows: Sequence[tuple[str, str]]) -> Markup:
    """Return names and what they are."""
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in rows), class_="facts")


def folded(summary: str, *parts: str) -> Markup:
    """Return what is shown when asked for."""
    return tag("details", tag("summary", summary), *parts)


def notes(texts: Sequence[str], words: Words) -> Markup:
    """Return what a person should know before reading on; nothing without texts."""
    if not texts:
        return Markup()
    return joined(
        [
            tag("p", words("page.notes"), class_="faint"),
            tag("ul", *(tag("li", told(text, words)) for text in texts), class_="notes"),
        ]
    )


def _style() -> str:
    text = files(__package__).joinpath("page.css").read_text(encoding="utf-8").replace("\n", "")
    day = f":root{{{variables(night=False)}}}"
    night = f":root{{{variables(night=True)}}}{night_of_charts()}"
    return f"{day}{text}@media screen and (prefers-color-scheme:dark){{{night}}}"


def _data(figures: object) -> Markup:
    """Return JSON inside the page: no text in it can end the element or open another."""
    text = json.dumps(figures, ensure_ascii=True, allow_nan=False)
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return tag("script", Markup(text), type="application/json", id="figures")
