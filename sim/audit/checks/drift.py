"""Early and late cards: whether cards from one end of a new pack drift to one end of the deal.

A shuffle that is not quite one moves cards by smooth amounts: too little for any single count, clear when all counts
are weighed by how far a card lay in the pack and how far it lies in the deal.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.polynomial.legendre import legval
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.audit.checks.readings import orders_of_new_packs
from meldlab.sim.audit.checks.shapes import Shape, Shapes
from meldlab.sim.audit.log.deals import MOST_SEATS
from meldlab.sim.audit.statistics.evidence import Evidence, Smallest
from meldlab.sim.audit.statistics.pack import Pack
from meldlab.sim.audit.statistics.tails import Numbers, chance_of_normal, shift_seen

_DEGREES = (1, 2, 3)
_FLAT = 1e-9


class _Scores(NamedTuple):
    """A number for each position of a deal: shape (10, positions) in hands, (positions,) in the stock."""

    name: str
    hands: Numbers
    stock: Numbers


class _Worth(NamedTuple):
    """A number for each card, by its place in a new pack; shape (53,)."""

    name: str
    cards: Numbers


def drift(
    pack: Pack, shapes: Shapes, hands: NDArray[np.int64], stock: NDArray[np.int64], *, hands_in_order: bool
) -> Evidence:
    """Return the test of the weighed sum that is farthest off, corrected for the number of sums.

    Parameters
    ----------
    pack, shapes
    hands : int64, shape (10, positions, 53)
        How often each card lay at each position of each seat.
    stock : int64, shape (positions, 53)
    hands_in_order
        Whether positions within a hand mean anything.
    """
    question = "Do cards of one end of a new pack drift to one end of the deal?"
    worths = list(_worths(pack))
    rows = []
    for scores in _positions(shapes, hands.shape[1], hands_in_order=hands_in_order):
        sums = (np.tensordot(scores.hands, hands, axes=2) + scores.stock @ stock).astype(np.float64)
        for worth in worths:
            mean, variance = _moments(pack, shapes, scores, worth.cards)
            if variance:
                rows.append(((float(sums @ worth.cards) - mean) / np.sqrt(variance), worth.name, scores.name))
    z, order, reading = max(rows, key=lambda row: abs(row[0]), default=(0.0, "nothing", "nowhere"))

    def smallest(level: float) -> Smallest:
        # The correlation of place in the pack and place in the deal, of cards seen in order.
        cards = sum(int(counts.sum()) * shape.seen for shape, counts in shapes)
        share = shift_seen(level / max(len(rows), 1)) / np.sqrt(max(cards, 1))
        return Smallest(float(share), f"a correlation of {share:.2g} of places in pack and deal")

    p = min(1.0, len(rows) * chance_of_normal(z)) if rows else 1.0
    found = f"most: {order}, {reading}, {z:+.1f} standard deviations"
    return Evidence("drift", question, p, found, "exact", smallest, float(z), statistic=float(z))


def _worths(pack: Pack) -> Iterator[_Worth]:
    """Yield the curves over the orders of a new pack: even, humped and wavy, 0 on average over the pack."""
    copies = pack.copies
    for name, places in orders_of_new_packs().items():
        ranked = np.argsort(places)
        middle = np.empty(KINDS)
        middle[ranked] = (np.cumsum(copies[ranked]) - copies[ranked] / 2) / copies.sum()
        for degree in _DEGREES:
            curve = legval(2 * middle - 1, np.eye(degree + 1)[degree])
            yield _Worth(name, curve - copies @ curve / copies.sum())


def _positions(shapes: Shapes, most: int, *, hands_in_order: bool) -> Iterator[_Scores]:
    """Yield curves over the positions of a deal, by each way to read it."""
    seats = shapes.seats
    size = max((max(shape.hands) for shape, _ in shapes), default=0)
    longest = max((shape.stock for shape, _ in shapes), default=0)
    none, nowhere = np.zeros((MOST_SEATS, most)), np.zeros(most)
    all_hands = none.copy()
    all_hands[seats] = 1
    yield _Scores("all seats", all_hands, nowhere)
    number = np.zeros((MOST_SEATS, most))
    number[seats] = np.arange(len(seats))[:, None]
    place = np.minimum(np.arange(most), size)[None, :]
    readings = [("seat by seat", number, len(seats))]
    if hands_in_order:
        readings += [
            ("along hands", number * size + place, len(seats) * size),
            ("across seats", place * len(seats) + number, len(seats) * size),
        ]
    for name, where, length in readings:
        if length > 1:
            for degree in _DEGREES[: 2 if name == "seat by seat" else None]:
                yield _Scores(name, _curve(where, length, degree) * all_hands, nowhere)
    if longest > 1:
        for degree in _DEGREES:
            yield _Scores("stock", none, _curve(np.minimum(np.arange(most), longest - 1), longest, degree))


def _curve(where: Numbers, length: int, degree: int) -> Numbers:
    """Return a curve over positions 0 ... length - 1."""
    found: Numbers = legval((2 * where + 1) / length - 1, np.eye(degree + 1)[degree])
    return found


def _moments(pack: Pack, shapes: Shapes, scores: _Scores, worth: Numbers) -> tuple[float, float]:
    """Return mean and variance of the sum of scores times worths over all deals; what rounding leaves of 0 is 0."""
    means = pack.means @ worth
    pairs = np.tensordot(pack.all_pairs, np.outer(worth, worth), axes=2)
    alone = pack.means @ (worth * worth) - pairs  # of one position, by itself
    both = pairs - means * means
    mean = variance = scale = 0.0
    for shape, counts in shapes:
        total, squares = _sums(shape, scores)
        mean += total * float(counts @ means)
        variance += float(counts @ (squares * alone + total * total * both))
        scale += float(counts @ (squares * np.abs(alone)))
    return mean, variance if variance > _FLAT * scale else 0.0


def _sums(shape: Shape, scores: _Scores) -> tuple[float, float]:
    """Return the sum of the scores of a deal's positions, and of their squares."""
    rows = [scores.hands[seat, :size] for seat, size in enumerate(shape.hands) if size]
    rows.append(scores.stock[: max(shape.stock, 0)])
    there = np.concatenate(rows)
    return float(there.sum()), float((there * there).sum())
