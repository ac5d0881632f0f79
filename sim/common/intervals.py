"""Confidence intervals: Wilson for display, Clopper-Pearson where Wilson is too hopeful, the normal for means."""

from dataclasses import dataclass
from math import sqrt

LEVEL = 0.95
# Below this many hits, or others, Wilson's interval covers less than it says; Clopper-Pearson never does.
FEW_HITS = 10


@dataclass(frozen=True)
class Proportion:
    """A counted share with its two-sided 95 % interval; `method` is ``wilson`` or ``clopper-pearson``."""

    hits: int
    trials: int
    low: float
    high: float
    method: str

    @property
    def probability(self) -> float | None:
        """Hits over trials; None when nothing was tried."""
        return self.hits / self.trials if self.trials else None

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """Return the share in words; no hits are an upper bound, never a bare zero."""
        if not self.trials:
            return "nothing dealt"
        if not self.hits:
            return f"0 of {self.trials:,}, below {self.high:.2g} at 95 %"
        return f"{self.hits / self.trials:.6f} [{self.low:.6f}, {self.high:.6f}]"


def proportion(hits: int, trials: int) -> Proportion:
    """Return the share of `hits` in `trials` with its 95 % interval.

    Clopper-Pearson when there are fewer than 10 hits or fewer than 10 others, else Wilson.

    Raises
    ------
    ValueError
        Hits below 0 or above trials.
    """
    if not 0 <= hits <= trials:
        raise ValueError(f"{hits} hits in {trials} trials")
    if not trials:
        return Proportion(0, 0, 0.0, 1.0, "clopper-pearson")
    low, high = share_limits(hits, trials)
    return Proportion(hits, trials, low, high, "clopper-pearson" if _few(hits, trials) else "wilson")


def share_limits(hits: float, trials: float) -> tuple[float, float]:
    """Return the 95 % interval (low, high) of `proportion`; hits and trials may be effective ones, no whole numbers."""
    return clopper_pearson(hits, trials) if _few(hits, trials) else wilson(hits, trials)


def _few(hits: float, trials: float) -> bool:
    return min(hits, trials - hits) < FEW_HITS


def clopper_pearson(hits: float, trials: float, *, level: float = LEVEL) -> tuple[float, float]:
    """Return the exact interval (low, high) of a share: never covers less than `level`."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = float(betaincinv(hits, trials - hits + 1, tail)) if hits else 0.0
    high = float(betaincinv(hits + 1, trials - hits, 1 - tail)) if hits < trials else 1.0
    return low, high


def wilson(hits: float, trials: float, *, level: float = LEVEL) -> tuple[float, float]:
    """Return Wilson's score interval (low, high) of a share."""
    z = normal_quantile(level)
    share = hits / trials
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    scale = 1 + z * z / trials
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def mean_interval(mean: float, standard_error: float, *, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval (low, high) of a mean of very many deals."""
    reach = normal_quantile(level) * standard_error
    return mean - reach, mean + reach


def normal_quantile(level: float = LEVEL) -> float:
    """Return how many standard errors each side of an estimate hold `level` of a normal distribution."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
