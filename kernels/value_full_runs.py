"""Full runs of a `value` game: runs of all places, whose value depends on which wild cards lie in them."""

import numpy as np

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value_choices import choose_sets
from meldlab.kernels.value_rules import PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value_sets import most_wilds
from meldlab.kernels.value_state import (
    FULL_GAIN,
    FULL_JOKERS,
    FULL_NATURALS,
    FULL_OTHER,
    FULL_OWN,
    FULL_SUIT,
    MOST_FULL_RUNS,
    Workspace,
)

CLEAN, SEMI_ONE, SEMI_TWO, DIRTY = 0, 1, 2, 3


@bare_kernel
def full_class(own: int, others: int) -> int:
    """Return the class of a full run with so many twos of its own suit and so many other wild cards in place."""
    if others or own > SEMI_TWO:
        return DIRTY
    return own


@bare_kernel
def full_worth(own: int, others: int, rules: ValueRules) -> int:
    """Return the value of such a full run (rules, 6.1)."""
    kind = full_class(own, others)
    if kind == DIRTY:
        return rules.full_dirty
    if kind == CLEAN:
        return rules.full_clean
    return rules.full_semi_one if kind == SEMI_ONE else rules.full_semi_two


@bare_kernel
def _twos_suffice(level: int, work: Workspace) -> bool:
    """Return whether the twos of the hand can be dealt out to the full runs 1..level, own and other ones."""
    full, twos = work.full, work.twos
    spare, others = 0, 0
    for suit in range(SUITS):
        here = twos[suit]
        for row in range(1, level + 1):
            if full[row, FULL_SUIT] == suit:
                here -= full[row, FULL_OWN]
        if here < 0:
            return False
        spare += here
    for row in range(1, level + 1):
        others += full[row, FULL_OTHER]
    if others > spare:
        return False
    for suit in range(SUITS):  # other twos come from other suits
        unusable, asked = twos[suit], 0
        for row in range(1, level + 1):
            if full[row, FULL_SUIT] == suit:
                unusable -= full[row, FULL_OWN]
                asked += full[row, FULL_OTHER]
        if asked > spare - unusable:
            return False
    return True


@bare_kernel
def _held_places(suit: int, work: Workspace) -> int:
    left = work.left
    places = 0
    for place in range(PLACES):
        if left[place, suit]:
            places |= 1 << place
    return places


@bare_kernel
def _count(places: int) -> int:
    count = 0
    for place in range(PLACES):
        count += places >> place & 1
    return count


@bare_kernel
def _shift(level: int, sign: int, work: Workspace) -> None:
    """Take the naturals of a full run out of `left` (sign -1) or put them back (+1)."""
    suit, naturals = work.full[level, FULL_SUIT], work.full[level, FULL_NATURALS]
    left, contested = work.left, work.contested
    for place in range(PLACES):
        left[place, suit] += sign * (naturals >> place & 1)
        contested[place] += sign * (naturals >> place & 1)


@bare_kernel
def _next_wilds(level: int, wilds: int, jokers: int, twos: int, work: Workspace) -> bool:
    """Move to the next way to fill `wilds` places of the full run at `level`; False when all were tried."""
    full = work.full
    own, joker = full[level, FULL_OWN], full[level, FULL_JOKERS]
    while True:
        joker += 1
        if joker > min(wilds - own, jokers):
            joker = 0
            own += 1
        if own > wilds:
            return False
        full[level, FULL_OWN] = own
        full[level, FULL_JOKERS] = joker
        full[level, FULL_OTHER] = wilds - own - joker
        if joker <= jokers and wilds - joker <= twos and _twos_suffice(level, work):
            return True


@bare_kernel
def _next_full_run(level: int, jokers: int, twos: int, rules: ValueRules, work: Workspace) -> bool:
    """Move to the next full run at `level` that the naturals in `left` and so many wild cards can form."""
    full = work.full
    suit, naturals = full[level, FULL_SUIT], full[level, FULL_NATURALS]
    while suit < SUITS:
        wilds = PLACES - _count(naturals)
        if naturals >= 0 and _next_wilds(level, wilds, jokers, twos, work):
            return True
        places = _held_places(suit, work)
        while True:
            naturals = places if naturals < 0 else (naturals - 1) & places
            if naturals <= 0 or _count(places) + jokers + twos < PLACES:
                naturals = -1
                suit += 1
                break
            wilds = PLACES - _count(naturals)
            most = most_wilds(PLACES - wilds, rules.max_wilds, rules.naturals_majority, rules.min_naturals)
            if wilds <= min(most, jokers + twos):
                break
        full[level, FULL_SUIT] = suit
        full[level, FULL_NATURALS] = naturals
        full[level, FULL_OWN] = 0
        full[level, FULL_JOKERS] = -1
    return False


@bare_kernel
def choose_full_runs(jokers: int, twos: int, width: int, rules: ValueRules, goal: Goal, work: Workspace) -> None:
    """Improve ``result`` by every choice of full runs, none included, with the best sets and runs of the rest."""
    full, in_hand = work.full, goal.natural_in_hand
    full[0, FULL_GAIN] = 0
    none = int(np.int64(0))
    choose_sets(none, none, jokers, twos, width, goal, work)
    if not goal.specials or rules.run_max < PLACES or rules.run_min > PLACES:
        return
    possible = False
    for suit in range(SUITS):  # so many rows have so many different cards that wild cards can fill up
        possible = possible or work.rows[suit] << min(jokers + twos, PLACES) >= 1 << PLACES
    if not possible:
        return
    level = int(np.int64(1))
    full[1, FULL_SUIT] = 0
    full[1, FULL_NATURALS] = -1
    while level:
        if not _next_full_run(level, jokers, twos, rules, work):
            level -= 1
            if level:
                _shift(level, 1, work)
                jokers += full[level, FULL_JOKERS]
                twos += full[level, FULL_OWN] + full[level, FULL_OTHER]
            continue
        naturals, own = full[level, FULL_NATURALS], full[level, FULL_OWN]
        used_twos, used_jokers = own + full[level, FULL_OTHER], full[level, FULL_JOKERS]
        gain = full[level - 1, FULL_GAIN] + full_worth(own, used_twos - own + used_jokers, rules)
        gain += used_twos * goal.two_in_hand + used_jokers * goal.joker_in_hand
        for place in range(PLACES):
            gain += (naturals >> place & 1) * in_hand[place]
        full[level, FULL_GAIN] = gain
        _shift(level, -1, work)
        jokers -= used_jokers
        twos -= used_twos
        choose_sets(gain, level, jokers, twos, width, goal, work)
        if level < MOST_FULL_RUNS:
            full[level + 1, FULL_SUIT] = full[level, FULL_SUIT]
            full[level + 1, FULL_NATURALS] = -1
            level += 1
        else:
            _shift(level, 1, work)
            jokers += used_jokers
            twos += used_twos
