"""Wild cards of each seat beside its exact share: the fault that pays most, so it has the greatest weight."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, RANKS, SUITS
from meldlab.sim.audit.log.deals import MOST_SEATS, Deals, Held
from meldlab.sim.audit.statistics.evidence import Evidence, sees
from meldlab.sim.audit.statistics.pack import NO_CARD, Pack
from meldlab.sim.audit.statistics.tails import chance_of_more, percent, shift_seen
from meldlab.sim.rules import Ruleset

#: Its share of the false alarms allowed, compared with 1 of every other test: about three quarters of them all.
WEIGHT = 72.0
_TWO = 1


class WildShare:
    """Counts wild cards by seat, with mean and variance of every hand added up (hypergeometric)."""

    def __init__(self, ruleset: Ruleset, *, decks: int) -> None:
        self._pack = Pack.of(ruleset, decks=decks)
        self._wild = ruleset.pack.wild
        self._counts = np.zeros(MOST_SEATS)
        self._means = np.zeros(MOST_SEATS)
        self._variances = np.zeros(MOST_SEATS)

    @property
    def any(self) -> bool:
        """Whether a hand can hold a wild card."""
        return bool(self._means.any())

    def add(self, deals: Deals, hands: Held, wilds: NDArray[np.int64]) -> None:
        """Count hands of deals, `wilds` being their wild cards."""
        left, seats = self._pack.left, hands.seats
        share = self._wild_cards(deals)[hands.rows] / left
        sizes = hands.sizes.astype(np.float64)
        spread = sizes * share * (1 - share) * np.maximum(left - sizes, 0) / (left - 1)
        self._counts += np.bincount(seats, weights=wilds, minlength=MOST_SEATS)
        self._means += np.bincount(seats, weights=sizes * share, minlength=MOST_SEATS)
        self._variances += np.bincount(seats, weights=spread, minlength=MOST_SEATS)

    def _wild_cards(self, deals: Deals) -> NDArray[np.float64]:
        """Return the wild cards that each deal is dealt from, shape (deals,)."""
        copies = self._pack.copies
        if self._wild == "cut":
            ranks = np.maximum(deals.wild_ranks, 0)
            cards = copies[JOKER] + sum(copies[suit * RANKS + ranks] for suit in range(SUITS))
            # Whatever lies cut out of play is wild itself: a card of the rank, or the joker that stands for it.
            return np.asarray(cards - (self._pack.removed[deals.cases, NO_CARD] == 0), dtype=np.float64)
        twos = SUITS * copies[_TWO] if self._wild == "twos" else 0
        return np.full(len(deals), float(copies[JOKER] + twos))

    def evidence(self) -> Evidence:
        """Return the test of the seat that is favoured most, corrected for the number of seats."""
        seats = np.flatnonzero(self._means > 0)
        chances = chance_of_more(self._counts[seats], self._means[seats], self._variances[seats])
        place = int(chances.argmin())
        seat = int(seats[place])
        mean, spread = float(self._means[seat]), float(np.sqrt(self._variances[seat]))
        effect = float(self._counts[seat]) / mean - 1
        smallest = sees(
            lambda level: shift_seen(level / len(seats), sides=1) * spread / mean,
            lambda share: f"wild cards of one seat {percent(share)}",
        )
        question = "Does one seat get more wild cards than its share?"
        p = min(1.0, len(seats) * float(chances[place]))
        found = f"most: seat {seat} {percent(effect)}, {self._counts[seat]:,.0f} instead of {mean:,.0f}"
        return Evidence("a favoured seat", question, p, found, "exact", smallest, effect, weight=WEIGHT)
