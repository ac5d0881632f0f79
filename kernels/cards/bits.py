"""Bit arithmetic on unsigned 64-bit words, written so that LLVM recognises and vectorises it.

Every constant is an explicit ``uint64``: numba turns a mix of unsigned and signed integers into floats.
"""

import numpy as np

from meldlab.kernels.jit import helper

U = np.uint64
ZERO = U(0)
ONE = U(1)

_ODD_BITS = U(0x5555555555555555)
_PAIRS = U(0x3333333333333333)
_NIBBLES = U(0x0F0F0F0F0F0F0F0F)
_BYTES = U(0x0101010101010101)
_TWO = U(2)
_FOUR = U(4)
_TOP_BYTE = U(56)


@helper
def popcount(word: np.uint64) -> np.uint64:
    """Return the number of set bits of `word`."""
    word = word - ((word >> ONE) & _ODD_BITS)
    word = (word & _PAIRS) + ((word >> _TWO) & _PAIRS)
    word = (word + (word >> _FOUR)) & _NIBBLES
    return U((word * _BYTES) >> _TOP_BYTE)


@helper
def lowest_bit(word: np.uint64) -> np.uint64:
    """Return `word` with only its lowest set bit left (0 stays 0)."""
    return U(word & (ZERO - word))


@helper
def lowest_index(word: np.uint64) -> np.uint64:
    """Return the position of the lowest set bit of a non-zero `word`."""
    return popcount(U((word & (ZERO - word)) - ONE))
