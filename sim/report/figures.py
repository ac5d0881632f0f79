"""The figures of a report for programs: one result as its own command gives it, and where it is stored."""

from collections.abc import Sequence
from typing import Any

from meldlab.sim.stored.result import Result


def figures(results: Sequence[Result], runs: Sequence[str | None]) -> list[dict[str, Any]]:
    """Return each result as JSON: what its own command gives, ``run`` (its folder) and ``messages`` about its parts."""
    return [
        {**result.to_dict(), "run": run, "messages": list(result.messages)}
        for result, run in zip(results, runs, strict=True)
    ]
