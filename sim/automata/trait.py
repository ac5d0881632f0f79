"""What counting, bounds, strata and many hands at once must know of a feature."""

from collections.abc import Sequence

from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.hands import Column, Hands
from meldlab.sim.automata.machine import Levels, Machine
from meldlab.sim.automata.parts import Parts

_FAR = 10**9


class Trait:
    """A feature; what is not overridden says that nobody knows, and a solver is asked.

    Attributes
    ----------
    asks_for_wilds : bool
        Whether more wild cards may change the answer.
    """

    asks_for_wilds = True

    def kinds(self, rules: HandRules) -> frozenset[int] | None:
        """Return the cards that the feature counts, None if it is no plain count."""
        return None

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        """Return the machine that tells how many of `levels` (rising) the feature reaches."""
        return None

    def groups(self, rules: HandRules, least: int) -> tuple[int, Sequence[Sequence[int]]]:
        """Return how many cards of one of some groups a hand needs (0: of none) that has `least`, and the groups."""
        return 0, ()

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        """Return the least and the greatest number among hands of such parts."""
        return -_FAR, _FAR

    def column(self, hands: Hands) -> Column | None:
        """Return the feature of each hand, read off its cards."""
        return None
