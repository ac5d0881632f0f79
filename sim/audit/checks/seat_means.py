"""What seats' hands are worth on average: equal places have equal chances, so no expectation is needed."""

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.audit.log.deals import MOST_SEATS, Held
from meldlab.sim.audit.statistics.evidence import Evidence, nothing_to_see, sees
from meldlab.sim.audit.statistics.tails import Numbers, quadratic, shift_of_chi_seen


class SeatMeans:
    """Sums over deals in which all seats hold hands of one size."""

    _LEAST_DEALS = 100

    def __init__(self) -> None:
        self._sums: dict[int, tuple[int, Numbers, Numbers]] = {}

    def add(self, hands: Held, values: NDArray[np.int64]) -> None:
        """Count hands and what they are worth."""
        rows, seats, sizes, *_ = hands
        if not len(rows):
            return
        deals = int(rows.max()) + 1
        table = np.zeros((deals, MOST_SEATS))
        table[rows, seats] = values
        low, high = np.full(deals, 1 << 30), np.zeros(deals, dtype=np.int64)
        np.minimum.at(low, rows, sizes)
        np.maximum.at(high, rows, sizes)
        held = np.zeros((deals, MOST_SEATS), dtype=np.bool_)
        held[rows, seats] = True
        names = held @ (1 << np.arange(MOST_SEATS))
        for name in np.unique(names[names > 0]).tolist():
            chosen = table[(names == name) & (low == high)]
            count, sums, squares = self._sums.get(name, (0, np.zeros(MOST_SEATS), np.zeros((MOST_SEATS, MOST_SEATS))))
            self._sums[name] = (count + len(chosen), sums + chosen.sum(axis=0), squares + chosen.T @ chosen)

    def evidence(self, name: str) -> Evidence:
        """Return the chi-square of the seats' differences, in the tables that the most deals have."""
        question = "Does a seat get better hands than the others?"
        few = Evidence(name, question, 1.0, "too few deals", "the log itself", nothing_to_see("too few deals"))
        if not self._sums:
            return few
        names, (deals, sums, squares) = max(self._sums.items(), key=lambda item: item[1][0])
        seats = [seat for seat in range(MOST_SEATS) if names >> seat & 1]
        if len(seats) < 2 or deals < self._LEAST_DEALS:
            return few
        means = sums[seats] / deals
        covariance = (squares[np.ix_(seats, seats)] - deals * np.outer(means, means)) / (deals - 1)
        centre = np.eye(len(seats)) - 1 / len(seats)
        spread = centre @ covariance @ centre / deals
        off = centre @ means
        chi = quadratic(off, spread)
        worst = int(np.abs(off).argmax())
        one = float(np.sqrt(max(spread[worst, worst], 0.0)))
        smallest = sees(
            lambda level: shift_of_chi_seen(level, chi.freedom) * one,
            lambda shift: f"one seat {shift:.2g} more than the others",
        )
        found = f"most: seat {seats[worst]} {off[worst]:+.2g} from the seats' mean {means.mean():.4g}"
        effect = float(off[worst])
        return Evidence(name, question, chi.p, found, "the log itself", smallest, effect, chi.statistic, chi.freedom)
