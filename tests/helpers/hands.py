"""Families of hands for the solvers' tests, seeded and without any knowledge of how a solver works.

Every function returns ``(counts, wild_ranks)``: counts uint8 of shape (n, 53), copies of each card of each hand,
and wild ranks int64 of shape (n,), 0..12 or -1 for a deal without a wild rank.  No hand holds more copies of a card
than `decks` and `printed` allow.
"""

import numpy as np
from numpy.typing import NDArray

KINDS = 53
PRINTED = 52
Hands = tuple[NDArray[np.uint8], NDArray[np.int64]]


def _pack(decks: int, printed: int) -> NDArray[np.int64]:
    return np.concatenate([np.tile(np.arange(PRINTED), decks), np.full(printed, PRINTED)])


def _wild_ranks(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Return every wild rank and none, equally often."""
    return rng.permutation(np.arange(n, dtype=np.int64) % 14 - 1)


def _count(cards: list[int] | NDArray[np.int64]) -> NDArray[np.uint8]:
    return np.bincount(np.asarray(cards, dtype=np.int64), minlength=KINDS).astype(np.uint8)


def random_hands(rng: np.random.Generator, n: int, decks: int, printed: int, *, cards: int = 13) -> Hands:
    """Return hands dealt from the whole pack."""
    pack = _pack(decks, printed)
    rows = [_count(rng.choice(pack, cards, replace=False)) for _ in range(n)]
    return np.array(rows), _wild_ranks(rng, n)


def _some_run(rng: np.random.Generator, length: int, jokers: int) -> list[int]:
    """Return a run of `length` with `jokers` of its cards replaced by printed ones; ace low, high or in between."""
    suit, place = rng.integers(4), rng.integers(0, 15 - length)
    cells = [int(suit * 13 + (place + cell) % 13) for cell in range(length)]
    for cell in rng.choice(length, min(jokers, length - 1), replace=False):
        cells[int(cell)] = PRINTED
    return cells


def _some_set(rng: np.random.Generator, size: int, jokers: int) -> list[int]:
    rank = rng.integers(13)
    suits = rng.permutation(4)[:size] if rng.random() < 0.7 else rng.integers(0, 4, size)
    return [int(suit * 13 + rank) for suit in suits[: size - jokers]] + [PRINTED] * jokers


def _meld_by_meld(rng: np.random.Generator, cards: int) -> list[int]:
    hand: list[int] = []
    melds = 0
    while len(hand) < cards:
        size = min(int(rng.integers(3, 6)), cards - len(hand))
        jokers = int(rng.choice(3, p=[0.6, 0.3, 0.1]))
        if size < 3:
            hand += [int(card) for card in rng.integers(0, PRINTED, size)]
        elif melds == 0:
            hand += _some_run(rng, size, 0)
        elif melds == 1 or rng.random() < 0.4:
            hand += _some_run(rng, size, jokers)
        elif rng.random() < 0.1:
            hand += [int(rng.integers(PRINTED))] * 3
        else:
            hand += _some_set(rng, min(size, 4), min(jokers, 2))
        melds += 1
    return hand[:cards]


def _fits(counts: NDArray[np.uint8], decks: int, printed: int) -> bool:
    return bool((counts[:PRINTED] <= decks).all() and counts[PRINTED] <= printed)


def near_complete_hands(
    rng: np.random.Generator, n: int, decks: int, printed: int, *, cards: int = 13, swapped: int = 3
) -> Hands:
    """Return hands put together from melds, then 0 to `swapped` of their cards exchanged for cards of the pack."""
    pack = _pack(decks, printed)
    wild_ranks = _wild_ranks(rng, n)
    rows: list[NDArray[np.uint8]] = []
    while len(rows) < n:
        hand = np.array(_meld_by_meld(rng, cards))
        wild = wild_ranks[len(rows)]
        if wild >= 0:  # a wild-rank card does the work of some printed jokers
            jokers = np.flatnonzero((hand == PRINTED) & (rng.random(len(hand)) < 0.6))
            hand[jokers] = rng.integers(0, 4, len(jokers)) * 13 + wild
        out = rng.choice(cards, int(rng.integers(0, swapped + 1)), replace=False)
        hand[out] = rng.choice(pack, len(out)) if len(pack) else hand[out]
        counts = _count(hand)
        if _fits(counts, decks, printed):
            rows.append(counts)
    return np.array(rows), wild_ranks


def duplicate_heavy(rng: np.random.Generator, n: int, decks: int, printed: int, *, cards: int = 13) -> Hands:
    """Return hands from few kinds of cards: neighbouring or scattered ranks of one to four suits, many twins."""
    rows: list[NDArray[np.uint8]] = []
    while len(rows) < n:
        suits = rng.permutation(4)[: rng.integers(1, 5)]
        width = int(rng.integers(max(3, -(-cards // (decks * len(suits)))), 14))
        ranks = (rng.integers(13) + np.arange(width)) % 13 if rng.random() < 0.6 else rng.permutation(13)[:width]
        kinds = (suits[:, None] * 13 + ranks[None, :]).ravel()
        pool = np.concatenate([np.tile(kinds, decks), np.full(min(printed, int(rng.integers(0, 4))), PRINTED)])
        if len(pool) >= cards:
            rows.append(_count(rng.choice(pool, cards, replace=False)))
    return np.array(rows), _wild_ranks(rng, n)


def joker_heavy(rng: np.random.Generator, n: int, decks: int, printed: int, *, cards: int = 13) -> Hands:
    """Return hands with many wild cards: up to all printed jokers, and often many cards of the wild rank."""
    wild_ranks = _wild_ranks(rng, n)
    rows = []
    for wild in wild_ranks:
        jokers = int(rng.integers(0, min(printed, cards - 1) + 1))
        own = int(rng.integers(0, min(4 * decks, cards - 1 - jokers) + 1)) if wild >= 0 and rng.random() < 0.7 else 0
        pack = np.arange(PRINTED).repeat(decks)
        wild_cards = pack[pack % 13 == wild]
        others = pack[pack % 13 != wild]
        rows.append(
            _count(
                np.concatenate(
                    [
                        np.full(jokers, PRINTED),
                        rng.choice(wild_cards, own, replace=False) if own else wild_cards[:0],
                        rng.choice(others, cards - jokers - own, replace=False),
                    ]
                )
            )
        )
    return np.array(rows), wild_ranks


def nasty_hands(rng: np.random.Generator, n: int, decks: int, printed: int, *, cards: int = 13) -> Hands:
    """Return a mixture of all families, about `n` in all."""
    families = (random_hands, near_complete_hands, duplicate_heavy, joker_heavy)
    parts = [family(rng, -(-n // len(families)), decks, printed, cards=cards) for family in families]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
