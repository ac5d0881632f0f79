"""Distances of many hands: by their holes, and the few that this leaves open one after the other."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import U
from meldlab.kernels.cards.cards import Planes, counts_from_planes
from meldlab.kernels.contract.distance.holes import UNKNOWN, NearTables, NearWork, near_distance
from meldlab.kernels.contract.distance.one import distance
from meldlab.kernels.contract.ladder import fill_set_jokers
from meldlab.kernels.contract.rules import KINDS, ContractRules
from meldlab.kernels.contract.tables import BLOCK
from meldlab.kernels.jit import bare_kernel, kernel

Words = NDArray[np.uint64]
Column = NDArray[np.uint8]

_NO_LIMIT = U(1000)


@bare_kernel
def _fill_away(rows: Words, jokers: Words, start: int, size: int, most: np.uint64, away: Column) -> None:
    """Fill the distances of contracts without runs, where sets (row 0) lack at most `most` cards."""
    for place in range(size):
        lacking, held = rows[0, place], jokers[start + place]
        away[start + place] = UNKNOWN if lacking > most else 0 if held > lacking else lacking - held


@bare_kernel
def _fill_near(hands: Planes, can: Column, tables: NearTables, work: NearWork, away: Column) -> None:
    once, twice, thrice, jokers, stack = hands.once, hands.twice, hands.thrice, hands.jokers, work.stack
    most = _NO_LIMIT if tables.pack_suffices else U(tables.jokers)
    for start in range(0, away.size, BLOCK):
        size = min(BLOCK, away.size - start)
        fill_set_jokers(hands, start, size, tables.sets, work.rows)
        if tables.sets.runs == 0:
            _fill_away(work.rows, jokers, start, size, most, away)
            continue
        for place in range(size):
            hand = start + place
            away[hand] = 0
            if not can[hand]:
                stack[0, 0], stack[1, 0], stack[2, 0] = once[hand], twice[hand], thrice[hand]
                away[hand] = near_distance(
                    int(np.int64(jokers[hand])), int(np.int64(work.rows[0, place])), tables, work
                )


@kernel
def _search_each(
    counts: NDArray[np.uint8],
    there: NDArray[np.int64],
    sets: int,
    runs: int,
    windows: NDArray[np.int64],
    shapes: NDArray[np.int64],
    rules: ContractRules,
    away: Column,
) -> None:
    hand = np.empty(KINDS, dtype=np.int64)
    for number in range(len(counts)):
        hand[:] = counts[number]
        away[number] = distance(hand, there, sets, runs, windows, shapes, rules)


def fill_distances(
    hands: Planes,
    can: Column,
    tables: NearTables,
    work: NearWork,
    there: NDArray[np.int64],
    windows: NDArray[np.int64],
    shapes: NDArray[np.int64],
    rules: ContractRules,
    away: Column,
) -> None:
    """Fill `away` with the distance of each hand, no card of the pack being seen elsewhere.

    Implements distance of section 11.

    Parameters
    ----------
    hands
        From as many decks as the tables were made for.
    can : uint8, shape (hands,)
        From `fill_can_go_down`.
    tables
        From `near_tables`.
    work
        From `make_near_work`.
    there : int64, shape (53,)
        Copies of each card in the pack, which must hold the contract.
    windows, shapes
        From `run_windows` and `run_shapes`.
    rules
    away : uint8, shape (hands,)
    """
    if tables.decides:
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            _fill_near(hands, can, tables, work, away)
    else:
        away[:] = np.where(can, 0, UNKNOWN)
    (open_hands,) = np.nonzero(away == UNKNOWN)
    if open_hands.size:
        found = np.empty(open_hands.size, dtype=np.uint8)
        counts = counts_from_planes(Planes(*(plane[open_hands] for plane in hands)))
        _search_each(counts, there, tables.sets.sets, tables.sets.runs, windows, shapes, rules, found)
        away[open_hands] = found
