"""Plain lay-offs of a Continental turn: whatever fits goes, the dear jokers last, where they block nothing (rules, 8).

Implements the plain greedy of section 12: naturals at run ends and in sets until nothing moves, swaps, then jokers to
sets, else to run ends.  It moves no jokers.
"""

import numpy as np

from meldlab.kernels.contract.rules import JOKER, RANKS, SUITS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.melds import NO_SWAP, TO_HAND, TableRules, fits, run_takes, set_takes
from meldlab.kernels.contract.table.moves import change_melds, is_allowed
from meldlab.kernels.contract.table.state import EMPTY, NONE, RUN, SET, Counts, Numbers, Public
from meldlab.kernels.jit import bare_kernel, helper


@helper
def write_move(move: Numbers, act: int, card: int, meld: int, cell: int, to: int, right: int) -> None:
    """Fill a row with a lay-off or a swap."""
    move[state.ACT], move[state.CARD], move[state.MELD], move[state.CELL] = act, card, meld, cell
    move[state.TO], move[state.RIGHT], move[state.FROM_RIGHT] = to, right, 0


@bare_kernel
def plan_lay_offs(
    hand: Numbers, melds: Numbers, first: int, stop: int, seat: int, rules: TableRules, points: Numbers, moves: Numbers
) -> int:
    """Lay off all that fits on the melds ``first, ..., stop - 1``; return the number of moves, written to `moves`.

    `hand` (int64, shape (53,)) and `melds` are changed.  No more moves
    are made than `moves` (int64, shape (moves, MOVE_FIELDS)) has rows.
    """
    size = 0
    for kind in range(JOKER + 1):
        size += hand[kind]
    made = 0
    most = min(moves.shape[0], rules.lay_off_limit)
    while made < most and size > rules.keep:
        before = made
        for place in range(first, stop):
            made = _naturals_on(place, hand, melds, rules, moves, made, min(most, made + size - rules.keep))
            size -= made - before
            if made != before:
                break
        if made != before:
            continue
        move = moves[made]
        swapped = rules.swap != NO_SWAP and _find_swap(hand, melds, first, stop, seat, rules, move)
        if (
            swapped
            or _find_joker(hand, melds, first, stop, rules, move)
            or _find_rank(hand, melds, first, stop, rules, points, move)
        ):
            change_melds(move, melds, rules)
            hand[move[state.CARD]] -= 1
            size -= 1
            if move[state.ACT] == state.SWAP and move[state.TO] == NONE:
                hand[JOKER] += 1
                size += 1
            made += 1
        else:
            break
    return made


@helper
def _naturals_on(
    place: int, hand: Numbers, melds: Numbers, rules: TableRules, moves: Numbers, made: int, most: int
) -> int:
    """Lay naturals that fit on one meld; return the moves made so far, at most `most`."""
    meld = melds[place]
    if meld[state.KIND] == RUN:
        for right in range(2):
            while made < most:
                card = meld[state.FIRST] * RANKS
                card += (meld[state.PLACE] + (meld[state.LENGTH] if right else -1)) % RANKS
                if hand[card] == 0 or not run_takes(meld, right, 0, rules):
                    break
                write_move(moves[made], state.LAY_OFF, card, place, NONE, NONE, right)
                change_melds(moves[made], melds, rules)
                hand[card] -= 1
                made += 1
    elif meld[state.KIND] == SET and meld[state.FIRST] != NONE:
        for suit in range(SUITS):
            card = suit * RANKS + meld[state.FIRST]
            while made < most and hand[card] > 0 and set_takes(meld, card, rules):
                write_move(moves[made], state.LAY_OFF, card, place, NONE, NONE, 0)
                change_melds(moves[made], melds, rules)
                hand[card] -= 1
                made += 1
    return made


