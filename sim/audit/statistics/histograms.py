"""A figure of hands, value by value, beside how likely each value is; hands of one deal depend on each other."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.audit.statistics.evidence import Evidence, nothing_to_see, sees
from meldlab.sim.audit.statistics.expected import Distribution
from meldlab.sim.audit.statistics.tails import LEAST_EXPECTED, Numbers, percent, quadratic, shift_of_chi_seen


class Histogram:
    """Counts of a figure among hands of one size, bin by bin.

    The covariance of the counts is exact within a hand and, for two hands of one deal, taken from the log: how often
    both are in which bins.

    Parameters
    ----------
    bins
        Bins that are told apart.
    """

    def __init__(self, bins: int) -> None:
        self.counts = np.zeros(bins, dtype=np.int64)
        self.pairs = np.zeros((bins, bins), dtype=np.int64)  # ordered pairs of hands of one deal

    @property
    def hands(self) -> int:
        """Hands that were counted."""
        return int(self.counts.sum())

    def add(self, rows: NDArray[np.int64], bins: NDArray[np.int64]) -> None:
        """Count hands; `rows` are their deals, numbers within the block."""
        if not len(rows):
            return
        most = len(self.counts)
        counts = np.bincount(bins, minlength=most)
        table = np.bincount(rows * most + bins, minlength=(int(rows.max()) + 1) * most).reshape(-1, most)
        table = table.astype(np.float64)
        self.counts += counts
        self.pairs += np.rint(table.T @ table).astype(np.int64)
        self.pairs[np.diag_indices(most)] -= counts

    def moments(self, expected: Distribution) -> tuple[Numbers, Numbers]:
        """Return mean and covariance of the counts."""
        chances = expected.chances
        hands, pairs = float(self.counts.sum()), float(self.pairs.sum())
        product = np.outer(chances, chances)
        covariance = hands * (np.diag(chances) - product) + (self.pairs - pairs * product)
        if expected.dealt is not None:
            covariance += hands * hands / expected.dealt * (np.diag(chances) - product)
        return hands * chances, covariance

    @staticmethod
    def evidence(tables: Sequence[tuple["Histogram", Distribution]], name: str, question: str) -> Evidence:
        """Return the chi-square of hands of all sizes together; values that few hands have are put together."""
        groups = [each for each in (_grouped(*table) for table in tables) if each is not None]
        dealt = [expected.dealt for _, expected in tables if expected.dealt is not None]
        origin = f"simulated, {dealt[0]:,} deals" if dealt else "exact"
        if not groups:
            return Evidence(name, question, 1.0, "too few hands", origin, nothing_to_see("too few hands"))
        statistic, freedom = 0.0, 0
        worst = (0.0, "", 0.0, 1.0)
        for labels, counts, means, covariance in groups:
            chi = quadratic(counts - means, covariance)
            statistic, freedom = statistic + chi.statistic, freedom + chi.freedom
            spreads = np.sqrt(np.maximum(np.diag(covariance), 1e-12))
            scores = np.abs(counts - means) / spreads
            place = int(scores.argmax())
            effect = float(counts[place] / means[place] - 1)
            worst = max(worst, (float(scores[place]), labels[place], effect, float(spreads[place] / means[place])))
        from scipy.special import chdtrc

        _, label, effect, spread = worst
        smallest = sees(
            lambda level: shift_of_chi_seen(level, freedom) * spread,
            lambda share: f"hands with {label} {percent(share)}",
        )
        p = float(chdtrc(freedom, statistic)) if freedom else 1.0
        found = f"most: {label} {percent(effect)}"
        return Evidence(name, question, p, found, origin, smallest, effect, statistic=statistic, freedom=freedom)


def _grouped(table: Histogram, expected: Distribution) -> tuple[list[str], Numbers, Numbers, Numbers] | None:
    """Return labels, counts, means and covariance with rare values put to their neighbours; None for too few hands."""
    means, covariance = table.moments(expected)
    groups: list[list[int]] = [[]]
    for place in range(len(means)):
        groups[-1].append(place)
        if means[groups[-1]].sum() >= LEAST_EXPECTED:
            groups.append([])
    rest = groups.pop()
    if not groups:
        return None
    groups[-1] += rest
    if len(groups) < 2:
        return None
    join = np.zeros((len(groups), len(means)))
    for row, places in enumerate(groups):
        join[row, places] = 1
    firsts = [int(expected.edges[places[0]]) for places in groups]
    labels = [f"{low}" if after == low + 1 else f"{low} to {after - 1}" for low, after in pairwise(firsts)]
    labels.append(f"{firsts[-1]} or more")
    return labels, join @ table.counts, join @ means, join @ covariance @ join.T
