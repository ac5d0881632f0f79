"""The distance of `declare` hands wrapped for Python: one ruleset and pack, any number of hands."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.kernels.declare.distance.bound import Wanted
from meldlab.kernels.declare.distance.join import Join, make_join_workspace
from meldlab.kernels.declare.distance.lacking_lives import build_life_classes
from meldlab.kernels.declare.distance.many import NOT_CONFIRMED, fill_distances, make_distance_tables
from meldlab.kernels.declare.distance.run_options import build_kept_options
from meldlab.kernels.declare.distance.search import WILDS, build_meld_book, find_declarable
from meldlab.kernels.declare.distance.suit_rows import make_suit_tables
from meldlab.kernels.declare.rules import DeclareRules

IDENTICAL = 3
_MOST_SETS = 2  # beside two lives 13 cards leave room for no more


class Outs(NamedTuple):
    """Kinds that complete a hand or bring it closer, with the copies of each that are left."""

    copies: dict[int, int]

    @property
    def total(self) -> int:
        """Copies of all of them."""
        return sum(self.copies.values())


class DistanceSolver:
    """Exact distances and outs (Indian rules, 3.6); used by one thread at a time.

    Parameters
    ----------
    rules : DeclareRules
    cards : int
        Cards of a hand that can be declared.
    decks : int
        52-card decks of the pack.
    """

    def __init__(self, rules: DeclareRules, *, cards: int, decks: int) -> None:
        self._cards = cards
        classes = self._classes = build_life_classes(rules, cards=cards)
        identical = bool(rules.identical_three) and decks >= IDENTICAL
        options = build_kept_options(rules, classes, cards=cards, identical=identical)
        finals = classes.pairs[classes.pairs[:, 2] == classes.lives][:, :2]
        self._tables = make_distance_tables(
            Wanted(cards, min(rules.max_sets, _MOST_SETS), rules.set_distinct_suits),
            Join(pairs=classes.pairs, finals=np.ascontiguousarray(finals)),
            make_suit_tables(options, classes.steps, classes.first_step, classes.size),
            build_meld_book(rules, classes, cards=cards, decks=decks),
            make_join_workspace(classes.size),
        )

    def distance(self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int) -> int | None:
        """Return the fewest cards to exchange for cards of `pool`, None when no hand can be declared any more.

        Parameters
        ----------
        counts, pool : uint8, shape (53,)
            Copies in hand and left in the pack.
        wild_rank : int
            0..12, or -1.
        """
        (found,) = self.distances(counts[np.newaxis], pool[np.newaxis], np.array([wild_rank])).tolist()
        return None if found < 0 else found

    def distances(
        self, counts: NDArray[np.uint8], pools: NDArray[np.uint8], wild_ranks: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the distance of many hands, int64, shape (hands,); -1 when a hand cannot be declared any more.

        Parameters
        ----------
        counts, pools : uint8, shape (hands, 53)
            Copies in hand and left in the pack; one row of `pools` may stand for all.
        wild_ranks : int64, shape (hands,)
            0..12, or -1.
        """
        found = np.zeros(len(counts), dtype=np.int64)
        fill_distances(counts, pools, wild_ranks, self._cards, self._tables, found)
        for hand in np.flatnonzero(found < 0).tolist():
            pool, wild_rank = pools[hand if len(pools) > 1 else 0], int(wild_ranks[hand])
            found[hand] = self._looked_through(counts[hand], pool, wild_rank, NOT_CONFIRMED - int(found[hand]))
        return found

    def plan(self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int) -> tuple[int, ...] | None:
        """Return as few cards of `pool` as make the hand declarable, one way of several; None if nothing does."""
        found = np.zeros(1, dtype=np.int64)
        fill_distances(counts[np.newaxis], pool[np.newaxis], np.array([wild_rank]), self._cards, self._tables, found)
        melds = self._tables.chosen[: self._tables.size[0]]
        if found[0] < 0:
            distance = self._looked_through(counts, pool, wild_rank, NOT_CONFIRMED - int(found[0]))
            if distance < 0:
                return None
            melds = self._find(counts, pool, wild_rank, distance)
        return self._needed(melds, counts, pool, wild_rank) if found[0] else ()

    def outs(self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int) -> Outs:
        """Return the kinds of `pool` with one of which `counts` holds a declarable hand."""
        return self.improving(counts, pool, wild_rank, 1)

    def improving(self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int, distance: int) -> Outs:
        """Return the kinds of `pool` that bring `counts` closer, from `distance` to one less after the right discard.

        No discard is tried: a declarable hand leaves one of the cards out, so what the hand with the new card needs
        is what it needs after the best discard.
        """
        cards = np.flatnonzero(pool)
        each = np.arange(len(cards))
        with_card = np.repeat(counts[np.newaxis], len(cards), axis=0)
        with_card[each, cards] += 1
        pools = np.repeat(pool[np.newaxis], len(cards), axis=0)
        pools[each, cards] -= 1
        found = np.zeros(len(cards), dtype=np.int64)
        fill_distances(with_card, pools, np.full(len(cards), wild_rank), distance - 1, self._tables, found)
        closer = found == distance - 1
        for place in np.flatnonzero((found < 0) & (found > NOT_CONFIRMED - distance)).tolist():
            closer[place] = len(self._find(with_card[place], pools[place], wild_rank, distance - 1)) > 0
        return Outs({card: int(pool[card]) for card in cards[closer].tolist()})

    def after_discards(
        self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int
    ) -> dict[int, int | None]:
        """Return the distance after each distinct discard of a hand with a card too many."""
        cards = np.flatnonzero(counts)
        rests = np.repeat(counts[np.newaxis], len(cards), axis=0)
        rests[np.arange(len(cards)), cards] -= 1
        found = self.distances(rests, pool[np.newaxis], np.full(len(cards), wild_rank)).tolist()
        return {card: None if far < 0 else far for card, far in zip(cards.tolist(), found, strict=True)}

    def _looked_through(self, held: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int, bound: int) -> int:
        """Return the distance, `bound` or more, -1 when there is none: the copies in the pack are counted."""
        if bound == 1:
            if self.outs(held, pool, wild_rank).copies:
                return 1
            bound = 2
        for exchanged in range(bound, self._cards + 1):
            if len(self._find(held, pool, wild_rank, exchanged)):
                return exchanged
        return -1

    def _find(
        self, held: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int, exchanged: int
    ) -> NDArray[np.int64]:
        """Return the numbers of melds that need at most `exchanged` cards of the pool; empty when none do."""
        tables, classes = self._tables, self._classes
        size = find_declarable(
            held, pool, wild_rank, exchanged, tables.want, classes.lives, classes.join, tables.book, tables.chosen
        )
        return tables.chosen[:size]

    def _needed(
        self, melds: NDArray[np.int64], held: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int
    ) -> tuple[int, ...]:
        """Return the cards of the pool that these melds need: naturals first in hand, then wilds of any kind."""
        book = self._tables.book
        wanted = np.zeros(KINDS, dtype=np.int64)
        for meld in melds:
            for card in book.naturals[meld]:
                if card < KINDS:
                    wanted[card] += 1
        needed = np.maximum(wanted - held, 0)
        wilds = [JOKER, *(range(wild_rank, JOKER, 13) if wild_rank >= 0 else ())]
        jokers = int(book.melds[melds, WILDS].sum()) - sum(
            max(0, int(held[card]) - int(wanted[card])) for card in wilds
        )
        for card in wilds:
            more = max(0, min(jokers, int(pool[card]) - int(needed[card])))
            needed[card] += more
            jokers -= more
        return tuple(np.repeat(np.arange(KINDS), needed).tolist())
