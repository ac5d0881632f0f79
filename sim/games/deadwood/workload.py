"""Gin hands by the million: dealt, valued, and their natural melds."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import SUITS, Planes, cards_from_planes
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.cards.deal_rules import deal_rules
from meldlab.kernels.cards.run_rules import ACE_LOW
from meldlab.kernels.deadwood.least_deadwood import fill_deadwood
from meldlab.kernels.deadwood.tables import DeadwoodTables, build_deadwood_tables
from meldlab.sim.counting.outcomes import Column, Outcomes
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.rules import Ruleset


class DeadwoodWorkload:
    """Dealt hands of a `deadwood` game with least deadwood, gin, and natural melds.

    Parameters
    ----------
    ruleset
        Rules with the objective `deadwood`.
    decks
        52-card decks of the pack: 1.
    seed
        Root seed.
    """

    score = "deadwood"

    def __init__(self, ruleset: Ruleset, *, decks: int, seed: int) -> None:
        self.seed = seed
        self.cards = ruleset.cards_dealt()
        self.knock_at = ruleset.play.knock_at
        self.rules = lower_deadwood(ruleset)
        self.deal = deal_rules(decks=decks, printed_jokers=ruleset.pack.printed_jokers, hand_size=self.cards)
        self.features = features.FeatureRules(
            run_min=self.rules.run_min,
            run_ace=ACE_LOW,
            identical_three=0,
            set_min=self.rules.set_min,
            set_max=self.rules.set_max,
            set_distinct_suits=1,
        )

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns (names and meanings as in the query language)."""
        dearest = np.sort(np.repeat(self.rules.points, SUITS))[-self.cards :]
        return (
            Column("deadwood", int(dearest.sum()), "least points of the cards in no meld"),
            Column("gin", 1, "no deadwood"),
            Column("can_knock", 1, "no more deadwood than play.knock_at: a knock is possible after the next draw"),
            Column("natural_run", 13, "most consecutive ranks of one suit"),
            Column("natural_set", min(SUITS, self.rules.set_max), "cards of the largest set"),
        )

    @cached_property
    def tables(self) -> DeadwoodTables:
        """Tables shared by all threads."""
        return build_deadwood_tables(self.rules)

    def prepare(self) -> None:
        """Build the tables and compile every kernel by solving a few hands."""
        self.stream(0).take_with_hands(1)

    def stream(self, chunk: int) -> "DeadwoodStream":
        """Return the hands of chunk number `chunk`."""
        return DeadwoodStream(self, chunk=chunk)


class DeadwoodStream:
    """The hands of one chunk in order, with their outcomes."""

    def __init__(self, workload: DeadwoodWorkload, *, chunk: int) -> None:
        self._workload = workload
        self._hands = HandStream(workload.seed, chunk, workload.deal)

    def take(self, deals: int) -> Outcomes:
        """Return the outcomes of the next `deals` hands."""
        return self._outcomes(self._hands.take(deals))

    def take_with_hands(self, deals: int) -> tuple[Outcomes, NDArray[np.uint8]]:
        """Return the outcomes and the hands of the next `deals` deals (cards in pack order, then 13: no wild rank)."""
        planes = self._hands.take(deals)
        cards = cards_from_planes(planes, self._workload.cards)
        return self._outcomes(planes), np.column_stack([cards, planes.wild_ranks.astype(np.uint8)])

    def _outcomes(self, planes: Planes) -> Outcomes:
        deals = len(planes.once)
        rules = self._workload.features
        deadwood = np.empty(deals, dtype=np.uint16)
        fill_deadwood(planes.once, self._workload.tables, deadwood)
        natural_run, natural_set = (np.empty(deals, dtype=np.uint8) for _ in range(2))
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            features.fill_natural_run(planes.once, rules, natural_run)
            features.fill_natural_set(planes.once, planes.twice, planes.thrice, rules, natural_set)
        return {
            "deadwood": deadwood,
            "gin": (deadwood == 0).astype(np.uint8),
            "can_knock": (deadwood <= self._workload.knock_at).astype(np.uint8),
            "natural_run": natural_run,
            "natural_set": natural_set,
        }
