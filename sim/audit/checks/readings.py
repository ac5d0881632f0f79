"""The order in which a deal was dealt, as far as a log keeps it: neighbours in the pack, read in three ways.

Along a hand (a hand dealt as a block), across the seats (a card to each in turn), along the stock.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, RANKS, SUITS
from meldlab.sim.audit.log.deals import EMPTY, Deals

Cards = NDArray[np.uint8]

ALONG_HANDS, ACROSS_SEATS, STOCK = "along hands", "across seats", "stock"
READINGS = (ALONG_HANDS, ACROSS_SEATS, STOCK)

_LEAST_HANDS = 50
_LEAST_CARDS = 7  # shorter hands have their suits side by side by chance
_SORTED_SHARE = 0.5  # of hands whose suits, or ranks, lie side by side
_SORTED_SPREAD = 0.2  # of the variance of places that the cards explain


def sequences(deals: Deals) -> Mapping[str, Cards]:
    """Return cards in each reading, shape (deals, cards) or, along hands, (deals, 10, cards); 255 where none is."""
    seats = int(np.flatnonzero(deals.sizes.any(axis=0)).max(initial=0)) + 1
    hands = deals.order[:, :seats]
    across = np.ascontiguousarray(hands.transpose(0, 2, 1)).reshape(len(deals), -1)
    return {ALONG_HANDS: hands, ACROSS_SEATS: across, STOCK: deals.stock}


class HandOrder:
    """Whether hands stand in the order in which they were dealt, or were sorted by whoever wrote the log."""

    def __init__(self) -> None:
        self._hands = 0
        self._in_suits = 0
        self._in_ranks = 0
        self._cards = np.zeros(KINDS)
        self._places = np.zeros(KINDS)
        self._squares = 0.0

    def add(self, deals: Deals) -> None:
        """Look at the hands of a block."""
        hands = deals.order[deals.sizes > 0]
        there = hands != EMPTY
        sizes = there.sum(axis=1)
        where = (np.arange(hands.shape[1]) + 0.5)[None, :] / np.maximum(sizes, 1)[:, None] - 0.5
        self._cards += np.bincount(hands[there], minlength=KINDS)
        self._places += np.bincount(hands[there], weights=where[there], minlength=KINDS)
        self._squares += float((where[there] ** 2).sum())
        long = hands[sizes >= _LEAST_CARDS]
        self._hands += len(long)
        self._in_suits += _side_by_side(long, _SUIT_OF, SUITS + 1)
        self._in_ranks += _side_by_side(long, _RANK_OF, RANKS + 1)

    @property
    def is_sorted(self) -> bool:
        """Whether so many hands have suits or ranks side by side, or cards in places of their own, that they are."""
        if self._hands >= _LEAST_HANDS and max(self._in_suits, self._in_ranks) > _SORTED_SHARE * self._hands:
            return True
        cards = float(self._cards.sum())
        if not cards or not self._squares:
            return False
        means = self._places / np.maximum(self._cards, 1)
        explained = float((self._cards * means * means).sum()) / self._squares
        return explained - KINDS / cards > _SORTED_SPREAD


_SUIT_OF = np.append(np.append(np.arange(JOKER) // RANKS, SUITS), np.zeros(EMPTY - JOKER)).astype(np.int64)
_RANK_OF = np.append(np.append(np.arange(JOKER) % RANKS, RANKS), np.zeros(EMPTY - JOKER)).astype(np.int64)


def _side_by_side(hands: Cards, group_of: NDArray[np.int64], groups: int) -> int:
    """Return how many hands have the cards of every group side by side."""
    if not len(hands):
        return 0
    there = hands != EMPTY
    group = group_of[hands]
    changes = ((group[:, 1:] != group[:, :-1]) & there[:, 1:]).sum(axis=1)
    kinds = np.zeros(len(hands), dtype=np.int64)
    for each in range(groups):
        kinds += ((group == each) & there).any(axis=1)
    return int((changes == kinds - 1).sum())


def orders_of_new_packs() -> Mapping[str, NDArray[np.int64]]:
    """Return the place of each card, shape (53,), in the orders that a pack may have before it is shuffled.

    Suits may stand in any order; read as a ring and from either end there are three.  Jokers stand last.
    """
    rank, suit = np.arange(JOKER) % RANKS, np.arange(JOKER) // RANKS
    found = {}
    for name, order in (("S H D C", (0, 1, 2, 3)), ("S D H C", (0, 2, 1, 3)), ("S H C D", (0, 1, 3, 2))):
        found[f"suits {name}"] = np.append(np.argsort(order)[suit] * RANKS + rank, JOKER)
    found["rank by rank"] = np.append(rank * SUITS + suit, JOKER)
    return found
