"""Every hand of a `deadwood` game without deadwood, listed: the nearest of them tells how far a hand is from gin.

Ten cards are at most three melds, and no meld need be longer than two of the shortest less one card (a longer one is
two melds), so there are few such hands: 136,694 by the ordinary rules.  A hand is one 64-bit word (plane `once`).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import LANE_BITS, RANKS, SUITS
from meldlab.kernels.deadwood.tables import DeadwoodRules

Words = NDArray[np.uint64]


class Nearest(NamedTuple):
    """The finished hands nearest to a hand.

    Attributes
    ----------
    distance : int
        Their cards that are not held.
    outs : tuple of int
        Every card that is wanted by one of them.
    wanted : tuple of int
        The cards that one of them wants.
    """

    distance: int
    outs: tuple[int, ...]
    wanted: tuple[int, ...]


class FinishedHands:
    """All hands of so many cards that have no deadwood.

    Parameters
    ----------
    rules : DeadwoodRules
    cards : int
        Cards of a hand.

    Notes
    -----
    Where the rules have ranks of no points, a finished hand may hold such cards outside its melds.  The words are then
    the melds alone, and the rest is filled with these cards when a hand is compared.
    """

    def __init__(self, rules: DeadwoodRules, *, cards: int) -> None:
        self._cards = cards
        self._free = word_of([card for card in range(SUITS * RANKS) if rules.points[card % RANKS] == 0])
        self._melds = _unions_of_melds(rules, cards)
        if not self._free:
            self._melds = self._melds[np.bitwise_count(self._melds) == cards]

    def __len__(self) -> int:
        """Return how many there are; cards of no points outside melds are not told apart."""
        return len(self._melds)

    def nearest(self, held: int, gone: int) -> Nearest | None:
        """Return what is nearest to the cards `held` without the cards `gone`; None if every finished hand needs those.

        Parameters
        ----------
        held, gone : int
            Words of cards; `held` may have a card too many.
        """
        melds = self._melds[self._melds & np.uint64(gone) == 0]
        kept = np.bitwise_count(melds & np.uint64(held)).astype(np.int64)
        to_fill = self._cards - np.bitwise_count(melds).astype(np.int64)
        held_free = np.bitwise_count(~melds & np.uint64(held & self._free)).astype(np.int64)
        drawn_free = np.bitwise_count(~melds & np.uint64(self._free & ~held & ~gone)).astype(np.int64)
        kept += np.minimum(to_fill, held_free)
        to_draw = np.maximum(to_fill - held_free, 0)
        possible = to_draw <= drawn_free
        if not possible.any():
            return None
        most = int(kept[possible].max())
        best = possible & (kept == most)
        first = int(np.flatnonzero(best)[0])
        wants = melds & ~np.uint64(held)
        drawn = ~melds & np.uint64(self._free & ~held & ~gone)
        outs = int(np.bitwise_or.reduce(wants[best])) | int(np.bitwise_or.reduce(drawn[best & (to_draw > 0)]))
        fill = tuple(_cards_of(int(drawn[first])))[: int(to_draw[first])]
        wanted = tuple(sorted([*_cards_of(int(wants[first])), *fill]))
        return Nearest(self._cards - most, tuple(_cards_of(outs)), wanted)


def word_of(cards: Iterable[int]) -> int:
    """Return different cards as a word."""
    return sum(1 << (LANE_BITS * (card // RANKS) + card % RANKS) for card in cards)


def _cards_of(word: int) -> Iterator[int]:
    return (card for card in range(SUITS * RANKS) if word >> (LANE_BITS * (card // RANKS) + card % RANKS) & 1)


def _unions_of_melds(rules: DeadwoodRules, cards: int) -> Words:
    """Return every union of disjoint melds that has at most so many cards, each once; the empty one comes first."""
    found = [np.zeros(1, dtype=np.uint64)]
    # What has room for one more meld grows; the others only wait to be told apart.
    growing = found[0]
    least = min(rules.run_min, rules.set_min)
    for meld in _short_melds(rules):
        word, size = np.uint64(word_of(meld)), len(meld)
        fits = (growing & word == 0) & (np.bitwise_count(growing) <= cards - size)
        unions = growing[fits] | word
        found.append(unions)
        growing = np.concatenate([growing, unions[np.bitwise_count(unions) <= cards - least]])
    return np.unique(np.concatenate(found))


def _short_melds(rules: DeadwoodRules) -> Iterator[tuple[int, ...]]:
    """Yield the melds that are no two melds laid end to end ("runs 3+, sets 3-4 of distinct suits")."""
    for length in range(rules.run_min, min(rules.run_max, 2 * rules.run_min - 1, RANKS) + 1):
        for suit in range(SUITS):
            for lowest in range(RANKS - length + 1):
                yield tuple(suit * RANKS + lowest + step for step in range(length))
    for holders in range(1 << SUITS):
        if rules.set_min <= holders.bit_count() <= rules.set_max:
            for rank in range(RANKS):
                yield tuple(suit * RANKS + rank for suit in range(SUITS) if holders >> suit & 1)
