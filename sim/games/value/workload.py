"""Pinacle hands by the million: dealt, valued, with the specials they hold and their natural melds."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import ACE_MASK, RANKS, SUITS, Planes, counts_from_planes
from meldlab.kernels.cards.deal_rules import deal_rules
from meldlab.kernels.cards.run_rules import ACE_HIGH
from meldlab.kernels.value.rules import COPIES, NO_LIMIT, PLACES, ValueRules
from meldlab.sim.counting.dealt_hands import DealtHands, filled
from meldlab.sim.counting.outcomes import Column, Outcomes
from meldlab.sim.games.value.block_solver import ValueBlockSolver, ValueBlockTables
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.specials import HeldSpecials
from meldlab.sim.rules import Ruleset

_TWO_RANK = 1
_TWO_MASK = np.uint64(int(ACE_MASK) << _TWO_RANK)


class ValueWorkload(DealtHands):
    """Dealt hands of a `value` game with best value, specials held, and natural melds.

    Parameters
    ----------
    ruleset
        Rules with the objective `value`.
    decks
        52-card decks of the pack.
    wild
        None: there is no cut.
    seed
        Root seed.
    """

    score = "value"

    def __init__(self, ruleset: Ruleset, *, decks: int, wild: str | None = None, seed: int) -> None:
        self.seed = seed
        self.cards = ruleset.cards_dealt()
        self.rules = lower_value(ruleset)
        self.deal = deal_rules(decks=decks, printed_jokers=ruleset.pack.printed_jokers, hand_size=self.cards)
        self.specials = HeldSpecials(self.rules, list(ruleset.special.melds))
        # A run counts natural cards from the three to the ace: the twos are taken out of the planes.
        self.features = features.FeatureRules(
            run_min=self.rules.run_min,
            run_ace=ACE_HIGH,
            identical_three=0,
            set_min=max(self.rules.set_min, self.rules.min_naturals),
            set_max=min(self.rules.set_max, NO_LIMIT),
            set_distinct_suits=0,
        )

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns (names and meanings as in the query language)."""
        jokers = min(self.cards, self.deal.decks * self.deal.printed_jokers)
        suit_cards = min(self.cards, self.deal.decks * PLACES)
        return (
            Column("value", self._most(), "most that melds are worth less the cards left", -self._least()),
            Column("has_meld", 1, "the hand holds a legal meld"),
            Column("wilds", min(self.cards, jokers + self.deal.decks * SUITS), "wild cards: jokers and twos"),
            Column("jokers", jokers, "printed jokers"),
            Column("natural_run", PLACES, "most consecutive ranks of one suit held without a wild"),
            Column(
                "natural_set", min(self.cards, COPIES, self.rules.set_max), "cards of the largest set without a wild"
            ),
            Column("most_in_suit", suit_cards, "most natural cards of one suit"),
            Column("ranks_in_suit", min(suit_cards, PLACES), "most different natural ranks of one suit"),
            *(Column(name, 1, f"the hand holds {name}") for name in self.specials.names),
        )

    def _least(self) -> int:
        """Return what a hand can cost at most."""
        return self.cards * max(int(self.rules.points.max()), self.rules.hand_joker, self.rules.hand_two)

    def _most(self) -> int:
        """Return what no hand exceeds: its dearest special in each meld, and every card at its dearest."""
        rules: ValueRules = self.rules
        dearest = int(rules.points.max())
        card = max(dearest, rules.table_joker, rules.table_two_in_run, rules.table_two_in_set * dearest)
        card = max(card, rules.hand_joker, rules.hand_two)
        specials = [rules.full_clean, rules.full_semi_one, rules.full_semi_two, rules.full_dirty, rules.pinaculo_play]
        specials += [int(value) for value in rules.lines[:, -1]]
        return self.cards * card + max(specials) * max(1, self.cards // min(rules.set_min, rules.run_min))

    @cached_property
    def tables(self) -> ValueBlockTables:
        """What hands are looked up in, shared by all threads."""
        return ValueBlockTables.of(self.rules)

    def solver(self) -> Callable[[Planes], Outcomes]:
        """Return a thread's own way from hands to outcomes."""
        block, rules = ValueBlockSolver(self.tables, cards=self.cards), self.features

        def outcomes(planes: Planes) -> Outcomes:
            deals, counts = len(planes.once), counts_from_planes(planes)
            value, has_meld = block.values(planes, counts)
            once, twice, thrice = (plane & ~_TWO_MASK for plane in (planes.once, planes.twice, planes.thrice))
            twos = np.full(deals, _TWO_RANK, dtype=np.uint64)
            by_suit = counts[:, :-1].reshape(deals, SUITS, RANKS).copy()
            by_suit[:, :, _TWO_RANK] = 0
            return {
                "value": value.astype(np.int32),
                "has_meld": has_meld,
                "wilds": filled(features.fill_wilds, planes.once, planes.twice, planes.thrice, planes.jokers, twos),
                "jokers": filled(features.fill_jokers, planes.jokers),
                "natural_run": filled(features.fill_natural_run, once, rules),
                "natural_set": filled(features.fill_natural_set, once, twice, thrice, rules),
                "most_in_suit": by_suit.sum(axis=2, dtype=np.uint8).max(axis=1),
                "ranks_in_suit": (by_suit > 0).sum(axis=2, dtype=np.uint8).max(axis=1),
                **self.specials.flags(counts),
            }

        return outcomes


WORKLOAD = ValueWorkload
