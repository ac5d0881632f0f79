"""What a seat of a `value` game sees when it is asked, at many tables at once; and how it answers."""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import Goal, ValueRules
from meldlab.kernels.value.table.state import PlayRules, Public


class ValueSeen(NamedTuple):
    """What one seat sees at the tables that ask it; nothing in here tells of hidden cards.

    Attributes
    ----------
    rows : int64, shape (n,)
        Tables of the block that ask.
    seat : int
        Whoever is asked sits there; its side is ``seat % 2``.
    turn : int
        Turns that have ended, the same at all tables.
    hands : int8, shape (n, 53)
        Copies of each card in the seat's own hands.
    public : Public
        Of all tables; to be read only.
    states : uint64, shape (all tables, 4)
        The seat's own random states, moved on by whoever uses them.
    rules, play, goal
        The rules as numbers; `goal` is "best value" in play.
    """

    rows: NDArray[np.int64]
    seat: int
    turn: int
    hands: NDArray[np.int8]
    public: Public
    states: NDArray[np.uint64]
    rules: ValueRules
    play: PlayRules
    goal: Goal


class ValueStrategy(Protocol):
    """Whoever decides for a seat of a `value` game."""

    @property
    def name(self) -> str:
        """The strategy as it is written on the command line."""
        ...

    def draw(self, seen: ValueSeen, open_draws: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return for each table where a card is drawn; bit `choice` of `open_draws` says that it is open."""
        ...

    def lay(self, seen: ValueSeen) -> NDArray[np.int16]:
        """Return the next act on melds at each table, int16 of shape (n, COLUMNS); all zeros: no more this turn."""
        ...

    def throw(self, seen: ValueSeen) -> NDArray[np.int64]:
        """Return the card that each table throws; -1 where the hand is empty."""
        ...
