"""A block of hands: what its solvers need of it, and what a query says of each hand."""

import operator
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import NO_WILD, Planes, planes_from_counts
from meldlab.sim.automata.count import Pool
from meldlab.sim.query.query import Between, Feature, Query, evaluate

Truths = NDArray[np.bool_]


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
        How many hands in a row come from each of the pools.
    """

    def __init__(
        self,
        counts: NDArray[np.uint8],
        wild_ranks: NDArray[np.int64],
        pools: Sequence[Pool],
        numbers: Sequence[int],
    ) -> None:
        self.counts = counts
        self.wild_ranks = wild_ranks
        self._pools = pools
        self._numbers = numbers

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
        The numbers of a feature, one for each hand; asked once for each feature.
    """
    columns: dict[Feature, NDArray[Any]] = {}

    def holds(part: Between) -> Truths:
        if part.feature not in columns:
            columns[part.feature] = column(part.feature).astype(np.int64)
        numbers = columns[part.feature]
        result = np.ones(len(numbers), dtype=np.bool_)
        if part.low is not None:
            result &= numbers >= part.low
        if part.high is not None:
            result &= numbers <= part.high
        return result

    return evaluate(query, holds, both=operator.and_, either=operator.or_, opposite=operator.invert)
