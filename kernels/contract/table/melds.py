"""Melds on a Continental table: what fits on them, and what they become (rules, sections 2 and 8)."""

from typing import NamedTuple

import numpy as np

from meldlab.kernels.contract.rules import JOKER, RANKS, SUITS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.state import EMPTY, NONE, RUN, SET, Numbers
from meldlab.kernels.jit import bare_kernel, helper

#: Where a joker freed by a swap goes.
TO_OWNER, TO_ANY_RUN, TO_HAND, NO_SWAP = range(4)


class TableRules(NamedTuple):
    """What melds may become, and who may do what; flags are 0 or 1.

    The rules of going down are the same but for the longest melds, where they may not be longer than need be.
    """

    run_min: int
    run_max: int
    run_max_wilds: int
    run_min_naturals: int
    run_adjacent: int
    circular: int
    lowest: int  # place of the lowest cell, where runs do not go round
    highest: int
    set_min: int
    set_max: int
    set_max_wilds: int
    set_min_naturals: int  # all_wild included
    set_distinct: int
    sets: int  # of the contract
    runs: int
    melds_a_seat: int  # the most a seat may lay: those of the contract where they must be exact
    lay_off_same_turn: int
    lay_off_limit: int
    swap: int
    shift: int
    own_runs_only: int
    keep: int  # cards that lay-offs and going down must leave


@helper
def cell_card(meld: Numbers, cell: int) -> np.int64:
    """Return the card that a cell of a run stands for; -1 is the one left of the first."""
    return np.int64(meld[state.FIRST] * RANKS + (meld[state.PLACE] + cell) % RANKS)


@helper
def end_card(meld: Numbers, right: int) -> np.int64:
    """Return the card that would come next at an end of a run."""
    return cell_card(meld, meld[state.LENGTH] if right else -1)


@helper
def joker_at(meld: Numbers, cell: int) -> np.int64:
    """Return 1 where a joker lies in the cell of a run."""
    return np.int64((meld[state.JOKERS] >> cell) & 1)


@helper
def joker_count(meld: Numbers) -> np.int64:
    """Return the jokers of a meld."""
    if meld[state.KIND] == SET:
        return np.int64(meld[state.JOKERS])
    total, rest = 0, meld[state.JOKERS]
    while rest:
        rest &= rest - 1
        total += 1
    return np.int64(total)


@helper
def run_takes(meld: Numbers, right: int, joker: int, rules: TableRules) -> bool:
    """Return whether a run may grow at an end, by a joker or by the natural that comes next (A2)."""
    place = meld[state.PLACE] + meld[state.LENGTH] if right else meld[state.PLACE] - 1
    if meld[state.LENGTH] >= rules.run_max or not (rules.circular or rules.lowest <= place <= rules.highest):
        return False
    if not joker:
        return True
    if joker_at(meld, meld[state.LENGTH] - 1 if right else 0) and not rules.run_adjacent:
        return False
    return bool(joker_count(meld) < rules.run_max_wilds)


@helper
def grow_run(meld: Numbers, right: int, joker: int, rules: TableRules) -> None:
    """Put a card at an end of a run."""
    if right:
        meld[state.JOKERS] |= np.int64(joker) << meld[state.LENGTH]
    else:
        meld[state.JOKERS] = (meld[state.JOKERS] << 1) | joker
        meld[state.PLACE] = (meld[state.PLACE] - 1) % RANKS if rules.circular else meld[state.PLACE] - 1
    meld[state.LENGTH] += 1


@helper
def shorten_run(meld: Numbers, right: int, rules: TableRules) -> None:
    """Take the card at an end of a run away."""
    meld[state.LENGTH] -= 1
    if right:
        meld[state.JOKERS] &= ~(np.int64(1) << meld[state.LENGTH])
    else:
        meld[state.JOKERS] >>= 1
        meld[state.PLACE] = (meld[state.PLACE] + 1) % RANKS if rules.circular else meld[state.PLACE] + 1


