"""What the seat to move sees of gin's tables, for many tables at once; nothing else reaches whoever is asked."""

from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import LANE_BITS, RANKS, SUITS
from meldlab.kernels.deadwood.least_deadwood import Words, fill_deadwood
from meldlab.kernels.deadwood.table.turn import DRAWN, OUT, PASSES, PILE, SEAT, TURNS, Numbers, Tables
from meldlab.kernels.deadwood.tables import DeadwoodTables

#: Places of a plane where cards are, in the order of their numbers.
PLACES = [LANE_BITS * suit + rank for suit in range(SUITS) for rank in range(RANKS)]


class Ends(NamedTuple):
    """How turns end, shape (tables,) each: the place of the card thrown, and `DISCARD` or `KNOCK`."""

    cards: Numbers
    acts: Numbers


class DeadwoodAsked(Protocol):
    """A strategy that decides outside the compiled loop."""

    @property
    def name(self) -> str:
        """As written on the command line."""
        ...

    def choose_draw(self, seen: "DeadwoodSeen") -> Numbers:
        """Return `FROM_PILE` or `FROM_STOCK` for each table; the latter passes a card turned up."""
        ...

    def choose_end(self, seen: "DeadwoodSeen") -> Ends:
        """Return how each turn ends."""
        ...


class DeadwoodSeen:
    """The seats to move at some tables, and all that they may know; words of cards as in `deadwood_turn.Tables`.

    Attributes
    ----------
    rows, seats, turns : int64, shape (tables,)
        Which tables of the block; who moves; turns that are over.
    may_pass : bool, shape (tables,)
        Whether the card turned up is being offered.
    hands : uint64, shape (tables,)
        The seats' own cards.
    drawn : int64, shape (tables,)
        The place of the card just drawn; -1 at the beginning of a turn.
    stock_sizes : int64, shape (tables,)
    taken, thrown : uint64, shape (tables, 2)
        By seat: cards that it took from the pile and still holds; all that it has thrown.
    knock_at : int
        Most deadwood with which a seat may knock.
    """

    def __init__(self, tables: Tables, rows: Numbers, lookups: DeadwoodTables, knock_at: int) -> None:
        marks = tables.marks[rows]
        self.rows = rows
        self.seats: Numbers = marks[:, SEAT]
        self.drawn: Numbers = marks[:, DRAWN]
        self.turns: Numbers = tables.out[rows, TURNS] - (self.drawn >= 0)
        self.may_pass: NDArray[np.bool_] = marks[:, PASSES] > 0
        self.hands: Words = tables.hands[rows, self.seats]
        self.stock_sizes: Numbers = tables.packs.shape[1] - marks[:, OUT]
        self.taken: Words = tables.taken[rows]
        self.thrown: Words = tables.thrown[rows]
        self.knock_at = knock_at
        self._piles = tables.piles[rows]
        self._pile_sizes: Numbers = marks[:, PILE]
        self._lookups = lookups

    def __len__(self) -> int:
        """Return how many tables there are."""
        return len(self.rows)

    def pile_of(self, place: int) -> list[int]:
        """Return the places of the discards of one table, the top one last."""
        cards: list[int] = self._piles[place, : self._pile_sizes[place]].tolist()
        return cards

    def deadwood(self, hands: Words) -> Numbers:
        """Return the least deadwood of any hands of at most eleven cards."""
        found = np.zeros(len(hands), dtype=np.uint16)
        fill_deadwood(hands, self._lookups, found)
        return found.astype(np.int64)

    @cached_property
    def left(self) -> Numbers:
        """The deadwood left when a card is thrown, by card number, shape (tables, 52); -1 where it is not held."""
        return self._left(self.hands)

    @cached_property
    def left_after_taking(self) -> Numbers:
        """The least deadwood after taking the top discard and throwing another card."""
        tops = np.array([self.pile_of(place)[-1] for place in range(len(self))], dtype=np.uint64)
        top_bits = np.uint64(1) << tops
        left = self._left(self.hands | top_bits)
        left[(top_bits[:, None] & _BITS) != 0] = -1
        least: Numbers = np.where(left < 0, _NEVER, left).min(axis=1)
        return least

    def _left(self, hands: Words) -> Numbers:
        held = (hands[:, None] & _BITS) != 0
        left = np.full(held.shape, -1, dtype=np.int64)
        left[held] = self.deadwood((hands[:, None] & ~_BITS)[held])
        return left


_BITS: Words = np.uint64(1) << np.array(PLACES, dtype=np.uint64)
_NEVER = 1 << 20
