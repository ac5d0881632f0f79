"""Whether hands can go down: quick refusals for a block of hands, an exact search for the few that remain."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, lowest_bit
from meldlab.kernels.cards.cards import Planes
from meldlab.kernels.contract.ladder import LADDER_ROWS, fill_set_jokers, set_jokers
from meldlab.kernels.contract.places import PLACE_ROWS, cards_at, mark_open, places_of
from meldlab.kernels.contract.tables import BLOCK, MOST_MELDS, PITCH, ContractTables
from meldlab.kernels.jit import bare_kernel

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]


# rows of `Scratch.kept`, a column for each hand that the sets leave a chance
_KEPT_ONCE, _KEPT_TWICE, _KEPT_THRICE, _KEPT_SPARE, _KEPT_SETS, _KEPT_OPEN = range(6)
# rows of `Scratch.stack`, a column for each run laid
_ONCE, _TWICE, _THRICE, _PLACES, _PLACE = range(5)
# rows of `Scratch.marks`
_SHAPE, _JOKERS = range(2)


class Scratch(NamedTuple):
    """Arrays that the kernels of a block work in."""

    rows: Words
    kept: Words
    places: Numbers
    stack: Words
    marks: Numbers
    masks: Words


def make_scratch() -> Scratch:
    """Return new scratch, for one thread."""
    return Scratch(
        rows=np.empty((max(LADDER_ROWS, PLACE_ROWS), PITCH), dtype=np.uint64),
        kept=np.empty((6, PITCH), dtype=np.uint64),
        places=np.empty(PITCH, dtype=np.int64),
        stack=np.empty((5, MOST_MELDS + 1), dtype=np.uint64),
        marks=np.empty((2, MOST_MELDS + 1), dtype=np.int64),
        masks=np.empty(LADDER_ROWS, dtype=np.uint64),
    )


@bare_kernel
def _lays_runs(jokers: int, least: int, tables: ContractTables, stack: Words, marks: Numbers, masks: Words) -> bool:
    """Return whether one hand can go down; its planes are in column 0 of `stack`.

    Depth-first over the shortest runs, those with fewest jokers first; each next run is of a later shape or lies at
    a later place, and sets, which cost `least` jokers even in the whole hand, take what the runs leave.
    """
    starts, shape_jokers, runs, sets = tables.starts, tables.jokers, tables.runs, tables.sets
    depth = 0
    marks[_SHAPE, 0], marks[_JOKERS, 0] = -1, jokers
    stack[_PLACES, 0] = ZERO
    while depth >= 0:
        if stack[_PLACES, depth] == ZERO:
            shape = marks[_SHAPE, depth] + 1
            if shape == starts.size or shape_jokers[shape] * (runs - depth) > marks[_JOKERS, depth] - least:
                depth -= 1
                continue
            marks[_SHAPE, depth] = shape
            places = places_of(
                stack[_ONCE, depth], starts[shape], tables.cells[shape], tables.naturals[shape], tables.low
            )
            if depth > 0 and shape == marks[_SHAPE, depth - 1]:
                places &= ~(stack[_PLACE, depth - 1] - ONE)
            stack[_PLACES, depth] = places
            continue
        if depth + 1 == runs and sets == 0:
            return True
        shape = marks[_SHAPE, depth]
        place = lowest_bit(stack[_PLACES, depth])
        stack[_PLACES, depth] ^= place
        cards = cards_at(place, tables.cells[shape], tables.naturals[shape], tables.low)
        once, twice, thrice = stack[_ONCE, depth], stack[_TWICE, depth], stack[_THRICE, depth]
        once, twice, thrice = (once & ~cards) | twice, (twice & ~cards) | thrice, thrice & ~cards
        left = marks[_JOKERS, depth] - shape_jokers[shape]
        if depth + 1 < runs:
            stack[_PLACE, depth] = place
            depth += 1
            stack[_ONCE, depth], stack[_TWICE, depth], stack[_THRICE, depth] = once, twice, thrice
            stack[_PLACES, depth] = ZERO
            marks[_SHAPE, depth], marks[_JOKERS, depth] = shape - 1, left
        elif set_jokers(once, twice, thrice, tables, masks) <= left:
            return True
    return False


@bare_kernel
def _keep_hands(hands: Planes, start: int, size: int, rows: Words, kept: Words, places: Numbers) -> int:
    """Gather the hands whose jokers suffice for the sets alone (row 0); return how many."""
    once, twice, thrice, jokers = hands.once, hands.twice, hands.thrice, hands.jokers
    waiting = 0
    for place in range(size):  # every hand is written, and kept only where it is open: no branch to be guessed wrong
        held, least = jokers[start + place], rows[0, place]
        kept[_KEPT_ONCE, waiting] = once[start + place]
        kept[_KEPT_TWICE, waiting] = twice[start + place]
        kept[_KEPT_THRICE, waiting] = thrice[start + place]
        kept[_KEPT_SPARE, waiting] = held - least
        kept[_KEPT_SETS, waiting] = least
        places[waiting] = start + place
        waiting += least <= held
    return waiting


@bare_kernel
def _fill_blocks(hands: Planes, tables: ContractTables, work: Scratch, can: NDArray[np.uint8]) -> None:
    jokers, rows, kept, places, stack = hands.jokers, work.rows, work.kept, work.places, work.stack
    for start in range(0, can.size, BLOCK):
        size = min(BLOCK, can.size - start)
        fill_set_jokers(hands, start, size, tables, rows)
        if tables.runs == 0:
            for place in range(size):
                can[start + place] = rows[0, place] <= jokers[start + place]
            continue
        can[start : start + size] = 0
        waiting = _keep_hands(hands, start, size, rows, kept, places)
        mark_open(kept, kept[_KEPT_SPARE], waiting, tables, rows, kept[_KEPT_OPEN])
        for hand in range(waiting):
            if kept[_KEPT_OPEN, hand] != ZERO:
                stack[_ONCE, 0], stack[_TWICE, 0] = kept[_KEPT_ONCE, hand], kept[_KEPT_TWICE, hand]
                stack[_THRICE, 0], least = kept[_KEPT_THRICE, hand], int(np.int64(kept[_KEPT_SETS, hand]))
                held = int(np.int64(kept[_KEPT_SPARE, hand])) + least
                can[places[hand]] = _lays_runs(held, least, tables, stack, work.marks, work.masks)


def fill_can_go_down(hands: Planes, tables: ContractTables, work: Scratch, can: NDArray[np.uint8]) -> None:
    """Fill `can` with 1 for the hands that can go down, 0 for the others.

    Implements can_go_down of section 11.

    Parameters
    ----------
    hands
        From as many decks as the tables were made for.
    tables
        From `contract_tables`.
    work
        From `make_scratch`.
    can : uint8, shape (hands,)
    """
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        _fill_blocks(hands, tables, work, can)
