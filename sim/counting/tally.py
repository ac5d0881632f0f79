"""Tallies: how many deals gave each combination of outcomes.

A tally is exact and its sum is associative and commutative with `Tally.empty` as zero; it is always kept in
one canonical order, so equal counts are equal bytes whatever the order in which parts were added.  That is what
lets threads, interrupted runs and several machines give the same numbers.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Generic, Protocol, Self, TypeVar

import numpy as np
import polars as pl

from meldlab.sim.counting.outcomes import Column, Outcomes
from meldlab.sim.counting.packing import Packing, column_type

_SCHEMA = {"code": pl.UInt64, "count": pl.Int64}
# Pending parts are merged in batches: merging a long tally with every short one would cost its length each time.
_BATCH = 16


class Counts(Protocol):
    """What may be counted chunk by chunk: exact, and added up in any order."""

    @property
    def deals(self) -> int:
        """The number of deals counted."""

    @property
    def frame(self) -> pl.DataFrame:
        """The counts as they are stored."""

    def digest(self) -> str:
        """Return the SHA-256 of the counts."""

    def plus(self, others: Iterable[Self]) -> Self:
        """Return the sum of these and of all `others`."""


C = TypeVar("C", bound=Counts)


class Tally:
    """Exact counts of outcome combinations.

    Parameters
    ----------
    columns : sequence of Column
        The outcome columns.
    counts : polars.DataFrame
        `code` (UInt64, increasing, see `Packing`) and `count` (Int64, at least 1).  Use `Tally.empty`,
        `TallyBuilder` or `Tally.from_frame` rather than making it by hand.
    """

    def __init__(self, columns: Sequence[Column], counts: pl.DataFrame) -> None:
        self.columns = tuple(columns)
        self.counts = counts

    @classmethod
    def empty(cls, columns: Sequence[Column]) -> "Tally":
        """Return the tally of no deals."""
        return cls(columns, pl.DataFrame(schema=_SCHEMA))

    @classmethod
    def total(cls, columns: Sequence[Column], tallies: Iterable["Tally"]) -> "Tally":
        """Return the sum of `tallies`, all over `columns`.

        Raises
        ------
        ValueError
            A tally counts other columns.
        """
        frames = [pl.DataFrame(schema=_SCHEMA)]
        for tally in tallies:
            if tally.columns != tuple(columns):
                raise ValueError("tallies of different outcome columns cannot be added")
            frames.append(tally.counts)
        merged = pl.concat(frames).group_by("code").agg(pl.col("count").sum()).sort("code")
        return cls(columns, merged)

    @classmethod
    def from_frame(cls, columns: Sequence[Column], frame: pl.DataFrame) -> "Tally":
        """Return the tally that `frame` (laid out as `Tally.frame`, rows in any order) describes.

        Raises
        ------
        ValueError
            The frame's columns or types are not those of `columns`, a value is missing or out of its bounds,
            or a count is below 1.
        """
        expected = {**{column.name: column_type(column) for column in columns}, "count": pl.Int64}
        if dict(frame.schema) != expected:
            raise ValueError(f"expected the columns {', '.join(expected)}, found {', '.join(frame.columns)}")
        if any(frame[name].null_count() for name in expected) or (frame.height and frame["count"].to_numpy().min() < 1):
            raise ValueError("a value is missing, or a count below 1")
        packing = Packing(columns)
        codes = np.empty(frame.height, dtype=packing.code_type)
        packing.pack({column.name: frame[column.name].to_numpy() for column in columns}, codes)
        tally = cls(columns, pl.DataFrame({"code": codes, "count": frame["count"]}, schema=_SCHEMA))
        in_order = bool((codes[1:] > codes[:-1]).all())  # as they are stored; grouping takes ten times as long
        return tally if in_order else cls.total(columns, [tally])

    @cached_property
    def frame(self) -> pl.DataFrame:
        """One row a combination that occurred, in increasing order: the outcome columns, then `count` (Int64)."""
        return self.counts.select(*Packing(self.columns).unpack(pl.col("code")), pl.col("count"))

    @cached_property
    def deals(self) -> int:
        """The number of deals counted."""
        return int(self.counts["count"].sum())

    def marginal(self, name: str) -> pl.DataFrame:
        """Return the distribution of one column: `value` (its own type, increasing) and `count` (Int64)."""
        grouped = self.frame.group_by(pl.col(name).alias("value")).agg(pl.col("count").sum())
        return grouped.sort("value")

    def hits(self, condition: pl.Expr) -> int:
        """Return how many deals meet `condition`, an expression of the outcome columns."""
        return int(self.frame.filter(condition)["count"].sum())

    def digest(self) -> str:
        """Return the SHA-256 of the counts: equal tallies, and only they, have equal digests."""
        digest = sha256(repr([column.identity() for column in self.columns]).encode())
        for name in _SCHEMA:
            digest.update(np.ascontiguousarray(self.counts[name].to_numpy()).tobytes())
        return digest.hexdigest()

    def plus(self, others: Iterable["Tally"]) -> "Tally":
        """Return the sum of this tally and of all `others`."""
        return Tally.total(self.columns, [self, *others])

    def __add__(self, other: "Tally") -> "Tally":
        """Return the tally of both sets of deals."""
        return self.plus([other])

    def __eq__(self, other: object) -> bool:
        """Return whether both count the same columns and the same deals."""
        if not isinstance(other, Tally):
            return NotImplemented
        return self.columns == other.columns and self.counts.equals(other.counts)

    def __hash__(self) -> int:
        """Return a hash of the counts."""
        return hash(self.digest())

    def __repr__(self) -> str:
        """Return the size of the tally in words."""
        return f"Tally({self.deals:,} deals, {self.counts.height:,} combinations of {len(self.columns)} columns)"


class TallyBuilder:
    """Counts one chunk: codes are gathered slice by slice and grouped once, at the end.

    Grouping a million codes costs about 9 ns a deal, grouping 32,768 at a time twice that.
    """

    def __init__(self, columns: Sequence[Column], capacity: int) -> None:
        self._packing = Packing(columns)
        self._codes = np.empty(capacity, dtype=self._packing.code_type)
        self.deals = 0

    def add(self, outcomes: Outcomes, deals: int) -> None:
        """Add the outcomes of `deals` further deals."""
        self._packing.pack(outcomes, self._codes[self.deals : self.deals + deals])
        self.deals += deals

    def finish(self) -> Tally:
        """Return the tally of all deals added."""
        # One thread: the engine's workers already keep every processor busy.
        codes = pl.Series("code", self._codes[: self.deals]).sort(multithreaded=False)
        runs = codes.rle().struct.unnest()
        counts = runs.select(pl.col("value").cast(pl.UInt64).alias("code"), pl.col("len").cast(pl.Int64).alias("count"))
        return Tally(self._packing.columns, counts)


class Accumulator(Generic[C]):
    """A running sum of many counts.

    Parameters
    ----------
    nothing
        The counts of no deals.
    """

    def __init__(self, nothing: C) -> None:
        self._total = nothing
        self._pending: list[C] = []
        self.deals = 0

    def add(self, counts: C) -> None:
        """Add the counts of one part."""
        self._pending.append(counts)
        self.deals += counts.deals
        if len(self._pending) >= _BATCH:
            self.total()

    def total(self) -> C:
        """Return the sum of all that was added so far."""
        if self._pending:
            self._total = self._total.plus(self._pending)
            self._pending.clear()
        return self._total
