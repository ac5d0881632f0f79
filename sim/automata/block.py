"""A block of hands: what its solvers need of it, and what a query says of each hand."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import NO_WILD, Planes, planes_from_counts
from meldlab.sim.automata.count import Pool
from meldlab.sim.automata.deal import Case
from meldlab.sim.query.query import Feature, Query, evaluate

Truths = NDArray[np.bool_]
_NO_RANK = -1


class Block:
    """Hands to be solved; what several solvers need of them is made once.

    Parameters
    ----------
    counts : uint8, shape (hands, 53)
    wild_ranks : int64, shape (hands,)
        -1 where the deal has no wild rank.
    pools : sequence of Pool
        The cards that a deal is about.
    numbers : sequence of int
        How many hands in a row come from each of the pools; neither is needed where nobody asks for `pools`.
    """

    def __init__(
        self,
        counts: NDArray[np.uint8],
        wild_ranks: NDArray[np.int64],
        pools: Sequence[Pool] = (),
        numbers: Sequence[int] = (),
    ) -> None:
        self.counts = counts
        self.wild_ranks = wild_ranks
        self._pools = pools
        self._numbers = numbers

    @classmethod
    def of(cls, counts: NDArray[np.uint8], cases: Sequence[Case], numbers: Sequence[int]) -> "Block":
        """Return the hands of some cases, so many in a row of each."""
        ranks = [_NO_RANK if case.wild_rank is None else case.wild_rank for case in cases]
        return cls(counts, np.repeat(np.array(ranks, dtype=np.int64), numbers), [case.pool for case in cases], numbers)

    @property
    def pools(self) -> NDArray[np.uint8]:
        """The cards that each hand's deal is about, in hand and unseen ones together, uint8 of shape (hands, 53)."""
        whole = np.stack([pool.known + pool.unseen for pool in self._pools]).astype(np.uint8)
        return np.repeat(whole, self._numbers, axis=0)

    @cached_property
    def planes(self) -> Planes:
        """The hands as planes."""
        wilds = np.where(self.wild_ranks < 0, NO_WILD, self.wild_ranks).astype(np.uint64)
        return planes_from_counts(self.counts, wilds)


class OutcomeSolver(Protocol):
    """Answers about the hands of one deal; used by one thread at a time."""

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return a feature of each hand, whole numbers of shape (hands,)."""


def truths(query: Query, column: Callable[[Feature], NDArray[Any]]) -> Truths:
    """Return for each hand whether `query` is true of it.

    Parameters
    ----------
    query
    column
        The numbers of a feature, one for each hand.
    """
    return evaluate(query, lambda part: part.holds(column(part.feature).astype(np.int64)))
