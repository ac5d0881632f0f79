"""What came of many deals, as exact counts: each outcome of each player at each seat, and players against each other.

A row says how many deals (in one rotation) gave a value.  Rows of a deal as a whole have player and seat -1.  Two
scopes add up all rotations of the same cards first, since these are no independent deals: a player's sum, and the
difference of two strategies, weighted so that it stays a whole number: players of the other times the one's sum of the
score, less the reverse (`player` and `seat` are the first players of the two).  The sum of counts is associative and
kept in one order, as that of tallies is.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from meldlab.sim.table.block import Played, SeatColumn

#: Scopes of a row: how many deals there are; a deal as a whole; a player at a seat; a player over all rotations; one
#: strategy less another.
CARDS, DEAL, SEAT, PLAYER, PAIR = "cards", "deal", "seat", "player", "pair"

_KEYS = ("scope", "player", "seat", "name", "value")
_SCHEMA = {
    "scope": pl.String,
    "player": pl.Int64,
    "seat": pl.Int64,
    "name": pl.String,
    "value": pl.Int64,
    "count": pl.Int64,
}


class PlayCounts:
    """Exact counts of outcomes of played deals.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns scope, player, seat, name, value, count; use the class methods rather than making it by hand.
    """

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame

    @classmethod
    def nothing(cls) -> "PlayCounts":
        """Return the counts of no deals."""
        return cls(pl.DataFrame(schema=_SCHEMA))

    @classmethod
    def of(
        cls, rotations: Sequence[Played], columns: Sequence[SeatColumn], *, strategies: Sequence[str], score: str
    ) -> "PlayCounts":
        """Return the counts of one block of deals, played once in each of the rotations 0, 1, ...

        Parameters
        ----------
        rotations
            What came of the same deals; in rotation r player p sits at seat ``(p + r) % players``.
        columns
            The outcomes to count.
        strategies
            Names, one a player; players of one name are compared with the others together.
        score
            The outcome of a seat that strategies are compared by.
        """
        players = rotations[0].columns[score].shape[1]
        deals = rotations[0].columns[score].shape[0]
        rows: list[pl.DataFrame] = [_rows(CARDS, -1, -1, "deals", np.zeros(deals, dtype=np.int64))]
        totals = {each.name: np.zeros((deals, players), dtype=np.int64) for each in columns if each.of_seat}
        for rotation, played in enumerate(rotations):
            for column in columns:
                values = played.columns[column.name]
                if not column.of_seat:
                    rows.append(_rows(DEAL, -1, -1, column.name, values))
                    continue
                for seat in range(players):
                    player = (seat - rotation) % players
                    rows.append(_rows(SEAT, player, seat, column.name, values[:, seat]))
                    totals[column.name][:, player] += values[:, seat]
        for name, sums in totals.items():
            rows += [_rows(PLAYER, player, -1, name, sums[:, player]) for player in range(players)]
        for one, two in combinations(seats_of(strategies).values(), 2):
            ones, twos = (totals[score][:, each].sum(axis=1) for each in (one, two))
            rows.append(_rows(PAIR, one[0], two[0], score, len(two) * ones - len(one) * twos))
        return cls.nothing()._sum(rows)

    @classmethod
    def of_values(cls, deals: int, values: Mapping[tuple[str, int, int, str], NDArray[np.int64]]) -> "PlayCounts":
        """Return the counts of values of `deals` deals, given by scope, player, seat and name."""
        rows = [_rows(CARDS, -1, -1, "deals", np.zeros(deals, dtype=np.int64))]
        return cls.nothing()._sum([*rows, *(_rows(*key, each) for key, each in values.items())])

    @classmethod
    def read(cls, frame: pl.DataFrame) -> "PlayCounts":
        """Return the counts that a stored frame describes; ValueError if it does not."""
        if dict(frame.schema) != _SCHEMA or (frame.height and frame["count"].min() < 1):  # type: ignore[operator]
            raise ValueError("not the counts of played deals")
        return cls.nothing()._sum([frame])

    @cached_property
    def deals(self) -> int:
        """Deals counted; one in all its rotations is one."""
        return int(self.frame.filter(pl.col("scope") == CARDS)["count"].sum())

    def digest(self) -> str:
        """Return the SHA-256 of the counts: equal counts, and only they, have equal digests."""
        return sha256(self.frame.write_csv().encode()).hexdigest()

    def plus(self, others: Iterable["PlayCounts"]) -> "PlayCounts":
        """Return the sum of these and of all `others`."""
        return self._sum([self.frame, *(each.frame for each in others)])

    def values(self, scope: str, name: str, *, player: int | None = None, seat: int | None = None) -> pl.DataFrame:
        """Return the distribution of an outcome: value and count (Int64), in order of value."""
        chosen = self.frame.filter((pl.col("scope") == scope) & (pl.col("name") == name))
        for key, wanted in (("player", player), ("seat", seat)):
            if wanted is not None:
                chosen = chosen.filter(pl.col(key) == wanted)
        return chosen.group_by("value").agg(pl.col("count").sum()).sort("value")

    def __eq__(self, other: object) -> bool:
        """Return whether both count the same."""
        return self.frame.equals(other.frame) if isinstance(other, PlayCounts) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash of the counts."""
        return hash(self.digest())

    @staticmethod
    def _sum(frames: Sequence[pl.DataFrame]) -> "PlayCounts":
        whole = pl.concat([pl.DataFrame(schema=_SCHEMA), *frames])
        return PlayCounts(whole.group_by(_KEYS).agg(pl.col("count").sum()).sort(_KEYS))


def seats_of(strategies: Sequence[str]) -> dict[str, list[int]]:
    """Return which players each strategy has, in the order of their first ones."""
    found: dict[str, list[int]] = {}
    for player, name in enumerate(strategies):
        found.setdefault(name, []).append(player)
    return found


def _rows(scope: str, player: int, seat: int, name: str, values: NDArray[np.int64]) -> pl.DataFrame:
    found, counts = np.unique(values, return_counts=True)
    size = found.size
    # Lists, since Polars makes a query of each number that is to be repeated: half the time of a run of few deals.
    return pl.DataFrame(
        {
            "scope": [scope] * size,
            "player": [player] * size,
            "seat": [seat] * size,
            "name": [name] * size,
            "value": found.astype(np.int64),
            "count": counts.astype(np.int64),
        },
        schema=_SCHEMA,
    )
