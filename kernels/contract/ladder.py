"""Jokers that the sets of a contract need at least, for a block of hands: loops of plain bit arithmetic.

Each step is one loop over the hands of a block, which the compiler turns into vector instructions.  `rows` is the
block's scratch, one row a quantity.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ZERO, U, popcount
from meldlab.kernels.cards.cards import SUIT_MASK, Planes
from meldlab.kernels.contract.tables import FIELD, FIELD_BITS, OUT_OF_REACH, ContractTables
from meldlab.kernels.jit import bare_kernel, helper

Words = NDArray[np.uint64]

_SUIT = U(16)
_TWO_SUITS = U(32)
_THREE_SUITS = U(48)
_FIELD = U(FIELD)

#: Rows of `exactly` for one plane: no suit, one, two, three, all four.
COUNTS = 5
#: Rows of scratch that a block needs.
LADDER_ROWS = 3 + 3 * COUNTS


@helper
def exactly(plane: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the ranks held in exactly 0, 1, 2, 3, 4 suits of a plane, as bits of the first lane."""
    a, b, c, d = (
        plane & SUIT_MASK,
        (plane >> _SUIT) & SUIT_MASK,
        (plane >> _TWO_SUITS) & SUIT_MASK,
        plane >> _THREE_SUITS,
    )
    first, second = a ^ b, c ^ d
    both_first, both_second = a & b, c & d
    odd = first ^ second
    two_or_three = (both_first ^ both_second) | (first & second)
    four = both_first & both_second
    none = ~(a | b | c | d) & SUIT_MASK
    return U(none), U(odd & ~two_or_three), U(two_or_three & ~odd), U(odd & two_or_three), U(four)


@bare_kernel
def fill_exactly(planes: Words, start: int, size: int, rows: Words, first_row: int) -> None:
    """Fill the five rows from `first_row` with `exactly` of the planes from `start` on."""
    for place in range(size):
        none, one, two, three, four = exactly(planes[start + place])
        rows[first_row, place] = none
        rows[first_row + 1, place] = one
        rows[first_row + 2, place] = two
        rows[first_row + 3, place] = three
        rows[first_row + 4, place] = four


@bare_kernel
def add_kind(rows: Words, once: int, twice: int, thrice: int, ladder: np.uint64, size: int, out: int) -> None:
    """Add the ladder of one kind for each rank that is of it; rows of `fill_exactly`."""
    for place in range(size):
        ranks = rows[once, place] & rows[twice, place] & rows[thrice, place]
        rows[out, place] += popcount(ranks) * ladder


@bare_kernel
def fill_row(rows: Words, row: int, value: np.uint64, size: int) -> None:
    """Fill a row with one value."""
    for place in range(size):
        rows[row, place] = value


@bare_kernel
def climb(rows: Words, ladder: int, field: int, size: int, left: int, jokers: int) -> None:
    """Take the sets that cost `field` jokers, as far as sets are `left`, and add what they cost to row `jokers`."""
    shift, cost = U(FIELD_BITS * field), U(field)
    for place in range(size):
        taken = min((rows[ladder, place] >> shift) & _FIELD, rows[left, place])
        rows[left, place] -= taken
        rows[jokers, place] += taken * cost


@bare_kernel
def finish_climb(rows: Words, cost: np.uint64, size: int, left: int, jokers: int) -> None:
    """Add what the sets still `left` cost each."""
    for place in range(size):
        rows[jokers, place] += rows[left, place] * cost


@bare_kernel
def fill_set_jokers(hands: Planes, start: int, size: int, tables: ContractTables, rows: Words) -> None:
    """Fill row 0 with the fewest jokers with which each hand can lay the sets alone; `OUT_OF_REACH` or more if none do.

    Implements 2.1, 2.2 and fact 3 of section 11 for the `size` hands from `start` on.
    """
    jokers, left, ladder, first = 0, 1, 2, 3
    kinds, ladders, decks = tables.kinds, tables.ladders, tables.decks
    second, third = first + COUNTS, first + COUNTS + COUNTS
    fill_row(rows, jokers, ZERO, size)
    if tables.sets == 0:
        return
    fill_row(rows, left, U(tables.sets), size)
    fill_row(rows, ladder, ZERO, size)
    fill_exactly(hands.once, start, size, rows, first)
    if decks > 1:
        fill_exactly(hands.twice, start, size, rows, second)
    if decks > 2:
        fill_exactly(hands.thrice, start, size, rows, third)
    for kind in range(ladders.size):
        once = first + kinds[kind, 0]
        twice = second + kinds[kind, 1] if decks > 1 else once
        thrice = third + kinds[kind, 2] if decks > 2 else once
        add_kind(rows, once, twice, thrice, ladders[kind], size, ladder)
    for field in range(tables.fields):
        climb(rows, ladder, field, size, left, jokers)
    finish_climb(rows, U(tables.endless) if tables.endless else U(OUT_OF_REACH), size, left, jokers)


@bare_kernel
def set_jokers(once: np.uint64, twice: np.uint64, thrice: np.uint64, tables: ContractTables, masks: Words) -> np.int64:
    """Return what `fill_set_jokers` says of one hand; `masks` is scratch for `LADDER_ROWS` words."""
    kinds, ladders, decks = tables.kinds, tables.ladders, tables.decks
    second, third = COUNTS, COUNTS + COUNTS
    masks[0], masks[1], masks[2], masks[3], masks[4] = exactly(once)
    if decks > 1:
        masks[second], masks[second + 1], masks[second + 2], masks[second + 3], masks[second + 4] = exactly(twice)
    if decks > 2:
        masks[third], masks[third + 1], masks[third + 2], masks[third + 3], masks[third + 4] = exactly(thrice)
    ladder = ZERO
    for kind in range(ladders.size):
        ranks = masks[kinds[kind, 0]]
        if decks > 1:
            ranks &= masks[second + kinds[kind, 1]]
        if decks > 2:
            ranks &= masks[third + kinds[kind, 2]]
        ladder += popcount(ranks) * ladders[kind]
    left, jokers = np.int64(tables.sets), np.int64(0)
    for field in range(tables.fields):
        taken = min(np.int64((ladder >> U(FIELD_BITS * field)) & _FIELD), left)
        left -= taken
        jokers += taken * field
    return np.int64(jokers + left * (tables.endless if tables.endless else OUT_OF_REACH))
