"""Strategies of Continental that think of the next draws, and the list of all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from meldlab.kernels.contract.rules import JOKER, KINDS, RANKS, SUITS
from meldlab.kernels.contract.table.state import Numbers
from meldlab.sim.games.contract.play.hand_values import minus
from meldlab.sim.games.contract.play.observation import ContractSeen, ContractStrategy
from meldlab.sim.games.contract.play.plain import Greedy, Racer, RandomLegal, by_worth, first_spared, spared_cards

_FINE = 64  # parts of a point that worths are told apart by


@dataclass(frozen=True)
class Planner(Racer):
    """Greedy that takes de contra what brings it closer, and of the cards it can spare keeps those with most outs.

    Attributes
    ----------
    contra : int
        It takes de contra what leaves it at most so many cards away from going down.
    outs : float
        Points that one more card that would bring the hand closer is worth.
    tries : int
        Cards it thinks about throwing, the dearest that it can spare.
    """

    called = "planner"

    contra: int = 3
    outs: float = 2.0
    tries: int = 12

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.outs <= 100 or not 1 <= self.tries <= KINDS:
            raise ValueError("outs is from 0 to 100, tries from 1 to 53")

    def choose_discard(self, seen: ContractSeen) -> Numbers:
        """Throw the card whose points, and the outs without it, are worth most."""
        choice = by_worth(seen, np.broadcast_to(seen.course.points, seen.hands.shape))[:, 0].copy()
        places = np.flatnonzero(~seen.own_down)
        if places.size:
            choice[places] = self._best(seen.at(places))
        return choice

    def _best(self, seen: ContractSeen) -> Numbers:
        worth = np.broadcast_to(seen.course.points, seen.hands.shape)
        away, cards, spared = spared_cards(seen, worth, tries=self.tries)
        several = np.flatnonzero(spared.sum(axis=1) > 1)
        score = np.where(spared, seen.course.points[cards].astype(float), -np.inf)
        if several.size:
            unseen = seen.judge.unseen(seen.rows[several], seen.hands[several], seen.public, seen.seat)
            which, places = np.nonzero(spared[several])
            rows = several[which]
            hands = minus(seen.hands[rows], cards[rows, places])
            score[rows, places] += self.outs * seen.judge.outs(hands, away[rows], unseen[which])
        best = cards[np.arange(len(seen)), score.argmax(axis=1)]
        none = np.flatnonzero(~spared.any(axis=1))
        if none.size:
            best[none] = first_spared(seen.at(none), worth[none])
        return np.asarray(best)


@dataclass(frozen=True)
class Gatherer(Racer):
    """Greedy that takes de contra what brings it closer, and keeps cards that lie near others of its hand.

    Attributes
    ----------
    contra : int
        It takes de contra what leaves it at most so many cards away from going down.
    rank : float
        Points that another card of the same rank in hand is worth to a card, for each set of the contract.
    suit : float
        The same for a card at most three places away in the same suit, for each run.
    """

    called = "gatherer"

    contra: int = 3
    rank: float = 2.0
    suit: float = 4.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.rank <= 100 or not 0 <= self.suit <= 100:
            raise ValueError("rank and suit are from 0 to 100")

    def choose_discard(self, seen: ContractSeen) -> Numbers:
        """Throw the card that it can spare whose points are most above the worth of its neighbours in hand."""
        points = np.broadcast_to(seen.course.points, seen.hands.shape)
        rules = seen.course.table_rules
        held = seen.hands[:, :JOKER].reshape(-1, SUITS, RANKS).astype(np.int64)
        same = held.sum(axis=1, keepdims=True) - 1
        there = np.minimum(held, 1)
        near = sum(np.roll(there, step, axis=2) for step in (-3, -2, -1, 1, 2, 3))
        bonds = rules.sets * self.rank * same + rules.runs * self.suit * near
        worth = points * _FINE
        worth[:, :JOKER] -= (bonds * _FINE).astype(np.int64).reshape(len(seen), JOKER)
        return first_spared(seen, np.where(seen.own_down[:, np.newaxis], points, worth))


#: Every strategy of the game: what makes one, by name.
STRATEGIES: Mapping[str, Callable[..., ContractStrategy]] = {
    each.called: each for each in (RandomLegal, Greedy, Gatherer, Planner)
}
