"""What played matches give: who wins how often, totals, how many deals a match takes."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from meldlab.sim.intervals import proportion
from meldlab.sim.play.counts import DEAL, PLAYER
from meldlab.sim.play.match_job import WIN
from meldlab.sim.play.result import PlayResult


@dataclass(frozen=True, repr=False)
class MatchResult(PlayResult):
    """The first matches of one seed, played; `deals` counts matches, figures are those of a match."""

    def wins(self) -> pl.DataFrame:
        """Return each player's share of the wins: player, strategy, share, low, high (95 %).

        Who wins a match together with others has his part of it.  The rotations of one match count as one.
        """
        rows = []
        for player, strategy in enumerate(self.task.strategies):
            found = self._mean(PLAYER, WIN.name, parts=WIN.scale * self.task.rotations, player=player)
            row = {"player": player, "strategy": strategy, "share": found.mean, "low": found.low, "high": found.high}
            if found.mean is not None and found.low == found.high:
                # All matches alike: their spread says nothing, their number does.
                whole = proportion(round(found.mean * self.deals), self.deals)
                row |= {"low": whole.low, "high": whole.high}
            elif found.low is not None and found.high is not None:
                row |= {"low": max(0.0, found.low), "high": min(1.0, found.high)}
            rows.append(row)
        return pl.DataFrame(rows, schema_overrides=dict.fromkeys(("share", "low", "high"), pl.Float64))

    def players(self) -> pl.DataFrame:
        """Return one row an outcome of a player, of a match: player, strategy, outcome, mean, low, high (95 %)."""
        shares = self.wins().rename({"share": "mean"}).with_columns(outcome=pl.lit(WIN.title))
        others = super().players().filter(pl.col("outcome") != WIN.title)
        return pl.concat([shares.select(others.columns), others]).sort("player", maintain_order=True)

    @property
    def deals_a_match(self) -> float | None:
        """How many deals a match takes in the mean, all rotations together; None without matches."""
        return self._mean(DEAL, "deals").mean

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        whole = super().to_dict()
        whole["matches"] = whole.pop("deals")
        whole["matches_per_second"] = whole.pop("deals_per_second")
        whole["by_match"] = whole.pop("by_deal")
        return {**whole, "deals_a_match": self.deals_a_match, "wins": self.wins().to_dicts()}
