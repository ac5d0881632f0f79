"""Machines of the features of any game: cards that are counted, the best rank, the best suit, the longest run."""

from abc import abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from meldlab.sim.automata.machine import BY_RANK, RANKS, SUITS, Cell, Levels, Machine, State, levels_reached

_AtWork = tuple[int, int, int]  # ace held, length of the run at work, length of the run from the lowest rank on


@dataclass(frozen=True)
class Count(Machine):
    """Cards of certain kinds: jokers, wild cards, naturals of ranks, cards of a suit."""

    kinds: frozenset[int]
    levels: Levels

    def step(self, state: int, cell: Cell, copies: int) -> State:
        """Count the copies, no further than the highest threshold."""
        return min(state + copies, self.levels[-1]) if cell.card in self.kinds else state


@dataclass(frozen=True)
class Identical(Machine):
    """Whether so many copies of one natural card are held; only cards of `ranks` are natural."""

    copies: int
    ranks: frozenset[int]
    levels: Levels

    def step(self, state: int, cell: Cell, copies: int) -> State:
        """Weigh the copies of the card."""
        return int(state or (cell.rank in self.ranks and copies >= self.copies))


@dataclass(frozen=True)
class MostOfRank(Machine):
    """The most cards of one of some ranks; `worth` says what a rank's cards by suit are counted as.

    Attributes
    ----------
    ranks : frozenset of int
    levels : tuple of int
    worth : callable
        From the copies held of a rank, suit by suit, to its number.
    cap : int
        Copies of one card beyond this make no difference to `worth`.
    """

    ranks: frozenset[int]
    levels: Levels
    worth: Callable[[tuple[int, ...]], int]
    cap: int

    def start(self, order: str) -> State | None:
        """Return what is reached by none, and nothing held of the rank."""
        return (levels_reached(0, self.levels), ()) if order == BY_RANK else None

    def step(self, state: tuple[int, tuple[int, ...]], cell: Cell, copies: int) -> State:
        """Note the copies of each suit of the rank; their order is of no account."""
        best, held = state
        if cell.rank not in self.ranks or best == len(self.levels) or copies == 0:
            return state
        return best, tuple(sorted((*held, min(copies, self.cap))))

    def close(self, state: tuple[int, tuple[int, ...]], cell: Cell) -> State:
        """Weigh the rank that is complete."""
        best, held = state
        return (max(best, levels_reached(self.worth(held), self.levels)), ()) if held else state

    def reached(self, state: tuple[int, tuple[int, ...]]) -> int:
        """Return how many thresholds the best rank reached."""
        return state[0]


class BestSuit(Machine):
    """The greatest number of one suit: the state is how many thresholds were reached, and each suit at work.

    Attributes
    ----------
    ranks : collection of int
        Only cards of these ranks matter.
    unseen : Any
        A suit of which no card has passed.
    """

    ranks: Collection[int]
    unseen: ClassVar[Any] = 0

    @abstractmethod
    def after(self, suit: Any, rank: int, copies: int) -> tuple[int, Any]:
        """Return the number that so many copies of a rank give a suit, and the suit after them."""

    def start(self, order: str) -> State | None:
        """Return what is reached by none, and the suits at work: all of them, or one at a time."""
        return levels_reached(0, self.levels), (self.unseen,) * (SUITS if order == BY_RANK else 1)

    def step(self, state: tuple[int, tuple[Any, ...]], cell: Cell, copies: int) -> State:
        """Move the card's suit on; nobody has to remember any once all thresholds are reached."""
        best, suits = state
        if cell.rank not in self.ranks or best == len(self.levels):
            return state
        place = cell.suit if len(suits) == SUITS else 0
        number, suit = self.after(suits[place], cell.rank, copies)
        best = max(best, levels_reached(number, self.levels))
        if best == len(self.levels):
            return best, (self.unseen,) * len(suits)
        return best, (*suits[:place], suit, *suits[place + 1 :])

    def close(self, state: tuple[int, tuple[Any, ...]], cell: Cell) -> State:
        """Forget a suit that is complete."""
        best, suits = state
        return (best, (self.unseen,)) if len(suits) == 1 else state

    def reached(self, state: tuple[int, tuple[Any, ...]]) -> int:
        """Return how many thresholds the best suit reached."""
        return state[0]


@dataclass(frozen=True)
class MostOfSuit(BestSuit):
    """The most cards of one suit, or (``distinct``) the most different ranks of one."""

    ranks: frozenset[int]
    levels: Levels
    distinct: bool

    def after(self, suit: int, rank: int, copies: int) -> tuple[int, int]:
        """Count the copies."""
        number = min(suit + (min(copies, 1) if self.distinct else copies), self.levels[-1])
        return number, number


@dataclass(frozen=True)
class InLine(BestSuit):
    """The most different ranks of one suit among so many consecutive places of a line, each place passed in order.

    Without a width the places must all be held: the longest run where the ace stands high only.

    Attributes
    ----------
    ranks : tuple of int
        Ranks in the order of the places, which must be that in which they pass.
    levels : tuple of int
    width : int or None
    """

    ranks: tuple[int, ...]
    levels: Levels
    width: int | None = None

    most_copies: ClassVar[int] = 1

    def after(self, suit: int, rank: int, copies: int) -> tuple[int, int]:
        """Move on by one place: the run at work, or the last places as bits."""
        if self.width is None:
            number = suit + 1 if copies else 0
            return number, number
        window = suit << 1 | (copies > 0)
        return window.bit_count(), window & ((1 << (self.width - 1)) - 1)


@dataclass(frozen=True)
class LongestRun(BestSuit):
    """The most consecutive ranks of one suit where the ace stands low, by any further rule for it.

    The ace passes first.  It opens a low run, and where it may stand high as well it is remembered until the king
    has passed; around the corner the run that began at the ace is remembered as well.
    """

    levels: Levels
    ace_high: bool
    around: bool

    most_copies: ClassVar[int] = 1
    ranks = range(RANKS)
    unseen: ClassVar[_AtWork] = (0, 0, 0)

    def after(self, suit: _AtWork, rank: int, copies: int) -> tuple[int, _AtWork]:
        """Lengthen or break the run at work."""
        held = copies > 0
        ace, length, opening = suit
        if rank == 0:
            return int(held), (int(held and self.ace_high), int(held), int(held and self.around))
        unbroken = self.around and opening == rank
        length = length + 1 if held else 0
        if rank == RANKS - 1:
            if opening + int(unbroken and held) == RANKS:
                return RANKS, self.unseen
            number = length + (opening if self.around else ace) if length else 0
            return min(number, RANKS), self.unseen  # an ace that stands low and high counts once
        return length, (ace, length, opening + 1 if unbroken and held else opening)
