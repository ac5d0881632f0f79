"""What many Continental tables consist of, as arrays: one row a table, everything public apart from what is not."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import KINDS
from meldlab.kernels.jit import helper

Numbers = NDArray[np.int64]
Counts = NDArray[np.uint8]
Whole = int | np.int64

NONE = -1

#: Fields of a meld on a table; the last four are the naturals of a set, a suit each.
KIND, FIRST, PLACE, LENGTH, JOKERS, NATURALS = range(6)
MELD_FIELDS = 10
#: Kinds of meld: nothing yet, a set (FIRST is its rank or NONE, JOKERS a number), a run (FIRST is its suit, JOKERS the
#: bits of its cells, PLACE the place of its first cell as in `contract_table`).
EMPTY, SET, RUN = range(3)

#: Fields of a lay-off, swap or move.
ACT, CARD, MELD, CELL, TO, RIGHT, FROM_RIGHT = range(7)
MOVE_FIELDS = 7
STOP, LAY_OFF, SWAP, SHIFT = range(4)

#: What is recorded of a table; fields of a row follow the act.
EVENT_FIELDS = 12
DRAWS, ASKED, TAKES_CONTRA, PENALTY, GOES_DOWN, LAYS = range(6)
LAYS_OFF, SWAPS, MOVES, THROWS, CLOSES, RESHUFFLES = range(6, 12)

#: Counters of a seat.
WENT_DOWN, CONTRAS, TAKEN, LAID_OFF, SWAPPED, MOVED = range(6)
SEAT_COUNTS = 6

#: Reasons for the end of a deal.
PLAYING, CLOSED, VOID = range(3)


class Public(NamedTuple):
    """What everyone at a table may see or has seen."""

    available: Numbers  # (tables,): the discard that may be taken, or NONE
    covered: Counts  # (tables, 53): cards that lie dead in the discard pile
    stock: Numbers  # (tables,): cards left in the stock
    sizes: Numbers  # (tables, seats): cards in each hand
    taken: Counts  # (tables, seats, 53): cards of a hand that everyone saw it take
    seats: Numbers  # (tables, seats, SEAT_COUNTS)
    melds: Numbers  # (tables, melds, MELD_FIELDS): as many rows for each seat in turn


class Hidden(NamedTuple):
    """What lies face down, and the record of the deal."""

    hands: Counts  # (tables, seats, 53)
    stock: Counts  # (tables, pack): the next card to be drawn last
    pile: Counts  # (tables, pack): the discard pile from its first card on
    piled: Numbers  # (tables,): cards in it
    reshuffles: Numbers  # (tables,)
    reason: Numbers  # (tables,)
    winner: Numbers  # (tables,)
    same_turn: Numbers  # (tables,): the winner went down in the turn in which it closed
    points: Numbers  # (tables, seats)
    events: Numbers  # (tables, most events, EVENT_FIELDS); no room for any: nothing is recorded
    recorded: Numbers  # (tables,): events so far


def new_tables(tables: int, *, seats: int, cards: int, melds_a_seat: int, events: int) -> tuple[Public, Hidden]:
    """Return empty tables for a pack of `cards` cards."""

    def numbers(*shape: int) -> Numbers:
        return np.zeros((tables, *shape), dtype=np.int64)

    def counts(*shape: int) -> Counts:
        return np.zeros((tables, *shape), dtype=np.uint8)

    public = Public(
        available=numbers(),
        covered=counts(KINDS),
        stock=numbers(),
        sizes=numbers(seats),
        taken=counts(seats, KINDS),
        seats=numbers(seats, SEAT_COUNTS),
        melds=numbers(seats * melds_a_seat, MELD_FIELDS),
    )
    hidden = Hidden(
        hands=counts(seats, KINDS),
        stock=counts(cards),
        pile=counts(cards),
        piled=numbers(),
        reshuffles=numbers(),
        reason=numbers(),
        winner=np.full(tables, NONE, dtype=np.int64),
        same_turn=numbers(),
        points=numbers(seats),
        events=numbers(events, EVENT_FIELDS),
        recorded=numbers(),
    )
    return public, hidden


@helper
def record(hidden: Hidden, table: int, act: int, seat: int, first: Whole, second: Whole, third: Whole) -> None:
    """Record an event with up to three numbers, where anything is recorded."""
    if hidden.events.shape[1] > 0:
        place = hidden.recorded[table]
        hidden.events[table, place, 0] = act
        hidden.events[table, place, 1] = seat
        hidden.events[table, place, 2] = first
        hidden.events[table, place, 3] = second
        hidden.events[table, place, 4] = third
        hidden.recorded[table] = place + 1
