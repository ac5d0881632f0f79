"""Machines of the features that look along a suit: runs, windows, full runs."""

from dataclasses import dataclass
from typing import ClassVar

from meldlab.sim.automata.counters import EVERY_COPY, Levels, levels_reached
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


@dataclass(frozen=True)
class FullRun:
    """Whether some suit has the naturals and wild cards of a full run; the twos must pass after all others.

    The state holds all wild cards, how many of them the suits so far need at least, and the naturals that each suit
    at work misses.

    Attributes
    ----------
    shapes : tuple of (int, int, int)
        Different naturals of the suit, twos of the suit and other wild cards; one shape suffices.
    ranks : frozenset of int
        The natural ranks.
    copies : int
        Twos of one suit in the pack.
    levels : tuple of int
    """

    shapes: tuple[tuple[int, int, int], ...]
    ranks: frozenset[int]
    copies: int
    levels: Levels
    two: int = 1

    most_copies: ClassVar[int] = EVERY_COPY

    def start(self, order: str) -> State | None:
        """Return the state before the first card."""
        return (0, self._never, (0,) * (SUITS if order == BY_RANK else 1))

    @property
    def _never(self) -> int:
        """More wild cards than any suit needs: no suit so far can be completed."""
        return 1 + self.copies + max((others for _, _, others in self.shapes), default=0)

    def step(self, state: tuple[int, int, tuple[int, ...]], cell: Cell, copies: int) -> State:
        """Count wild cards and missing naturals; the two of a suit tells what the suit needs."""
        wilds, needed, suits = state
        if cell.card == JOKER:
            return min(wilds + copies, self._never - 1), needed, suits
        place = cell.suit if len(suits) == SUITS else 0
        missed = suits[place]
        if cell.rank == self.two:
            wilds = min(wilds + copies, self._never - 1)
            for least, twos, others in self.shapes:
                if len(self.ranks) - missed >= least and copies >= twos:
                    needed = min(needed, copies + others)
            missed = 0
        elif cell.rank in self.ranks and copies == 0:
            missed += 1
        return wilds, needed, (*suits[:place], min(missed, self._out), *suits[place + 1 :])

    @property
    def _out(self) -> int:
        """A suit that misses so many naturals makes no full run."""
        return 1 + len(self.ranks) - min((least for least, _, _ in self.shapes), default=len(self.ranks) + 1)

    def close(self, state: tuple[int, int, tuple[int, ...]], cell: Cell) -> State:
        """Return the state as it is: the twos have closed the suits."""
        return state

    def reached(self, state: tuple[int, int, tuple[int, ...]]) -> int:
        """Return how many thresholds are reached by 1 when some suit has its full run, else by 0."""
        return levels_reached(int(state[0] >= state[1]), self.levels)
