"""Outcomes of many hands that need a solver; hands with a card too many are told by their best discard."""

from meldlab.sim.automata.block import OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.games.registry import family_of
from meldlab.sim.odds.features.best_discard import BestDiscard


def outcome_solver(deal: Deal) -> OutcomeSolver:
    """Return the solver of a deal's objective; nothing is built before it is needed."""
    odds = family_of(deal.ruleset).odds
    solver = odds.solver(deal)
    too_many = deal.cards == deal.ruleset.cards_dealt() + 1
    return BestDiscard(solver) if too_many and odds.judged_after_best_discard else solver
