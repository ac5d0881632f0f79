"""Lists every meld that could be made from the cards of one hand, each under the first of its cards to be decided.

A run is known by its natural cards alone: the span from the first to the last of them has gaps that jokers must fill,
and room at both ends where more jokers fit.  How many of the free places are used is settled when the whole
arrangement is known, so a joker more or less never makes another entry.
"""

import numpy as np

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.search import state
from meldlab.kernels.declare.search.state import IMPURE, NO, NO_MELD, PRINTED, PURE, RANKS, SET, SUITS, Workspace
from meldlab.kernels.jit import kernel

LONGEST = 13
IDENTICAL = 3


@kernel
def count_bits(pattern: int) -> int:
    """Return the number of set bits of a non-negative `pattern`."""
    bits = 0
    while pattern:
        pattern &= pattern - 1
        bits += 1
    return bits


@kernel
def _enter(work: Workspace, size: int) -> int:
    """Take meld number `size` into the list; return the new number of melds.

    The caller has written its columns KIND to OWN_WILDS and its natural cards.
    """
    melds, cards = work.melds, work.cards
    naturals, kind = melds[size, state.NATURALS], melds[size, state.KIND]
    cost = melds[size, state.LEAST] + melds[size, state.OWN_WILDS]
    head = np.int64(PRINTED)
    value = np.int64(0)
    for index in range(naturals):
        card = np.int64(cards[size, index])
        value += work.kinds[card, state.POINTS]
        if index == 0 or work.kinds[card, state.POSITION] < work.kinds[head, state.POSITION]:
            head = card
        if kind != SET and cost < work.kinds[card, state.CHEAPEST]:
            work.kinds[card, state.CHEAPEST] = cost
        if cost < work.kinds[card, state.CHEAPEST + 1]:
            work.kinds[card, state.CHEAPEST + 1] = cost
    melds[size, state.VALUE] = value
    if work.kinds[head, state.POSITION] > work.reach[kind]:
        work.reach[kind] = work.kinds[head, state.POSITION]
    work.melds[size, state.NEXT] = NO_MELD
    if work.kinds[head, state.FIRST] == NO_MELD:
        work.kinds[head, state.FIRST] = size
    else:
        work.melds[work.kinds[head, state.LAST], state.NEXT] = size
    work.kinds[head, state.LAST] = size
    if size + 2 >= state.MAX_MELDS:
        raise OverflowError("more melds in one hand than the search can list")
    return size + 1


@kernel
def _add_run(
    rules: DeclareRules,
    work: Workspace,
    size: int,
    suit: int,
    place: int,
    length: int,
    pattern: int,
    wild_rank: int,
    wilds: int,
    padding: int,
) -> int:
    """Append the runs whose natural cards are `pattern` from `place` on (G1, G2); return the number of melds.

    `length` cells from the first to the last natural card; `padding`: a run without gaps is also listed as one that
    takes a joker it does not need.
    """
    naturals = count_bits(pattern)
    gaps = length - naturals
    empty = ~pattern & ((1 << length) - 1)
    if not rules.run_adjacent_wilds and empty & (empty >> 1):
        return size
    own = 0
    for cell in range(length):
        if (pattern >> cell) & 1 and (place + cell) % RANKS == wild_rank:
            own = 1

    if rules.run_ace == ACE_CIRCULAR:
        below, above = RANKS, RANKS
    else:
        below = place - (1 if rules.run_ace == ACE_HIGH else 0)
        above = (RANKS if rules.run_ace in (ACE_HIGH, ACE_EITHER) else RANKS - 1) - (place + length - 1)
    if not rules.run_adjacent_wilds:
        below, above = min(below, 1), min(above, 1)
    room = min(below + above, LONGEST - length)

    most = min(min(gaps + room, rules.run_max_wilds), min(rules.run_max - naturals, wilds - own))
    least = max(gaps, rules.run_min - naturals)
    pure = gaps == 0 and naturals >= rules.run_min and naturals <= rules.run_max and own <= wilds
    impure = naturals >= rules.run_min_naturals and max(least, 1) <= most and (padding or not pure)
    if not pure and not impure:
        return size
    for kind in range(PURE, IMPURE + 1):
        if (kind == PURE and not pure) or (kind == IMPURE and not impure):
            continue
        index = 0
        for cell in range(length):
            if (pattern >> cell) & 1:
                work.cards[size, index] = suit * RANKS + (place + cell) % RANKS
                index += 1
        meld = work.melds[size]
        meld[state.KIND], meld[state.SHAPE] = kind, state.RUN
        meld[state.SUIT], meld[state.PLACE], meld[state.PATTERN] = suit, place, pattern
        meld[state.NATURALS], meld[state.OWN_WILDS] = naturals, own
        meld[state.LEAST] = max(least, 1) if kind == IMPURE else 0
        meld[state.MOST] = most if kind == IMPURE else 0
        size = _enter(work, size)
    return size


