"""Hands of a stratum dealt and asked, a batch at a time: a pure function of (question, stratum, seed, chunk)."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from queue import Empty, LifoQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.kernels.cards.draws import Draws
from meldlab.sim.automata.block import Block, OutcomeSolver, truths
from meldlab.sim.automata.deal import Deal
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.odds.features.hand_features import are_counted, columns_of, outcome_solver
from meldlab.sim.odds.sampled.strata import WayStratum, satisfied
from meldlab.sim.query.query import Feature, Query

_COUNTED_HANDS = 1 << 15
_SOLVED_HANDS = 1 << 12
_LARGE_HANDS = 1 << 9  # so many hands of many cards take a solver a good second at most
_FEW_HANDS = 64  # enough of them to meet the usual ways through a solver
_MANY_CARDS, _MANY_DECKS = 14, 3


class Batch(NamedTuple):
    """So many hands of a stratum, by its number, and the chunk of random numbers that they are dealt with."""

    stratum: int
    deals: int
    chunk: int


class Table:
    """Deals batches and asks the question; may be used by several threads.

    Parameters
    ----------
    query, deal
        The question and its situation.
    strata
        What is dealt.
    seed
    """

    def __init__(self, query: Query, deal: Deal, strata: tuple[WayStratum, ...], seed: int) -> None:
        self._query = query
        self._deal = deal
        self._strata = strata
        self._seed = seed
        self._shares = [np.array([float(way.weight) for way in stratum.ways]) for stratum in strata]
        self._idle: LifoQueue[OutcomeSolver] = LifoQueue()  # solvers hold scratch arrays: one thread, one solver
        self.batch_deals = self._batch_deals()

    @property
    def objective(self) -> str:
        """What solvers answer about."""
        return self._deal.ruleset.objective

    def __reduce__(self) -> tuple[type["Table"], tuple[object, ...]]:
        """Travel without solvers."""
        return (Table, (self._query, self._deal, self._strata, self._seed))

    def _batch_deals(self) -> int:
        if are_counted(self._deal.ruleset, self._query):
            return _COUNTED_HANDS
        large = self._deal.cards > _MANY_CARDS or self._deal.situation.decks > _MANY_DECKS
        return _LARGE_HANDS if large else _SOLVED_HANDS

    def prepare(self) -> None:
        """Compile every kernel by asking a few hands."""
        self.play(Batch(0, _FEW_HANDS, 0))

    def play(self, batch: Batch) -> NDArray[np.int64]:
        """Return the hits of a batch by how many groups they satisfy, int64 of shape (groups + 1,)."""
        stratum, numbers, counts = self._hands(batch)
        with self._columns(stratum, numbers, counts) as columns:
            hit = truths(self._query, columns)
        return self._by_groups(stratum, numbers, counts, hit)

    def answers(self, batch: Batch, queries: Sequence[Query]) -> NDArray[np.bool_]:
        """Return what several queries say of each hand of a batch, shape (queries, hands)."""
        with self._columns(*self._hands(batch)) as columns:
            return np.stack([truths(query, columns) for query in queries])

    def _hands(self, batch: Batch) -> tuple[WayStratum, list[int], NDArray[np.uint8]]:
        stratum = self._strata[batch.stratum]
        draws = Draws(self._seed, batch.chunk)
        if len(stratum.ways) == 1:
            numbers = [batch.deals]
        else:
            numbers = draws.share_out(batch.deals, self._shares[batch.stratum]).tolist()
        counts = np.empty((batch.deals, KINDS), dtype=np.uint8)
        stop = 0
        for way, hands in zip(stratum.ways, numbers, strict=True):
            if hands:
                part = counts[stop : stop + hands]
                draws.deal(way.parts.pack.known, way.parts.pack.groups, np.array(way.parts.takes), part)
                stop += hands
        return stratum, numbers, counts

    @contextmanager
    def _columns(
        self, stratum: WayStratum, numbers: list[int], counts: NDArray[np.uint8]
    ) -> Iterator[Callable[[Feature], NDArray[Any]]]:
        """Yield the features of hands: counted where they can be, else by a solver that nobody else has meanwhile."""
        try:
            solver = self._idle.get_nowait()
        except Empty:
            solver = outcome_solver(self._deal)
        yield columns_of(Block.of(counts, [way.case for way in stratum.ways], numbers), self._deal.ruleset, solver)
        self._idle.put(solver)

    @staticmethod
    def _by_groups(
        stratum: WayStratum, numbers: list[int], counts: NDArray[np.uint8], hit: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        shared = np.zeros(stratum.groups + 1, dtype=np.int64)
        stop = 0
        pairs = zip(stratum.ways, numbers, strict=True)
        for _, same in groupby(pairs, key=lambda pair: id(pair[0].target)):
            ways = list(same)
            start, stop = stop, stop + sum(hands for _, hands in ways)
            (places,) = np.nonzero(hit[start:stop])
            if places.size:
                groups = satisfied(ways[0][0].target, counts[start:stop][places])
                shared += np.bincount(groups, minlength=len(shared))
        if shared[0]:
            raise AssertionError("a hit satisfies no group: the target was read off wrongly")
        return shared


@dataclass(frozen=True)
class Dealing:
    """What engines call with batches; survives pickling."""

    table: Table

    @property
    def compiles(self) -> str:
        """Named after the objective."""
        return f"odds-{self.table.objective}"

    def prepare(self) -> None:
        """Compile every kernel."""
        self.table.prepare()


@dataclass(frozen=True)
class Asking(Dealing):
    """Deals batches, but none once `stop` is set."""

    stop: StopSignal

    def __call__(self, batch: Batch) -> tuple[Batch, NDArray[np.int64] | None]:
        """Return a batch and its hits as by `Table.play`; None instead of them once the signal is set."""
        return batch, None if self.stop.is_set() else self.table.play(batch)
