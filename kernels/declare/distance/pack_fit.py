"""Whether the pack has the new cards of an arrangement: each part becomes a meld of the book of all melds.

When every part finds one, first fit, the bound that the arrangement came from is the distance; when one does not, only
the complete search knows.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.distance.search import NO_CARD, MeldBook, shelf
from meldlab.kernels.declare.distance.suit_rows import RANKS, SUITS
from meldlab.kernels.declare.distance.witness import CELLS_OF, COPIES, KEPT, PLACE, WILDS_OF
from meldlab.kernels.declare.distance.words import plain
from meldlab.kernels.jit import bare_kernel


@bare_kernel
def _fits(
    card_row: NDArray[np.uint8],
    part: NDArray[np.int64],
    choice: NDArray[np.int64],
    pool: NDArray[np.uint8],
    used: NDArray[np.int64],
    sign: int,
) -> bool:
    """Return whether a meld keeps what the part keeps and the pool has its new cards; with `sign` 1 take them."""
    covered = 0
    place = 0
    while place < card_row.size and card_row[place] != NO_CARD:
        card = card_row[place]
        copies = 0
        while place < card_row.size and card_row[place] == card:
            copies += 1
            place += 1
        keeps = 0
        if part[COPIES] == 0:
            keeps = choice[card // 13]
        elif (part[KEPT] >> (card % 13)) & 1 == 1:
            keeps = part[COPIES]
        if keeps > copies:
            return False
        covered += keeps
        fresh = copies - keeps
        if sign == 0 and used[card] + fresh > pool[card]:
            return False
        used[card] += sign * fresh
    wanted = 0
    if part[COPIES] == 0:
        for suit in range(SUITS):
            wanted += choice[suit]
    else:
        bits = part[KEPT]
        while bits != 0:
            bits &= bits - 1
            wanted += part[COPIES]
    return bool(covered == wanted)


@bare_kernel
def find_in_book(
    parts: NDArray[np.int64],
    size: int,
    pool: NDArray[np.uint8],
    book: MeldBook,
    choices: NDArray[np.int64],
    used: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> bool:
    """Return whether every part is a meld of the book for which the pool has the new cards, first fit.

    Parameters
    ----------
    used : int64, shape (53,)
        Scratch space.
    chosen : int64, shape (4,)
        Filled with the melds' numbers.
    """
    for card in range(used.size):
        used[card] = 0
    for number in range(size):
        part = parts[number]
        place = part[PLACE]
        # a set that keeps nothing may be of any rank
        ranks = RANKS if part[COPIES] == 0 and place < SUITS else 1
        found = False
        for other in range(ranks):
            where = shelf(SUITS + other if ranks > 1 else place, part[CELLS_OF], part[WILDS_OF])
            choice = choices[part[KEPT]] if part[COPIES] == 0 else choices[0]
            for meld in range(book.begin[where], book.begin[where + 1]):
                if not found and _fits(book.naturals[meld], part, choice, pool, used, plain(0)):
                    _fits(book.naturals[meld], part, choice, pool, used, plain(1))
                    chosen[number] = meld
                    found = True
            if found:
                break
        if not found:
            return False
    return True
