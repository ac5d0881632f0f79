"""How often each score occurs: binned for bars, added up for curves, cut where hardly anything is left to see."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

#: No screen shows more corners of a curve.
_MOST_CORNERS = 800
#: The share of deals that may lie beyond either end of a chart; the text says how many do.
_BEYOND = 0.0005
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True)
class Window:
    """The scores that a chart shows, from `low` to `high`, both included."""

    low: int
    high: int

    def __or__(self, other: "Window") -> "Window":
        """Return the window that shows what both show."""
        return Window(min(self.low, other.low), max(self.high, other.high))

    def step(self, *, bars: int) -> int:
        """Return the width of a bar so that there are at most so many."""
        span = self.high - self.low + 1
        return next((step for step in _STEPS if span <= step * bars), -(-span // bars))


@dataclass(frozen=True)
class Curve:
    """The scores of one run, strategy or player.

    Attributes
    ----------
    name : str
    counts : mapping of int to int
        Deals for each score, in increasing order; not empty.
    scale : int
        How many of these scores make one point.
    """

    name: str
    counts: Mapping[int, int]
    scale: int = 1

    @cached_property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.counts.values())

    @cached_property
    def below(self) -> dict[int, int]:
        """How many deals have at most each score."""
        return dict(zip(self.counts, accumulate(self.counts.values()), strict=True))

    @cached_property
    def window(self) -> Window:
        """The scores without the last few on either side, where there are very many deals."""
        few = self.deals * _BEYOND
        low = next(value for value, below in self.below.items() if below > few)
        high = next(value for value, below in self.below.items() if self.deals - below <= few)
        first, last = min(self.counts), max(self.counts)
        # What is left out must be worth it: a chart that would be hardly wider shows everything.
        span = max(1, high - low)
        return Window(first if low - first < span / 4 else low, last if last - high < span / 4 else high)

    def outside(self, window: Window) -> tuple[int, int]:
        """Return how many deals have less, and how many have more, than a chart shows."""
        less = sum(count for value, count in self.counts.items() if value < window.low)
        return less, sum(count for value, count in self.counts.items() if value > window.high)

    def bars(self, window: Window, *, step: int) -> list[dict[str, Any]]:
        """Return the bars of a histogram: where each begins and ends, and its share of all deals."""
        bins: dict[int, int] = {}
        for value, count in self.counts.items():
            if window.low <= value <= window.high:
                bins[value // step] = bins.get(value // step, 0) + count
        # A bar is as wide as its values, each half a value to either side.
        return [
            {
                "begin": (place * step - 0.5) / self.scale,
                "end": (place * step + step - 0.5) / self.scale,
                "share": count / self.deals,
            }
            for place, count in sorted(bins.items())
        ]

    def steps(self, window: Window, *, number: int = 0) -> list[dict[str, Any]]:
        """Return the corners of the cumulative curve, of which `number` says whose it is."""
        inside = {value: below for value, below in self.below.items() if window.low <= value <= window.high}
        step = window.step(bars=_MOST_CORNERS)
        # Of the values in a step the last one: there the curve is exact.
        inside = {value: inside[value] for value in {value // step: value for value in inside}.values()}
        before = self.outside(window)[0]
        places = {window.low - 1: before, **inside, window.high: max([before, *inside.values()])}
        return [
            {"score": value / self.scale, "share": below / self.deals, "curve": number}
            for value, below in sorted(places.items())
        ]
