"""Gin hands by the million: dealt, valued, and their natural melds."""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import SUITS, Planes
from meldlab.kernels.cards.deal_rules import deal_rules
from meldlab.kernels.cards.run_rules import ACE_LOW
from meldlab.kernels.deadwood.least_deadwood import fill_deadwood
from meldlab.kernels.deadwood.tables import DeadwoodTables, build_deadwood_tables
from meldlab.sim.counting.dealt_hands import DealtHands, filled
from meldlab.sim.counting.outcomes import Column, Outcomes
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.rules import Ruleset


class DeadwoodWorkload(DealtHands):
    """Dealt hands of a `deadwood` game with least deadwood, gin, and natural melds.

    Parameters
    ----------
    ruleset
        Rules with the objective `deadwood`.
    decks
        52-card decks of the pack: 1.
    wild
        None: there is no cut.
    seed
        Root seed.
    """

    score = "deadwood"

    def __init__(self, ruleset: Ruleset, *, decks: int, wild: str | None = None, seed: int) -> None:
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

    def solver(self) -> Callable[[Planes], Outcomes]:
        """Return the way from hands to outcomes."""
        return self._outcomes

    def _outcomes(self, planes: Planes) -> Outcomes:
        deadwood = least_deadwood(planes, self.tables)
        return {
            "deadwood": deadwood,
            "gin": (deadwood == 0).astype(np.uint8),
            "can_knock": (deadwood <= self.knock_at).astype(np.uint8),
            "natural_run": filled(features.fill_natural_run, planes.once, self.features),
            "natural_set": filled(features.fill_natural_set, planes.once, planes.twice, planes.thrice, self.features),
        }


def least_deadwood(planes: Planes, tables: DeadwoodTables) -> NDArray[np.uint16]:
    """Return the least deadwood of each hand, shape (hands,)."""
    deadwood = np.empty(len(planes.once), dtype=np.uint16)
    fill_deadwood(planes.once, tables, deadwood)
    return deadwood


WORKLOAD = DeadwoodWorkload