@helper
def set_takes(meld: Numbers, card: int, rules: TableRules) -> bool:
    """Return whether a card may be laid on a set (A1)."""
    if meld[state.LENGTH] >= rules.set_max:
        return False
    if card == JOKER:
        return bool(meld[state.JOKERS] < rules.set_max_wilds)
    if meld[state.FIRST] != NONE and meld[state.FIRST] != card % RANKS:
        return False
    return not (rules.set_distinct and meld[state.NATURALS + card // RANKS])


@helper
def grow_set(meld: Numbers, card: int) -> None:
    """Lay a card on a set; the first natural fixes its rank (rules, 2.2)."""
    meld[state.LENGTH] += 1
    if card == JOKER:
        meld[state.JOKERS] += 1
    else:
        meld[state.FIRST] = card % RANKS
        meld[state.NATURALS + card // RANKS] += 1


@helper
def fits(meld: Numbers, card: int, right: int, rules: TableRules) -> bool:
    """Return whether a card may be laid off on a meld, at the end `right` of a run (A1, A2)."""
    if meld[state.KIND] == SET:
        return set_takes(meld, card, rules)
    if meld[state.KIND] == EMPTY or (card != JOKER and card != end_card(meld, right)):
        return False
    return run_takes(meld, right, int(card == JOKER), rules)


@helper
def grow(meld: Numbers, card: int, right: int, rules: TableRules) -> None:
    """Lay a card that fits on a meld."""
    if meld[state.KIND] == SET:
        grow_set(meld, card)
    else:
        grow_run(meld, right, int(card == JOKER), rules)


@bare_kernel
def is_legal(meld: Numbers, rules: TableRules) -> bool:
    """Return whether a row is a meld that may be laid when going down (rules, 2.1 to 2.7)."""
    for field in range(state.MELD_FIELDS):
        if field != state.FIRST and meld[field] < 0:
            return False
    length, jokers = meld[state.LENGTH], meld[state.JOKERS]
    if meld[state.KIND] == SET:
        naturals = np.int64(0)
        for suit in range(SUITS):
            naturals += meld[state.NATURALS + suit]
            if rules.set_distinct and meld[state.NATURALS + suit] > 1:
                return False
        if not (0 <= meld[state.FIRST] < RANKS if naturals else meld[state.FIRST] == NONE):
            return False
        return bool(
            meld[state.PLACE] == 0
            and naturals + jokers == length
            and rules.set_min <= length <= rules.set_max
            and jokers <= rules.set_max_wilds
            and naturals >= rules.set_min_naturals
        )
    if meld[state.KIND] != RUN or not 0 <= meld[state.FIRST] < SUITS or length > 60 or jokers >> length:
        return False
    used = joker_count(meld)
    in_place = meld[state.PLACE] < RANKS if rules.circular else meld[state.PLACE] >= rules.lowest
    return bool(
        in_place
        and (rules.circular or meld[state.PLACE] + length - 1 <= rules.highest)
        and rules.run_min <= length <= rules.run_max
        and used <= rules.run_max_wilds
        and length - used >= max(rules.run_min_naturals, 1)
        and (rules.run_adjacent or not jokers & (jokers >> 1))
        and meld[state.NATURALS] + meld[state.NATURALS + 1] + meld[state.NATURALS + 2] + meld[state.NATURALS + 3] == 0
    )


@bare_kernel
def add_cards(meld: Numbers, cards: Numbers, sign: int) -> None:
    """Add `sign` for each card of a meld to a row of 53 counts."""
    if meld[state.KIND] == SET:
        cards[JOKER] += sign * meld[state.JOKERS]
        for suit in range(SUITS):
            if meld[state.NATURALS + suit]:
                cards[suit * RANKS + meld[state.FIRST]] += sign * meld[state.NATURALS + suit]
    elif meld[state.KIND] == RUN:
        for cell in range(meld[state.LENGTH]):
            cards[JOKER if joker_at(meld, cell) else cell_card(meld, cell)] += sign
