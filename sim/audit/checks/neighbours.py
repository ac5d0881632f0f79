"""Cards that follow each other in the order of the deal: pairs, rises and the traces of a pack's first order."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.audit.checks.readings import READINGS, STOCK, orders_of_new_packs, sequences
from meldlab.sim.audit.log.deals import EMPTY, Deals
from meldlab.sim.audit.statistics.evidence import Evidence, Smallest, sees
from meldlab.sim.audit.statistics.pack import CASES, Pack
from meldlab.sim.audit.statistics.tails import (
    Numbers,
    chance_as_far,
    chance_of_more,
    chance_of_normal,
    percent,
    shift_seen,
)
from meldlab.sim.common.notation import format_card


class Neighbours:
    """Counts, in each reading, how often card b follows card a."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._pairs = {reading: np.zeros(KINDS * KINDS, dtype=np.int64) for reading in READINGS}
        self._numbers = {reading: np.zeros(CASES, dtype=np.int64) for reading in READINGS}  # pairs by case of the cut
        self._triples = {reading: np.zeros(CASES, dtype=np.int64) for reading in READINGS}

    def add(self, deals: Deals) -> None:
        """Count a block."""
        for reading, cards in sequences(deals).items():
            if cards.shape[-1] < 2:
                continue
            before, after = cards[..., :-1].astype(np.int64), cards[..., 1:]
            both = (before != EMPTY) & (after != EMPTY)
            self._pairs[reading] += np.bincount((before * KINDS + after)[both], minlength=KINDS * KINDS)
            axes = tuple(range(1, both.ndim))
            threes = (both[..., 1:] & both[..., :-1]).sum(axis=axes)
            for table, counts in ((self._numbers, both.sum(axis=axes)), (self._triples, threes)):
                table[reading] += np.bincount(deals.cases, weights=counts, minlength=CASES).astype(np.int64)

    def evidence(self, *, hands_in_order: bool) -> Iterator[Evidence]:
        """Yield the tests of the readings that keep the order of the deal."""
        kept = [each for each in READINGS if self._numbers[each].any() and (hands_in_order or each == STOCK)]
        if not kept:
            return
        yield self._one_pair(kept)
        yield self._packets(kept)
        yield self._rises(kept)

    def _expected(self, reading: str) -> Numbers:
        """Return the mean of each pair's count, shape (53, 53)."""
        return np.tensordot(self._numbers[reading], self._pack.all_pairs, axes=1)

    def _one_pair(self, kept: Sequence[str]) -> Evidence:
        """Return the test of the pair that is farthest off, corrected for pairs and readings."""
        least, cells = (2.0, "", 0, 0.0), 0
        spreads = []
        for reading in kept:
            means = self._expected(reading).reshape(-1)
            chances = chance_as_far(self._pairs[reading], means, means)
            worst = int(chances.argmin())
            cells += int((means > 0).sum())
            spreads.append(float(np.median(1 / np.sqrt(means[means > 0]))))
            least = min(least, (float(chances[worst]), reading, worst, float(means[worst])))
        chance, reading, worst, mean = least
        count = int(self._pairs[reading][worst])
        smallest = sees(
            lambda level: shift_seen(level / cells) * min(spreads),
            lambda share: f"one card behind another {percent(share)}",
        )
        question = "Does a card follow another too often in the order of the deal?"
        names = f"{format_card(worst % KINDS)} behind {format_card(worst // KINDS)}"
        found = f"most: {names} {reading}, {count:,} times instead of {mean:,.1f}"
        effect = count / mean - 1 if mean else None
        return Evidence("neighbours", question, min(1.0, cells * chance), found, "exact", smallest, effect)

    def _packets(self, kept: Sequence[str]) -> Evidence:
        """Return the test whether cards that lie side by side in a new pack still do."""
        rows = []
        for reading in kept:
            means, counts = self._expected(reading), self._pairs[reading].reshape(KINDS, KINDS)
            for name, places in orders_of_new_packs().items():
                near = np.abs(places[:, None] - places[None, :]) == 1
                rows.append((name, reading, float(counts[near].sum()), float(means[near].sum())))
            rows.append(("equal cards", reading, float(np.trace(counts)), float(np.trace(means))))
        rows = [row for row in rows if row[3] > 0]
        counts, means = np.array([row[2] for row in rows]), np.array([row[3] for row in rows])
        chances = chance_of_more(counts, means, means)
        worst = int(chances.argmin())
        name, reading, count, mean = rows[worst]
        smallest = sees(
            lambda level: shift_seen(level / len(rows), sides=1) / float(np.sqrt(means.max())),
            lambda share: f"neighbours of a new pack {percent(share)}",
        )
        question = "Do cards that lie side by side in a new pack lie side by side in the deal?"
        found = f"most: {name}, {reading}, {count:,.0f} instead of {mean:,.0f}"
        p = min(1.0, len(rows) * float(chances[worst]))
        return Evidence("packets", question, p, found, "exact", smallest, count / mean - 1)

    def _rises(self, kept: Sequence[str]) -> Evidence:
        """Return the test whether cards follow each other in the pack's first order more often than against it.

        The trace of a sort by random keys that are too short: cards with equal keys keep their order.  The number of
        rises holds all there is to know about the length of the keys (it is sufficient; Bayer and Diaconis 1992).
        """
        whole = [[each, STOCK] if STOCK in kept and each != STOCK else [each] for each in kept]
        rows = []
        for name, places in orders_of_new_packs().items():
            steps = _steps(places, self._pack.copies)
            alone, shared = self._moments(steps)
            for readings in whole:
                total = sum(float(self._pairs[each] @ steps.reshape(-1)) for each in readings)
                variance = sum(
                    float(self._numbers[each] @ alone + 2 * self._triples[each] @ shared) for each in readings
                )
                if variance > 0:
                    rows.append((total / np.sqrt(variance), name, readings))
        worst, name, readings = max(rows, key=lambda row: abs(row[0]))
        seen = max(sum(int(self._numbers[each].sum()) for each in each_whole) for each_whole in whole)

        def smallest(level: float) -> Smallest:
            # With K keys a place holds a pair of equal keys with chance N / (2 K), worth a third of a step each; decks
            # that lie on each other hide all but one part in as many.
            decks = int(self._pack.copies[0])
            keys = np.sqrt(seen / 3) * self._pack.left / 2 / decks / shift_seen(level / len(rows))
            bits = float(np.log2(max(keys, 1)))
            return Smallest(bits, f"sort keys of {bits:.1f} bits or fewer")

        question = "Do cards keep the order of a new pack, as a sort by too short random keys leaves it?"
        found = f"most: {name}, {' and '.join(readings)}, {worst:+.1f} standard deviations"
        p, z = min(1.0, len(rows) * chance_of_normal(worst)), float(worst)
        return Evidence("rises", question, p, found, "exact", smallest, z, statistic=z)

    def _moments(self, steps: Numbers) -> tuple[Numbers, Numbers]:
        """Return the mean square of a step and the mean product of two that share a card, shape (68,) each.

        Pairs without a common card do not depend on each other: turning one of them round turns its sign.
        """
        left = self._pack.left
        copies = self._pack.packs_left.astype(np.float64)
        pulled = copies @ steps
        shared = (copies * (copies @ (steps * steps) - pulled * pulled)).sum(axis=1) / (left * (left - 1) * (left - 2))
        return np.tensordot(self._pack.all_pairs, steps * steps, axes=2), self._pack.removed @ shared


def _steps(places: NDArray[np.int64], copies: NDArray[np.int64]) -> Numbers:
    """Return what a pair adds: +1 for a rise and -1 for a fall, less what each card does by itself."""
    signs = np.sign(places[None, :] - places[:, None]).astype(np.float64)
    pull = copies @ signs / copies.sum()
    steps: Numbers = signs - pull[None, :] + pull[:, None]
    return steps
