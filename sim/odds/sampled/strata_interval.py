"""The estimate of strata together, and an interval that stays honest where a stratum had few hits or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, sqrt

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.common.intervals import FEW_HITS, LEVEL, clopper_pearson, normal_quantile, wilson

_TAIL = (1 - LEVEL) / 2


@dataclass
class Counts:
    """What the hands of one stratum came to.

    Attributes
    ----------
    weight : float
        The stratum's exact share.
    deals : int
    shared : int64, shape (groups + 1,)
        Hits by how many groups they satisfy: each counts one over that number.
    """

    weight: float
    deals: int
    shared: NDArray[np.int64]

    @property
    def hits(self) -> int:
        """Hands for which the query is true."""
        return int(self.shared.sum())

    def _power(self, exponent: int) -> float:
        groups = np.arange(1, len(self.shared), dtype=np.float64)
        return float((self.shared[1:] / groups**exponent).sum())

    @property
    def mean(self) -> float:
        """What a hand counts on average."""
        return self._power(1) / self.deals if self.deals else 0.0

    @property
    def variance(self) -> float:
        """The variance of what a hand counts."""
        return max(0.0, self._power(2) / self.deals - self.mean**2) if self.deals else 0.0

    def reach(self) -> tuple[float, float]:
        """Return how far the mean may be below and above, at 95 %: the hits' interval, widened by their values.

        The mean is the share of hits times what a hit counts; the two are independent, so their reaches add as
        squares.  Of few hits the exact interval is taken instead of Wilson's.
        """
        share = self.hits / self.deals
        interval = clopper_pearson if self.hits < FEW_HITS else wilson
        low, high = interval(self.hits, self.deals)
        if not self.hits:
            return 0.0, high
        value = self.mean / share
        spread = share * normal_quantile() * sqrt(max(0.0, self._power(2) / self.hits - value**2) / self.hits)
        return sqrt((value * (share - low)) ** 2 + spread**2), sqrt((value * (high - share)) ** 2 + spread**2)


@dataclass(frozen=True)
class Combined:
    """The strata together: estimate, interval, standard error squared."""

    probability: float
    low: float
    high: float
    variance: float


def combine(sure: float, strata: Sequence[Counts]) -> Combined:
    """Return estimate and 95 % interval of a sum of weight times mean.

    Each stratum has an interval of its own; what they reach below and above the estimate adds up as squares, the
    strata being independent (Zou and Donner's way to an interval of a sum).  Strata without hits count once, for all
    of them together: no hit in any has the chance exp(-sum of n p) at most, so of all means p that leave it a chance
    of 2.5 %, the greatest sum of weight times p puts everything into the one stratum where weight over n is greatest,
    and that is its exact upper bound.  Strata of which no hand was dealt count in full.
    """
    estimate, below, above, unseen, variance = sure, 0.0, 0.0, 0.0, 0.0
    without_hits = 0.0
    for stratum in strata:
        if not stratum.deals:
            unseen += stratum.weight
            continue
        if not stratum.hits:
            bound = clopper_pearson(0, stratum.deals)[1]
            without_hits = max(without_hits, stratum.weight * bound)
            continue
        estimate += stratum.weight * stratum.mean
        variance += stratum.weight**2 * _spread(stratum) / stratum.deals
        under, over = stratum.reach()
        below += (stratum.weight * under) ** 2
        above += (stratum.weight * over) ** 2
    low = max(sure, estimate - sqrt(below))
    high = min(1.0, estimate + sqrt(above + without_hits**2) + unseen)
    return Combined(estimate, low, high, variance)


def effective_size(found: Combined) -> float:
    """Return how many plain deals would know the probability as well, or, without hits, bound it as well."""
    if found.high == 0.0 or found.low == found.high:
        return inf
    if found.probability in (0.0, 1.0):
        return -log(_TAIL) / (found.high - found.low)
    # Where only bounds are sure and no stratum had a hit, the upper bound alone says how much is known.
    variance = found.variance or ((found.high - found.probability) / normal_quantile()) ** 2
    return found.probability * (1 - found.probability) / variance


def shares(strata: Sequence[Counts]) -> list[float]:
    """Return how further deals are best shared out: by weight times spread (Neyman), none left without.

    A stratum without hits is given the spread of half a hit.
    """
    spreads = np.array([sqrt(_spread(stratum)) for stratum in strata])
    best = np.array([stratum.weight for stratum in strata]) * spreads
    least = 0.02 / len(strata)
    return [float(share) for share in np.maximum(best / best.sum(), least)]


def _spread(stratum: Counts) -> float:
    hits, deals = stratum.hits + 0.5, stratum.deals + 1
    value = stratum.mean * stratum.deals / stratum.hits if stratum.hits else 1.0
    return max(stratum.variance, value**2 * hits / deals * (1 - hits / deals))


def spread_of(strata: Sequence[Counts]) -> float:
    """Return the standard error that one deal would have, shared out as well as it can be."""
    return sum(stratum.weight * sqrt(_spread(stratum)) for stratum in strata)
