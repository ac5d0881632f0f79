"""Brute force for one hand of gin, straight from the sentences of the rules; shares nothing with the solver.

A hand is a set of cards 0..51 (suit * 13 + rank).  Every subset is held against the sentences; then each card in turn
is left over or goes into one of the melds that hold it, and every complete choice is weighed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

Meld = frozenset[int]


@dataclass(frozen=True)
class Rules:
    """The sentences' numbers, as in the preset unless said otherwise."""

    run_min: int = 3
    run_max: int = 99
    set_min: int = 3
    set_max: int = 4
    points: tuple[int, ...] = field(default=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))

    def cost(self, cards: Sequence[int]) -> int:
        return sum(self.points[card % 13] for card in cards)

    def is_run(self, cards: Sequence[int]) -> bool:
        """Consecutive cards of one suit, the ace below the 2."""
        ranks = sorted(card % 13 for card in cards)
        one_suit = len({card // 13 for card in cards}) == 1
        in_a_row = all(after == before + 1 for before, after in pairwise(ranks))
        return one_suit and in_a_row and self.run_min <= len(cards) <= self.run_max

    def is_set(self, cards: Sequence[int]) -> bool:
        """Cards of one rank and of distinct suits."""
        one_rank = len({card % 13 for card in cards}) == 1
        suits = {card // 13 for card in cards}
        return one_rank and len(suits) == len(cards) and self.set_min <= len(cards) <= self.set_max


def melds(hand: Sequence[int], rules: Rules) -> list[Meld]:
    """Return every subset of the hand that is a meld."""
    return [
        frozenset(cards)
        for size in range(3, len(hand) + 1)
        for cards in combinations(sorted(hand), size)
        if rules.is_run(cards) or rules.is_set(cards)
    ]


def arrangements(hand: Sequence[int], rules: Rules) -> Iterator[frozenset[Meld]]:
    """Yield every way to lay disjoint melds, none included, each once."""
    every = melds(hand, rules)

    def lay(cards: tuple[int, ...]) -> Iterator[tuple[Meld, ...]]:
        if not cards:
            yield ()
            return
        first, rest = cards[0], cards[1:]
        yield from lay(rest)
        for meld in every:
            if first in meld and meld <= set(cards):
                yield from ((meld, *others) for others in lay(tuple(card for card in rest if card not in meld)))

    for laid in lay(tuple(sorted(hand))):
        yield frozenset(laid)


def least_deadwood(hand: Sequence[int], rules: Rules) -> tuple[int, set[frozenset[Meld]]]:
    """Return the least points outside melds, and all arrangements that leave no more."""
    cost = {
        laid: rules.cost([card for card in hand if not any(card in meld for meld in laid)])
        for laid in arrangements(hand, rules)
    }
    least = min(cost.values())
    return least, {laid for laid, left in cost.items() if left == least}
