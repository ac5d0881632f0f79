"""Means over deals from exact counts, with intervals, and how many deals a difference needs to show."""

from math import floor, sqrt
from typing import NamedTuple

import polars as pl

from meldlab.sim.intervals import LEVEL

#: Below so many deals that are all alike nothing is said of others.
_FEW = 30


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

    def reversed(self) -> "Mean":
        """Return the difference seen from the other side."""
        mean, low, high = (None if value is None else 0.0 - value for value in self)
        return Mean(mean, high, low)

    def deals_needed(self, deals: int) -> int | None:
        """Return the fewest deals whose interval would leave zero, from the spread of the `deals` seen.

        At least 2, since fewer have no interval; None where the mean is 0 or there is no interval.
        """
        if not self.mean or self.low is None or self.high is None:
            return None
        reach = (self.high - self.low) / 2
        return max(2, floor(deals * (reach / self.mean) ** 2) + 1)


def mean_of(values: pl.DataFrame, *, parts: int = 1) -> Mean:
    """Return the mean of a value a deal, divided by `parts`.

    Parameters
    ----------
    values
        Columns value and count, as `PlayCounts.values` gives them.
    parts
        What a value is divided by; below zero it changes its sign.
    """
    counts = [(int(value), int(count)) for value, count in values.iter_rows()]
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
    if not deviation and deals < _FEW:
        return Mean(mean, None, None)
    reach = _student_quantile(deals - 1) * deviation / sqrt(deals)
    return Mean(mean, mean - reach, mean + reach)


def _student_quantile(freedom: int) -> float:
    """Return how many standard errors, estimated from few deals, each side of a mean hold 95 %."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + LEVEL) / 2))
