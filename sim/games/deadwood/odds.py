"""Odds of deadwood games: what may be asked of their hands, and the solver that answers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.games.family import Refusal, refuse_unsolvable
from meldlab.sim.query import sentences
from meldlab.sim.query.query import Between, Feature
from meldlab.sim.query.vocabulary import Entry
from meldlab.sim.rules import Ruleset


def _entries(ruleset: Ruleset, cards: int) -> list[Entry]:
    rest = sentences.after_best_discard(ruleset, cards=cards)
    knock_at = ruleset.play.knock_at
    deadwood = Feature("deadwood")
    return [
        Entry("deadwood", f"least deadwood of the hand{rest}", maximum=cards * max(ruleset.points.by_rank)),
        Entry("gin", f"the hand{rest} has no deadwood", meaning=Between(deadwood, 0, 0), special=True),
        Entry(
            "can_knock", f"at most {knock_at} deadwood{rest}", meaning=Between(deadwood, None, knock_at), special=True
        ),
    ]


class DeadwoodOutcomes:
    """Deadwood of gin hands."""

    def __init__(self, deal: Deal) -> None:
        from meldlab.sim.games.deadwood.lower import lower_deadwood

        refuse_unsolvable(DeadwoodOdds(), "deadwood", deal)
        self._rules = lower_deadwood(deal.ruleset)
        self._tables: Any = None

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``deadwood``."""
        from meldlab.kernels.deadwood.least_deadwood import fill_deadwood
        from meldlab.kernels.deadwood.tables import build_deadwood_tables

        if self._tables is None:
            self._tables = build_deadwood_tables(self._rules)
        deadwood = np.empty(len(hands.counts), dtype=np.uint16)
        fill_deadwood(hands.planes.once, self._tables, deadwood)
        return deadwood


class DeadwoodOdds:
    """What `odds` asks of deadwood games."""

    judged_after_best_discard = True

    def entries(self, ruleset: Ruleset, cards: int) -> list[Entry]:
        """Return what only hands of this family can be asked."""
        return _entries(ruleset, cards)

    def solver(self, deal: Deal) -> OutcomeSolver:
        """Return what answers where cards alone do not tell."""
        return DeadwoodOutcomes(deal)

    def unsolvable(self, name: str, ruleset: Ruleset, *, decks: int, cards: int) -> Refusal | None:
        """Return why a feature has no answer for such hands; None where it has."""
        if name == "deadwood" and decks != 1:
            return Refusal(f"deadwood of hands of {decks} decks is not known", "hands of 1 deck")
        return None
