"""Each deal beside the one before it: the same cards at the same seat, cards that stay together, old neighbours.

All three add up, deal by deal, what differs from its mean given the deal before.  Such sums have no covariance from
one deal to the next, so their variance is that of their terms, whatever its size: it is taken from the log.
"""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.audit.checks.readings import ACROSS_SEATS, ALONG_HANDS, STOCK, sequences
from meldlab.sim.audit.log.deals import EMPTY, Deals
from meldlab.sim.audit.statistics.evidence import Evidence, nothing_to_see, sees
from meldlab.sim.audit.statistics.pack import Pack
from meldlab.sim.audit.statistics.tails import Numbers, chance_of_normal, shift_seen

_PAIRS = KINDS * KINDS
_LEAST_DEALS = 100
_SLICE = 512


class _Sum:
    """The sum of terms that are 0 on average."""

    def __init__(self) -> None:
        self._terms = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, terms: Numbers) -> None:
        """Add terms, one a deal."""
        self._terms += len(terms)
        self._sum += float(terms.sum())
        self._squares += float((terms * terms).sum())

    def evidence(self, name: str, question: str, unit: str) -> Evidence:
        """Return the test whether the mean is 0."""
        if self._terms < _LEAST_DEALS or not self._squares:
            few = "too few deals"
            return Evidence(name, question, 1.0, few, "exact", nothing_to_see(few))
        mean = self._sum / self._terms
        error = float(np.sqrt(max(self._squares / self._terms - mean * mean, 1e-300) / self._terms))
        z = mean / error
        smallest = sees(lambda level: shift_seen(level) * error, lambda shift: f"{shift:.2g} {unit} too many a deal")
        found = f"{mean:+.2g} {unit} a deal ({z:+.1f} standard errors)"
        return Evidence(name, question, chance_of_normal(z), found, "exact", smallest, mean, statistic=z)


class PreviousDeal:
    """Compares consecutive deals."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._last: Deals | None = None
        self._same_seat, self._groups = _Sum(), _Sum()
        self._neighbours = {reading: _Sum() for reading in (STOCK, "all")}

    def add(self, deals: Deals) -> None:
        """Compare each deal of a block with the one before it."""
        for start in range(0, len(deals), _SLICE):
            part = _cut(deals, slice(start, start + _SLICE))
            before = part if self._last is None else _joined(self._last, part)
            if len(before) > 1:
                self._compare(_cut(before, slice(1, None)), _cut(before, slice(0, -1)))
            self._last = _cut(part, slice(-1, None))

    def _compare(self, deals: Deals, before: Deals) -> None:
        seats = np.flatnonzero(deals.sizes.any(axis=0) | before.sizes.any(axis=0))
        if not len(seats):
            return
        held = deals.hands[:, seats].astype(np.float64)
        old = before.hands[:, seats].astype(np.float64)
        sizes = deals.sizes[:, seats].astype(np.float64)
        means, old_means = self._pack.means[deals.cases], self._pack.means[before.cases]
        off = held - sizes[:, :, None] * means[:, None]
        old_off = old - before.sizes[:, seats, None] * old_means[:, None]
        self._same_seat.add((off * old_off).sum(axis=(1, 2)))
        # Given the old hands: how many cards each new hand shares with each of them, squared, beside its variance.
        shared = off @ old.transpose(0, 2, 1)
        same, both = self._spreads(old, deals.cases)
        variance = sizes[:, :, None] * same[:, None] + (sizes**2)[:, :, None] * both[:, None]
        told = variance > 1e-9
        squares = np.divide(shared * shared, variance, out=np.ones_like(shared), where=told)
        self._groups.add((squares - 1).sum(axis=(1, 2)))
        self._compare_neighbours(deals, before)

    def _spreads(self, old: Numbers, cases: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
        """Return x U x and x V x (see `Pack.spread`) for old hands x, shape (deals, seats) each."""
        left, copies = self._pack.left, self._pack.copies.astype(np.float64)
        gone, means = self._pack.removed[cases, :KINDS], self._pack.means[cases]
        whole, taken = old @ copies, (old * gone[:, None]).sum(axis=2)
        squares = old * old
        pairs = whole * whole - 2 * taken * whole + 2 * (squares * gone[:, None]).sum(axis=2) - squares @ copies
        pairs /= left * (left - 1)
        mean = (old * means[:, None]).sum(axis=2)
        return (squares * means[:, None]).sum(axis=2) - pairs, pairs - mean * mean

    def _compare_neighbours(self, deals: Deals, before: Deals) -> None:
        new, old = sequences(deals), sequences(before)
        for name, readings in ((STOCK, (STOCK,)), ("all", (ALONG_HANDS, ACROSS_SEATS, STOCK))):
            codes, old_codes = _codes(new, readings), _codes(old, readings)
            if codes.shape[1] == 0 or old_codes.shape[1] == 0:
                continue
            rows = np.arange(len(deals))[:, None]
            there, old_there = codes >= 0, old_codes >= 0
            flat = (rows * _PAIRS + old_codes)[old_there]
            counts = np.bincount(flat, minlength=len(deals) * _PAIRS)
            again = np.where(there, counts[rows * _PAIRS + np.maximum(codes, 0)], 0).sum(axis=1)
            tables = self._pack.all_pairs.reshape(-1, _PAIRS)
            chances = np.where(old_there, tables[deals.cases[:, None], np.maximum(old_codes, 0)], 0.0).sum(axis=1)
            self._neighbours[name].add(again - there.sum(axis=1) * chances)

    def evidence(self, *, hands_in_order: bool) -> Iterator[Evidence]:
        """Yield the tests of all that was compared."""
        yield self._same_seat.evidence(
            "same seat again", "Does a seat get cards again that it had in the deal before?", "cards"
        )
        yield self._groups.evidence(
            "together again", "Do cards that lay in one hand in the deal before stay together?", "shares"
        )
        question = "Do cards follow each other as they did in the deal before?"
        order = self._neighbours["all" if hands_in_order else STOCK]
        yield order.evidence("neighbours again", question, "pairs")


def _codes(cards: Mapping[str, NDArray[np.uint8]], readings: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the pairs of neighbours of each deal as numbers, shape (deals, pairs); -1 where there is none."""
    found = []
    for reading in readings:
        row = cards[reading].astype(np.int64)
        if row.shape[-1] > 1:
            codes = np.where(
                (row[..., :-1] != EMPTY) & (row[..., 1:] != EMPTY), row[..., :-1] * KINDS + row[..., 1:], -1
            )
            found.append(codes.reshape(len(row), -1))
    return np.concatenate(found, axis=1) if found else np.zeros((0, 0), dtype=np.int64)


def _cut(deals: Deals, which: slice) -> Deals:
    return Deals(*(getattr(deals, name)[which] for name in Deals.__dataclass_fields__))


def _joined(one: Deals, other: Deals) -> Deals:
    """Return two blocks as one."""
    parts = []
    for name in Deals.__dataclass_fields__:
        first, second = getattr(one, name), getattr(other, name)
        if first.ndim > 1 and name in ("order", "stock"):
            width = max(first.shape[-1], second.shape[-1])
            first, second = (_widened(each, width) for each in (first, second))
        parts.append(np.concatenate([first, second]))
    return Deals(*parts)


def _widened(cards: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    gap = [(0, 0)] * (cards.ndim - 1) + [(0, width - cards.shape[-1])]
    return np.pad(cards, gap, constant_values=EMPTY)
