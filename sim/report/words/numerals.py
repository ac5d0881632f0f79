"""Numbers as people of a language write them, with as many places as their interval leaves certain."""

from dataclasses import dataclass
from math import floor, inf, isfinite, log10

#: More places are never shown.
_MOST_PLACES = 9


@dataclass(frozen=True)
class Numerals:
    """How numbers are written.

    Attributes
    ----------
    decimal, group : str
        The decimal mark, and the mark between groups of digits.
    indian : bool
        Whether groups above the thousands have two digits: 12,34,567.
    """

    decimal: str
    group: str
    indian: bool = False

    def whole(self, value: int) -> str:
        """Return a whole number in groups of digits."""
        digits = str(abs(value))
        head, groups = digits[:-3], [digits[-3:]]
        size = 2 if self.indian else 3
        while head:
            groups.insert(0, head[-size:])
            head = head[:-size]
        return ("−" if value < 0 else "") + self.group.join(groups)

    def fixed(self, value: float, places: int) -> str:
        """Return a number with so many places after the decimal mark."""
        digits, _, rest = f"{abs(value):.{places}f}".partition(".")
        minus = "−" if value < 0 and (int(digits) or rest.strip("0")) else ""
        return minus + self.whole(int(digits)) + (self.decimal + rest if rest else "")

    def figure(self, value: float, *, reach: float | None = None) -> str:
        """Return a number to the second digit of `reach`, half its interval; without one, to four digits in all."""
        return self.fixed(value, places(value) if not reach else _places_of(reach))

    def limit(self, value: float, *, reach: float) -> str:
        """Return one end of an interval, with two digits at the least of what parts it from 0, and from 1 below it."""
        return self.figure(value, reach=min(reach, *_apart(value)))

    def percent(self, share: float, *, reach: float | None = None) -> str:
        """Return a share in percent, with two digits at the least of what parts it from 0 and 100 %."""
        if share in (0, 1):
            return f"{100 * share:.0f} %"
        return f"{self.figure(100 * share, reach=None if reach is None else 100 * min(reach, *_apart(share)))} %"


def places(value: float, *, digits: int = 4) -> int:
    """Return how many places after the decimal mark show so many digits of a number."""
    if not value or not isfinite(value):
        return 0
    return min(_MOST_PLACES, max(0, digits - 1 - floor(log10(abs(value)))))


def _apart(value: float) -> tuple[float, ...]:
    """Return how far a positive number is from 0, and from 1 when it is below; infinity alone of others."""
    return (inf, *(apart for apart in (value, 1 - value) if apart > 0 < value))


def _places_of(reach: float) -> int:
    return places(reach, digits=2)
