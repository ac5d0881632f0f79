"""The numbers by which a seat of a `value` game decides, and what it thinks of single cards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import COPIES, ValueRules
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.run_cells import may_rescue_place
from meldlab.kernels.value.table.state import (
    CELLS,
    EMPTY,
    NATURAL,
    RUN,
    SEATS,
    SET,
    SIDES,
    SUITS,
    Public,
    natural_at,
    place_of_card,
    wild_card,
    wild_of,
)


class Manner(NamedTuple):
    """How a seat decides; points unless it says otherwise."""

    top_only: int  # 1: the pozo is taken for its top card alone
    take_above: int  # what the cards of the pozo must be worth to be taken
    hope: int  # per cent of its value that a card is worth which goes with others in hand
    burden: int  # per cent of its cost that a useless card of the pozo counts
    wild_price: int  # what laying a wild card must earn beyond its own value
    run_dream: int  # what a run is worth on its way to twelve cards
    set_dream: int  # what a set with special values is worth on its way to eight
    pair: int  # keeping a card for each other one of its rank
    near: int  # ... for its neighbours in the suit
    gap: int  # ... for the next but one
    cost: int  # per cent of its cost in hand that speaks for throwing a card; below 0 dear cards are kept to be laid
    danger: int  # per cent of what a card is worth to the opponents that speaks against throwing it
    signal: int  # keeping a card of the suit of the partner's signal
    outs: int  # 1: what a card goes with counts by the cards still unseen that would make a meld of it
    alarm: int  # cards in an opponent's hand at which nothing is held back any more
    patience: int  # cards in the partner's hand at which the deal is not closed yet, unless there is alarm


class Held(NamedTuple):
    """A hand at a glance."""

    suits: NDArray[np.int64]  # (4,) bits by place: naturals held
    ranks: NDArray[np.int64]  # (12,) naturals of each rank
    wilds: NDArray[np.int64]  # (1,)
    unseen: NDArray[np.int64]  # (4, 16) copies by suit and place that may still come; four places that are none


@bare_kernel
def look(hand: NDArray[np.int8], held: Held) -> None:
    """Fill `held` for a hand."""
    held.wilds[0] = 0
    for wild in range(state.WILDS):
        held.wilds[0] += hand[wild_card(wild)]
    for place in range(CELLS):
        held.ranks[place] = 0
    for suit in range(SUITS):
        mask = int(np.int64(0))
        for place in range(CELLS):
            copies = int(np.int64(hand[natural_at(suit, place)]))
            if copies:
                mask |= 1 << place
                held.ranks[place] += copies
        held.suits[suit] = mask


@bare_kernel
def fits(table: int, side: int, card: int, rules: ValueRules, public: Public) -> bool:
    """Return whether a natural card goes onto a meld of a side as it lies."""
    place, suit = place_of_card(card), card // 13
    for slot in range(public.melds[table, side]):
        cells = public.cells[table, side, slot]
        which = public.which[table, side, slot]
        if public.kind[table, side, slot] == SET:
            naturals = cells[0] + cells[1] + cells[2] + cells[3]
            if which == place and naturals < COPIES and not public.whole[table, side, slot]:
                return True
            continue
        if which != suit:
            continue
        if cells[place] == EMPTY:
            beside = (place > 0 and cells[place - 1] != EMPTY) or (place < CELLS - 1 and cells[place + 1] != EMPTY)
            if beside and rules.run_max >= CELLS:
                return True
        elif may_rescue_place(cells, public.fresh[table, side, slot], place, rules, 0):
            return True
    return False


@bare_kernel
def has_set(table: int, side: int, place: int, public: Public) -> int:
    """Return the slot of a side's set of a rank, or -1."""
    for slot in range(public.melds[table, side]):
        if public.kind[table, side, slot] == SET and public.which[table, side, slot] == place:
            return slot
    return -1


