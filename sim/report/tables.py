"""The results of one folder that belong together: the tables of a `compare`, of pairs or of a sweep."""

import re
from collections.abc import Sequence
from itertools import combinations

from meldlab.sim.archive.result import Result
from meldlab.sim.play.compare.result import Comparison
from meldlab.sim.play.compare.sweep import SweepResult
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult

_WRITTEN = re.compile(r"[^()]+(?:\((?P<numbers>[^()]*)\))?")


def together(results: Sequence[Result]) -> Comparison | SweepResult | None:
    """Return the comparison or sweep of which these are all tables, on the same deals; else None."""
    played = [each for each in results if isinstance(each, PlayResult) and not isinstance(each, MatchResult)]
    if len(played) < 2 or len(played) != len(results):
        return None
    if len({(str(each.seed), _question(each)) for each in played}) > 1:
        return None
    met = [frozenset(each.task.strategies) for each in played]
    if len(met) != len({*met}) or any(len(each) != 2 for each in met):
        return None
    strategies = tuple(dict.fromkeys(name for each in played for name in each.task.strategies))
    if {*met} == {frozenset(pair) for pair in combinations(strategies, 2)}:
        return Comparison(strategies=strategies, results=tuple(played), tables=len(played))
    return _sweep(played)


def all_together(results: Sequence[Result]) -> list[Comparison | SweepResult]:
    """Return the comparisons and sweeps of which all tables are among these results, each on its own deals."""
    groups: dict[tuple[object, ...], list[Result]] = {}
    for each in results:
        if isinstance(each, PlayResult) and not isinstance(each, MatchResult):
            groups.setdefault((str(each.seed), _question(each)), []).append(each)
    return [whole for group in groups.values() if (whole := together(group)) is not None]


def _sweep(results: Sequence[PlayResult]) -> SweepResult | None:
    """Return the sweep of one number that these are, in the order of its values; else None."""
    against = frozenset.intersection(*(frozenset(each.task.strategies) for each in results))
    if len(against) != 1:
        return None
    swept = {next(name for name in each.task.strategies if name not in against): each for each in results}
    numbers = {name: numbers_of(name) for name in swept}
    kinds = {name.partition("(")[0] for name in swept}
    found = [each for each in numbers.values() if each is not None]
    if len(found) < len(swept) or len(kinds) > 1 or len({tuple(each) for each in found}) > 1:
        return None
    varying = [key for key in found[0] if len({each.get(key) for each in found}) > 1]
    if len(varying) != 1:
        return None
    values = {name: each[varying[0]] for name, each in numbers.items() if each is not None}
    try:
        ordered = sorted(swept, key=lambda name: float(values[name]))
    except ValueError:
        return None
    tables = tuple(swept[name] for name in ordered)
    return SweepResult(
        number=varying[0],
        values=tuple(values[name] for name in ordered),
        swept=tuple(ordered),
        against=next(iter(against)),
        results=tables,
        tables=len(ordered),
    )


def numbers_of(strategy: str) -> dict[str, str] | None:
    """Return the numbers of a strategy by name, all of which stand in its one spelling; None of what is none."""
    read = _WRITTEN.fullmatch(strategy)
    if read is None:
        return None
    return dict(part.strip().partition("=")[::2] for part in (read["numbers"] or "").split(",") if part.strip())


def _question(result: PlayResult) -> tuple[object, ...]:
    task = result.task
    return task.ruleset_sha256, task.players, task.contract, task.rotations
