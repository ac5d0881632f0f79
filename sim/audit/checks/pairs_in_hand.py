"""Cards that come together: how often two cards lie in one hand, whatever the order of the hand."""

from functools import lru_cache

import numpy as np

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.audit.checks.shapes import Shapes
from meldlab.sim.audit.log.deals import Deals
from meldlab.sim.audit.statistics.cells import farthest
from meldlab.sim.audit.statistics.evidence import Evidence, nothing_to_see
from meldlab.sim.audit.statistics.pack import Pack
from meldlab.sim.audit.statistics.tails import Numbers, percent
from meldlab.sim.common.notation import format_card


class PairsInHand:
    """Counts pairs of cards in hands: copies of one times copies of the other, or pairs of one card."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._pairs = np.zeros((KINDS, KINDS))

    def add(self, deals: Deals) -> None:
        """Count a block."""
        held = deals.hands[deals.sizes > 0].astype(np.float64)
        table = held.T @ held
        table[np.diag_indices(KINDS)] = (held * (held - 1)).sum(axis=0) / 2
        self._pairs += table

    def evidence(self, shapes: Shapes) -> Evidence:
        """Return the test of the pair that is farthest off, corrected for the number of pairs."""
        means, variances = np.zeros((KINDS, KINDS)), np.zeros((KINDS, KINDS))
        for shape, counts in shapes:
            mean, square = (np.tensordot(self._pack.removed, each, axes=1) for each in self._moments(shape.hands))
            means += np.tensordot(counts, mean, axes=1)
            variances += np.tensordot(counts, square - mean * mean, axes=1)
        upper = np.triu(np.ones((KINDS, KINDS), dtype=np.bool_)) & (means > 0)
        places = np.argwhere(upper)
        question = "Do two cards come in one hand too often, or too rarely?"
        if not len(places):
            return Evidence(
                "cards together", question, 1.0, "no hand holds two cards", "exact", nothing_to_see("nothing")
            )

        def told(place: int) -> str:
            one, other = places[place].tolist()
            return f"{format_card(one)} and {format_card(other)}"

        return farthest(
            "cards together",
            question,
            self._pairs[upper],
            (means[upper], variances[upper]),
            told=told,
            fault=lambda share: f"one pair of cards {percent(share)}",
        )

    def _moments(self, sizes: tuple[int, ...]) -> tuple[Numbers, Numbers]:
        """Return mean and mean square of a deal's pairs for each card out of play, shape (54, 53, 53) each.

        Factorial moments of a hand of n out of M cards: (k)_i (l)_j (n)_(i+j) / (M)_(i+j).
        """
        hands = [size for size in sizes if size]
        left = self._pack.left
        once = [sum(_falling(size, power) for size in hands) / _falling(left, power) for power in (2, 3, 4)]
        twos = [_falling(size, 2) for size in hands]
        across = (sum(twos) ** 2 - sum(each * each for each in twos)) / _falling(left, 4)
        copies = self._pack.packs_left.astype(np.float64)
        first, second = copies[:, :, None], copies[:, None, :]
        k1, k2, l1, l2 = first, first * (first - 1), second, second * (second - 1)
        mean = k1 * l1 * once[0]
        square = k2 * l2 * once[2] + (k2 * l1 + k1 * l2) * once[1] + k1 * l1 * once[0] + k2 * l2 * across
        same = np.arange(KINDS)
        k3 = copies * (copies - 1) * (copies - 2)
        k4 = k3 * (copies - 3)
        pairs = copies * (copies - 1)
        mean[:, same, same] = pairs * once[0] / 2
        square[:, same, same] = (k4 * (once[2] + across) + 4 * k3 * once[1] + 2 * pairs * once[0]) / 4
        return mean, square


@lru_cache(maxsize=4096)
def _falling(number: int, power: int) -> float:
    """Return number * (number - 1) * ... with `power` factors."""
    product = 1.0
    for step in range(power):
        product *= number - step
    return product
