"""What the next draw may bring, and what a throw may give away: the looking ahead of Indian rummy strategies."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS, NATURALS, RANKS
from meldlab.kernels.declare.table.state import IN
from meldlab.sim.games.declare.play.hand_values import Counts, EachThrow, Judge, Numbers
from meldlab.sim.games.declare.play.observation import DeclareSeen

Figures = NDArray[np.float64]


def _neighbours() -> Figures:
    """Return how well two cards go together, shape (53, 53): next to each other 1, two ranks off or of one rank 1/2."""
    card = np.arange(NATURALS)
    suit, rank = card // RANKS, card % RANKS
    apart = np.abs(rank[:, np.newaxis] - rank)
    apart = np.minimum(apart, RANKS - apart)  # the ace stands beyond the king too
    same_suit = suit[:, np.newaxis] == suit
    together = np.zeros((KINDS, KINDS))
    near = np.where(same_suit, (apart == 1) + 0.5 * (apart == 2) + 0.5 * (apart == 0), 0.5 * (apart == 0))
    together[:NATURALS, :NATURALS] = near
    return together


NEIGHBOURS = _neighbours()


def draw_gains(judge: Judge, hands: Counts, wild_ranks: Numbers, pools: Counts, points: Numbers) -> Figures:
    """Return by how many loose points the next card is expected to improve each hand beyond its own points.

    Parameters
    ----------
    judge : Judge
    hands, pools : uint8, shape (hands, 53)
        `pools` holds the cards that may come, all copies equally likely.
    wild_ranks, points : int64, shape (hands,)
        `points` are the loose points of the hands.
    """
    chosen, cards = np.nonzero(pools)
    helpful = judge.may_help(hands, wild_ranks, chosen, cards)
    chosen, cards = chosen[helpful], cards[helpful]
    after = judge.grown_points(hands, wild_ranks, chosen, cards)
    gains = points[chosen] + judge.worth(cards, wild_ranks[chosen]) - after
    copies = pools[chosen, cards].astype(np.float64)
    total = np.bincount(chosen, weights=copies * gains, minlength=len(hands))
    gain: Figures = total / np.maximum(pools.sum(axis=1, dtype=np.int64), 1)
    return gain


def shortlist(judge: Judge, hands: Counts, wild_ranks: Numbers, barred: Numbers, width: int) -> EachThrow:
    """Return at most `width` throws of each hand, those that leave the fewest points; one alone if it declares."""
    every = judge.each_throw(hands, wild_ranks)
    legal = np.flatnonzero(every.declares | (every.cards != barred[every.hands]))
    every = every.at(legal)
    worths = judge.worth(every.cards, wild_ranks[every.hands])
    order = np.lexsort((every.cards, -worths, every.points, ~every.declares, every.hands))
    every = every.at(order)
    first = first_of_each(every.hands, len(hands))
    place = np.arange(len(order)) - first[every.hands]
    kept = np.flatnonzero((place == 0) | ((place < width) & ~every.declares[first][every.hands]))
    return every.at(kept)


def first_of_each(hands: Numbers, size: int) -> Numbers:
    """Return where each of ``0, ..., size - 1`` begins in sorted `hands`, which hold them all."""
    return np.searchsorted(hands, np.arange(size))


def danger(seen: DeclareSeen) -> Figures:
    """Return how well each card would suit the next seat, shape (tables, 53), by what it has taken and thrown."""
    others = seen.status[:, 1:] == IN
    following = 1 + others.argmax(axis=1)
    each = np.arange(len(seen))
    taken, thrown = seen.taken[each, following], seen.thrown[each, following]
    suits: Figures = taken @ NEIGHBOURS - 0.25 * (thrown @ NEIGHBOURS)
    return suits
