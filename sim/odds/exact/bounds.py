"""What is known of a query before the cards are seen: how many come from each of a few parts of the pack."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.search.goals import IDENTICAL
from meldlab.sim.automata.counters import ranks_of
from meldlab.sim.automata.machine import JOKER, RANKS, SUITS
from meldlab.sim.games.contract.odds.sets import GO_DOWN
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.melds import FULL_RUNS
from meldlab.sim.games.value.specials import full_runs
from meldlab.sim.odds.exact.hand_machines import HandRules
from meldlab.sim.odds.exact.target_groups import kinds_counted
from meldlab.sim.query.feature_names import CONTRACT, WINDOW
from meldlab.sim.query.query import Between, Query, evaluate
from meldlab.sim.query.vocabulary import ANY
from meldlab.sim.rules import Ruleset

_TOGETHER = (CONTRACT, GO_DOWN, "has_lives", "can_declare")

Kinds = frozenset[int] | tuple[int, ...] | range


class Verdict(NamedTuple):
    """Whether a query must be true, and whether it may be."""

    must: bool
    may: bool


@dataclass(frozen=True, eq=False)
class Pack:
    """A pack in parts: known cards, and unseen ones in groups.

    Attributes
    ----------
    known : int64, shape (53,)
    groups : int64, shape (parts, 53)
        Unseen copies of each part.
    """

    known: NDArray[np.int64]
    groups: NDArray[np.int64]
    _looked_up: dict[Kinds, "_Copies"] = field(default_factory=dict)

    def copies(self, kinds: Kinds) -> "_Copies":
        """Return how many cards of `kinds` there are where."""
        found = self._looked_up.get(kinds)
        if found is None:
            chosen = sorted(kinds)
            known, among = self.known[chosen], self.groups[:, chosen]
            others = self.groups.sum(axis=1) - among.sum(axis=1)
            different = int(np.count_nonzero(known + among.sum(axis=0)))
            found = _Copies(int(known.sum()), tuple(among.sum(axis=1).tolist()), tuple(others.tolist()), different)
            self._looked_up[kinds] = found
        return found


class _Copies(NamedTuple):
    """Cards of some kinds in a pack: known, in each part, all others of each part, and how many kinds there are."""

    known: int
    among: tuple[int, ...]
    others: tuple[int, ...]
    different: int


@dataclass(frozen=True, eq=False)
class Parts:
    """How many cards come from each part of a pack."""

    pack: Pack
    takes: tuple[int, ...]

    @property
    def cards(self) -> int:
        """Cards of the hand."""
        return int(self.pack.known.sum()) + sum(self.takes)

    def held(self, kinds: Kinds) -> tuple[int, int]:
        """Return the fewest and the most cards of `kinds` that a hand can hold."""
        copies = self.pack.copies(kinds)
        fewest = most = copies.known
        for take, among, others in zip(self.takes, copies.among, copies.others, strict=True):
            fewest += max(0, take - others)
            most += min(take, among)
        return fewest, most

    def most_different(self, kinds: Kinds) -> int:
        """Return the most different cards of `kinds` that a hand can hold."""
        return min(self.pack.copies(kinds).different, self.held(kinds)[1])


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
    if name in _TOGETHER:
        return 0, int(parts.cards >= _fewest_cards(part, rules.ruleset))
    if name in FULL_RUNS:
        wilds = parts.held(rules.wilds)[1]
        shapes = list(full_runs(FULL_RUNS.index(name), lower_value(rules.ruleset)))
        possible = any(
            parts.most_different(kinds) >= naturals and own + others <= wilds
            for kinds in by_suit
            for naturals, own, others in shapes
        )
        return 0, int(possible)
    return -(10**9), 10**9


def _fewest_cards(part: Between, ruleset: Ruleset) -> int:
    """Return how many cards a hand needs for melds that have to lie side by side."""
    if part.feature.name in (CONTRACT, GO_DOWN):
        letters = part.feature.argument or ruleset.contract.hands[0]
        return sum(ruleset.set.min if letter == "T" else ruleset.run.min for letter in letters)
    declare = ruleset.declare
    shortest = min(ruleset.run.min, IDENTICAL) if ruleset.run.identical_three else ruleset.run.min
    return max(declare.min_sequences, declare.min_pure) * shortest
