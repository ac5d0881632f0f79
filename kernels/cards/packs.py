"""Whole packs in shuffled order, each reached by its own number: what a played deal begins with."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, U
from meldlab.kernels.cards.cards import JOKER, NATURALS
from meldlab.kernels.cards.deal_lanes import draw_below
from meldlab.kernels.cards.stream import Stream, lane_states, next_word
from meldlab.kernels.jit import kernel

_HALF_BITS = U(32)
_HALVES = U(1 << 32)


def shuffle_packs(
    seed: int, chunk: int, deals: int, *, decks: int, printed_jokers: int, first_deal: int = 0
) -> NDArray[np.uint8]:
    """Return the packs of the deals ``first_deal, ..., first_deal + deals - 1`` of one chunk.

    Every pack has a random state of its own, so one deal can be dealt again without those before it.

    Parameters
    ----------
    seed, chunk
        See `stream.lane_states`.
    deals
        How many packs.
    decks
        52-card decks, at least 1.
    printed_jokers
        Printed jokers in each deck, not negative.

    Returns
    -------
    uint8 card numbers, shape (deals, decks * (52 + printed_jokers)); every order of the pack is equally likely.

    Raises
    ------
    ValueError
        When a number is out of its range.
    """
    if decks < 1 or printed_jokers < 0:
        raise ValueError(
            f"a pack needs at least one deck and no negative number of jokers: {decks=}, {printed_jokers=}"
        )
    states = lane_states(seed, Stream.PACKS, chunk, deals, first_lane=first_deal)
    packs = np.empty((deals, decks * (NATURALS + printed_jokers)), dtype=np.uint8)
    packs[:] = np.minimum(np.arange(packs.shape[1]) % (NATURALS + printed_jokers), JOKER)
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        shuffle(states, packs)
    return packs


@kernel
def shuffle(states: NDArray[np.uint64], packs: NDArray[np.uint8]) -> None:
    """Shuffle each row of `packs` (uint8) by Fisher and Yates, row i with the state ``states[:, i]`` (uint64).

    Every draw is exactly uniform: multiply and shift, and another word when the lower half is in the biased zone.
    """
    size = U(packs.shape[1])
    for deal in range(packs.shape[0]):
        pack = packs[deal]
        s0, s1, s2, s3 = states[0, deal], states[1, deal], states[2, deal], states[3, deal]
        word = U(0)
        top = U(0)
        while top + ONE < size:
            if top & ONE == U(0):
                word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            bound = size - top
            place, rest = draw_below(word, bound)
            # Only a remainder below the bound can be below 2**32 modulo the bound: the division is rare.
            while rest < bound and rest < _HALVES % bound:
                word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                place, rest = draw_below(word, bound)
            word >>= _HALF_BITS
            card = pack[top + place]
            pack[top + place] = pack[top]
            pack[top] = card
            top += ONE
