"""Random moves of a Continental turn: uniform over the kinds of action open, then over the choices of that kind."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.chance import pick
from meldlab.kernels.contract.rules import JOKER, KINDS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.melds import TO_HAND, TableRules, cell_card
from meldlab.kernels.contract.table.moves import change_melds, is_allowed
from meldlab.kernels.contract.table.state import NONE, RUN, SET, Counts, Numbers, Public
from meldlab.kernels.jit import bare_kernel, helper

U8 = np.uint8
_ALL = -1


@bare_kernel
def find_move(
    act: int,
    wanted: int | np.int64,
    hand: Counts,
    size: int,
    melds: Numbers,
    seat: int,
    laid: int,
    rules: TableRules,
    move: Numbers,
) -> int:
    """Count the moves of one kind, or write number `wanted` (from 0) of them to `move`.

    Parameters
    ----------
    act : int
        `LAY_OFF`, `SWAP` or `SHIFT`.
    wanted : int
        Which move, or -1: all are counted.
    hand : uint8, shape (53,)
    size : int
        Cards in hand.
    melds : int64, shape (melds, MELD_FIELDS)
    seat, laid : int
        Who moves, and the cards it has laid off in this turn.
    rules
    move : int64, shape (MOVE_FIELDS,)
        To work in, and the move found.
    """
    found = 0
    for place in range(melds.shape[0]):
        meld = melds[place]
        if meld[state.KIND] != RUN and not (meld[state.KIND] == SET and act == state.LAY_OFF):
            continue
        if act == state.LAY_OFF:
            cells, ends = KINDS, 1 if meld[state.KIND] == SET else 2
        else:
            cells, ends = (meld[state.LENGTH] if act == state.SWAP else 2), 2
        for cell in range(cells):
            if act == state.LAY_OFF and hand[cell] == 0:
                continue
            if act == state.SWAP and (meld[state.JOKERS] >> cell) & 1 == 0:
                continue
            to_hand = act == state.SWAP and rules.swap == TO_HAND
            aimless = act == state.LAY_OFF or to_hand
            for goal in range(NONE if aimless else 0, 0 if aimless else melds.shape[0]):
                for right in range(1 if to_hand else ends):
                    _write(move, act, place, cell, goal, right, meld)
                    if is_allowed(move, hand, melds, seat, size, laid, rules):
                        if found == wanted:
                            return found
                        found += 1
    return found


@helper
def _write(move: Numbers, act: int, place: int, cell: int, goal: int, right: int, meld: Numbers) -> None:
    """Fill a row; `cell` is a card of the hand, a cell of the run, or the end from which a joker moves."""
    move[state.ACT], move[state.MELD], move[state.TO] = act, place, goal
    move[state.RIGHT], move[state.CELL], move[state.FROM_RIGHT] = right, NONE, 0
    if act == state.LAY_OFF:
        move[state.CARD] = cell
    elif act == state.SWAP:
        move[state.CARD], move[state.CELL] = cell_card(meld, cell), cell
    else:
        move[state.CARD], move[state.FROM_RIGHT] = JOKER, cell


@bare_kernel
def plan_at_random(
    rows: Numbers,
    hands: Counts,
    public: Public,
    laid: Numbers,
    seat: int,
    rules: TableRules,
    states: NDArray[np.uint64],
    melds: Numbers,
    moves: Numbers,
) -> None:
    """Fill `moves` (int64, shape (n, moves, MOVE_FIELDS)) with random moves, `STOP` among the kinds each time.

    Parameters
    ----------
    rows : int64, shape (n,)
    hands : uint8, shape (n, 53)
        Changed.
    public
    laid : int64, shape (n,)
        Cards laid off in this turn.
    seat : int
    rules
    states : uint64, shape (tables, 4)
    melds : int64, shape (melds, MELD_FIELDS)
        To work in.
    moves
    """
    for number in range(rows.size):
        table, hand, off = rows[number], hands[number], laid[number]
        size = public.sizes[table, seat]
        for place in range(melds.shape[0]):
            for field in range(state.MELD_FIELDS):
                melds[place, field] = public.melds[table, place, field]
        for place in range(moves.shape[1]):
            move = moves[number, place]
            kinds = 1
            for act in range(state.LAY_OFF, state.SHIFT + 1):
                kinds += int(find_move(act, _ALL, hand, size, melds, seat, off, rules, move) > 0)
            chosen = pick(states, table, kinds)
            move[state.ACT] = state.STOP
            if chosen == 0 or size == 0:
                break
            for act in range(state.LAY_OFF, state.SHIFT + 1):
                ways = find_move(act, _ALL, hand, size, melds, seat, off, rules, move)
                chosen -= int(ways > 0)
                if ways > 0 and chosen == 0:
                    find_move(act, pick(states, table, ways), hand, size, melds, seat, off, rules, move)
                    break
            change_melds(move, melds, rules)
            if move[state.ACT] != state.SHIFT:
                hand[move[state.CARD]] -= U8(1)
                size -= 1
                off += 1
            if move[state.ACT] == state.SWAP and move[state.TO] == NONE:
                hand[JOKER] += U8(1)
                size += 1
