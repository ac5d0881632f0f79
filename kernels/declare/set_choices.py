"""Sets that a hand could lay, listed for the block solver and the declare test.

Sets run across suits and there are at most two of them beside two lives, so they are chosen outside the suit
tables.  A choice is a multiset of naturals of one rank, written as planes (`once`, `twice`, `thrice` taken), the
wilds it needs and the points it covers.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.declare.rules import NO_LIMIT, DeclareRules
from meldlab.kernels.jit import helper

CAPACITY = 1024  # a rank of twelve cards has 256 choices, and a hand has few such ranks
MOST_NATURALS = 13
_EACH_SUIT = U(0x0001000100010001)


class SetRules(NamedTuple):
    """The legal sets as numbers of naturals and wilds."""

    fewest_wilds: NDArray[np.int64]  # shape (14,), least wilds of a set with n naturals, NO_LIMIT when there is none
    wild_counts: NDArray[np.int64]  # shape (14,), bit q: n naturals and exactly q wilds are a set
    identical_fewest: int  # the same two numbers for three identical naturals and wilds
    identical_counts: int
    distinct_suits: int
    fewest_naturals: int
    most_naturals: int
    dearest: NDArray[np.int16]  # shape (8192,), points of the dearest rank of each set of ranks
    beating: NDArray[np.uint64]  # shape (14, 256), [n, m]: ranks of which n naturals cover at least m points
    points: NDArray[np.int64]  # shape (13,)
    subsets: NDArray[np.uint64]  # shape (16, 5, 6), [suits held, size]: one card of each suit of a subset, rank A
    subset_counts: NDArray[np.int64]  # shape (16, 5)


class SetChoices(NamedTuple):
    """A list of choices; one for each thread."""

    planes: NDArray[np.uint64]  # shape (CAPACITY, 3)
    wilds: NDArray[np.int64]  # shape (CAPACITY,), least wilds
    points: NDArray[np.int64]  # shape (CAPACITY,)


def make_set_choices() -> SetChoices:
    """Return an empty list."""
    return SetChoices(
        np.zeros((CAPACITY, 3), dtype=np.uint64), np.zeros(CAPACITY, dtype=np.int64), np.zeros(CAPACITY, dtype=np.int64)
    )


def _dearest(points: NDArray[np.int64]) -> NDArray[np.int16]:
    dearest = np.zeros(8192, dtype=np.int16)
    for rank in range(13):
        holds = (np.arange(8192) >> rank) & 1 == 1
        dearest[holds] = np.maximum(dearest[holds], points[rank])
    return dearest


def _subsets() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    cards = np.zeros((16, 5, 6), dtype=np.uint64)
    counts = np.zeros((16, 5), dtype=np.int64)
    for held in range(16):
        for subset in range(1, 16):
            if subset & ~held == 0:
                size = subset.bit_count()
                cards[held, size, counts[held, size]] = sum(1 << 16 * suit for suit in range(4) if subset >> suit & 1)
                counts[held, size] += 1
    return cards, counts


def build_set_rules(rules: DeclareRules) -> SetRules:
    """Return the legal (naturals, wilds) of a set (G3), with three identical naturals apart (G4)."""

    def legal(naturals: int, wilds: int) -> bool:
        return (
            naturals >= max(1, rules.set_min_naturals)
            and wilds <= rules.set_max_wilds
            and rules.set_min <= naturals + wilds <= rules.set_max
        )

    most = 4 if rules.set_distinct_suits else MOST_NATURALS
    fewest = np.full(MOST_NATURALS + 1, NO_LIMIT, dtype=np.int64)
    counts = np.zeros(MOST_NATURALS + 1, dtype=np.int64)
    for naturals in range(1, most + 1):
        wilds = [q for q in range(16) if legal(naturals, q)]
        if wilds:
            fewest[naturals] = wilds[0]
            counts[naturals] = sum(1 << q for q in wilds)
    subsets, subset_counts = _subsets()
    possible = [n for n in range(1, most + 1) if counts[n]]
    identical = int(counts[3]) & ~1 if rules.identical_three else int(counts[3])
    return SetRules(
        fewest_wilds=fewest,
        wild_counts=counts,
        identical_fewest=(identical & -identical).bit_length() - 1 if identical else NO_LIMIT,
        identical_counts=identical,
        distinct_suits=rules.set_distinct_suits,
        fewest_naturals=min(possible, default=NO_LIMIT),
        most_naturals=max(possible, default=0),
        dearest=_dearest(rules.points),
        beating=np.array(
            [[sum(1 << r for r in range(13) if n * rules.points[r] >= m) for m in range(256)] for n in range(14)],
            dtype=np.uint64,
        ),
        points=rules.points,
        subsets=subsets,
        subset_counts=subset_counts,
    )


@helper
def _copies(once: np.uint64, twice: np.uint64, thrice: np.uint64, place: int) -> int:
    shift = U(place)
    return int((once >> shift) & ONE) + int((twice >> shift) & ONE) + int((thrice >> shift) & ONE)


@helper
def list_rank(
    once: np.uint64,
    twice: np.uint64,
    thrice: np.uint64,
    rank: int,
    sizes: int,
    wilds: int,
    listed: int,
    sets: SetRules,
    choices: SetChoices,
) -> int:
    """Append every choice of naturals of `rank` that some legal set holds; return the new length of the list.

    Only numbers of naturals whose bit is set in `sizes`, and sets of at most `wilds` wilds, are listed.
    """
    planes, least, values = choices.planes, choices.wilds, choices.points
    fewest_wilds, points = sets.fewest_wilds, sets.points[rank]
    place = U(rank)
    if sets.distinct_suits or (twice >> place) & _EACH_SUIT == ZERO:
        # the usual case, single cards: every subset of the suits
        cards = once >> place
        held = (cards & ONE) | ((cards >> U(15)) & U(2)) | ((cards >> U(30)) & U(4)) | ((cards >> U(45)) & U(8))
        for naturals in range(1, 5):
            if (sizes >> naturals) & 1 == 0 or fewest_wilds[naturals] > wilds:
                continue
            for number in range(sets.subset_counts[held, naturals]):
                planes[listed, 0] = sets.subsets[held, naturals, number] << place
                planes[listed, 1] = ZERO
                planes[listed, 2] = ZERO
                least[listed] = fewest_wilds[naturals]
                values[listed] = naturals * points
                listed += 1
        return listed
    held0 = _copies(once, twice, thrice, rank)
    held1 = _copies(once, twice, thrice, 16 + rank)
    held2 = _copies(once, twice, thrice, 32 + rank)
    held3 = _copies(once, twice, thrice, 48 + rank)
    for take0 in range(held0 + 1):
        for take1 in range(held1 + 1):
            for take2 in range(held2 + 1):
                for take3 in range(held3 + 1):
                    naturals = take0 + take1 + take2 + take3
                    if (sizes >> naturals) & 1 == 0:
                        continue
                    fewest = fewest_wilds[naturals]
                    if naturals == 3 and max(max(take0, take1), max(take2, take3)) == 3:
                        fewest = sets.identical_fewest
                    if fewest > wilds:
                        continue
                    for layer in range(3):
                        taken = U(take0 > layer) | (U(take1 > layer) << U(16))
                        taken |= (U(take2 > layer) << U(32)) | (U(take3 > layer) << U(48))
                        planes[listed, layer] = taken << place
                    least[listed] = fewest
                    values[listed] = naturals * points
                    listed += 1
    return listed


@helper
def wild_counts_of(
    planes: NDArray[np.uint64], number: int, wild_counts: NDArray[np.int64], identical_counts: int
) -> np.uint64:
    """Return, as bits, the numbers of wilds that make a set of a listed choice."""
    once, twice, thrice = planes[number, 0], planes[number, 1], planes[number, 2]
    naturals = np.int64(popcount(once) + popcount(twice) + popcount(thrice))
    if naturals == 3 and thrice != ZERO:
        return U(identical_counts)
    return U(wild_counts[naturals])


@helper
def take(
    once: np.uint64, twice: np.uint64, thrice: np.uint64, choices: NDArray[np.uint64], number: int
) -> tuple[bool, np.uint64, np.uint64, np.uint64]:
    """Return whether the cards of one choice are there, and the planes without them."""
    held = True
    for layer in range(3):
        cards = choices[number, layer]
        held = held and bool((cards & ~once) == ZERO)
        once, twice, thrice = once & ~(cards & ~twice), twice & ~(cards & ~thrice), thrice & ~cards
    return held, once, twice, thrice
