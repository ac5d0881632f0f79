"""The table of a played `value` deal as arrays: what everybody sees, what is hidden, and the words for acts.

A *place* is 0..11 from the three to the ace.  A *wild* is 0..3 for the twos of the four suits and 4 for a printed
joker.  A meld has twelve cells.  In a run cell p holds what lies at place p: `EMPTY`, `NATURAL`, or ``WILD + wild``.
In a set cells 0..3 are naturals by suit, cells 4..8 wild cards in place.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import helper

SEATS = 4
SIDES = 2
KINDS = 53
JOKER = 52
RANKS = 13
SUITS = 4
WILDS = 5
CELLS = 12
#: Melds of a side; 112 cards in pairs are fewer.
MOST_MELDS = 60

# kinds of meld
SET, RUN = range(1, 3)

# contents of a run's cell
EMPTY, NATURAL, WILD = range(3)
#: Added to a cell of an action: the card comes from the hand.
FROM_HAND = 16

# `Public.whole`: how a pinaculo came down
WHOLE_PLAY, WHOLE_DEALT = range(1, 3)

# acts, and the columns of an action
STOP, EXPOSE, ADD, MOVE, RESCUE = range(5)
ACTS = 5

ACT = 0
MELD = 1
KIND = 2
WHICH = 3  # place of a set, suit of a run
SIGNAL = 4
WHERE = 5  # rescue: the place in a run; the wild in a set
CARD = 6  # rescue: the natural
CELL = 7  # the cells: of a set what comes from the hand, of a run all that lies in it afterwards
COLUMNS = CELL + CELLS

# why a deal ended
PLAYING, CLOSED, MAX_TURNS, STOCK_END = range(4)


class PlayRules(NamedTuple):
    """The course of play as numbers; flags are 0 or 1."""

    rescue_same_turn: int
    pozo_requires_meld: int
    wild_discard: int
    discard_drawn: int
    close_bonus: int
    stock_end: int
    max_turns: int
    signal_allowed: int
    signal_min: int


# play.stock_end
POZO_OR_END, END, RESHUFFLE = range(3)


class Public(NamedTuple):
    """What everybody sees or has seen of each table."""

    pozo: NDArray[np.int8]  # (tables, pack) oldest card first
    pozo_size: NDArray[np.int64]  # (tables,)
    stock_left: NDArray[np.int64]  # (tables,)
    hand_sizes: NDArray[np.int64]  # (tables, 4)
    known: NDArray[np.int8]  # (tables, 4, 53) cards taken with the pozo and not seen to leave the hand since
    melds: NDArray[np.int64]  # (tables, 2) how many
    kind: NDArray[np.int8]  # (tables, 2, MOST_MELDS)
    which: NDArray[np.int8]  # (tables, 2, MOST_MELDS)
    cells: NDArray[np.int8]  # (tables, 2, MOST_MELDS, 12)
    fresh: NDArray[np.int8]  # (tables, 2, MOST_MELDS, 12) wild cards in the cell that were laid this turn
    crossed: NDArray[np.int8]  # (tables, 2, MOST_MELDS, 5) rescued wild cards
    signal: NDArray[np.int8]  # (tables, 2, MOST_MELDS) 0, or 1 + the seat that gave the signal
    whole: NDArray[np.int8]  # (tables, 2, MOST_MELDS) pinaculos
    barred: NDArray[np.int64]  # (tables,) card that may not be thrown this turn, or -1
    duty: NDArray[np.int8]  # (tables,) 1: a card must still be laid this turn


class Hidden(NamedTuple):
    """What no seat sees whole."""

    hands: NDArray[np.int8]  # (tables, 4, 53) copies of each card
    dealt: NDArray[np.int8]  # (tables, 4, 53) the hands as dealt
    stock: NDArray[np.int8]  # (tables, pack) the next card to be drawn first
    stock_next: NDArray[np.int64]  # (tables,)


def make_tables(tables: int, pack: int) -> tuple[Public, Hidden]:
    """Return empty tables for packs of so many cards."""

    def whole(*shape: int) -> NDArray[np.int64]:
        return np.zeros((tables, *shape), dtype=np.int64)

    def small(*shape: int) -> NDArray[np.int8]:
        return np.zeros((tables, *shape), dtype=np.int8)

    public = Public(
        pozo=small(pack),
        pozo_size=whole(),
        stock_left=whole(),
        hand_sizes=whole(SEATS),
        known=small(SEATS, KINDS),
        melds=whole(SIDES),
        kind=small(SIDES, MOST_MELDS),
        which=small(SIDES, MOST_MELDS),
        cells=small(SIDES, MOST_MELDS, CELLS),
        fresh=small(SIDES, MOST_MELDS, CELLS),
        crossed=small(SIDES, MOST_MELDS, WILDS),
        signal=small(SIDES, MOST_MELDS),
        whole=small(SIDES, MOST_MELDS),
        barred=whole() - 1,
        duty=small(),
    )
    return public, Hidden(small(SEATS, KINDS), small(SEATS, KINDS), small(pack), whole())


@helper
def natural_at(suit: int, place: int) -> int:
    """Return the natural card of a suit at a place."""
    return suit * RANKS + (place + 2) % RANKS


@helper
def wild_card(wild: int) -> int:
    """Return the card that a wild is."""
    return JOKER if wild == WILDS - 1 else wild * RANKS + 1


@helper
def wild_of(card: int) -> int:
    """Return which wild a card is, or -1 for a natural."""
    if card == JOKER:
        return WILDS - 1
    return card // RANKS if card % RANKS == 1 else -1


@helper
def place_of_card(card: int) -> int:
    """Return the place of a natural card."""
    return (card % RANKS + RANKS - 2) % RANKS
