"""Tables of Indian rummy as arrays: what everyone sees, and what lies face down."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS

# status of a seat
IN, PACKED_FIRST, PACKED_LATER, WRONG_SHOW = range(4)

# reason why a deal is over
RUNNING, DECLARED, LAST_ACTIVE, STALLED, EXHAUSTED = range(-1, 4)

NO_CARD = -1
NO_SEAT = -1


class OpenCards(NamedTuple):
    """What every seat sees or has seen; int64 where nothing else is said."""

    wild_cards: NDArray[np.int64]  # shape (tables,), the cut card, NO_CARD without a cut
    wild_ranks: NDArray[np.int64]  # 0..12, -1 when no rank is wild
    piles: NDArray[np.uint8]  # shape (tables, pack), the discards, the top one last
    pile_sizes: NDArray[np.int64]
    stock_sizes: NDArray[np.int64]
    seats: NDArray[np.int64]  # the seat to move
    turns: NDArray[np.int64]  # turns that are over
    reshuffles: NDArray[np.int64]
    from_pile: NDArray[np.int64]  # the card just drawn from the discards, else NO_CARD
    status: NDArray[np.int64]  # shape (tables, players)
    turns_taken: NDArray[np.int64]  # shape (tables, players)
    taken: NDArray[np.uint8]  # shape (tables, players, 53): held since they were drawn from the discards
    thrown: NDArray[np.uint8]  # shape (tables, players, 53): every card a seat has thrown
    reasons: NDArray[np.int64]
    winners: NDArray[np.int64]


class CoveredCards(NamedTuple):
    """What only a seat itself, or nobody, sees."""

    hands: NDArray[np.uint8]  # shape (tables, players, 53), copies
    stocks: NDArray[np.uint8]  # shape (tables, room); the next card is at `stock_tops`
    stock_tops: NDArray[np.int64]  # shape (tables,)
    drawn: NDArray[np.int64]  # shape (tables,), the card that the seat to move has drawn


def make_open_cards(tables: int, players: int, pack: int) -> OpenCards:
    """Return the open side of tables at which nothing has happened yet."""

    def each(value: int) -> NDArray[np.int64]:
        return np.full(tables, value, dtype=np.int64)

    return OpenCards(
        wild_cards=each(NO_CARD),
        wild_ranks=each(-1),
        piles=np.zeros((tables, pack), dtype=np.uint8),
        pile_sizes=each(0),
        stock_sizes=each(0),
        seats=each(0),
        turns=each(0),
        reshuffles=each(0),
        from_pile=each(NO_CARD),
        status=np.zeros((tables, players), dtype=np.int64),
        turns_taken=np.zeros((tables, players), dtype=np.int64),
        taken=np.zeros((tables, players, KINDS), dtype=np.uint8),
        thrown=np.zeros((tables, players, KINDS), dtype=np.uint8),
        reasons=each(RUNNING),
        winners=each(NO_SEAT),
    )


def make_covered_cards(tables: int, players: int, *, pack: int, hand: int) -> CoveredCards:
    """Return the face-down side of empty tables; the stock has room for every hand to be put under it."""
    return CoveredCards(
        hands=np.zeros((tables, players, KINDS), dtype=np.uint8),
        stocks=np.zeros((tables, pack + players * hand), dtype=np.uint8),
        stock_tops=np.zeros(tables, dtype=np.int64),
        drawn=np.full(tables, NO_CARD, dtype=np.int64),
    )
