"""Points of hands asked about before: a seat asks for those of the same hand turn after turn.

Invariant: a slot holds a hand, every word of it, and that hand's points under the rules of the memory's owner; what is
recalled is therefore what solving the hand again would give, whoever held it.  An empty slot is the empty hand.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.bits import U
from meldlab.kernels.cards import Planes
from meldlab.kernels.jit import helper, kernel

_SLOT_BITS = 16
_SHIFT = U(64 - _SLOT_BITS)
_SIXTEEN = U(16)
_POINTS = 4
_WORDS = 8  # once, twice, thrice, jokers and wild rank, points; a slot is a cache line long

# odd numbers without a pattern: the top bits of the product mix all bits of a hand
_ONCE = U(0x9E3779B97F4A7C15)
_TWICE = U(0xC2B2AE3D27D4EB4F)
_THRICE = U(0x165667B19E3779F9)
_REST = U(0xD6E8FEB86659FD93)


def make_memory() -> NDArray[np.uint64]:
    """Return an empty memory of 4 MB, shape (slots, words)."""
    return np.zeros((1 << _SLOT_BITS, _WORDS), dtype=np.uint64)


@helper
def _slot(once: np.uint64, twice: np.uint64, thrice: np.uint64, rest: np.uint64) -> np.uint64:
    mixed = (once * _ONCE) ^ (twice * _TWICE) ^ (thrice * _THRICE) ^ (rest * _REST)
    return U((mixed ^ (mixed >> U(32))) * _ONCE) >> _SHIFT


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
        once, twice, thrice = planes.once[i], planes.twice[i], planes.thrice[i]
        rest = (planes.jokers[i] << _SIXTEEN) | planes.wild_ranks[i]
        slot = np.int64(_slot(once, twice, thrice, rest))
        naturals = memory[slot, 0] == once and memory[slot, 1] == twice and memory[slot, 2] == thrice
        if naturals and memory[slot, 3] == rest:
            points[i] = np.int64(memory[slot, _POINTS])
        else:
            missing[unknown] = i
            unknown += 1
    return unknown


@kernel
def remember(planes: Planes, points: NDArray[np.int64], memory: NDArray[np.uint64]) -> None:
    """Remember the points of hands, each in the place of another hand."""
    for i in range(planes.once.size):
        once, twice, thrice = planes.once[i], planes.twice[i], planes.thrice[i]
        rest = (planes.jokers[i] << _SIXTEEN) | planes.wild_ranks[i]
        slot = np.int64(_slot(once, twice, thrice, rest))
        memory[slot, 0], memory[slot, 1], memory[slot, 2], memory[slot, 3] = once, twice, thrice, rest
        memory[slot, _POINTS] = U(points[i])