@helper
def _find_swap(
    hand: Numbers, melds: Numbers, first: int, stop: int, seat: int, rules: TableRules, move: Numbers
) -> bool:
    for place in range(first, stop):
        meld = melds[place]
        if meld[state.KIND] != RUN or meld[state.JOKERS] == 0:
            continue
        if rules.own_runs_only and place // rules.melds_a_seat != seat:
            continue
        for cell in range(meld[state.LENGTH]):
            card = meld[state.FIRST] * RANKS + (meld[state.PLACE] + cell) % RANKS
            if (meld[state.JOKERS] >> cell) & 1 == 0 or hand[card] == 0:
                continue
            if rules.swap == TO_HAND:
                write_move(move, state.SWAP, card, place, cell, NONE, 0)
                if _takes_jokers(melds, first, stop, rules):
                    return True
                continue
            for to in range(first, stop):
                for right in range(2):
                    write_move(move, state.SWAP, card, place, cell, to, right)
                    if is_allowed(move, hand, melds, seat, JOKER, 0, rules):
                        return True
    return False


@helper
def _takes_jokers(melds: Numbers, first: int, stop: int, rules: TableRules) -> bool:
    found = False
    for place in range(first, stop):
        found = found or (melds[place, state.KIND] == SET and set_takes(melds[place], JOKER, rules))
    return found


@helper
def _find_joker(hand: Numbers, melds: Numbers, first: int, stop: int, rules: TableRules, move: Numbers) -> bool:
    if hand[JOKER] == 0:
        return False
    for kind in (SET, RUN):
        for place in range(first, stop):
            if melds[place, state.KIND] != kind:
                continue
            for right in range(2):
                if fits(melds[place], JOKER, right, rules):
                    write_move(move, state.LAY_OFF, JOKER, place, NONE, NONE, right if kind == RUN else 0)
                    return True
    return False


@helper
def _find_rank(
    hand: Numbers, melds: Numbers, first: int, stop: int, rules: TableRules, points: Numbers, move: Numbers
) -> bool:
    """Find the dearest natural for a set of jokers alone, which takes its rank."""
    best = NONE
    for kind in range(JOKER):
        if hand[kind] > 0 and (best == NONE or points[kind] > points[best]):
            best = kind
    if best == NONE:
        return False
    for place in range(first, stop):
        if (
            melds[place, state.KIND] == SET
            and melds[place, state.FIRST] == NONE
            and set_takes(melds[place], best, rules)
        ):
            write_move(move, state.LAY_OFF, best, place, NONE, NONE, 0)
            return True
    return False


@bare_kernel
def plan_turns(
    rows: Numbers,
    hands: Counts,
    public: Public,
    seat: int,
    rules: TableRules,
    points: Numbers,
    hand: Numbers,
    melds: Numbers,
    moves: Numbers,
) -> None:
    """Fill `moves` (int64, shape (n, moves, MOVE_FIELDS)) with the plain lay-offs of a seat at each table, then `STOP`.

    Parameters
    ----------
    rows : int64, shape (n,)
    hands : uint8, shape (n, 53)
    public
    seat : int
    rules
    points : int64, shape (53,)
    hand, melds : int64, shapes (53,) and (melds, MELD_FIELDS)
        To work in.
    moves
    """
    for number in range(rows.size):
        _copy_table(hands[number], public.melds[rows[number]], hand, melds)
        made = plan_lay_offs(hand, melds, 0, melds.shape[0], seat, rules, points, moves[number])
        if made < moves.shape[1]:
            moves[number, made, state.ACT] = state.STOP


@helper
def _copy_table(counts: Counts, table: Numbers, hand: Numbers, melds: Numbers) -> None:
    for kind in range(JOKER + 1):
        hand[kind] = np.int64(counts[kind])
    for place in range(melds.shape[0]):
        melds[place, state.KIND] = table[place, state.KIND]
        if table[place, state.KIND] != EMPTY:
            for field in range(state.MELD_FIELDS):
                melds[place, field] = table[place, field]
