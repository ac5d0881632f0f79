"""Workload of declare games: dealt hands with their outcome columns."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import Planes
from meldlab.kernels.cards.deal_rules import Cut, DealRules, deal_rules
from meldlab.sim.common.notation import parse_wild
from meldlab.sim.counting.dealt_hands import DealtHands, filled
from meldlab.sim.counting.outcomes import Column, Outcomes
from meldlab.sim.games.declare.block_solver import DeclareSolver, DeclareTables
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.rules import Ruleset

_CUTS = {"redraw": Cut.REDRAW, "aces": Cut.ACES}
_OWN_SUIT_CARDS = 4  # cards of one rank in a deck


def lower_deal(ruleset: Ruleset, *, decks: int, wild: str | None) -> DealRules:
    """Return the dealing numbers of one pack; `wild` keeps to deals with that rank (``"7"``) or cut card (``"7D"``)."""
    if ruleset.pack.wild != "cut":
        return deal_rules(decks=decks, printed_jokers=ruleset.pack.printed_jokers, hand_size=ruleset.cards_dealt())
    rank, card = parse_wild(wild) if wild is not None else (None, None)
    return deal_rules(
        decks=decks,
        printed_jokers=ruleset.pack.printed_jokers,
        hand_size=ruleset.cards_dealt(),
        cut=_CUTS[ruleset.pack.cut_joker],
        wild_rank=rank if card is None else None,
        wild_card=card,
        cut_in_play=ruleset.pack.cut_card_in_play,
    )


class DeclareWorkload(DealtHands):
    """Dealt hands of a `declare` game with least points, declaration, lives and natural melds.

    Parameters
    ----------
    ruleset
        Rules with the objective `declare`.
    decks
        52-card decks of the pack.
    wild
        Wild rank or cut card to keep to, or None for a cut in each deal.
    seed
        Root seed.
    """

    score = "points"

    def __init__(self, ruleset: Ruleset, *, decks: int, wild: str | None, seed: int) -> None:
        self.seed = seed
        self.cards = ruleset.cards_dealt()
        self.rules = lower_declare(ruleset)
        self.deal = lower_deal(ruleset, decks=decks, wild=wild)
        self.features = features.FeatureRules(
            run_min=self.rules.run_min,
            run_ace=self.rules.run_ace,
            identical_three=self.rules.identical_three,
            set_min=max(self.rules.set_min, self.rules.set_min_naturals),
            set_max=self.rules.set_max,
            set_distinct_suits=self.rules.set_distinct_suits,
        )

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns (names and meanings as in the query language)."""
        jokers = min(self.cards, self.deal.decks * self.deal.printed_jokers)
        wild_cards = self.deal.decks * _OWN_SUIT_CARDS if self.deal.has_wild_rank else 0
        most_points = min(self.cards * int(self.rules.points.max()), self.rules.points_cap)
        rank_cards = _OWN_SUIT_CARDS * (1 if self.rules.set_distinct_suits else self.deal.decks)
        return (
            Column("points", most_points, "least points of the hand, arranged as well as possible"),
            Column("can_declare", 1, "all cards can be grouped so that the hand can be declared"),
            Column("has_lives", 1, "some arrangement holds the sequences that a declaration asks for"),
            Column("has_pure", 1, "some arrangement holds a pure sequence"),
            Column(
                "wilds", min(self.cards, jokers + wild_cards), "wild cards: printed jokers and cards of the wild rank"
            ),
            Column("jokers", jokers, "printed jokers"),
            Column("natural_run", 13, "most consecutive ranks of one suit held without a wild"),
            Column(
                "natural_set",
                min(self.cards, rank_cards, self.rules.set_max),
                "cards of the largest set without a wild",
            ),
        )

    @cached_property
    def tables(self) -> DeclareTables:
        """Tables shared by all threads."""
        return DeclareTables(self.rules, cards=self.cards)

    def prepare(self) -> None:
        """Build the tables and compile every kernel by solving a few hands."""
        # Enough hands to meet every group, rare ones included; one more prepares the road of `search`.
        self.stream(0).take(4096)
        super().prepare()
        all_wild = np.zeros(1, dtype=np.uint64)
        joker_hand = Planes(all_wild, all_wild, all_wild, all_wild + np.uint64(self.cards), all_wild)
        DeclareSolver(self.tables).solve(joker_hand)

    def simple_outcomes(self, planes: Planes) -> Outcomes:
        """Return the outcomes that are seen without arranging the hands."""
        rules = self.features
        natural_run = filled(features.fill_natural_run, planes.once, rules)
        return {
            "has_pure": filled(features.fill_has_pure, natural_run, planes.thrice, rules),
            "wilds": filled(features.fill_wilds, *planes),
            "jokers": filled(features.fill_jokers, planes.jokers),
            "natural_run": natural_run,
            "natural_set": filled(features.fill_natural_set, planes.once, planes.twice, planes.thrice, rules),
        }

    def solver(self) -> Callable[[Planes], Outcomes]:
        """Return a thread's own way from hands to outcomes."""
        solver = DeclareSolver(self.tables)

        def outcomes(planes: Planes) -> Outcomes:
            solved = solver.solve(planes)
            return {
                "points": solved.points.astype(np.uint16),
                "can_declare": solved.can_declare,
                "has_lives": solved.has_lives,
                **self.simple_outcomes(planes),
            }

        return outcomes


WORKLOAD = DeclareWorkload
