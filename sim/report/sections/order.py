"""The sections about tables that were played together: the order of several strategies, one number swept."""

from collections.abc import Sequence

from meldlab.sim.play.compare.result import Comparison
from meldlab.sim.play.compare.sweep import SweepResult
from meldlab.sim.report.charts.charts import Reach
from meldlab.sim.report.markup import Markup, number, safe, table, tag
from meldlab.sim.report.origin import names
from meldlab.sim.report.page import section, table_section
from meldlab.sim.report.sections.deals import difference_cells, mean_cell, reach_picture
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.tables import all_together, together
from meldlab.sim.report.words.strategy_names import chart_names


def orders(subjects: Sequence[Subject]) -> list[Markup]:
    """Return a section for each comparison and each sweep of which all tables are in the report."""
    made = []
    for whole in all_together([each.result for each in subjects]):
        if whole.deals:
            own = [each for each in subjects if any(each.result is result for result in whole.results)]
            made.append(_order(own, whole) if isinstance(whole, Comparison) else _sweep(own, whole))
    return made


def several(subjects: Sequence[Subject]) -> str:
    """Return the report on several results in a line."""
    words, whole = subjects[0].words, together([each.result for each in subjects])
    if isinstance(whole, Comparison):
        return words("page.compared", game=subjects[0].game, count=len(whole.strategies))
    if isinstance(whole, SweepResult):
        return words("page.swept", game=subjects[0].game, **_ends(whole))
    return words("page.several", count=len(subjects))


def _order(subjects: Sequence[Subject], whole: Comparison) -> Markup:
    """Return the strategies in order of their mean difference over all others."""
    words, rows = subjects[0].words, whole.tournament().to_dicts()
    body = []
    for place, row in enumerate(rows, start=1):
        mean, interval, _ = difference_cells(words, row)
        body.append((tag("span", f"{place}. ", tag("strong", row["strategy"])), mean, interval))
    headings = (words("order.strategy"), words("play.by"), words("play.interval"))
    title = words("order.heading")
    called = chart_names(whole.strategies)
    shown = [Reach.of(called[row["strategy"]], row) for row in rows]
    chart = reach_picture(words, shown, caption=title)
    note = tag("p", words("order.note", runs=names(subjects)), class_="faint")
    return table_section(title, headings, body, chart, note, name="order")


def _sweep(subjects: Sequence[Subject], whole: SweepResult) -> Markup:
    """Return how much better a strategy does than another with each value of one of its numbers."""
    words, numerals, rows = subjects[0].words, subjects[0].words.numerals, whole.rows().to_dicts()
    body = []
    for value, row in zip(whole.values, rows, strict=True):
        mean, interval, _ = difference_cells(words, row)
        own = {"mean": row["points"], "low": row["points_low"], "high": row["points_high"]}
        points = safe("") if own["mean"] is None else mean_cell(words, own)
        body.append((value, mean, interval, points, number(row["deals"], numerals.whole(row["deals"]))))
    headings = (whole.number, words("play.by"), words("play.interval"), words("sweep.points"), words("sweep.deals"))
    title = words("sweep.heading", **_ends(whole))
    told = [(value, row) for value, row in zip(whole.values, rows, strict=True) if row["difference"] is not None]
    shown = [Reach.of(value, row) for value, row in told]
    return section(
        title,
        tag("p", words("sweep.against", number=whole.number, against=whole.against)),
        table(headings, body, label=title, name="sweep"),
        reach_picture(words, shown, caption=title),
        tag("p", words("sweep.note", runs=names(subjects)), class_="faint"),
        name="sweep",
    )


def _ends(whole: SweepResult) -> dict[str, str]:
    return {"number": whole.number, "first": whole.values[0], "last": whole.values[-1]}
