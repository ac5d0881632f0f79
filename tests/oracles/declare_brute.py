"""Brute force for one hand of a `declare` game, straight from the sentences of the rules (Indian rules, 3.2-3.4).

Shares nothing with the solvers: a hand is a list of cards, a group is a subset of its positions.  First every subset
is tested against the sentences for each way of calling its wild-rank cards natural or jokers; then a table tells
for every subset of the hand which numbers of pure sequences, sequences and sets can group it completely; then all
arrangements are weighed.
"""

import numba
import numpy as np

PURE, IMPURE, SET = 1, 2, 4
LOW, HIGH, EITHER, CIRCULAR = 0, 1, 2, 3
TWO_LIVES, PURE_AND_IMPURE, ANY_IMPURE, NO_GATE = 0, 1, 2, 3
LOOSE, ALL, ALL_BUT_PURE = 0, 1, 2
JOKER = 52


@numba.njit(cache=True)
def is_run(cards, natural, size, rules):
    """Return whether the `size` cards are consecutive cards of one suit, jokers in the other places (G1, G2)."""
    if size < rules.run_min or size > rules.run_max or size > 13:
        return False
    suit = -1
    for i in range(size):
        if natural[i]:
            if suit >= 0 and cards[i] // 13 != suit:
                return False
            suit = cards[i] // 13
            for k in range(i):
                if natural[k] and cards[k] == cards[i]:
                    return False
    if rules.run_ace == LOW:
        first, beyond = 0, 13 - size + 1
    elif rules.run_ace == HIGH:
        first, beyond = 1, 14 - size + 1
    elif rules.run_ace == EITHER:
        first, beyond = 0, 14 - size + 1
    else:
        first, beyond = 0, 13
    for start in range(first, beyond):
        in_place = 0
        two_jokers_meet = False
        joker_before = False
        for place in range(start, start + size):
            here = False
            for i in range(size):
                if natural[i] and cards[i] % 13 == place % 13:
                    here = True
            in_place += here
            if not here and joker_before:
                two_jokers_meet = True
            joker_before = not here
        all_placed = in_place == np.sum(natural[:size])
        if all_placed and (rules.run_adjacent_wilds or not two_jokers_meet):
            return True
    return False


@numba.njit(cache=True)
def kinds_of_group(cards, natural, size, rules):
    """Return the kinds (bits) of the group when `natural` says which cards are called natural."""
    kinds = 0
    naturals = np.sum(natural[:size])
    jokers = size - naturals
    identical = naturals == 3
    for i in range(size):
        identical = identical and natural[i] and cards[i] == cards[0]
    if is_run(cards, natural, size, rules):
        if jokers == 0:
            kinds |= PURE
        elif jokers <= rules.run_max_wilds and naturals >= rules.run_min_naturals:
            kinds |= IMPURE
    if rules.identical_three and identical and size == 3:
        return kinds | PURE
    if rules.set_min <= size <= rules.set_max and jokers <= rules.set_max_wilds and naturals >= rules.set_min_naturals:
        rank = -1
        for i in range(size):
            if natural[i]:
                if rank >= 0 and cards[i] % 13 != rank:
                    return kinds
                rank = cards[i] % 13
                if rules.set_distinct_suits:
                    for k in range(i):
                        if natural[k] and cards[k] // 13 == cards[i] // 13:
                            return kinds
        kinds |= SET
    return kinds


@numba.njit(cache=True)
def kinds_of_positions(hand, mask, wild_rank, rules):
    """Return all kinds that the cards at the positions of `mask` can be as one group (R4, G5)."""
    cards = np.zeros(32, np.int64)
    natural = np.zeros(32, np.int64)
    wild_cards = np.zeros(32, np.int64)
    size, wilds = 0, 0
    for position in range(len(hand)):
        if mask >> position & 1:
            cards[size] = hand[position]
            natural[size] = 1
            if hand[position] == JOKER:
                natural[size] = 0
            elif hand[position] % 13 == wild_rank:
                wild_cards[wilds] = size
                wilds += 1
            size += 1
    kinds = 0
    for choice in range(1 << wilds):
        for i in range(wilds):
            natural[wild_cards[i]] = choice >> i & 1
        kinds |= kinds_of_group(cards, natural, size, rules)
    return kinds


