"""Hands asked about before: a seat asks for the points of the same hand turn after turn, for its best throw twice.

Invariant: a slot holds a hand, every word of it, that hand's points under the rules of the memory's owner and, where
it was asked for, its best throw beside the card barred then.  What is recalled is therefore what solving the hand again
would give, whoever held it.  An empty slot is the empty hand.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U
from meldlab.kernels.cards.cards import Planes
from meldlab.kernels.jit import helper, kernel

_SLOT_BITS = 16
_SHIFT = U(64 - _SLOT_BITS)
_SIXTEEN = U(16)
_BYTE = U(255)
_POINTS, _THROW, _LEFT = range(4, 7)
_WORDS = 8  # once, twice, thrice, jokers and wild rank, and these three; a slot is a cache line long

# odd numbers without a pattern: the top bits of the product mix all bits of a hand
_ONCE = U(0x9E3779B97F4A7C15)
_TWICE = U(0xC2B2AE3D27D4EB4F)
_THRICE = U(0x165667B19E3779F9)
_REST = U(0xD6E8FEB86659FD93)


def make_memory() -> NDArray[np.uint64]:
    """Return an empty memory of 4 MB, shape (slots, words)."""
    return np.zeros((1 << _SLOT_BITS, _WORDS), dtype=np.uint64)


@helper
def _rest(planes: Planes, i: int) -> np.uint64:
    return U((planes.jokers[i] << _SIXTEEN) | planes.wild_ranks[i])


@helper
def _find(planes: Planes, i: int, memory: NDArray[np.uint64]) -> tuple[np.int64, bool]:
    """Return the slot of a hand, and whether it holds it."""
    once, twice, thrice, rest = planes.once[i], planes.twice[i], planes.thrice[i], _rest(planes, i)
    mixed = (once * _ONCE) ^ (twice * _TWICE) ^ (thrice * _THRICE) ^ (rest * _REST)
    slot = np.int64(U((mixed ^ (mixed >> U(32))) * _ONCE) >> _SHIFT)
    naturals = memory[slot, 0] == once and memory[slot, 1] == twice and memory[slot, 2] == thrice
    return slot, naturals and memory[slot, 3] == rest


@helper
def _place(planes: Planes, i: int, points: np.int64, memory: NDArray[np.uint64]) -> np.int64:
    """Put a hand into its slot and return it."""
    slot, _ = _find(planes, i, memory)
    memory[slot, 0], memory[slot, 1], memory[slot, 2] = planes.once[i], planes.twice[i], planes.thrice[i]
    memory[slot, 3], memory[slot, _POINTS], memory[slot, _THROW] = _rest(planes, i), U(points), ZERO
    return slot


@kernel
def recall(planes: Planes, memory: NDArray[np.uint64], points: NDArray[np.int64], missing: NDArray[np.int64]) -> int:
    """Write the points of the hands remembered to `points`, the numbers of the others to `missing`.

    Returns
    -------
    int
        How many are missing.
    """
    unknown = 0
    for i in range(planes.once.size):
        slot, held = _find(planes, i, memory)
        if held:
            points[i] = np.int64(memory[slot, _POINTS])
        else:
            missing[unknown] = i
            unknown += 1
    return unknown


@kernel
def remember(planes: Planes, points: NDArray[np.int64], memory: NDArray[np.uint64]) -> None:
    """Remember the points of hands, each in the place of another hand."""
    for i in range(planes.once.size):
        _place(planes, i, points[i], memory)


@kernel
def recall_throws(
    whole: Planes,
    barred: NDArray[np.int64],
    memory: NDArray[np.uint64],
    throws: NDArray[np.int64],
    points: NDArray[np.int64],
    declares: NDArray[np.bool_],
    missing: NDArray[np.int64],
) -> int:
    """Write the best throws remembered, and the numbers of the other hands to `missing`; return how many these are."""
    unknown = 0
    for i in range(whole.once.size):
        slot, held = _find(whole, i, memory)
        word = memory[slot, _THROW]
        if held and word != ZERO and np.int64((word >> U(8)) & _BYTE) == barred[i] + 2:
            throws[i] = np.int64(word >> _SIXTEEN) - 2
            points[i] = np.int64(memory[slot, _LEFT])
            declares[i] = word & ONE != ZERO
        else:
            missing[unknown] = i
            unknown += 1
    return unknown


@kernel
def remember_throws(
    whole: Planes,
    least: NDArray[np.int64],
    barred: NDArray[np.int64],
    throws: NDArray[np.int64],
    points: NDArray[np.int64],
    declares: NDArray[np.bool_],
    memory: NDArray[np.uint64],
) -> None:
    """Remember the points of hands with a card too many, their best throws and what these leave."""
    for i in range(whole.once.size):
        slot = _place(whole, i, least[i], memory)
        # one word, not 0: the throw, what was barred, whether it declares
        memory[slot, _THROW] = U(((throws[i] + 2) << 16) | ((barred[i] + 2) << 8) | np.int64(declares[i]))
        memory[slot, _LEFT] = U(points[i])
