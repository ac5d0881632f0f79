"""The distance of `declare` hands wrapped for Python: one ruleset and pack, any number of hands."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import JOKER, KINDS, RANKS
from meldlab.kernels.declare_rules import DeclareRules
from meldlab.kernels.distance_search import MOST_MELDS, WILDS, MeldBook, build_meld_book, find_declarable
from meldlab.kernels.kept_fit import find_in_book
from meldlab.kernels.kept_join import Join, make_join_workspace
from meldlab.kernels.kept_most import most_kept
from meldlab.kernels.kept_options import build_kept_options
from meldlab.kernels.kept_rows import LANES, fill_kept_tables, make_kept_workspace, prepare_suits
from meldlab.kernels.kept_witness import MOST_PARTS, PART_COLUMNS, read_back
from meldlab.kernels.life_classes import build_life_classes

IDENTICAL = 3


class Outs(NamedTuple):
    """Kinds that complete a hand, with the copies of each that are left."""

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
        self._rules, self._cards, self._decks = rules, cards, decks
        self._classes = build_life_classes(rules, cards=cards)
        identical = bool(rules.identical_three) and decks >= IDENTICAL
        self._options = build_kept_options(rules, self._classes, cards=cards, identical=identical)
        pairs = self._classes.pairs
        finals = pairs[pairs[:, 2] == self._classes.lives][:, :2]
        self._join = Join(pairs=pairs, finals=np.ascontiguousarray(finals))
        self._kept = make_kept_workspace(self._classes.size)
        self._work = make_join_workspace(self._classes.size)
        self._rest_of = np.zeros(len(self._options.masks), dtype=np.int64)
        self._parts = np.zeros((MOST_PARTS, PART_COLUMNS), dtype=np.int64)
        self._scratch = np.zeros((3, 8), dtype=np.int64)
        self._used = np.zeros(KINDS, dtype=np.int64)
        self._chosen = np.zeros(MOST_MELDS, dtype=np.int64)
        self._book: MeldBook | None = None
        classes = self._classes
        fill_kept_tables(self._options, classes.steps, classes.first_step, self._rest_of, self._kept.rows)

    def bound(self, counts: NDArray[np.uint8], wild_rank: int) -> int:
        """Return the distance as if the pack had every card; never more than the distance."""
        self._prepare(counts, wild_rank)
        return self._cards - self._most_kept(counts, wild_rank)

    def distance(self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int) -> int | None:
        """Return the fewest cards to exchange for cards of `pool`, None when no hand can be declared any more.

        Parameters
        ----------
        counts, pool : uint8, shape (53,)
            Copies in hand and left in the pack.
        wild_rank : int
            0..12, or -1.
        """
        self._prepare(counts, wild_rank)
        return self._exchange(counts, pool, wild_rank)[0]

    def plan(self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int) -> tuple[int, ...] | None:
        """Return as few cards of `pool` as make the hand declarable, one way of several; None if nothing does."""
        self._prepare(counts, wild_rank)
        distance, melds = self._exchange(counts, pool, wild_rank)
        return None if distance is None else self._needed(melds, counts, pool, wild_rank)

    def outs(self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int) -> Outs:
        """Return the kinds of `pool` with one of which `counts` holds a declarable hand."""
        found: dict[int, int] = {}
        with_card = counts.copy()
        for card in np.flatnonzero(pool).tolist():
            with_card[card] += 1
            if self.bound(with_card, wild_rank) == 0:
                found[card] = int(pool[card])
            with_card[card] -= 1
        return Outs(found)

    def after_discards(
        self, counts: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int
    ) -> dict[int, int | None]:
        """Return the distance after each distinct discard of a hand with a card too many."""
        self._prepare(counts, wild_rank)
        found: dict[int, int | None] = {}
        kept = counts.copy()
        for card in np.flatnonzero(counts).tolist():
            kept[card] -= 1
            found[card] = self._exchange(kept, pool, wild_rank)[0]
            kept[card] += 1
        return found

    def _prepare(self, counts: NDArray[np.uint8], wild_rank: int) -> None:
        classes = self._classes
        prepare_suits(
            counts,
            _wilds(counts, wild_rank),
            self._options,
            classes.steps,
            classes.first_step,
            self._rest_of,
            self._kept,
        )

    def _most_kept(self, held: NDArray[np.uint8], wild_rank: int) -> int:
        rules = self._rules
        return most_kept(
            held,
            wild_rank,
            self._cards,
            min(rules.max_sets, 2),
            rules.set_distinct_suits,
            self._options,
            self._join,
            self._kept,
            self._work,
        )

    def _exchange(
        self, held: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int
    ) -> tuple[int | None, NDArray[np.int64]]:
        """Return the distance and the numbers of melds that need no more cards (none at distance 0)."""
        most = self._most_kept(held, wild_rank)
        least = self._cards - most
        if least == 0:
            return 0, self._chosen[:0]
        if least <= self._cards:
            wilds = _wilds(held, wild_rank)
            size = self._read_back(pool, wild_rank, wilds, most) if wilds < LANES else -1
            if size > 0:
                return least, self._chosen[:size]
        for exchanged in range(min(least, self._cards), self._cards + 1):
            melds = self._find(held, pool, wild_rank, exchanged)
            if len(melds):
                return exchanged, melds
        return None, self._chosen[:0]

    def _read_back(self, pool: NDArray[np.uint8], wild_rank: int, wilds: int, most: int) -> int:
        classes = self._classes
        size = read_back(
            wild_rank,
            wilds,
            self._cards,
            most,
            self._options,
            self._join,
            classes.steps,
            classes.first_step,
            self._kept,
            self._work,
            self._parts,
            self._scratch,
        )
        if 0 < size <= MOST_MELDS and find_in_book(
            self._parts, size, pool, self._meld_book(), self._work.choices, self._used, self._chosen
        ):
            return size
        return -1

    def _find(
        self, held: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int, exchanged: int
    ) -> NDArray[np.int64]:
        """Return the numbers of melds that need at most `exchanged` cards of the pool; empty when none do."""
        book = self._meld_book()
        chosen = self._chosen
        size = find_declarable(
            held,
            pool,
            wild_rank,
            self._cards,
            exchanged,
            self._classes.lives,
            min(self._rules.max_sets, 2),
            self._classes.join,
            book.melds,
            book.naturals,
            chosen,
        )
        return chosen[:size]

    def _meld_book(self) -> MeldBook:
        if self._book is None:
            self._book = build_meld_book(self._rules, self._classes, cards=self._cards, decks=self._decks)
        return self._book

    def _needed(
        self, melds: NDArray[np.int64], held: NDArray[np.uint8], pool: NDArray[np.uint8], wild_rank: int
    ) -> tuple[int, ...]:
        """Return the cards of the pool that these melds need: naturals first in hand, then wilds of any kind."""
        book = self._meld_book()
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


def _wilds(counts: NDArray[np.uint8], wild_rank: int) -> int:
    """Return the wild cards among `counts`."""
    return int(counts[JOKER]) + (sum(counts[wild_rank:JOKER:RANKS].tolist()) if wild_rank >= 0 else 0)
