"""Uniform choices of many seats at once, each from its seat's own random state."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import kernel
from meldlab.kernels.play.chance import pick


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