@kernel
def _list_runs(
    rules: DeclareRules, work: Workspace, size: int, wild_rank: int, wilds: int, padding: int, splits: int
) -> int:
    circular = rules.run_ace == ACE_CIRCULAR
    low = 1 if rules.run_ace == ACE_HIGH else 0
    high = RANKS if rules.run_ace in (ACE_HIGH, ACE_EITHER) else RANKS - 1
    longest = min(LONGEST, 2 * rules.run_min - 1) if splits else LONGEST
    joker_limit = min(rules.run_max_wilds, wilds)
    for suit in range(SUITS):
        present = 0
        for rank in range(RANKS):
            if work.kinds[suit * RANKS + rank, state.REMAINING] > 0:
                present |= 1 << rank
        if present == 0:
            continue
        present |= present << RANKS
        for place in range(low, RANKS if circular else high + 1):
            if not (present >> place) & 1:
                continue
            for length in range(1, longest + 1):
                if not circular and place + length - 1 > high:
                    break
                if not (present >> (place + length - 1)) & 1:
                    continue
                if circular and length == LONGEST and place > 0 and present & 1:
                    continue  # the full circle is one run, whatever cell it is said to begin with
                ends = 1 | (1 << (length - 1))
                held = (present >> place) & ((1 << length) - 1)
                if length - count_bits(held) > joker_limit:
                    continue
                optional = held & ~ends
                chosen = optional
                while True:
                    pattern = chosen | ends
                    if length - count_bits(pattern) <= joker_limit:
                        size = _add_run(rules, work, size, suit, place, length, pattern, wild_rank, wilds, padding)
                    if chosen == 0:
                        break
                    chosen = (chosen - 1) & optional
    return size


@kernel
def _list_identical_threes(rules: DeclareRules, work: Workspace, wild_rank: int) -> int:
    """Begin the list with three identical natural cards as pure sequences (G4); return the number of melds."""
    size = NO
    if not rules.identical_three:
        return size
    for card in range(PRINTED):
        if work.kinds[card, state.REMAINING] < IDENTICAL:
            continue
        for index in range(IDENTICAL):
            work.cards[size, index] = card
        meld = work.melds[size]
        meld[state.KIND], meld[state.SHAPE] = PURE, state.IDENTICAL_THREE
        meld[state.SUIT], meld[state.PLACE], meld[state.PATTERN] = card, 0, 0
        meld[state.NATURALS], meld[state.LEAST], meld[state.MOST] = IDENTICAL, 0, 0
        meld[state.OWN_WILDS] = IDENTICAL if card % RANKS == wild_rank else 0
        size = _enter(work, size)
    return size


@kernel
def _add_set(rules: DeclareRules, work: Workspace, size: int, rank: int, taken: int, wild_rank: int, wilds: int) -> int:
    """Append the set of the `taken` copies (a byte for each suit) of `rank` (G3, G4); return the number of melds."""
    index = 0
    suits_taken = 0
    for suit in range(SUITS):
        copies = (taken >> (8 * suit)) & 255
        suits_taken += copies > 0
        for _ in range(copies):
            work.cards[size, index] = suit * RANKS + rank
            index += 1
    own = index if rank == wild_rank else 0
    least = max(0, rules.set_min - index)
    if rules.identical_three and suits_taken == 1 and index == IDENTICAL:
        least = max(least, 1)  # without a joker it is a pure sequence and no set
    most = min(min(rules.set_max_wilds, rules.set_max - index), wilds - own)
    if index < rules.set_min_naturals or least > most:
        return size
    meld = work.melds[size]
    meld[state.KIND], meld[state.SHAPE] = SET, state.SAME_RANK
    meld[state.SUIT], meld[state.PLACE], meld[state.PATTERN] = rank, 0, taken
    meld[state.NATURALS], meld[state.LEAST], meld[state.MOST], meld[state.OWN_WILDS] = index, least, most, own
    return _enter(work, size)


