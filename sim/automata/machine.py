"""Features as machines: a hand goes by card by card, and the machine remembers no more than its thresholds need.

The cards of a pack pass in one of two orders, rank after rank or suit after suit, the jokers last.  A machine sees
how many copies of each card a hand holds; after the last card of each rank (or suit) its group is closed, and at
the end it says how many of its thresholds the feature reached.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.counting.stopping import StopSignal

RANKS = 13
SUITS = 4
JOKER = 52

BY_RANK = "rank"
BY_SUIT = "suit"
ORDERS = (BY_RANK, BY_SUIT)

#: What counting may cost unless somebody insists, in numbers added up: about half a minute.
MOST_WORK = 1_500_000_000

_NUMBERS = 2**62
_STEP_WORK = 300  # a step of a machine takes as long as so many additions
_BREATH = 1000  # steps between two looks at the budget


class Cell(NamedTuple):
    """One kind of card in the order of passing; `closes` when it is the last of its rank (or suit)."""

    card: int
    copies: int  # at most so many can be in a hand
    closes: bool

    @property
    def rank(self) -> int:
        """Rank 0..12, 13 for a joker."""
        return RANKS if self.card == JOKER else self.card % RANKS

    @property
    def suit(self) -> int:
        """Suit 0..3, 4 for a joker."""
        return self.card // RANKS


def cells_of(copies: NDArray[np.int64], order: str, ranks: Sequence[int] = range(RANKS)) -> tuple[Cell, ...]:
    """Return the kinds of a pack in an order; copies int64 of shape (53,). Kinds of no copy pass as well.

    The ranks pass as given: where the ace stands high only, runs are simpler when it passes last.
    """
    if order == BY_RANK:
        passing = [suit * RANKS + rank for rank in ranks for suit in range(SUITS)]
        last = {(SUITS - 1) * RANKS + rank for rank in ranks}
    else:
        passing = [suit * RANKS + rank for suit in range(SUITS) for rank in ranks]
        last = {suit * RANKS + ranks[-1] for suit in range(SUITS)}
    return (
        *(Cell(card, int(copies[card]), closes=card in last) for card in passing),
        Cell(JOKER, int(copies[JOKER]), closes=True),  # last: until then nobody has to remember their number
    )


State = Any  # each machine has its own


Levels = tuple[int, ...]  # thresholds, rising
EVERY_COPY = 99


def levels_reached(number: int, levels: Levels) -> int:
    """Return how many of `levels` are at most `number`."""
    return sum(level <= number for level in levels)


class Machine(ABC):
    """A feature with thresholds; states are plain numbers or tuples of small numbers.

    Attributes
    ----------
    levels : tuple of int
        The thresholds.
    most_copies : int
        More copies of one card than these make no difference.
    """

    levels: Levels
    most_copies: ClassVar[int] = EVERY_COPY

    def start(self, order: str) -> State | None:
        """Return the state before the first card; None if the machine cannot follow this order."""
        return 0

    @abstractmethod
    def step(self, state: State, cell: Cell, copies: int) -> State:
        """Return the state after a card of which the hand holds `copies`."""

    def close(self, state: State, cell: Cell) -> State:
        """Return the state after the last card of a rank (or suit), or after the jokers."""
        return state

    def reached(self, state: State) -> int:
        """Return how many thresholds the feature reached, after the last card; a plain state is its number."""
        return levels_reached(state, self.levels)


class NotCountedError(Exception):
    """A question that was not answered exactly; its text says why."""


class NotCountableError(NotCountedError):
    """A question that cannot be answered exactly, whatever it may cost."""


class TooManyStatesError(NotCountedError):
    """A question needs more states than allowed.

    Parameters
    ----------
    states
        How many at least.
    """

    def __init__(self, states: int) -> None:
        super().__init__("counting takes more states, or longer, than allowed")
        self.states = states


class OutOfTimeError(NotCountedError):
    """The time for counting is over."""

    def __init__(self) -> None:
        super().__init__("counting takes longer than the time given")


class Table(NamedTuple):
    """A machine unrolled: for every cell the states before it, and where each copy count leads.

    States of which every continuation ends alike are one.
    """

    sizes: tuple[int, ...]  # states before each cell, and after the last
    steps: tuple[NDArray[np.int64], ...]  # per cell int64 (states before, copies + 1)
    lows: tuple[NDArray[np.int64], ...]  # per cell, and after the last: fewest thresholds that a state still can reach
    highs: tuple[NDArray[np.int64], ...]  # the most


class Budget:
    """What all counting for one answer may cost, and which way through the cards was short enough the last time.

    Parameters
    ----------
    work
        Numbers added up, in all.
    stop
        Ends the counting as well, such as a clock.
    """

    def __init__(self, work: int = MOST_WORK, stop: StopSignal | None = None) -> None:
        self._left = work
        self._stop = stop
        self.first: tuple[int, str] | None = None

    def take(self, numbers: int, *, states: int) -> None:
        """Take some; raises TooManyStatesError where fewer are left, OutOfTimeError when stopped."""
        self._left -= numbers
        if self._left < 0:
            raise TooManyStatesError(states)
        if self._stop is not None and self._stop.is_set():
            raise OutOfTimeError


def unroll(
    machine: Machine, cells: Sequence[Cell], order: str, *, most_states: int, known: NDArray[np.int64], budget: Budget
) -> Table | None:
    """Return the machine's table for `cells` where of each card at least `known` copies are held.

    None if it cannot follow the order.

    Raises
    ------
    TooManyStatesError
        Before some cell more than `most_states`, or all together more than the budget.
    OutOfTimeError
    """
    first = machine.start(order)
    if first is None:
        return None
    states: dict[State, int] = {first: 0}
    steps = []
    for cell in cells:
        after: dict[State, int] = {}
        least = int(known[cell.card])
        most = min(cell.copies, max(least, machine.most_copies))
        table = np.empty((len(states), cell.copies + 1), dtype=np.int64)
        for state, number in states.items():
            if number % _BREATH == 0:
                budget.take(_BREATH * (most + 1 - least) * _STEP_WORK, states=len(after))
            for copies in range(least, most + 1):
                following = machine.step(state, cell, copies)
                if cell.closes:
                    following = machine.close(following, cell)
                table[number, copies] = after.setdefault(following, len(after))
            table[number, :least] = table[number, least]
            table[number, most:] = table[number, most]
            if len(after) > most_states:
                raise TooManyStatesError(len(after))
        states = after
        steps.append(table)
    return _merged(steps, np.array([machine.reached(state) for state in states], dtype=np.int64))


def _merged(steps: Sequence[NDArray[np.int64]], reached: NDArray[np.int64]) -> Table:
    """Return the table with equal states made one, from the last cell back to the first."""
    ends, names = np.unique(reached, return_inverse=True)
    sizes, lows, highs, merged = [len(ends)], [ends], [ends], []
    for step in reversed(steps):
        leads = names[step]
        # One number for each row: np.unique(axis=0) is slow.
        rows_as_numbers = leads[:, 0]
        for column in leads.T[1:]:
            if int(rows_as_numbers.max()) >= _NUMBERS // sizes[-1]:
                rows_as_numbers = np.unique(rows_as_numbers, return_inverse=True)[1]
            rows_as_numbers = rows_as_numbers * sizes[-1] + column
        _, first, names = np.unique(rows_as_numbers, return_index=True, return_inverse=True)
        rows = leads[first]
        merged.append(rows)
        sizes.append(len(rows))
        lows.append(lows[-1][rows].min(axis=1))
        highs.append(highs[-1][rows].max(axis=1))
    return Table(tuple(reversed(sizes)), tuple(reversed(merged)), tuple(reversed(lows)), tuple(reversed(highs)))
