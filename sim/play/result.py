"""What played deals give: figures of players, of seats, of deals, of one player against another, with intervals."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import polars as pl

from meldlab import __version__
from meldlab.sim.intervals import mean_interval, proportion
from meldlab.sim.play.block import SeatColumn
from meldlab.sim.play.counts import DEAL, PAIR, PLAYER, SEAT, PlayCounts
from meldlab.sim.play.games import PlayedGame
from meldlab.sim.play.task import PlayTask
from meldlab.sim.stopping import StoppedBy


class Mean(NamedTuple):
    """A mean over deals with its 95 % interval; None where there are too few deals for it."""

    mean: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """Return the mean and how far its interval reaches."""
        if self.mean is None:
            return ""
        if self.low is None or self.high is None:
            return f"{self.mean:.4g}"
        return f"{self.mean:.4g} ± {(self.high - self.low) / 2:.2g}"


@dataclass(frozen=True, repr=False)
class PlayResult:
    """The first deals of one seed, played.

    Attributes
    ----------
    task : PlayTask
    counts : PlayCounts
        The exact counts.
    columns : tuple of SeatColumn
        The outcomes that were counted.
    how : PlayedGame
        What players are compared by.
    seed, dealt : int
        Root seed; deals played by this call, the others were read from the output folder.
    seconds : float
    stopped_by : str
        ``deals``, ``time`` or ``interrupt``.
    provenance : mapping
    messages : tuple of str
    """

    task: PlayTask
    counts: PlayCounts
    columns: tuple[SeatColumn, ...]
    how: PlayedGame
    seed: int
    dealt: int
    seconds: float
    stopped_by: StoppedBy
    provenance: Mapping[str, Any]
    messages: tuple[str, ...] = ()

    @property
    def deals(self) -> int:
        """Deals counted; one in all its rotations is one."""
        return self.counts.deals

    @property
    def deals_per_second(self) -> float | None:
        """Speed of this call, every rotation a deal; None when it played nothing."""
        return self.dealt * self.task.rotations / self.seconds if self.dealt and self.seconds > 0 else None

    def players(self) -> pl.DataFrame:
        """Return one row an outcome of a player: player, strategy, outcome, mean, low, high (95 %).

        Means are of a deal and a rotation; for the interval, the rotations of one pack count as one deal.
        """
        rows = [
            {
                "player": player,
                "strategy": self.task.strategies[player],
                "outcome": column.title,
                **self._mean(PLAYER, column.name, parts=self.task.rotations * column.scale, player=player)._asdict(),
            }
            for player in range(self.task.players)
            for column in self.columns
            if column.of_seat
        ]
        return pl.DataFrame(rows, schema_overrides=dict.fromkeys(("mean", "low", "high"), pl.Float64))

    def seats(self) -> pl.DataFrame:
        """Return one row an outcome of a player at a seat: seat, player, strategy, outcome, mean, low, high."""
        seated = sorted({(seat, player) for player, seat in self._seated()})
        rows = [
            {
                "seat": seat,
                "player": player,
                "strategy": self.task.strategies[player],
                "outcome": column.title,
                **self._mean(SEAT, column.name, parts=column.scale, player=player, seat=seat)._asdict(),
            }
            for seat, player in seated
            for column in self.columns
            if column.of_seat
        ]
        return pl.DataFrame(rows, schema_overrides=dict.fromkeys(("mean", "low", "high"), pl.Float64))

    def pairs(self) -> pl.DataFrame:
        """Return how much better one player does than another on the same cards, in points a deal.

        Columns better (the one ahead), than, difference, low, high (95 %); of two equal players the first is named.
        """
        rows = []
        for one in range(self.task.players):
            for two in range(one + 1, self.task.players):
                scale = self.task.rotations * self.how.scale * self.how.better
                found = self._mean(PAIR, self.how.score, parts=scale, player=one, seat=two)
                names = self.task.strategies[one], self.task.strategies[two]
                if found.mean is not None and found.mean < 0:
                    names = names[1], names[0]
                    found = Mean(*(None if value is None else -value for value in (found.mean, found.high, found.low)))
                low, high = sorted((found.low, found.high)) if found.low is not None else (None, None)  # type: ignore[type-var]
                rows.append({"better": names[0], "than": names[1], "difference": found.mean, "low": low, "high": high})
        return pl.DataFrame(rows, schema_overrides=dict.fromkeys(("difference", "low", "high"), pl.Float64))

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
                share = proportion(round(count / rotations), self.deals)
                rows.append(
                    {
                        "outcome": column.name,
                        "value": value,
                        "count": count,
                        "probability": count / (self.deals * rotations),
                        "low": share.low,
                        "high": share.high,
                    }
                )
        return pl.DataFrame(rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        return {
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
            "method": "sampled",
            "seconds": self.seconds,
            "deals_per_second": self.deals_per_second,
            "stopped_by": self.stopped_by,
            "version": __version__,
            "provenance": dict(self.provenance),
        }

    def _seated(self) -> list[tuple[int, int]]:
        players = self.task.players
        return [
            (player, (player + rotation) % players)
            for rotation in range(self.task.rotations)
            for player in range(players)
        ]

    def _mean(
        self, scope: str, name: str, *, parts: int = 1, player: int | None = None, seat: int | None = None
    ) -> Mean:
        """Return the mean of a value a deal, divided by `parts`."""
        counts = [(int(v), int(c)) for v, c in self.counts.values(scope, name, player=player, seat=seat).iter_rows()]
        deals = sum(count for _, count in counts)
        if not deals:
            return Mean(None, None, None)
        first = sum(value * count for value, count in counts)
        second = sum(value * value * count for value, count in counts)
        mean = first / deals / parts
        if deals < 2:
            return Mean(mean, None, None)
        # Whole numbers until the last division, as in `sim.figures`.
        deviation = sqrt((deals * second - first * first) / (deals * (deals - 1))) / abs(parts)
        return Mean(mean, *mean_interval(mean, deviation / sqrt(deals)))
