"""The figures of a report for programs: one result as its own command gives it, and where it is stored."""

from collections.abc import Sequence
from typing import Any

from meldlab.sim.archive.result import Result
from meldlab.sim.simulate.simulation import Simulation


def figures(results: Sequence[Result], runs: Sequence[str | None], *, by: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return each result as JSON: what its own command gives, ``run`` (its folder) and ``messages`` about its parts.

    Dealt hands also have, under ``by``, the tables by these outcomes.
    """
    own = (each.to_dict(by=by) if isinstance(each, Simulation) else each.to_dict() for each in results)
    return [
        {**figures, "run": run, "messages": list(result.messages)}
        for figures, result, run in zip(own, results, runs, strict=True)
    ]
