"""A precision worth stopping for."""

from dataclasses import dataclass

from meldlab.sim.common.intervals import normal_quantile, proportion
from meldlab.sim.counting.tally import Tally
from meldlab.sim.query.conditions import Condition
from meldlab.sim.simulate.figures import score

# Fewer hits make a stopped estimate lean to the high side (a loose target on a rare event).
LEAST_HITS = 100


@dataclass(frozen=True)
class Target:
    """A precision worth stopping for: the half-width of a 95 % interval.

    Attributes
    ----------
    feature : Condition or None
        The share to be known precisely; None means the mean score.
    score : str
        The score column.
    relative, absolute : float or None
        The half-width aimed at, as a share of the estimate or as it is; exactly one is given.
    """

    feature: Condition | None
    score: str
    relative: float | None
    absolute: float | None

    def __str__(self) -> str:
        """Return the target in words."""
        of = self.feature.text if self.feature else f"mean {self.score}"
        size = f"{self.relative:g} of it" if self.relative is not None else f"{self.absolute:g}"
        return f"{of} known to {size} at 95 %"

    def reached(self, tally: Tally) -> bool:
        """Return whether `tally` is precise enough (never with fewer than 100 hits)."""
        if self.feature is None:
            figures = score(tally, self.score)
            if figures.mean is None or figures.se is None or tally.deals < LEAST_HITS:
                return False
            return self._narrow(figures.mean, normal_quantile() * figures.se)
        share = proportion(tally.hits(self.feature.expression()), tally.deals)
        if share.probability is None or share.hits < LEAST_HITS:
            return False
        return self._narrow(share.probability, share.half_width)

    def _narrow(self, estimate: float, half_width: float) -> bool:
        if self.absolute is not None:
            return half_width <= self.absolute
        return self.relative is not None and half_width <= self.relative * abs(estimate)
