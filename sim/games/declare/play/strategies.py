"""Strategies of Indian rummy that think of packing, the next card and the next seat, and the list of all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.games.declare.play.hand_values import Counts, Numbers
from meldlab.sim.games.declare.play.next_draw import Figures, danger, draw_gains, first_of_each, shortlist
from meldlab.sim.games.declare.play.observation import DECLARE, DISCARD, PACK, DeclareSeen, DeclareStrategy, Ends
from meldlab.sim.games.declare.play.plain import Greedy, RandomLegal, best_draw
from meldlab.sim.table.strategies import Numbered, check_whole

#: Loose points as dealt above which a hand is expected to cost more than 20 when it is played on, by seats still in.
#: Greedy seats play on with such hands in results of `meldlab play`.
_PACK_ABOVE = {2: 85, 3: 68, 4: 60, 5: 55, 6: 50}

#: Points that a stock card, replaced at once when it is useless, is better on average than the figure says.
_STOCK_WORTH = 2.0


@dataclass(frozen=True)
class Cautious(Greedy):
    """Packs a bad hand in its first turn, and plays the others like `Greedy`.

    Attributes
    ----------
    pack_above : int or None
        Loose points from which on, exclusive, a dealt hand is packed; None: by the number of seats still in.
    """

    called = "cautious"

    pack_above: int | None = None

    def __post_init__(self) -> None:
        check_whole(pack_above=self.pack_above)

    def choose_start(self, seen: DeclareSeen) -> Numbers:
        """Return `PACK` for bad hands in their first turn, else what is drawn."""
        return np.where(bad_hands(seen, self.pack_above), PACK, super().choose_start(seen))


@dataclass(frozen=True)
class Finisher(Numbered):
    """Fewest points after the next draw: counts which cards of those not yet seen improve the hand.

    Among throws of like outlook it keeps back what the next seat seems to collect.  It never packs.

    Attributes
    ----------
    width : int
        Throws of each hand that are thought about.
    care : int
        Points a card next to one that the next seat took must be worse, to be thrown all the same.
    """

    called = "finisher"

    width: int = 4
    care: int = 2

    def __post_init__(self) -> None:
        check_whole(width=self.width, care=self.care)
        if self.width < 1:
            raise ValueError("width is at least 1")

    def choose_start(self, seen: DeclareSeen) -> Numbers:
        """Return the discards where their top card is better than what the stock is expected to bring."""
        wanted = np.zeros(len(seen), dtype=bool)
        asked = np.flatnonzero(seen.pile_open)
        hands, wild_ranks, pools = seen.hands[asked], seen.wild_ranks[asked], seen.pools[asked]
        points = seen.judge.loose_points(hands, wild_ranks)
        gains = draw_gains(seen.judge, hands, wild_ranks, pools, points)
        hands[np.arange(asked.size), seen.tops[asked]] += 1
        # to throw the card that was just taken is no use
        _, declares, worths = self._best(seen, hands, wild_ranks, seen.tops[asked], pools, None)
        wanted[asked] = declares | (worths < points - 2 * gains - _STOCK_WORTH)
        return best_draw(seen, wanted)

    def choose_end(self, seen: DeclareSeen) -> Ends:
        """Return the declaration, else the throw of the best outlook."""
        threat = self.care * danger(seen)
        cards, declares, _ = self._best(seen, seen.hands, seen.wild_ranks, seen.barred, seen.pools, threat)
        return Ends(np.where(declares, DECLARE, DISCARD), cards)

    def _best(
        self,
        seen: DeclareSeen,
        hands: Counts,
        wild_ranks: Numbers,
        barred: Numbers,
        pools: Counts,
        threat: Figures | None,
    ) -> tuple[Numbers, NDArray[np.bool_], Figures]:
        """Return the best throw of each hand, whether it declares, and its outlook in points."""
        if not len(hands):
            nothing = np.zeros(0, dtype=np.int64)
            return nothing, nothing.astype(bool), nothing.astype(np.float64)
        judge = seen.judge
        throws = shortlist(judge, hands, wild_ranks, barred, self.width)
        rests = hands[throws.hands]
        rests[np.arange(len(rests)), throws.cards] -= 1
        gains = draw_gains(judge, rests, wild_ranks[throws.hands], pools[throws.hands], throws.points)
        outlook = throws.points - gains
        weighed = outlook if threat is None else outlook + threat[throws.hands, throws.cards]
        order = np.lexsort((throws.cards, weighed, throws.hands))
        best = order[first_of_each(throws.hands[order], len(hands))]
        return throws.cards[best], throws.declares[best], outlook[best]


@dataclass(frozen=True)
class Expert(Finisher, Cautious):
    """Packs like `Cautious` and plays like `Finisher`.

    Attributes
    ----------
    pack_above, width, care
        As there.
    """

    called = "expert"

    def __post_init__(self) -> None:
        Cautious.__post_init__(self)
        Finisher.__post_init__(self)

    def choose_start(self, seen: DeclareSeen) -> Numbers:
        """Return `PACK` for bad hands in their first turn, else what is drawn."""
        return np.where(bad_hands(seen, self.pack_above), PACK, Finisher.choose_start(self, seen))


def bad_hands(seen: DeclareSeen, pack_above: int | None) -> NDArray[np.bool_]:
    """Return which hands a seat in its first turn packs, bool, shape (tables,)."""
    bad = np.zeros(len(seen), dtype=bool)
    first = np.flatnonzero(seen.own_turns == 0)
    if first.size:
        points = seen.judge.loose_points(seen.hands[first], seen.wild_ranks[first])
        usual = np.array([_PACK_ABOVE.get(seats, 0) for seats in range(seen.course.players + 1)])
        bad[first] = points > (usual[seen.active[first]] if pack_above is None else pack_above)
    return bad


#: What makes each strategy: any legal action; fewest points now; that, and bad hands are packed; fewest points after
#: the next draw; both of these.
STRATEGIES: Mapping[str, Callable[..., DeclareStrategy]] = {
    each.called: each for each in (RandomLegal, Greedy, Cautious, Finisher, Expert)
}
