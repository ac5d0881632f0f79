"""Missing and extra cards: deals that the pack cannot give, copies that never lie in one deal, the cut card."""

from collections.abc import Iterator
from math import comb, log1p

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.sim.audit.checks.shapes import Shapes
from meldlab.sim.audit.log.deals import EMPTY, Deals
from meldlab.sim.audit.statistics.evidence import Evidence, Smallest, impossible, nothing_to_see, sees
from meldlab.sim.audit.statistics.pack import NO_CARD, NOTHING_CUT, Pack
from meldlab.sim.audit.statistics.tails import LEAST_EXPECTED, Chi, percent, shift_of_chi_seen
from meldlab.sim.common.notation import format_card


class Copies:
    """Counts copies of cards deal by deal."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._most = np.zeros(KINDS, dtype=np.int64)
        self.impossible = 0
        self._example = ""

    def add(self, deals: Deals) -> NDArray[np.bool_]:
        """Count a block and return which of its deals the pack can give, shape (deals,)."""
        copies = deals.hands.sum(axis=1, dtype=np.int64)
        numbers = np.arange(len(deals))
        turned = deals.upcards != EMPTY
        np.add.at(copies, (numbers[turned], deals.upcards[turned]), 1)
        there = deals.stock != EMPTY
        np.add.at(copies, (np.broadcast_to(numbers[:, None], there.shape)[there], deals.stock[there]), 1)
        open_cut = (deals.cases < KINDS) & (self._pack.removed[deals.cases, NO_CARD] == 0)
        np.add.at(copies, (numbers[open_cut], deals.cases[open_cut]), 1)
        too_many = copies > self._pack.copies
        # With the stock the log tells the whole pack; where the cut is unknown one card may be missing.
        unknown = (deals.cases >= KINDS) & (deals.cases < NOTHING_CUT)
        missing = np.maximum(self._pack.copies - copies, 0).sum(axis=1) - unknown
        bad = too_many.any(axis=1) | ((deals.stock_sizes >= 0) & (missing > 0))
        if bad.any() and not self.impossible:
            deal = int(bad.argmax())
            wrong = too_many[deal] if too_many[deal].any() else self._pack.copies > copies[deal]
            card = int(wrong.argmax())
            self._example = (
                f"first in line {deals.lines[deal]}: {copies[deal, card]} of {format_card(card)}, "
                f"the pack has {self._pack.copies[card]}"
            )
        self.impossible += int(bad.sum())
        copies[open_cut, deals.cases[open_cut]] -= 1  # the cut card is no matter of chance here
        np.maximum(self._most, copies.max(axis=0, initial=0), out=self._most)
        possible: NDArray[np.bool_] = ~too_many.any(axis=1)
        return possible

    def evidence(self, shapes: Shapes) -> Iterator[Evidence]:
        """Yield the tests of all that was counted."""
        yield impossible(
            "the pack",
            "Does a deal hold more copies of a card than the pack, or, with its stock, fewer?",
            deals=self.impossible,
            example=self._example,
            otherwise="every deal can come from the pack",
        )
        yield self._never(shapes)
        yield from self._cut(shapes.cases)

    def _never(self, shapes: Shapes) -> Evidence:
        """Return the test whether all copies of every card turn up, together in one deal."""
        question = "Is there a card, or a copy of one, that no deal holds?"
        logs = np.zeros(KINDS)
        each_deal: list[float] = []
        left = self._pack.packs_left
        short = (self._most < self._pack.copies) & (self._pack.copies > 0)
        used = np.flatnonzero(shapes.cases)
        for shape, counts in shapes:
            tables = {
                copies: [
                    _at_most(most, copies, shape.seen, self._pack.left)
                    for most in range(int(self._pack.copies.max()) + 1)
                ]
                for copies in np.unique(left).tolist()
            }
            for card in np.flatnonzero(short).tolist():
                chances = [tables[copies][self._most[card]] for copies in left[:, card].tolist()]
                below = self._pack.removed @ np.array(chances)
                with np.errstate(divide="ignore", invalid="ignore"):
                    logs[card] += sum(counts[case] * np.log(below[case]) for case in used.tolist() if counts[case])
            copies = int(self._pack.copies[0])
            if copies:
                each_deal.append(1 - tables[copies][copies - 1])
        if not short.any():
            p, found = 1.0, "every card turns up with all its copies in one deal"
        else:
            chances_of_all = np.where(short, np.exp(logs), 2.0)
            card = int(chances_of_all.argmin())
            p = min(1.0, float(chances_of_all[card]) * int((self._pack.copies > 0).sum()))
            found = (
                f"never more than {self._most[card]} of {format_card(card)} in one deal, the pack has "
                f"{self._pack.copies[card]}"
            )

        def smallest(level: float) -> Smallest:
            chance = max(each_deal, default=0.0)
            if not chance:
                return Smallest(None, "nothing: no deal shows all copies of a card")
            deals = 1 if chance >= 1 else max(1, int(np.ceil(np.log(level / KINDS) / log1p(-chance))))
            return Smallest(deals, f"a missing copy, in {deals:,} deal{'s'[: deals != 1]} or more")

        return Evidence("a card that never comes", question, p, found, "exact", smallest)

    def _cut(self, cases: NDArray[np.int64]) -> Iterator[Evidence]:
        """Yield the test of the cut cards, where the log tells them."""
        if not self._pack.cuts:
            return
        question = "Is every card that may be cut equally likely to fix the wild rank?"
        weights = self._pack.copies.astype(np.float64)
        if self._pack.removed[NOTHING_CUT - 1, JOKER] == 0:
            weights[JOKER] = 0
        counts = cases[:KINDS].astype(np.float64)
        names = [format_card(card) for card in range(KINDS)]
        if not counts.any():
            counts = cases[KINDS : NOTHING_CUT - 1].astype(np.float64)
            weights = weights[: len(counts)]
            names = list("A23456789TJQK")
        deals = float(counts.sum())
        means = deals * weights / weights.sum()
        never = np.flatnonzero((weights == 0) & (counts > 0))
        if len(never):
            number = int(counts[never[0]])
            found = f"{names[never[0]]} in {number:,} deal{'s'[: number != 1]}; the rules let it fix no wild rank"
            yield Evidence("cut card", question, 0.0, found, "exact", nothing_to_see("one such card"))
            return
        if not deals or means[means > 0].min() < LEAST_EXPECTED / 2:
            yield Evidence(
                "cut card", question, 1.0, "the log tells too few of them", "exact", nothing_to_see("too few deals")
            )
            return
        there = means > 0
        off = (counts - means)[there] / np.sqrt(means[there])
        chi = Chi(float((off * off).sum()), int(there.sum()) - 1)
        card = int(np.flatnonzero(there)[np.abs(off).argmax()])
        effect = float(counts[card] / means[card] - 1)
        smallest = sees(
            lambda level: shift_of_chi_seen(level, chi.freedom) / float(np.sqrt(means[card])),
            lambda share: f"one card cut {percent(share)}",
        )
        found = f"most: {names[card]} {percent(effect)}"
        yield Evidence("cut card", question, chi.p, found, "exact", smallest, effect, chi.statistic, chi.freedom)


def _at_most(most: int, copies: int, seen: int, pack: int) -> float:
    """Return how likely at most `most` of `copies` copies are among `seen` of `pack` cards."""
    if most >= copies:
        return 1.0
    seen = min(seen, pack)
    ways = sum(comb(copies, held) * comb(pack - copies, seen - held) for held in range(min(most, seen) + 1))
    return ways / comb(pack, seen)
