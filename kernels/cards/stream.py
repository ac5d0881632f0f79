"""Random streams: xoshiro256++ states reached directly from (seed, stream, chunk, lane).

Nothing is drawn in sequence to get from one chunk to the next, so chunks may be dealt in any order, by any
number of workers, and always hold the same cards.

Two steps lead to a state.  The seed, the stream number and the chunk number are hashed by numpy's
``SeedSequence`` into a root of four words.  Word w of lane i is then the (i + 1)-th splitmix64 output that
starts at word w of the root.  Splitmix64 is a bijection of its counter: no two lanes of a chunk can share a
word, and the state of any lane is reached without computing those before it.
"""

import secrets
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import U
from meldlab.kernels.jit import helper

#: Seeds are integers from 0 up to, but not including, this number.
SEED_LIMIT = 2**128

_GOLDEN = U(0x9E3779B97F4A7C15)
_MIX_FIRST = U(0xBF58476D1CE4E5B9)
_MIX_SECOND = U(0x94D049BB133111EB)
_WORD_BITS = U(64)
_ROTATE_OUTPUT = U(23)
_ROTATE_STATE = U(45)
_SHIFT_STATE = U(17)


class Stream(IntEnum):
    """Independent uses of one seed; a number, once given, is never reused for anything else."""

    HANDS = 1
    PACKS = 2
    STRATEGIES = 3
    DRAWS = 4
    RESHUFFLES = 5
    SEATS = 6


def fresh_seed() -> int:
    """Return a seed from the operating system's entropy: 0 <= seed < 2**63, short enough to print and type again."""
    return secrets.randbits(63)


def splitmix64(counters: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the splitmix64 output for each internal counter.

    Parameters
    ----------
    counters
        uint64, any shape.  The k-th output (k = 1, 2, ...) of a generator seeded with s has the counter
        ``s + k * 0x9E3779B97F4A7C15`` modulo 2**64.

    Returns
    -------
    uint64 array of the same shape.
    """
    mixed = (counters ^ (counters >> U(30))) * _MIX_FIRST
    mixed = (mixed ^ (mixed >> U(27))) * _MIX_SECOND
    return np.asarray(mixed ^ (mixed >> U(31)), dtype=np.uint64)


def lane_states(seed: int, stream: int, chunk: int, lanes: int, *, first_lane: int = 0) -> NDArray[np.uint64]:
    """Return the starting states of `lanes` neighbouring lanes of one chunk.

    Parameters
    ----------
    seed
        0 <= seed < 2**128.
    stream
        What the numbers are used for, see `Stream`; 0 <= stream < 2**32.
    chunk
        Chunk number, 0 <= chunk < 2**64.
    lanes, first_lane
        The lanes ``first_lane, ..., first_lane + lanes - 1``.

    Returns
    -------
    uint64, shape (4, lanes), C order: column i is the xoshiro256++ state of lane ``first_lane + i``.

    Raises
    ------
    ValueError
        When a number is out of its range.
    """
    for name, value, limit in (("seed", seed, SEED_LIMIT), ("stream", stream, 2**32), ("chunk", chunk, 2**64)):
        if not 0 <= value < limit:
            raise ValueError(f"{name} must be at least 0 and below 2**{limit.bit_length() - 1}, not {value}")
    if lanes < 0 or first_lane < 0:
        raise ValueError(f"lanes must not be negative: {first_lane=}, {lanes=}")
    root = np.random.SeedSequence(entropy=seed, spawn_key=(stream, chunk)).generate_state(4, np.uint64)
    steps = np.arange(first_lane + 1, first_lane + lanes + 1, dtype=np.uint64)
    states = splitmix64(root[:, None] + steps * _GOLDEN)
    # The all-zero state is the one from which xoshiro never moves (chance 2**-256 a lane).
    states[0, ~states.any(axis=0)] = 1
    return states


@helper
def rotate_left(word: np.uint64, bits: np.uint64) -> np.uint64:
    """Return `word` rotated to the left by `bits` (1..63)."""
    return U((word << bits) | (word >> (_WORD_BITS - bits)))


@helper
def next_word(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the next output of xoshiro256++ and the four words of the state after it."""
    output = U(rotate_left(s0 + s3, _ROTATE_OUTPUT) + s0)
    shifted = s1 << _SHIFT_STATE
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    return output, s0, s1, s2, rotate_left(s3, _ROTATE_STATE)
