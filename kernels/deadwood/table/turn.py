"""Tables of a deadwood game (gin): dealing, drawing, and the end of a turn; here every rule of the course stands once.

Implements the turn of the gin rules: the card turned up is offered to seat 0, then to seat 1; if both pass, seat 0
draws from the stock.  Afterwards each turn is a draw from the stock or the top discard, and a discard or a knock.
Who decides, a compiled strategy or one of a user, is not this module's affair.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ZERO, U
from meldlab.kernels.cards.cards import LANE_BITS, RANKS
from meldlab.kernels.deadwood.least_deadwood import Choices, SuitPoints, Words
from meldlab.kernels.deadwood.table.seats import bit
from meldlab.kernels.deadwood.table.showdown import (
    MOST_MELDS,
    MOST_WAYS,
    add_runs,
    best_sets,
    least_after_lay_off,
    least_deadwood,
)
from meldlab.kernels.jit import bare_kernel, helper

Numbers = NDArray[np.int64]

SEATS = 2

#: How a turn begins, passing the card turned up instead of a draw from the stock; how it ends.
FROM_STOCK, FROM_PILE = range(2)
DISCARD, KNOCK = range(2)

#: Reasons for the end of a deal.
KNOCKED, GIN, UNDERCUT, STOCK_END, STALLED = range(5)
REASONS = ("knock", "gin", "undercut", "stock at its end", "stalled")

#: Outcome columns of a deal.
REASON, WINNER, TURNS, POINTS, KNOCKER_LEFT, OTHER_LEFT = range(6)
COLUMNS = 6

#: Marks of a table: what is asked, of which seat; how many may still pass the card turned up; how many cards of the
#: pack are out; the size of the discard pile; the place of the card just drawn.
PHASE, SEAT, PASSES, OUT, PILE, DRAWN = range(6)
MARKS = 6

#: What is asked next; the last two ask nothing.
DRAW, THROW, OVER, ILLEGAL = range(4)

NO_CARD = -1


class DeadwoodPlay(NamedTuple):
    """The rule numbers of the course of play."""

    cards: int
    knock_at: int
    gin_bonus: int
    undercut_bonus: int
    stock_left: int
    max_turns: int
    run_min: int
    run_max: int
    set_max: int


class Tables(NamedTuple):
    """Tables of two.  Cards are places in a plane, ``16 * suit + rank``, and words of such bits.

    Attributes
    ----------
    packs : uint8, shape (tables, 52)
        Card numbers: ten for seat 0, ten for seat 1, the card turned up, the stock.
    hands, taken, thrown : uint64, shape (tables, 2)
        Cards of each seat; those of them that it took from the pile; all that it has thrown.
    seen : uint64, shape (tables,)
        All cards that have lain open.
    piles : uint8, shape (tables, 52)
        The discards, the top one last.
    marks : int64, shape (tables, MARKS)
    draws : int64, shape (tables, 2)
        How often each seat took from the pile.
    out : int64, shape (tables, COLUMNS)
        Outcomes.  WINNER is -1 where nobody scores.
    """

    packs: NDArray[np.uint8]
    hands: Words
    taken: Words
    thrown: Words
    seen: Words
    piles: NDArray[np.uint8]
    marks: Numbers
    draws: Numbers
    out: Numbers


class Scratch(NamedTuple):
    """Arrays the show works in."""

    melds: Words
    ways: Words
    counts: Numbers


def make_scratch() -> Scratch:
    """Return scratch arrays; a thread's own."""
    return Scratch(
        np.zeros(MOST_MELDS + 1, dtype=np.uint64),
        np.zeros((MOST_MELDS, MOST_WAYS), dtype=np.uint64),
        np.zeros(MOST_MELDS, dtype=np.int64),
    )


def make_tables(packs: NDArray[np.uint8]) -> Tables:
    """Return tables for these packs, nothing dealt yet."""
    count = len(packs)
    hands, taken, thrown = (np.zeros((count, SEATS), dtype=np.uint64) for _ in range(3))
    return Tables(
        packs=packs,
        hands=hands,
        taken=taken,
        thrown=thrown,
        seen=np.zeros(count, dtype=np.uint64),
        piles=np.zeros(packs.shape, dtype=np.uint8),
        marks=np.zeros((count, MARKS), dtype=np.int64),
        draws=np.zeros((count, SEATS), dtype=np.int64),
        out=np.zeros((count, COLUMNS), dtype=np.int64),
    )


def waiting(tables: Tables, seat: int, phase: int) -> Numbers:
    """Return the tables where this is asked of that seat."""
    return np.flatnonzero((tables.marks[:, SEAT] == seat) & (tables.marks[:, PHASE] == phase))


