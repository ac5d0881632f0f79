"""Where the cards of Continental tables go: dealt, drawn, taken de contra, thrown, shuffled again."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.chance import pick
from meldlab.kernels.contract.rules import KINDS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.state import NONE, Counts, Hidden, Numbers, Public, record
from meldlab.kernels.jit import bare_kernel, helper

U8 = np.uint8


@bare_kernel
def deal(packs: Counts, cards: int, public: Public, hidden: Hidden) -> None:
    """Deal `cards` cards to each seat, one at a time from the front of each pack; turn one up (rules, 4.1)."""
    tables, seats = public.sizes.shape
    size = packs.shape[1]
    for table in range(tables):
        for place in range(seats * cards):
            hidden.hands[table, place % seats, packs[table, place]] += U8(1)
        public.sizes[table, :] = cards
        start = seats * cards
        _turn_up(table, packs[table, start], public, hidden)
        left = size - start - 1
        for place in range(left):
            hidden.stock[table, left - 1 - place] = packs[table, start + 1 + place]
        public.stock[table] = left


@helper
def _turn_up(table: int, card: int, public: Public, hidden: Hidden) -> None:
    hidden.pile[table, hidden.piled[table]] = U8(card)
    hidden.piled[table] += 1
    public.available[table] = card


@helper
def _from_stock(table: int, seat: int, public: Public, hidden: Hidden) -> np.int64:
    public.stock[table] -= 1
    card = np.int64(hidden.stock[table, public.stock[table]])
    hidden.hands[table, seat, card] += U8(1)
    public.sizes[table, seat] += 1
    return card


@helper
def _take_available(table: int, seat: int, public: Public, hidden: Hidden) -> np.int64:
    """Give the available card to a seat; nothing is available until the next discard (rules, 5.4)."""
    card = public.available[table]
    hidden.piled[table] -= 1
    public.available[table] = NONE
    hidden.hands[table, seat, card] += U8(1)
    public.taken[table, seat, card] += U8(1)
    public.sizes[table, seat] += 1
    return np.int64(card)


@bare_kernel
def draw(rows: Numbers, takes: Numbers, seat: int, public: Public, hidden: Hidden, drawn: Numbers) -> None:
    """Let a seat draw at each table: the available card where `takes` is not 0, else from the stock (rules, 5.1).

    Parameters
    ----------
    rows, takes : int64, shape (n,)
        Tables, and the choice at each.
    seat : int
    public, hidden
    drawn : int64, shape (tables,)
        The card, at the places of the tables.
    """
    for number in range(rows.size):
        table = rows[number]
        if takes[number]:
            card = _take_available(table, seat, public, hidden)
            public.seats[table, seat, state.TAKEN] += 1
        else:
            card = _from_stock(table, seat, public, hidden)
        drawn[table] = card
        record(hidden, table, state.DRAWS, seat, takes[number], card, 0)


@bare_kernel
def take_contra(rows: Numbers, wants: Numbers, seat: int, penalty: int, public: Public, hidden: Hidden) -> None:
    """Let a seat that was asked take the available card and `penalty` stock cards where it wants to (rules, 6.2)."""
    for number in range(rows.size):
        table = rows[number]
        if not wants[number]:
            record(hidden, table, state.ASKED, seat, 0, 0, 0)
            continue
        card = _take_available(table, seat, public, hidden)
        public.seats[table, seat, state.CONTRAS] += 1
        record(hidden, table, state.TAKES_CONTRA, seat, card, penalty, 0)
        for _ in range(penalty):
            record(hidden, table, state.PENALTY, seat, _from_stock(table, seat, public, hidden), 0, 0)


@bare_kernel
def reshuffle(rows: Numbers, states: NDArray[np.uint64], public: Public, hidden: Hidden) -> None:
    """Shuffle each pile but its available card, and put it under what is left of the stock (rules, 9.7).

    Parameters
    ----------
    rows : int64, shape (n,)
    states : uint64, shape (tables, 4)
        A random state of each table, moved on.
    public, hidden
    """
    for number in range(rows.size):
        table = rows[number]
        moved = _gather_pile(table, public, hidden)
        for place in range(moved - 1, 0, -1):
            other = pick(states, table, place + 1)
            card = hidden.stock[table, place]
            hidden.stock[table, place] = hidden.stock[table, other]
            hidden.stock[table, other] = card


@helper
def _gather_pile(table: int, public: Public, hidden: Hidden) -> np.int64:
    """Put the pile without its available card under the stock, in its own order; return how many cards moved."""
    keep = 1 if public.available[table] != NONE else 0
    moved = hidden.piled[table] - keep
    for place in range(public.stock[table] - 1, -1, -1):
        hidden.stock[table, place + moved] = hidden.stock[table, place]
    for place in range(moved):
        hidden.stock[table, place] = hidden.pile[table, place]
    if keep:
        hidden.pile[table, 0] = U8(public.available[table])
    hidden.piled[table] = keep
    public.stock[table] += moved
    for kind in range(KINDS):
        public.covered[table, kind] = U8(0)
    hidden.reshuffles[table] += 1
    return np.int64(moved)


def record_reshuffle(table: int, hidden: Hidden) -> None:
    """Record that a table's pile was shuffled."""
    place = hidden.recorded[table]
    hidden.events[table, place, 0] = state.RESHUFFLES
    hidden.recorded[table] = place + 1


