"""Machines of the features that look along a suit: runs, windows, full runs."""

from dataclasses import dataclass

from meldlab.sim.odds.machine import BY_RANK, BY_SUIT, JOKER, RANKS, SUITS, Cell, State
from meldlab.sim.odds.machines import Levels, levels_reached

_Suit = tuple[int, int, int]  # ace held, length of the run at work, length of the run from the lowest rank on


@dataclass(frozen=True)
class LongestRun:
    """The most consecutive ranks of one suit, by any rule for the ace; ranks in `never` are no naturals.

    The ace passes first.  It opens a low run, and where it may stand high it is remembered until the king has
    passed; around the corner the run that began at the ace is remembered as well.
    """

    levels: Levels
    ace_low: bool
    ace_high: bool
    around: bool
    never: frozenset[int] = frozenset()

    def start(self, order: str) -> State | None:
        """Return the state before the first card: the best run so far, and each suit at work."""
        return (0, ((0, 0, 0),) * (SUITS if order == BY_RANK else 1))

    def step(self, state: tuple[int, tuple[_Suit, ...]], cell: Cell, copies: int) -> State:
        """Lengthen or break the run of the card's suit."""
        best, suits = state
        if cell.card == JOKER or best == len(self.levels):
            return state
        place = cell.suit if len(suits) == SUITS else 0
        number, suit = self._after(suits[place], cell.rank, held=copies > 0 and cell.rank not in self.never)
        best = max(best, levels_reached(number, self.levels))
        if best == len(self.levels):
            return best, ((0, 0, 0),) * len(suits)
        return best, (*suits[:place], suit, *suits[place + 1 :])

    def _after(self, suit: _Suit, rank: int, *, held: bool) -> tuple[int, _Suit]:
        """Return the longest run of the suit that this rank completes, and the suit."""
        ace, length, opening = suit
        if rank == 0:
            low = int(held and self.ace_low)
            return int(held), (int(held and self.ace_high), low, low)
        unbroken = self.around and opening == rank
        length = length + 1 if held else 0
        number = length
        if rank == RANKS - 1:
            if self.around and opening + int(unbroken and held) == RANKS:
                return RANKS, (0, 0, 0)
            number = length + ace if length else 0
            if self.around and length:
                number = length + opening
            return number, (0, 0, 0)
        opening = opening + 1 if unbroken and held else opening
        return number, (ace, length, opening if self.around else 0)

    def close(self, state: tuple[int, tuple[_Suit, ...]], cell: Cell) -> State:
        """Return the state as it is: the king has ended the suits' runs."""
        return state

    def reached(self, state: tuple[int, tuple[_Suit, ...]]) -> int:
        """Return how many thresholds the longest run reached."""
        return state[0]


@dataclass(frozen=True)
class InWindow:
    """The most different natural ranks of one suit among `width` consecutive places of `line` (ranks in order)."""

    width: int
    levels: Levels
    line: tuple[int, ...]

    def start(self, order: str) -> State | None:
        """Return the state before the first card: the best window, and the last places of each suit at work."""
        return (0, (0,) * (SUITS if order == BY_RANK else 1), (0,) * (SUITS if order == BY_RANK else 1))

    def step(self, state: tuple[int, tuple[int, ...], tuple[int, ...]], cell: Cell, copies: int) -> State:
        """Shift the window of the card's suit by one place; the ace, first to pass, may stand behind the king."""
        best, windows, aces = state
        if cell.rank not in self.line or best == len(self.levels):
            return state
        place = cell.suit if len(windows) == SUITS else 0
        held = int(copies > 0)
        if cell.rank == 0 and self.line[0] != 0:
            return best, windows, (*aces[:place], held, *aces[place + 1 :])
        window = (windows[place] << 1 | held) & ((1 << self.width) - 1)
        best = max(best, levels_reached(window.bit_count(), self.levels))
        if cell.rank == RANKS - 1 and self.line[-1] == 0:
            best = max(
                best, levels_reached((window << 1 & ((1 << self.width) - 1) | aces[place]).bit_count(), self.levels)
            )
        kept = window & ((1 << (self.width - 1)) - 1)
        if best == len(self.levels):
            return best, (0,) * len(windows), (0,) * len(windows)
        return best, (*windows[:place], kept, *windows[place + 1 :]), aces

    def close(self, state: tuple[int, tuple[int, ...], tuple[int, ...]], cell: Cell) -> State:
        """Forget a suit that is complete."""
        best, windows, _ = state
        return (best, (0,), (0,)) if len(windows) == 1 else state

    def reached(self, state: tuple[int, tuple[int, ...], tuple[int, ...]]) -> int:
        """Return how many thresholds the best window reached."""
        return state[0]


@dataclass(frozen=True)
class FullRun:
    """Whether some suit has the naturals and wild cards of a full run.

    Attributes
    ----------
    shapes : tuple of (int, int, int)
        Different naturals of the suit, twos of the suit and other wild cards; one shape suffices.
    ranks : frozenset of int
        The natural ranks.
    """

    shapes: tuple[tuple[int, int, int], ...]
    ranks: frozenset[int]
    two: int = 1

    def start(self, order: str) -> State | None:
        """Return the state before the first card: wild cards, those the best suit needs, the suit at work."""
        return (0, self._never, 0, 0) if order == BY_SUIT else None

    @property
    def _never(self) -> int:
        """More wild cards in all than any shape asks for: no suit so far can be completed."""
        return (
            1
            + max((own + others for _, own, others in self.shapes), default=0)
            + max((own for _, own, _ in self.shapes), default=0)
        )

    def step(self, state: tuple[int, int, int, int], cell: Cell, copies: int) -> State:
        """Count naturals, twos of the suit and all wild cards."""
        wilds, needed, naturals, own = state
        if cell.card == JOKER or cell.rank == self.two:
            own += copies if cell.card != JOKER else 0
            return min(wilds + copies, self._never - 1), needed, naturals, min(own, self._never - 1)
        return wilds, needed, naturals + (cell.rank in self.ranks and copies > 0), own

    def close(self, state: tuple[int, int, int, int], cell: Cell) -> State:
        """Note how many wild cards in all would complete the suit that has passed."""
        wilds, needed, naturals, own = state
        for least, twos, others in self.shapes:
            if naturals >= least and own >= twos:
                needed = min(needed, own + others)
        return wilds, needed, 0, 0

    def reached(self, state: tuple[int, int, int, int]) -> int:
        """Return 1 when some suit has its full run."""
        return int(state[0] >= state[1])
