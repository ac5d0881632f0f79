"""Distances by the holes of melds, all places of a run at once.

A hand lays its runs and sets with *holes*, cells whose natural it does not hold.  A joker or a new card goes into each,
so the least holes beyond the jokers are a lower bound, and the distance wherever the jokers fit into the holes and the
pack holds the new cards.  Where no choice of places proves the bound, only `contract_distance` can tell.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_bit, lowest_index, popcount
from meldlab.kernels.cards.cards import LANE_BITS, RANKS, SUIT_MASK, SUITS
from meldlab.kernels.contract.ladder import LADDER_ROWS, set_jokers
from meldlab.kernels.contract.places import turned
from meldlab.kernels.contract.rules import ContractRules
from meldlab.kernels.contract.shapes import JOKER_CELLS, JOKERS, LENGTH
from meldlab.kernels.contract.tables import MOST_MELDS, PITCH, ContractTables
from meldlab.kernels.jit import bare_kernel, helper

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

UNKNOWN = 255  #: no distance: `contract_distance` has to find it
_FAR = 99
_LANE_SHIFT = U(4)

# rows of `NearWork.stack`, a column for each run placed; after them the places by holes
_ONCE, _TWICE, _THRICE, _PLACES, _PLACE, _USED, _USED_TWICE, _USED_THRICE, _TOO_OFTEN = range(9)
_BY_HOLES = 9
# rows of `NearWork.marks`
_HERE, _HOLES, _FITTING = range(3)
_NO, _YES, _PERHAPS = range(3)


class NearTables(NamedTuple):
    """What the distances of one ruleset, pack and contract need."""

    sets: ContractTables  # sets with their lacking cards as jokers
    length: int  # cells of the shortest runs, 0 when they differ or there is none
    starts: np.uint64  # places where they may start
    cells: Words  # shape (64, length): the card in each cell of a run at a place, by the number of the place's bit
    windows: Words  # shape (64,): all of them together
    fitting: NDArray[np.int64]  # shape (2**length,): most jokers that may lie in such holes
    jokers: int  # jokers of the pack
    pack_suffices: int  # 1: the pack holds all cards that sets can lack
    decides: int  # 0: `contract_distance` decides every hand


class NearWork(NamedTuple):
    """Arrays that kernels work in; the first rows of `stack` are the planes of a hand with some runs taken."""

    rows: Words
    stack: Words
    marks: Numbers
    rest: Numbers
    masks: Words


def near_tables(rules: ContractRules, tables: ContractTables, shapes: Numbers, *, jokers: int) -> NearTables:
    """Return the tables of a contract whose `tables` and shortest run `shapes` are given; `jokers` in the pack."""
    lengths = set(shapes[:, LENGTH].tolist())
    length = lengths.pop() if len(lengths) == 1 else 0
    ordinary = rules.set_least_naturals == 0 and not rules.set_distinct_suits and rules.set_min <= rules.set_max
    fitting = np.zeros(1 << length, dtype=np.int64)
    for holes in range(len(fitting)):
        fits = (shapes[:, JOKER_CELLS] & ~holes) == 0
        fitting[holes] = shapes[fits, JOKERS].max(initial=0)
    cells = _cells_of_places(length)
    return NearTables(
        sets=tables,
        length=length,
        starts=tables.starts[0] if length else ZERO,
        cells=cells,
        windows=np.bitwise_or.reduce(cells, axis=1),
        fitting=fitting,
        jokers=jokers,
        pack_suffices=int(tables.sets * rules.set_min <= SUITS * tables.decks - tables.runs),
        decides=int((tables.sets == 0 or ordinary) and (tables.runs == 0 or 0 < length <= RANKS)),
    )


def _cells_of_places(length: int) -> Words:
    cells = np.zeros((LANE_BITS * SUITS, length), dtype=np.uint64)
    for suit in range(SUITS):
        for place in range(RANKS):
            for cell in range(length):
                cells[LANE_BITS * suit + place, cell] = 1 << (LANE_BITS * suit + (place + cell) % RANKS)
    return cells


def make_near_work(tables: NearTables) -> NearWork:
    """Return new arrays, for one thread."""
    return NearWork(
        rows=np.zeros((LADDER_ROWS, PITCH), dtype=np.uint64),
        stack=np.zeros((_BY_HOLES + tables.length + 1, MOST_MELDS + 1), dtype=np.uint64),
        marks=np.zeros((3, MOST_MELDS + 1), dtype=np.int64),
        rest=np.zeros((SUITS + 1, MOST_MELDS + 1), dtype=np.int64),
        masks=np.zeros(LADDER_ROWS, dtype=np.uint64),
    )


@helper
def _fill_by_holes(depth: int, tables: NearTables, stack: Words) -> None:
    """Fill the rows of places by their holes from the plane `once` of this depth."""
    once, low = stack[_ONCE, depth], tables.sets.low
    stack[_BY_HOLES, depth] = tables.starts
    for holes in range(1, tables.length + 1):
        stack[_BY_HOLES + holes, depth] = ZERO
    for cell in range(tables.length):
        there = turned(once, cell, low)
        for holes in range(cell + 1, 0, -1):
            more = stack[_BY_HOLES + holes - 1, depth] & ~there
            stack[_BY_HOLES + holes, depth] = (stack[_BY_HOLES + holes, depth] & there) | more
        stack[_BY_HOLES, depth] &= there


@bare_kernel
def _fill_rest(tables: NearTables, stack: Words, rest: Numbers) -> None:
    """Fill ``rest[s, n]`` with a lower bound for the holes of n runs in suits s, s + 1, ...; planes in column 0."""
    runs, length, decks = tables.sets.runs, tables.length, tables.sets.decks
    for number in range(1, runs + 1):
        rest[SUITS, number] = _FAR
    for suit in range(SUITS - 1, -1, -1):
        shift = U(LANE_BITS * suit)
        held = np.int64(0)
        for plane in range(_ONCE, decks):
            held += np.int64(popcount((stack[plane, 0] >> shift) & SUIT_MASK))
        least = 0
        while least < length and (stack[_BY_HOLES + least, 0] >> shift) & SUIT_MASK == ZERO:
            least += 1
        for number in range(runs + 1):
            best = rest[suit + 1, number]
            for here in range(1, number + 1):
                best = min(best, max(here * least, here * length - held) + rest[suit + 1, number - here])
            rest[suit, number] = best


@helper
def _jokers_that_fit(place: np.uint64, once: np.uint64, tables: NearTables) -> int:
    """Return how many jokers may lie in the holes of the place with this number."""
    cells, holes = tables.cells, 0
    for cell in range(tables.length):
        if cells[place, cell] & once == ZERO:
            holes |= 1 << cell
    return int(tables.fitting[holes])


@bare_kernel
def _can_be_placed(held: int, limit: int, least: int, tables: NearTables, work: NearWork) -> int:
    """Return whether at most `limit` new cards suffice: no, yes, or perhaps, where jokers or the pack leave it open.

    Depth-first over places of runs, each at or after the one before.  `held` jokers are in hand, its planes in column 0
    with its places by holes, and sets lack `least` cards even in the whole hand.
    """
    stack, marks, rest = work.stack, work.marks, work.rest
    runs, length, decks = tables.sets.runs, tables.length, tables.sets.decks
    budget, answer, depth = limit + held, _NO, 0
    marks[_HERE, 0], marks[_HOLES, 0], marks[_FITTING, 0] = -1, 0, 0
    for row in range(_PLACES, _TOO_OFTEN + 1):
        stack[row, 0] = ZERO
    while depth >= 0:
        if stack[_PLACES, depth] == ZERO:
            here = marks[_HERE, depth] + 1
            if here > length or marks[_HOLES, depth] + here + rest[0, runs - depth - 1] + least > budget:
                depth -= 1
                continue
            marks[_HERE, depth] = here
            stack[_PLACES, depth] = stack[_BY_HOLES + here, depth]
            if depth > 0:
                stack[_PLACES, depth] &= ~(stack[_PLACE, depth - 1] - ONE)
            continue
        place = lowest_bit(stack[_PLACES, depth])
        stack[_PLACES, depth] ^= place
        holes = marks[_HOLES, depth] + marks[_HERE, depth]
        number = lowest_index(place)
        suit = np.int64(number >> _LANE_SHIFT)
        if holes + rest[suit, runs - depth - 1] + least > budget:
            continue
        cards = tables.windows[number]
        once, twice, thrice = stack[_ONCE, depth], stack[_TWICE, depth], stack[_THRICE, depth]
        fitting = marks[_FITTING, depth] + (_jokers_that_fit(number, once, tables) if held > 0 else 0)
        once, twice, thrice = (once & ~cards) | twice, (twice & ~cards) | thrice, thrice & ~cards
        used, used_twice, used_thrice = stack[_USED, depth], stack[_USED_TWICE, depth], stack[_USED_THRICE, depth]
        too_often = stack[_TOO_OFTEN, depth]
        too_often |= (used if decks == 1 else used_twice if decks == 2 else used_thrice) & cards
        if depth + 1 < runs:
            stack[_PLACE, depth] = place
            depth += 1
            stack[_ONCE, depth], stack[_TWICE, depth], stack[_THRICE, depth] = once, twice, thrice
            stack[_USED, depth], stack[_USED_TWICE, depth] = used | cards, used_twice | (used & cards)
            stack[_USED_THRICE, depth], stack[_TOO_OFTEN, depth] = used_thrice | (used_twice & cards), too_often
            stack[_PLACES, depth] = ZERO
            marks[_HERE, depth], marks[_HOLES, depth], marks[_FITTING, depth] = -1, holes, fitting
            _fill_by_holes(depth, tables, stack)
            continue
        lacking = set_jokers(once, twice, thrice, tables.sets, work.masks) if tables.sets.sets > 0 else 0
        if holes + lacking > budget:
            continue
        in_runs = min(held, fitting)
        pack_suffices = tables.pack_suffices or in_runs + lacking <= tables.jokers
        if too_often == ZERO and pack_suffices and holes + lacking - min(held, fitting + lacking) <= limit:
            return _YES
        answer = _PERHAPS
    return answer


@bare_kernel
def near_distance(held: int, lacking: int, tables: NearTables, work: NearWork) -> int:
    """Return the distance of a hand that cannot go down, `UNKNOWN` where jokers or the pack leave it open.

    Its planes are in the first three rows of column 0 of ``work.stack``; its sets lack `lacking` cards.
    """
    _fill_by_holes(0, tables, work.stack)
    _fill_rest(tables, work.stack, work.rest)
    limit = max(1, int(work.rest[0, tables.sets.runs]) + lacking - held)
    while limit < _FAR:
        answer = _can_be_placed(held, limit, lacking, tables, work)
        if answer == _YES:
            return limit
        if answer == _PERHAPS:
            break
        limit += 1
    return UNKNOWN
