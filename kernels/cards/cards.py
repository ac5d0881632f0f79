"""Card numbers and the three ways to write down a hand: cards, counts and planes.

A *kind* is a number 0..51 for a natural card, ``suit * 13 + rank`` with suits S H D C = 0..3 and ranks
A 2 ... T J Q K = 0..12, and 52 for a printed joker.

``cards``
    The kinds in order: uint8, shape (hands, cards a hand).
``counts``
    Copies of each kind: uint8, shape (hands, 53).
``planes``
    One bit a natural kind: bit ``16 * suit + rank`` of `once`, `twice` and `thrice` says that at least one, two
    or three copies are held.  Printed jokers are a number beside them.  Planes hold hands from one to three
    decks, and bit arithmetic on them treats all four suits at once: each suit has a lane of 16 bits, of which
    the highest three stay empty.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.jit import kernel

RANKS = 13
SUITS = 4
NATURALS = RANKS * SUITS
JOKER = 52
KINDS = 53
MAX_COPIES = 3
LANE_BITS = 16

#: The number that stands for "no wild rank" in `Planes.wild_ranks`: no plane has a bit there.
NO_WILD = 13

#: All thirteen ranks of the first suit; of all four suits; rank A of all four suits.
SUIT_MASK = U((1 << RANKS) - 1)
RANK_MASK = U(sum(((1 << RANKS) - 1) << (LANE_BITS * suit) for suit in range(SUITS)))
ACE_MASK = U(sum(1 << (LANE_BITS * suit) for suit in range(SUITS)))

_LANE_SHIFT = U(4)
_LANE_INDEX = U(15)
_RANKS = U(RANKS)


class Planes(NamedTuple):
    """Hands as bits; every array is uint64 of shape (hands,)."""

    once: NDArray[np.uint64]
    twice: NDArray[np.uint64]
    thrice: NDArray[np.uint64]
    jokers: NDArray[np.uint64]  # printed jokers
    wild_ranks: NDArray[np.uint64]  # 0..12, or NO_WILD

    def hands(self, start: int, stop: int) -> "Planes":
        """Return views of the hands ``start, ..., stop - 1``."""
        return Planes(*(plane[start:stop] for plane in self))


def empty_planes(hands: int) -> Planes:
    """Return planes for `hands` hands with undefined contents."""
    return Planes(*(np.empty(hands, dtype=np.uint64) for _ in Planes._fields))


def planes_from_counts(counts: NDArray[np.uint8], wild_ranks: NDArray[np.uint64] | int = NO_WILD) -> Planes:
    """Return the planes of hands given as counts.

    Parameters
    ----------
    counts
        uint8, shape (hands, 53); at most three copies of a natural kind.
    wild_ranks
        The wild rank of each hand (or one for all); `NO_WILD` by default.

    Raises
    ------
    ValueError
        When the shape is wrong or a natural kind is held more than three times.
    """
    if counts.ndim != 2 or counts.shape[1] != KINDS:
        raise ValueError(f"counts must have the shape (hands, {KINDS}), not {counts.shape}")
    if counts.size and int(counts[:, :NATURALS].max(initial=0)) > MAX_COPIES:
        raise ValueError(f"planes hold at most {MAX_COPIES} copies of a natural card")
    planes = empty_planes(len(counts))
    planes.wild_ranks[:] = wild_ranks
    _fill_planes(counts, planes.once, planes.twice, planes.thrice, planes.jokers)
    return planes


def counts_from_planes(planes: Planes) -> NDArray[np.uint8]:
    """Return uint8 counts of shape (hands, 53); the wild ranks are not part of them."""
    counts = np.zeros((len(planes.once), KINDS), dtype=np.uint8)
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        _fill_counts(planes.once, planes.twice, planes.thrice, planes.jokers, counts)
    return counts


def counts_from_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return uint8 counts of shape (hands, 53) of hands given as cards, shape (hands, cards a hand).

    Raises
    ------
    ValueError
        When `cards` is not two-dimensional or holds a number above 52.
    """
    if cards.ndim != 2:
        raise ValueError(f"cards must have the shape (hands, cards), not {cards.shape}")
    if cards.size and int(cards.max()) > JOKER:
        raise ValueError(f"card numbers go from 0 to {JOKER}, not to {int(cards.max())}")
    hands = len(cards)
    cells = cards.astype(np.int64) + KINDS * np.arange(hands, dtype=np.int64)[:, None]
    return np.bincount(cells.ravel(), minlength=hands * KINDS).reshape(hands, KINDS).astype(np.uint8)


def cards_from_planes(planes: Planes, cards_a_hand: int) -> NDArray[np.uint8]:
    """Return the cards in pack order, uint8 of shape (hands, `cards_a_hand`).

    This is the way back for millions of dealt hands, so the caller says how many cards each of them has.

    Raises
    ------
    ValueError
        When a hand holds another number of cards.
    """
    cards = np.empty((len(planes.once), cards_a_hand), dtype=np.uint8)
    with np.errstate(over="ignore"):
        complete = _fill_cards(planes.once, planes.twice, planes.thrice, planes.jokers, cards)
    if not complete:
        raise ValueError(f"not every hand holds {cards_a_hand} cards")
    return cards


@kernel
def _fill_planes(
    counts: NDArray[np.uint8],
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    thrice: NDArray[np.uint64],
    jokers: NDArray[np.uint64],
) -> None:
    for hand in range(once.size):
        first = second = third = ZERO
        for kind in range(NATURALS):
            copies = counts[hand, kind]
            bit = ONE << U(LANE_BITS * (kind // RANKS) + kind % RANKS)
            if copies >= 1:
                first |= bit
            if copies >= 2:
                second |= bit
            if copies >= 3:
                third |= bit
        once[hand] = first
        twice[hand] = second
        thrice[hand] = third
        jokers[hand] = U(counts[hand, JOKER])


@kernel
def _fill_counts(
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    thrice: NDArray[np.uint64],
    jokers: NDArray[np.uint64],
    counts: NDArray[np.uint8],
) -> None:
    for hand in range(once.size):
        for word in (once[hand], twice[hand], thrice[hand]):
            rest = word
            while rest != ZERO:
                place = lowest_index(rest)
                kind = (place >> _LANE_SHIFT) * _RANKS + (place & _LANE_INDEX)
                counts[hand, kind] += np.uint8(1)
                rest &= rest - ONE
        counts[hand, JOKER] = np.uint8(jokers[hand])


@kernel
def _fill_cards(
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    thrice: NDArray[np.uint64],
    jokers: NDArray[np.uint64],
    cards: NDArray[np.uint8],
) -> bool:
    size = cards.shape[1]
    for hand in range(once.size):
        rest = once[hand]
        column = 0
        while rest != ZERO:
            place = lowest_index(rest)
            bit = ONE << place
            copies = 1 + int((twice[hand] & bit) != ZERO) + int((thrice[hand] & bit) != ZERO)
            if column + copies > size:
                return False
            for _ in range(copies):
                cards[hand, column] = np.uint8((place >> _LANE_SHIFT) * _RANKS + (place & _LANE_INDEX))
                column += 1
            rest &= rest - ONE
        if column + np.int64(jokers[hand]) != size:
            return False
        cards[hand, column:] = np.uint8(JOKER)
    return True
