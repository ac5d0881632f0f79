"""Means over deals from exact counts, with intervals, and how many deals a difference needs to show."""

from collections.abc import Sequence
from math import floor, sqrt
from typing import NamedTuple

import polars as pl

from meldlab.sim.common.intervals import LEVEL

#: Where the smaller reach of an interval is less than so much of the larger one, both its ends are told.
EVEN = 0.8


class Mean(NamedTuple):
    """A mean over deals with its 95 % interval; None where there is none.

    There is none where fewer than two values are known, or where all are alike and nothing is known of the range of
    others: their spread says nothing then.  The same holds of values that may all be of one deal.
    """

    mean: float | None
    low: float | None
    high: float | None

    def reversed(self) -> "Mean":
        """Return the difference seen from the other side."""
        mean, low, high = (None if value is None else 0.0 - value for value in self)
        return Mean(mean, high, low)

    def within(self, least: float | None, most: float | None) -> "Mean":
        """Return the mean with its interval cut to what is possible: no mean lies elsewhere, so it holds as often."""
        if self.low is None or self.high is None:
            return self
        low = self.low if least is None else max(least, self.low)
        return Mean(self.mean, low, self.high if most is None else min(most, self.high))

    def deals_needed(self, deals: int) -> int | None:
        """Return the fewest deals whose interval would leave zero, from the spread of the `deals` seen.

        At least 2, since fewer have no interval; None where the mean is 0 or there is no interval.
        """
        if not self.mean or self.low is None or self.high is None:
            return None
        reach = (self.high - self.low) / 2
        return max(2, floor(deals * (reach / self.mean) ** 2) + 1)


class Sums(NamedTuple):
    """What intervals need to know of the values of many deals: how many there are, and whole sums of them."""

    deals: int
    first: int
    second: int

    @classmethod
    def of(cls, values: Sequence[tuple[int, int]]) -> "Sums":
        """Return the sums of pairs (value, count)."""
        return cls(
            sum(count for _, count in values),
            sum(value * count for value, count in values),
            sum(value * value * count for value, count in values),
        )

    @property
    def spread(self) -> int:
        """Deals squared times the variance of the values seen; whole, so that 0 means that all are alike."""
        return self.deals * self.second - self.first * self.first


def pairs_of(values: pl.DataFrame) -> list[tuple[int, int]]:
    """Return the pairs (value, count) of a frame as `PlayCounts.values` gives it."""
    return [(int(value), int(count)) for value, count in values.iter_rows()]


def mean_of(values: pl.DataFrame, *, parts: int = 1, together: int = 1) -> Mean:
    """Return the mean of an amount a deal, divided by `parts`, with Student's interval.

    Parameters
    ----------
    values
        Columns value and count, as `PlayCounts.values` gives them.
    parts
        What a value is divided by; below zero it changes its sign.
    together
        Up to so many values are of one deal, and count as one: their mean varies no more than any of them.  Fewer than
        twice as many have no interval: they count as fewer than two, whose spread cannot be told.
    """
    found = Sums.of(pairs_of(values))
    if not found.deals:
        return Mean(None, None, None)
    mean = found.first / found.deals / parts + 0.0  # which leaves no zero with a minus
    if found.deals < 2 * together or not found.spread:
        return Mean(mean, None, None)
    # Whole numbers until the last division, as in `sim.simulate.figures`.
    deviation = sqrt(found.spread / (found.deals * (found.deals - 1))) / abs(parts)
    reach = student_quantile(found.deals / together - 1) * deviation * sqrt(together / found.deals)
    return Mean(mean, mean - reach, mean + reach)


def student_quantile(freedom: float) -> float:
    """Return how many standard errors, estimated from few deals, each side of a mean hold 95 %."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + LEVEL) / 2))
