"""The kernels of a contract game wrapped for Python: one ruleset and pack, any hand, any contract of T and E."""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.distance import one as contract_distance
from meldlab.kernels.contract.distance.gaps import FAR
from meldlab.kernels.contract.left import counts_of_melds, least_left
from meldlab.kernels.contract.rules import JOKER, KINDS, RANKS, SUITS, ContractRules
from meldlab.kernels.contract.runs import MAX_COPIES
from meldlab.kernels.contract.shapes import run_shapes, run_windows
from meldlab.sim.common.errors import MeldlabError, RulesError
from meldlab.sim.games.contract.arrangement import Laid, lay_contract
from meldlab.sim.games.contract.lower import lower_contract
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.objective_sections import tidy_contract

MOST_PARTS = 1 << 22
_ONE_EACH = np.ones(KINDS, dtype=np.int64)


class Contract(NamedTuple):
    """What must be laid to go down."""

    sets: int
    runs: int

    @classmethod
    def of(cls, text: str) -> "Contract":
        """Return the contract of letters T and E in any order.

        Raises
        ------
        RulesError
            If `text` is not one to eight letters T and E.
        """
        try:
            letters = tidy_contract(text.strip())
        except ValueError as error:
            raise RulesError(str(error), where="contract", allowed="such as TT, TE, EEE") from error
        return cls(letters.count("T"), letters.count("E"))

    def __str__(self) -> str:
        return "T" * self.sets + "E" * self.runs


class ContractFigures(NamedTuple):
    """What a hand leaves after going down; None where it cannot."""

    can_go_down: bool
    min_points_left: int | None
    min_cards_left: int | None
    min_points_after_discard: int | None

    @property
    def can_close(self) -> bool:
        """Down and out in one turn: at most one card is left (rules, 9.1)."""
        return self.min_cards_left is not None and self.min_cards_left <= 1


class ContractSolver:
    """Exact answers about hands of a contract game.

    Parameters
    ----------
    ruleset : Ruleset
        Rules with the objective `contract`.
    decks : int
    dead : iterable of int
        Cards seen elsewhere: neither in hand nor to be drawn.
    """

    def __init__(self, ruleset: Ruleset, *, decks: int, dead: Iterable[int] = ()) -> None:
        self.rules: ContractRules = lower_contract(ruleset)
        jokers = decks * ruleset.pack.printed_jokers
        self._there = np.full(KINDS, decks, dtype=np.int64)
        self._there[JOKER] = jokers
        for card, copies in Counter(dead).items():
            self._there[card] -= copies
        self._jokers = jokers

    @cached_property
    def _shapes(self) -> NDArray[np.int64]:
        return run_shapes(self.rules, jokers=self._jokers)

    @cached_property
    def _windows(self) -> NDArray[np.int64]:
        return run_windows(self.rules, self._shapes)

    def without(self, card: int) -> "ContractSolver":
        """Return the solver after a card was thrown: it lies on the pile, neither in hand nor to be drawn."""
        other = copy(self)  # with all tables: a card on the pile forbids no meld
        other._there = self._there.copy()
        other._there[card] -= 1
        return other

    def value(self, card: int) -> int:
        """Return the points of one copy of `card` left in hand."""
        return int(self.rules.points[card])

    def figures(self, cards: Sequence[int], contract: Contract) -> ContractFigures:
        """Return the figures of one hand (section 11)."""
        if not self.reaches(cards, contract, 0):
            return ContractFigures(False, None, None, None)
        held, jokers = self._held(cards)
        points, after = least_left(held, jokers, *contract, self.rules.points, self.rules)
        left, _ = least_left(held, jokers, *contract, _ONE_EACH, self.rules)
        return ContractFigures(True, int(points), int(left), int(after))

    def best(
        self, cards: Sequence[int], contract: Contract, *, fewest_cards: bool = False, exactly: bool = False
    ) -> Laid | None:
        """Return melds of the contract that leave the least points, and then the fewest cards.

        With `fewest_cards` first the fewest cards, then the least points; with `exactly` no further meld, whatever
        the rules allow.  None if the hand cannot go down.
        """
        held, jokers = self._held(cards)
        many = 1 << 12  # more than any hand has points or cards
        values = self.rules.points + many if fewest_cards else self.rules.points * 64 + 1
        rules = self.rules._replace(further_melds=0) if exactly else self.rules
        return lay_contract(held, jokers, contract.sets, contract.runs, values, rules)

    def may_lay(self, cards: Sequence[int], contract: Contract) -> list[Contract]:
        """Return the melds that going down may lay, the contract alone first."""
        held, jokers = self._held(cards)
        ways = counts_of_melds(held, jokers, contract.sets, contract.runs, self.rules)
        return [Contract(*way) for way in ways.tolist()]

    def distance(self, cards: Sequence[int], contract: Contract) -> int | None:
        """Return the fewest cards to draw until the hand can go down, None if no cards of this pack suffice."""
        counts, there = self.counts(cards), self._there
        away = contract_distance.distance(counts, there, *contract, self._windows, self._shapes, self.rules)
        return int(away) if away < FAR else None

    def reaches(self, cards: Sequence[int], contract: Contract, away: int) -> bool:
        """Return whether the distance is at most `away`."""
        counts, shapes = self.counts(cards), (self._windows, self._shapes)
        bounds = contract_distance.hole_bounds(counts, *shapes, contract.runs)
        reached = contract_distance.reaches(counts, self._there, *contract, away, *shapes, *bounds, self.rules)
        return bool(reached)

    def outs(self, cards: Sequence[int], contract: Contract, away: int | None) -> dict[int, int]:
        """Return the cards that bring a hand at distance `away` closer, with the copies left of each."""
        outs = np.zeros(KINDS, dtype=np.int64)
        if away is not None:
            counts, shapes = self.counts(cards), (self._windows, self._shapes)
            contract_distance.fill_outs(counts, self._there, *contract, away, *shapes, self.rules, outs)
        return {card: int(outs[card]) for card in range(KINDS) if outs[card]}

    def copies_left(self, cards: Sequence[int]) -> int:
        """Return how many cards are neither in hand nor dead."""
        return int(self._there.sum()) - len(cards)

    def counts(self, cards: Sequence[int]) -> NDArray[np.int64]:
        """Return copies per kind, int64, shape (53,)."""
        return np.bincount(np.asarray(cards, dtype=np.int64), minlength=KINDS)

    def _held(self, cards: Sequence[int]) -> tuple[NDArray[np.int64], int]:
        """Return copies by suit and rank, int64 of shape (4, 13), and the jokers.

        Raises
        ------
        MeldlabError
            If one suit holds more cards than the run tables take.
        """
        counts = self.counts(cards)
        held = counts[:JOKER].reshape(SUITS, RANKS)
        for suit in held.tolist():
            if max(suit) > MAX_COPIES or prod(copies + 1 for copies in suit) > MOST_PARTS:
                raise MeldlabError(f"{sum(suit)} cards of one suit are too many to arrange", where="hand")
        return held, int(counts[JOKER])
