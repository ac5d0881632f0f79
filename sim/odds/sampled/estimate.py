"""What sampling found out: an estimate with its interval, and how it was come by."""

from dataclasses import dataclass
from typing import Literal

from meldlab.sim.counting.stopping import StoppedBy


@dataclass(frozen=True)
class Stratum:
    """One part of all hands, dealt by itself.

    Attributes
    ----------
    name : str
        What its hands have in common, such as ``8 of the group, 2 wild``.
    weight : float
        Its exact share of all hands; with several groups a hand lies in as many strata as it has groups, and counts
        in each for as much less.
    deals, hits : int
        0 deals where the bounds of the stratum decide the question.
    probability : float
        What a hand of it counts on average.
    """

    name: str
    weight: float
    deals: int
    hits: int
    probability: float


@dataclass(frozen=True)
class Estimate:
    """A sampled probability.

    Attributes
    ----------
    probability, low, high : float
        The estimate and its two-sided 95 % interval; without hits `probability` is 0 and `high` the upper bound.
    interval : str
        How the interval was made: ``wilson``, ``clopper-pearson``, ``strata`` or ``exact`` (nothing was left to deal).
    deals, hits : int
        Hands dealt for the estimate, and how many of them were hits.
    pilot : int
        Further hands, dealt to share out the others among the strata; they are no part of the estimate.
    effective : float
        How many hands plain dealing would need for the same standard error; infinite when nothing is left to chance.
    strata : tuple of Stratum
        Empty for plain dealing.
    seed : int
    stopped_by : {"deals", "target", "time", "interrupt"}
    method : {"sampled", "stratified"}
    """

    probability: float
    low: float
    high: float
    interval: str
    deals: int
    hits: int
    pilot: int
    effective: float
    strata: tuple[Stratum, ...]
    seed: int
    stopped_by: StoppedBy
    method: Literal["sampled", "stratified"]

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2
