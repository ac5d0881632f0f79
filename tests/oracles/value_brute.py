"""Brute force for one hand of a `value` game, straight from the sentences of the rules (Pinacle rules, 2 to 6 and 10).

Shares nothing with the solver, not even the lowered rules: a hand is a list of cards, a meld is a subset of its
positions.  Every subset is held against the sentences; then a table over subsets packs disjoint melds.
"""

from itertools import product

import numba
import numpy as np

ORDER = "3456789TJQKA"
RANKS = "A23456789TJQK"
JOKER = 52
NONE = -(10**9)


class Rules:
    """The sentences with the numbers of a ruleset in them."""

    def __init__(self, ruleset):
        self.r = ruleset

    def limit(self, value, unlimited=1000):
        return unlimited if value == "none" else value

    def is_wild(self, card):
        return card == JOKER or RANKS[card % 13] == "2"

    def natural_value(self, rank):
        return self.r.points.by_rank[RANKS.index(rank)]

    def hand_value(self, card):
        if card == JOKER:
            return self.r.points.joker
        return self.r.points.two if self.is_wild(card) else self.natural_value(RANKS[card % 13])

    def wilds_allowed(self, naturals, wilds):
        """2.3: at most so many wild cards, at least so many naturals, strictly fewer wild cards than naturals."""
        meld = self.r.meld
        if naturals < meld.min_naturals or wilds > self.limit(meld.max_wilds):
            return False
        return wilds < naturals or not meld.naturals_majority

    def set_rank(self, cards):
        """3.2: naturals of one rank, any suits; returns the rank or None."""
        ranks = {RANKS[card % 13] for card in cards if not self.is_wild(card)}
        if len(ranks) != 1:
            return None
        naturals = sum(not self.is_wild(card) for card in cards)
        sets = self.r.set
        fits = sets.min <= len(cards) <= self.limit(sets.max) and naturals <= 8
        return ranks.pop() if fits and self.wilds_allowed(naturals, len(cards) - naturals) else None

    def run_starts(self, cards):
        """3.3: consecutive ranks of one suit, each place once, inside 3..A; returns the places it may start at."""
        naturals = [card for card in cards if not self.is_wild(card)]
        run = self.r.run
        if len({card // 13 for card in naturals}) != 1 or len(set(naturals)) != len(naturals):
            return []
        if not run.min <= len(cards) <= min(12, self.limit(run.max)):
            return []
        if not self.wilds_allowed(len(naturals), len(cards) - len(naturals)):
            return []
        places = [ORDER.index(RANKS[card % 13]) for card in naturals]
        return [
            start
            for start in range(12 - len(cards) + 1)
            if all(start <= place < start + len(cards) for place in places)
        ]

    def wild_in_set(self, card, rank, *, in_place=True):
        way = self.r.table.wild_in_place if in_place else "as_rescued"
        if way == "substituted":
            return self.natural_value(rank)
        if way == "hand_value":
            return self.hand_value(card)
        table = self.r.table
        return table.joker if card == JOKER else table.two_in_set_factor * self.natural_value(rank)

    def set_value(self, cards, rank, *, dealt, one_hand=True):
        """5: special sets and the pinaculo."""
        naturals = [card for card in cards if not self.is_wild(card)]
        wilds = [card for card in cards if self.is_wild(card)]
        pinaculo = self.r.pinaculo
        if one_hand and len(naturals) == 8 and len(wilds) == pinaculo.wilds:
            return pinaculo.dealt if dealt else pinaculo.play
        each = [self.natural_value(rank)] * len(naturals) + [self.wild_in_set(card, rank) for card in wilds]
        found = []
        for line in self.r.special.melds.values():
            if rank not in line.ranks:
                continue
            for kept in product((False, True), repeat=len(wilds)):
                for n in range(len(naturals) + 1):
                    if self.is_line(line, n, sum(kept)):
                        others = [self.natural_value(rank)] * (len(naturals) - n)
                        beside = [wild for wild, inside in zip(wilds, kept, strict=True) if not inside]
                        others += [self.wild_in_set(wild, rank) for wild in beside]
                        found.append(line.value + (sum(others) if self.r.special.extra == "add" else 0))
        return max(found) if found else sum(each)

    def is_line(self, line, naturals, wilds):
        if line.wilds == 0:
            return wilds == 0 and naturals == line.naturals
        if not self.wilds_allowed(naturals, wilds):
            return False
        if self.r.special.six_with_wild == "naturals":
            return naturals == line.naturals and wilds == 1
        return naturals + wilds == line.naturals and wilds >= 1

    def run_value(self, cards, starts):
        """6 and 4: full runs, and runs that score their cards."""
        wilds = [card for card in cards if self.is_wild(card)]
        naturals = [card for card in cards if not self.is_wild(card)]
        suit = naturals[0] // 13
        if len(cards) == 12:
            full = self.r.full_run
            if not wilds:
                return full.clean
            if len(wilds) <= 2 and all(card == 13 * suit + 1 for card in wilds):
                return full.semi[len(wilds) - 1]
            return full.dirty
        worth = sum(self.natural_value(RANKS[card % 13]) for card in naturals)
        way, table = self.r.table.wild_in_place, self.r.table
        if way == "hand_value":
            return worth + sum(self.hand_value(card) for card in wilds)
        if way == "as_rescued":
            return worth + sum(table.joker if card == JOKER else table.two_in_run for card in wilds)
        held = {ORDER.index(RANKS[card % 13]) for card in naturals}
        return worth + max(
            sum(self.natural_value(ORDER[place]) for place in range(start, start + len(cards)) if place not in held)
            for start in starts
        )


@numba.njit(cache=True)
def pack(size, worth, rank, bases, limits):
    """Return for every subset the most that disjoint melds covering exactly it are worth; at most limits[r] sets."""
    states = 1
    for r in range(12):
        states *= bases[r]
    best = np.full((1 << size, states), NONE, dtype=np.int64)
    best[0, 0] = 0
    step = np.ones(13, dtype=np.int64)
    for r in range(12):
        step[r + 1] = step[r] * bases[r]
    for cards in range(1, 1 << size):
        low = cards & -cards
        rest = cards ^ low
        part = rest
        while True:
            meld = part | low
            if worth[meld] > NONE:
                r = rank[meld]
                for state in range(states):
                    before = best[cards ^ meld, state]
                    if before == NONE:
                        continue
                    after = state
                    if r >= 0 and bases[r] > 1:
                        if state // step[r] % bases[r] == limits[r]:
                            continue
                        after = state + step[r]
                    best[cards, after] = max(best[cards, after], before + worth[meld])
            if part == 0:
                break
            part = (part - 1) & rest
    out = np.full(1 << size, NONE, dtype=np.int64)
    for cards in range(1 << size):
        for state in range(states):
            out[cards] = max(out[cards], best[cards, state])
    return out


def figures(hand, ruleset, *, dealt=False):
    """Return V, min_deadwood, min_unmelded and the best value of laying every card (None if impossible)."""
    rules = Rules(ruleset)
    size = len(hand)
    worth = np.full(1 << size, NONE, dtype=np.int64)
    rank = np.full(1 << size, -1, dtype=np.int64)
    for subset in range(1, 1 << size):
        cards = [hand[i] for i in range(size) if subset >> i & 1]
        if len(cards) < 3:
            continue
        of = rules.set_rank(cards)
        if of is not None:
            worth[subset] = rules.set_value(cards, of, dealt=dealt)
            rank[subset] = ORDER.index(of)
            continue
        starts = rules.run_starts(cards)
        if starts:
            worth[subset] = rules.run_value(cards, starts)
    naturals = np.zeros(12, dtype=np.int64)
    for card in hand:
        if not rules.is_wild(card):
            naturals[ORDER.index(RANKS[card % 13])] += 1
    limit = rules.limit(ruleset.set.max_per_rank)
    # a rank can exceed its limit only where it has naturals for one set more
    limits = np.array([limit] * 12, dtype=np.int64)
    bases = np.where(naturals // 2 > limit, limit + 1, 1).astype(np.int64)
    covered = pack(size, worth, rank, bases, limits)
    costs = np.array([rules.hand_value(card) for card in hand])
    everything = (1 << size) - 1
    left_costs = [sum(costs[i] for i in range(size) if not subset >> i & 1) for subset in range(1 << size)]
    possible = [subset for subset in range(1 << size) if covered[subset] > NONE]
    return {
        "value": max(int(covered[subset]) - int(left_costs[subset]) for subset in possible),
        "min_deadwood": min(int(left_costs[subset]) for subset in possible),
        "min_unmelded": min(size - subset.bit_count() for subset in possible),
        "laying_all": int(covered[everything]) if covered[everything] > NONE else None,
    }