@helper
def _place(card: int) -> np.int64:
    """Return the place of card number `card` in a plane."""
    return np.int64(card // RANKS * LANE_BITS + card % RANKS)


@helper
def _turn_up(table: int, card: np.int64, tables: Tables) -> None:
    """Lay a card on the discard pile."""
    marks = tables.marks[table]
    tables.piles[table, marks[PILE]] = card
    marks[PILE] += 1
    tables.seen[table] |= bit(card)


@helper
def top_of(table: int, tables: Tables) -> np.int64:
    """Return the top discard."""
    return np.int64(tables.piles[table, tables.marks[table, PILE] - 1])


@helper
def deal_out(table: int, play: DeadwoodPlay, tables: Tables) -> None:
    """Deal the hands and turn one card up; it is offered to seat 0."""
    pack, marks = tables.packs[table], tables.marks[table]
    for seat in range(SEATS):
        for number in range(seat * play.cards, (seat + 1) * play.cards):
            tables.hands[table, seat] |= bit(_place(pack[number]))
    _turn_up(table, _place(pack[SEATS * play.cards]), tables)
    marks[OUT] = SEATS * play.cards + 1
    marks[PHASE], marks[PASSES], marks[DRAWN] = DRAW, SEATS, NO_CARD
    tables.out[table, REASON], tables.out[table, WINNER] = STALLED, -1


@helper
def draw(table: int, source: int | np.int64, tables: Tables) -> None:
    """Let the seat draw; `FROM_STOCK` passes the card turned up, as long as that is offered."""
    marks = tables.marks[table]
    if source == FROM_PILE:
        card = top_of(table, tables)
        marks[PILE] -= 1
        seat = marks[SEAT]
        tables.taken[table, seat] |= bit(card)
        tables.draws[table, seat] += 1
    else:
        if marks[PASSES] > 0:
            marks[PASSES] -= 1
            marks[SEAT] = 1 - marks[SEAT]
            if marks[PASSES] > 0:
                return
        card = _place(tables.packs[table, marks[OUT]])
        marks[OUT] += 1
    marks[PASSES] = 0
    tables.hands[table, marks[SEAT]] |= bit(card)
    marks[DRAWN], marks[PHASE] = card, THROW
    tables.out[table, TURNS] += 1


@bare_kernel
def _show(
    own: np.uint64,
    mine: np.int64,
    other: np.uint64,
    play: DeadwoodPlay,
    points: Numbers,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    scratch: Scratch,
    out: Numbers,
) -> None:
    """Fill `out` with what a knock brings whose ten cards `own` leave `mine`; WINNER is 0 for the knocker, else 1."""
    out[KNOCKER_LEFT] = mine
    if mine == 0:
        theirs = least_deadwood(other, suit_points, choices, set_cards)
        out[OTHER_LEFT] = theirs
        out[REASON], out[WINNER], out[POINTS] = GIN, 0, theirs + play.gin_bonus
        return
    sets, left = best_sets(own, suit_points, choices, set_cards, scratch.melds)
    laid = add_runs(left, points, play.run_min, play.run_max, suit_points, scratch.melds, sets)
    theirs = least_after_lay_off(
        other,
        scratch.melds,
        laid,
        play.run_max,
        play.set_max,
        suit_points,
        choices,
        set_cards,
        scratch.ways,
        scratch.counts,
    )
    out[OTHER_LEFT] = theirs
    if theirs <= mine:
        out[REASON], out[WINNER], out[POINTS] = UNDERCUT, 1, mine - theirs + play.undercut_bonus
    else:
        out[REASON], out[WINNER], out[POINTS] = KNOCKED, 0, theirs - mine


# Inlined: to pass all the arrays of the tables would cost some hundredths of a whole deal.
@helper
def end_turn(
    table: int,
    card: np.int64,
    act: int | np.int64,
    play: DeadwoodPlay,
    points: Numbers,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    scratch: Scratch,
    tables: Tables,
) -> None:
    """Let the seat throw `card`, or knock with it; the phase is ILLEGAL if it does not hold it or may not knock."""
    marks, out = tables.marks[table], tables.out[table]
    seat = marks[SEAT]
    marks[PHASE] = ILLEGAL
    if card < 0 or tables.hands[table, seat] & bit(card) == ZERO:
        return
    own = U(tables.hands[table, seat] & ~bit(card))
    if act == KNOCK:
        left = least_deadwood(own, suit_points, choices, set_cards)
        if left > play.knock_at:
            return
        other = tables.hands[table, 1 - seat]
        _show(own, left, other, play, points, suit_points, choices, set_cards, scratch, out)
        out[WINNER] = seat if out[WINNER] == 0 else 1 - seat
        marks[PHASE] = OVER
    tables.hands[table, seat] = own
    tables.taken[table, seat] &= ~bit(card)
    if act == KNOCK:
        return
    tables.thrown[table, seat] |= bit(card)
    _turn_up(table, card, tables)
    marks[SEAT], marks[DRAWN], marks[PHASE] = 1 - seat, NO_CARD, DRAW
    if tables.packs.shape[1] - marks[OUT] <= play.stock_left:
        out[REASON], marks[PHASE] = STOCK_END, OVER
    elif out[TURNS] >= play.max_turns:
        marks[PHASE] = OVER