@kernel
def _list_sets(rules: DeclareRules, work: Workspace, size: int, wild_rank: int, wilds: int, own_rank: int) -> int:
    """Append the sets (G3); `own_rank`: also those of the wild rank, which cost nothing but may place cards."""
    most_of_suit = 1 if rules.set_distinct_suits else state.MAX_CARDS
    for rank in range(RANKS):
        if rank == wild_rank and not own_rank:
            continue
        first = min(work.kinds[rank, state.REMAINING], most_of_suit)
        second = min(work.kinds[RANKS + rank, state.REMAINING], most_of_suit)
        third = min(work.kinds[2 * RANKS + rank, state.REMAINING], most_of_suit)
        fourth = min(work.kinds[3 * RANKS + rank, state.REMAINING], most_of_suit)
        if first + second + third + fourth + min(rules.set_max_wilds, wilds) < rules.set_min:
            continue
        for a in range(first + 1):
            for b in range(second + 1):
                for c in range(third + 1):
                    for d in range(fourth + 1):
                        copies = a + b + c + d
                        if 0 < copies <= rules.set_max:
                            taken = a | (b << 8) | (c << 16) | (d << 24)
                            size = _add_set(rules, work, size, rank, taken, wild_rank, wilds)
    return size


@kernel
def _list_all_wild(rules: DeclareRules, work: Workspace, size: int, wilds: int) -> int:
    """Append groups of jokers alone, where the rules ask for no natural card; return the number of melds."""
    for kind in range(IMPURE, SET + 1):
        if kind == IMPURE:
            naturals, least = rules.run_min_naturals, rules.run_min
            most = min(min(LONGEST, rules.run_max), min(rules.run_max_wilds, wilds))
            if not rules.run_adjacent_wilds:
                most = min(most, 1)
        else:
            naturals, least = rules.set_min_naturals, rules.set_min
            most = min(min(rules.set_max, rules.set_max_wilds), wilds)
        if naturals > 0 or least > most:
            continue
        meld = work.melds[size]
        meld[state.KIND], meld[state.SHAPE] = kind, state.RUN if kind == IMPURE else state.SAME_RANK
        meld[state.SUIT], meld[state.PLACE], meld[state.PATTERN] = 0, 1 if rules.run_ace == ACE_HIGH else 0, 0
        meld[state.NATURALS], meld[state.LEAST], meld[state.MOST], meld[state.OWN_WILDS] = 0, least, most, 0
        size = _enter(work, size)
    return size


@kernel
def list_melds(
    rules: DeclareRules, work: Workspace, wild_rank: int, wilds: int, padding: int, splits: int, own_rank: int
) -> int:
    """Fill the meld list of `work` from its `remaining` copies and return the number of melds.

    Parameters
    ----------
    wilds : int
        Printed jokers and wild-rank cards together.
    padding : int
        1: runs that need no joker are also listed with one.
    splits : int
        1: leave out runs that two shorter ones replace.
    own_rank : int
        1: also list sets of the wild rank and groups of jokers alone.
    """
    for card in range(state.KINDS):
        work.kinds[card, state.FIRST] = NO_MELD
        work.kinds[card, state.CHEAPEST] = state.MAX_CARDS + 1
        work.kinds[card, state.CHEAPEST + 1] = state.MAX_CARDS + 1
    for kind in range(3):
        work.reach[kind] = -1
    size = _list_identical_threes(rules, work, wild_rank)
    size = _list_runs(rules, work, size, wild_rank, wilds, padding, splits)
    size = _list_sets(rules, work, size, wild_rank, wilds, own_rank)
    if own_rank or rules.run_min_naturals == 0:
        size = _list_all_wild(rules, work, size, wilds)
    return size
