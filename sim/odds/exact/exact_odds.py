"""Exact odds: the share of all hands that may come for which queries are true, as fractions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.count import MOST_STATES, SureMaybe, Truths, count
from meldlab.sim.automata.deal import Case, Deal
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import JOKER, RANKS, SUITS, Budget, Machine, NotCountableError
from meldlab.sim.automata.parts import Pack, Parts
from meldlab.sim.games.registry import family_of
from meldlab.sim.odds.exact.bounds import verdict
from meldlab.sim.odds.exact.single_feature import distribution_alone
from meldlab.sim.query.feature_names import CONTRACT
from meldlab.sim.query.query import Between, Feature, Query, comparisons, evaluate, is_true

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


def exact_joint(
    queries: Sequence[Query], deal: Deal, *, most_states: int = MOST_STATES, budget: Budget | None = None
) -> dict[Truths, Fraction]:
    """Return the probability of everything that `queries` can say together of a hand; raises as for one query.

    All counting together may cost `budget`; OutOfTimeError is raised when its clock runs out.
    """
    budget = Budget() if budget is None else budget
    parts = [part for query in queries for part in comparisons(query)]
    features = dict.fromkeys(part.feature for part in parts)
    together: dict[Truths, Fraction] = {}
    alone = distribution_alone(features, deal)
    if alone is not None:
        for value, share in alone.items():
            said = tuple(is_true(query, lambda part: part.holds(value)) for query in queries)  # noqa: B023
            together[said] = together.get(said, Fraction(0)) + share
        return together
    for chance, case in merged_cases(parts, deal):
        settled = _settled(queries, deal, case)
        if settled is not None:
            together[settled] = together.get(settled, Fraction(0)) + chance
            continue
        for said, hands in _counted(queries, parts, deal, case, most_states, budget).items():
            together[said] = together.get(said, Fraction(0)) + chance * Fraction(hands, case.pool.hands)
    return together


def _settled(queries: Sequence[Query], deal: Deal, case: Case) -> Truths | None:
    """Return what the queries say of every hand that may come, None where that differs, or nobody has thought of it."""
    rules = HandRules(deal.ruleset, case.wild_rank, deal.cards, case.pool.known + case.pool.unseen)
    whole = Parts(Pack(case.pool.known, case.pool.unseen[None, :]), (case.pool.draws,))
    verdicts = [verdict(query, whole, rules) for query in queries]
    if any(each.may and not each.must for each in verdicts):
        return None
    return tuple(each.must for each in verdicts)


def merged_cases(parts: Sequence[Between], deal: Deal) -> Iterator[tuple[Fraction, Case]]:
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
    queries: Sequence[Query], parts: Sequence[Between], deal: Deal, case: Case, most_states: int, budget: Budget
) -> dict[Truths, int]:
    """Return of how many hands the queries say what."""
    rules = HandRules(deal.ruleset, case.wild_rank, deal.cards, case.pool.known + case.pool.unseen)
    levels: dict[Feature, set[int]] = {}
    for part in parts:
        wanted = levels.setdefault(part.feature, set())
        wanted |= {low for low in (part.low, None if part.high is None else part.high + 1) if low is not None}
    features, odds = list(levels), family_of(deal.ruleset).odds
    machines: list[Machine] = []
    for feature in features:
        thresholds, special = tuple(sorted(levels[feature])), odds.special(feature, deal.ruleset)
        machine = rules.machine(feature, thresholds) if special is None else special.machine(rules, thresholds)
        if machine is None:
            name = feature.argument if feature.name == CONTRACT else str(feature)
            raise NotCountableError(f"{name} of a hand can only be found by solving it")
        machines.append(machine)

    def verdict(lows: NDArray[np.int64], highs: NDArray[np.int64]) -> SureMaybe:
        def said(part: Between) -> SureMaybe:
            thresholds, column = sorted(levels[part.feature]), features.index(part.feature)
            low, high = lows[:, column], highs[:, column]
            above = -1 if part.low is None else thresholds.index(part.low)
            below = len(thresholds) if part.high is None else thresholds.index(part.high + 1)
            return (low > above) & (high <= below), (high > above) & (low <= below)

        answers = [
            evaluate(
                query,
                said,
                both=lambda one, other: (one[0] & other[0], one[1] & other[1]),
                either=lambda one, other: (one[0] | other[0], one[1] | other[1]),
                opposite=lambda one: (~one[1], ~one[0]),
            )
            for query in queries
        ]
        return np.stack([sure for sure, _ in answers], axis=1), np.stack([maybe for _, maybe in answers], axis=1)

    return count(machines, verdict, case.pool, ranks=rules.passing, most_states=most_states, budget=budget)
