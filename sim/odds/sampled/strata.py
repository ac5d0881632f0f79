"""Hands in strata with exact weights: so many cards of a target group, so many other wild cards.

Why this is unbiased.  Let a query ask one of several groups g of cards for at least k_g cards, so that every hand for
which it is true satisfies m >= 1 groups.  Count such a hand once for each group that it satisfies, each time for 1/m:

    P(query) = sum over g of E[query and g satisfied, counted 1/m]
             = sum over g, a, w of P(a cards of g, w others wild) E[query, counted 1/m | a, w],   a >= k_g.

The probabilities are hypergeometric, exact fractions.  Each expectation is the mean over hands dealt with just so many
cards of the group, of the other wild cards and of the rest, every such hand with the same chance.  So the sum of
weight times mean is the probability, on average exactly, however many hands each stratum was given, as long as that
number does not depend on these hands.  With a single group m is 1; with none (k = 0) all hands are in some stratum.

A way is one (cut of the deal, group, a, w).  Ways that a bound decides are added up without dealing.  The others make
strata: those with equal numbers of cards above the least and of wilds go together, and each hand of a stratum takes
one of its ways at random, by their weights.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.automata.deal import Case
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.parts import Pack, Parts
from meldlab.sim.odds.exact.bounds import verdict
from meldlab.sim.odds.exact.target_groups import Group, Target, copies_of, target_of
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.query.query import Query, features_of
from meldlab.sim.rules import Ruleset

MOST_STRATA = 64
_MOST_GROUPS_WITH_WILDS = 3000  # groups of all cuts times cards drawn; beyond, wilds would make too many ways
_MOST_DECIDED = 3000  # ways whose bounds are looked at: each takes a fraction of a millisecond
_EVERYTHING: Target = (Group(frozenset(), 0),)


@dataclass(frozen=True, eq=False)
class Way:
    """Hands of one cut with a fixed number of cards from each part of the pack.

    Attributes
    ----------
    weight : Fraction
        Their share of all hands; a hand has as many ways as groups.
    case : Case
    parts : Parts
    target : tuple of Group
        All groups of the cut, to count how many a hand satisfies.
    name : tuple of int
        Cards of the group above the least, other wild cards (-1: not told apart).
    """

    weight: Fraction
    case: Case
    parts: Parts
    target: Target
    name: tuple[int, int]


@dataclass(frozen=True, eq=False)
class WayStratum:
    """Ways that are dealt together."""

    name: str
    ways: tuple[Way, ...]

    @cached_property
    def weight(self) -> Fraction:
        """The share of all hands."""
        return sum((way.weight for way in self.ways), Fraction(0))

    @property
    def groups(self) -> int:
        """The most groups that a hand can satisfy."""
        return max(len(way.target) for way in self.ways)


@dataclass(frozen=True)
class Division:
    """All hands for which a query may be true.

    Attributes
    ----------
    sure : Fraction
        What the ways add up to that bounds decide.
    strata : tuple of WayStratum
        The ways that are left.
    told_apart : bool
        False when there is only one way to look at a hand: nothing is gained over plain dealing.
    """

    sure: Fraction
    strata: tuple[WayStratum, ...]
    told_apart: bool


def satisfied(target: Target, counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many groups of `target` each hand satisfies; counts uint8 of shape (hands, 53)."""
    indicators = np.zeros((KINDS, len(target)), dtype=np.float32)
    for number, group in enumerate(target):
        indicators[sorted(group.kinds), number] = 1
    leasts = np.array([group.least for group in target], dtype=np.float32)
    numbers: NDArray[np.int64] = (counts.astype(np.float32) @ indicators >= leasts).sum(axis=1)
    return numbers


def plain(cases: list[Case]) -> Division:
    """Return all hands as a single stratum."""
    ways = [way for case in cases for way in _ways_of(case, _EVERYTHING, frozenset())]
    return Division(Fraction(0), (WayStratum("all hands", tuple(ways)),), told_apart=False)


