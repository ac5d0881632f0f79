"""Each card at each place: seats, up-card, parts of the stock, single positions; means and covariances are exact."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.audit.checks.drift import drift
from meldlab.sim.audit.checks.shapes import Shape, Shapes
from meldlab.sim.audit.log.deals import EMPTY, MOST_SEATS, Deals
from meldlab.sim.audit.statistics.cells import farthest
from meldlab.sim.audit.statistics.evidence import Evidence, Smallest, nothing_to_see
from meldlab.sim.audit.statistics.pack import Pack
from meldlab.sim.audit.statistics.tails import LEAST_EXPECTED, Numbers, percent, quadratic, shift_of_chi_seen
from meldlab.sim.common.notation import format_card

_QUARTERS = 4
_UPCARD = MOST_SEATS
_FIRST_QUARTER = _UPCARD + 1
_PLACES = _FIRST_QUARTER + _QUARTERS
_NAMES = (
    *(f"seat {seat}" for seat in range(MOST_SEATS)),
    "the up-card",
    *(f"the {which} quarter of the stock" for which in ("first", "second", "third", "last")),
)
_TOO_FEW = "too few deals"
_FLAT = 1e-9


class Places:
    """Counts cards at places."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        most = pack.size + 3
        self._counts = np.zeros((_PLACES, KINDS), dtype=np.int64)
        self._hand_positions = np.zeros((MOST_SEATS, most, KINDS), dtype=np.int64)
        self._stock_positions = np.zeros((most, KINDS), dtype=np.int64)

    def add(self, deals: Deals) -> None:
        """Count a block."""
        self._counts[:MOST_SEATS] += deals.hands.sum(axis=0, dtype=np.int64)
        turned = deals.upcards[deals.upcards != EMPTY]
        self._counts[_UPCARD] += np.bincount(turned, minlength=KINDS)
        for seat in range(MOST_SEATS):
            if deals.sizes[:, seat].any():
                _count_positions(deals.order[:, seat], self._hand_positions[seat])
        _count_positions(deals.stock, self._stock_positions)
        sizes = np.maximum(deals.stock_sizes, 1)[:, None]
        quarters = np.minimum(_QUARTERS * np.arange(deals.stock.shape[1])[None, :] // sizes, _QUARTERS - 1)
        there = deals.stock != EMPTY
        cells = quarters[there] * KINDS + deals.stock[there]
        self._counts[_FIRST_QUARTER:] += np.bincount(cells, minlength=_QUARTERS * KINDS).reshape(_QUARTERS, KINDS)

    def evidence(self, shapes: Shapes, *, hands_in_order: bool) -> Iterator[Evidence]:
        """Yield the tests of all that was counted."""
        seats = shapes.seats
        used = [*seats, *(place for place in range(_UPCARD, _PLACES) if self._counts[place].any())]
        means, covariance = self._expected(shapes, used)
        differences = self._counts[used] - means
        look = _Look(means, covariance, differences, tuple(_NAMES[place] for place in used))
        whole_seats = np.zeros((1, len(used)))
        whole_seats[0, : len(seats)] = 1
        yield look.of_all(
            whole_seats,
            ("the seats",),
            "cards dealt",
            "Do the seats together get some cards more often than the pack has them?",
        )
        if len(seats) > 1:
            sizes = means[: len(seats)].sum(axis=1)
            contrasts = np.zeros((len(seats), len(used)))
            contrasts[:, : len(seats)] = np.eye(len(seats)) - (sizes / sizes.sum())[:, None]
            names = tuple(_NAMES[seat] for seat in seats)
            yield look.of_all(
                contrasts, names, "seat against seat", "Does a seat get other cards than the other seats?"
            )
        if len(used) > len(seats):
            others = np.eye(len(used))[len(seats) :]
            names = tuple(_NAMES[place] for place in used[len(seats) :])
            yield look.of_all(
                others, names, "up-card and stock", "Do cards prefer a part of the stock, or being turned up?"
            )
        yield look.of_cells("a card at a place", "Does one card prefer one seat, the up-card or a part of the stock?")
        yield from self._positions(shapes, hands_in_order=hands_in_order)
        yield drift(self._pack, shapes, self._hand_positions, self._stock_positions, hands_in_order=hands_in_order)

    def _expected(self, shapes: Shapes, used: list[int]) -> tuple[Numbers, Numbers]:
        """Return means, shape (places, 53), and the covariance of all cells of used places."""
        means = np.zeros((len(used), KINDS))
        covariance = np.zeros((len(used) * KINDS, len(used) * KINDS))
        spreads = {case: self._pack.spread(case) for case in np.flatnonzero(shapes.cases).tolist()}
        for shape, counts in shapes:
            sizes = _sizes(shape)[used].astype(np.float64)
            means += np.outer(sizes, counts @ self._pack.means)
            same = sum(int(counts[case]) * each[0] for case, each in spreads.items())
            both = sum(int(counts[case]) * each[1] for case, each in spreads.items())
            covariance += np.kron(np.diag(sizes), same) + np.kron(np.outer(sizes, sizes), both)
        return means, covariance

    def _positions(self, shapes: Shapes, *, hands_in_order: bool) -> Iterator[Evidence]:
        """Yield the test of single positions in hands and stock, where their order is that of the deal."""
        counts, means, variances, names = [], [], [], []
        own_variance = self._pack.means * (1 - self._pack.means)
        for place in [*(shapes.seats if hands_in_order else []), -1]:
            table = self._stock_positions if place < 0 else self._hand_positions[place]
            mean, variance = np.zeros(table.shape), np.zeros(table.shape)
            for shape, deals in shapes:
                size = shape.stock if place < 0 else shape.hands[place]
                mean[: max(size, 0)] += deals @ self._pack.means
                variance[: max(size, 0)] += deals @ own_variance
            rows = np.flatnonzero(table.any(axis=1) | mean.any(axis=1))
            counts.append(table[rows])
            means.append(mean[rows])
            variances.append(variance[rows])
            names += [f"place {row + 1} of {'the stock' if place < 0 else f'seat {place}'}" for row in rows.tolist()]
        if names:
            question = "Does a card prefer one position in the order of the deal?"
            moments = np.concatenate(means), np.concatenate(variances)
            yield _card_at_place("a card at a position", question, np.concatenate(counts), moments, names)


class _Look:
    """Counts of cards at places beside what chance gives."""

    def __init__(self, means: Numbers, covariance: Numbers, differences: Numbers, names: tuple[str, ...]) -> None:
        self._means, self._covariance, self._differences, self._names = means, covariance, differences, names

    def of_all(self, rows: Numbers, names: tuple[str, ...], name: str, question: str) -> Evidence:
        """Return the chi-square of sums or differences of places, a row for each, called `names`."""
        # A row says how places are added up; what it is about are the places with its largest weight.
        bases = (rows == rows.max(axis=1, keepdims=True)) @ self._means
        enough = np.where(bases > 0, bases, np.inf).min(axis=1) >= LEAST_EXPECTED
        if not enough.any():
            return Evidence(name, question, 1.0, _TOO_FEW, "exact", nothing_to_see(_TOO_FEW))
        rows, bases, names = rows[enough], bases[enough], tuple(np.array(names)[enough].tolist())
        wide = np.kron(rows, np.eye(KINDS))
        covariance = wide @ self._covariance @ wide.T
        differences = rows @ self._differences
        # Seats that hold the whole pack have no variance, but for rounding.
        least = _FLAT * float(bases.max())
        chi = quadratic(differences.reshape(-1), covariance, least=least)
        variances = np.diag(covariance)
        spreads = np.sqrt(np.where(variances > least, variances, 0)).reshape(differences.shape)
        scores = np.divide(differences, spreads, out=np.zeros_like(differences), where=spreads > 0)
        row, card = np.unravel_index(int(np.abs(scores).argmax()), scores.shape)
        base = float(bases[row, card])
        effect = float(differences[row, card]) / base if base else 0.0
        found = f"most: {format_card(int(card))} at {names[row]} {percent(effect)}"

        def smallest(level: float) -> Smallest:
            share = shift_of_chi_seen(level, chi.freedom) * float(spreads[row, card]) / base if base else None
            if share is None or not chi.freedom:
                return Smallest(None, "nothing: every card is seen")
            return Smallest(share, f"one card {percent(share)} at one place")

        return Evidence(name, question, chi.p, found, "exact", smallest, effect, chi.statistic, chi.freedom)

    def of_cells(self, name: str, question: str) -> Evidence:
        """Return the test of the cell that is farthest off."""
        counts = self._means + self._differences
        variances = np.diag(self._covariance).reshape(self._means.shape)
        return _card_at_place(name, question, counts, (self._means, variances), self._names)


def _card_at_place(
    name: str, question: str, counts: Numbers, moments: tuple[Numbers, Numbers], names: Sequence[str]
) -> Evidence:
    """Return the test of a card at one of the places of these names, a row each."""
    return farthest(
        name,
        question,
        counts,
        moments,
        told=lambda cell: f"{format_card(cell % KINDS)} at {names[cell // KINDS]}",
        fault=lambda share: f"one card {percent(share)} at one place",
    )


def _sizes(shape: Shape) -> NDArray[np.int64]:
    """Return the cards of each place."""
    quarters = np.zeros(_QUARTERS, dtype=np.int64)
    if shape.stock > 0:
        quarters += np.bincount(_QUARTERS * np.arange(shape.stock) // shape.stock, minlength=_QUARTERS)
    return np.concatenate([np.array(shape.hands), [shape.upcard], quarters])


def _count_positions(cards: NDArray[np.uint8], counts: NDArray[np.int64]) -> None:
    """Add the cards, shape (deals, positions), to the counts by position."""
    width = cards.shape[1]
    there = cards != EMPTY
    cells = np.broadcast_to(np.arange(width) * KINDS, cards.shape)[there] + cards[there]
    counts[:width] += np.bincount(cells, minlength=width * KINDS).reshape(width, KINDS)
