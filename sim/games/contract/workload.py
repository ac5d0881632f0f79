"""Hands of a contract game by the million: can they go down, what stays, how far away they are."""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import MAX_COPIES, Planes
from meldlab.kernels.cards.deal_rules import MAX_HAND, deal_rules
from meldlab.kernels.contract.block import least_cards_left, least_points_left
from meldlab.kernels.contract.can_go_down import fill_can_go_down, make_scratch
from meldlab.kernels.contract.distance.gaps import FAR
from meldlab.kernels.contract.distance.holes import make_near_work, near_tables
from meldlab.kernels.contract.distance.many import fill_distances
from meldlab.kernels.contract.distance.one import distance
from meldlab.kernels.contract.rules import JOKER, KINDS, SUITS
from meldlab.kernels.contract.shapes import run_shapes, run_windows
from meldlab.kernels.contract.tables import contract_tables
from meldlab.sim.common.errors import RulesError
from meldlab.sim.counting.dealt_hands import DealtHands, filled
from meldlab.sim.counting.outcomes import Column, Outcomes
from meldlab.sim.games.contract.hand_solver import Contract
from meldlab.sim.games.contract.lower import lower_contract
from meldlab.sim.rules import Ruleset


class ContractWorkload(DealtHands):
    """Dealt hands of a `contract` game with their distance, what going down leaves, and natural melds.

    Parameters
    ----------
    ruleset
        Rules with the objective `contract` and one contract (see `Ruleset.for_deal`).
    decks
        52-card decks of the pack.
    wild
        None: there is no cut.
    seed
        Root seed.

    Raises
    ------
    RulesError
        If the pack does not hold the contract, or has more decks, or a hand more cards, than blocks of hands take.
    """

    score = "min_points_left"

    def __init__(self, ruleset: Ruleset, *, decks: int, wild: str | None = None, seed: int) -> None:
        self.seed = seed
        (hand,) = ruleset.contract.hands
        self.contract = Contract.of(hand)
        self.cards = ruleset.cards_dealt(hand)
        self.rules = lower_contract(ruleset)
        if decks > MAX_COPIES:
            what = f"{decks} decks are too many: hands of at most {MAX_COPIES} decks are dealt by the million"
            raise RulesError(what, where="decks", allowed=f"1 to {MAX_COPIES}")
        if self.cards > MAX_HAND:
            what = f"{hand} is dealt {self.cards} cards, and hands of at most {MAX_HAND} are dealt by the million"
            raise RulesError(what, where="contract")
        self.deal = deal_rules(decks=decks, printed_jokers=ruleset.pack.printed_jokers, hand_size=self.cards)
        self.there = np.full(KINDS, decks, dtype=np.int64)
        self.there[JOKER] = decks * ruleset.pack.printed_jokers
        self.shapes = run_shapes(self.rules, jokers=int(self.there[JOKER]))
        self.windows = run_windows(self.rules, self.shapes)
        sets, runs = self.contract
        jokers = int(self.there[JOKER])
        self.tables = contract_tables(self.rules, sets=sets, runs=runs, decks=decks, jokers=jokers)
        self.near = near_tables(self.rules, self.tables, self.shapes, jokers=jokers)
        self.features = features.FeatureRules(
            run_min=self.rules.run_min,
            run_ace=self.rules.run_ace,
            identical_three=0,
            set_min=self.rules.set_min,
            set_max=self.rules.set_max,
            set_distinct_suits=self.rules.set_distinct_suits,
        )

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns (names and meanings as in the query language)."""
        longest = int(self.windows[:, 1].max(initial=0))
        most_away = self.contract.sets * self.rules.set_min + self.contract.runs * longest
        rank_cards = SUITS * (1 if self.rules.set_distinct_suits else self.deal.decks)
        jokers = min(self.cards, int(self.there[JOKER]))
        dearest = np.sort(np.repeat(self.rules.points, self.there))[-self.cards :]
        return (
            Column("distance", most_away, f"cards to draw until {self.contract} can be laid"),
            Column("can_go_down", 1, f"{self.contract} can be laid"),
            Column("can_close", 1, "it can be laid and at most one card stays"),
            Column(
                self.score, int(dearest.sum()), "least points left after going down; all of a hand that cannot go down"
            ),
            Column("min_cards_left", self.cards, "least cards left after going down; all where it cannot"),
            Column("jokers", jokers, "printed jokers"),
            Column("natural_run", 13, "most consecutive ranks of one suit held without a joker"),
            Column(
                "natural_set", min(self.cards, rank_cards, self.rules.set_max), "cards of the largest set without joker"
            ),
        )

    def prepare(self) -> None:
        """Compile every kernel by solving a few hands, and refuse a contract that the pack does not hold."""
        nothing = np.zeros(KINDS, dtype=np.int64)
        sets, runs = self.contract
        if distance(nothing, self.there, sets, runs, self.windows, self.shapes, self.rules) >= FAR:
            raise RulesError(f"this pack does not hold the melds of {self.contract}", where="contract")
        super().prepare()

    def solver(self) -> Callable[[Planes], Outcomes]:
        """Return a thread's own way from hands to outcomes."""
        block, rules = ContractBlock(self), self.features

        def outcomes(planes: Planes) -> Outcomes:
            can = block.can_go_down(planes)
            cards = block.cards_left(planes, can)
            return {
                "distance": block.distances(planes, can),
                "can_go_down": can,
                "can_close": can & (cards <= 1),
                "min_points_left": block.points_left(planes, can),
                "min_cards_left": cards,
                "jokers": filled(features.fill_jokers, planes.jokers),
                "natural_run": filled(features.fill_natural_run, planes.once, rules),
                "natural_set": filled(features.fill_natural_set, planes.once, planes.twice, planes.thrice, rules),
            }

        return outcomes


class ContractBlock:
    """Solves hands of a contract by the block: any number at a time, for one thread."""

    def __init__(self, workload: ContractWorkload) -> None:
        self._workload = workload
        self._scratch, self._near_work = make_scratch(), make_near_work(workload.near)

    def can_go_down(self, hands: Planes) -> NDArray[np.uint8]:
        """Return 1 for the hands that can go down."""
        can = np.empty(len(hands.once), dtype=np.uint8)
        fill_can_go_down(hands, self._workload.tables, self._scratch, can)
        return can

    def points_left(self, hands: Planes, can: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """Return the least points left; all of a hand that cannot go down."""
        return least_points_left(hands, can, *self._workload.contract, self._workload.rules).astype(np.uint16)

    def cards_left(self, hands: Planes, can: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the least cards left; all of a hand that cannot go down."""
        return least_cards_left(hands, can, *self._workload.contract, self._workload.rules).astype(np.uint8)

    def distances(self, hands: Planes, can: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the cards to draw until the contract can be laid."""
        work, away = self._workload, np.empty(len(can), dtype=np.uint8)
        fill_distances(hands, can, work.near, self._near_work, work.there, work.windows, work.shapes, work.rules, away)
        return away


WORKLOAD = ContractWorkload
