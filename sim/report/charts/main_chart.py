"""The one chart that says most about one result, or about several of a kind."""

from collections.abc import Sequence
from typing import Any

from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.report.charts.charts import WIDE, Reach, alone, reaches, together
from meldlab.sim.report.sections.deals import SHARE, all_reaches, pair_reaches, win_reaches
from meldlab.sim.report.sections.hands import score_charts
from meldlab.sim.report.sections.points import points_charts
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
    dealt = [(each, each.result) for each in subjects if isinstance(each.result, Simulation)]
    if len(dealt) == len(results) and len({result.task.score for _, result in dealt}) == 1:
        words, charts = subjects[0].words, score_charts(dealt)
        upper = charts.occurrences(width=WIDE, share=words("score.share"))
        return together(upper, charts.cumulative(width=WIDE, share=words("score.below")))
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


def _played(subject: Subject) -> Any:
    words, result = subject.words, subject.result
    if isinstance(result, MatchResult):
        return alone(reaches(win_reaches(result), width=WIDE, title=words(SHARE), percent=True))
    if not isinstance(result, PlayResult):
        assert not isinstance(result, Simulation)
        return _differences(point_reaches(subject, result), title=words("compared.difference"))
    if result.task.rotations > 1:
        return _differences(pair_reaches(words, result), title=words("play.by"))
    return alone(points_charts(words, result).cumulative(width=WIDE, share=words("play.share")))


def _differences(figures: Sequence[Reach], *, title: str) -> Any:
    return alone(reaches(figures, width=WIDE, title=title))
