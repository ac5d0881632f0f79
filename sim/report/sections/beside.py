"""Several runs side by side: what they share, where they differ, their curves in one chart."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.report.markup import Markup, joined, safe, table, tag
from meldlab.sim.report.origin import names, same_questions
from meldlab.sim.report.page import section
from meldlab.sim.report.sections.asked import rules_table
from meldlab.sim.report.sections.deals import all_reaches, difference_cells, reach_picture, share_cells
from meldlab.sim.report.sections.hands import (
    feature_words,
    mean_words,
    score_charts,
    score_name,
    score_pictures,
    share_cell,
)
from meldlab.sim.report.sections.order import orders
from meldlab.sim.report.subject import Subject
from meldlab.sim.rules.describe import differences
from meldlab.sim.simulate.simulation import Simulation


def beside(subjects: Sequence[Subject]) -> list[Markup]:
    """Return the sections that put all runs of a report side by side."""
    words = subjects[0].words
    told = [tag("li", text) for text in same_questions(subjects)]
    parts = [_head(subjects), tag("ul", *told, class_="notes") if told else Markup()]
    parts += [_dealt(group) for group in _same_score(subjects)]
    parts += [_played(subjects), *_rules(subjects)]
    return [*orders(subjects), section(words("beside.heading"), *parts, name="beside"), *_curves(subjects)]


def _head(subjects: Sequence[Subject]) -> Markup:
    """Return what each run is, a column each."""
    words = subjects[0].words
    rows: list[tuple[str, ...]] = [
        (words("beside.game"), *(subject.game for subject in subjects)),
        (words("beside.pack"), *(subject.pack for subject in subjects)),
        (words("beside.count"), *(subject.counted for subject in subjects)),
        (words("beside.seed"), *(", ".join(map(str, subject.seeds)) for subject in subjects)),
    ]
    if any(subject.strategies for subject in subjects):
        rows.append((words("beside.players"), *("; ".join(dict.fromkeys(subject.strategies)) for subject in subjects)))
    if any(subject.folder for subject in subjects):
        rows.append((words("beside.folder"), *(subject.folder or "" for subject in subjects)))
    headings = ("", *(tag("a", subject.name, href=f"#run-{subject.number}") for subject in subjects))
    return table(headings, rows, words=len(headings), label=words("beside.heading"), name="runs")


def _same_score(subjects: Sequence[Subject]) -> Iterator[list[tuple[Subject, Simulation]]]:
    """Yield the runs of dealt hands that have the same score, where there are several."""
    dealt = [(each, each.result) for each in subjects if isinstance(each.result, Simulation) and each.result.deals]

    def score(run: tuple[Subject, Simulation]) -> str:
        return run[1].task.score

    for _, group in groupby(sorted(dealt, key=score), key=score):
        runs = list(group)
        if len(runs) > 1:
            yield runs


def _dealt(runs: Sequence[tuple[Subject, Simulation]]) -> Markup:
    """Return scores and features of dealt hands, a column each."""
    words, results = runs[0][0].words, [result for _, result in runs]
    means = [mean_words(words, result) for result in results]
    cells = [tag("span", mean, tag("span", reach, class_="query")) for mean, reach in means]
    rows: list[tuple[str, ...]] = [(words("result.mean", score=score_name(words, results[0])), *cells)]
    for feature in dict.fromkeys(feature for result in results for feature in result.features):
        shares = (result.share(feature) if feature in result.features else None for result in results)
        cells = [safe("–") if share is None else share_cell(words, share) for share in shares]
        rows.append((feature_words(words, feature), *cells))
    headings = (words("features.feature"), *(subject.name for subject, _ in runs))
    return table(headings, rows, label=words("features.heading"), name="beside")


def _played(subjects: Sequence[Subject]) -> Markup:
    """Return the differences of all tables of played deals, and the wins of all matches."""
    words = subjects[0].words
    rows: list[tuple[str, ...]] = []
    wins: list[tuple[str, ...]] = []
    for subject in subjects:
        result = subject.result
        if not isinstance(result, PlayResult) or not result.deals:
            continue
        if isinstance(result, MatchResult):
            for row in result.wins().iter_rows(named=True):
                wins.append((subject.name, f"{row['player']}: {row['strategy']}", *share_cells(words, row)))
        if result.task.rotations > 1:
            for row in result.pairs().iter_rows(named=True):
                mean, interval, _ = difference_cells(words, row)
                rows.append((subject.name, tag("strong", row["better"]), row["than"], mean, interval))
    parts = []
    if wins:
        of_wins = ("", *(words(f"play.{name}") for name in ("player", "wins_share", "interval")))
        parts.append(table(of_wins, wins, words=2, label=words("play.wins"), name="beside-wins"))
    if rows:
        headings = ("", *(words(f"play.{name}") for name in ("better", "than", "by", "interval")))
        parts.append(table(headings, rows, words=3, label=words("play.pairs"), name="beside-pairs"))
        parts.append(reach_picture(words, all_reaches(subjects), caption=words("play.pairs"), headed=True))
    return joined(parts)


def _rules(subjects: Sequence[Subject]) -> Iterator[Markup]:
    """Yield the rules in which a run of the same kind of game differs from the first one."""
    words, first = subjects[0].words, subjects[0]
    for subject in subjects[1:]:
        if subject.ruleset.objective != first.ruleset.objective:
            continue
        changed = differences(subject.ruleset, first.ruleset)
        if changed:
            yield tag("p", words("beside.rules_differ", run=subject.name, first=first.name))
            yield rules_table(subject, changed, headings=(subject.name, first.name))
    others = [each for each in subjects[1:] if each.task.kernel_version != first.task.kernel_version]
    if others:
        yield tag("p", words("beside.kernels_differ", runs=names(others), first=first.name))


def _curves(subjects: Sequence[Subject]) -> Iterator[Markup]:
    """Yield the scores of all runs of dealt hands with the same score in one chart."""
    for runs in _same_score(subjects):
        words = runs[0][0].words
        yield section(words("beside.curves"), *score_pictures(words, score_charts(runs)), name="curves")
