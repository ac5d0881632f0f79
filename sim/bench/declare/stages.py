"""Stages of the block solver, timed alone on the hands that reach them.

All hands go through *sorting by need*.  Those with a pure sequence and one wild go on through *look up* (the words
of their suits) and *join* (the suits together); what the row of these hands costs beyond the three is loading and
the search for sets.  Each stage sees many different hands: the same few would soon be known to the processor.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import NO_WILD, Planes, counts_from_planes
from meldlab.kernels.declare.points.least_points import solve_hands
from meldlab.kernels.declare.points.lowering import BlockSolver
from meldlab.kernels.declare.points.state import BATCH, make_workspace
from meldlab.kernels.declare.points.suit_batch import Batch, join_suits, look_up
from meldlab.kernels.declare.rules import NO_CAP, DeclareRules
from meldlab.kernels.declare.search.search import search_block
from meldlab.kernels.declare.search.state import make_workspace as make_search_workspace

_ONE_WILD = 1


def repeated(hands: Planes, *, size: int) -> Planes:
    """Return `size` hands: these, over and over where they do not suffice."""
    return Planes(*(np.resize(plane, size) for plane in hands))


def counted(hands: Planes) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return counts and wild ranks, -1 for none."""
    return counts_from_planes(hands), np.where(hands.wild_ranks == NO_WILD, -1, hands.wild_ranks.astype(np.int64))


def search_action(rules: DeclareRules, hands: Planes) -> Callable[[], object]:
    """Return the call that finds all figures of `hands` by `search`."""
    size = len(hands.once)
    counts, wild_ranks = counted(hands)
    work, points = make_search_workspace(rules), np.empty(size, dtype=np.int64)
    can_declare, has_lives = np.empty(size, dtype=np.uint8), np.empty(size, dtype=np.uint8)
    return lambda: search_block(counts, wild_ranks, rules, work, points, can_declare, has_lives)


def points_action(block: BlockSolver, rules: DeclareRules, hands: Planes) -> Callable[[], object]:
    """Return the call that finds points and lives of `hands`, leftovers by `search`, declarations unasked."""
    work = make_workspace(block.tables.fronts.shape[1])
    results = _results(len(hands.once))
    left = solve_hands(hands, block.rules, block.tables, block.sets, work, *results)
    leftovers = search_action(rules, Planes(*(plane[results[-1][:left]] for plane in hands)))

    def solve() -> None:
        solve_hands(hands, block.rules, block.tables, block.sets, work, *results)
        leftovers()

    return solve


def suit_actions(block: BlockSolver, hands: Planes) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return the calls of *look up* and *join*.

    Parameters
    ----------
    block
        Rules and tables.
    hands
        Hands with a pure sequence and one wild, a multiple of `BATCH`.
    """
    tables = block.tables
    classes = tables.fronts.shape[1]
    work = make_workspace(classes)
    batches = []
    for start in range(0, len(hands.once), BATCH):
        batch = hands.hands(start, start + BATCH)
        # One group of hands: having been solved, all of them are in the workspace.
        solve_hands(batch, block.rules, tables, block.sets, work, *_results(BATCH))
        batches.append(_with_own_hands(work.batch))

    def look() -> None:
        for batch in batches:
            look_up(batch, BATCH, classes, tables)

    def join() -> None:
        for batch in batches:
            join_suits(batch, BATCH, _ONE_WILD, classes, tables.pairs, (1 << classes) - 1)

    return look, join


def _with_own_hands(batch: Batch) -> Batch:
    """Return the batch with a copy of the hands in it; the large arrays of results stay shared."""
    fields = (field.copy() if isinstance(field, np.ndarray) and field.ndim == 1 else field for field in batch)
    return Batch._make(fields)


def _results(hands: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
    """Return limits out of reach, and room for points, lives and positions of leftovers."""
    limits, lives = np.full(hands, NO_CAP, dtype=np.int64), np.zeros(hands, dtype=np.uint8)
    return limits, np.zeros(hands, dtype=np.int64), lives, np.zeros(hands, dtype=np.int64)
