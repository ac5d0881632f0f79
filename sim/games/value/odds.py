"""Odds of value games: what may be asked of their hands, and the solver that answers."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from math import ceil
from typing import Any

from numpy.typing import NDArray

from meldlab.kernels.value.rules import PLACES, ValueRules, wild_limit
from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.trait import Trait
from meldlab.sim.games.family import FamilyOdds, Refusal
from meldlab.sim.games.value.block_solver import ValueBlockSolver, ValueBlockTables
from meldlab.sim.games.value.full_runs import FullRunTrait
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.games.value.melds import FULL_RUNS, PINACULO_NAME
from meldlab.sim.games.value.specials import legal_sets, pinaculos, sets_with_line, without_larger
from meldlab.sim.query import sentences
from meldlab.sim.query.query import And, Feature, Query, any_of, at_least
from meldlab.sim.query.vocabulary import ANY, WINDOW, Entry
from meldlab.sim.rules import Ruleset

_MOST_DECKS = 2  # copies of one natural card, in the search
_MOST_CARDS = 30  # larger hands take the search too long


def _set(ranks: str, naturals: int, wilds: int) -> Query:
    held = at_least(Feature("most_of", ranks), naturals)
    return And((held, at_least(Feature("wilds"), wilds))) if wilds else held


def _melds(rules: ValueRules) -> Iterator[Query]:
    """Yield the least melds: some hand that holds any meld holds one of these."""
    sets = [(n, w) for n, w in legal_sets(rules) if n]
    yield from (_set(ANY, n, w) for n, w in without_larger(sets))
    runs = [
        (length, length - w, w)
        for length in range(rules.run_min, min(rules.run_max, PLACES) + 1)
        for w in range(length)
        if w <= wild_limit(rules, length - w)
    ]
    for length, n, w in runs:
        if any(other < length and wilds <= w and _surely_within(length, n, other) >= m for other, m, wilds in runs):
            continue
        held = at_least(Feature(WINDOW, str(length)), n)
        yield And((held, at_least(Feature("wilds"), w))) if w else held


def _surely_within(length: int, naturals: int, width: int) -> int:
    """Return how many of `naturals` places out of `length` some window of `width` holds, however they lie."""
    if naturals == length:
        return width
    if length > 2 * width:  # parts of `width` places share them out
        return ceil(naturals / ceil(length / width))
    return min(
        max(sum(place in places for place in range(start, start + width)) for start in range(length - width + 1))
        for places in map(set, combinations(range(length), naturals))
    )


class ValueOutcomes:
    """Value of Pinacle hands."""

    def __init__(self, deal: Deal) -> None:
        ODDS.refuse_unsolvable("value", deal)
        self._deal = deal

    @cached_property
    def _solver(self) -> ValueBlockSolver:
        return ValueBlockSolver(ValueBlockTables.of(lower_value(self._deal.ruleset)), cards=self._deal.cards)

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``value``."""
        return self._solver.values(hands.planes, hands.counts)[0]


class _Odds(FamilyOdds):
    """What `odds` asks of value games."""

    score = "value"
    most_sampled = 1 << 18  # values take longest

    def entries(self, ruleset: Ruleset, cards: int) -> list[Entry]:
        rules = lower_value(ruleset)
        most = 100_000
        of_pinaculo = "all eight naturals of a rank and the wild cards of a pinaculo"
        pinaculo = any_of([_set(ANY, n, w) for n, w in without_larger(pinaculos(rules))])
        entries = [
            Entry("value", "most that melds are worth less the cards left", minimum=-most, maximum=most),
            Entry("has_meld", "the hand holds a legal meld", meaning=any_of(tuple(_melds(rules)))),
            Entry(PINACULO_NAME, of_pinaculo, meaning=pinaculo, special=True),
        ]
        for (name, meld), line in zip(ruleset.special.melds.items(), rules.lines, strict=True):
            shapes = without_larger(sets_with_line(line, rules))
            sentence = sentences.special_set(meld.ranks, shapes, worth=meld.value)
            entries.append(
                Entry(name, sentence, meaning=any_of([_set(meld.ranks, n, w) for n, w in shapes]), special=True)
            )
        entries += [Entry(name, f"the cards of a full run, class {name}", special=True) for name in FULL_RUNS]
        return entries

    def solver(self, deal: Deal) -> OutcomeSolver:
        return ValueOutcomes(deal)

    def unsolvable(self, name: str, ruleset: Ruleset, *, decks: int, cards: int) -> Refusal | None:
        if name == "value" and decks > _MOST_DECKS:
            return Refusal(f"value of hands of {decks} decks is not known", f"hands of up to {_MOST_DECKS} decks")
        if name == "value" and cards > _MOST_CARDS:
            return Refusal(f"hands of {cards} cards are too large to be valued", f"hands of up to {_MOST_CARDS} cards")
        return None

    def trait(self, feature: Feature, ruleset: Ruleset) -> Trait | None:
        return FullRunTrait(feature.name, ruleset) if feature.name in FULL_RUNS else None


ODDS = _Odds()
