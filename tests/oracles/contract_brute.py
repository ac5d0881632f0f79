"""Contracts by exhaustion, straight from the rule text and without anything of the solvers.

Melds are found by trying every group of the hand's cards and every layout of it; distances by listing every shortest
meld of the whole pack and adding them up.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import numpy as np

JOKER = 52


@dataclass(frozen=True)
class Rules:
    """The rules of melds; `high` is 99 for no limit."""

    run_min: int = 4
    run_max: int = 99
    ace: str = "circular"
    run_max_wilds: int = 99
    run_min_naturals: int = 0
    adjacent: bool = False
    set_min: int = 3
    set_max: int = 99
    set_max_wilds: int = 99
    set_min_naturals: int = 0
    all_wild: bool = True
    distinct: bool = False
    further: bool = False
    points: tuple[int, ...] = (20, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    joker: int = 50

    def value(self, card: int) -> int:
        return self.joker if card == JOKER else self.points[card % 13]


def starts(rules: Rules, length: int) -> list[int]:
    """Return the places (0 = ace low, 13 = ace high) where a run of this length may start."""
    if rules.ace == "circular":
        return list(range(13))
    low, high = {"low": (0, 12), "high": (1, 13), "either": (0, 13)}[rules.ace]
    if rules.ace == "either" and length > 13:
        return []
    return [place for place in range(low, high + 1) if place + length - 1 <= high]


def legal_jokers(rules: Rules, length: int, jokers: tuple[int, ...]) -> bool:
    neighbours = any(after - before == 1 for before, after in pairwise(jokers))
    return (
        rules.run_min <= length <= rules.run_max
        and len(jokers) <= rules.run_max_wilds
        and length - len(jokers) >= rules.run_min_naturals
        and (rules.adjacent or not neighbours)
    )


@cache
def is_run(cards: tuple[int, ...], rules: Rules) -> bool:
    naturals = [card for card in cards if card != JOKER]
    if len({card // 13 for card in naturals}) > 1:
        return False
    ranks, length = Counter(card % 13 for card in naturals), len(cards)
    for jokers in combinations(range(length), length - len(naturals)):
        if not legal_jokers(rules, length, jokers):
            continue
        for place in starts(rules, length):
            if Counter((place + cell) % 13 for cell in range(length) if cell not in jokers) == ranks:
                return True
    return False


@cache
def is_set(cards: tuple[int, ...], rules: Rules) -> bool:
    naturals = [card for card in cards if card != JOKER]
    suits = [card // 13 for card in naturals]
    return (
        rules.set_min <= len(cards) <= rules.set_max
        and len({card % 13 for card in naturals}) <= 1
        and len(cards) - len(naturals) <= rules.set_max_wilds
        and len(naturals) >= rules.set_min_naturals
        and (bool(naturals) or rules.all_wild)
        and (not rules.distinct or len(set(suits)) == len(suits))
    )


def left_over(cards: list[int], sets: int, runs: int, rules: Rules) -> set[tuple[int, ...]]:
    """Return every multiset of cards that going down can leave in hand."""
    cards = sorted(cards)
    found: set[tuple[int, ...]] = set()
    seen: set[tuple[tuple[int, ...], int, int]] = set()

    def lay(rest: tuple[int, ...], sets: int, runs: int) -> None:
        if (rest, sets, runs) in seen:
            return
        seen.add((rest, sets, runs))
        if sets == runs == 0:
            found.add(rest)
            if not rules.further:
                return
        groups: set[tuple[int, ...]] = set()
        further = sets == runs == 0
        for size in range(min(rules.set_min if sets or further else 99, rules.run_min), len(rest) + 1):
            groups.update(combinations(rest, size))
        for group in groups:
            after = tuple(sorted((Counter(rest) - Counter(group)).elements()))
            if sets and is_set(group, rules):
                lay(after, sets - 1, runs)
            elif not sets and runs and is_run(group, rules):
                lay(after, sets, runs - 1)
            elif further and (is_set(group, rules) or is_run(group, rules)):
                lay(after, 0, 0)

    lay(tuple(cards), sets, runs)
    return found


@dataclass(frozen=True)
class Figures:
    points: int | None
    cards: int | None
    after: int | None


def figures(cards: list[int], sets: int, runs: int, rules: Rules) -> Figures:
    """Return least points, least cards and least points after the discard, None for a hand that cannot go down."""
    lefts = left_over(cards, sets, runs, rules)
    if not lefts:
        return Figures(None, None, None)
    values = [[rules.value(card) for card in left] for left in lefts]
    after = min(sum(each) - max(each, default=0) for each in values)
    return Figures(min(map(sum, values)), min(map(len, values)), after)


def _needs(rules: Rules, there: np.ndarray, *, run: bool) -> np.ndarray:
    """Return what each shortest meld of the pack needs, a row of 53 numbers each."""
    rows = set()
    if run:
        longest = max(rules.run_min, min(rules.run_max, rules.run_min_naturals + min(rules.run_max_wilds, 6)))
        for length in range(rules.run_min, longest + 1):
            for used in range(length + 1):
                for jokers in combinations(range(length), used):
                    if not legal_jokers(rules, length, jokers):
                        continue
                    for place in starts(rules, length):
                        for suit in range(4):
                            row = [0] * 53
                            for cell in range(length):
                                row[JOKER if cell in jokers else suit * 13 + (place + cell) % 13] += 1
                            rows.add(tuple(row))
    else:
        for size in range(max(rules.set_min, rules.set_min_naturals), max(rules.set_min, rules.set_min_naturals) + 1):
            for rank in range(13):
                kinds = [*range(rank, 52, 13), JOKER]
                for cards in combinations_with_replacement(kinds, size):
                    if is_set(cards, rules):
                        rows.add(tuple(np.bincount(cards, minlength=53).tolist()))
    needs = np.array(sorted(rows), dtype=np.int16).reshape(-1, 53)
    return needs[np.all(needs <= there, axis=1)]


def distance(cards: list[int], there: np.ndarray, sets: int, runs: int, rules: Rules) -> int | None:
    """Return the fewest cards to add, none of them beyond the copies in `there`; None if no cards do."""
    hand = np.bincount(cards, minlength=53).astype(np.int16)
    melds = [_needs(rules, there, run=True)] * runs + [_needs(rules, there, run=False)] * sets
    total = np.zeros((1, 53), dtype=np.int16)
    for needs in melds[:-1]:
        total = (total[:, None, :] + needs[None, :, :]).reshape(-1, 53)
        total = np.unique(total[np.all(total <= there, axis=1)], axis=0)
    best = []
    for before in total:
        whole = before + melds[-1]
        whole = whole[np.all(whole <= there, axis=1)]
        if len(whole):
            best.append(int(np.maximum(whole - hand, 0).sum(axis=1).min()))
    return min(best, default=None)
