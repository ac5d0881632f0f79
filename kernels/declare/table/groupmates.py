"""Which cards could lie in a group with cards of a hand at all."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, NATURALS, RANKS
from meldlab.kernels.jit import kernel


@kernel
def mark_mates(
    hands: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    chosen: NDArray[np.int64],
    cards: NDArray[np.int64],
    out: NDArray[np.bool_],
) -> None:
    """Write which cards could lie in a group of three with cards of the hand.

    A natural needs two wild cards, or a mate: a card of its rank, its own copies among them, or one of its suit at
    most two ranks off.

    Parameters
    ----------
    hands : uint8, shape (hands, 53)
    wild_ranks : int64, shape (hands,)
    chosen, cards : int64, shape (cards,)
        Which hand, which card.
    out : bool, shape (cards,)
    """
    for z in range(chosen.size):
        hand, wild_rank, card = hands[chosen[z]], wild_ranks[chosen[z]], cards[z]
        wilds = int(hand[JOKER])
        if wild_rank >= 0:
            for other in range(wild_rank, NATURALS, RANKS):
                wilds += int(hand[other])
        found = wilds >= 2 or card == JOKER or card % RANKS == wild_rank
        if not found:
            suit, rank = card // RANKS, card % RANKS
            for other in range(rank, NATURALS, RANKS):
                found = found or hand[other] > 0
            for step in (-2, -1, 1, 2):
                found = found or hand[suit * RANKS + (rank + step) % RANKS] > 0
        out[z] = found
