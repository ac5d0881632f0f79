"""Features as machines: a hand goes by card by card, and the machine remembers no more than its thresholds need.

The cards of a pack pass in one of two orders, rank after rank or suit after suit, the jokers first.  A machine sees
how many copies of each card a hand holds; after the last card of each rank (or suit) its group is closed, and at
the end it says how many of its thresholds the feature reached.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

RANKS = 13
SUITS = 4
JOKER = 52

BY_RANK = "rank"
BY_SUIT = "suit"
ORDERS = (BY_RANK, BY_SUIT)


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


def cells_of(copies: NDArray[np.int64], order: str) -> tuple[Cell, ...]:
    """Return the kinds of a pack in an order; copies int64 of shape (53,). Kinds of no copy pass as well."""
    naturals = range(JOKER)
    if order == BY_RANK:
        passing = [suit * RANKS + rank for rank in range(RANKS) for suit in range(SUITS)]
        last = {(SUITS - 1) * RANKS + rank for rank in range(RANKS)}
    else:
        passing = list(naturals)
        last = {suit * RANKS + RANKS - 1 for suit in range(SUITS)}
    return (
        Cell(JOKER, int(copies[JOKER]), closes=True),
        *(Cell(card, int(copies[card]), closes=card in last) for card in passing),
    )


State = Any  # a tuple of small numbers; each machine has its own


class Machine(Protocol):
    """A feature with thresholds; states are plain tuples of small numbers."""

    def start(self, order: str) -> State | None:
        """Return the state before the first card; None if the machine cannot follow this order."""

    def step(self, state: State, cell: Cell, copies: int) -> State:
        """Return the state after a card of which the hand holds `copies`."""

    def close(self, state: State, cell: Cell) -> State:
        """Return the state after the last card of a rank (or suit), or after the jokers."""

    def reached(self, state: State) -> int:
        """Return how many thresholds the feature reached, after the last card."""


class TooManyStatesError(Exception):
    """A question needs more states than allowed; it carries how many at least."""


class Table(NamedTuple):
    """A machine unrolled: for every cell the number of states before it, and where each copy count leads."""

    sizes: tuple[int, ...]  # states before each cell, and after the last
    steps: tuple[NDArray[np.int64], ...]  # per cell int64 (states before, copies + 1)
    reached: NDArray[np.int64]  # per state after the last cell


def unroll(machine: Machine, cells: Sequence[Cell], order: str, *, most_states: int) -> Table | None:
    """Return the machine's table for `cells`, None if it cannot follow the order.

    Raises
    ------
    TooManyStatesError
        Before some cell more than `most_states`.
    """
    first = machine.start(order)
    if first is None:
        return None
    states: dict[State, int] = {first: 0}
    sizes, steps = [1], []
    for cell in cells:
        after: dict[State, int] = {}
        table = np.empty((len(states), cell.copies + 1), dtype=np.int64)
        for state, number in states.items():
            for copies in range(cell.copies + 1):
                following = machine.step(state, cell, copies)
                if cell.closes:
                    following = machine.close(following, cell)
                table[number, copies] = after.setdefault(following, len(after))
        if len(after) > most_states:
            raise TooManyStatesError(len(after))
        states = after
        sizes.append(len(states))
        steps.append(table)
    return Table(tuple(sizes), tuple(steps), np.array([machine.reached(state) for state in states], dtype=np.int64))
