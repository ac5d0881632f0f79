"""The features of any game, each with all that is known of it without a solver; and a feature's trait by its name."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from meldlab.sim.automata.feature_machines import Count, Identical, InLine, LongestRun, MostOfRank, MostOfSuit
from meldlab.sim.automata.hand_rules import HandRules, of_ranks, of_suit
from meldlab.sim.automata.hands import Column, Hands, truth
from meldlab.sim.automata.machine import JOKER, RANKS, SUITS, Levels, Machine
from meldlab.sim.automata.parts import Parts
from meldlab.sim.automata.trait import Trait
from meldlab.sim.games.registry import family_of
from meldlab.sim.query.query import Feature
from meldlab.sim.query.sentences import least_natural_set
from meldlab.sim.query.vocabulary import ANY, WINDOW
from meldlab.sim.query.vocabulary import RANKS as RANK_LETTERS
from meldlab.sim.query.vocabulary import SUITS as SUIT_LETTERS
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or

_IDENTICAL = 3  # run.identical_three


class _Count(Trait):
    """Cards of certain kinds."""

    def __init__(self, kinds: Callable[[HandRules], Iterable[int]], *, asks_for_wilds: bool) -> None:
        self._kinds = kinds
        self.asks_for_wilds = asks_for_wilds

    def kinds(self, rules: HandRules) -> frozenset[int]:
        return frozenset(self._kinds(rules))

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        return Count(self.kinds(rules), levels)

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        return parts.held(self.kinds(rules))

    def column(self, hands: Hands) -> Column | None:
        return hands.number(self.kinds(hands.rules))


class _Wilds(_Count):
    """Wild cards, whose rank each hand has of its own."""

    def column(self, hands: Hands) -> Column | None:
        return hands.wilds


class _MostOf(Trait):
    """The most natural cards of one of some ranks."""

    asks_for_wilds = False

    def __init__(self, argument: str = ANY) -> None:
        self._argument = argument

    def _ranks(self, rules: HandRules) -> list[int]:
        return sorted(rules.naturals if self._argument == ANY else rules.naturals & _ranks_of(self._argument))

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        return MostOfRank(frozenset(self._ranks(rules)), levels, sum, cap=levels[-1])

    def groups(self, rules: HandRules, least: int) -> tuple[int, Sequence[Sequence[int]]]:
        return least, [of_ranks({rank}) for rank in self._ranks(rules)]

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        return _greatest(parts, [range(rank, JOKER, RANKS) for rank in self._ranks(rules)])

    def column(self, hands: Hands) -> Column | None:
        return hands.largest(hands.number(of_ranks({rank})) for rank in self._ranks(hands.rules))


class _NaturalSet(_MostOf):
    """The cards of the largest set without a wild."""

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        sets, identical = rules.ruleset.set, rules.ruleset.run.identical_three
        least, most = least_natural_set(rules.ruleset), limit_or(sets.max, 99)

        def worth(held: tuple[int, ...]) -> int:
            number = len(held) if sets.distinct_suits else sum(held)
            if not sets.distinct_suits and identical and held == (3,):
                number = 2  # three identical cards alone are a run, not a set
            number = min(number, most)
            return number if number >= least else 0

        return MostOfRank(rules.naturals, levels, worth, cap=99)

    def groups(self, rules: HandRules, least: int) -> tuple[int, Sequence[Sequence[int]]]:
        return super().groups(rules, max(least, rules.ruleset.set.min))

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        return 0, super().bounds(rules, parts)[1]

    def column(self, hands: Hands) -> Column | None:
        sets, identical = hands.rules.ruleset.set, hands.rules.ruleset.run.identical_three
        least, most = least_natural_set(hands.rules.ruleset), np.uint8(limit_or(sets.max, 99))

        def worth(rank: int) -> Column:
            number = (hands.different if sets.distinct_suits else hands.number)(of_ranks({rank}))
            if not sets.distinct_suits and identical:  # as above
                number -= truth((number == 3) & (hands.largest(hands.copies[rank:JOKER:RANKS]) == 3))
            number = np.minimum(number, most)
            return number * truth(number >= least)

        return hands.largest(worth(rank) for rank in self._ranks(hands.rules))


class _Identical(Trait):
    """Whether three copies of one natural card are held."""

    asks_for_wilds = False

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        return Identical(_IDENTICAL, rules.naturals, levels)

    def groups(self, rules: HandRules, least: int) -> tuple[int, Sequence[Sequence[int]]]:
        return _IDENTICAL, [[card] for card in range(JOKER)]

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        return 0, int(any(parts.held((card,))[1] >= _IDENTICAL for card in range(JOKER)))

    def column(self, hands: Hands) -> Column | None:
        return truth(hands.largest(hands.copies[card] for card in of_ranks(hands.rules.naturals)) >= _IDENTICAL)


class _MostInSuit(Trait):
    """The most natural cards of one suit."""

    asks_for_wilds = False

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        return MostOfSuit(rules.naturals, levels, distinct=False)

    def groups(self, rules: HandRules, least: int) -> tuple[int, Sequence[Sequence[int]]]:
        return least, rules.suits

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        return _greatest(parts, map(tuple, rules.suits))

    def column(self, hands: Hands) -> Column | None:
        return hands.largest(map(hands.number, hands.rules.suits))


class _RanksInSuit(_MostInSuit):
    """The most different natural ranks of one suit, or of some places in it."""

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        return MostOfSuit(rules.naturals, levels, distinct=True)

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        return 0, max(parts.most_different(tuple(suit)) for suit in rules.suits)

    def column(self, hands: Hands) -> Column | None:
        return hands.largest(map(hands.different, self.groups(hands.rules, 0)[1]))


class _Within(_RanksInSuit):
    """The most different natural ranks of one suit among so many places, the ace above the king."""

    def __init__(self, argument: str) -> None:
        self._width = int(argument)

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        return InLine(rules.line, levels, self._width)

    def groups(self, rules: HandRules, least: int) -> tuple[int, Sequence[Sequence[int]]]:
        windows = _windows(rules.line, self._width) or [rules.line]
        return least, [of_suit(suit, ranks) for suit in range(SUITS) for ranks in windows]

    def bounds(self, rules: HandRules, parts: Parts) -> tuple[int, int]:
        return 0, min(super().bounds(rules, parts)[1], self._width)


class _NaturalRun(_RanksInSuit):
    """The most consecutive natural ranks of one suit."""

    def machine(self, rules: HandRules, levels: Levels) -> Machine | None:
        ace = rules.ruleset.run.ace
        if ace == "high":
            return InLine(rules.line, levels)
        return LongestRun(levels, ace_high=ace == "either", around=ace == "circular")

    def groups(self, rules: HandRules, least: int) -> tuple[int, Sequence[Sequence[int]]]:
        windows = {frozenset(window) for window in _windows(rules.places(least), least)}
        runs = [sorted(window) for window in windows if len(window) == least and window <= rules.naturals]
        return least, [of_suit(suit, ranks) for suit in range(SUITS) for ranks in runs]

    def column(self, hands: Hands) -> Column | None:
        longest = np.zeros_like(hands.wilds)
        for suit in range(SUITS):
            length = np.zeros_like(longest)
            for rank in hands.rules.places(RANKS):
                natural = np.uint8(rank in hands.rules.naturals)
                length = (length + np.uint8(1)) * hands.held[suit * RANKS + rank] * natural
                longest = np.maximum(longest, length)
        return np.minimum(longest, np.uint8(RANKS))  # an ace that stands at both ends counts once


def _ranks_of(letters: str) -> frozenset[int]:
    return frozenset(map(RANK_LETTERS.index, letters))


def _windows(line: Sequence[int], width: int) -> list[Sequence[int]]:
    """Return every `width` places in a row."""
    return [line[start : start + width] for start in range(len(line) - width + 1)]


def _greatest(parts: Parts, groups: Iterable[tuple[int, ...] | range]) -> tuple[int, int]:
    """Return the fewest and the most cards of that group of which a hand holds most."""
    held = [parts.held(kinds) for kinds in groups]
    return max((low for low, _ in held), default=0), max((high for _, high in held), default=0)


def _naturals(letters: str) -> Trait:
    return _Count(lambda rules: of_ranks(rules.naturals & _ranks_of(letters)), asks_for_wilds=False)


def _cards(letter: str) -> Trait:
    return _Count(lambda rules: of_suit(SUIT_LETTERS.index(letter), rules.naturals), asks_for_wilds=False)


_WITH_ARGUMENT: Mapping[str, Callable[[str], Trait]] = {
    "naturals": _naturals,
    "cards": _cards,
    "most_of": _MostOf,
    WINDOW: _Within,
}
_ALONE: Mapping[str, Trait] = {
    "jokers": _Count(lambda rules: (JOKER,), asks_for_wilds=True),
    "wilds": _Wilds(lambda rules: rules.wilds, asks_for_wilds=True),
    "most_in_suit": _MostInSuit(),
    "ranks_in_suit": _RanksInSuit(),
    "natural_run": _NaturalRun(),
    "natural_set": _NaturalSet(),
    "identical_three": _Identical(),
}


def trait_of(feature: Feature, ruleset: Ruleset) -> Trait:
    """Return what is known of a feature: of any game, or of the ruleset's family alone."""
    if feature.name in _WITH_ARGUMENT:
        return _WITH_ARGUMENT[feature.name](feature.argument)
    return _ALONE.get(feature.name) or family_of(ruleset).odds.trait(feature, ruleset) or Trait()
