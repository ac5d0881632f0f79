"""What a seat at a Continental table sees, for many tables at once; nothing else reaches a strategy."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.chance import pick_each, pick_marked
from meldlab.kernels.contract.rules import JOKER
from meldlab.kernels.contract.table.state import WENT_DOWN, Counts, Numbers, Public
from meldlab.sim.games.contract.play.hand_values import ContractJudge
from meldlab.sim.games.contract.play.play_rules import ContractCourse

Flags = NDArray[np.bool_]


class GoingDown(NamedTuple):
    """Which seats go down, bool of shape (n,), and with what, int64 of shape (n, melds a seat, fields)."""

    goes: Flags
    laid: Numbers


class ContractStrategy(Protocol):
    """A strategy that decides for many tables at once."""

    @property
    def name(self) -> str:
        """As written on the command line."""
        ...

    def choose_draw(self, seen: "ContractSeen") -> Flags:
        """Return where the seat takes the available card; elsewhere it draws from the stock."""
        ...

    def choose_contra(self, seen: "ContractSeen") -> Flags:
        """Return where the seat takes the available card out of turn, with its penalty."""
        ...

    def choose_down(self, seen: "ContractSeen") -> GoingDown:
        """Return which of the seats, all of which can, go down, and their melds, sets first."""
        ...

    def choose_moves(self, seen: "ContractSeen") -> Numbers:
        """Return lay-offs, swaps and moves in order, int64 of shape (n, any, fields), `STOP` after the last.

        Seats whose moves end without `STOP` are asked again.
        """
        ...

    def choose_discard(self, seen: "ContractSeen") -> Numbers:
        """Return the card that each seat throws; see `throwable`."""
        ...


@dataclass(frozen=True)
class ContractSeen:
    """One seat at some tables, and all that it may know.

    Attributes
    ----------
    course : ContractCourse
    judge : ContractJudge
        Figures of any hands the strategy can think of.
    public : Public
        What everyone sees of all tables.
    rows : int64, shape (n,)
        The tables that are asked about.
    seat, turn : int
        The seat, and the turns played before this one.
    hands : uint8, shape (n, 53)
        The seat's own cards.
    drawn : int64, shape (n,)
        The card drawn in this turn, -1 before the draw and out of turn.
    from_pile : bool, shape (n,)
        Whether that was the available card.
    laid : int64, shape (n,)
        Cards laid off in this turn.
    states : uint64, shape (tables, 4)
        The seat's random states.
    """

    course: ContractCourse
    judge: ContractJudge
    public: Public
    rows: Numbers
    seat: int
    turn: int
    hands: Counts
    drawn: Numbers
    from_pile: Flags
    laid: Numbers
    states: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def available(self) -> Numbers:
        """The discard that may be taken, -1 for none; int64, shape (n,)."""
        return self.public.available[self.rows]

    @property
    def sizes(self) -> Numbers:
        """Cards in each hand; int64, shape (n, seats)."""
        return self.public.sizes[self.rows]

    @property
    def down(self) -> Flags:
        """Which seats are down; bool, shape (n, seats)."""
        return np.asarray(self.public.seats[self.rows, :, WENT_DOWN] > 0)

    @property
    def own_down(self) -> Flags:
        """Whether the seat itself is down; bool, shape (n,)."""
        return np.asarray(self.public.seats[self.rows, self.seat, WENT_DOWN] > 0)

    @cached_property
    def throwable(self) -> Flags:
        """Cards that may be thrown; bool, shape (n, 53).  Where the rules bar all cards, all may be."""
        held: Flags = np.asarray(self.hands > 0)
        free = held.copy()
        if not self.course.play.joker_discard:
            free[:, JOKER] = False
        if self.course.play.no_return_discard:
            places = np.flatnonzero(self.from_pile)
            cards = self.drawn[places]
            free[places, cards] &= self.hands[places, cards] > 1  # copies are not told apart
        some = free.any(axis=1)
        free[~some] = held[~some]
        return free

    def pick(self, bound: int) -> Numbers:
        """Return a random number below `bound` for each table, int64 of shape (n,)."""
        found = np.empty(len(self), dtype=np.int64)
        with np.errstate(over="ignore"):
            pick_each(self.states, self.rows, np.full(len(self), bound, dtype=np.int64), found)
        return found

    def pick_marked(self, marks: Flags) -> Numbers:
        """Return a random marked place of each row, -1 where none is; int64 of shape (n,)."""
        found = np.empty(len(self), dtype=np.int64)
        with np.errstate(over="ignore"):
            pick_marked(self.states, self.rows, np.ascontiguousarray(marks), found)
        return found

    def at(self, places: NDArray[np.intp]) -> "ContractSeen":
        """Return the same for some of the tables."""
        return ContractSeen(
            course=self.course,
            judge=self.judge,
            public=self.public,
            rows=self.rows[places],
            seat=self.seat,
            turn=self.turn,
            hands=self.hands[places],
            drawn=self.drawn[places],
            from_pile=self.from_pile[places],
            laid=self.laid[places],
            states=self.states,
        )