@numba.njit(cache=True)
def _state(pures, sequences, impure):
    return (min(pures, 4) * 5 + min(sequences, 4)) * 2 + min(impure, 1)


@numba.njit(cache=True)
def _add(states, kind):
    """Return the set of states (bits) after one more meld of `kind`."""
    if kind == SET:
        return states
    after = np.uint64(0)
    for state in range(50):
        if states >> np.uint64(state) & np.uint64(1):
            pures, sequences, impure = state // 10, state // 2 % 5, state % 2
            new = _state(pures + (kind == PURE), sequences + 1, impure + (kind == IMPURE))
            after |= np.uint64(1) << np.uint64(new)
    return after


@numba.njit(cache=True)
def _has(states, pures, sequences, impure):
    """Return whether some state has at least these numbers."""
    if not states:
        return False
    for state in range(50):
        enough = state // 10 >= pures and state // 2 % 5 >= sequences and state % 2 >= impure
        if enough and states >> np.uint64(state) & np.uint64(1):
            return True
    return False


@numba.njit(cache=True)
def _gate_open(rules, pures, impure):
    """Return whether the set gate alone lets sets count, given that lives are there (P3)."""
    if rules.set_gate == PURE_AND_IMPURE:
        return pures > 0 and impure > 0
    if rules.set_gate == ANY_IMPURE:
        return impure > 0
    return True


@numba.njit(cache=True)
def _counts_without_lives(rules, pures, impure):
    """Return which kinds (bits) count in an arrangement without lives (P1-P3)."""
    if pures == 0:
        if rules.no_pure_counts_all:
            return 0
        counted = 0 if rules.impure_requires_pure else IMPURE
    elif rules.one_life_counts == ALL:
        return 0
    elif rules.one_life_counts == ALL_BUT_PURE:
        return PURE
    else:
        counted = PURE | IMPURE
    if rules.set_gate != TWO_LIVES and _gate_open(rules, pures, impure):
        counted |= SET
    return counted


@numba.njit(cache=True)
def _best_below(reach, value, pures, sequences, impure, max_sets):
    """Return the greatest value grouped inside each subset by melds with these numbers, or -1."""
    full = len(value)
    best = np.full(full, -1, np.int64)
    for mask in range(full):
        for sets in range(min(max_sets + 1, reach.shape[1])):
            if _has(reach[mask, sets], pures, sequences, impure):
                best[mask] = value[mask]
    bit = 1
    while bit < full:
        for mask in range(full):
            if mask & bit and best[mask ^ bit] > best[mask]:
                best[mask] = best[mask ^ bit]
        bit <<= 1
    return best


