"""Hands of contract games by the thousand, as counts: dealt, doubled, full of jokers, near complete."""

import numpy as np
from numpy.typing import NDArray

JOKER = 52
FAMILIES = 4


def pack_of(decks: int, jokers: int) -> NDArray[np.int64]:
    """Return the copies of each card."""
    there = np.full(53, decks, dtype=np.int64)
    there[JOKER] = jokers
    return there


def drawn(rng: np.random.Generator, there: NDArray[np.int64], weights: NDArray[np.float64], sizes: NDArray[np.int64]):
    """Return hands of the given sizes, uint8 of shape (hands, 53); a card of more weight is drawn sooner."""
    copies = np.repeat(np.arange(53), there)
    keys = rng.exponential(size=(len(sizes), len(copies))) / weights[:, copies]
    order = np.argsort(keys, axis=1)
    counts = np.zeros((len(sizes), 53), dtype=np.uint8)
    taken = np.arange(len(copies)) < sizes[:, None]
    np.add.at(counts, (np.repeat(np.arange(len(sizes)), len(copies)), copies[order].ravel()), taken.ravel())
    return counts


def block_hands(rng: np.random.Generator, contract: str, hands: int, *, decks: int, jokers: int) -> NDArray[np.uint8]:
    """Return counts of `hands` hands, the four families in equal parts and mixed."""
    there = pack_of(decks, jokers)
    each = -(-hands // FAMILIES)
    least = 3 * contract.count("T") + 4 * contract.count("E")
    wide = np.ones((each, 53))
    narrow = np.full((each, 53), 1e-6)  # two suits and seven ranks
    suits, first = rng.integers(0, 4, (each, 2)), rng.integers(0, 13, each)
    for rank in range(7):
        for suit in range(2):
            narrow[np.arange(each), 13 * suits[:, suit] + (first + rank) % 13] = 1
    narrow[:, JOKER] = 0.5
    rich = np.ones((each, 53))
    rich[:, JOKER] = rng.choice([0.5, 4, 1000], each)
    near, most_jokers = _planted(rng, contract, each, there), min(jokers, 6)
    families = [
        drawn(rng, there, wide, rng.integers(least - 1, least + 7, each)),
        drawn(rng, there, narrow, rng.integers(min(least - 1, 12), min(least + 4, 15), each)),
        drawn(rng, there, rich, rng.integers(max(2, least - 3), max(3, least - 3) + most_jokers + 1, each)),
        near,
    ]
    return rng.permutation(np.concatenate(families))[:hands]


def _planted(rng: np.random.Generator, contract: str, hands: int, there: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return hands with the melds of the contract, some cards of them turned into jokers or others."""
    columns = []
    for letter in contract:
        if letter == "T":
            rank = rng.integers(0, 13, hands)
            columns += [13 * rng.integers(0, 4, hands) + rank for _ in range(3)]
        else:
            suit, place = rng.integers(0, 4, hands), rng.integers(0, 13, hands)
            columns += [13 * suit + (place + cell) % 13 for cell in range(4)]
            columns.append(np.where(rng.random(hands) < 0.3, 13 * suit + (place + 4) % 13, rng.integers(0, 52, hands)))
    columns += [rng.integers(0, 52, hands) for _ in range(2)]
    cards = np.stack(columns, axis=1)
    cards = np.where(rng.random(cards.shape) < rng.choice([0.05, 0.15, 0.3], (hands, 1)), JOKER, cards)
    cards = np.where(rng.random(cards.shape) < 0.04, rng.integers(0, 52, cards.shape), cards)
    counts = np.zeros((hands, 53), dtype=np.int64)
    np.add.at(counts, (np.repeat(np.arange(hands), cards.shape[1]), cards.ravel()), 1)
    return np.minimum(counts, there).astype(np.uint8)
