"""What played matches give: who wins how often, totals, how many deals a match takes."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from meldlab.sim.common.means import mean_of
from meldlab.sim.common.shares import share_of
from meldlab.sim.play.counts import DEAL, PLAYER
from meldlab.sim.play.matches.match_job import WIN
from meldlab.sim.play.result import PlayResult


@dataclass(frozen=True, repr=False, kw_only=True)
class MatchResult(PlayResult):
    """The first matches of one seed, played; `deals` counts matches, figures are those of a match."""

    def wins(self) -> pl.DataFrame:
        """Return each player's share of the wins: player, strategy, share, low, high (95 %).

        Who wins a match together with others has his part of it.  The rotations of one match count as one.
        """
        rotations = self.task.rotations
        rows = []
        for player, strategy in enumerate(self.task.strategies):
            values = self.counts.values(PLAYER, WIN.name, player=player)
            found = share_of(values, parts=WIN.scale * rotations, rotations=rotations)
            rows.append(
                {"player": player, "strategy": strategy, "share": found.mean, "low": found.low, "high": found.high}
            )
        return pl.DataFrame(rows, schema_overrides=dict.fromkeys(("share", "low", "high"), pl.Float64))

    @property
    def deals_a_match(self) -> float | None:
        """How many deals a match takes in the mean, all rotations together; None without matches."""
        return mean_of(self.counts.values(DEAL, "deals")).mean

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        whole = super().to_dict()
        whole["matches"] = whole.pop("deals")
        whole["matches_per_second"] = whole.pop("deals_per_second")
        whole["by_match"] = whole.pop("by_deal")
        return {**whole, "deals_a_match": self.deals_a_match, "wins": self.wins().to_dicts()}
