"""Exact odds: the share of all hands that may come for which queries are true, as fractions."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from meldlab.sim.odds.alone import NotCountableError, distribution_alone, is_counted_alone
from meldlab.sim.odds.deal import Case, Deal
from meldlab.sim.odds.exact import MOST_STATES, Counted, count
from meldlab.sim.odds.hand_machines import HandRules
from meldlab.sim.odds.machine import JOKER, RANKS, SUITS, Machine
from meldlab.sim.odds.query import Between, Feature, Query, comparisons, is_true

Truths = tuple[bool, ...]  # what each of some queries says of a hand

__all__ = ["NotCountableError", "exact_joint", "exact_probability"]


def exact_probability(query: Query, deal: Deal, *, most_states: int = MOST_STATES) -> Fraction:
    """Return the exact probability of `query`.

    Raises
    ------
    NotCountableError
        When a feature needs a solver.
    TooManyStatesError
    """
    return exact_joint([query], deal, most_states=most_states).get((True,), Fraction(0))


def exact_joint(queries: Sequence[Query], deal: Deal, *, most_states: int = MOST_STATES) -> dict[Truths, Fraction]:
    """Return the probability of everything that `queries` can say together of a hand; raises as for one query."""
    parts = [part for query in queries for part in comparisons(query)]
    features = dict.fromkeys(part.feature for part in parts)
    together: dict[Truths, Fraction] = {}
    if any(is_counted_alone(feature, deal) for feature in features):
        for value, share in distribution_alone(features, deal).items():
            said = tuple(is_true(query, lambda part: part.holds(value)) for query in queries)  # noqa: B023
            together[said] = together.get(said, Fraction(0)) + share
        return together
    for chance, case in _merged_cases(parts, deal):
        counted, truths = _counted(queries, parts, deal, case, most_states)
        hands: dict[Truths, int] = {}
        for row, number in zip(counted.reached, counted.hands, strict=True):
            said = truths(row)
            hands[said] = hands.get(said, 0) + number
        for said, number in hands.items():
            together[said] = together.get(said, Fraction(0)) + chance * Fraction(number, case.pool.hands)
    return together


def _merged_cases(parts: Sequence[Between], deal: Deal) -> Iterator[tuple[Fraction, Case]]:
    """Yield the cuts; where the question tells no suit from another, one for all cuts that look alike."""
    blind = not any(part.feature.name == "cards" for part in parts)
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


def _counted(
    queries: Sequence[Query], parts: Sequence[Between], deal: Deal, case: Case, most_states: int
) -> tuple[Counted, Callable[[Sequence[int]], Truths]]:
    """Return what the machines of the queries counted, and what these say of the thresholds reached."""
    rules = HandRules(deal.ruleset, case.wild_rank, deal.cards)
    levels: dict[Feature, set[int]] = {}
    for part in parts:
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

    def truths(row: Sequence[int]) -> Truths:
        def holds(part: Between) -> bool:
            thresholds = sorted(levels[part.feature])
            reached = int(row[features.index(part.feature)])
            above = part.low is None or reached > thresholds.index(part.low)
            below = part.high is None or reached <= thresholds.index(part.high + 1)
            return above and below

        return tuple(is_true(query, holds) for query in queries)

    return counted, truths
