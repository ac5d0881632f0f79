"""What the same deals under two rulesets give: means under each, and their differences with intervals."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl

from meldlab.sim.common.means import Mean, mean_of
from meldlab.sim.common.shares import difference_of, share_of
from meldlab.sim.play.compare import rules_task
from meldlab.sim.play.compare.rules_task import DEAL, FIRST, OTHER, REASON, RulesTask
from meldlab.sim.play.counts import seats_of
from meldlab.sim.play.result import CountedDeals
from meldlab.sim.table.block import SeatColumn

_MEANS = [f"{side}{end}" for side in ("first", "other") for end in ("", "_low", "_high")]
_ROWS = {
    **dict.fromkeys(("outcome", "of"), pl.String),
    **dict.fromkeys((*_MEANS, "difference", "low", "high"), pl.Float64),
    "deals_needed": pl.Int64,
}


@dataclass(frozen=True, repr=False, kw_only=True)
class RulesComparison(CountedDeals):
    """Deals played under two rulesets; `columns` are the outcomes of a deal under the first.

    Attributes
    ----------
    task : RulesTask
    """

    task: RulesTask

    def rows(self) -> pl.DataFrame:
        """Return one row a figure: outcome, of, first, other, difference, low, high, deals_needed.

        Beside first and other stand their intervals: first_low, first_high, other_low, other_high.  Figures are mean
        points a deal and seat (of all; of each; of each strategy where there are several), the turns of a deal, and the
        share of each reason for its end.  Differences are those of the other ruleset less the first, with intervals
        (95 %) of the differences deal by deal; amounts in which none of these deals differs have none.
        """
        rows = []
        for outcome, of, scope, seat, parts in self._figures():
            first, other = (self._side(scope, side, seat, parts) for side in (FIRST, OTHER))
            if scope == REASON and not first.mean and not other.mean:
                continue
            values = self._values(scope, rules_task.DIFFERENCE, seat)
            found = difference_of(values, parts=parts, shares=scope == REASON)
            rows.append((outcome, of, *first, *other, *found, found.deals_needed(self.deals)))
        return pl.DataFrame(rows, schema=_ROWS, orient="row")

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        first, other = self.task.first, self.task.other
        return self._document(
            {
                "ruleset": first.game,
                "against": other.game,
                "ruleset_sha256": [first.ruleset_sha256, other.ruleset_sha256],
                "changed": self.changed(),
                "players": first.players,
                "strategies": list(first.strategies),
                "contract": first.contract,
                "deals": self.deals,
                "rotations": first.rotations,
                "seed": self.seed,
                "differences": self.rows().to_dicts(),
            }
        )

    def changed(self) -> dict[str, list[Any]]:
        """Return the rules in which the two differ, each with its value in the first and in the other."""
        ours, theirs = (json.loads(each.ruleset_json) for each in (self.task.first, self.task.other))
        keys = sorted({*ours, *theirs})
        return {key: [ours.get(key), theirs.get(key)] for key in keys if ours.get(key) != theirs.get(key)}

    def _figures(self) -> Iterator[tuple[str, str, str, int, int]]:
        """Yield outcome, of whom, scope, seat, and what sums over rotations are divided by."""
        task = self.task.first
        turns, points = task.rotations, task.rotations * self.how.scale
        yield "points", "all seats", rules_task.ALL, -1, points * task.players
        for seat in range(task.players):
            yield "points", f"seat {seat}", rules_task.SEAT, seat, points
        strategies = seats_of(task.strategies)
        if len(strategies) > 1:
            for name, players in strategies.items():
                yield "points", name, rules_task.STRATEGY, players[0], points * len(players)
        yield "turns", "deal", DEAL, -1, turns
        reasons = self._column("reason").labels
        for reason in range(rules_task.REASONS):
            label = reasons[reason] if reason < len(reasons) else str(reason)
            yield "share", label, REASON, reason, turns

    def _side(self, scope: str, side: int, seat: int, parts: int) -> Mean:
        values = self._values(scope, side, seat)
        if scope == REASON:
            return share_of(values, parts=parts, rotations=parts)
        least = self._column("turns" if scope == DEAL else self.how.score).range[0]  # the most may be another's
        return mean_of(values, parts=parts).within(least, None)

    def _column(self, name: str) -> SeatColumn:
        return next(column for column in self.columns if column.name == name)

    def _values(self, scope: str, side: int, seat: int) -> pl.DataFrame:
        name = {REASON: "reason", DEAL: "turns"}.get(scope, "points")
        return self.counts.values(scope, name, player=side, seat=seat)
