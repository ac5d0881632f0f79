"""Random choices of a table or a seat: one xoshiro256++ state each, moved on in place."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.deal_lanes import draw_below
from meldlab.kernels.jit import helper
from meldlab.kernels.stream import next_word

U = np.uint64

_HALF_BITS = U(32)
_HALVES = U(1 << 32)


@helper
def pick(states: NDArray[np.uint64], row: int, bound: int) -> np.int64:
    """Return a uniform number from 0 to ``bound - 1`` (1 <= bound < 2**32) and move a state on.

    Parameters
    ----------
    states : uint64, shape (rows, 4)
    row
        Which state is used.
    bound
    """
    limit = U(bound)
    while True:
        word, s0, s1, s2, s3 = next_word(states[row, 0], states[row, 1], states[row, 2], states[row, 3])
        states[row, 0], states[row, 1], states[row, 2], states[row, 3] = s0, s1, s2, s3
        place, rest = draw_below(word >> _HALF_BITS, limit)
        # the few words that would make some numbers likelier than others are thrown away
        if rest >= _HALVES % limit:
            return np.int64(place)