@numba.njit(cache=True)
def brute(hand, wild_rank, rules):
    """Return (points, can_declare, has_lives) of `hand`, int64 card numbers in any order, 14 cards at most."""
    n = len(hand)
    full = 1 << n
    value = np.zeros(full, np.int64)
    size = np.zeros(full, np.int64)
    for mask in range(1, full):
        low = 0
        while not mask >> low & 1:
            low += 1
        card = hand[low]
        cost = 0 if card == JOKER or card % 13 == wild_rank else rules.points[card % 13]
        value[mask] = value[mask & (mask - 1)] + cost
        size[mask] = size[mask & (mask - 1)] + 1
    total = value[full - 1]

    # Every legal group, with each kind it can be, by its lowest position.
    begin = np.zeros(n + 2, np.int64)
    group_mask, group_kind = [np.int64(0) for _ in range(0)], [np.int64(0) for _ in range(0)]
    for low in range(n):
        begin[low] = len(group_mask)
        for upper in range(1 << (n - low - 1)):
            mask = (upper << (low + 1)) | (1 << low)
            kinds = kinds_of_positions(hand, mask, wild_rank, rules)
            for kind in (PURE, IMPURE, SET):
                if kinds & kind:
                    group_mask.append(np.int64(mask))
                    group_kind.append(np.int64(kind))
    begin[n] = len(group_mask)

    most_sets = min(rules.max_sets, n // max(rules.set_min, 1))
    reach = np.zeros((full, most_sets + 1), np.uint64)
    reach[0, 0] = np.uint64(1)
    for mask in range(1, full):
        low = 0
        while not mask >> low & 1:
            low += 1
        for index in range(begin[low], begin[low + 1]):
            group, kind = group_mask[index], group_kind[index]
            if group & ~mask:
                continue
            for sets in range(most_sets + 1):
                before = reach[mask ^ group, sets]
                if before and sets + (kind == SET) <= most_sets:
                    reach[mask, sets + (kind == SET)] |= _add(before, kind)

    points = total
    can_declare, has_lives = False, False

    # Arrangements that are not known to have lives.
    for mask in range(full):
        for sets in range(most_sets + 1):
            if not reach[mask, sets] or total - value[mask] >= points:
                continue
            for state in range(50):
                if reach[mask, sets] >> np.uint64(state) & np.uint64(1):
                    pures, sequences, impure = state // 10, state // 2 % 5, state % 2
                    present = (PURE if pures else 0) | (IMPURE if impure else 0) | (SET if sets else 0)
                    if present & ~_counts_without_lives(rules, pures, impure) == 0:
                        points = min(points, total - value[mask])
    # An impure sequence that does not count itself may still open the gate for sets.
    if _counts_without_lives(rules, 0, 1) == SET:
        only_sets = np.zeros_like(reach)
        for mask in range(full):
            for sets in range(most_sets + 1):
                only_sets[mask, sets] = reach[mask, sets] & np.uint64(1)
        best = _best_below(only_sets, value, 0, 0, 0, most_sets)
        for index in range(len(group_mask)):
            if group_kind[index] == IMPURE:
                points = min(points, total - best[(full - 1) ^ group_mask[index]])

    if max(rules.min_pure, rules.min_sequences) < 2:
        # D2 asks for no pair, so D3 has nothing to say.
        for mask in range(full):
            for sets in range(most_sets + 1):
                for state in range(50):
                    if reach[mask, sets] >> np.uint64(state) & np.uint64(1):
                        pures, sequences, impure = state // 10, state // 2 % 5, state % 2
                        if pures >= rules.min_pure and sequences >= rules.min_sequences:
                            has_lives = True
                            can_declare = can_declare or mask == full - 1
                            if sets == 0 or _gate_open(rules, pures, impure):
                                points = min(points, total - value[mask])
        return min(points, rules.points_cap), can_declare, has_lives

    # Lives: a pair that D3 accepts, and the rest of the arrangement beside it.
    more_sequences = max(0, rules.min_sequences - 2)
    need_impure = rules.set_gate in (PURE_AND_IMPURE, ANY_IMPURE)
    without_sets = np.zeros((3, full), np.int64)
    with_sets = np.zeros((3, 2, full), np.int64)  # pures of the pair; impure sequence in the pair
    for pair_pures in range(3):
        more_pures = max(0, rules.min_pure - pair_pures)
        without_sets[pair_pures] = _best_below(reach, value, more_pures, more_sequences, 0, 0)
        for pair_impure in range(2):
            pures = more_pures
            if rules.set_gate == PURE_AND_IMPURE and pair_pures == 0:
                pures = max(pures, 1)
            impure = 1 if need_impure and not pair_impure else 0
            with_sets[pair_pures, pair_impure] = _best_below(reach, value, pures, more_sequences, impure, most_sets)
    for first in range(len(group_mask)):
        for second in range(first):
            a, b = group_mask[first], group_mask[second]
            kind_a, kind_b = group_kind[first], group_kind[second]
            if a & b or kind_a == SET or kind_b == SET:
                continue
            pair_pures = (kind_a == PURE) + (kind_b == PURE)
            if rules.min_pure > 0 and pair_pures == 0:
                continue
            if not rules.lives_min_cards <= size[a] + size[b] <= rules.lives_max_cards:
                continue
            rest = (full - 1) ^ a ^ b
            own = value[a] + value[b]
            if without_sets[pair_pures, rest] >= 0:
                has_lives = True
                points = min(points, total - own - without_sets[pair_pures, rest])
            pair_impure = 1 if pair_pures < 2 else 0
            if with_sets[pair_pures, pair_impure, rest] >= 0:
                points = min(points, total - own - with_sets[pair_pures, pair_impure, rest])
            if not can_declare:
                for sets in range(most_sets + 1):
                    if _has(reach[rest, sets], max(0, rules.min_pure - pair_pures), more_sequences, 0):
                        can_declare = True
    return min(points, rules.points_cap), can_declare, has_lives
