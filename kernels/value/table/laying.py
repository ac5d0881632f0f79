"""Acts on melds: each is checked against the rules, then carried out (Pinacle rules, 3, 7, 8 and 9.2)."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value.rules import COPIES, ValueRules
from meldlab.kernels.value.table import run_cells, state
from meldlab.kernels.value.table.run_cells import carry_fresh, check_run, may_rescue_place, ranks_of_suit, wilds_fit
from meldlab.kernels.value.table.state import Hidden, PlayRules, Public, natural_at, place_of_card, wild_card


@bare_kernel
def _lay_run(
    table: int, seat: int, slot: int, action: NDArray[np.int16], spare: int, rules: ValueRules, public: Public,
    hidden: Hidden,
) -> int:  # fmt: skip
    """Change a run to the cells of an action; return what is wrong."""
    side = seat & 1
    suit = int(np.int64(public.which[table, side, slot]))
    before, fresh = public.cells[table, side, slot], public.fresh[table, side, slot]
    after, hand = action[state.CELL :], hidden.hands[table, seat]
    wrong, laid = check_run(suit, before, after, hand, spare, rules)
    if wrong:
        return wrong
    same = True
    for place in range(state.CELLS):
        same &= after[place] == before[place]
    if (action[state.ACT] == state.MOVE) != (laid == 0) or same:
        return run_cells.NOTHING_LAID
    carry_fresh(before, after, fresh)
    for place in range(state.CELLS):
        new = int(np.int64(after[place]))
        content = new & (state.FROM_HAND - 1)
        before[place] = content
        if new >= state.FROM_HAND:
            card = natural_at(suit, place) if content == state.NATURAL else wild_card(content - state.WILD)
            _leave_hand(table, seat, card, public, hidden)
    return run_cells.FINE


@bare_kernel
def _leave_hand(table: int, seat: int, card: int, public: Public, hidden: Hidden) -> None:
    """Take a card out of a hand."""
    hidden.hands[table, seat, card] -= 1
    public.hand_sizes[table, seat] -= 1
    if public.known[table, seat, card]:
        public.known[table, seat, card] -= 1


@bare_kernel
def _lay_set(
    table: int, seat: int, slot: int, action: NDArray[np.int16], spare: int, rules: ValueRules, public: Public,
    hidden: Hidden,
) -> int:  # fmt: skip
    """Put the cards of an action down in a set; return what is wrong."""
    side = seat & 1
    place = int(np.int64(public.which[table, side, slot]))
    cells, fresh = public.cells[table, side, slot], public.fresh[table, side, slot]
    hand = hidden.hands[table, seat]
    naturals, wilds, laid = int(np.int64(0)), int(np.int64(0)), int(np.int64(0))
    for cell in range(state.SUITS + state.WILDS):
        more = int(np.int64(action[state.CELL + cell]))
        card = natural_at(cell, place) if cell < state.SUITS else wild_card(cell - state.SUITS)
        if more < 0 or more > hand[card]:
            return run_cells.NOT_IN_HAND
        laid += more
        if cell < state.SUITS:
            naturals += cells[cell] + more
        else:
            wilds += cells[cell] + more
    if laid == 0:
        return run_cells.NOTHING_LAID
    size = naturals + wilds
    if naturals > COPIES or not rules.set_min <= size <= rules.set_max or not wilds_fit(naturals, wilds, rules):
        return run_cells.NO_MELD
    if laid > spare:
        return run_cells.MUST_KEEP_ONE
    for cell in range(state.SUITS + state.WILDS):
        more = int(np.int64(action[state.CELL + cell]))
        cells[cell] += more
        if cell >= state.SUITS:
            fresh[cell] += more
        card = natural_at(cell, place) if cell < state.SUITS else wild_card(cell - state.SUITS)
        for _ in range(more):
            _leave_hand(table, seat, card, public, hidden)
    return run_cells.FINE


@bare_kernel
def _whole(table: int, seat: int, slot: int, rules: ValueRules, public: Public, hidden: Hidden) -> int:
    """Return whether the set just exposed is a pinaculo, and of the dealt cards (rules, 5.4)."""
    cells, place = public.cells[table, seat & 1, slot], int(np.int64(public.which[table, seat & 1, slot]))
    naturals, wilds = int(np.int64(0)), int(np.int64(0))
    for cell in range(state.SUITS + state.WILDS):
        if cell < state.SUITS:
            naturals += cells[cell]
        else:
            wilds += cells[cell]
    if naturals != COPIES or wilds != rules.pinaculo_wilds:
        return 0
    dealt = hidden.dealt[table, seat]
    other = int(np.int64(0))
    for card in range(state.KINDS):
        other += dealt[card]
    for cell in range(state.SUITS + state.WILDS):
        card = natural_at(cell, place) if cell < state.SUITS else wild_card(cell - state.SUITS)
        if dealt[card] != cells[cell]:
            return state.WHOLE_PLAY
        other -= dealt[card]
    return state.WHOLE_PLAY if other else state.WHOLE_DEALT


@bare_kernel
def _expose(
    table: int, seat: int, action: NDArray[np.int16], spare: int, rules: ValueRules, play: PlayRules, public: Public,
    hidden: Hidden,
) -> int:  # fmt: skip
    side = seat & 1
    slot = public.melds[table, side]
    kind, which = int(np.int64(action[state.KIND])), int(np.int64(action[state.WHICH]))
    if kind == state.SET:
        if not 0 <= which < state.CELLS or action[state.SIGNAL]:
            return run_cells.NO_SIGNAL if action[state.SIGNAL] else run_cells.NO_SUCH_MELD
        sets = int(np.int64(0))
        for other in range(slot):
            sets += public.kind[table, side, other] == state.SET and public.which[table, side, other] == which
        if sets >= rules.sets_per_rank:
            return run_cells.SETS_OF_RANK
    elif kind != state.RUN or not 0 <= which < state.SUITS:
        return run_cells.NO_SUCH_MELD
    if slot >= state.MOST_MELDS:
        return run_cells.NO_SUCH_MELD
    if action[state.SIGNAL]:
        ranks = ranks_of_suit(hidden.hands[table, seat], which)
        if not play.signal_allowed or ranks < play.signal_min:
            return run_cells.NO_SIGNAL
    public.kind[table, side, slot], public.which[table, side, slot] = kind, which
    if kind == state.SET:
        wrong = _lay_set(table, seat, slot, action, spare, rules, public, hidden)
        if wrong == run_cells.FINE:
            public.whole[table, side, slot] = _whole(table, seat, slot, rules, public, hidden)
    else:
        wrong = _lay_run(table, seat, slot, action, spare, rules, public, hidden)
    if wrong == run_cells.FINE:
        public.signal[table, side, slot] = seat + 1 if action[state.SIGNAL] else 0
        public.melds[table, side] += 1
    return wrong


@bare_kernel
def _rescue(
    table: int, seat: int, slot: int, action: NDArray[np.int16], spare: int, rules: ValueRules, play: PlayRules,
    public: Public, hidden: Hidden,
) -> int:  # fmt: skip
    side = seat & 1
    cells, fresh = public.cells[table, side, slot], public.fresh[table, side, slot]
    kind, which = int(np.int64(public.kind[table, side, slot])), int(np.int64(public.which[table, side, slot]))
    where, card = int(np.int64(action[state.WHERE])), int(np.int64(action[state.CARD]))
    if not 0 <= card < state.JOKER or not hidden.hands[table, seat, card]:
        return run_cells.NOT_IN_HAND
    if spare < 1:
        return run_cells.MUST_KEEP_ONE
    if kind == state.RUN:
        if not 0 <= where < state.CELLS or not may_rescue_place(cells, fresh, where, rules, play.rescue_same_turn):
            return run_cells.NOT_RESCUABLE
        if card != natural_at(which, where):
            return run_cells.NOT_RESCUABLE
        public.crossed[table, side, slot, cells[where] - state.WILD] += 1
        cells[where], fresh[where] = state.NATURAL, 0
    else:
        if not 0 <= where < state.WILDS or place_of_card(card) != which:
            return run_cells.NOT_RESCUABLE
        old = cells[state.SUITS + where] - (0 if play.rescue_same_turn else fresh[state.SUITS + where])
        if old <= 0:
            return run_cells.NOT_RESCUABLE
        public.crossed[table, side, slot, where] += 1
        cells[state.SUITS + where] -= 1
        fresh[state.SUITS + where] = min(fresh[state.SUITS + where], cells[state.SUITS + where])
        cells[card // 13] += 1
    _leave_hand(table, seat, card, public, hidden)
    return run_cells.FINE


@bare_kernel
def lay(
    tables: NDArray[np.int64],
    seat: int,
    actions: NDArray[np.int16],
    rules: ValueRules,
    play: PlayRules,
    public: Public,
    hidden: Hidden,
    wrong: NDArray[np.int64],
) -> None:
    """Carry out an action of a seat at each of the tables, or write what is wrong with it.

    Parameters
    ----------
    tables : int64, shape (n,)
    seat : int
    actions : int16, shape (n, COLUMNS)
    rules, play, public, hidden
    wrong : int64, shape (n,)
        0 where the action was carried out; else the table is unchanged.
    """
    side = seat & 1
    keep = 0 if rules.closes_without_discard else 1
    for row in range(tables.shape[0]):
        table = tables[row]
        action = actions[row]
        act, slot = int(np.int64(action[state.ACT])), int(np.int64(action[state.MELD]))
        spare = public.hand_sizes[table, seat] - keep
        if act == state.STOP:
            wrong[row] = run_cells.MUST_LAY if public.duty[table] else run_cells.FINE
            continue
        if act == state.EXPOSE:
            wrong[row] = _expose(table, seat, action, spare, rules, play, public, hidden)
        elif not 0 <= slot < public.melds[table, side]:
            wrong[row] = run_cells.NO_SUCH_MELD
        elif act == state.RESCUE:
            wrong[row] = _rescue(table, seat, slot, action, spare, rules, play, public, hidden)
        elif act not in (state.ADD, state.MOVE):
            wrong[row] = run_cells.NO_SUCH_ACT
        elif public.kind[table, side, slot] == state.RUN:
            wrong[row] = _lay_run(table, seat, slot, action, spare, rules, public, hidden)
        elif act == state.MOVE:
            wrong[row] = run_cells.NO_SUCH_ACT
        elif public.whole[table, side, slot]:
            wrong[row] = run_cells.COMPLETE
        else:
            wrong[row] = _lay_set(table, seat, slot, action, spare, rules, public, hidden)
        if wrong[row] == run_cells.FINE and act != state.MOVE:
            public.duty[table] = 0
