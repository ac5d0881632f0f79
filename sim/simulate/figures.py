"""Figures of a tally: the score's moments and quantiles, and tables by any outcome."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import polars as pl

from meldlab.sim.common.intervals import Proportion, mean_interval, proportion
from meldlab.sim.common.means import Mean, mean_of
from meldlab.sim.counting.tally import Tally
from meldlab.sim.query.conditions import Condition

# In percent: whole numbers, so that no rounding decides which value a quantile falls on.
QUANTILES = (1, 5, 25, 50, 75, 95, 99)


@dataclass(frozen=True)
class Score:
    """Moments and quantiles of a whole-number outcome; a field is None when there are too few deals for it.

    `sd` is the sample standard deviation, `se` that of the mean; a quantile q is the least value that at least
    a share q of the deals do not exceed.
    """

    name: str
    mean: float | None
    sd: float | None
    se: float | None
    min: int | None
    max: int | None
    quantiles: dict[str, int]

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean, None below two deals."""
        if self.mean is None or self.se is None:
            return None
        return mean_interval(self.mean, self.se)

    def to_dict(self) -> dict[str, object]:
        """Return the fields and the interval, ready for JSON."""
        return {**asdict(self), "ci95": list(self.ci95) if self.ci95 else None}


def histogram(tally: Tally, name: str) -> dict[int, int]:
    """Return the number of deals for each value of a column that occurred, in increasing order."""
    return {int(value): int(count) for value, count in tally.marginal(name).iter_rows()}


def score(tally: Tally, name: str) -> Score:
    """Return moments and quantiles of the column `name`; sums are exact whole numbers."""
    counts = histogram(tally, name)
    deals = sum(counts.values())
    if not deals:
        return Score(name, None, None, None, None, None, {})
    first = sum(value * count for value, count in counts.items())
    second = sum(value * value * count for value, count in counts.items())
    # Whole numbers until the last division: no digits are lost in the difference of two large squares.
    spread = sqrt((deals * second - first * first) / (deals * (deals - 1))) if deals > 1 else None
    error = spread / sqrt(deals) if spread is not None else None
    return Score(name, first / deals, spread, error, min(counts), max(counts), _quantiles(counts, deals))


def _quantiles(counts: dict[int, int], deals: int) -> dict[str, int]:
    found: dict[str, int] = {}
    reached = 0
    waiting = list(QUANTILES)
    for value, count in counts.items():
        reached += count
        while waiting and 100 * reached >= waiting[0] * deals:
            found[str(waiting.pop(0) / 100)] = value
    return found


@dataclass(frozen=True)
class Split:
    """The deals with one value of an outcome: their share, the mean score and the features' shares among them."""

    value: int
    share: Proportion
    score: Mean
    features: dict[str, Proportion]


def splits_by(
    tally: Tally, name: str, value: pl.Expr, *, score_name: str, features: Sequence[Condition]
) -> list[Split]:
    """Return a split for each `value`, an expression of the columns that is called `name`, in increasing order."""
    scored = next(column for column in tally.columns if column.name == score_name)
    found = []
    for part in tally.frame.with_columns(value).sort(name).partition_by(name, maintain_order=True):
        deals = int(part["count"].sum())
        scores = part.group_by(score_name).agg(pl.col("count").sum())
        shares = {
            feature.text: proportion(int(part.filter(feature.expression())["count"].sum()), deals)
            for feature in features
            if feature.text != name  # it is 0 or 1 by definition, and its column is there already
        }
        mean = mean_of(scores).within(scored.minimum, scored.maximum)
        found.append(Split(int(part[name][0]), proportion(deals, tally.deals), mean, shares))
    return found


def table_by(
    tally: Tally, name: str, value: pl.Expr, *, score_name: str, features: Sequence[Condition]
) -> pl.DataFrame:
    """Return one row for each `value`, an expression of the columns that is called `name`.

    Columns: the value under its own name, `count`, `probability`, `low`, `high` (95 %), `mean_<score>` within the
    row, and for each feature the share of the row's deals that have it.
    """
    parts = splits_by(tally, name, value, score_name=score_name, features=features)
    told = [feature.text for feature in features if feature.text != name]
    columns: dict[str, tuple[list[Any], pl.DataType]] = {
        name: ([part.value for part in parts], tally.frame.select(value).schema[name]),
        "count": ([part.share.hits for part in parts], tally.frame.schema["count"]),
        "probability": ([part.share.probability for part in parts], pl.Float64()),
        "low": ([part.share.low for part in parts], pl.Float64()),
        "high": ([part.share.high for part in parts], pl.Float64()),
        f"mean_{score_name}": ([part.score.mean for part in parts], pl.Float64()),
        **{text: ([part.features[text].probability for part in parts], pl.Float64()) for text in told},
    }
    return pl.DataFrame([pl.Series(title, values, dtype=kind) for title, (values, kind) in columns.items()])
