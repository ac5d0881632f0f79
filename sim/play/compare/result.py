"""What a comparison of strategies gives: each pair with interval, and the order of all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from meldlab.sim.common.version import __version__
from meldlab.sim.counting.stopping import StoppedBy
from meldlab.sim.play.result import PlayResult

_ORDER = {"strategy": pl.String, "difference": pl.Float64, "low": pl.Float64, "high": pl.Float64}


@dataclass(frozen=True, repr=False, kw_only=True)
class TablesResult:
    """What tables that played the same deals give together.

    Attributes
    ----------
    results : tuple of PlayResult
        A table each; fewer than `tables` after an interruption.
    tables : int
    """

    results: tuple[PlayResult, ...]
    tables: int

    @property
    def deals(self) -> int:
        """Deals that every table has played."""
        return min(each.deals for each in self.results) if len(self.results) == self.tables else 0

    @property
    def stopped_by(self) -> StoppedBy:
        """Why the last table ended."""
        return self.results[-1].stopped_by

    @property
    def seed(self) -> int | list[int]:
        """The seed of all tables."""
        return self.results[0].seed

    @property
    def messages(self) -> tuple[str, ...]:
        """What a person must know about the folders."""
        return tuple(message for result in self.results for message in result.messages)

    def _document(self, **found: Any) -> dict[str, Any]:
        """Return what was found as JSON, between what all tables have in common and where the numbers come from."""
        task = self.results[0].task
        return {
            "ruleset": task.game,
            "players": task.players,
            "contract": task.contract,
            "seed": self.seed,
            **found,
            "method": "sampled",
            "seconds": sum(each.seconds for each in self.results),
            "stopped_by": self.stopped_by,
            "version": __version__,
            "provenance": [dict(each.provenance) for each in self.results],
        }


@dataclass(frozen=True, repr=False, kw_only=True)
class Comparison(TablesResult):
    """Strategies that met pair by pair on the same deals: first with second, first with third, ...

    Attributes
    ----------
    strategies : tuple of str
    """

    strategies: tuple[str, ...]

    def pairs(self) -> pl.DataFrame:
        """Return each pair: better, than, difference, low, high, deals_needed, as `PlayResult.pairs`, and its deals."""
        return pl.concat([each.pairs().with_columns(deals=pl.lit(each.deals)) for each in self.results])

    def tournament(self) -> pl.DataFrame:
        """Return the strategies in order of their mean difference over all others: strategy, difference, low, high.

        The interval (95 %) is as wide as the mean of those over the others.  Since all tables play the same deals their
        errors go together in a way that is not counted, and no mean of them can be wider.  Empty where a table is
        missing.
        """
        if len(self.results) < self.tables or not self.deals:
            return pl.DataFrame(schema=_ORDER)
        rows = []
        for name in self.strategies:
            met = [result for result in self.results if name in result.task.strategies]
            found = [result.difference(name, _other(result, name)) for result in met]
            mean, low, high = ([each[place] for each in found] for place in range(3))
            rows.append({"strategy": name, "difference": _mean(mean), "low": _mean(low), "high": _mean(high)})
        return pl.DataFrame(rows, schema=_ORDER).sort("difference", descending=True, maintain_order=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        return self._document(
            strategies=list(self.strategies),
            pairs=self.pairs().to_dicts(),
            tournament=self.tournament().to_dicts() if len(self.strategies) > 2 else None,
        )


def _other(result: PlayResult, name: str) -> str:
    return next(each for each in result.task.strategies if each != name)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if len(known) == len(values) else None
