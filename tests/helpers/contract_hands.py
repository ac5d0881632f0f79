"""Families of hands for the tests of contract games, seeded: dealt, clustered, near complete, full of jokers."""

import numpy as np

JOKER = 52


def pack(decks: int = 2, jokers: int = 6, *, suits: int = 4, ranks: int = 13) -> np.ndarray:
    """Return the cards of a pack, cut down to some suits and to ranks from the ace up."""
    naturals = [13 * suit + rank for suit in range(suits) for rank in range(ranks)] * decks
    return np.array([*naturals, *[JOKER] * jokers])


def dealt(rng: np.random.Generator, size: int, **cut: int) -> list[int]:
    return [int(card) for card in rng.choice(pack(**cut), size, replace=False)]


def rich(rng: np.random.Generator, size: int, jokers: int, **cut: int) -> list[int]:
    """Return a hand with this many jokers."""
    return [JOKER] * jokers + dealt(rng, size - jokers, jokers=0, **cut)


def planted(rng: np.random.Generator, sets: int, runs: int, extra: int, *, most_jokers: int = 2) -> list[int]:
    """Return the melds of a contract, a few cards turned into jokers or lost, and further cards."""
    hand: list[int] = []
    for _ in range(sets):
        hand += [int(13 * suit + rank) for rank in [rng.integers(13)] for suit in rng.integers(0, 4, 3)]
    for _ in range(runs):
        suit, place, length = rng.integers(4), rng.integers(13), rng.integers(4, 6)
        hand += [int(13 * suit + (place + cell) % 13) for cell in range(length)]
    for place in rng.choice(len(hand), min(len(hand), int(rng.integers(most_jokers + 1))), replace=False):
        hand[int(place)] = JOKER
    for _ in range(int(rng.integers(2))):
        hand.pop(int(rng.integers(len(hand))))
    hand += dealt(rng, extra)
    kept: list[int] = []
    for card in hand:  # no more copies than two packs hold
        if kept.count(card) < (6 if card == JOKER else 2):
            kept.append(card)
    return kept
