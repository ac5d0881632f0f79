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

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index, popcount
from meldlab.kernels.declare.points.suit_tables import (
    ALL_RANKS,
    LANES,
    SINGLES,
    SuitTables,
    byte_maximum,
    lower_lanes,
    row_of,
    shift_lanes,
)
from meldlab.kernels.declare.points.third_copies import FRONT, TripleStack, make_triple_stack, triple_words
from meldlab.kernels.jit import bare_kernel

IMPOSSIBLE = np.int16(-8000)
FEW = 12  # hands joined one by one
_BYTE = U(255)


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
    rows: NDArray[np.int64]  # shape (4, capacity), table rows
    chosen: NDArray[np.int64]  # shape (capacity,), hands picked out of the batch
    stack: TripleStack


def make_batch(classes: int, capacity: int) -> Batch:
    """Return an empty batch."""

    def words() -> NDArray[np.uint64]:
        return np.zeros(capacity, dtype=np.uint64)

    return Batch(
        once=words(),
        twice=words(),
        thrice=words(),
        wild_once=words(),
        wild_twice=words(),
        wild_thrice=words(),
        put_back=words(),
        wild_rank=words(),
        words=np.zeros((classes, 4, capacity), dtype=np.uint64),
        values=np.zeros((classes, 4, LANES, capacity), dtype=np.int16),
        joined=np.zeros((2, classes, LANES, capacity), dtype=np.int16),
        one_word=np.zeros(classes, dtype=np.uint64),
        rows=np.zeros((4, capacity), dtype=np.int64),
        chosen=np.zeros(capacity, dtype=np.int64),
        stack=make_triple_stack(),
    )


@bare_kernel
def _put_back_copies(
    batch: Batch,
    z: int,
    suit: int,
    bit: np.uint64,
    place: np.uint64,
    value: np.uint64,
    classes: int,
    tables: SuitTables,
) -> None:
    """Put back one, two and three copies of a wild-rank card of one suit; the road for rare holdings."""
    shift = U(16 * suit)
    once = ((batch.once[z] >> shift) & ALL_RANKS) | bit
    twice = (batch.twice[z] >> shift) & ALL_RANKS
    thrice = (batch.thrice[z] >> shift) & ALL_RANKS
    copies = 1 + np.int64((batch.wild_twice[z] >> place) & ONE) + np.int64((batch.wild_thrice[z] >> place) & ONE)
    for back in range(1, copies + 1):
        twice |= bit if back >= 2 else ZERO
        thrice |= bit if back == 3 else ZERO
        triple_words(once, twice, thrice, FRONT, tables, batch.stack, batch.one_word)
        for c in range(classes):
            word = lower_lanes(shift_lanes(batch.one_word[c], back), value * U(back))
            batch.words[c, suit, z] = byte_maximum(batch.words[c, suit, z], word)


