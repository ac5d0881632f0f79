"""Contracts of sets only as a machine: the most held ranks and the jokers decide everything."""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.machine import BY_RANK, JOKER, RANKS, Cell, Levels, Machine, State, levels_reached

GO_DOWN = "can_go_down"
CLOSE = "can_close"
DISTANCE = "distance"


_OUT_OF_REACH = 10**6


class Supply(NamedTuple):
    """Cards of the pack, those in hand included: of each rank, and jokers."""

    of_rank: int
    jokers: int


class UnevenSupplyError(Exception):
    """The pack is short of some ranks and not of others, so that the ranks held most do not decide alone."""


@dataclass(frozen=True)
class SetsOnly(Machine):
    """What a hand says about a contract of sets alone, of any length and with any number of jokers.

    Only as many ranks as there are sets can be used, and a rank held more often is never worse than one held less
    often, so the ranks held most are enough (Continental rules, 11, fact 3).

    Attributes
    ----------
    sets, least : int
        Sets of the contract, and fewest cards of one.
    size : int
        Cards of the whole hand.
    question : str
        `GO_DOWN`, `CLOSE` or `DISTANCE`.
    levels : tuple of int
    supply : Supply or None
        What there is to draw from, where it is short; None where it never limits a distance.
    """

    sets: int
    least: int
    size: int
    question: str
    levels: Levels
    supply: Supply | None = None

    def start(self, order: str) -> State | None:
        """Return the state before the first card: jokers, cards of the rank at work, cards of the ranks held most."""
        return (0, 0, (0,) * self.sets) if order == BY_RANK else None

    def step(self, state: tuple[int, int, tuple[int, ...]], cell: Cell, copies: int) -> State:
        """Count jokers and cards of the rank."""
        jokers, held, most = state
        if cell.card == JOKER:
            return min(copies, self._enough), held, most
        return jokers, min(held + copies, self._enough), most

    @property
    def _enough(self) -> int:
        """Cards of a rank, or jokers, beyond which more are of no use but for closing."""
        return self.size if self.question == CLOSE else self.sets * self.least

    def close(self, state: tuple[int, int, tuple[int, ...]], cell: Cell) -> State:
        """Put the rank that has passed among those held most."""
        jokers, held, most = state
        return (jokers, 0, tuple(sorted((*most, held), reverse=True)[: self.sets])) if held else state

    def reached(self, state: tuple[int, int, tuple[int, ...]]) -> int:
        """Return how many thresholds the answer reaches."""
        jokers, _, most = state
        missing, laid = _best(most, self.sets, self.least, jokers, self.supply)
        if self.question == DISTANCE:
            number = max(0, missing - jokers)
        elif self.question == GO_DOWN:
            number = int(missing <= jokers)
        else:
            number = int(missing <= jokers and self.size - laid <= 1)
        return levels_reached(number, self.levels)


def supply_of(copies: NDArray[np.int64], sets: int, least: int) -> Supply | None:
    """Return what limits the distance to so many sets in a pack: None if nothing does.

    Naturals of a rank that the pack lacks must be jokers, and of these there may be too few.

    Raises
    ------
    UnevenSupplyError
        If some ranks are short and others are not.
    """
    ranks = copies[:JOKER].reshape(-1, RANKS).sum(axis=0)
    jokers = int(copies[JOKER])
    if sets * least - int(ranks.min()) <= jokers:  # even with all sets of the rank of which there are fewest
        return None
    if ranks.min() < ranks.max():
        raise UnevenSupplyError
    return Supply(int(ranks[0]), jokers)


@cache
def _best(held: tuple[int, ...], sets: int, least: int, jokers: int, supply: Supply | None) -> tuple[int, int]:
    """Return the fewest cards missing to the sets, and the most cards that they can lay with these jokers."""
    fewest, laid = _OUT_OF_REACH, 0
    for each in product(range(sets + 1), repeat=len(held)):  # how many sets of each rank
        if sum(each) > sets:
            continue
        lone = sets - sum(each)  # sets of jokers
        missing = lone * least + sum(max(0, least * number - cards) for number, cards in zip(each, held, strict=True))
        if supply is not None:
            more = sum(max(0, least * number - supply.of_rank) for number in (*each, *(1,) * lone))
            if more > supply.jokers:
                continue
        fewest = min(fewest, missing)
        if missing <= jokers:
            laid = max(laid, jokers + sum(cards for number, cards in zip(each, held, strict=True) if number))
    return fewest, laid
