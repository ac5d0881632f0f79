"""Gin hands that a solver may stumble over: near gin, long runs, runs and sets that fight for the same cards."""

from collections.abc import Callable

import numpy as np

Hand = list[int]


def random_hand(rng: np.random.Generator, cards: int) -> Hand:
    return sorted(rng.choice(52, cards, replace=False).tolist())


def near_gin(rng: np.random.Generator, cards: int) -> Hand:
    """Melds laid into the hand until it is full, then up to three cards exchanged."""
    hand: set[int] = set()
    while len(hand) < cards - 2:
        size = int(rng.integers(3, 6))
        if rng.random() < 0.5:
            start = int(rng.integers(0, 14 - size))
            suit = int(rng.integers(0, 4))
            meld = {suit * 13 + start + step for step in range(size)}
        else:
            rank = int(rng.integers(0, 13))
            meld = {int(suit) * 13 + rank for suit in rng.permutation(4)[: min(size, 4)]}
        hand |= meld
    kept = rng.permutation(sorted(hand))[:cards].tolist()
    others = rng.permutation([card for card in range(52) if card not in kept]).tolist()
    kept = kept[: len(kept) - int(rng.integers(0, 4))]
    return sorted([*kept, *others][:cards])


def long_runs(rng: np.random.Generator, cards: int) -> Hand:
    """Most cards from one or two suits."""
    suits = rng.permutation(4)[: int(rng.integers(1, 3))]
    pool = [int(suit) * 13 + rank for suit in suits for rank in range(13)]
    inside = min(len(pool), cards - int(rng.integers(0, 3)))
    chosen = rng.permutation(pool)[:inside].tolist()
    others = rng.permutation([card for card in range(52) if card not in chosen]).tolist()
    return sorted([*chosen, *others][:cards])


def crossing(rng: np.random.Generator, cards: int) -> Hand:
    """All cards from three to five neighbouring ranks."""
    width = int(rng.integers(3, 6))
    start = int(rng.integers(0, 14 - width))
    pool = [suit * 13 + start + step for suit in range(4) for step in range(width)]
    return sorted(rng.permutation(pool)[:cards].tolist())


KINDS: dict[str, Callable[[np.random.Generator, int], Hand]] = {
    "random": random_hand,
    "near gin": near_gin,
    "long runs": long_runs,
    "crossing": crossing,
}


def mixed(rng: np.random.Generator, hands: int, cards: int = 10) -> list[Hand]:
    """Return so many hands, every kind in turn."""
    makers = list(KINDS.values())
    return [makers[number % len(makers)](rng, cards) for number in range(hands)]


def words(hands: list[Hand]) -> np.ndarray:
    """Return hands as planes, uint64 of shape (hands,)."""
    bits = [sum(1 << (16 * (card // 13) + card % 13) for card in hand) for hand in hands]
    return np.array(bits, dtype=np.uint64)