@bare_kernel
def _find_rows(
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    hands: int,
    base: NDArray[np.int64],
    rows: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> None:
    """Write the table row of each suit; hands with doubles are picked out first, so that the loops never guess."""
    for suit in range(4):
        shift = U(16 * suit)
        for z in range(hands):
            rows[suit, z] = np.int64((once[z] >> shift) & ALL_RANKS)
    doubled = 0
    for z in range(hands):
        chosen[doubled] = z
        doubled += int(twice[z] != ZERO)
    for d in range(doubled):
        z = chosen[d]
        left = twice[z]
        while left != ZERO:
            place = lowest_index(left)
            left &= left - ONE
            suit = int(place >> U(4))
            cards = (once[z] >> U(16 * suit)) & ALL_RANKS
            below = cards & ((ONE << (place & U(15))) - ONE)
            row = rows[suit, z]
            rows[suit, z] = (base[cards] if row < SINGLES else row) + np.int64(ONE << popcount(below))


@bare_kernel
def look_up(batch: Batch, hands: int, classes: int, tables: SuitTables) -> None:
    """Fill `batch.words` for the first `hands` hands and the first `classes` classes."""
    once_planes, twice_planes, thrice_planes = batch.once, batch.twice, batch.thrice
    words, put_back, one_word, rows, chosen = batch.words, batch.put_back, batch.one_word, batch.rows, batch.chosen
    base, fronts = tables.base, tables.fronts
    _find_rows(once_planes, twice_planes, hands, base, rows, chosen)
    for z in range(hands):
        for suit in range(4):
            row = rows[suit, z]
            for c in range(classes):
                words[c, suit, z] = fronts[row, c]
    for z in range(hands):
        if thrice_planes[z] == ZERO:
            continue
        for suit in range(4):
            shift = U(16 * suit)
            thrice = (thrice_planes[z] >> shift) & ALL_RANKS
            if thrice != ZERO:
                once, twice = (once_planes[z] >> shift) & ALL_RANKS, (twice_planes[z] >> shift) & ALL_RANKS
                triple_words(once, twice, thrice, FRONT, tables, batch.stack, one_word)
                for c in range(classes):
                    words[c, suit, z] = one_word[c]
    wild_twice, wild_thrice, wild_rank, points = batch.wild_twice, batch.wild_thrice, batch.wild_rank, tables.points
    putting = 0
    for z in range(hands):
        chosen[putting] = z
        putting += int(put_back[z] != ZERO)
    for p in range(putting):
        z = chosen[p]
        value = U(points[np.int64(wild_rank[z])])
        bit = ONE << wild_rank[z]
        left = put_back[z]
        while left != ZERO:
            # one suit's wild-rank cards stand in their own place where that is better
            place = lowest_index(left)
            left &= left - ONE
            suit = int(place >> U(4))
            shift = U(16 * suit)
            once = ((once_planes[z] >> shift) & ALL_RANKS) | bit
            twice = (twice_planes[z] >> shift) & ALL_RANKS
            if ((thrice_planes[z] | wild_thrice[z]) >> shift) & ALL_RANKS != ZERO:
                _put_back_copies(batch, z, suit, bit, place, value, classes, tables)
                continue
            row = row_of(once, twice, base)
            for c in range(classes):
                word = lower_lanes(fronts[row, c] << U(8), value)
                words[c, suit, z] = byte_maximum(words[c, suit, z], word)
            if (wild_twice[z] >> place) & ONE != ZERO:
                row = row_of(once, twice | bit, base)
                for c in range(classes):
                    word = lower_lanes(fronts[row, c] << U(16), value + value)
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
def _join_few(batch: Batch, hands: int, wilds: int, classes: int, pairs: NDArray[np.int64], needed: int) -> None:
    """Join the suits of a few hands one by one: without lanes to fill, passing over what is impossible pays more."""
    words, values, joined = batch.words, batch.values, batch.joined
    for z in range(hands):
        for c in range(classes):
            for suit in range(4):
                word = words[c, suit, z]
                for lane in range(wilds + 1):
                    value = np.int16((word >> U(8 * lane)) & _BYTE)
                    values[c, suit, lane, z] = np.int16(value - 1) if value > 0 else IMPOSSIBLE
            for lane in range(wilds + 1):
                joined[0, c, lane, z] = values[c, 0, lane, z]
        for suit in range(1, 4):
            source = (suit - 1) & 1
            target = suit & 1
            for c in range(classes):
                for lane in range(wilds + 1):
                    joined[target, c, lane, z] = IMPOSSIBLE
            for pair in range(pairs.shape[0]):
                a, b, c = pairs[pair, 0], pairs[pair, 1], pairs[pair, 2]
                if suit == 3 and (needed >> c) & 1 == 0:
                    continue
                # a word's lanes never fall: where the last one is impossible, all are
                if joined[source, a, wilds, z] < 0 or values[b, suit, wilds, z] < 0:
                    continue
                for spent in range(wilds + 1):
                    left = joined[source, a, spent, z]
                    if left < 0:
                        continue
                    for rest in range(wilds + 1 - spent):
                        value = np.int16(left + values[b, suit, rest, z])
                        joined[target, c, spent + rest, z] = max(joined[target, c, spent + rest, z], value)


@bare_kernel
def join_suits(batch: Batch, hands: int, wilds: int, classes: int, pairs: NDArray[np.int64], needed: int) -> None:
    """Leave in ``batch.joined[1]`` the best value of each class with at most 0..`wilds` wilds.

    Max-plus product of the four suits over (class, wilds); `pairs` may hold fewer classes than the tables.  Only
    the classes whose bit is set in `needed` are right at the end.
    """
    if hands <= FEW:
        _join_few(batch, hands, wilds, classes, pairs, needed)
        return
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
            if suit == 3 and (needed >> pairs[pair, 2]) & 1 == 0:
                continue
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
