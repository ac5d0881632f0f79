"""Means and shares in the cells of tables: with how far their interval reaches, never a bare zero."""

from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Any

from meldlab.cli.terminal.counted import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import polars as pl

#: In place of a limit that cannot be told.
UNKNOWN = "?"


def mean_text(mean: float | None, low: float | None, high: float | None, *, deals: int, ascii: bool) -> str:
    """Return a mean with its 95 % interval.

    Parameters
    ----------
    mean, low, high
        As results give them: no mean where an outcome never came about, no limits where nothing varied.
    deals
        How many there were.
    ascii
        Whether other signs are left out.
    """
    from meldlab.sim.common.means import EVEN

    sign = "+-" if ascii else "±"
    if mean is None:
        return f"never, {_below(deals)}"
    if low is None or high is None:
        return f"{mean:.4g} {sign} {UNKNOWN}"
    below, above = mean - low, high - mean
    if not mean and not below and above:
        return f"0, below {high:.2g}"
    if mean == 1 and not above and below:
        return f"1, above {_near_text(low, digits=2)}"
    # What may lie anywhere from 0 to 1 is a share, or is told no worse for being written as one.
    share = low >= 0 and high <= 1
    told = _near_text if share else _text
    least, center, most = (
        _digits(min(value, 1 - value) if share else value, reach=min(below, above)) for value in (low, mean, high)
    )
    shown = told(mean, digits=max(4, center))
    if min(below, above) < EVEN * max(below, above):
        return f"{shown} ({told(low, digits=least)} to {told(high, digits=most)})"
    return f"{shown} {sign} {_text((high - low) / 2, digits=2)}"


def _digits(end: float, *, reach: float) -> int:
    """Return how many digits an end of an interval has: two, all of its whole part, the first digit of its reach."""
    if not end:
        return 2
    first = floor(log10(abs(end)))
    return max(2, first + 1, first - floor(log10(reach)) + 1 if reach else 0)


def _text(value: float, *, digits: int) -> str:
    return f"{float(f'{value:.{digits}g}'):.15g}"  # 120, not 1.2e+02


def _near_text(share: float, *, digits: int) -> str:
    """Return a share with digits that count from the nearer of 0 and 1: as much of it as of its complement."""
    missing = 1 - share
    if not 0 < missing < 0.5:
        return _text(share, digits=digits)
    return probability_text(share, digits=max(digits, digits - 1 - floor(log10(missing))))


def percent_text(share: float) -> str:
    """Return a share in percent, with two places, or two digits of what it has or lacks where that is less."""
    nearer = min(share, 1 - share)
    places = max(2, -1 - floor(log10(nearer))) if nearer > 0 else 2
    return f"{share:.{places}%}"


def limit_text(value: float | None) -> str:
    """Return one end of an interval, for a column of its own."""
    return UNKNOWN if value is None else f"{value:.4g}"


def alike_note(frames: "Iterable[pl.DataFrame]", *, deals: int, unit: str = "deal") -> str:
    """Return what limits that cannot be told mean, where the frames have some; else nothing."""
    rows = (row for frame in frames for row in frame.iter_rows(named=True))
    if deals < 1 or not any(_unknown(row) for row in rows):
        return ""
    if deals == 1:
        return f"{UNKNOWN}: one {unit} says nothing of others."
    many = plural(unit)
    return (
        f"{UNKNOWN}: no interval, since all values are alike; "
        f"of all {many}, those with others are {_below(deals)} (95 %)."
    )


def seldom_note(frame: "pl.DataFrame", *, deals: int, unit: str = "deal") -> str:
    """Return why limits cannot be told of what comes about in few deals only, where the frame has such; else nothing.

    Parameters
    ----------
    frame
        Rows of outcomes whose mean is over the deals in which they came about.
    deals
        How many there were, with or without.
    unit
        What they are called.
    """
    names = dict.fromkeys(row["outcome"] for row in frame.iter_rows(named=True) if _unknown(row))
    if deals <= 1 or not names:
        return ""
    return (
        f"{UNKNOWN} of {' and '.join(names)}: no interval, since it came about in too few {plural(unit)}, "
        "or always with the same value."
    )


def _unknown(row: "Mapping[str, Any]") -> bool:
    value = row["mean"] if "mean" in row else row["difference"]
    return value is not None and row["low"] is None


def _below(deals: int) -> str:
    from meldlab.sim.common.intervals import proportion

    return f"below {proportion(0, deals).high:.2g}"


NEARLY = 5e-6  # as much below 1 is lost in six digits


def probability_text(share: float | Fraction, *, digits: int) -> str:
    """Return a probability with `digits` digits; one that is nearly 1 by what it lacks: ``1 - 7.65e-12``."""
    missing = float(1 - share)
    return f"1 - {missing:.3g}" if 0 < missing < NEARLY else f"{float(share):.{digits}g}"
