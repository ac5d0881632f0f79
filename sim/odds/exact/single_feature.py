"""Outcomes of a solver that are counted exactly where nothing else is asked: contracts of runs, deadwood of gin."""

from collections.abc import Collection, Mapping
from fractions import Fraction

from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.machine import NotCountableError
from meldlab.sim.games.registry import family_of
from meldlab.sim.query.query import Feature


def distribution_alone(features: Collection[Feature], deal: Deal) -> Mapping[int, Fraction] | None:
    """Return the probability of each value of the one feature asked for; None where none is counted by itself.

    Raises
    ------
    NotCountableError
        Something else is asked for as well, or cards are known that the count knows nothing of.
    TooManyStatesError
    """
    odds = family_of(deal.ruleset).odds
    alone = {feature: odds.counted_alone(feature, deal) for feature in features}
    counted = next(((feature, found) for feature, found in alone.items() if found is not None), None)
    if counted is None:
        return None
    others = [str(each) for each, found in alone.items() if found is None or found.what != counted[1].what]
    if others:
        raise NotCountableError(
            f"{counted[0]} is counted exactly only by itself, not together with {', '.join(others)}"
        )
    return counted[1].distribution()
