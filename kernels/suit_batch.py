"""From hands to class values: a batch of hands, suit by suit, through the tables and the max-plus product.

Arrays run over the hands of a batch in their last axis, so that every inner loop is a plain loop over hands that
LLVM turns into vector code; only the table look-ups are scalar.  Values are `int16`, `IMPOSSIBLE` where no
arrangement of the class exists (four of them still fit).

Natural wilds: a wild-rank card put back in its own place is looked up as an ordinary card, costs one wild (its
lane moves up) and gives back the points it does not have.  The best over the numbers of copies put back is exact.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.suit_fronts import ALL_RANKS, LANES, SuitTables, byte_maximum, lower_lanes, row_of, shift_lanes
from meldlab.kernels.triples import FRONT, TripleStack, make_triple_stack, triple_words

IMPOSSIBLE = np.int16(-8000)
_EACH_SUIT = U(0x0001000100010001)
_BYTE = U(255)
_SUIT_BITS = U(16)


class Batch(NamedTuple):
    """Hands waiting for their suit words, and the words; one of each array for every thread."""

    once: NDArray[np.uint64]  # shape (capacity,), natural cards that are not wild
    twice: NDArray[np.uint64]
    thrice: NDArray[np.uint64]
    wild_once: NDArray[np.uint64]  # shape (capacity,), wild-rank cards
    wild_twice: NDArray[np.uint64]
    wild_thrice: NDArray[np.uint64]
    put_back: NDArray[np.uint64]  # shape (capacity,), those of `wild_once` worth trying in their own place
    wild_rank: NDArray[np.uint64]  # shape (capacity,)
    words: NDArray[np.uint64]  # shape (classes, 4, capacity)
    values: NDArray[np.int16]  # shape (classes, 4, LANES, capacity)
    joined: NDArray[np.int16]  # shape (2, classes, LANES, capacity); [1] is the result of `join_suits`
    one_word: NDArray[np.uint64]  # shape (classes,)
    stack: TripleStack


def make_batch(classes: int, capacity: int) -> Batch:
    """Return an empty batch."""

    def words() -> NDArray[np.uint64]:
        return np.zeros(capacity, dtype=np.uint64)

    return Batch(
        *(words() for _ in range(8)),
        words=np.zeros((classes, 4, capacity), dtype=np.uint64),
        values=np.zeros((classes, 4, LANES, capacity), dtype=np.int16),
        joined=np.zeros((2, classes, LANES, capacity), dtype=np.int16),
        one_word=np.zeros(classes, dtype=np.uint64),
        stack=make_triple_stack(),
    )


@bare_kernel
def _words_of(
    once: np.uint64,
    twice: np.uint64,
    thrice: np.uint64,
    classes: int,
    tables: SuitTables,
    stack: TripleStack,
    out: NDArray[np.uint64],
) -> None:
    """Write the front words of one holding to `out`; the road for rare holdings."""
    if thrice != ZERO:
        triple_words(once, twice, thrice, FRONT, tables, stack, out)
    else:
        row = row_of(once, twice, tables.base)
        for c in range(classes):
            out[c] = tables.fronts[row, c]


@bare_kernel
def look_up(batch: Batch, hands: int, classes: int, tables: SuitTables) -> None:
    """Fill `batch.words` for the first `hands` hands and the first `classes` classes."""
    # Arrays are taken out of the tuples once: inside the loop each access would cost reference counting.
    once_planes, twice_planes, thrice_planes = batch.once, batch.twice, batch.thrice
    words, put_back, one_word = batch.words, batch.put_back, batch.one_word
    base, fronts = tables.base, tables.fronts
    for z in range(hands):
        for suit in range(4):
            shift = _SUIT_BITS * U(suit)
            once = (once_planes[z] >> shift) & ALL_RANKS
            twice = (twice_planes[z] >> shift) & ALL_RANKS
            if (thrice_planes[z] >> shift) & ALL_RANKS == ZERO:
                row = row_of(once, twice, base)
                for c in range(classes):
                    words[c, suit, z] = fronts[row, c]
            else:
                thrice = (thrice_planes[z] >> shift) & ALL_RANKS
                _words_of(once, twice, thrice, classes, tables, batch.stack, one_word)
                for c in range(classes):
                    words[c, suit, z] = one_word[c]
    wild_twice, wild_thrice, wild_rank, points = batch.wild_twice, batch.wild_thrice, batch.wild_rank, tables.points
    for z in range(hands):
        left = put_back[z]
        while left != ZERO:
            # one suit's wild-rank cards stand in their own place where that is better
            place = lowest_index(left)
            left &= left - ONE
            suit = np.int64(place >> U(4))
            shift = _SUIT_BITS * U(suit)
            once = (once_planes[z] >> shift) & ALL_RANKS
            twice = (twice_planes[z] >> shift) & ALL_RANKS
            thrice = (thrice_planes[z] >> shift) & ALL_RANKS
            bit = ONE << wild_rank[z]
            value = U(points[np.int64(wild_rank[z])])
            copies = 1 + np.int64((wild_twice[z] >> place) & ONE) + np.int64((wild_thrice[z] >> place) & ONE)
            once |= bit
            for back in range(1, copies + 1):
                if back >= 2:
                    twice |= bit
                if back == 3:
                    thrice |= bit
                if thrice == ZERO:
                    row = row_of(once, twice, base)
                    for c in range(classes):
                        one_word[c] = fronts[row, c]
                else:
                    _words_of(once, twice, thrice, classes, tables, batch.stack, one_word)
                for c in range(classes):
                    word = lower_lanes(shift_lanes(one_word[c], back), value * U(back))
                    words[c, suit, z] = byte_maximum(words[c, suit, z], word)


@bare_kernel
def _spread(words: NDArray[np.uint64], c: int, suit: int, lane: int, values: NDArray[np.int16], hands: int) -> None:
    shift = U(8 * lane)
    for z in range(hands):
        value = np.int16((words[c, suit, z] >> shift) & _BYTE)
        values[c, suit, lane, z] = np.int16(value - 1) if value > 0 else IMPOSSIBLE


@bare_kernel
def _copy_first(values: NDArray[np.int16], c: int, lane: int, joined: NDArray[np.int16], hands: int) -> None:
    for z in range(hands):
        joined[0, c, lane, z] = values[c, 0, lane, z]


@bare_kernel
def _raise_to(
    left: NDArray[np.int16],
    a: int,
    spent: int,
    right: NDArray[np.int16],
    b: int,
    suit: int,
    rest: int,
    best: NDArray[np.int16],
    c: int,
    hands: int,
) -> None:
    # A function of its own and whole arrays as arguments: LLVM sees one loop and vectorises it.
    lane = spent + rest
    for z in range(hands):
        value = np.int16(left[a, spent, z] + right[b, suit, rest, z])
        best[c, lane, z] = max(value, best[c, lane, z])


@bare_kernel
def join_suits(batch: Batch, hands: int, wilds: int, classes: int, pairs: NDArray[np.int64]) -> None:
    """Leave in ``batch.joined[1]`` the best value of each class with at most 0..`wilds` wilds.

    Max-plus product of the four suits over (class, wilds); `pairs` may hold fewer classes than the tables.
    """
    words, values, joined = batch.words, batch.values, batch.joined
    for c in range(classes):
        for suit in range(4):
            for lane in range(wilds + 1):
                _spread(words, c, suit, lane, values, hands)
    for c in range(classes):
        for lane in range(wilds + 1):
            _copy_first(values, c, lane, joined, hands)
    for suit in range(1, 4):
        source = joined[(suit - 1) & 1]
        target = joined[suit & 1]
        for c in range(classes):
            for lane in range(wilds + 1):
                for z in range(hands):
                    target[c, lane, z] = IMPOSSIBLE
        for pair in range(pairs.shape[0]):
            for lane in range(wilds + 1):
                for spent in range(lane + 1):
                    _raise_to(
                        source,
                        pairs[pair, 0],
                        spent,
                        values,
                        pairs[pair, 1],
                        suit,
                        lane - spent,
                        target,
                        pairs[pair, 2],
                        hands,
                    )
