"""Hands of tables as planes: from copies, with a card less, with a card more; and which of them are of one suit."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.cards.cards import JOKER, LANE_BITS, NO_WILD, RANKS, SUITS, Planes
from meldlab.kernels.jit import helper, kernel

_SUIT_BITS = U(0xFFFF)


@helper
def card_bit(card: int | np.int64) -> np.uint64:
    """Return the bit of a natural in a plane."""
    return U(ONE << U(LANE_BITS * (card // RANKS) + card % RANKS))


@kernel
def fill_planes(hands: NDArray[np.uint8], wild_ranks: NDArray[np.int64], out: Planes) -> None:
    """Fill `out` with hands given as copies.

    Parameters
    ----------
    hands : uint8, shape (hands, 53)
        At most three copies of a natural.
    wild_ranks : int64, shape (hands,)
        -1 for none.
    out
    """
    for i in range(hands.shape[0]):
        once, twice, thrice = ZERO, ZERO, ZERO
        for suit in range(SUITS):
            for rank in range(RANKS):
                # no branch: which cards a hand holds cannot be guessed
                copies = hands[i, suit * RANKS + rank]
                place = U(LANE_BITS * suit + rank)
                once |= U(copies >= 1) << place
                twice |= U(copies >= 2) << place
                thrice |= U(copies >= 3) << place
        out.once[i], out.twice[i], out.thrice[i] = once, twice, thrice
        out.jokers[i] = U(hands[i, JOKER])
        out.wild_ranks[i] = U(NO_WILD if wild_ranks[i] < 0 else wild_ranks[i])


@kernel
def fill_rests(whole: Planes, hand_of: NDArray[np.int64], card_of: NDArray[np.int64], rests: Planes) -> None:
    """Fill `rests` with the hands ``hand_of`` of `whole` less one copy of ``card_of``."""
    for z in range(hand_of.size):
        i, card = hand_of[z], card_of[z]
        once, twice, thrice, jokers = whole.once[i], whole.twice[i], whole.thrice[i], whole.jokers[i]
        if card == JOKER:
            jokers -= ONE
        else:
            bit = card_bit(card)
            if thrice & bit != ZERO:
                thrice &= ~bit
            elif twice & bit != ZERO:
                twice &= ~bit
            else:
                once &= ~bit
        rests.once[z], rests.twice[z], rests.thrice[z], rests.jokers[z] = once, twice, thrice, jokers
        rests.wild_ranks[z] = whole.wild_ranks[i]


@kernel
def fill_grown(whole: Planes, hand_of: NDArray[np.int64], card_of: NDArray[np.int64], grown: Planes) -> None:
    """Fill `grown` with the hands ``hand_of`` of `whole` and one more ``card_of``, of which they hold two at most."""
    for z in range(hand_of.size):
        i, card = hand_of[z], card_of[z]
        once, twice, thrice, jokers = whole.once[i], whole.twice[i], whole.thrice[i], whole.jokers[i]
        if card == JOKER:
            jokers += ONE
        else:
            bit = card_bit(card)
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
        grown.once[z], grown.twice[z], grown.thrice[z], grown.jokers[z] = once, twice, thrice, jokers
        grown.wild_ranks[z] = whole.wild_ranks[i]


@kernel
def one_suit_hands(whole: Planes, naturals: int, out: NDArray[np.bool_]) -> None:
    """Write which hands hold `naturals` cards or more of one suit."""
    for i in range(whole.once.size):
        out[i] = False
        for suit in range(SUITS):
            shift = U(LANE_BITS * suit)
            held = (
                popcount((whole.once[i] >> shift) & _SUIT_BITS)
                + popcount((whole.twice[i] >> shift) & _SUIT_BITS)
                + popcount((whole.thrice[i] >> shift) & _SUIT_BITS)
            )
            if np.int64(held) >= naturals:
                out[i] = True
