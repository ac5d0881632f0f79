"""Means of played deals in the cells of tables: with how far their interval reaches, never a bare zero."""

from typing import TYPE_CHECKING, Any

from meldlab.cli.odds_view import probability_text

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
        As tables of played deals give them: no mean where an outcome never came about, no limits where nothing varied.
    deals
        How many there were.
    ascii
        Whether other signs are left out.
    """
    from meldlab.sim.play.means import EVEN

    sign = "+-" if ascii else "±"
    if mean is None:
        return f"never, {_below(deals)}"
    if low is None or high is None:
        return f"{mean:.4g} {sign} {UNKNOWN}"
    below, above = mean - low, high - mean
    if not mean and not below and above:
        return f"0, below {high:.2g}"
    if mean == 1 and not above and below:
        return f"1, above {probability_text(low, digits=4)}"
    if min(below, above) < EVEN * max(below, above):
        return f"{mean:.4g} ({low:.2g} to {high:.2g})"
    return f"{mean:.4g} {sign} {(high - low) / 2:.2g}"


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
    many = f"{unit}{'es' if unit == 'match' else 's'}"
    return (
        f"{UNKNOWN}: no interval, since all values are alike; "
        f"of all {many}, those with others are {_below(deals)} (95 %)."
    )


def _unknown(row: "Mapping[str, Any]") -> bool:
    value = row["mean"] if "mean" in row else row["difference"]
    return value is not None and row["low"] is None


def _below(deals: int) -> str:
    from meldlab.sim.intervals import proportion

    return f"below {proportion(0, deals).high:.2g}"
