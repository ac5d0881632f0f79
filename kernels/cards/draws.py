"""Hands drawn from any cards that are left, in groups: from each group a fixed number of cards.

One group of all cards is plain dealing.  Several groups deal inside a stratum: every way to take the cards from the
groups has the same chance.  Copies are counted, so a pack may have any number of decks.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import U
from meldlab.kernels.cards.cards import KINDS
from meldlab.kernels.cards.deal_lanes import draw_below
from meldlab.kernels.cards.stream import Stream, lane_states, next_word
from meldlab.kernels.jit import kernel

_HALF_BITS = U(32)
_TWO_HALVES = U(1) << _HALF_BITS


@kernel
def _deal(
    state: NDArray[np.uint64],
    packs: NDArray[np.uint8],
    starts: NDArray[np.int64],
    takes: NDArray[np.int64],
    known: NDArray[np.uint8],
    counts: NDArray[np.uint8],
) -> None:
    """Fill `counts`; group g is ``packs[starts[g]:starts[g + 1]]``, its cards stay in the order they were left in."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    word = U(0)
    spare = False
    for hand in range(counts.shape[0]):
        for kind in range(KINDS):
            counts[hand, kind] = known[kind]
        for group in range(takes.size):
            first, size = starts[group], U(starts[group + 1] - starts[group])
            for drawn in range(takes[group]):
                bound = size - U(drawn)
                limit = _TWO_HALVES % bound
                while True:
                    if spare:
                        word >>= _HALF_BITS
                    else:
                        word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                    spare = not spare
                    place, rest = draw_below(word, bound)
                    if rest >= limit:  # the few halves that would make some cards likelier are drawn again
                        break
                top = first + drawn
                chosen = top + np.int64(place)
                card = packs[chosen]
                packs[chosen] = packs[top]
                packs[top] = card
                counts[hand, card] += np.uint8(1)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


class Draws:
    """The random numbers of one chunk, and hands drawn with them.

    Parameters
    ----------
    seed, chunk : int
        The same numbers give the same hands, in the order in which they are asked for.
    """

    def __init__(self, seed: int, chunk: int) -> None:
        self._state = np.ascontiguousarray(lane_states(seed, Stream.DRAWS, chunk, 1)[:, 0])

    def deal(
        self, known: NDArray[np.int64], groups: NDArray[np.int64], takes: NDArray[np.int64], counts: NDArray[np.uint8]
    ) -> None:
        """Fill `counts` with hands: the known cards, and ``takes[g]`` cards of each group.

        Parameters
        ----------
        known : int64, shape (53,)
            Copies that every hand holds.
        groups : int64, shape (groups, 53)
            Copies that may be drawn, each in one group.
        takes : int64, shape (groups,)
        counts : uint8, shape (hands, 53)

        Raises
        ------
        ValueError
            A group has fewer cards than are taken from it.
        """
        sizes = groups.sum(axis=1)
        if (takes > sizes).any() or (takes < 0).any():
            raise ValueError(f"{takes.tolist()} cards cannot be taken from groups of {sizes.tolist()}")
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        kinds = np.broadcast_to(np.arange(KINDS, dtype=np.uint8), groups.shape)
        packs = np.repeat(kinds.ravel(), groups.ravel())
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            _deal(self._state, packs, starts, takes.astype(np.int64), known.astype(np.uint8), counts)

    def share_out(self, hands: int, shares: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return how many of `hands` hands go each way, drawn one by one with chances `shares`, int64."""
        bounds = np.cumsum(shares / shares.sum())
        bounds[-1] = 1.0
        numbers = np.empty(hands, dtype=np.float64)
        with np.errstate(over="ignore"):
            _uniform(self._state, numbers)
        return np.bincount(np.searchsorted(bounds, numbers, side="right"), minlength=len(shares)).astype(np.int64)


@kernel
def _uniform(state: NDArray[np.uint64], numbers: NDArray[np.float64]) -> None:
    """Fill `numbers` with random numbers from 0 up to, but not including, 1."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for place in range(numbers.size):
        word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
        numbers[place] = np.float64(word >> U(11)) * 2.0**-53
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
