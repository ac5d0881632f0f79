"""Features that one family alone has: what counting, bounds and strata must know of them."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.counters import Levels
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import Machine
from meldlab.sim.automata.parts import Parts

Column = NDArray[np.uint8]


class Counted(Protocol):
    """Many hands in which cards are counted; each column is uint8 of shape (hands,)."""

    @property
    def copies(self) -> Column:
        """Copies of each card, shape (53, hands)."""
        ...

    @property
    def wilds(self) -> Column:
        """Wild cards of each hand."""
        ...

    def of_suit(self, suit: int, *, distinct: bool) -> Column:
        """Return the natural cards of a suit, or its different natural ranks."""
        ...


class Special:
    """A feature of one family; what is not overridden says that nobody knows, and a solver is asked."""

    asks_for_wilds = True
    """Whether more wild cards may change the answer."""

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        """Return the machine that tells how many of `levels` (rising) the feature reaches."""
        return None

    def groups(self, rules: HandRules) -> tuple[int, list[list[int]]]:
        """Return groups of cards, and how many cards of one of them a hand needs at the least (0: of none)."""
        return 0, []

    def possible(self, rules: HandRules, parts: Parts) -> bool | None:
        """Return whether a hand of such parts may have it; None where nobody knows, or it is not yes or no."""
        return None

    def column(self, hands: Counted) -> Column | None:
        """Return the feature of each hand, read off its cards."""
        return None
