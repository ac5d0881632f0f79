"""Strategies of Indian rummy that look no further than this turn: random and greedy."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.table.state import NO_CARD
from meldlab.sim.games.declare.play.hand_values import Numbers
from meldlab.sim.games.declare.play.observation import DECLARE, DISCARD, FROM_PILE, FROM_STOCK, PACK, DeclareSeen, Ends
from meldlab.sim.table.strategies import Numbered


@dataclass(frozen=True)
class RandomLegal(Numbered):
    """Any kind of action open, then any of its choices.

    Attributes
    ----------
    pack, wrong_show : int
        Weight of packing and of a wrong show beside 1 of every other kind; all kinds alike with 1.
    """

    called = "random"

    pack: int = 1
    wrong_show: int = 1

    def __post_init__(self) -> None:
        for each in (self.pack, self.wrong_show):
            if not isinstance(each, int) or not 0 <= each <= 1000:
                raise ValueError(f"weights are whole numbers from 0 to 1000, not {each}")

    def choose_start(self, seen: DeclareSeen) -> Numbers:
        """Return a random way to begin."""
        packs = seen.pick(np.full(len(seen), self.pack + 1, dtype=np.int64)) < self.pack
        draws = seen.pick_marked(np.column_stack([seen.stock_open, seen.pile_open]))
        return np.where(packs | (draws < 0), PACK, np.where(draws == 1, FROM_PILE, FROM_STOCK))

    def choose_end(self, seen: DeclareSeen) -> Ends:
        """Return a random way to end."""
        held = seen.hands > 0
        finishing = seen.judge.last_cards(seen.hands, seen.wild_ranks)
        free = held & (np.arange(held.shape[1]) != seen.barred[:, np.newaxis])
        wrong = held & ~finishing & (seen.course.wrong_show_points is not None)
        marks = np.stack([free, finishing, wrong], axis=1)
        weights = marks.any(axis=2) * np.array([1, 1, self.wrong_show])
        upto = np.cumsum(weights, axis=1)
        acts = (seen.pick(np.maximum(upto[:, -1], 1))[:, np.newaxis] >= upto).sum(axis=1)
        return Ends(acts, seen.pick_marked(marks[np.arange(len(seen)), acts]))


@dataclass(frozen=True)
class Greedy(Numbered):
    """Fewest loose points now: takes a discard that a group gains by, throws the dearest card no group loses by.

    It never packs, and declares as soon as it can.
    """

    called = "greedy"

    def choose_start(self, seen: DeclareSeen) -> Numbers:
        """Return the discards where their top card is of use."""
        return best_draw(seen, useful_tops(seen))

    def choose_end(self, seen: DeclareSeen) -> Ends:
        """Return the declaration, else the throw that leaves the fewest loose points."""
        throws = seen.judge.throws(seen.hands, seen.wild_ranks, seen.barred)
        return Ends(np.where(throws.declares, DECLARE, DISCARD), throws.cards)


def useful_tops(seen: DeclareSeen) -> NDArray[np.bool_]:
    """Return where the top discard lies in a group of a best arrangement, and the hand is better after a throw.

    The second condition keeps two seats from taking each other's cards for ever.
    """
    useful = np.zeros(len(seen), dtype=bool)
    asked = np.flatnonzero(seen.pile_open)
    tops = seen.tops[asked]
    barred = np.full(asked.size, NO_CARD, dtype=np.int64) if seen.course.play.may_return_upcard else tops
    useful[asked] = seen.judge.useful(seen.hands[asked], seen.wild_ranks[asked], tops, barred)
    return useful


def best_draw(seen: DeclareSeen, wanted: NDArray[np.bool_]) -> Numbers:
    """Return the discards where they are wanted and open, else the stock, else whatever is left."""
    start = np.where(seen.pile_open & (wanted | ~seen.stock_open), FROM_PILE, FROM_STOCK)
    return np.where(seen.pile_open | seen.stock_open, start, PACK)