@bare_kernel
def throw(rows: Numbers, cards: Numbers, seat: int, public: Public, hidden: Hidden) -> None:
    """Let a seat discard a card at each table; now it is the available one, the one before is dead (5.3, 5.4)."""
    for number in range(rows.size):
        table, card = rows[number], cards[number]
        hidden.hands[table, seat, card] -= U8(1)
        # a copy that everyone saw taken is the one thrown, as far as anyone can tell
        if public.taken[table, seat, card] > 0:
            public.taken[table, seat, card] -= U8(1)
        public.sizes[table, seat] -= 1
        if public.available[table] != NONE:
            public.covered[table, public.available[table]] += U8(1)
        _turn_up(table, card, public, hidden)
        record(hidden, table, state.THROWS, seat, card, 0, 0)


@bare_kernel
def close(
    rows: Numbers, seat: int, went_down: Numbers, points: Numbers, pay: Numbers, public: Public, hidden: Hidden
) -> None:
    """Let a seat with at most one card close: ``pay[1]`` points, or ``pay[0]`` if it was down before (9.1-9.4).

    Parameters
    ----------
    rows : int64, shape (n,)
    seat : int
    went_down : int64, shape (tables,)
        1 where the seat went down in this turn.
    points : int64, shape (53,)
        Points of each card left in hand.
    pay : int64, shape (2,)
    public, hidden
    """
    for number in range(rows.size):
        table = rows[number]
        last = NONE
        for kind in range(KINDS):
            if hidden.hands[table, seat, kind] > 0:
                last = kind
        record(hidden, table, state.CLOSES, seat, last, 0, 0)
        hidden.reason[table] = state.CLOSED
        hidden.winner[table] = seat
        hidden.same_turn[table] = went_down[table]
        _count_hands(table, points, hidden)
        hidden.points[table, seat] = pay[went_down[table]]


@bare_kernel
def end_void(rows: Numbers, points: Numbers, hidden: Hidden) -> None:
    """End deals that cannot go on: everyone scores the cards in hand (rules, 9.7)."""
    for number in range(rows.size):
        table = rows[number]
        hidden.reason[table] = state.VOID
        _count_hands(table, points, hidden)


@helper
def _count_hands(table: int, points: Numbers, hidden: Hidden) -> None:
    for seat in range(hidden.points.shape[1]):
        total = 0
        for kind in range(KINDS):
            total += np.int64(hidden.hands[table, seat, kind]) * points[kind]
        hidden.points[table, seat] = total
