"""Seats that decide by a `Manner`: draws, acts on melds and throws at many tables."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import kernel
from meldlab.kernels.value.rules import Goal, ValueRules
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.best_act import best_act
from meldlab.kernels.value.table.options import list_additions, list_exposures
from meldlab.kernels.value.table.run_cells import ranks_of_suit
from meldlab.kernels.value.table.seat_weights import (
    Held,
    Manner,
    alarmed,
    card_cost,
    fits,
    links,
    look,
    look_around,
    makes_meld,
    signalled,
    waits,
)
from meldlab.kernels.value.table.state import CELLS, KINDS, RUN, PlayRules, Public, wild_of
from meldlab.kernels.value.table.turn import FROM_STOCK, GIVE_UP, NO_CARD, TAKE_POZO, may_throw

#: A wild card is thrown after everything else.
_WILD_KEPT = 1_000_000


@kernel
def choose_draws(
    tables: NDArray[np.int64],
    seat: int,
    hands: NDArray[np.int8],
    open_draws: NDArray[np.uint8],
    held: Held,
    rules: ValueRules,
    manner: Manner,
    public: Public,
    choices: NDArray[np.int64],
) -> None:
    """Choose where each seat draws: the pozo when its cards are worth more than `take_above`."""
    side = seat & 1
    hand = np.zeros(KINDS, dtype=np.int8)
    for row in range(tables.shape[0]):
        table, bits = tables[row], int(np.int64(open_draws[row]))
        choices[row] = FROM_STOCK if bits >> FROM_STOCK & 1 else GIVE_UP
        if not bits >> TAKE_POZO & 1:
            continue
        for card in range(KINDS):
            hand[card] = hands[row, card]
        size = public.pozo_size[table]
        first = size - 1 if manner.top_only else 0
        for place in range(first, size):
            hand[public.pozo[table, place]] += 1
        look(hand, held)
        if manner.outs:
            look_around(table, seat, hand, held, public)
        worth = int(np.int64(0))
        for place in range(first, size):
            card = int(np.int64(public.pozo[table, place]))
            cost = card_cost(card, rules)
            if wild_of(card) >= 0 or fits(table, side, card, rules, public) or makes_meld(card, held, held.wilds[0]):
                worth += 2 * cost
            elif links(card, held, manner):
                worth += cost * manner.hope // 100
            elif alarmed(table, seat, manner, public):
                worth -= cost
            else:
                worth -= cost * manner.burden // 100
        if worth > manner.take_above:
            choices[row] = TAKE_POZO


@kernel
def choose_lays(
    tables: NDArray[np.int64],
    seat: int,
    hands: NDArray[np.int8],
    held: Held,
    rules: ValueRules,
    play: PlayRules,
    goal: Goal,
    manner: Manner,
    free: Manner,
    public: Public,
    actions: NDArray[np.int16],
) -> None:
    """Choose the act that gains most; `free` is the manner when nothing is held back any more."""
    side = seat & 1
    order = np.zeros(2 * CELLS, dtype=np.int64)
    for row in range(tables.shape[0]):
        table, hand, action = tables[row], hands[row], actions[row]
        spare = public.hand_sizes[table, seat] - (0 if rules.closes_without_discard else 1)
        look(hand, held)
        if spare > 0 and waits(table, seat, manner, public):
            spare = public.hand_sizes[table, seat] - 2
        now = free if alarmed(table, seat, manner, public) else manner
        best_act(table, seat, hand, held, spare, order, rules, play, goal, now, public, action)
        if action[state.ACT] == state.STOP and public.duty[table]:
            # the pozo was taken: something must be laid, whatever it is
            spare = public.hand_sizes[table, seat] - (0 if rules.closes_without_discard else 1)
            added = list_additions(table, side, hand, spare, 0, order, rules, public, action)
            if added == 0:
                list_exposures(table, side, hand, spare, 0, order, rules, public, action)
        run = action[state.ACT] == state.EXPOSE and action[state.KIND] == RUN and play.signal_allowed and manner.signal
        if run and ranks_of_suit(hand, int(np.int64(action[state.WHICH]))) >= play.signal_min:
            action[state.SIGNAL] = 1


@kernel
def choose_throws(
    tables: NDArray[np.int64],
    seat: int,
    hands: NDArray[np.int8],
    held: Held,
    rules: ValueRules,
    play: PlayRules,
    manner: Manner,
    public: Public,
    cards: NDArray[np.int64],
) -> None:
    """Choose the card that is missed least and helps the opponents least."""
    side = seat & 1
    for row in range(tables.shape[0]):
        table, hand = tables[row], hands[row]
        barred = public.barred[table]
        look(hand, held)
        if manner.outs:
            look_around(table, seat, hand, held, public)
        least = int(np.int64(0))
        cards[row] = NO_CARD
        for card in range(KINDS):
            if not may_throw(hand, card, barred, play):
                continue
            cost = card_cost(card, rules)
            kept = int(np.int64(0))
            if wild_of(card) >= 0:
                kept = _WILD_KEPT
            else:
                kept = links(card, held, manner)
                if manner.danger and fits(table, 1 - side, card, rules, public):
                    kept += (cost + 5 * public.pozo_size[table]) * manner.danger // 100
                if manner.signal and signalled(table, seat, card // 13, public):
                    kept += manner.signal
            share = 100 if alarmed(table, seat, manner, public) else manner.cost
            kept -= cost * share // 100
            if cards[row] == NO_CARD or kept < least:
                least, cards[row] = int(kept), card
