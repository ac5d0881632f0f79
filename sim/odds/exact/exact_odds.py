"""Exact odds: the share of all hands that may come for which queries are true, as fractions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.count import MOST_STATES, Truths, Verdict, count
from meldlab.sim.automata.deal import Case, Deal
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import JOKER, RANKS, SUITS, Budget, Machine, NotCountableError
from meldlab.sim.automata.parts import Pack, Parts
from meldlab.sim.games.registry import family_of
from meldlab.sim.odds.exact.bounds import verdict
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.query.query import Between, Feature, Query, comparisons, evaluate, features_of, is_true
from meldlab.sim.query.vocabulary import CONTRACT


def exact_joint(
    queries: Sequence[Query], deal: Deal, *, most_states: int = MOST_STATES, budget: Budget | None = None
) -> dict[Truths, Fraction]:
    """Return the probability of everything that `queries` can say together of a hand.

    All counting together may cost `budget`.

    Raises
    ------
    NotCountableError
        When a feature needs a solver.
    TooManyStatesError
    OutOfTimeError
        The budget's clock ran out.
    """
    budget = Budget() if budget is None else budget
    together: dict[Truths, Fraction] = {}
    alone = _counted_alone(features_of(*queries), deal)
    if alone is not None:
        for value, share in alone.items():
            said = tuple(is_true(query, lambda part: part.holds(value)) for query in queries)  # noqa: B023
            together[said] = together.get(said, Fraction(0)) + share
        return together
    for case in merged_cases(queries, deal):
        settled = _settled(queries, deal, case)
        if settled is not None:
            together[settled] = together.get(settled, Fraction(0)) + case.chance
            continue
        for said, hands in _counted(queries, deal, case, most_states, budget).items():
            together[said] = together.get(said, Fraction(0)) + case.chance * Fraction(hands, case.pool.hands)
    return together


def _counted_alone(features: Collection[Feature], deal: Deal) -> Mapping[int, Fraction] | None:
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


def _settled(queries: Sequence[Query], deal: Deal, case: Case) -> Truths | None:
    """Return what the queries say of every hand that may come, None where that differs, or nobody has thought of it."""
    whole = Parts(Pack(case.pool.known, case.pool.unseen[None, :]), (case.pool.draws,))
    verdicts = [verdict(query, whole, _rules(deal, case)) for query in queries]
    if any(each.may and not each.must for each in verdicts):
        return None
    return tuple(each.must for each in verdicts)


def _rules(deal: Deal, case: Case) -> HandRules:
    return HandRules(deal.ruleset, case.wild_rank, deal.cards, case.pool.known + case.pool.unseen)


def merged_cases(queries: Sequence[Query], deal: Deal) -> Iterator[Case]:
    """Yield the cuts; where the queries tell no suit from another, one for all cuts that look alike."""
    blind = not any(feature.name == "cards" for feature in features_of(*queries))
    merged: dict[tuple[object, ...], Case] = {}
    for case in deal.cases():
        rows = np.stack([case.pool.known, case.pool.unseen])
        suits = [rows[:, suit * RANKS : (suit + 1) * RANKS].tobytes() for suit in range(SUITS)]
        key: tuple[object, ...] = (case.wild_rank, rows[:, JOKER].tobytes(), *(sorted(suits) if blind else suits))
        first = merged.setdefault(key, case._replace(chance=Fraction(0)))
        merged[key] = first._replace(chance=first.chance + case.chance)
    yield from merged.values()


def _counted(queries: Sequence[Query], deal: Deal, case: Case, most_states: int, budget: Budget) -> dict[Truths, int]:
    """Return of how many hands the queries say what."""
    rules = _rules(deal, case)
    levels: dict[Feature, set[int]] = {}
    for part in comparisons(*queries):
        wanted = levels.setdefault(part.feature, set())
        wanted |= {low for low in (part.low, None if part.high is None else part.high + 1) if low is not None}
    features = list(levels)
    machines: list[Machine] = []
    for feature in features:
        machine = trait_of(feature, deal.ruleset).machine(rules, tuple(sorted(levels[feature])))
        if machine is None:
            name = feature.argument if feature.name == CONTRACT else str(feature)
            raise NotCountableError(f"{name} of a hand can only be found by solving it")
        machines.append(machine)

    def judge(lows: NDArray[np.int64], highs: NDArray[np.int64]) -> Verdict:
        def said(part: Between) -> Verdict:
            thresholds, column = sorted(levels[part.feature]), features.index(part.feature)
            low, high = lows[:, column], highs[:, column]
            above = -1 if part.low is None else thresholds.index(part.low)
            below = len(thresholds) if part.high is None else thresholds.index(part.high + 1)
            return Verdict((low > above) & (high <= below), (high > above) & (low <= below))

        answers = [evaluate(query, said) for query in queries]
        return Verdict(*(np.stack(each, axis=1) for each in zip(*answers, strict=True)))

    return count(machines, judge, case.pool, ranks=rules.passing, most_states=most_states, budget=budget)
