"""Distances of many hands: the bound, confirmed where its new cards are found in the pack at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.distance.bound import JOKER, Wanted, most_kept
from meldlab.kernels.declare.distance.join import Join, JoinWorkspace
from meldlab.kernels.declare.distance.pack_fit import find_in_book
from meldlab.kernels.declare.distance.search import MOST_MELDS, MeldBook
from meldlab.kernels.declare.distance.suit_rows import RANKS, SuitTables
from meldlab.kernels.declare.distance.witness import MOST_PARTS, PART_COLUMNS, read_back
from meldlab.kernels.declare.distance.words import LANES
from meldlab.kernels.jit import bare_kernel, helper

NOT_CONFIRMED = -1  # minus the bound: -1 for 0, -2 for 1, ...


class DistanceTables(NamedTuple):
    """Everything distances of a ruleset rest on; used by one thread at a time."""

    want: Wanted
    join: Join
    suits: SuitTables
    book: MeldBook
    work: JoinWorkspace
    parts: NDArray[np.int64]  # shape (MOST_PARTS, PART_COLUMNS), scratch space like those below
    scratch: NDArray[np.int64]  # shape (4, 8)
    used: NDArray[np.int64]  # shape (53,)
    chosen: NDArray[np.int64]  # shape (MOST_MELDS,), melds of the last hand
    size: NDArray[np.int64]  # shape (1,), how many


def make_distance_tables(
    want: Wanted, join: Join, suits: SuitTables, book: MeldBook, work: JoinWorkspace
) -> DistanceTables:
    """Return the tables with scratch space of their own."""
    return DistanceTables(
        want,
        join,
        suits,
        book,
        work,
        np.zeros((MOST_PARTS, PART_COLUMNS), dtype=np.int64),
        np.zeros((4, 8), dtype=np.int64),
        np.zeros(JOKER + 1, dtype=np.int64),
        np.zeros(MOST_MELDS, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@helper
def wilds_of(held: NDArray[np.uint8], wild_rank: int) -> int:
    """Return the wild cards among counts, shape (53,)."""
    wilds = int(np.int64(held[JOKER]))
    if wild_rank >= 0:
        for card in range(wild_rank, JOKER, RANKS):
            wilds += int(np.int64(held[card]))
    return wilds


@bare_kernel
def fill_distances(
    hands: NDArray[np.uint8],
    pools: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    most: int,
    tables: DistanceTables,
    out: NDArray[np.int64],
) -> None:
    """Fill `out` with distances; where the pack has to be looked at more closely, -1 - the bound.

    Parameters
    ----------
    hands, pools : uint8, shape (hands, 53)
        Copies held and left in the pack; in `pools` one row may stand for all.
    wild_ranks : int64, shape (hands,)
        0..12, or -1.
    most : int
        Greater distances are of no interest: all of them are told as a bound beyond the cards of a hand.
    out : int64, shape (hands,)
    """
    want, join, suits, work, parts, chosen = (
        tables.want,
        tables.join,
        tables.suits,
        tables.work,
        tables.parts,
        tables.chosen,
    )
    for hand in range(hands.shape[0]):
        held, pool, wild_rank = hands[hand], pools[hand if pools.shape[0] > 1 else 0], wild_ranks[hand]
        kept = most_kept(held, wild_rank, most, want, join, suits, work)
        least = want.cards - kept
        out[hand] = NOT_CONFIRMED - least
        tables.size[0] = 0
        if least == 0:
            out[hand] = 0
            continue
        wilds = wilds_of(held, wild_rank)
        if kept < 0 or wilds >= LANES:
            continue
        size = read_back(wild_rank, wilds, want.cards, kept, join, suits, work, parts, tables.scratch)
        if 0 < size <= MOST_MELDS and find_in_book(parts, size, pool, tables.book, work.choices, tables.used, chosen):
            tables.size[0] = size
            out[hand] = least
