"""Full runs of a `value` game: runs of all places, whose value depends on which wild cards lie in them."""

import numpy as np

from meldlab.kernels.jit import bare_kernel
from meldlab.kernels.value import state
from meldlab.kernels.value.bounds import wild_gain
from meldlab.kernels.value.choices import choose_sets
from meldlab.kernels.value.rules import PLACES, SUITS, Goal, ValueRules
from meldlab.kernels.value.sets import most_wilds
from meldlab.kernels.value.state import BEST, Workspace

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
            if full[row, state.FULL_SUIT] == suit:
                here -= full[row, state.FULL_OWN]
        if here < 0:
            return False
        spare += here
    for row in range(1, level + 1):
        others += full[row, state.FULL_OTHER]
    if others > spare:
        return False
    for suit in range(SUITS):  # other twos come from other suits
        unusable, asked = twos[suit], 0
        for row in range(1, level + 1):
            if full[row, state.FULL_SUIT] == suit:
                unusable -= full[row, state.FULL_OWN]
                asked += full[row, state.FULL_OTHER]
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
    while places:
        places &= places - 1
        count += 1
    return count


@bare_kernel
def _shift(level: int, sign: int, work: Workspace) -> None:
    """Take the naturals of a full run out of `left` (sign -1) or put them back (+1)."""
    suit, naturals = work.full[level, state.FULL_SUIT], work.full[level, state.FULL_NATURALS]
    left, contested = work.left, work.contested
    for place in range(PLACES):
        left[place, suit] += sign * (naturals >> place & 1)
        contested[place] += sign * (naturals >> place & 1)


@bare_kernel
def _next_naturals(level: int, work: Workspace) -> bool:
    """Move to the next way to choose the naturals of the full run at `level`; False when all were tried."""
    full = work.full
    suit, before = full[level, state.FULL_SUIT], full[level, state.FULL_NATURALS]
    wanted = PLACES - full[level, state.FULL_OWN] - full[level, state.FULL_OTHER] - full[level, state.FULL_JOKERS]
    places = _held_places(suit, work)
    naturals = places if before < 0 else (before - 1) & places
    while naturals > 0 and _count(naturals) != wanted:
        naturals = (naturals - 1) & places
    full[level, state.FULL_NATURALS] = naturals if naturals > 0 else -1
    return naturals > 0


@bare_kernel
def _next_wilds(level: int, jokers: int, twos: int, rules: ValueRules, work: Workspace) -> bool:
    """Move to the next suit and wild cards for the full run at `level`; False when all were tried."""
    full = work.full
    while full[level, state.FULL_SUIT] < SUITS:
        held = _count(_held_places(full[level, state.FULL_SUIT], work))
        while True:
            full[level, state.FULL_JOKERS] += 1
            if full[level, state.FULL_JOKERS] > jokers:
                full[level, state.FULL_JOKERS] = 0
                full[level, state.FULL_OTHER] += 1
            if full[level, state.FULL_OWN] + full[level, state.FULL_OTHER] > twos:
                full[level, state.FULL_OTHER] = 0
                full[level, state.FULL_OWN] += 1
            if full[level, state.FULL_OWN] > twos:
                break
            wilds = full[level, state.FULL_OWN] + full[level, state.FULL_OTHER] + full[level, state.FULL_JOKERS]
            naturals = PLACES - wilds
            most = most_wilds(rules, naturals)
            if 0 < naturals <= held and wilds <= most and _twos_suffice(level, work):
                full[level, state.FULL_NATURALS] = -1
                return True
        _begin(level, full[level, state.FULL_SUIT] + 1, work)
    return False


@bare_kernel
def _begin(level: int, suit: int, work: Workspace) -> None:
    """Stand before the first full run of a suit."""
    full = work.full
    full[level, state.FULL_SUIT] = suit
    full[level, state.FULL_NATURALS] = -1
    full[level, state.FULL_OWN] = 0
    full[level, state.FULL_OTHER] = 0
    full[level, state.FULL_JOKERS] = -1


@bare_kernel
def _least_naturals(rules: ValueRules) -> int:
    """Return how many naturals a full run has at the least; `PLACES + 1` where the rules allow none."""
    naturals = int(np.int64(PLACES))
    while naturals and PLACES - naturals <= most_wilds(rules, naturals):
        naturals -= 1
    return naturals + 1


