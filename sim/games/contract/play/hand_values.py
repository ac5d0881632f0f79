"""Figures of Continental hands that strategies think of: distance, ways to go down, lay-offs; one thread's own."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import planes_from_counts
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.lay_offs import plan_turns
from meldlab.kernels.contract.table.random import plan_at_random
from meldlab.kernels.contract.table.sight import fill_laid_off, fill_unseen
from meldlab.kernels.contract.table.state import Counts, Numbers, Public
from meldlab.kernels.contract.table.ways import WayTables, WayWork, fill_ways, make_way_work
from meldlab.sim.games.contract.play.play_rules import ContractCourse, way_tables
from meldlab.sim.games.contract.workload import ContractBlock, ContractWorkload

#: Moves that are planned together; a seat that makes more is asked again.
PLANNED = 24
_OUTS_BLOCK = 256


class ContractJudge:
    """Answers about hands of one contract, many at a time."""

    def __init__(self, workload: ContractWorkload, course: ContractCourse) -> None:
        self.course = course
        self._workload, self._block = workload, ContractBlock(workload)

    def distances(self, counts: Counts) -> Numbers:
        """Return the cards to draw until each hand (uint8, shape (n, 53)) can go down, int64 of shape (n,)."""
        planes = planes_from_counts(np.ascontiguousarray(counts))
        can = self._block.can_go_down(planes)
        return self._block.distances(planes, can).astype(np.int64)

    def can_go_down(self, counts: Counts) -> NDArray[np.bool_]:
        """Return which hands (uint8, shape (n, 53)) can go down."""
        can = self._block.can_go_down(planes_from_counts(np.ascontiguousarray(counts)))
        return np.asarray(can, dtype=np.bool_)

    def ways(
        self,
        rows: Numbers,
        hands: Counts,
        public: Public,
        seat: int,
        *,
        longest: bool = False,
        states: NDArray[np.uint64] | None = None,
    ) -> tuple[Numbers, NDArray[np.bool_]]:
        """Return melds with which hands go down, int64 of shape (n, melds a seat, fields), and which have any.

        The best found, or with the random `states` of the seat (uint64, shape (tables, 4)) any.
        """
        tables = self._longest if longest else self._shortest
        laid = np.zeros((len(rows), self.course.table_rules.melds_a_seat, state.MELD_FIELDS), dtype=np.int64)
        found = np.zeros(len(rows), dtype=np.int64)
        with np.errstate(over="ignore"):
            used = np.zeros((0, 4), dtype=np.uint64) if states is None else states
            at_random = int(states is not None)
            fill_ways(rows, hands, public, seat, used, at_random, tables, self._work, laid, found)
        return laid, np.asarray(found, dtype=np.bool_)

    def lay_offs(self, rows: Numbers, hands: Counts, public: Public, seat: int) -> Numbers:
        """Return plain lay-offs of a seat at each table, int64 of shape (n, `PLANNED`, fields)."""
        moves = np.zeros((len(rows), PLANNED, state.MOVE_FIELDS), dtype=np.int64)
        work, course = self._work, self.course
        plan_turns(rows, hands, public, seat, course.table_rules, course.points, work.hand, work.melds, moves)
        return moves

    def random_moves(
        self, rows: Numbers, hands: Counts, public: Public, laid: Numbers, seat: int, states: NDArray[np.uint64]
    ) -> Numbers:
        """Return random moves of a seat at each table, int64 of shape (n, `PLANNED`, fields)."""
        moves = np.zeros((len(rows), PLANNED, state.MOVE_FIELDS), dtype=np.int64)
        with np.errstate(over="ignore"):
            plan_at_random(
                rows, hands.copy(), public, laid, seat, self.course.table_rules, states, self._work.melds, moves
            )
        return moves

    def laid_off(self, rows: Numbers, cards: Numbers, public: Public) -> NDArray[np.bool_]:
        """Return where a card (int64, shape (n,)) would fit on a meld of its table."""
        found = np.zeros(len(rows), dtype=np.int64)
        fill_laid_off(rows, cards, public, self.course.table_rules, found)
        return np.asarray(found, dtype=np.bool_)

    def unseen(self, rows: Numbers, hands: Counts, public: Public, seat: int) -> Numbers:
        """Return the copies of each card that a seat has not seen, int64 of shape (n, 53)."""
        left = np.empty(hands.shape, dtype=np.int64)
        fill_unseen(rows, hands, seat, self._workload.there, public, left)
        return left

    def outs(self, hands: Counts, away: Numbers, unseen: Numbers) -> Numbers:
        """Return how many of the `unseen` cards bring hands at distance `away` closer, int64 of shape (n,)."""
        found = np.zeros(len(hands), dtype=np.int64)
        for start in range(0, len(hands), _OUTS_BLOCK):
            part = slice(start, start + _OUTS_BLOCK)
            places, cards = np.nonzero(unseen[part] > 0)
            closer = self.distances(plus(hands[part][places], cards)) < away[part][places]
            copies = unseen[part][places, cards] * closer
            found[part] = np.bincount(places, weights=copies, minlength=len(found[part])).astype(np.int64)
        return found

    @cached_property
    def _shortest(self) -> WayTables:
        return way_tables(self._workload, self.course, lengthens=False)

    @cached_property
    def _longest(self) -> WayTables:
        return way_tables(self._workload, self.course, lengthens=True)

    @cached_property
    def _work(self) -> WayWork:
        return make_way_work(self._shortest, melds=self.course.melds)


def plus(hands: Counts, cards: Numbers) -> Counts:
    """Return hands (uint8, shape (n, 53)) with one card more each."""
    more = hands.copy()
    more[np.arange(len(more)), cards] += np.uint8(1)
    return more


def minus(hands: Counts, cards: Numbers) -> Counts:
    """Return hands (uint8, shape (n, 53)) with one card less each."""
    fewer = hands.copy()
    fewer[np.arange(len(fewer)), cards] -= np.uint8(1)
    return fewer
