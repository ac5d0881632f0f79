"""Going down, lay-offs, swaps and moves at Continental tables: what a seat chose, checked and done (rules, 7 and 8).

Every kernel returns the place of the first choice that the rules forbid, or `NONE`; the choices before it are done.
"""

import numpy as np

from meldlab.kernels.contract.rules import JOKER, KINDS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.melds import (
    NO_SWAP,
    TO_HAND,
    TO_OWNER,
    TableRules,
    add_cards,
    cell_card,
    end_card,
    fits,
    grow,
    grow_run,
    is_legal,
    joker_at,
    run_takes,
    shorten_run,
)
from meldlab.kernels.contract.table.state import EMPTY, NONE, RUN, SET, Counts, Hidden, Numbers, Public, record
from meldlab.kernels.jit import bare_kernel, helper

U8 = np.uint8


@bare_kernel
def go_down(
    rows: Numbers,
    laid: Numbers,
    seat: int,
    turn: int,
    rules: TableRules,
    needed: Numbers,
    public: Public,
    hidden: Hidden,
) -> int:
    """Let a seat go down at each table with the melds of `laid`: those of the contract and no others (rules, 7.2).

    Parameters
    ----------
    rows : int64, shape (n,)
    laid : int64, shape (n, melds a seat, MELD_FIELDS)
        Sets first; empty rows after the last meld.
    seat, turn : int
        The seat, and the number of its own turn, from 1.
    rules
        With the longest melds that may be laid when going down.
    needed : int64, shape (53,)
        To work in.
    public, hidden
    """
    for number in range(rows.size):
        table = rows[number]
        if not _may_lay(laid[number], hidden.hands[table, seat], rules, needed):
            return number
        first = seat * rules.melds_a_seat
        record(hidden, table, state.GOES_DOWN, seat, 0, 0, 0)
        for place in range(rules.melds_a_seat):
            for field in range(state.MELD_FIELDS):
                public.melds[table, first + place, field] = laid[number, place, field]
            if laid[number, place, state.KIND] != EMPTY:
                _record_meld(table, seat, laid[number, place], hidden)
        for kind in range(KINDS):
            for _ in range(needed[kind]):
                _leave_hand(table, seat, kind, public, hidden)
        public.seats[table, seat, state.WENT_DOWN] = turn
    return NONE


@helper
def _may_lay(laid: Numbers, hand: Counts, rules: TableRules, needed: Numbers) -> bool:
    sets = runs = 0
    for kind in range(KINDS):
        needed[kind] = 0
    for place in range(rules.melds_a_seat):
        kind = laid[place, state.KIND]
        if kind == EMPTY:
            continue
        if place > 0 and (laid[place - 1, state.KIND] == EMPTY or kind < laid[place - 1, state.KIND]):
            return False
        if not is_legal(laid[place], rules):
            return False
        sets += int(kind == SET)
        runs += int(kind == RUN)
        add_cards(laid[place], needed, 1)
    if sets < rules.sets or runs < rules.runs:
        return False
    left = 0
    for kind in range(KINDS):
        left += np.int64(hand[kind]) - needed[kind]
        if needed[kind] > hand[kind]:
            return False
    return bool(left >= rules.keep)


@helper
def _record_meld(table: int, seat: int, meld: Numbers, hidden: Hidden) -> None:
    if hidden.events.shape[1] > 0:
        place = hidden.recorded[table]
        hidden.events[table, place, 0] = state.LAYS
        hidden.events[table, place, 1] = seat
        for field in range(state.MELD_FIELDS):
            hidden.events[table, place, 2 + field] = meld[field]
        hidden.recorded[table] = place + 1


@helper
def _leave_hand(table: int, seat: int, card: int, public: Public, hidden: Hidden) -> None:
    hidden.hands[table, seat, card] -= U8(1)
    public.sizes[table, seat] -= 1
    if public.taken[table, seat, card] > 0:
        public.taken[table, seat, card] -= U8(1)


