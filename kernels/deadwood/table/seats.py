"""Compiled strategies of a deadwood game: what a seat draws, throws, and when it knocks.

A strategy is a number and a row of numbers of its own.  It is told its own cards, the card on top of the pile, the
cards it has seen elsewhere and those it knows the other to hold; nothing else reaches these functions.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U
from meldlab.kernels.cards.cards import LANE_BITS, RANKS, SUIT_MASK, SUITS
from meldlab.kernels.cards.chance import pick
from meldlab.kernels.deadwood.least_deadwood import Choices, SuitPoints, Words
from meldlab.kernels.deadwood.table.showdown import least_deadwood
from meldlab.kernels.jit import bare_kernel, helper

Numbers = NDArray[np.int64]

RANDOM, GREEDY, FORESIGHT, WATCHFUL = range(4)
#: A seat that decides outside the compiled loop.
ASKED = 4

#: Places of a strategy's own numbers.
KNOCK_AT, WIDTH, CARE = range(3)
NUMBERS = 3


@helper
def bit(card: int | np.int64) -> np.uint64:
    """Return card ``16 * suit + rank`` as a word."""
    return U(ONE << U(card))


@bare_kernel
def after_best_throw(
    hand: np.uint64, kept: np.uint64, suit_points: SuitPoints, choices: Choices, set_cards: Words
) -> np.int64:
    """Return the least deadwood of a hand after throwing one card that is not among `kept`."""
    least = np.int64(1 << 20)
    for card in range(SUITS * LANE_BITS):
        if hand & bit(card) & ~kept != ZERO:
            least = min(least, least_deadwood(hand & ~bit(card), suit_points, choices, set_cards))
    return least


@bare_kernel
def takes_top(
    strategy: int,
    own: np.uint64,
    top: int | np.int64,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    states: Words,
    row: int,
) -> bool:
    """Return whether a seat takes the card on top of the pile; all but the random one do if deadwood falls by it."""
    if strategy == RANDOM:
        return bool(pick(states, row, 2) == 1)
    with_top = after_best_throw(own | bit(top), bit(top), suit_points, choices, set_cards)
    return bool(with_top < least_deadwood(own, suit_points, choices, set_cards))


@bare_kernel
def _ahead(hand: np.uint64, unseen: np.uint64, suit_points: SuitPoints, choices: Choices, set_cards: Words) -> np.int64:
    """Return the deadwood after the next draw and throw, added up over all cards that may still come."""
    total = np.int64(0)
    for card in range(SUITS * LANE_BITS):
        if unseen & bit(card) != ZERO:
            total += after_best_throw(hand | bit(card), ZERO, suit_points, choices, set_cards)
    return total


@bare_kernel
def _use_to_other(card: int, known: np.uint64, unseen: np.uint64) -> np.int64:
    """Return how welcome a card may be to the other player: 0 to 8, cards it is known to hold counting double."""
    suit, rank = card // LANE_BITS, card % LANE_BITS
    use = np.int64(0)
    for other in range(SUITS):
        if other != suit:
            use += 2 * np.int64(known >> U(LANE_BITS * other + rank) & ONE)
            use += np.int64(unseen >> U(LANE_BITS * other + rank) & ONE)
    for step in (-1, 1):
        if 0 <= rank + step < RANKS:
            use += 2 * np.int64(known >> U(card + step) & ONE) + np.int64(unseen >> U(card + step) & ONE)
    return use


@bare_kernel
def throws(
    strategy: int,
    numbers: Numbers,
    own: np.uint64,
    seen: np.uint64,
    known: np.uint64,
    knock_at: int,
    points: Numbers,
    suit_points: SuitPoints,
    choices: Choices,
    set_cards: Words,
    states: Words,
    row: int,
) -> tuple[np.int64, bool]:
    """Return the card thrown from eleven, and whether that is a knock.

    Parameters
    ----------
    strategy, numbers
        Which strategy, and its numbers.
    own, seen, known
        Own cards; cards lying open or thrown before; cards the other took from the pile and has not thrown.
    knock_at
        Most deadwood with which the rules let a seat knock.
    """
    if strategy == RANDOM:
        return _throws_at_random(own, knock_at, suit_points, choices, set_cards, states, row)
    least = after_best_throw(own, ZERO, suit_points, choices, set_cards)
    unseen = U(~(own | seen | known))
    for suit in range(SUITS):
        unseen &= ~U(U(0xE000) << U(LANE_BITS * suit))
    best, best_rank = np.int64(-1), np.int64(1 << 40)
    knocks = least <= min(knock_at, numbers[KNOCK_AT])
    for card in range(SUITS * LANE_BITS):
        if own & bit(card) == ZERO:
            continue
        left = own & ~bit(card)
        deadwood = least_deadwood(left, suit_points, choices, set_cards)
        slack = np.int64(0) if knocks or strategy == GREEDY else numbers[WIDTH]
        if deadwood > least + slack:
            continue
        rank = np.int64(16 - points[card % LANE_BITS])  # the dearest of equal ones
        if strategy != GREEDY and not knocks:
            rank += 64 * _ahead(left, unseen, suit_points, choices, set_cards)
            if strategy == WATCHFUL:
                rank += 64 * numbers[CARE] * _use_to_other(card, known, unseen)
        if rank < best_rank:
            best, best_rank = np.int64(card), rank
    return best, bool(knocks)


@bare_kernel
def _throws_at_random(
    own: np.uint64, knock_at: int, suit_points: SuitPoints, choices: Choices, set_cards: Words, states: Words, row: int
) -> tuple[np.int64, bool]:
    """Choose uniformly whether to knock, where that may be, and then uniformly among the cards that do."""
    knocking = np.int64(0)
    for card in range(SUITS * LANE_BITS):
        if own & bit(card) != ZERO:
            knocking += np.int64(least_deadwood(own & ~bit(card), suit_points, choices, set_cards) <= knock_at)
    knocks = knocking > 0 and pick(states, row, 2) == 1
    count = 0
    for suit in range(SUITS):
        cards = own >> U(LANE_BITS * suit) & SUIT_MASK
        while cards != ZERO:
            cards &= cards - ONE
            count += 1
    place = pick(states, row, int(knocking) if knocks else count)
    for card in range(SUITS * LANE_BITS):
        if own & bit(card) == ZERO:
            continue
        if knocks and least_deadwood(own & ~bit(card), suit_points, choices, set_cards) > knock_at:
            continue
        if place == 0:
            return np.int64(card), bool(knocks)
        place -= 1
    return np.int64(-1), False
