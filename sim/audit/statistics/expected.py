"""What fair hands are like: exact distributions where hands can be counted, dealt ones where they must be solved."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.audit.statistics.tails import Numbers
from meldlab.sim.games.registry import family_of
from meldlab.sim.odds.tables import odds_by
from meldlab.sim.rules import Ruleset
from meldlab.sim.simulate.figures import histogram
from meldlab.sim.simulate.simulate import simulate

#: Hands dealt for an expectation that is not exact: of a log of any length, and of one of a few thousand hands.
DEALT, DEALT_FOR_FEW = 1 << 20, 1 << 17
#: Values that are told apart where there are many.
_BINS = 10


@dataclass(frozen=True, eq=False)
class Distribution:
    """How likely each value of a figure is.

    Attributes
    ----------
    edges : int64, shape (bins,)
        The least value of each bin, rising.
    chances : float64, shape (bins,)
    dealt : int or None
        Hands that were dealt to find the chances; None where they are exact.
    """

    edges: NDArray[np.int64]
    chances: Numbers
    dealt: int | None

    def bins(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the bin of each value."""
        found: NDArray[np.int64] = np.maximum(np.searchsorted(self.edges, values, side="right") - 1, 0)
        return found


#: Values of a counted feature: cards of a hand, bounded.
FEATURE_BINS = 64


@lru_cache(maxsize=64)
def of_feature(name: str, ruleset: Ruleset, decks: int, cards: int) -> Distribution:
    """Return the distribution of a feature of a hand of so many cards, a bin for each number; the cut unknown."""
    rules = ruleset.for_deal(next(iter(ruleset.contracts), None))
    rows = odds_by(name, None, rules, decks=decks, cards=cards, seed=0).rows
    values = np.array([row.value for row in rows], dtype=np.int64)
    chances = np.array([row.chance.probability for row in rows])
    sampled = [row.chance.estimate.deals for row in rows if row.chance.estimate is not None]
    dense: Numbers = np.zeros(FEATURE_BINS)
    dense[values] = chances
    return Distribution(np.arange(FEATURE_BINS), dense, sampled[0] if sampled else None)


@lru_cache(maxsize=8)
def of_points(ruleset: Ruleset, decks: int, cards: int, seed: int, deals: int) -> Distribution:
    """Return the distribution of what a hand is worth (see `hand_figures`), counted or from at most so many deals."""
    odds = family_of(ruleset).odds
    worth = odds.card_points(ruleset)
    if worth is not None:
        values, chances = _points_held(worth, ruleset, decks, cards)
        return _binned(values, chances, None)
    deals = min(deals, odds.most_sampled)
    done = simulate(ruleset, deals=deals, seed=seed, decks=decks, workers=1)
    counts = histogram(done.tally, done.score.name)
    values = np.array(list(counts), dtype=np.int64)
    return _binned(values, np.array(list(counts.values())) / deals, deals)


def _points_held(
    worth: NDArray[np.int64], ruleset: Ruleset, decks: int, cards: int
) -> tuple[NDArray[np.int64], Numbers]:
    """Return the points of the cards of a hand and how likely they are: every card adds its own."""
    copies = np.full(KINDS, decks, dtype=np.int64)
    copies[-1] = decks * ruleset.pack.printed_jokers
    ways = np.zeros((cards + 1, cards * int(worth.max()) + 1))
    ways[0, 0] = 1
    for card in range(KINDS):
        before, points = ways.copy(), int(worth[card])
        for held in range(1, min(int(copies[card]), cards) + 1):
            shift = held * points
            ways[held:, shift:] += comb(int(copies[card]), held) * before[: len(ways) - held, : ways.shape[1] - shift]
    chances = ways[cards] / ways[cards].sum()
    values = np.flatnonzero(chances)
    return values, chances[values]


def _binned(values: NDArray[np.int64], chances: Numbers, dealt: int | None) -> Distribution:
    """Return the distribution with neighbouring values together, about equally likely."""
    order = np.argsort(values)
    values, chances = values[order], chances[order]
    below = np.concatenate([[0.0], np.cumsum(chances)[:-1]])
    bins = np.minimum((below * _BINS).astype(np.int64), _BINS - 1)
    first = np.unique(bins, return_index=True)[1]
    sums = np.add.reduceat(chances, first)
    return Distribution(values[first], sums, dealt)
