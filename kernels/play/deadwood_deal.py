"""The deal loop of a deadwood game (gin): two seats, every deal from its own pack and random states.

Implements the turn of the gin rules: the card turned up is offered to seat 0, then to seat 1; if both pass, seat 0
draws from the stock.  Afterwards each turn is a draw from the stock or the top discard, and a discard or a knock.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import LANE_BITS, RANKS
from meldlab.kernels.deadwood import Choices, SuitPoints, Words
from meldlab.kernels.jit import bare_kernel, helper
from meldlab.kernels.play.deadwood_seats import bit, takes_top, throws
from meldlab.kernels.play.deadwood_show import (
    MOST_MELDS,
    MOST_WAYS,
    add_runs,
    best_sets,
    least_after_lay_off,
    least_deadwood,
)

U = np.uint64
Numbers = NDArray[np.int64]

SEATS = 2

#: Reasons for the end of a deal.
KNOCK, GIN, UNDERCUT, STOCK_END, STALLED = range(5)
REASONS = ("knock", "gin", "undercut", "stock at its end", "stalled")

#: Outcome columns of a deal.
REASON, WINNER, TURNS, POINTS, KNOCKER_LEFT, OTHER_LEFT = range(6)
COLUMNS = 6

#: How far the card turned up has been offered: to nobody, to one seat, to both (the first must draw), no longer.
BOTH_PASSED = 2
ORDINARY = 3

#: Who drew from the pile how often: columns of a seat.
TAKEN = 0
SEAT_COLUMNS = 1

_ZERO = U(0)


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


@helper
def _place(card: int) -> np.int64:
    """Return the place of card number `card` in a plane."""
    return np.int64(card // RANKS * LANE_BITS + card % RANKS)


@bare_kernel
def _show(
    own: np.uint64,
    other: np.uint64,
    play: DeadwoodPlay,
    points: Numbers,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    scratch: Scratch,
    out: Numbers,
) -> None:
    """Fill `out` with what a knock with the ten cards `own` brings; WINNER is 0 for the knocker, 1 for the other."""
    mine = least_deadwood(own, suit_points, choices, set_cards)
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
        out[REASON], out[WINNER], out[POINTS] = KNOCK, 0, theirs - mine


@bare_kernel
def play_deals(
    packs: NDArray[np.uint8],
    play: DeadwoodPlay,
    points: Numbers,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    strategies: Numbers,
    numbers: Numbers,
    states: Words,
    scratch: Scratch,
    out: Numbers,
    seats: Numbers,
) -> None:
    """Play one deal from each pack.

    Parameters
    ----------
    packs : uint8, shape (deals, 52)
        Ten cards for seat 0, ten for seat 1, the card turned up, the stock.
    strategies, numbers
        Strategy of each seat, int64 of shape (2,), and their numbers, shape (2, NUMBERS).
    states : uint64, shape (deals * 2, 4)
        A random state for each seat of each deal.
    out, seats
        Outcomes: int64 of shape (deals, COLUMNS) and (deals, 2, SEAT_COLUMNS), zero at first.  WINNER is -1 where
        nobody scores.
    """
    for deal in range(packs.shape[0]):
        pack = packs[deal]
        own, other = _ZERO, _ZERO  # of the seat to move, and of the one after it
        for number in range(play.cards):
            own |= bit(_place(pack[number]))
            other |= bit(_place(pack[play.cards + number]))
        top = _place(pack[2 * play.cards])
        drawn = 2 * play.cards + 1
        seen = bit(top)  # everything that has lain open
        seat, turns, offers = 0, 0, 0
        own_known, other_known = _ZERO, _ZERO  # cards of each that were taken from the pile
        result = out[deal]
        result[REASON], result[WINNER] = STALLED, -1
        while turns < play.max_turns:
            row = deal * SEATS + seat
            took = False
            if offers != BOTH_PASSED:
                took = takes_top(strategies[seat], own, top, suit_points, choices, set_cards, states, row)
            if offers < BOTH_PASSED and not took:
                offers += 1
                own, other, own_known, other_known, seat = other, own, other_known, own_known, 1 - seat
                continue
            offers = ORDINARY
            if took:
                own |= bit(top)
                own_known |= bit(top)
                seats[deal, seat, TAKEN] += 1
            else:
                own |= bit(_place(pack[drawn]))
                drawn += 1
            turns += 1
            card, knocks = throws(
                strategies[seat],
                numbers[seat],
                own,
                seen,
                other_known,
                play.knock_at,
                points,
                suit_points,
                choices,
                set_cards,
                states,
                row,
            )
            own &= ~bit(card)
            own_known &= ~bit(card)
            if knocks:
                _show(own, other, play, points, suit_points, choices, set_cards, scratch, result)
                result[WINNER] = seat if result[WINNER] == 0 else 1 - seat
                break
            top = card
            seen |= bit(card)
            if packs.shape[1] - drawn <= play.stock_left:
                result[REASON] = STOCK_END
                break
            own, other, own_known, other_known, seat = other, own, other_known, own_known, 1 - seat
        result[TURNS] = turns
