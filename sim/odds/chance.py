"""One probability: an exact fraction, or an estimate with its interval; and why it is not exact."""

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from meldlab.sim.odds.sampled.estimate import Estimate


@dataclass(frozen=True)
class Chance:
    """A probability and how it was found.

    Attributes
    ----------
    fraction : Fraction or None
        The exact probability.
    estimate : Estimate or None
        The sampled one, where there is no exact one.
    reason : str or None
        Why it is not exact.
    target_reached : bool or None
        Whether the precision asked for was reached; None where none was, or the answer is exact.
    """

    fraction: Fraction | None
    estimate: Estimate | None = None
    reason: str | None = None
    target_reached: bool | None = None

    @property
    def method(self) -> str:
        """``exact``, ``sampled`` or ``stratified``."""
        return "exact" if self.estimate is None else self.estimate.method

    @property
    def probability(self) -> float:
        """The probability, or its estimate."""
        return float(self.fraction or 0) if self.estimate is None else self.estimate.probability

    @property
    def one_in(self) -> float | None:
        """One hand in so many; None where none is known to be there."""
        if self.fraction:
            return float(1 / self.fraction)
        return 1 / self.probability if self.probability else None

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval; of an exact probability nothing but itself."""
        if self.estimate is None:
            return self.probability, self.probability
        return self.estimate.low, self.estimate.high

    @property
    def interrupted(self) -> bool:
        """Whether somebody ended the dealing early."""
        return self.estimate is not None and self.estimate.stopped_by == "interrupt"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the command line's JSON."""
        said: dict[str, Any] = {"method": self.method, "probability": self.probability, "one_in": self.one_in}
        found, fraction = self.estimate, self.fraction or Fraction(0)
        if found is None:
            return said | {"numerator": str(fraction.numerator), "denominator": str(fraction.denominator)}
        said |= {
            "deals": found.deals,
            "pilot": found.pilot,
            "hits": found.hits,
            "ci95": [found.low, found.high],
            "interval": found.interval,
            "effective_deals": found.effective if isfinite(found.effective) else None,
            "seed": found.seed,
            "stopped_by": found.stopped_by,
        }
        said |= {} if self.target_reached is None else {"target_reached": self.target_reached}
        return said if self.reason is None else said | {"why_not_exact": self.reason}