@bare_kernel
def _possible_runs(level: int, suit: int, wilds: int, least: int, work: Workspace) -> int:
    """Return how many full runs the naturals in `left` and so many wild cards could form at most, from `suit` on.

    `least` is the number of naturals that each of them has at the least.
    """
    left = work.left
    runs = 0
    for later in range(suit, SUITS):
        places, cards = 0, 0
        for place in range(PLACES):
            places += left[place, later] > 0
            cards += left[place, later]
        if places >= max(least, PLACES - wilds):
            runs += min((cards + wilds) // PLACES, cards // least)
    return min(runs, state.MOST_FULL_RUNS - level)


@bare_kernel
def _laid_worth(rules: ValueRules, goal: Goal, wilds: int) -> int:
    """Return what the naturals of a full run with so many wild cards are worth as cards, at the least."""
    natural = goal.natural
    worth = 0
    above = wilds
    for place in range(PLACES):
        dearer = 0
        for other in range(PLACES):
            dearer += natural[other] > natural[place] or (natural[other] == natural[place] and other > place)
        if dearer >= above:
            worth += natural[place]
    return worth


@bare_kernel
def _surplus(rules: ValueRules, goal: Goal) -> int:
    """Return the most that a full run is worth beyond the cards in it."""
    most = 0
    for wilds in range(PLACES):
        least = _laid_worth(rules, goal, wilds)
        for own in range(min(wilds, SEMI_TWO) + 1):
            most = max(most, full_worth(own, wilds - own, rules) - least)
    return most


@bare_kernel
def _whole_hand(goal: Goal, work: Workspace) -> tuple[int, int]:
    """Return what the naturals in `left` gain when all are laid, and how many there are with those in `free`."""
    gain, naturals = int(np.int64(0)), int(np.int64(0))
    for place in range(PLACES):
        gain += work.contested[place] * (goal.natural[place] + goal.natural_in_hand[place])
        naturals += work.free[place] + work.contested[place]
    return gain, naturals


@bare_kernel
def choose_full_runs(jokers: int, twos: int, width: int, rules: ValueRules, goal: Goal, work: Workspace) -> None:
    """Improve ``result`` by every choice of full runs, none included, with the best sets and runs of the rest."""
    full, in_hand, result, extra = work.full, goal.natural_in_hand, work.result, work.extra
    full[0, state.FULL_GAIN] = 0
    none = int(np.int64(0))
    choose_sets(none, none, jokers, twos, width, goal, work)
    if not goal.specials or rules.run_max < PLACES or rules.run_min > PLACES:
        return
    more_sets = extra[0, jokers + twos]  # no part of the hand has sets that exceed the cards in `left` by more
    surplus, least = _surplus(rules, goal), _least_naturals(rules)
    level = int(np.int64(1))
    if _possible_runs(none, none, jokers + twos, least, work) == 0:
        return
    _begin(level, none, work)
    fresh = True
    while level:
        suit = full[level, state.FULL_SUIT]
        if fresh or not _next_naturals(level, work):
            fresh = False
            if not _next_wilds(level, jokers, twos, rules, work):
                level -= 1
                if level:
                    _shift(level, 1, work)
                    jokers += full[level, state.FULL_JOKERS]
                    twos += full[level, state.FULL_OWN] + full[level, state.FULL_OTHER]
                continue
            suit, own = full[level, state.FULL_SUIT], full[level, state.FULL_OWN]
            used_twos, used_jokers = own + full[level, state.FULL_OTHER], full[level, state.FULL_JOKERS]
            wilds = used_twos + used_jokers
            gain, naturals = _whole_hand(goal, work)
            gain += full[level - 1, state.FULL_GAIN]
            gain += full_worth(own, wilds - own, rules) - _laid_worth(rules, goal, wilds)
            gain += used_twos * goal.two_in_hand + used_jokers * goal.joker_in_hand + more_sets
            gain += wild_gain(jokers - used_jokers, twos - used_twos, naturals - PLACES + wilds, goal)
            further = _possible_runs(level, suit, jokers + twos, least, work) - 1
            if gain + max(0, further) * surplus <= result[BEST]:
                fresh = True  # no naturals make these wild cards worth while
            continue
        naturals_bits, own = full[level, state.FULL_NATURALS], full[level, state.FULL_OWN]
        used_twos, used_jokers = own + full[level, state.FULL_OTHER], full[level, state.FULL_JOKERS]
        gain = full[level - 1, state.FULL_GAIN] + full_worth(own, used_twos - own + used_jokers, rules)
        gain += used_twos * goal.two_in_hand + used_jokers * goal.joker_in_hand
        for place in range(PLACES):
            gain += (naturals_bits >> place & 1) * in_hand[place]
        full[level, state.FULL_GAIN] = gain
        _shift(level, -1, work)
        jokers -= used_jokers
        twos -= used_twos
        laid, naturals = _whole_hand(goal, work)
        most = gain + laid + more_sets + wild_gain(jokers, twos, naturals, goal)
        if most > result[BEST]:
            choose_sets(gain, level, jokers, twos, width, goal, work)
        further = _possible_runs(level, suit, jokers + twos, least, work)
        if further and most + further * surplus > result[BEST]:
            level += 1
            _begin(level, suit, work)
            fresh = True
        else:
            _shift(level, 1, work)
            jokers += used_jokers
            twos += used_twos
