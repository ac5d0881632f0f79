"""Random legal play: a kind of act that is open, each as likely, then one of its choices, each as likely."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.chance import pick
from meldlab.kernels.jit import kernel
from meldlab.kernels.value.rules import ValueRules
from meldlab.kernels.value.table import state
from meldlab.kernels.value.table.options import list_additions, list_exposures
from meldlab.kernels.value.table.run_cells import ranks_of_suit
from meldlab.kernels.value.table.state import CELLS, KINDS, RUN, SUITS, PlayRules, Public, wild_card
from meldlab.kernels.value.table.turn import GIVE_UP, NO_CARD, may_throw
from meldlab.kernels.value.table.wild_moves import list_moves, list_rescues


@kernel
def random_draws(
    states: NDArray[np.uint64], tables: NDArray[np.int64], open_draws: NDArray[np.uint8], choices: NDArray[np.int64]
) -> None:
    """Choose one of the open draws at each table."""
    for row in range(open_draws.shape[0]):
        table = tables[row]
        bits, count = int(np.int64(open_draws[row])), int(np.int64(0))
        for choice in range(GIVE_UP + 1):
            count += bits >> choice & 1
        skip = pick(states, table, count)
        for choice in range(GIVE_UP + 1):
            if bits >> choice & 1:
                if skip == 0:
                    choices[row] = choice
                skip -= 1


@kernel
def _other_wilds(
    states: NDArray[np.uint64], table: int, hand: NDArray[np.int8], action: NDArray[np.int16], left: NDArray[np.int64]
) -> None:
    """Let chance say which wild cards of the hand an action lays."""
    total = int(np.int64(0))
    for wild in range(state.WILDS):
        left[wild] = hand[wild_card(wild)]
        total += left[wild]
    if action[state.KIND] == RUN:
        for place in range(CELLS):
            if action[state.CELL + place] >= state.WILD + state.FROM_HAND:
                skip = pick(states, table, total)
                wild = int(np.int64(0))
                while skip >= left[wild]:
                    skip -= left[wild]
                    wild += 1
                left[wild] -= 1
                total -= 1
                action[state.CELL + place] = state.WILD + wild + state.FROM_HAND
        return
    used = int(np.int64(0))
    for wild in range(state.WILDS):
        used += action[state.CELL + SUITS + wild]
        action[state.CELL + SUITS + wild] = 0
    for _ in range(used):
        skip = pick(states, table, total)
        wild = int(np.int64(0))
        while skip >= left[wild]:
            skip -= left[wild]
            wild += 1
        left[wild] -= 1
        total -= 1
        action[state.CELL + SUITS + wild] += 1


@kernel
def random_lays(
    states: NDArray[np.uint64],
    tables: NDArray[np.int64],
    seat: int,
    hands: NDArray[np.int8],
    rules: ValueRules,
    play: PlayRules,
    public: Public,
    actions: NDArray[np.int16],
) -> None:
    """Choose an act at each table: expose, add, move, rescue, or the end of the turn."""
    side = seat & 1
    counts = np.zeros(state.ACTS, dtype=np.int64)
    order = np.zeros(2 * CELLS, dtype=np.int64)
    left = np.zeros(state.WILDS, dtype=np.int64)
    none = -1
    for row in range(tables.shape[0]):
        table, hand, action = tables[row], hands[row], actions[row]
        spare = public.hand_sizes[table, seat] - (0 if rules.closes_without_discard else 1)
        for column in range(state.COLUMNS):
            action[column] = 0
        # the turn may always end, but for a duty still to be met; with an empty hand nothing else is left
        counts[state.STOP] = 0 if public.duty[table] else 1
        if public.hand_sizes[table, seat] == 0:
            continue
        counts[state.EXPOSE] = list_exposures(table, side, hand, spare, none, order, rules, public, action)
        counts[state.ADD] = list_additions(table, side, hand, spare, none, order, rules, public, action)
        counts[state.MOVE] = list_moves(table, side, none, public, action)
        counts[state.RESCUE] = list_rescues(
            table, side, hand, spare, none, play.rescue_same_turn, rules, public, action
        )
        kinds = int(np.int64(0))
        for act in range(state.ACTS):
            kinds += counts[act] > 0
        skip = pick(states, table, kinds)
        act = int(np.int64(0))
        while counts[act] == 0 or skip > 0:
            skip -= counts[act] > 0
            act += 1
        if act == state.STOP:
            continue
        target = int(pick(states, table, counts[act]))
        if act == state.MOVE:
            list_moves(table, side, target, public, action)
            continue
        if act == state.RESCUE:
            list_rescues(table, side, hand, spare, target, play.rescue_same_turn, rules, public, action)
            continue
        for place in range(order.shape[0]):
            order[place] = pick(states, table, 27720)  # a multiple of 1, ..., 12
        if act == state.EXPOSE:
            list_exposures(table, side, hand, spare, target, order, rules, public, action)
            run = action[state.KIND] == RUN and play.signal_allowed
            if run and ranks_of_suit(hand, int(np.int64(action[state.WHICH]))) >= play.signal_min:
                action[state.SIGNAL] = pick(states, table, 2)
        else:
            list_additions(table, side, hand, spare, target, order, rules, public, action)
        _other_wilds(states, table, hand, action, left)
        action[state.ACT] = act


@kernel
def random_throws(
    states: NDArray[np.uint64],
    tables: NDArray[np.int64],
    hands: NDArray[np.int8],
    play: PlayRules,
    public: Public,
    cards: NDArray[np.int64],
) -> None:
    """Choose a card to throw at each table, each that may go as likely."""
    for row in range(tables.shape[0]):
        table, hand = tables[row], hands[row]
        barred = public.barred[table]
        count = int(np.int64(0))
        for card in range(KINDS):
            count += may_throw(hand, card, barred, play)
        cards[row] = NO_CARD
        if count == 0:
            continue
        skip = pick(states, table, count)
        for card in range(KINDS):
            if may_throw(hand, card, barred, play):
                if skip == 0:
                    cards[row] = card
                skip -= 1
