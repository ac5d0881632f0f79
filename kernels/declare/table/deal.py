"""The deal of Indian rummy: the cut card, the hands, the up-card and the stock, from shuffled packs."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, RANKS
from meldlab.kernels.cards.chance import pick
from meldlab.kernels.cards.deal_rules import Cut
from meldlab.kernels.declare.table.state import CoveredCards, OpenCards
from meldlab.kernels.jit import kernel

_NO_CUT = int(Cut.NONE)
_REDRAW = int(Cut.REDRAW)


@kernel
def deal_hands(
    packs: NDArray[np.uint8],
    states: NDArray[np.uint64],
    cut: int,
    cut_stays: int,
    hand: int,
    upcards: int,
    shown: OpenCards,
    covered: CoveredCards,
) -> None:
    """Deal every pack: cut, `hand` cards to one seat after the other, the up-card, and the rest is the stock.

    "A card drawn from the full pack fixes the wild rank; a printed joker is put back and the cut repeated" (4.1): one
    choice among the places of naturals.  Without its card the pack keeps its order, which the cut tells nothing about.

    Parameters
    ----------
    packs : uint8, shape (tables, pack)
    states : uint64, shape (tables, 4)
        Moved on by the cut.
    cut
        A `Cut`.
    cut_stays
        1 when the cut card goes back into its place, 0 when it lies open, out of play.
    hand
        Cards of a hand.
    upcards
        1 when a card is turned up, else 0.
    shown, covered
        Filled.
    """
    tables, size = packs.shape
    players = covered.hands.shape[1]
    for table in range(tables):
        pack = packs[table]
        removed = -1
        if cut != _NO_CUT:
            choices = 0
            for place in range(size):
                if cut != _REDRAW or pack[place] != JOKER:
                    choices += 1
            left = pick(states, table, choices)
            for place in range(size):
                if cut != _REDRAW or pack[place] != JOKER:
                    if left == 0:
                        removed = place
                        break
                    left -= 1
            card = np.int64(pack[removed])
            shown.wild_cards[table] = card
            shown.wild_ranks[table] = 0 if card == JOKER else card % RANKS
            if cut_stays == 1:
                removed = -1
        at = 0
        dealt = 0
        stock = 0
        while at < size:
            if at != removed:
                card = np.int64(pack[at])
                if dealt < players * hand:
                    covered.hands[table, dealt // hand, card] += np.uint8(1)
                elif dealt < players * hand + upcards:
                    shown.piles[table, 0] = np.uint8(card)
                    shown.pile_sizes[table] = 1
                else:
                    covered.stocks[table, stock] = np.uint8(card)
                    stock += 1
                dealt += 1
            at += 1
        covered.stock_tops[table] = 0
        shown.stock_sizes[table] = stock
