"""The whole report: from results to a page, and the main chart alone."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from meldlab.sim.archive.result import Result
from meldlab.sim.common.arguments import check_texts, refuse
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.common.version import __version__
from meldlab.sim.play.compare.result import Comparison
from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.play.compare.sweep import SweepResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.query.conditions import parse_condition, parse_grouping
from meldlab.sim.report.charts.drawing import check_charts, png, svg
from meldlab.sim.report.markup import Markup, tag
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.words.words import language
from meldlab.sim.simulate.simulation import Simulation

_RESULTS = "a result, or a list of them"
Reported = Result | Comparison | SweepResult | Iterable[Result]


def html_report(
    results: Reported, *, lang: str = "en", by: Sequence[str] | None = None, runs: Sequence[str] | None = None
) -> str:
    """Return a page about one result, or several side by side: one HTML file without scripts or addresses.

    Parameters
    ----------
    results : result or iterable of results
        What `simulate`, `play`, `compare`, `compare_sweep`, `compare_rules` return, or `read_results`.
    lang : str
        ``en``, ``es`` or ``mr``.
    by : sequence of str, optional
        Outcomes or queries by which dealt hands are split; by default one that suits the game.
    runs : sequence of str, optional
        The folder of each result: ``run`` in the figures.

    Returns
    -------
    str
        The page.  Its figures are also in it as JSON, in the element ``figures``: a list, of each result what
        ``meldlab report --json`` gives.

    Raises
    ------
    ArgumentError
        There are no results, what is given is none, `by` or `runs` is no list of texts, or not each result has its
        folder.
    MeldlabError
        Charts cannot be drawn here, or there is no such language.
    QueryError
        Hands cannot be split so.
    """
    for name, texts in (("by", by), ("runs", runs)):
        if texts is not None:
            check_texts(name, texts)
    subjects = _subjects(results, lang=lang, runs=runs)
    splits = [_splits(each.result, by) for each in subjects]
    check_charts()
    from meldlab.sim.report.page import notes, page
    from meldlab.sim.report.sections.beside import beside
    from meldlab.sim.report.sections.order import several

    words, alone = subjects[0].words, len(subjects) == 1
    body: list[str] = [] if alone else [*beside(subjects)]
    for subject, outcomes in zip(subjects, splits, strict=True):
        parts = _sections(subject, outcomes)
        told = notes(subject.result.messages, words)
        if alone:
            body += [told, *parts]
        else:
            heading = tag("h2", f"{subject.name}: {subject.title}")
            body.append(tag("article", heading, told, *parts, id=f"run-{subject.number}"))
    return page(
        title=subjects[0].title if alone else several(subjects),
        body=body,
        foot=words("page.made", version=__version__),
        figures=figures([each.result for each in subjects], [each.folder for each in subjects], by=by or ()),
        words=words,
    )


def main_chart(results: Reported, *, kind: str, lang: str = "en") -> bytes:
    """Return the chart that says most, as a picture of its own.

    Of dealt hands: how often each score occurs, and how many hands have at most so much, of several runs together; of
    played deals: the differences of the strategies on the same cards, of several runs too; of matches: shares of the
    wins; of two rulesets: the differences of points.

    Parameters
    ----------
    results
        As for `html_report`.
    kind : str
        ``svg`` or ``png``.
    lang : str

    Raises
    ------
    ArgumentError
        There are no results, or what is given is none.
    MeldlabError
        Charts cannot be drawn here; there is no such language; or the results have no chart in common.
    """
    subjects = _subjects(results, lang=lang)
    check_charts()
    from meldlab.sim.report.charts.main_chart import chart_of

    chart, numerals = chart_of(subjects), subjects[0].words.numerals
    return png(chart, numerals) if kind == "png" else svg(chart, numerals).encode()


def figures(results: Sequence[Result], runs: Sequence[str | None], *, by: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return each result as JSON: what its own command gives, ``run`` (its folder) and ``messages`` about its parts.

    Dealt hands also have, under ``by``, the tables by these outcomes.
    """
    own = (each.to_dict(by=by) if isinstance(each, Simulation) else each.to_dict() for each in results)
    return [
        {**figures, "run": run, "messages": list(result.messages)}
        for figures, result, run in zip(own, results, runs, strict=True)
    ]


def with_features(results: Sequence[Result], features: Sequence[str]) -> list[Result]:
    """Return the results with these features told of dealt hands instead of the usual ones.

    Raises
    ------
    QueryError
        One of them is no query of the outcomes counted.
    """
    return [
        replace(each, features=tuple(parse_condition(text, each.task) for text in features))
        if features and isinstance(each, Simulation)
        else each
        for each in results
    ]


def _subjects(results: Reported, *, lang: str, runs: Sequence[str] | None = None) -> list[Subject]:
    words = language(lang)
    listed: object = results
    if isinstance(results, Comparison | SweepResult):
        listed = results.results
    elif isinstance(results, Simulation | PlayResult | RulesComparison):
        listed = [results]
    if not isinstance(listed, Iterable):
        refuse("results", results, _RESULTS)
    found = []
    for number, each in enumerate(listed, start=1):
        if not isinstance(each, Simulation | PlayResult | RulesComparison):
            refuse("results", each, _RESULTS)
        found.append(Subject(each, words, number))
    if not found:
        raise MeldlabError("there is nothing to report", where="results", allowed=_RESULTS)
    if runs is None:
        return found
    if len(runs) != len(found):
        refuse("runs", runs, "a folder for each result")
    return [replace(subject, folder=folder) for subject, folder in zip(found, runs, strict=True)]


def _splits(result: Result, by: Sequence[str] | None) -> list[str]:
    """Return by what dealt hands are split, each outcome in its one spelling."""
    if not isinstance(result, Simulation):
        return []
    from meldlab.sim.report.sections.split import usual_split

    return [parse_grouping(text, result.task)[0] for text in (usual_split(result) if by is None else by)]


def _sections(subject: Subject, by: Sequence[str]) -> list[Markup]:
    from meldlab.sim.report.sections import deals, hands, two_rules
    from meldlab.sim.report.sections.asked import asked, rules
    from meldlab.sim.report.sections.found import found
    from meldlab.sim.report.sections.split import split

    result = subject.result
    if isinstance(result, Simulation):
        splits = by if result.deals else ()
        inside = [*hands.sections(subject, result), *(split(subject, result, outcome) for outcome in splits)]
    elif isinstance(result, RulesComparison):
        inside = two_rules.sections(subject, result)
    else:
        inside = deals.sections(subject, result)
    return [asked(subject), *inside, rules(subject), found(subject)]