@bare_kernel
def makes_meld(card: int, held: Held, wilds: int) -> bool:
    """Return whether a natural of a hand lies in a meld of three of that hand, with so many wild cards."""
    place, mask = place_of_card(card), held.suits[card // 13]
    if held.ranks[place] + min(wilds, 1) >= 3:
        return True
    for first in range(max(0, place - 2), min(place, CELLS - 3) + 1):
        three = mask >> first & 7
        if three == 7 or (wilds and three in (3, 5, 6)):
            return True
    return False


@bare_kernel
def look_around(table: int, seat: int, hand: NDArray[np.int8], held: Held, public: Public) -> None:
    """Fill `held.unseen`: copies neither in the hand nor on the table, nor known to lie in another hand."""
    unseen = held.unseen
    for suit in range(SUITS):
        for place in range(CELLS):
            card = natural_at(suit, place)
            left = COPIES // SUITS - hand[card]
            for other in range(SEATS):
                if other != seat:
                    left -= public.known[table, other, card]
            unseen[suit, place] = left
    for side in range(SIDES):
        for slot in range(public.melds[table, side]):
            cells, which = public.cells[table, side, slot], public.which[table, side, slot]
            if public.kind[table, side, slot] == SET:
                for suit in range(SUITS):
                    unseen[suit, which] -= cells[suit]
            else:
                for place in range(CELLS):
                    unseen[which, place] -= cells[place] == NATURAL


@bare_kernel
def links(card: int, held: Held, manner: Manner) -> int:
    """Return what the rest of a hand makes of a natural of it: others of its rank, neighbours in its suit."""
    place, suit = place_of_card(card), card // 13
    mask, unseen = held.suits[suit], held.unseen
    worth = int(np.int64(0))
    if held.ranks[place] > 1:
        outs = int(np.int64(4))
        if manner.outs:
            outs = min(outs, unseen[0, place] + unseen[1, place] + unseen[2, place] + unseen[3, place])
        worth += (held.ranks[place] - 1) * manner.pair * outs // 4
    for low in range(place - 2, place + 1):
        # the card beside another one, `low` the lower of the two; then with a gap between them
        if low in (place - 1, place) and low >= 0 and mask >> low & mask >> (low + 1) & 1:
            outs = int(np.int64(4))
            if manner.outs:
                outs = min(outs, (unseen[suit, low - 1] if low else 0) + unseen[suit, low + 2])
            worth += manner.near * outs // 4
        if low in (place - 2, place) and low >= 0 and mask >> low & mask >> (low + 2) & 1:
            outs = int(np.int64(2))
            if manner.outs:
                outs = min(outs, unseen[suit, low + 1])
            worth += manner.gap * outs // 2
    return int(worth)


@bare_kernel
def signalled(table: int, seat: int, suit: int, public: Public) -> bool:
    """Return whether the partner of a seat has given the signal of a suit (rules, 9.9)."""
    side = seat & 1
    for slot in range(public.melds[table, side]):
        given = public.signal[table, side, slot] == 1 + (seat + 2) % SEATS
        if given and public.kind[table, side, slot] == RUN and public.which[table, side, slot] == suit:
            return True
    return False


@bare_kernel
def card_cost(card: int, rules: ValueRules) -> int:
    """Return what a card costs that is left in hand."""
    wild = wild_of(card)
    if wild >= 0:
        return rules.hand_joker if wild == state.WILDS - 1 else rules.hand_two
    return int(rules.points[place_of_card(card)])


@bare_kernel
def alarmed(table: int, seat: int, manner: Manner, public: Public) -> bool:
    """Return whether an opponent has so few cards that the deal may soon be over."""
    least = min(public.hand_sizes[table, (seat + 1) % SEATS], public.hand_sizes[table, (seat + 3) % SEATS])
    return bool(least <= manner.alarm)


@bare_kernel
def waits(table: int, seat: int, manner: Manner, public: Public) -> bool:
    """Return whether a seat does not want to close the deal yet, since its partner has cards to lay."""
    if manner.patience == 0 or alarmed(table, seat, manner, public):
        return False
    return bool(public.hand_sizes[table, (seat + 2) % SEATS] >= manner.patience and public.stock_left[table] > 0)
