"""The section about the same deals under two rulesets."""

from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.report.charts.charts import Reach
from meldlab.sim.report.markup import Markup, tag
from meldlab.sim.report.page import table_section
from meldlab.sim.report.sections.deals import difference_cells, mean_cell, reach_picture
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.words.strategy_names import chart_names


def sections(subject: Subject, result: RulesComparison) -> list[Markup]:
    """Return what the other rules change."""
    if not result.deals:
        return []
    words = subject.words
    rows = []
    for row in result.rows().iter_rows(named=True):
        means = (
            mean_cell(words, {"mean": row[side], "low": row[f"{side}_low"], "high": row[f"{side}_high"]})
            for side in ("first", "other")
        )
        rows.append(
            (
                words.named("outcome", row["outcome"]),
                _whom(subject, result, row["outcome"], row["of"]),
                *means,
                *difference_cells(words, row),
            )
        )
    names = ("figure", "whom", "first", "other", "difference")
    headings = (*(words(f"compared.{name}") for name in names), words("play.interval"), words("play.deals_needed"))
    title = words("compared.heading")
    shown, caption = point_reaches(subject, result), words("play.points")
    chart = reach_picture(words, shown, caption=caption, about="compared.difference", headed=True)
    note = tag("p", words("compared.note"), class_="faint")
    return [table_section(title, headings, rows, chart, note, words=2, name="differences")]


def point_reaches(subject: Subject, result: RulesComparison) -> list[Reach]:
    """Return the differences of points, for a chart."""
    called = chart_names(result.task.first.strategies)
    return [
        Reach.of(called.get(row["of"]) or _whom(subject, result, row["outcome"], row["of"]), row)
        for row in result.rows().iter_rows(named=True)
        if row["outcome"] == "points" and row["difference"] is not None
    ]


def _whom(subject: Subject, result: RulesComparison, outcome: str, of: str) -> str:
    """Return whose figure it is, in words; strategies are called what they are called."""
    words = subject.words
    if outcome == "share":
        return words.named("reason", of)
    if outcome == "turns":
        return words("compared.deal")
    if of == "all seats":
        return words("compared.all_seats")
    seats = {f"seat {seat}": seat for seat in range(result.task.first.players)}
    return words("compared.seat", seat=seats[of]) if of in seats else of
