"""Full runs: whether some suit has the cards of one, for counting, bounds and strata."""

from dataclasses import dataclass

import numpy as np

from meldlab.kernels.value.rules import COPIES
from meldlab.sim.automata.hand_rules import TWO, HandRules
from meldlab.sim.automata.hands import Column, Hands
from meldlab.sim.automata.machine import BY_RANK, JOKER, RANKS, SUITS, Cell, Levels, Machine, State, levels_reached
from meldlab.sim.automata.parts import Parts
from meldlab.sim.automata.trait import Trait
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.melds import FULL_RUNS
from meldlab.sim.games.value.specials import full_runs, without_larger
from meldlab.sim.rules import Ruleset


@dataclass(frozen=True)
class FullRun(Machine):
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
        if cell.rank == TWO:
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

    def reached(self, state: tuple[int, int, tuple[int, ...]]) -> int:
        """Return how many thresholds are reached by 1 when some suit has its full run, else by 0."""
        return levels_reached(int(state[0] >= state[1]), self.levels)


class FullRunTrait(Trait):
    """Whether a hand has the cards of a full run of a class."""

    def __init__(self, name: str, ruleset: Ruleset) -> None:
        self._shapes = without_larger(full_runs(FULL_RUNS.index(name), lower_value(ruleset)))
        self.asks_for_wilds = name != FULL_RUNS[0]  # clean ones have none

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        """Return the machine that looks at each suit."""
        return FullRun(self._shapes, rules.naturals, COPIES // SUITS, levels)

    def groups(self, rules: HandRules, least: int) -> tuple[int, list[list[int]]]:
        """Return how many naturals a full run needs at the least, and those of each suit."""
        return min((naturals for naturals, _, _ in self._shapes), default=0), rules.suits

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        """Return whether some suit may have its naturals, and the hand the wild cards."""
        wilds = parts.held(rules.wilds)[1]
        most = max(parts.most_different(tuple(suit)) for suit in rules.suits)
        return 0, int(any(most >= naturals and own + others <= wilds for naturals, own, others in self._shapes))

    def column(self, hands: Hands) -> Column | None:
        """Return 1 where some suit has the naturals and wild cards of a full run."""
        found: Column = np.zeros_like(hands.wilds)
        for suit, cards in enumerate(hands.rules.suits):
            naturals, twos = hands.different(cards), hands.copies[suit * RANKS + TWO]
            for least, own, others in self._shapes:
                found |= (naturals >= least) & (twos >= own) & (hands.wilds - twos >= others)
        return found
