"""Machines of the features that count cards: in all, of one rank, of one suit, of one card."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import ClassVar

from meldlab.sim.automata.machine import BY_RANK, SUITS, Cell, State

Levels = tuple[int, ...]  # thresholds, rising
EVERY_COPY = 99


def levels_reached(number: int, levels: Levels) -> int:
    """Return how many of `levels` are at most `number`."""
    return sum(level <= number for level in levels)


@dataclass(frozen=True)
class Count:
    """Cards of certain kinds: jokers, wild cards, naturals of ranks, cards of a suit."""

    kinds: frozenset[int]
    levels: Levels

    most_copies: ClassVar[int] = EVERY_COPY

    def start(self, order: str) -> State | None:
        """Return the state before the first card: none counted."""
        return 0

    def step(self, state: int, cell: Cell, copies: int) -> State:
        """Count the copies, no further than the highest threshold."""
        return min(state + copies, self.levels[-1]) if cell.card in self.kinds else state

    def close(self, state: int, cell: Cell) -> State:
        """Return the state as it is: ranks and suits do not matter."""
        return state

    def reached(self, state: int) -> int:
        """Return how many thresholds the count reached."""
        return levels_reached(state, self.levels)


@dataclass(frozen=True)
class MostOfRank:
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

    most_copies: ClassVar[int] = EVERY_COPY

    def start(self, order: str) -> State | None:
        """Return the state before the first card: what is reached by none, and nothing held of the rank."""
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


@dataclass(frozen=True)
class MostOfSuit:
    """The most cards of one suit, or (``distinct``) the most different ranks of one."""

    ranks: frozenset[int]
    levels: Levels
    distinct: bool

    most_copies: ClassVar[int] = EVERY_COPY

    def start(self, order: str) -> State | None:
        """Return the state before the first card: the best suit so far, and what each suit at work holds."""
        return (levels_reached(0, self.levels), (0,) * SUITS if order == BY_RANK else (0,))

    def step(self, state: tuple[int, tuple[int, ...]], cell: Cell, copies: int) -> State:
        """Count the copies for their suit."""
        best, held = state
        if cell.rank not in self.ranks or best == len(self.levels) or copies == 0:
            return state
        place = cell.suit if len(held) == SUITS else 0
        number = min(held[place] + (1 if self.distinct else copies), self.levels[-1])
        best = max(best, levels_reached(number, self.levels))
        if best == len(self.levels):
            return best, (0,) * len(held)
        return best, (*held[:place], number, *held[place + 1 :])

    def close(self, state: tuple[int, tuple[int, ...]], cell: Cell) -> State:
        """Forget a suit that is complete."""
        best, held = state
        return (best, (0,)) if len(held) == 1 else state

    def reached(self, state: tuple[int, tuple[int, ...]]) -> int:
        """Return how many thresholds the best suit reached."""
        return state[0]


@dataclass(frozen=True)
class Identical:
    """Whether so many copies of one natural card are held; only cards of `ranks` are natural."""

    copies: int
    ranks: frozenset[int]
    levels: Levels

    most_copies: ClassVar[int] = EVERY_COPY

    def start(self, order: str) -> State | None:
        """Return the state before the first card: not yet."""
        return 0

    def step(self, state: int, cell: Cell, copies: int) -> State:
        """Weigh the copies of the card."""
        return int(state or (cell.rank in self.ranks and copies >= self.copies))

    def close(self, state: int, cell: Cell) -> State:
        """Return the state as it is: ranks and suits do not matter."""
        return state

    def reached(self, state: int) -> int:
        """Return how many thresholds the answer, 0 or 1, reaches."""
        return levels_reached(state, self.levels)


def ranks_of(letters: Collection[str]) -> frozenset[int]:
    """Return rank numbers of letters."""
    return frozenset("A23456789TJQK".index(letter) for letter in letters)
