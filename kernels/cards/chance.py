"""Random choices of tables and seats, one or many at once: one xoshiro256++ state each, moved on in place."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import U
from meldlab.kernels.cards.deal_lanes import draw_below
from meldlab.kernels.cards.stream import next_word
from meldlab.kernels.jit import helper, kernel

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


@kernel
def pick_each(
    states: NDArray[np.uint64], rows: NDArray[np.int64], bounds: NDArray[np.int64], out: NDArray[np.int64]
) -> None:
    """Write to `out` a uniform number below each of `bounds` (at least 1) from the states at `rows`.

    Parameters
    ----------
    states : uint64, shape (rows, 4)
    rows, bounds, out : int64, shape (choices,)
    """
    for i in range(rows.size):
        out[i] = pick(states, rows[i], bounds[i])


@kernel
def pick_marked(
    states: NDArray[np.uint64], rows: NDArray[np.int64], marks: NDArray[np.bool_], out: NDArray[np.int64]
) -> None:
    """Write to `out` one marked place of each row of `marks`, all equally likely; -1 and no draw when none is.

    Parameters
    ----------
    states : uint64, shape (rows, 4)
    rows : int64, shape (choices,)
    marks : bool, shape (choices, places)
    out : int64, shape (choices,)
    """
    for i in range(rows.size):
        out[i] = -1
        marked = 0
        for place in range(marks.shape[1]):
            marked += marks[i, place]
        if marked == 0:
            continue
        left = pick(states, rows[i], marked)
        for place in range(marks.shape[1]):
            if marks[i, place]:
                if left == 0:
                    out[i] = place
                    break
                left -= 1
