"""The frame of a turn: dealing, drawing, the pozo, throwing a card, and when a deal is over (Pinacle rules, 9)."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import ValueRules
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.options import list_additions, list_exposures
from meldlab.kernels.value.table.state import CELLS, KINDS, SEATS, SIDES, Hidden, PlayRules, Public, wild_of
from meldlab.kernels.value.table.wild_moves import list_rescues

# where a card is drawn
FROM_STOCK, TAKE_POZO, GIVE_UP = range(3)

# what is wrong with a choice
FINE, EMPTY_STOCK, EMPTY_POZO, CANNOT_LAY, NOT_HELD, MAY_NOT_THROW, NO_SUCH_CHOICE = range(7)

#: Card number of a close without a discard.
NO_CARD = -1


@bare_kernel
def deal_out(packs: NDArray[np.uint8], hand_cards: int, upcards: int, public: Public, hidden: Hidden) -> None:
    """Deal each pack from its top: one card a seat in turn, so many times, then the pozo, then the stock."""
    for table in range(packs.shape[0]):
        top = int(np.int64(0))
        for _ in range(hand_cards):
            for seat in range(SEATS):
                card = int(np.int64(packs[table, top]))
                hidden.hands[table, seat, card] += 1
                hidden.dealt[table, seat, card] += 1
                top += 1
        for seat in range(SEATS):
            public.hand_sizes[table, seat] = hand_cards
        for _ in range(upcards):
            public.pozo[table, public.pozo_size[table]] = int(np.int64(packs[table, top]))
            public.pozo_size[table] += 1
            top += 1
        public.stock_left[table] = packs.shape[1] - top
        for place in range(packs.shape[1] - top):
            hidden.stock[table, place] = int(np.int64(packs[table, top + place]))


@bare_kernel
def can_lay(
    table: int, seat: int, rules: ValueRules, play: PlayRules, public: Public, hidden: Hidden, hand: NDArray[np.int8],
    order: NDArray[np.int64], action: NDArray[np.int16],
) -> bool:  # fmt: skip
    """Return whether a seat could lay a card after taking the pozo; `hand` is room for what it would hold."""
    size = public.pozo_size[table]
    for card in range(KINDS):
        hand[card] = hidden.hands[table, seat, card]
    for place in range(size):
        hand[public.pozo[table, place]] += 1
    spare = public.hand_sizes[table, seat] + size - (0 if rules.closes_without_discard else 1)
    side, none = seat & 1, -1
    if list_rescues(table, side, hand, spare, none, play.rescue_same_turn, rules, public, action):
        return True
    if list_additions(table, side, hand, spare, none, order, rules, public, action):
        return True
    return list_exposures(table, side, hand, spare, none, order, rules, public, action) > 0


@bare_kernel
def end_turns(
    tables: NDArray[np.int64],
    turns: int,
    closed: NDArray[np.uint8],
    play: PlayRules,
    public: Public,
    hidden: Hidden,
    reason: NDArray[np.int64],
    reshuffled: NDArray[np.int64],
) -> None:
    """Say which deals are over when turn number `turns` has ended, and turn pozos over into empty stocks.

    Parameters
    ----------
    tables : int64, shape (n,)
    turns : int
    closed : uint8, shape (n,)
        1 where the turn was closed.
    play, public, hidden
    reason : int64, shape (all tables,)
    reshuffled : int64, shape (n,)
        Cards of a stock made of the pozo, else 0.
    """
    for row in range(tables.shape[0]):
        table = tables[row]
        reshuffled[row] = 0
        if closed[row]:
            reason[table] = state.CLOSED
        elif turns >= play.max_turns:
            reason[table] = state.MAX_TURNS
        elif public.stock_left[table] == 0:
            size = public.pozo_size[table]
            if play.stock_end == state.END or (play.stock_end == state.RESHUFFLE and size < 2):
                reason[table] = state.STOCK_END
            elif play.stock_end == state.RESHUFFLE:
                for place in range(size - 1):
                    hidden.stock[table, place] = public.pozo[table, place]
                hidden.stock_next[table] = 0
                public.pozo[table, 0] = public.pozo[table, size - 1]
                public.pozo_size[table] = 1
                public.stock_left[table] = size - 1
                reshuffled[row] = size - 1


@bare_kernel
def list_draws(
    tables: NDArray[np.int64],
    seat: int,
    rules: ValueRules,
    play: PlayRules,
    public: Public,
    hidden: Hidden,
    hand: NDArray[np.int8],
    order: NDArray[np.int64],
    action: NDArray[np.int16],
    open_draws: NDArray[np.uint8],
) -> None:
    """Write which draws are open (rules, 9.1 and 9.8): bit `FROM_STOCK`, bit `TAKE_POZO`, bit `GIVE_UP`."""
    for row in range(tables.shape[0]):
        table = tables[row]
        stock = public.stock_left[table] > 0
        duty = play.pozo_requires_meld or (not stock and play.stock_end == state.POZO_OR_END)
        take = public.pozo_size[table] > 0
        if take and duty:
            take = can_lay(table, seat, rules, play, public, hidden, hand, order, action)
        bits = int(np.int64(0))
        if stock:
            bits |= 1 << FROM_STOCK
        else:
            bits |= 1 << GIVE_UP
        if take:
            bits |= 1 << TAKE_POZO
        open_draws[row] = bits


@bare_kernel
def draw(
    tables: NDArray[np.int64],
    seat: int,
    choices: NDArray[np.int64],
    open_draws: NDArray[np.uint8],
    play: PlayRules,
    public: Public,
    hidden: Hidden,
    drawn: NDArray[np.int64],
    reason: NDArray[np.int64],
    wrong: NDArray[np.int64],
) -> None:
    """Carry out the draws that seats chose; `drawn` gets the card of the stock, or -1."""
    for row in range(tables.shape[0]):
        table, choice = tables[row], choices[row]
        drawn[row], wrong[row] = -1, FINE
        if not FROM_STOCK <= choice <= GIVE_UP:
            wrong[row] = NO_SUCH_CHOICE
            continue
        if not open_draws[row] >> choice & 1:
            wrong[row] = EMPTY_STOCK if choice == FROM_STOCK else CANNOT_LAY
            if choice == TAKE_POZO and public.pozo_size[table] == 0:
                wrong[row] = EMPTY_POZO
            continue
        public.barred[table], public.duty[table] = -1, 0
        for side in range(SIDES):
            for slot in range(public.melds[table, side]):
                for cell in range(CELLS):
                    public.fresh[table, side, slot, cell] = 0
        hand = hidden.hands[table, seat]
        if choice == GIVE_UP:
            reason[table] = state.STOCK_END
            continue
        if choice == FROM_STOCK:
            card = int(np.int64(hidden.stock[table, hidden.stock_next[table]]))
            hidden.stock_next[table] += 1
            public.stock_left[table] -= 1
            drawn[row] = card
            if not play.discard_drawn and not hand[card]:
                public.barred[table] = card
            hand[card] += 1
            public.hand_sizes[table, seat] += 1
            continue
        size = public.pozo_size[table]
        top = int(np.int64(public.pozo[table, size - 1]))
        if not play.discard_drawn and not hand[top]:
            public.barred[table] = top
        if play.pozo_requires_meld or public.stock_left[table] == 0:
            public.duty[table] = 1
        for place in range(size):
            card = int(np.int64(public.pozo[table, place]))
            hand[card] += 1
            public.known[table, seat, card] += 1
        public.hand_sizes[table, seat] += size
        public.pozo_size[table] = 0


@bare_kernel
def may_throw(hand: NDArray[np.int8], card: int, barred: int, play: PlayRules) -> bool:
    """Return whether a card of a hand may be thrown (rules, 2.4 and 9.3).

    Where every card is forbidden by `wild_discard` or `discard_drawn` any may go, since a turn must end.
    """
    if hand[card] == 0:
        return False
    if card != barred and (play.wild_discard or wild_of(card) < 0):
        return True
    for other in range(KINDS):
        if hand[other] and other != barred and (play.wild_discard or wild_of(other) < 0):
            return False
    return True


@bare_kernel
def throw(
    tables: NDArray[np.int64],
    seat: int,
    cards: NDArray[np.int64],
    play: PlayRules,
    public: Public,
    hidden: Hidden,
    closed: NDArray[np.uint8],
    wrong: NDArray[np.int64],
) -> None:
    """End turns by a discard, or `NO_CARD` where the hand is empty; `closed` is 1 where no card is left."""
    for row in range(tables.shape[0]):
        table, card = tables[row], cards[row]
        hand = hidden.hands[table, seat]
        closed[row], wrong[row] = 0, FINE
        if card == NO_CARD and public.hand_sizes[table, seat] == 0:
            closed[row] = 1
            continue
        if not 0 <= card < KINDS or not hand[card]:
            wrong[row] = NOT_HELD
            continue
        if not may_throw(hand, card, public.barred[table], play):
            wrong[row] = MAY_NOT_THROW
            continue
        hand[card] -= 1
        public.hand_sizes[table, seat] -= 1
        if public.known[table, seat, card]:
            public.known[table, seat, card] -= 1
        public.pozo[table, public.pozo_size[table]] = card
        public.pozo_size[table] += 1
        if public.hand_sizes[table, seat] == 0:
            closed[row] = 1