def divide(query: Query, cases: list[Case], ruleset: Ruleset, cards: int) -> Division:
    """Return the hands for which `query` may be true, in strata."""
    ways: list[tuple[Way, HandRules]] = []
    targeted = False
    asks_for_wilds = any(trait_of(feature, ruleset).asks_for_wilds for feature in features_of(query))
    for case in cases:
        rules = HandRules(ruleset, case.wild_rank, cards, case.pool.known + case.pool.unseen)
        target = target_of(query, rules, case.pool)
        targeted = targeted or target is not None
        target = target or _EVERYTHING
        few = len(target) * len(cases) * case.pool.draws <= _MOST_GROUPS_WITH_WILDS
        wilds = rules.wilds if few and asks_for_wilds else frozenset()
        ways += [(way, rules) for way in _ways_of(case, target, wilds)]
    sure, left = Fraction(0), []
    for way, rules in ways:
        found = _decided(query, way, rules) if len(ways) <= _MOST_DECIDED else None
        if found is None:
            left.append(way)
        else:
            sure += way.weight * found
    strata = _strata(left)
    return Division(sure, strata, told_apart=targeted or len(strata) > 1 or not strata or sure > 0)


def _ways_of(case: Case, target: Target, wilds: frozenset[int]) -> Iterator[Way]:
    """Yield every way that leads to a hand with at least one group of `target`."""
    pool = case.pool
    for group in target:
        others = wilds - group.kinds
        known, unseen = copies_of(group.kinds, pool)
        _, wild = copies_of(others, pool)
        groups = np.zeros((3, KINDS), dtype=np.int64)
        for row, kinds in enumerate((group.kinds, others, frozenset(range(KINDS)) - others - group.kinds)):
            groups[row, sorted(kinds)] = pool.unseen[sorted(kinds)]
        rest = int(groups[2].sum())
        pack = Pack(pool.known, groups)
        for drawn in range(max(0, group.least - known), min(unseen, pool.draws) + 1):
            for wild_drawn in range(min(wild, pool.draws - drawn) + 1):
                left = pool.draws - drawn - wild_drawn
                hands = comb(unseen, drawn) * comb(wild, wild_drawn) * comb(rest, left)
                if hands:
                    yield Way(
                        case.chance * Fraction(hands, pool.hands),
                        case,
                        Parts(pack, (drawn, wild_drawn, left)),
                        target,
                        (known + drawn - group.least, wild_drawn if wilds else -1),
                    )


def _decided(query: Query, way: Way, rules: HandRules) -> Fraction | None:
    """Return what every hand of a way counts, None if they differ."""
    found = verdict(query, way.parts, rules)
    if not found.may:
        return Fraction(0)
    if not found.must:
        return None
    held = [way.parts.held(group.kinds) for group in way.target]
    fewest = sum(low >= group.least for (low, _), group in zip(held, way.target, strict=True))
    most = sum(high >= group.least for (_, high), group in zip(held, way.target, strict=True))
    return Fraction(1, most) if fewest == most else None


def _strata(ways: list[Way]) -> tuple[WayStratum, ...]:
    """Return the ways in strata, the lightest of them as one where there would be too many."""
    named: dict[tuple[int, int], list[Way]] = {}
    for way in ways:
        named.setdefault(way.name, []).append(way)
    strata = [WayStratum(_text(name), tuple(members)) for name, members in sorted(named.items())]
    if len(strata) <= MOST_STRATA:
        return tuple(strata)
    by_weight = sorted(strata, key=lambda stratum: stratum.weight, reverse=True)
    heavy = set(by_weight[: MOST_STRATA - 1])
    others = [way for stratum in strata if stratum not in heavy for way in stratum.ways]
    return (*(stratum for stratum in strata if stratum in heavy), WayStratum("all others", tuple(others)))


def _text(name: tuple[int, int]) -> str:
    above, wilds = name
    more = "as many of a group as needed" if above == 0 else f"{above} more of a group than needed"
    return more if wilds < 0 else f"{more}, {wilds} wild"
