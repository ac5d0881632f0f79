"""Contracts of sets only as a machine: the most held ranks and the jokers decide everything."""

from dataclasses import dataclass
from functools import cache
from itertools import product

from meldlab.sim.odds.machine import BY_RANK, JOKER, Cell, State
from meldlab.sim.odds.machines import Levels, levels_reached

GO_DOWN = "can_go_down"
CLOSE = "can_close"
DISTANCE = "distance"


@dataclass(frozen=True)
class SetsOnly:
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
    """

    sets: int
    least: int
    size: int
    question: str
    levels: Levels

    def start(self, order: str) -> State | None:
        """Return the state before the first card: jokers, cards of the rank at work, cards of the ranks held most."""
        return (0, 0, (0,) * self.sets) if order == BY_RANK else None

    def step(self, state: tuple[int, int, tuple[int, ...]], cell: Cell, copies: int) -> State:
        """Count jokers and cards of the rank."""
        jokers, held, most = state
        return (copies, held, most) if cell.card == JOKER else (jokers, held + copies, most)

    def close(self, state: tuple[int, int, tuple[int, ...]], cell: Cell) -> State:
        """Put the rank that has passed among those held most."""
        jokers, held, most = state
        return (jokers, 0, tuple(sorted((*most, held), reverse=True)[: self.sets])) if held else state

    def reached(self, state: tuple[int, int, tuple[int, ...]]) -> int:
        """Return how many thresholds the answer reaches."""
        jokers, _, most = state
        missing, laid = _best(most, self.sets, self.least, jokers)
        if self.question == DISTANCE:
            number = max(0, missing - jokers)
        elif self.question == GO_DOWN:
            number = int(missing <= jokers)
        else:
            number = int(missing <= jokers and self.size - laid <= 1)
        return levels_reached(number, self.levels)


@cache
def _best(held: tuple[int, ...], sets: int, least: int, jokers: int) -> tuple[int, int]:
    """Return the fewest cards missing to the sets, and the most cards that they can lay with these jokers."""
    fewest, laid = sets * least, 0
    for each in product(range(sets + 1), repeat=len(held)):  # how many sets of each rank
        if sum(each) > sets:
            continue
        lone = sets - sum(each)  # sets of jokers
        missing = lone * least + sum(max(0, least * number - cards) for number, cards in zip(each, held, strict=True))
        fewest = min(fewest, missing)
        if missing <= jokers:
            laid = max(laid, jokers + sum(cards for number, cards in zip(each, held, strict=True) if number))
    return fewest, laid
