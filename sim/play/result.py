"""What played deals give: figures of players, of seats, of deals, of one strategy against another, with intervals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import polars as pl

from meldlab.sim.common.intervals import share_limits
from meldlab.sim.common.means import Mean, mean_of
from meldlab.sim.common.shares import count_of, difference_of, either_of, share_of
from meldlab.sim.common.version import __version__
from meldlab.sim.counting.stopping import StoppedBy
from meldlab.sim.games.family import FamilyPlay
from meldlab.sim.play.counts import DEAL, PAIR, PLAYER, SEAT, PlayCounts, seats_of
from meldlab.sim.play.task import PlayTask
from meldlab.sim.table.block import SeatColumn

_PAIRS = {
    **dict.fromkeys(("better", "than"), pl.String),
    **dict.fromkeys(("difference", "low", "high"), pl.Float64),
    "deals_needed": pl.Int64,
}


@dataclass(frozen=True, repr=False, kw_only=True)
class CountedDeals:
    """Deals that were played and counted, the first ones of a seed.

    Attributes
    ----------
    counts : PlayCounts
        The exact counts.
    columns : tuple of SeatColumn
        The outcomes that were counted.
    how : FamilyPlay
        What players are compared by.
    seed : int
        Root seed.
    dealt : int
        Deals played by this call, the others were read from the output folder.
    seconds : float
    stopped_by : str
        ``deals``, ``time`` or ``interrupt``.
    provenance : mapping
    messages : tuple of str
    """

    counts: PlayCounts
    columns: tuple[SeatColumn, ...]
    how: FamilyPlay
    seed: int | list[int]
    dealt: int = 0
    seconds: float
    stopped_by: StoppedBy
    provenance: Mapping[str, Any]
    messages: tuple[str, ...] = ()

    @property
    def deals(self) -> int:
        """Deals counted; one in all its rotations, and under all rulesets compared, is one."""
        return self.counts.deals

    def _document(self, head: Mapping[str, Any], **speed: float | None) -> dict[str, Any]:
        """Return what was found as JSON, with where the numbers come from."""
        return {
            **head,
            "method": "sampled",
            "seconds": self.seconds,
            **speed,
            "stopped_by": self.stopped_by,
            "version": __version__,
            "provenance": dict(self.provenance),
        }


@dataclass(frozen=True, repr=False, kw_only=True)
class PlayResult(CountedDeals):
    """Deals played by strategies.

    Attributes
    ----------
    task : PlayTask
    """

    task: PlayTask

    @property
    def deals_per_second(self) -> float | None:
        """Speed of this call, every rotation a deal; None when it played nothing."""
        return self.dealt * self.task.rotations / self.seconds if self.dealt and self.seconds > 0 else None

    def players(self) -> pl.DataFrame:
        """Return one row an outcome of a player: player, strategy, outcome, mean, low, high (95 %).

        Means are of a deal and a rotation; for the interval, the rotations of one pack count as one deal.  What never
        came has mean 0, and the bound `high` (docs/methods.md); low and high are None where nothing varied that could
        have any value.
        """
        return self._figures((player, None) for player in range(self.task.players))

    def seats(self) -> pl.DataFrame:
        """Return one row an outcome of a player at a seat: seat, player, strategy, outcome, mean, low, high."""
        players, rotations = range(self.task.players), range(self.task.rotations)
        seated = {((player + rotation) % len(players), player) for rotation in rotations for player in players}
        return self._figures((player, seat) for seat, player in sorted(seated))

    def _figures(self, asked: Iterable[tuple[int, int | None]]) -> pl.DataFrame:
        rows = [
            {
                **({} if seat is None else {"seat": seat}),
                "player": player,
                "strategy": self.task.strategies[player],
                "outcome": column.title,
                **self._mean(column, player, seat)._asdict(),
            }
            for player, seat in asked
            for column in self.columns
            if column.of_seat and not column.coded
        ]
        return pl.DataFrame(rows, schema_overrides=dict.fromkeys(Mean._fields, pl.Float64))

    def _mean(self, column: SeatColumn, player: int, seat: int | None) -> Mean:
        """Return the mean of an outcome of a player, over all rotations or at one seat, which is of one rotation."""
        rotations = self.task.rotations if seat is None else 1
        # what may never come about is told of the deals in which it does: rotations are no sum then
        if column.absent is not None:
            values = self.counts.values(SEAT, column.name, player=player, seat=seat)
            present = values.filter(pl.col("value") != column.absent)
            return mean_of(present, parts=column.scale, together=rotations).within(*column.range)
        scope = PLAYER if seat is None else SEAT
        return _told(column, self.counts.values(scope, column.name, player=player, seat=seat), rotations=rotations)

    def pairs(self) -> pl.DataFrame:
        """Return how much better one strategy does than another on the same cards, in points a deal and player.

        Columns better (the one ahead; of two equal ones the first), than, difference, low, high (95 %), deals_needed:
        how many deals would have been enough for the interval to leave zero, from the spread seen; None for no
        difference.
        """
        rows = []
        for one, two in combinations(seats_of(self.task.strategies), 2):
            names, found = (one, two), self.difference(one, two)
            if found.mean is not None and found.mean < 0:
                names, found = (two, one), found.reversed()
            needed = found.deals_needed(self.deals)
            row = {"difference": found.mean, "low": found.low, "high": found.high, "deals_needed": needed}
            rows.append({"better": names[0], "than": names[1], **row})
        return pl.DataFrame(rows, schema=_PAIRS)

    def difference(self, one: str, two: str) -> Mean:
        """Return how many points a deal and player the strategy `one` does better than `two` on the same cards.

        A strategy is exactly as good as itself: over all seats of the same cards it scores the same.
        """
        if one == two:
            return Mean(0.0, 0.0, 0.0)
        players = seats_of(self.task.strategies)
        names = tuple(players)
        if names.index(one) > names.index(two):
            return self.difference(two, one).reversed()
        first, second = players[one], players[two]
        parts = self.task.rotations * len(first) * len(second) * self.how.scale * self.how.better
        values = self.counts.values(PAIR, self.how.score, player=first[0], seat=second[0])
        return difference_of(values, parts=parts)

    def points(self, strategy: str) -> Mean:
        """Return the mean points of a strategy, a deal and player.

        Where it plays several seats its interval is the mean of theirs, which is wide enough even if all of them score
        alike.
        """
        players = seats_of(self.task.strategies)[strategy]
        parts = self.task.rotations * self.how.scale * len(players)
        totals = [self.counts.values(PLAYER, self.how.score, player=player) for player in players]
        means = zip(*(mean_of(values, parts=parts) for values in totals), strict=True)
        found = Mean(*(None if None in ends else sum(ends) for ends in means))
        score = next(column for column in self.columns if column.name == self.how.score)
        return found.within(*score.range)

    def whole(self) -> pl.DataFrame:
        """Return the distribution of each outcome of a deal: outcome, value, count, probability, low, high (95 %).

        The interval is that of as many independent deals as there are packs, whatever the number of rotations.
        """
        rows = []
        rotations = self.task.rotations
        for column in self.columns:
            if column.of_seat:
                continue
            for value, count in self.counts.values(DEAL, column.name).iter_rows():
                low, high = share_limits(count / rotations, self.deals)
                rows.append(
                    {
                        "outcome": column.name,
                        "value": value,
                        "count": count,
                        "probability": count / (self.deals * rotations),
                        "low": low,
                        "high": high,
                    }
                )
        return pl.DataFrame(rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        return self._document(
            {
                "ruleset": self.task.game,
                "players": self.task.players,
                "strategies": list(self.task.strategies),
                "contract": self.task.contract,
                "deals": self.deals,
                "rotations": self.task.rotations,
                "seed": self.seed,
                "by_player": self.players().to_dicts(),
                "by_seat": self.seats().to_dicts(),
                "paired": self.pairs().to_dicts(),
                "by_deal": self.whole().to_dicts(),
            },
            deals_per_second=self.deals_per_second,
        )


def _told(column: SeatColumn, values: pl.DataFrame, *, rotations: int) -> Mean:
    """Return the mean of an outcome, summed over the rotations of a deal, with the interval of its kind."""
    parts = rotations * column.scale
    if column.kind == "share":
        return share_of(values, parts=parts, rotations=rotations)
    if column.kind == "count":
        return count_of(values, parts=parts)
    if column.kind == "either" and column.most:  # rules that give nothing leave nothing to tell
        return either_of(values, most=column.most, parts=column.scale, rotations=rotations)
    return mean_of(values, parts=parts).within(*column.range)
