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
from meldlab.sim.automata.counters import ranks_of
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import JOKER, RANKS, SUITS
from meldlab.sim.games.registry import family_of
from meldlab.sim.query.feature_names import WINDOW
from meldlab.sim.query.query import And, Between, Named, Not, Or, Query, any_of
from meldlab.sim.query.vocabulary import ANY
from meldlab.sim.query.vocabulary import SUITS as SUIT_LETTERS

_IDENTICAL = 3
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
    found: list[Target] = []
    counted = kinds_counted(part, rules)
    if counted is not None:
        if part.low is not None:
            found.append((Group(counted, part.low),))
        if part.high is not None:
            found.append((Group(frozenset(range(KINDS)) - counted, rules.cards - part.high),))
        return found
    if part.low is None or part.low <= 0:
        return found
    least, groups = _groups(part, rules)
    return [tuple(Group(frozenset(group), least) for group in groups)] if groups and least > 0 else found


def kinds_counted(part: Between, rules: HandRules) -> frozenset[int] | None:
    """Return the cards that a feature counts, None if it is no plain count."""
    name, argument = part.feature.name, part.feature.argument
    if name == "jokers":
        return frozenset({JOKER})
    if name == "wilds":
        return rules.wilds
    if name == "naturals":
        return frozenset(_of_ranks(rules.naturals & ranks_of(argument)))
    if name == "cards":
        return frozenset(_of_suit(SUIT_LETTERS.index(argument), sorted(rules.naturals)))
    return None


def _groups(part: Between, rules: HandRules) -> tuple[int, list[list[int]]]:
    """Return the least number, and the groups one of which must hold it for a feature that looks for the best one."""
    name, argument, low = part.feature.name, part.feature.argument, part.low or 0
    naturals = sorted(rules.naturals)
    suits = range(SUITS)
    if name in ("most_of", "natural_set"):
        ranks = rules.naturals if name == "natural_set" or argument == ANY else rules.naturals & ranks_of(argument)
        least = max(low, rules.ruleset.set.min) if name == "natural_set" else low
        return least, [_of_ranks({rank}) for rank in sorted(ranks)]
    if name in ("most_in_suit", "ranks_in_suit"):
        return low, [_of_suit(suit, naturals) for suit in suits]
    if name == "identical_three":
        return _IDENTICAL, [[card] for card in range(JOKER)]
    if name == "natural_run":
        return low, [_of_suit(suit, ranks) for suit in suits for ranks in _windows(rules, low)]
    if name == WINDOW:
        line = [*(rank for rank in naturals if rank), 0]
        width = int(argument)
        windows = [line[start : start + width] for start in range(max(1, len(line) - width + 1))]
        return low, [_of_suit(suit, ranks) for suit in suits for ranks in windows]
    special = family_of(rules.ruleset).odds.special(part.feature, rules.ruleset)
    return (0, []) if special is None else special.groups(rules)


def _windows(rules: HandRules, length: int) -> list[list[int]]:
    """Return the ranks of every natural run of `length`."""
    ace, ranks = rules.ruleset.run.ace, list(range(RANKS))
    if length > RANKS:
        return []
    places = {"low": ranks, "high": [*ranks[1:], 0], "either": [*ranks, 0], "circular": [*ranks, *ranks[: length - 1]]}
    line = places[ace]
    windows = {frozenset(line[start : start + length]) for start in range(len(line) - length + 1)}
    return [sorted(window) for window in windows if len(window) == length and window <= rules.naturals]


def _of_ranks(ranks: set[int] | frozenset[int]) -> list[int]:
    return [suit * RANKS + rank for suit in range(SUITS) for rank in sorted(ranks)]


def _of_suit(suit: int, ranks: Sequence[int]) -> list[int]:
    return [suit * RANKS + rank for rank in ranks]
