"""Exact odds: the share of all hands that may come for which a query is true, as a fraction."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from meldlab.sim.odds.deal import Case, Deal
from meldlab.sim.odds.exact import MOST_STATES, Counted, count
from meldlab.sim.odds.hand_machines import HandRules
from meldlab.sim.odds.machine import JOKER, RANKS, SUITS, Machine
from meldlab.sim.odds.query import Between, Feature, Query, comparisons, evaluate


class NotCountableError(Exception):
    """A question that cannot be answered exactly; says why."""


def exact_probability(query: Query, deal: Deal, *, most_states: int = MOST_STATES) -> Fraction:
    """Return the exact probability of `query`.

    Raises
    ------
    NotCountableError
        When a feature needs a solver.
    TooManyStatesError
    """
    total = Fraction(0)
    for chance, case in _merged_cases(query, deal):
        counted, truth = _counted(query, deal, case, most_states)
        hits = sum(hands for row, hands in zip(counted.reached, counted.hands, strict=True) if truth(row))
        total += chance * Fraction(hits, case.pool.hands)
    return total


def _merged_cases(query: Query, deal: Deal) -> Iterator[tuple[Fraction, Case]]:
    """Yield the cuts; where the question tells no suit from another, one for all cuts that look alike."""
    blind = not any(part.feature.name == "cards" for part in comparisons(query))
    chances: dict[tuple[object, ...], Fraction] = {}
    cases: dict[tuple[object, ...], Case] = {}
    for case in deal.cases():
        rows = np.stack([case.pool.known, case.pool.unseen])
        suits = [rows[:, suit * RANKS : (suit + 1) * RANKS].tobytes() for suit in range(SUITS)]
        key: tuple[object, ...] = (case.wild_rank, rows[:, JOKER].tobytes(), *(sorted(suits) if blind else suits))
        chances[key] = chances.get(key, Fraction(0)) + case.chance
        cases.setdefault(key, case)
    for key, chance in chances.items():
        yield chance, cases[key]


def _counted(query: Query, deal: Deal, case: Case, most_states: int) -> tuple[Counted, Callable[[Sequence[int]], bool]]:
    """Return what the machines of a query counted, and what the query says of the thresholds reached."""
    rules = HandRules(deal.ruleset, case.wild_rank, deal.cards)
    levels: dict[Feature, set[int]] = {}
    for part in comparisons(query):
        wanted = levels.setdefault(part.feature, set())
        wanted |= {low for low in (part.low, None if part.high is None else part.high + 1) if low is not None}
    features = list(levels)
    machines: list[Machine] = []
    for feature in features:
        machine = rules.machine(feature, tuple(sorted(levels[feature])))
        if machine is None:
            raise NotCountableError(f"{feature} of a hand can only be found by solving it")
        machines.append(machine)
    counted = count(machines, case.pool, most_states=most_states)

    def truth(row: Sequence[int]) -> bool:
        def holds(part: Between) -> bool:
            thresholds = sorted(levels[part.feature])
            reached = int(row[features.index(part.feature)])
            above = part.low is None or reached > thresholds.index(part.low)
            below = part.high is None or reached <= thresholds.index(part.high + 1)
            return above and below

        return evaluate(
            query,
            holds,
            both=lambda one, other: one and other,
            either=lambda one, other: one or other,
            opposite=lambda one: not one,
        )

    return counted, truth
