"""What is known of a query before the cards are seen: how many come from each of a few parts of the pack."""

from typing import NamedTuple

from meldlab.sim.automata.counters import ranks_of
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import JOKER, RANKS, SUITS
from meldlab.sim.automata.parts import Parts
from meldlab.sim.games.registry import family_of
from meldlab.sim.odds.exact.target_groups import kinds_counted
from meldlab.sim.query.feature_names import WINDOW
from meldlab.sim.query.query import Between, Query, evaluate
from meldlab.sim.query.vocabulary import ANY


class Verdict(NamedTuple):
    """Whether a query must be true, and whether it may be."""

    must: bool
    may: bool


def verdict(query: Query, parts: Parts, rules: HandRules) -> Verdict:
    """Return what can be said of `query` for every hand of so many cards from each part."""

    def said(part: Between) -> Verdict:
        low, high = _range(part, parts, rules)
        least = -(10**9) if part.low is None else part.low
        most = 10**9 if part.high is None else part.high
        return Verdict(must=least <= low and high <= most, may=least <= high and low <= most)

    return evaluate(
        query,
        said,
        both=lambda one, other: Verdict(one.must and other.must, one.may and other.may),
        either=lambda one, other: Verdict(one.must or other.must, one.may or other.may),
        opposite=lambda one: Verdict(not one.may, not one.must),
    )


def _range(part: Between, parts: Parts, rules: HandRules) -> tuple[int, int]:
    """Return the least and the greatest number that a feature can be; wide where nobody has thought about it."""
    name, argument = part.feature.name, part.feature.argument
    counted = kinds_counted(part, rules)
    if counted is not None:
        return parts.held(counted)
    by_suit = [tuple(suit * RANKS + rank for rank in rules.naturals) for suit in range(SUITS)]
    if name in ("most_of", "natural_set"):
        ranks = rules.naturals if name == "natural_set" or argument == ANY else rules.naturals & ranks_of(argument)
        held = [parts.held(range(rank, JOKER, RANKS)) for rank in ranks]
        least = max((low for low, _ in held), default=0) if name == "most_of" else 0
        return least, max((high for _, high in held), default=0)
    if name == "most_in_suit":
        held = [parts.held(kinds) for kinds in by_suit]
        return max(low for low, _ in held), max(high for _, high in held)
    if name in ("ranks_in_suit", "natural_run", WINDOW):
        most = max(parts.most_different(kinds) for kinds in by_suit)
        return 0, min(most, int(argument)) if name == WINDOW else most
    if name == "identical_three":
        return 0, int(any(parts.held((card,))[1] >= 3 for card in range(JOKER)))
    special = family_of(rules.ruleset).odds.special(part.feature, rules.ruleset)
    possible = None if special is None else special.possible(rules, parts)
    if possible is not None:
        return 0, int(possible)
    return -(10**9), 10**9
