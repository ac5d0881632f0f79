"""Pinacle hands by the million: dealt, valued, with the specials they hold and their natural melds."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import (
    ACE_MASK,
    RANKS,
    SUITS,
    Planes,
    cards_from_planes,
    counts_from_planes,
)
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.cards.deal_rules import deal_rules
from meldlab.kernels.cards.run_rules import ACE_HIGH
from meldlab.kernels.value.block import search_values
from meldlab.kernels.value.block_sets import make_scratch
from meldlab.kernels.value.block_tables import ValueTables, value_tables
from meldlab.kernels.value.goals import value_goal
from meldlab.kernels.value.rules import COPIES, NO_LIMIT, PLACES, Goal, ValueRules
from meldlab.kernels.value.state import front_words_needed, make_workspace
from meldlab.sim.counting.outcomes import Column, Outcomes
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.specials import HeldSpecials
from meldlab.sim.rules import Ruleset

_TWO_RANK = 1
_TWO_MASK = np.uint64(int(ACE_MASK) << _TWO_RANK)
_WORDS = 1 << 15
#: Hands of so many cards always fit a workspace of `_WORDS` words: at most 2**11 rows of 13 words.
_SAFE_CARDS = 11


class ValueWorkload:
    """Dealt hands of a `value` game with best value, specials held, and natural melds.

    Parameters
    ----------
    ruleset
        Rules with the objective `value`.
    decks
        52-card decks of the pack.
    seed
        Root seed.
    """

    score = "value"

    def __init__(self, ruleset: Ruleset, *, decks: int, seed: int) -> None:
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
                "natural_set",
                min(self.cards, COPIES, self.rules.set_max),
                "cards of the largest set without a wild",
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
    def goal(self) -> Goal:
        """What the value adds up, shared by all threads."""
        return value_goal(self.rules)

    @cached_property
    def tables(self) -> ValueTables:
        """What hands are looked up in, shared by all threads."""
        return value_tables(self.rules, self.goal)

    def prepare(self) -> None:
        """Build the tables and compile every kernel by solving a few hands."""
        self.stream(0).take_with_hands(1)

    def stream(self, chunk: int) -> "ValueStream":
        """Return the hands of chunk number `chunk`."""
        return ValueStream(self, chunk=chunk)


class ValueStream:
    """The hands of one chunk in order, with their outcomes."""

    def __init__(self, workload: ValueWorkload, *, chunk: int) -> None:
        self._workload = workload
        self._hands = HandStream(workload.seed, chunk, workload.deal)
        self._scratch = make_scratch()
        self._work = make_workspace(_WORDS)

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
        workload = self._workload
        counts = counts_from_planes(planes)
        value, has_meld = self.values(planes, counts)
        wilds, jokers, natural_run, natural_set = (np.empty(deals, dtype=np.uint8) for _ in range(4))
        once, twice, thrice = (plane & ~_TWO_MASK for plane in (planes.once, planes.twice, planes.thrice))
        twos = np.full(deals, _TWO_RANK, dtype=np.uint64)
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            features.fill_jokers(planes.jokers, jokers)
            features.fill_wilds(planes.once, planes.twice, planes.thrice, planes.jokers, twos, wilds)
            features.fill_natural_run(once, workload.features, natural_run)
            features.fill_natural_set(once, twice, thrice, workload.features, natural_set)
        by_suit = counts[:, :-1].reshape(deals, SUITS, RANKS).copy()
        by_suit[:, :, _TWO_RANK] = 0
        return {
            "value": value.astype(np.int32),
            "has_meld": has_meld,
            "wilds": wilds,
            "jokers": jokers,
            "natural_run": natural_run,
            "natural_set": natural_set,
            "most_in_suit": by_suit.sum(axis=2, dtype=np.uint8).max(axis=1),
            "ranks_in_suit": (by_suit > 0).sum(axis=2, dtype=np.uint8).max(axis=1),
            **workload.specials.flags(counts),
        }

    def values(self, planes: Planes, counts: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Return the value of each hand, and 1 where it holds a legal meld; the hands as planes and as counts."""
        words = int(max(map(front_words_needed, counts))) if self._workload.cards > _SAFE_CARDS else 0
        if words > self._work.front.size:
            self._work = make_workspace(words)
        workload, deals = self._workload, len(counts)
        value, has_meld = np.empty(deals, dtype=np.int64), np.empty(deals, dtype=np.uint8)
        search_values(
            planes.once,
            planes.twice,
            planes.jokers,
            counts,
            workload.rules,
            workload.goal,
            workload.tables,
            self._scratch,
            self._work,
            value,
            has_meld,
        )
        return value, has_meld
