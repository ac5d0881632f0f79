"""What is known of a query before the cards are seen: how many come from each of a few parts of the pack."""

from meldlab.sim.automata.count import Verdict
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.parts import Parts
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.query.query import Between, Query, evaluate


def verdict(query: Query, parts: Parts, rules: HandRules) -> Verdict:
    """Return what can be said of `query` for every hand of so many cards from each part."""

    def said(part: Between) -> Verdict:
        low, high = trait_of(part.feature, rules.ruleset).bounds(rules, parts)
        least = -(10**9) if part.low is None else part.low
        most = 10**9 if part.high is None else part.high
        return Verdict(must=least <= low and high <= most, may=least <= high and low <= most)

    return evaluate(query, said)
