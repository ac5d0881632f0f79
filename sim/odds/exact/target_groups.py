"""Which groups of cards a query asks much of: groups of which a hand must hold enough before it can be true.

A target is a set of groups, each with a least number of its cards, such that every hand for which the query is true
holds at least so many cards of at least one group.  It is read off the query: ``naturals(A) >= 8`` has one group, the
aces; ``most_of(any) >= 6`` has one for each rank; of an ``and`` any part will do, and of an ``or`` all together.  An
upper limit on a count is a lower one on all other cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.automata.count import Pool
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.query.query import And, Between, Named, Not, Or, Query, any_of

MOST_GROUPS = 120


@dataclass(frozen=True)
class Group:
    """Cards of which a hand must hold at least `least`."""

    kinds: frozenset[int]
    least: int

    def chance(self, pool: Pool) -> Fraction:
        """Return how likely a hand of `pool` holds enough of them."""
        known, unseen = copies_of(self.kinds, pool)
        rest = int(pool.unseen.sum()) - unseen
        ways = sum(
            comb(unseen, drawn) * comb(rest, pool.draws - drawn)
            for drawn in range(max(0, self.least - known), min(unseen, pool.draws) + 1)
        )
        return Fraction(ways, pool.hands)


Target = tuple[Group, ...]


def copies_of(kinds: frozenset[int], pool: Pool) -> tuple[int, int]:
    """Return how many cards of `kinds` are known, and how many unseen."""
    cards = sorted(kinds)
    return int(pool.known[cards].sum()), int(pool.unseen[cards].sum())


def chance_of(target: Target, pool: Pool) -> Fraction:
    """Return how many groups of `target` a hand of `pool` satisfies on average."""
    return sum((group.chance(pool) for group in target), Fraction(0))


def target_of(query: Query, rules: HandRules, pool: Pool) -> Target | None:
    """Return the target that leaves the fewest hands, None if the query has none that leaves out any."""
    found = _best(_positive(query, holds=True), rules, lambda target: chance_of(target, pool))
    return found if found is not None and chance_of(found, pool) < 1 else None


def _positive(query: Query, *, holds: bool) -> Query:
    """Return the query without ``not``, or its opposite."""
    if isinstance(query, Named):
        return _positive(query.meaning, holds=holds)
    if isinstance(query, Not):
        return _positive(query.part, holds=not holds)
    if isinstance(query, Between):
        if holds:
            return query
        outside = []
        if query.low is not None:
            outside.append(Between(query.feature, None, query.low - 1))
        if query.high is not None:
            outside.append(Between(query.feature, query.high + 1, None))
        return any_of(outside)
    parts = tuple(_positive(part, holds=holds) for part in query.parts)
    return And(parts) if isinstance(query, And) == holds else Or(parts)


def _best(query: Query, rules: HandRules, chance: Callable[[Target], Fraction]) -> Target | None:
    if isinstance(query, Between):
        return min(_of_comparison(query, rules), key=chance, default=None)
    if isinstance(query, Or):
        parts = [_best(part, rules, chance) for part in query.parts]
        least: dict[frozenset[int], int] = {}
        for part in parts:
            if part is None:
                return None
            for group in part:
                least[group.kinds] = min(group.least, least.get(group.kinds, group.least))
        together = tuple(Group(kinds, number) for kinds, number in least.items())
        return together if len(together) <= MOST_GROUPS else None
    if isinstance(query, And):
        each = [target for target in (_best(part, rules, chance) for part in query.parts) if target is not None]
        return min(each, key=chance, default=None)
    raise TypeError(f"{query} was not made positive")


def _of_comparison(part: Between, rules: HandRules) -> list[Target]:
    """Return the targets of a comparison."""
    trait = trait_of(part.feature, rules.ruleset)
    counted = trait.kinds(rules)
    if counted is not None:
        above = [] if part.low is None else [Group(counted, part.low)]
        below = [] if part.high is None else [Group(frozenset(range(KINDS)) - counted, rules.cards - part.high)]
        return [(group,) for group in (*above, *below)]
    if part.low is None or part.low <= 0:
        return []
    least, groups = trait.groups(rules, part.low)
    return [tuple(Group(frozenset(group), least) for group in groups)] if groups and least > 0 else []
