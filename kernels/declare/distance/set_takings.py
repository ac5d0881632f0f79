"""What sets can keep of a hand, and in which sets that is possible."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.distance.join import COUNT, RANK
from meldlab.kernels.declare.distance.suit_rows import RANKS, SUITS
from meldlab.kernels.jit import bare_kernel, helper

IDENTICAL = 3


@bare_kernel
def list_choices(held: NDArray[np.uint8], most_naturals: int, distinct: int, choices: NDArray[np.int64]) -> int:
    """List what a set can keep, the most cards first, nothing last; return how many choices there are.

    Parameters
    ----------
    held : uint8, shape (53,)
    most_naturals : int
        Most naturals of a set.
    distinct : int
        1 when they must have different suits.
    choices : int64, shape (CHOICES, 6)
        Filled with the cards taken from each suit, their rank and their number.
    """
    listed = 0
    most = 1 if distinct else most_naturals
    for count in range(most_naturals, 0, -1):
        for rank in range(RANKS):
            copies_a = min(most, int(np.int64(held[rank])))
            copies_b = min(most, int(np.int64(held[13 + rank])))
            copies_c = min(most, int(np.int64(held[26 + rank])))
            copies_d = min(most, int(np.int64(held[39 + rank])))
            if copies_a + copies_b + copies_c + copies_d < count:
                continue
            for a in range(copies_a + 1):
                for b in range(copies_b + 1):
                    for c in range(copies_c + 1):
                        d = count - a - b - c
                        if 0 <= d <= copies_d:
                            choices[listed, 0], choices[listed, 1], choices[listed, 2] = a, b, c
                            choices[listed, 3], choices[listed, RANK], choices[listed, COUNT] = d, rank, count
                            listed += 1
    for column in range(COUNT + 1):
        choices[listed, column] = 0
    choices[listed, RANK] = -1
    return listed + 1


@helper
def fits_set(choices: NDArray[np.int64], choice: int, cells: int, wilds: int, identical: int) -> bool:
    """Return whether a choice fits a set of so many cells; three identical cards alone are none (G4)."""
    count = choices[choice, COUNT]
    naturals = cells - wilds
    if count > naturals:
        return False
    if identical >= 0 and wilds == 0 and naturals == IDENTICAL and count == IDENTICAL:
        for suit in range(SUITS):
            if choices[choice, suit] == IDENTICAL:
                return False
    return True


@helper
def both_held(held: NDArray[np.uint8], choices: NDArray[np.int64], one: int, other: int) -> bool:
    """Return whether a hand has the cards of two choices."""
    rank = choices[one, RANK]
    if rank != choices[other, RANK] or choices[other, COUNT] == 0:
        return True
    enough = True
    for suit in range(SUITS):
        both = choices[one, suit] + choices[other, suit]
        enough = enough and both <= np.int64(held[13 * suit + rank])
    return enough
