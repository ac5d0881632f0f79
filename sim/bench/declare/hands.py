"""Hands near the end of a deal: declarable ones with up to three cards exchanged, the hard case for a solver."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, MAX_COPIES, NATURALS, RANKS, SUITS, Planes, planes_from_counts
from meldlab.kernels.cards.deal_rules import DealRules
from meldlab.sim.games.declare.block_solver import DeclareSolver

_MOST_SWAPPED = 3
_TRIED_AT_ONCE = 1024
_MOST_TRIES = 16  # batches without a single declarable hand: the rules do not fit this way of building hands
_MELD_SIZES = ((3, 3, 3, 4), (3, 4, 3, 3), (4, 4, 5), (3, 5, 5))
_WILDS = (0, 0, 0, 1, 1, 2)  # in a meld after the first


def near_complete_hands(solver: DeclareSolver, deal: DealRules, *, hands: int, seed: int) -> Planes:
    """Return hands that could be declared before 0 to 3 of their cards were exchanged for others of the pack.

    Each is put together from melds of a random wild rank, kept when `solver` says that it can be declared, and
    then spoilt; 0, 1, 2 and 3 exchanges are equally frequent.

    Raises
    ------
    ValueError
        When no such hand is found: the rules, or hands of another size than 13, want other melds.
    """
    random = Random(seed)
    copies = [deal.decks] * NATURALS + [deal.decks * deal.printed_jokers]
    rows: list[NDArray[np.uint8]] = []
    wild_ranks: list[int] = []
    tries = 0
    while len(rows) < hands:
        counts, wilds = _some_melds(random, copies)
        chosen = np.flatnonzero(solver.solve(planes_from_counts(counts, wilds)).can_declare)
        tries = 0 if chosen.size else tries + 1
        if tries == _MOST_TRIES:
            raise ValueError("no hand of a few runs and sets can be declared under these rules")
        rows += [_spoil(random, counts[hand], copies) for hand in chosen]
        wild_ranks += [int(wilds[hand]) for hand in chosen]
    return planes_from_counts(np.array(rows[:hands]), np.array(wild_ranks[:hands], dtype=np.uint64))


def _some_melds(random: Random, copies: list[int]) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Return counts and wild ranks of hands made of melds; whether they can be declared is not known yet."""
    rows: list[NDArray[np.uint8]] = []
    wild_ranks: list[int] = []
    while len(rows) < _TRIED_AT_ONCE:
        wild_rank = random.randrange(RANKS)
        cards: list[int] = []
        for number, size in enumerate(random.choice(_MELD_SIZES)):
            meld = _run(random, size) if number < 2 or random.random() < 0.4 else _set(random, size, copies[0])
            if number > 0:
                for place in random.sample(range(size), random.choice(_WILDS)):
                    meld[place] = JOKER if random.random() < 0.4 else random.randrange(SUITS) * RANKS + wild_rank
            cards += meld
        counts = np.bincount(cards, minlength=KINDS)
        if (counts <= copies).all():
            rows.append(counts.astype(np.uint8))
            wild_ranks.append(wild_rank)
    return np.array(rows), np.array(wild_ranks, dtype=np.uint64)


def _run(random: Random, size: int) -> list[int]:
    suit, lowest = random.randrange(SUITS), random.randrange(RANKS - size + 2)
    return [suit * RANKS + (lowest + step) % RANKS for step in range(size)]


def _set(random: Random, size: int, decks: int) -> list[int]:
    rank = random.randrange(RANKS)
    suits = random.sample([*range(SUITS)] * min(decks, MAX_COPIES), min(size, SUITS))
    return [suit * RANKS + rank for suit in suits] + [JOKER] * (size - len(suits))


def _spoil(random: Random, counts: NDArray[np.uint8], copies: list[int]) -> NDArray[np.uint8]:
    """Return the hand with some cards exchanged for cards of the pack that it does not hold."""
    spoilt = counts.copy()
    swapped = random.randrange(_MOST_SWAPPED + 1)
    held = np.repeat(np.arange(KINDS), counts)
    others = np.repeat(np.arange(KINDS), np.array(copies) - counts)
    for card in random.sample(range(held.size), swapped):
        spoilt[held[card]] -= 1
    for card in random.sample(range(others.size), swapped):
        spoilt[others[card]] += 1
    return spoilt
