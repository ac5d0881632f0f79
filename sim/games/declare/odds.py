"""Odds of declare games: what may be asked of their hands, and the solver that answers."""

from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import MAX_COPIES
from meldlab.kernels.declare.search.goals import IDENTICAL
from meldlab.kernels.declare.search.search import search_block
from meldlab.kernels.declare.search.state import MAX_CARDS, Workspace, make_workspace
from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.parts import Parts
from meldlab.sim.automata.trait import Trait
from meldlab.sim.games.declare.block_solver import DeclareSolver, DeclareTables, Solved
from meldlab.sim.games.declare.distance import DistanceSolver
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.games.family import FamilyOdds, Refusal
from meldlab.sim.query import sentences
from meldlab.sim.query.query import Between, Feature, Query, any_of, at_least
from meldlab.sim.query.vocabulary import Entry
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_ARRANGED = ("points", "can_declare", "has_lives")
_FAR = 255  # a distance that no cards of the pack bridge


class DeclareOutcomes:
    """Points, declaration, lives and distance of Indian hands."""

    _BLOCK_CARDS = 14  # the block solver's tables are made for hands, not for packs

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._rules = lower_declare(deal.ruleset)
        self._last: tuple[Block, Solved] | None = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``points``, ``can_declare``, ``has_lives`` or ``distance``."""
        if feature.name == "distance":
            return self._distances(hands)
        if self._last is None or self._last[0] is not hands:
            self._last = (hands, self._solved(hands))
        found: NDArray[Any] = getattr(self._last[1], feature.name)
        return found

    def _solved(self, hands: Block) -> Solved:
        ODDS.refuse_unsolvable("points", self._deal)
        if self._deal.cards <= self._BLOCK_CARDS and self._deal.situation.decks <= MAX_COPIES:
            return self._block.solve(hands.planes)
        solved = Solved.of(len(hands.counts))
        search_block(hands.counts, hands.wild_ranks, self._rules, self._search, *solved)
        return solved

    @cached_property
    def _block(self) -> DeclareSolver:
        return DeclareSolver(_declare_tables(self._deal.ruleset, self._deal.cards))

    @cached_property
    def _search(self) -> Workspace:
        return make_workspace(self._rules)

    @cached_property
    def _distance(self) -> DistanceSolver:
        cards = self._deal.ruleset.cards_dealt()
        return DistanceSolver(self._rules, cards=cards, decks=self._deal.situation.decks)

    def _distances(self, hands: Block) -> NDArray[Any]:
        ODDS.refuse_unsolvable("distance", self._deal)
        left = hands.pools - hands.counts
        away: NDArray[Any] = self._distance.distances(hands.counts, left, hands.wild_ranks)
        found: NDArray[Any] = np.where(away < 0, _FAR, away)
        return found


# Threads share what they only read, and so does one question after another.
@lru_cache(maxsize=2)
def _declare_tables(ruleset: Ruleset, cards: int) -> DeclareTables:
    return DeclareTables(lower_declare(ruleset), cards=cards)


class _Lives(Trait):
    """Lives and declarations: melds that lie side by side."""

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        run, declare = rules.ruleset.run, rules.ruleset.declare
        shortest = min(run.min, IDENTICAL) if run.identical_three else run.min
        return 0, int(parts.cards >= max(declare.min_sequences, declare.min_pure) * shortest)


class _Odds(FamilyOdds):
    """What `odds` asks of declare games."""

    score = "points"
    judged_after_best_discard = True

    def entries(self, ruleset: Ruleset, cards: int) -> list[Entry]:
        rest = sentences.after_best_discard(ruleset, cards=cards)
        most = min(cards * max(ruleset.points.by_rank), limit_or(ruleset.points.cap, 10**6))
        pure: list[Query] = [at_least(Feature("natural_run"), ruleset.run.min)]
        if ruleset.run.identical_three:
            pure.append(Between(Feature("identical_three"), 1, 1, flag=True))
        return [
            Entry("has_pure", sentences.has_pure(ruleset), meaning=any_of(pure)),
            Entry("has_lives", f"some arrangement{rest} holds the sequences that a declaration asks for"),
            Entry("points", f"least points of the hand{rest}, arranged as well as possible", maximum=most),
            Entry("can_declare", f"all cards{rest} can be grouped so that the hand can be declared"),
            Entry(
                "distance",
                "cards to exchange until the hand can be declared",
                maximum=ruleset.cards_dealt(),
                may_be_missing=True,
            ),
        ]

    def solver(self, deal: Deal) -> OutcomeSolver:
        return DeclareOutcomes(deal)

    def unsolvable(self, name: str, ruleset: Ruleset, *, decks: int, cards: int) -> Refusal | None:
        if name == "distance" and cards != ruleset.cards_dealt():
            return Refusal(f"{cards} cards have no distance", f"hands of {ruleset.cards_dealt()} cards")
        if name in _ARRANGED and cards > MAX_CARDS:
            return Refusal(f"hands of {cards} cards are too large to be arranged", f"hands of up to {MAX_CARDS} cards")
        return None

    def trait(self, feature: Feature, ruleset: Ruleset) -> Trait | None:
        return _Lives() if feature.name in ("has_lives", "can_declare") else None


ODDS = _Odds()
