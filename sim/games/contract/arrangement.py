"""A contract laid out: the melds with every joker in its place, and what stays in hand."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.cover import NO_WAY, hand_tables, most_laid
from meldlab.kernels.contract.left import counts_of_melds, left_over
from meldlab.kernels.contract.rules import JOKER, RANKS, SUITS, ContractRules
from meldlab.kernels.contract.runs import best_within, part_strides, room_from, runs_of_suit
from meldlab.kernels.contract.sets import LEAST_JOKERS, MOST_JOKERS, RANK, SETS, TAKEN, set_choices
from meldlab.sim.common.notation import RANKS as RANK_LETTERS
from meldlab.sim.common.notation import format_card
from meldlab.sim.hand.arrangement import Meld

Cells = list[tuple[int, bool]]
"""A run from left to right: the rank each cell stands for, and whether a joker lies there."""


class Laid(NamedTuple):
    """Melds in the order of the contract, sets first, and the cards left in hand."""

    melds: tuple[Meld, ...]
    left: tuple[int, ...]


def lay_contract(
    held: NDArray[np.int64], jokers: int, sets: int, runs: int, values: NDArray[np.int64], rules: ContractRules
) -> Laid | None:
    """Return melds of a contract of `sets` sets and `runs` runs that hold the most value, None if there are none.

    Further melds are among them only where the rules allow them, and only as many as leave less.

    Parameters
    ----------
    held : int64, shape (4, 13)
        Copies of each natural.
    jokers, sets, runs : int
    values : int64, shape (53,)
        What a card is worth laid.
    rules : ContractRules
    """
    sets, runs = _least_leaving(held, jokers, sets, runs, values, rules)
    suits = [_Suit(held[suit] * min(runs, 1), jokers, runs, values[:RANKS], rules) for suit in range(SUITS)]
    choices = set_choices(held, jokers, sets, min(runs, 1), rules)
    chosen = np.zeros(sets + 2, dtype=np.int64)
    strides, best = hand_tables(held, jokers, runs, values, rules)
    if most_laid(held, jokers, sets, choices, best, strides, values, chosen) == NO_WAY:
        return None
    taken = choices[chosen[1 : 1 + chosen[0]]]
    free = jokers - int(chosen[-1])
    melds = _lay_sets(taken, free, rules)
    less = held.copy()
    for row in taken:
        less[:, row[RANK]] -= row[TAKEN : TAKEN + SUITS]
    laid_runs = [
        _run_meld(suit, cells, rules)
        for suit, number, used in _shares(suits, less * min(runs, 1), runs, int(chosen[-1]))
        for cells in suits[suit].lay(less[suit], number, used)
    ]
    melds += sorted(laid_runs, key=lambda meld: (-len(meld.cards), meld.cards))
    left = np.append(held.ravel(), jokers)
    for meld in melds:
        for card in meld.cards:
            left[card] -= 1
    return Laid(tuple(melds), tuple(card for card in range(JOKER + 1) for _ in range(int(left[card]))))


def _least_leaving(
    held: NDArray[np.int64], jokers: int, sets: int, runs: int, values: NDArray[np.int64], rules: ContractRules
) -> tuple[int, int]:
    """Return how many sets and runs leave the least value, the fewest melds of all that do."""
    if not rules.further_melds:
        return sets, runs
    best, exactly = (sets, runs), rules._replace(further_melds=0)
    least = left_over(held, jokers, sets, runs, values, exactly)
    for more_sets, more_runs in sorted(counts_of_melds(held, jokers, sets, runs, rules).tolist(), key=sum):
        left = left_over(held, jokers, more_sets, more_runs, values, exactly)
        if NO_WAY < left < least:
            best, least = (more_sets, more_runs), left
    return best


class _Suit:
    """The run tables of one suit, read backwards."""

    def __init__(
        self, held: NDArray[np.int64], jokers: int, runs: int, values: NDArray[np.int64], rules: ContractRules
    ) -> None:
        self.held, self.rules, self.values = held, rules, values
        self.strides = part_strides(held)
        self.ways = runs_of_suit(held, self.strides, jokers, runs, rules)
        self.best = best_within(held, self.strides, self.ways, values, jokers)

    def part(self, cards: NDArray[np.int64]) -> int:
        return int(cards @ self.strides[:RANKS])

    def lay(self, cards: NDArray[np.int64], runs: int, jokers: int) -> list[Cells]:
        """Return the runs, as (rank, joker or not) cell by cell, that hold the most value of `cards`."""
        if runs == 0:
            return []
        part = self.part(cards)
        most = self.best[part, runs, jokers]
        cards = cards.copy()
        while not (self.ways[runs, part] >> jokers & 1 and cards @ self.values == most):
            rank = next(
                rank
                for rank in range(RANKS)
                if cards[rank] and self.best[part - self.strides[rank], runs, jokers] == most
            )
            part -= int(self.strides[rank])
            cards[rank] -= 1
        found = []
        while runs > 1:
            run, used = self._first_run(part, cards, runs, jokers)
            found.append(lay_run(run, used, self.rules))
            part -= self.part(run)
            cards = cards - run
            runs, jokers = runs - 1, jokers - used
        return [*found, lay_run(cards, jokers, self.rules)]

    def _first_run(self, part: int, cards: NDArray[np.int64], runs: int, jokers: int) -> tuple[NDArray[np.int64], int]:
        """Return (copies of each rank, jokers) of one of the runs that make up a part."""
        single, rest = self.ways[1], self.ways[runs - 1]
        for run_part in np.nonzero(single)[0].tolist():
            run = run_part // self.strides[:RANKS] % (self.held + 1)
            if run_part > part or np.any(run > cards):
                continue
            for used in range(jokers + 1):
                if single[run_part] >> used & 1 and rest[part - run_part] >> (jokers - used) & 1:
                    return run, used
        raise AssertionError("a part of several runs has a first one")


def lay_run(cards: NDArray[np.int64], jokers: int, rules: ContractRules) -> Cells:
    """Return the cells (rank, joker or not) of one run of exactly these cards; jokers beyond gaps lie at the right."""
    left = [int(copies) for copies in cards]
    lost: set[tuple[int, int, tuple[int, ...], bool]] = set()

    def walk(place: int, cells: Cells, naturals: int, wilds: int) -> bool:
        if naturals == wilds == 0:
            return True
        if len(cells) >= room_from(place, rules):
            return False
        key = (place, len(cells), tuple(left), bool(cells) and cells[-1][1])
        if key in lost:
            return False
        rank = (place + len(cells)) % RANKS
        if left[rank]:
            left[rank] -= 1
            cells.append((rank, False))
            if walk(place, cells, naturals - 1, wilds):
                return True
            cells.pop()
            left[rank] += 1
        if wilds and (rules.run_adjacent_wilds or not cells or not cells[-1][1]):
            cells.append((rank, True))
            if walk(place, cells, naturals, wilds - 1):
                return True
            cells.pop()
        lost.add(key)
        return False

    for place in range(RANKS):
        found: Cells = []
        if room_from(place, rules) >= sum(left) + jokers and walk(place, found, sum(left), jokers):
            return found
    raise AssertionError("cards that the run table calls a run are one")


def _shares(suits: list[_Suit], cards: NDArray[np.int64], runs: int, jokers: int) -> tuple[tuple[int, int, int], ...]:
    """Return (suit, runs, jokers) of a best division of runs and jokers over the suits."""
    ways: dict[tuple[int, int], tuple[int, tuple[tuple[int, int, int], ...]]] = {(0, 0): (0, ())}
    for place, (suit, row) in enumerate(zip(suits, cards, strict=True)):
        table = suit.best[suit.part(row)]
        longer: dict[tuple[int, int], tuple[int, tuple[tuple[int, int, int], ...]]] = {}
        for (run_before, used_before), (worth, shares) in ways.items():
            for run, used in np.argwhere(table >= 0).tolist():
                key = run_before + run, used_before + used
                way = worth + int(table[run, used]), (*shares, (place, run, used))
                if key[0] <= runs and key[1] <= jokers and way[0] > longer.get(key, (-1, ()))[0]:
                    longer[key] = way
        ways = longer
    return ways[runs, jokers][1]


def _run_meld(suit: int, cells: Cells, rules: ContractRules) -> Meld:
    stands_for = [suit * RANKS + rank for rank, _ in cells]
    cards = tuple(JOKER if joker else card for card, (_, joker) in zip(stands_for, cells, strict=True))
    return Meld("run", cards, tuple(map(format_card, stands_for)), int(rules.points[list(cards)].sum()))


def _lay_sets(taken: NDArray[np.int64], free: int, rules: ContractRules) -> list[Meld]:
    """Return the chosen sets: naturals dealt round evenly, then the jokers they need, then those left over."""
    spare = free - int(taken[:, LEAST_JOKERS].sum())
    melds = []
    for row in taken:
        number, rank = int(row[SETS]), int(row[RANK])
        naturals = [suit * RANKS + rank for suit in range(SUITS) for _ in range(int(row[TAKEN + suit]))]
        cards = [naturals[place::number] for place in range(number)]
        more = min(spare, int(row[MOST_JOKERS] - row[LEAST_JOKERS]))
        spare -= more
        for _ in range(int(row[LEAST_JOKERS]) + more):
            room = [one for one in cards if one.count(JOKER) < rules.set_max_wilds and len(one) < rules.set_max]
            min(room, key=len).append(JOKER)
        for one in cards:
            # A set of jokers alone is of no rank until a natural joins it.
            letter = RANK_LETTERS[rank] if one[0] != JOKER else format_card(JOKER)
            stands_for = tuple(letter if card == JOKER else format_card(card) for card in one)
            melds.append(Meld("set", tuple(one), stands_for, int(rules.points[one].sum())))
    return melds
