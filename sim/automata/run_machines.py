"""Machines of the features that look along a suit: runs, windows, full runs."""

from dataclasses import dataclass
from typing import ClassVar

from meldlab.sim.automata.counters import Levels, levels_reached
from meldlab.sim.automata.machine import BY_RANK, JOKER, RANKS, SUITS, Cell, State

_Suit = tuple[int, int, int]  # ace held, length of the run at work, length of the run from the lowest rank on


@dataclass(frozen=True)
class LongestRun:
    """The most consecutive ranks of one suit where the ace stands low, by any further rule for it.

    The ace passes first.  It opens a low run, and where it may stand high as well it is remembered until the king
    has passed; around the corner the run that began at the ace is remembered as well.
    """

    levels: Levels
    ace_high: bool
    around: bool

    most_copies: ClassVar[int] = 1

    def start(self, order: str) -> State | None:
        """Return the state before the first card: the best run so far, and each suit at work."""
        return (levels_reached(0, self.levels), ((0, 0, 0),) * (SUITS if order == BY_RANK else 1))

    def step(self, state: tuple[int, tuple[_Suit, ...]], cell: Cell, copies: int) -> State:
        """Lengthen or break the run of the card's suit."""
        best, suits = state
        if cell.card == JOKER or best == len(self.levels):
            return state
        place = cell.suit if len(suits) == SUITS else 0
        number, suit = self._after(suits[place], cell.rank, held=copies > 0)
        best = max(best, levels_reached(number, self.levels))
        if best == len(self.levels):
            return best, ((0, 0, 0),) * len(suits)
        return best, (*suits[:place], suit, *suits[place + 1 :])

    def _after(self, suit: _Suit, rank: int, *, held: bool) -> tuple[int, _Suit]:
        """Return the longest run of the suit that this rank completes, and the suit."""
        ace, length, opening = suit
        if rank == 0:
            return int(held), (int(held and self.ace_high), int(held), int(held and self.around))
        unbroken = self.around and opening == rank
        length = length + 1 if held else 0
        if rank == RANKS - 1:
            if opening + int(unbroken and held) == RANKS:
                return RANKS, (0, 0, 0)
            number = length + (opening if self.around else ace) if length else 0
            return min(number, RANKS), (0, 0, 0)  # an ace that stands low and high counts once
        return length, (ace, length, opening + 1 if unbroken and held else opening)

    def close(self, state: tuple[int, tuple[_Suit, ...]], cell: Cell) -> State:
        """Return the state as it is: the king has ended the suits' runs."""
        return state

    def reached(self, state: tuple[int, tuple[_Suit, ...]]) -> int:
        """Return how many thresholds the longest run reached."""
        return state[0]


@dataclass(frozen=True)
class InLine:
    """The most different ranks of one suit among so many consecutive places of a line, each place passed in order.

    Without a width the places must all be held: the longest run where the ace stands high only.

    Attributes
    ----------
    line : tuple of int
        Ranks in the order of the places, which must be that in which they pass.
    levels : tuple of int
    width : int or None
    """

    line: tuple[int, ...]
    levels: Levels
    width: int | None = None

    most_copies: ClassVar[int] = 1

    def start(self, order: str) -> State | None:
        """Return the state before the first card: the best so far, and the last places of each suit at work."""
        return (levels_reached(0, self.levels), (0,) * (SUITS if order == BY_RANK else 1))

    def step(self, state: tuple[int, tuple[int, ...]], cell: Cell, copies: int) -> State:
        """Move the card's suit on by one place."""
        best, suits = state
        if cell.rank not in self.line or best == len(self.levels):
            return state
        place = cell.suit if len(suits) == SUITS else 0
        if self.width is None:
            number = kept = suits[place] + 1 if copies else 0
        else:
            window = suits[place] << 1 | (copies > 0)
            number, kept = window.bit_count(), window & ((1 << (self.width - 1)) - 1)
        best = max(best, levels_reached(number, self.levels))
        if best == len(self.levels):
            return best, (0,) * len(suits)
        return best, (*suits[:place], kept, *suits[place + 1 :])

    def close(self, state: tuple[int, tuple[int, ...]], cell: Cell) -> State:
        """Forget a suit that is complete."""
        best, suits = state
        return (best, (0,)) if len(suits) == 1 else state

    def reached(self, state: tuple[int, tuple[int, ...]]) -> int:
        """Return how many thresholds the best suit reached."""
        return state[0]
