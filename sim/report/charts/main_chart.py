"""The one chart that says most about one result, or about several of a kind."""

from collections.abc import Sequence
from typing import Any

from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.report.charts.charts import WIDE, Reach, alone, cumulative, frequencies, histogram, reaches, together
from meldlab.sim.report.sections.deals import all_reaches, pair_reaches, win_reaches
from meldlab.sim.report.sections.hands import curve_of, score_name
from meldlab.sim.report.sections.points import curves_of, titled, window_of
from meldlab.sim.report.sections.two_rules import point_reaches
from meldlab.sim.report.subject import Subject
from meldlab.sim.simulate.simulation import Simulation


def chart_of(subjects: Sequence[Subject]) -> Any:
    """Return the chart.

    Raises
    ------
    MeldlabError
        Nothing was dealt; or there are several results of different kinds.
    """
    if not all(each.result.deals for each in subjects):
        raise MeldlabError("nothing was dealt, so there is nothing to draw", where="plot")
    results = [each.result for each in subjects]
    dealt = [each for each in results if isinstance(each, Simulation)]
    if len(dealt) == len(results) and len({each.task.score for each in dealt}) == 1:
        return _scores(subjects, dealt)
    if len(results) > 1:
        compared = [each for each in results if isinstance(each, PlayResult) and each.task.rotations > 1]
        if len(compared) == len(results) and len({each.unit for each in subjects}) == 1:
            return _differences(all_reaches(subjects), title=subjects[0].words("play.by"))
        raise MeldlabError(
            "these runs have no chart in common",
            where="plot",
            allowed="one run; several of dealt hands with the same score; several of strategies compared",
            remedy="Draw them one by one; a page holds all of them",
        )
    return _played(subjects[0])


def _scores(subjects: Sequence[Subject], results: Sequence[Simulation]) -> Any:
    words = subjects[0].words
    curves = [curve_of(subject, result) for subject, result in zip(subjects, results, strict=True)]
    window, score, share = window_of(curves), score_name(words, results[0]), words("score.share")
    if len(curves) == 1:
        upper = histogram(curves, window, width=WIDE, score=score, share=share)
    else:
        upper = frequencies(curves, window, width=WIDE, score=score, share=share)
    return together(upper, cumulative(curves, window, width=WIDE, score=score, share=words("score.below")))


def _played(subject: Subject) -> Any:
    words, result = subject.words, subject.result
    if isinstance(result, MatchResult):
        return alone(reaches(win_reaches(result), width=WIDE, title=words("play.wins_share"), percent=True))
    if not isinstance(result, PlayResult):
        assert not isinstance(result, Simulation)
        return _differences(point_reaches(subject, result), title=words("compared.difference"))
    if result.task.rotations > 1:
        return _differences(pair_reaches(words, result), title=words("play.by"))
    curves, score = curves_of(result), titled(words, result.columns, result.how.score)
    return alone(cumulative(curves, window_of(curves), width=WIDE, score=score, share=words("play.share")))


def _differences(figures: Sequence[Reach], *, title: str) -> Any:
    return alone(reaches(figures, width=WIDE, title=title, zero=True))
