"""What the seats to move see of their tables, for many tables at once; nothing else reaches a strategy."""

from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.kernels.cards.chance import pick_each, pick_marked
from meldlab.kernels.declare.table.state import IN, NO_CARD, OpenCards
from meldlab.sim.games.declare.play.hand_values import Counts, Judge, Numbers
from meldlab.sim.games.declare.play.play_rules import Course

# what a turn begins with
PACK = 0
FROM_STOCK = 1
FROM_PILE = 2

# what a turn ends with
DISCARD = 0
DECLARE = 1
WRONG_SHOW = 2


class Ends(NamedTuple):
    """How turns end, shape (tables,) each: the act, and the card thrown or put face down."""

    acts: Numbers
    cards: Numbers


class DeclareStrategy(Protocol):
    """A strategy that decides for many tables at once."""

    @property
    def name(self) -> str:
        """As written on the command line."""
        ...

    def choose_start(self, seen: "DeclareSeen") -> Numbers:
        """Return `PACK`, `FROM_STOCK` or `FROM_PILE` for each table."""
        ...

    def choose_end(self, seen: "DeclareSeen") -> Ends:
        """Return how each seat, with a card drawn, ends its turn."""
        ...


class DeclareSeen:
    """The seats to move at some tables, and all that they may know.

    Attributes
    ----------
    course : Course
    judge : Judge
        Figures of any hands the strategy can think of.
    seats : int64, shape (tables,)
    hands : uint8, shape (tables, 53)
        The seats' own cards.
    drawn : int64, shape (tables,)
        The card just drawn; -1 at the beginning of a turn.
    stock_open, pile_open : bool, shape (tables,)
        Which cards may be drawn, at the beginning of a turn.
    """

    def __init__(
        self,
        course: Course,
        judge: Judge,
        shown: OpenCards,
        tables: Numbers,
        *,
        hands: Counts,
        drawn: Numbers,
        states: NDArray[np.uint64],
        drawable: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    ) -> None:
        self.course = course
        self.judge = judge
        self.hands = hands
        self.drawn = drawn
        self.stock_open, self.pile_open = drawable
        self._shown = shown
        self._tables = tables
        self._states = states
        self.seats: Numbers = shown.seats[tables]

    def __len__(self) -> int:
        """Return how many tables there are."""
        return len(self._tables)

    @property
    def rows(self) -> Numbers:
        """Which tables of the block these are."""
        return self._tables

    @cached_property
    def wild_cards(self) -> Numbers:
        """The cut card, -1 without a cut."""
        return self._shown.wild_cards[self._tables]

    @cached_property
    def wild_ranks(self) -> Numbers:
        """The wild rank 0..12, -1 without one."""
        return self._shown.wild_ranks[self._tables]

    @cached_property
    def tops(self) -> Numbers:
        """The top discard, -1 where there is none."""
        sizes = self._shown.pile_sizes[self._tables]
        tops = self._shown.piles[self._tables, np.maximum(sizes - 1, 0)].astype(np.int64)
        return np.where(sizes > 0, tops, NO_CARD)

    @cached_property
    def piles(self) -> Counts:
        """Copies of each card among the discards, uint8, shape (tables, 53)."""
        piles = self._shown.piles[self._tables].astype(np.int64)
        lying = np.arange(piles.shape[1]) < self._shown.pile_sizes[self._tables][:, np.newaxis]
        cells = np.where(lying, piles, KINDS) + (KINDS + 1) * np.arange(len(self))[:, np.newaxis]
        counts = np.bincount(cells.ravel(), minlength=len(self) * (KINDS + 1)).reshape(len(self), KINDS + 1)
        return counts[:, :KINDS].astype(np.uint8)

    def pile_of(self, place: int) -> list[int]:
        """Return the discards of one table, the top one last."""
        table = self._tables[place]
        cards: list[int] = self._shown.piles[table, : self._shown.pile_sizes[table]].tolist()
        return cards

    @cached_property
    def stock_sizes(self) -> Numbers:
        """Cards of the stock."""
        return self._shown.stock_sizes[self._tables]

    @cached_property
    def barred(self) -> Numbers:
        """The card that may not be thrown this turn, -1 where any may."""
        if self.course.play.may_return_upcard:
            return np.full(len(self), NO_CARD, dtype=np.int64)
        return self._shown.from_pile[self._tables]

    @cached_property
    def turns(self) -> Numbers:
        """Turns of the deal that are over."""
        return self._shown.turns[self._tables]

    @cached_property
    def own_turns(self) -> Numbers:
        """Turns that the seat has had."""
        return self._shown.turns_taken[self._tables, self.seats]

    @cached_property
    def _round(self) -> NDArray[np.int64]:
        """Seats in turn order from the seat to move, shape (tables, players)."""
        return (self.seats[:, np.newaxis] + np.arange(self.course.players)) % self.course.players

    @cached_property
    def status(self) -> NDArray[np.int64]:
        """In, packed or out, shape (tables, players): the seat itself, then the others in turn order."""
        return self._shown.status[self._tables[:, np.newaxis], self._round]

    @cached_property
    def active(self) -> Numbers:
        """Seats still in."""
        active: Numbers = (self.status == IN).sum(axis=1)
        return active

    @cached_property
    def taken(self) -> Counts:
        """Cards that are known to be in hand, from the discards, shape (tables, players, 53) in turn order."""
        return self._shown.taken[self._tables[:, np.newaxis], self._round]

    @cached_property
    def thrown(self) -> Counts:
        """All cards a seat has thrown so far, shape (tables, players, 53) in turn order."""
        return self._shown.thrown[self._tables[:, np.newaxis], self._round]

    @cached_property
    def pools(self) -> Counts:
        """Cards that may still come, copies, shape (tables, 53): not in hand, open, or known to be held by others."""
        known = self.hands + self.piles.astype(np.int64) + self.taken[:, 1:].sum(axis=1, dtype=np.int64)
        return self.course.pools(known, self.wild_cards)

    def pick(self, bounds: Numbers) -> Numbers:
        """Return a random number below each of `bounds`, from the seats' own random states."""
        picked = np.empty(len(self), dtype=np.int64)
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            pick_each(self._states, self._rows, bounds, picked)
        return picked

    def pick_marked(self, marks: NDArray[np.bool_]) -> Numbers:
        """Return one of the marked places of each row, -1 where none is marked."""
        picked = np.empty(len(self), dtype=np.int64)
        with np.errstate(over="ignore"):
            pick_marked(self._states, self._rows, marks, picked)
        return picked

    @property
    def _rows(self) -> Numbers:
        return self._tables * self.course.players + self.seats
