"""What a turn of Indian rummy does to tables: packing, drawing, throwing, showing; when a deal is over.

Every kernel takes the numbers of the tables at which the move is made, int64, and makes it for the seat to move.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, RANKS
from meldlab.kernels.cards.chance import pick
from meldlab.kernels.declare.table import state
from meldlab.kernels.declare.table.state import IN, NO_CARD, CoveredCards, OpenCards
from meldlab.kernels.jit import helper, kernel

# play.discard_joker_pickup
PICKUP_ALLOWED, PICKUP_INITIAL_ONLY, PICKUP_NEVER = range(3)


@helper
def _end_turn(table: int, shown: OpenCards) -> None:
    """Count the turn of the seat to move; the next seat still in has the move."""
    seat = shown.seats[table]
    players = shown.status.shape[1]
    shown.turns[table] += 1
    shown.turns_taken[table, seat] += 1
    shown.from_pile[table] = NO_CARD
    following = seat
    for step in range(1, players + 1):
        following = (seat + step) % players
        if shown.status[table, following] == IN:
            break
    shown.seats[table] = following


@helper
def _shuffle(cards: NDArray[np.uint8], first: int, stop: int, states: NDArray[np.uint64], table: int) -> None:
    """Shuffle the places ``first, ..., stop - 1``."""
    for place in range(first, stop - 1):
        other = place + pick(states, table, stop - place)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card


@helper
def _clear_hand(table: int, seat: int, shown: OpenCards, covered: CoveredCards) -> None:
    for card in range(KINDS):
        covered.hands[table, seat, card] = 0
        shown.taken[table, seat, card] = 0


@kernel
def pack_hands(
    tables: NDArray[np.int64],
    first_under: int,
    later_under: int,
    states: NDArray[np.uint64],
    shown: OpenCards,
    covered: CoveredCards,
) -> None:
    """Pack: the hand goes out of play or, shuffled among itself, under the stock (4.3).

    Parameters
    ----------
    tables
    first_under, later_under
        1 when the cards of a seat that packs in its first turn, in a later turn, go under the stock.
    states : uint64, shape (tables, 4)
    shown, covered
    """
    for table in tables:
        seat = shown.seats[table]
        first = shown.turns_taken[table, seat] == 0
        shown.status[table, seat] = state.PACKED_FIRST if first else state.PACKED_LATER
        if (first_under if first else later_under) == 1:
            start = covered.stock_tops[table] + shown.stock_sizes[table]
            stop = start
            for card in range(KINDS):
                for _ in range(covered.hands[table, seat, card]):
                    covered.stocks[table, stop] = np.uint8(card)
                    stop += 1
            _shuffle(covered.stocks[table], start, stop, states, table)
            shown.stock_sizes[table] += stop - start
        _clear_hand(table, seat, shown, covered)
        _end_turn(table, shown)


@kernel
def open_draws(
    tables: NDArray[np.int64],
    pickup: int,
    shown: OpenCards,
    stock_open: NDArray[np.bool_],
    pile_open: NDArray[np.bool_],
) -> None:
    """Write, table by table, whether the stock and the top discard may be drawn.

    An empty stock may be drawn from when there are discards below the top one to be shuffled.  When there are none
    "the player has to take the up-card", and no restriction on wild cards applies (4.4).
    """
    for i in range(tables.size):
        table = tables[i]
        size = shown.pile_sizes[table]
        stock_open[i] = shown.stock_sizes[table] > 0 or size > 1
        pile_open[i] = False
        if size > 0:
            top = np.int64(shown.piles[table, size - 1])
            wild = top == JOKER or top % RANKS == shown.wild_ranks[table]
            free = pickup == PICKUP_ALLOWED or (pickup == PICKUP_INITIAL_ONLY and shown.turns[table] == 0)
            pile_open[i] = not wild or free or not stock_open[i]


@kernel
def turn_over(tables: NDArray[np.int64], states: NDArray[np.uint64], shown: OpenCards, covered: CoveredCards) -> None:
    """Reshuffle: the discards without the top one become the new stock (4.4)."""
    for table in tables:
        below = shown.pile_sizes[table] - 1
        for place in range(below):
            covered.stocks[table, place] = shown.piles[table, place]
        _shuffle(covered.stocks[table], 0, below, states, table)
        covered.stock_tops[table] = 0
        shown.stock_sizes[table] = below
        shown.piles[table, 0] = shown.piles[table, below]
        shown.pile_sizes[table] = 1
        shown.reshuffles[table] += 1


@kernel
def draw_stock(tables: NDArray[np.int64], shown: OpenCards, covered: CoveredCards) -> None:
    """Draw the next card of the stock, which must have one."""
    for table in tables:
        card = np.int64(covered.stocks[table, covered.stock_tops[table]])
        covered.stock_tops[table] += 1
        shown.stock_sizes[table] -= 1
        covered.hands[table, shown.seats[table], card] += np.uint8(1)
        covered.drawn[table] = card


@kernel
def draw_pile(tables: NDArray[np.int64], shown: OpenCards, covered: CoveredCards) -> None:
    """Draw the top discard, which must be there."""
    for table in tables:
        seat = shown.seats[table]
        shown.pile_sizes[table] -= 1
        card = np.int64(shown.piles[table, shown.pile_sizes[table]])
        covered.hands[table, seat, card] += np.uint8(1)
        covered.drawn[table] = card
        shown.taken[table, seat, card] += np.uint8(1)
        shown.from_pile[table] = card


@kernel
def throw_cards(tables: NDArray[np.int64], cards: NDArray[np.int64], shown: OpenCards, covered: CoveredCards) -> None:
    """Throw a card of the hand onto the discards and end the turn; of equal copies one drawn from there goes first."""
    for i in range(tables.size):
        table, card = tables[i], cards[i]
        seat = shown.seats[table]
        covered.hands[table, seat, card] -= np.uint8(1)
        if shown.taken[table, seat, card] > 0:
            shown.taken[table, seat, card] -= np.uint8(1)
        shown.thrown[table, seat, card] += np.uint8(1)
        shown.piles[table, shown.pile_sizes[table]] = np.uint8(card)
        shown.pile_sizes[table] += 1
        _end_turn(table, shown)


@kernel
def declare_hands(tables: NDArray[np.int64], cards: NDArray[np.int64], shown: OpenCards, covered: CoveredCards) -> None:
    """Declare: one card goes face down out of play, the deal is won."""
    for i in range(tables.size):
        table = tables[i]
        seat = shown.seats[table]
        covered.hands[table, seat, cards[i]] -= np.uint8(1)
        shown.reasons[table] = state.DECLARED
        shown.winners[table] = seat
        shown.turns[table] += 1
        shown.turns_taken[table, seat] += 1


@kernel
def show_wrongly(tables: NDArray[np.int64], shown: OpenCards, covered: CoveredCards) -> None:
    """Wrong show: all fourteen cards leave the game and the seat is out; the others play on."""
    for table in tables:
        seat = shown.seats[table]
        shown.status[table, seat] = state.WRONG_SHOW
        _clear_hand(table, seat, shown, covered)
        _end_turn(table, shown)


@kernel
def find_ends(tables: NDArray[np.int64], max_turns: int, lowest_wins: int, shown: OpenCards) -> None:
    """Write the reason of every deal that is over now: one seat left, turns used up, no card to draw, stock used up.

    The winner of an exhausted deal is found when hands are counted.
    """
    for table in tables:
        if shown.reasons[table] != state.RUNNING:
            continue
        seat = shown.seats[table]
        left = 0
        for other in range(shown.status.shape[1]):
            left += shown.status[table, other] == IN
        if left == 1:
            shown.reasons[table] = state.LAST_ACTIVE
            shown.winners[table] = seat
        elif shown.turns_taken[table, seat] >= max_turns:
            shown.reasons[table] = state.STALLED
        elif lowest_wins == 1 and shown.stock_sizes[table] == 0:
            shown.reasons[table] = state.EXHAUSTED
        elif shown.stock_sizes[table] == 0 and shown.pile_sizes[table] == 0:
            shown.reasons[table] = state.STALLED
