"""Deadwood of single hands for Python: the least points, every arrangement that reaches them, what a meld is."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import LANE_BITS, NATURALS, RANKS, SUITS
from meldlab.kernels.deadwood.least_deadwood import fill_deadwood
from meldlab.kernels.deadwood.tables import DeadwoodRules, DeadwoodTables, build_deadwood_tables
from meldlab.sim.common.notation import format_card
from meldlab.sim.hand.arrangement import Arrangement, Meld

RUN, SET = "run", "set"

#: The most arrangements of one hand that are listed; only rules with cards of 0 points come near.
MOST_ARRANGEMENTS = 500

# Cards of one suit or of one rank that lie together, from the lowest.
_Group = tuple[int, ...]


class DeadwoodSolver:
    """Exact answers about single hands of a `deadwood` game.

    Parameters
    ----------
    rules
        Rule numbers of the game.
    """

    def __init__(self, rules: DeadwoodRules) -> None:
        self.rules = rules
        self.values = tuple(int(rules.points[card % RANKS]) for card in range(NATURALS))

    @cached_property
    def tables(self) -> DeadwoodTables:
        """The tables of the rules."""
        return build_deadwood_tables(self.rules)

    def deadwood(self, hands: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """Return the least deadwood of each hand, int64 of shape (hands,)."""
        words = np.array([_word(hand) for hand in hands], dtype=np.uint64)
        found = np.zeros(len(words), dtype=np.uint16)
        fill_deadwood(words, self.tables, found)
        return found.astype(np.int64)

    def best(self, cards: Sequence[int]) -> Arrangement:
        """Return an arrangement with the least deadwood: of these, one with the fewest loose cards and melds."""
        return self.all_best(cards)[0]

    def all_best(self, cards: Sequence[int]) -> tuple[Arrangement, ...]:
        """Return every arrangement with the least deadwood (500 at most), fewest loose cards and melds first."""
        least = int(self.deadwood([cards])[0])
        held = [[card % RANKS for card in cards if card // RANKS == suit] for suit in range(SUITS)]
        found = []
        for sets in product(*(self._sets_of(rank, held) for rank in range(RANKS))):
            laid = [group for group in sets if group]
            used = {card for group in laid for card in group}
            left = [
                sum(1 << rank for rank in ranks if suit * RANKS + rank not in used) for suit, ranks in enumerate(held)
            ]
            if sum(int(self.tables.suit_points[suit]) for suit in left) != least:
                continue
            for runs in product(*(self._runs_of(suit, mask) for suit, mask in enumerate(left))):
                melds = [self._meld(RUN, group) for groups in runs for group in groups]
                melds += [self._meld(SET, group) for group in laid]
                covered = {card for meld in melds for card in meld.cards}
                loose = tuple(card for card in sorted(cards) if card not in covered)
                found.append(Arrangement(tuple(melds), loose))
        found.sort(key=lambda arrangement: (len(arrangement.loose), len(arrangement.melds), arrangement.loose))
        return tuple(found[:MOST_ARRANGEMENTS])

    def melds_of(self, cards: Sequence[int]) -> tuple[Meld, ...]:
        """Return the largest melds that a hand holds, each as if it were laid alone."""
        held = set(cards)
        sets = [tuple(suit * RANKS + rank for suit in range(SUITS)) for rank in range(RANKS)]
        found = [self._meld(SET, tuple(card for card in group if card in held)) for group in sets]
        for suit in range(SUITS):
            rank = 0
            while rank < RANKS:
                top = rank
                while top < RANKS and suit * RANKS + top in held:
                    top += 1
                found.append(self._meld(RUN, tuple(range(suit * RANKS + rank, suit * RANKS + top))))
                rank = top + 1
        return tuple(meld for meld in found if self.kinds_of_meld(meld.cards))

    def kinds_of_meld(self, cards: Sequence[int]) -> tuple[str, ...]:
        """Return the kinds of meld that these cards together are (at most one); empty if they are none."""
        suits, ranks = {card // RANKS for card in cards}, sorted({card % RANKS for card in cards})
        if len({*cards}) < len(cards):
            return ()
        in_a_row = bool(ranks) and ranks[-1] - ranks[0] == len(ranks) - 1
        if len(suits) == 1 and in_a_row and self.rules.run_min <= len(cards) <= self.rules.run_max:
            return (RUN,)
        if len(ranks) == 1 and self.rules.set_min <= len(cards) <= self.rules.set_max:
            return (SET,)
        return ()

    def _sets_of(self, rank: int, held: Sequence[Sequence[int]]) -> list[_Group]:
        """Return the sets of a rank that can be laid, and the empty group: none of them."""
        holders = sum(1 << suit for suit, ranks in enumerate(held) if rank in ranks)
        planes = self.tables.set_cards[holders, : int(self.tables.choices[holders])].tolist()
        return [
            tuple(suit * RANKS + rank for suit in range(SUITS) if plane >> (LANE_BITS * suit) & 1) for plane in planes
        ]

    def _runs_of(self, suit: int, mask: int) -> Iterator[tuple[_Group, ...]]:
        """Yield every way to lay runs of one suit that leaves the least points; `mask` holds its ranks as bits."""
        if mask == 0:
            yield ()
            return
        least = self.tables.suit_points[mask]
        lowest = (mask & -mask).bit_length() - 1
        left = mask & (mask - 1)
        if self.tables.suit_points[left] + self.rules.points[lowest] == least:
            yield from self._runs_of(suit, left)
        length = 1
        while length < self.rules.run_max and mask >> (lowest + length) & 1:
            left &= ~(1 << (lowest + length))
            length += 1
            if length >= self.rules.run_min and self.tables.suit_points[left] == least:
                run = tuple(suit * RANKS + lowest + step for step in range(length))
                yield from ((run, *others) for others in self._runs_of(suit, left))

    def _meld(self, kind: str, cards: _Group) -> Meld:
        points = sum(self.values[card] for card in cards)
        return Meld(kind, cards, tuple(format_card(card) for card in cards), points)


def _word(cards: Sequence[int]) -> int:
    return sum(1 << (LANE_BITS * (card // RANKS) + card % RANKS) for card in cards)
