"""The results of one folder that belong together: the tables of a `compare`."""

from collections.abc import Sequence
from itertools import combinations

from meldlab.sim.play.comparison import Comparison
from meldlab.sim.play.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.stored.result import Result


def comparison_of(results: Sequence[Result]) -> Comparison | None:
    """Return the comparison of which these are all tables, each pair of its strategies once; else None."""
    played = [each for each in results if isinstance(each, PlayResult) and not isinstance(each, MatchResult)]
    if len(played) < 2 or len(played) != len(results):
        return None
    first = played[0]
    alike = {(each.seed if isinstance(each.seed, int) else None, _question(each)) for each in played}
    if alike != {(first.seed, _question(first))}:
        return None
    met = [frozenset(each.task.strategies) for each in played]
    strategies = tuple(dict.fromkeys(name for each in played for name in each.task.strategies))
    if len(met) != len({*met}) or {*met} != {frozenset(pair) for pair in combinations(strategies, 2)}:
        return None
    return Comparison(strategies, tuple(played), tables=len(played))


def _question(result: PlayResult) -> tuple[object, ...]:
    task = result.task
    return task.ruleset_sha256, task.players, task.contract, task.rotations