@helper
def is_allowed(
    move: Numbers, hand: Counts | Numbers, melds: Numbers, seat: int, size: int, laid: int, rules: TableRules
) -> bool:
    """Return whether a seat that is down may make a lay-off, swap or move (rules, 8.2 to 8.6).

    Parameters
    ----------
    move : int64, shape (MOVE_FIELDS,)
    hand : uint8 or int64, shape (53,)
    melds : int64, shape (melds, MELD_FIELDS)
    seat, size, laid : int
        Who moves; the cards in its hand; the cards it has laid off in this turn.
    rules
    """
    act, card, place, to = move[state.ACT], move[state.CARD], move[state.MELD], move[state.TO]
    if not 0 <= place < melds.shape[0] or melds[place, state.KIND] == EMPTY:
        return False
    if act != state.SHIFT and (
        not 0 <= card < KINDS or hand[card] == 0 or size <= rules.keep or laid >= rules.lay_off_limit
    ):
        return False
    meld = melds[place]
    if act == state.LAY_OFF:
        return fits(meld, card, move[state.RIGHT], rules)
    owner = place // rules.melds_a_seat
    if meld[state.KIND] != RUN or (rules.own_runs_only and owner != seat):
        return False
    if act == state.SWAP:
        cell = move[state.CELL]
        if rules.swap == NO_SWAP or not 0 <= cell < meld[state.LENGTH]:
            return False
        if not joker_at(meld, cell) or cell_card(meld, cell) != card:
            return False
        if rules.swap == TO_HAND:
            return bool(to == NONE)
        if not _is_run(melds, to) or (rules.swap == TO_OWNER and to // rules.melds_a_seat != owner):
            return False
        if to != place:
            return run_takes(melds[to], move[state.RIGHT], 1, rules)
        meld[state.JOKERS] ^= np.int64(1) << cell
        taken = run_takes(meld, move[state.RIGHT], 1, rules)
        meld[state.JOKERS] ^= np.int64(1) << cell
        return taken
    if act != state.SHIFT or not rules.shift or not _is_run(melds, to) or to // rules.melds_a_seat != owner:
        return False
    if not joker_at(meld, meld[state.LENGTH] - 1 if move[state.FROM_RIGHT] else 0):
        return False
    if to != place:
        return bool(meld[state.LENGTH] > rules.run_min and run_takes(melds[to], move[state.RIGHT], 1, rules))
    if bool(move[state.RIGHT]) == bool(move[state.FROM_RIGHT]):
        return False
    shorten_run(meld, move[state.FROM_RIGHT], rules)
    taken = run_takes(meld, move[state.RIGHT], 1, rules)
    grow_run(meld, move[state.FROM_RIGHT], 1, rules)
    return taken


@helper
def _is_run(melds: Numbers, place: int) -> bool:
    return bool(0 <= place < melds.shape[0] and melds[place, state.KIND] == RUN)


@helper
def change_melds(move: Numbers, melds: Numbers, rules: TableRules) -> None:
    """Make a move that is allowed on the melds of a table."""
    meld = melds[move[state.MELD]]
    if move[state.ACT] == state.LAY_OFF:
        grow(meld, move[state.CARD], move[state.RIGHT], rules)
        return
    if move[state.ACT] == state.SWAP:
        meld[state.JOKERS] ^= np.int64(1) << move[state.CELL]
    else:
        shorten_run(meld, move[state.FROM_RIGHT], rules)
    if move[state.TO] != NONE:
        grow_run(melds[move[state.TO]], move[state.RIGHT], 1, rules)


@bare_kernel
def make_moves(
    rows: Numbers,
    moves: Numbers,
    seat: int,
    laid: Numbers,
    rules: TableRules,
    public: Public,
    hidden: Hidden,
    stopped: Numbers,
) -> int:
    """Let a seat that is down make its moves at each table, up to the first `STOP`.

    Parameters
    ----------
    rows : int64, shape (n,)
    moves : int64, shape (n, moves, MOVE_FIELDS)
    seat : int
    laid : int64, shape (tables,)
        Cards laid off in this turn.
    rules, public, hidden
    stopped : int64, shape (n,)
        Becomes 1 where the seat is done.
    """
    for number in range(rows.size):
        table = rows[number]
        melds, hand = public.melds[table], hidden.hands[table, seat]
        stopped[number] = 0
        for place in range(moves.shape[1]):
            move = moves[number, place]
            if move[state.ACT] == state.STOP:
                stopped[number] = 1
                break
            if not is_allowed(move, hand, melds, seat, public.sizes[table, seat], laid[table], rules):
                return number
            _record_move(table, seat, move, melds, hidden)
            change_melds(move, melds, rules)
            if move[state.ACT] == state.SHIFT:
                public.seats[table, seat, state.MOVED] += 1
                continue
            laid[table] += 1
            _leave_hand(table, seat, move[state.CARD], public, hidden)
            public.seats[table, seat, state.LAID_OFF if move[state.ACT] == state.LAY_OFF else state.SWAPPED] += 1
            if move[state.ACT] == state.SWAP and move[state.TO] == NONE:
                hand[JOKER] += U8(1)
                public.taken[table, seat, JOKER] += U8(1)
                public.sizes[table, seat] += 1
    return NONE


@helper
def _record_move(table: int, seat: int, move: Numbers, melds: Numbers, hidden: Hidden) -> None:
    if hidden.events.shape[1] == 0:
        return
    act, goal = move[state.ACT], move[state.MELD] if move[state.ACT] == state.LAY_OFF else move[state.TO]
    record(
        hidden,
        table,
        state.LAYS_OFF if act == state.LAY_OFF else state.SWAPS if act == state.SWAP else state.MOVES,
        seat,
        move[state.CARD],
        move[state.MELD],
        move[state.CELL],
    )
    event = hidden.events[table, hidden.recorded[table] - 1]
    event[5], event[6], event[7], event[8] = move[state.TO], move[state.RIGHT], move[state.FROM_RIGHT], NONE
    # A natural placed first, or a joker taken from the other end, changes nothing about this end's next cell.
    if goal != NONE and melds[goal, state.KIND] == RUN:
        event[8] = end_card(melds[goal], move[state.RIGHT])
