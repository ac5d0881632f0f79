"""p-values of counts and of quadratic forms, and the shift that a test sees with 90 % probability."""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

#: The probability with which the smallest fault is seen.
POWER = 0.9
# Eigenvalues below this share of the largest are rounding: the counts cannot differ in that direction.
_FLAT = 1e-9
# Fewer cells expected than this, and a chi-square is not yet one.
LEAST_EXPECTED = 10.0


class Chi(NamedTuple):
    """A quadratic form of what differs from expectation: chi-square with `freedom` degrees of freedom if fair."""

    statistic: float
    freedom: int

    @property
    def p(self) -> float:
        """How likely fair deals exceed the statistic."""
        from scipy.special import chdtrc

        return float(chdtrc(self.freedom, self.statistic)) if self.freedom else 1.0


def quadratic(differences: Numbers, covariance: Numbers, *, least: float = 0.0) -> Chi:
    """Return the chi-square of differences with this covariance, in the directions in which there can be any.

    A variance up to `least` is what rounding leaves of 0.
    """
    values, vectors = np.linalg.eigh(covariance)
    free = values > max(_FLAT * float(values.max(initial=0.0)), least)
    along = differences @ vectors[:, free]
    return Chi(float((along * along / values[free]).sum()), int(free.sum()))


def chance_of_more(counts: Any, means: Any, variances: Any) -> Numbers:
    """Return how likely counts are at least these.

    The distribution with this mean and variance is binomial (the usual case: cards without replacement spread less
    than a Poisson number), negative binomial where it spreads more.  Sums of independent indicators are binomial in
    this sense up to their third moment, which is what far tails depend on.
    """
    from scipy.special import betainc

    counts, means, variances = np.broadcast_arrays(
        *(np.asarray(each, dtype=np.float64) for each in (counts, means, variances))
    )
    # A Poisson number is the border of both; a hair to one side of it no digit changes.
    variances = np.where(np.abs(variances - means) < 1e-6 * means, (1 - 1e-6) * means, variances)
    found = np.ones(counts.shape)
    narrow = (means > 0) & (variances < means) & (counts > 0)
    share = np.where(narrow, 1 - variances / np.where(means > 0, means, 1), 0.5)
    trials = np.where(narrow, means / share, 1.0)
    within = narrow & (counts < trials + 1)
    found[within] = betainc(counts[within], trials[within] - counts[within] + 1, share[within])
    found[narrow & ~within] = 0.0
    wide = (means > 0) & (variances >= means) & (counts > 0)
    if wide.any():
        size = means[wide] ** 2 / (variances[wide] - means[wide])
        found[wide] = betainc(counts[wide], size, 1 - means[wide] / variances[wide])
    found[(means <= 0) & (counts > 0)] = 0.0
    # What cannot differ from its mean (hands that hold the whole pack) has a variance of 0, but for rounding.
    sure = (means > 0) & (variances <= _FLAT * means)
    found[sure] = counts[sure] < means[sure] + 0.5
    return found


def chance_as_far(counts: Any, means: Any, variances: Any) -> Numbers:
    """Return how likely counts are as far from their means, to either side: twice the smaller tail."""
    more = chance_of_more(counts, means, variances)
    less = 1 - chance_of_more(np.asarray(counts) + 1, means, variances)
    # Below the mean the difference above loses digits: the mirrored tail is the same there to a good approximation.
    low = np.asarray(counts) < np.asarray(means)
    mirrored = chance_of_more(2 * np.asarray(means) - np.asarray(counts), means, variances)
    less = np.where(low & (less < 1e-10), mirrored, less)
    found: Numbers = np.minimum(1.0, 2 * np.minimum(more, np.maximum(less, 0.0)))
    return found


def chance_of_normal(z: float) -> float:
    """Return how likely a standard normal number is as far from 0, to either side."""
    from scipy.special import ndtr

    return float(2 * ndtr(-abs(z)))


def shift_seen(level: float, *, sides: int = 2) -> float:
    """Return by how many standard deviations a normal number must be shifted to be seen."""
    from scipy.special import ndtri

    return float(-ndtri(level / sides) + ndtri(POWER))


def shift_of_chi_seen(level: float, freedom: int) -> float:
    """Return the length of the shift, in standard deviations, with which a chi-square passes `level`."""
    from scipy.special import chdtri, chndtr

    if not freedom:
        return float("inf")
    border = float(chdtri(freedom, level))
    low, high = 0.0, 2 * border + 100
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if chndtr(border, freedom, middle) > 1 - POWER else (low, middle)
    return sqrt(high)


def percent(share: float) -> str:
    """Return a share as text: ``+2.1 %``, ``+130 %``, ``12 times``."""
    if abs(share) >= 10:
        return f"{share + 1:,.0f} times as often"
    return f"{100 * share:+.0f} %" if abs(share) >= 0.1 else f"{100 * share:+.2g} %"
