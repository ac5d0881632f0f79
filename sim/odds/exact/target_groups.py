"""Which groups of cards a query asks much of: groups of which a hand must hold enough before it can be true.

A target is a set of groups, each with a least number of its cards, such that every hand for which the query is true
holds at least so many cards of at least one group.  It is read off the query: ``naturals(A) >= 8`` has one group, the
aces; ``most_of(any) >= 6`` has one for each rank; of an ``and`` any part will do, and of an ``or`` all together.  An
upper limit on a count is a lower one on all other cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from meldlab.kernels.cards.cards import KINDS
from meldlab.sim.automata.count import Pool
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.query.query import And, Between, Named, Not, Query

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
    found = _best(query, rules, lambda target: chance_of(target, pool), holds=True)
    return found if found is not None and chance_of(found, pool) < 1 else None


def _best(query: Query, rules: HandRules, chance: Callable[[Target], Fraction], *, holds: bool) -> Target | None:
    """Return the best target of the query, or of its opposite."""
    if isinstance(query, Named | Not):
        meaning, opposite = (query.meaning, False) if isinstance(query, Named) else (query.part, True)
        return _best(meaning, rules, chance, holds=holds != opposite)
    if isinstance(query, Between):
        if holds:
            return min(_of_comparison(query, rules), key=chance, default=None)
        below = [] if query.low is None else [Between(query.feature, None, query.low - 1)]
        above = [] if query.high is None else [Between(query.feature, query.high + 1, None)]
        return _any([_best(part, rules, chance, holds=True) for part in (*below, *above)])
    each = [_best(part, rules, chance, holds=holds) for part in query.parts]
    if isinstance(query, And) == holds:
        return min((target for target in each if target is not None), key=chance, default=None)
    return _any(each)


def _any(each: Sequence[Target | None]) -> Target | None:
    """Return all groups together, the least number of each; None where a part has no target, or there are too many."""
    least: dict[frozenset[int], int] = {}
    for target in each:
        if target is None:
            return None
        for group in target:
            least[group.kinds] = min(group.least, least.get(group.kinds, group.least))
    together = tuple(Group(kinds, number) for kinds, number in least.items())
    return together if len(together) <= MOST_GROUPS else None


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
