"""Melds of a `value` game as people read them: class, value, and what each wild card stands for."""

from collections.abc import Sequence
from dataclasses import dataclass

from meldlab.kernels.value.full_runs import full_class, full_worth
from meldlab.kernels.value.goals import ValueGoals
from meldlab.kernels.value.rules import (
    AS_RESCUED,
    HAND_VALUE,
    PLACES,
    TWO,
    Goal,
    ValueRules,
    place_of,
    rank_of,
    wild_limit,
)
from meldlab.kernels.value.sets import PINACULO, PLAIN, set_worth
from meldlab.kernels.value.state import HALF_NONE
from meldlab.sim.common.notation import PRINTED_JOKER, RANKS, format_card

FULL_RUNS = ("full_clean", "full_semi1", "full_semi2", "full_dirty")
PINACULO_NAME = "pinaculo"
PLAIN_NAME = "plain"


@dataclass(frozen=True)
class ValueMeld:
    """One meld.

    Attributes
    ----------
    kind : str
        ``run`` or ``set``.
    name : str
        Its class: ``plain``, ``pinaculo``, a special of the ruleset, ``full_clean``, ...
    cards : tuple of int
        The cards, a run in the order of its places.
    stands_for : tuple of str
        As long as `cards`: a natural stands for itself, a wild in a run for a card, a wild in a set for the rank.
    value : int
        What it is worth on the table.
    """

    kind: str
    name: str
    cards: tuple[int, ...]
    stands_for: tuple[str, ...]
    value: int

    def wilds(self) -> tuple[tuple[int, str], ...]:
        """Return the wild cards, each with what it stands for."""
        return tuple(pair for pair in zip(self.cards, self.stands_for, strict=True) if is_wild(pair[0]))

    def to_dict(self) -> dict[str, object]:
        """Return the meld as in the JSON answers."""
        return {
            "kind": self.kind,
            "class": self.name,
            "cards": [format_card(card) for card in self.cards],
            "as": list(self.stands_for),
            "value": self.value,
        }


def is_wild(card: int) -> bool:
    """Return whether a card is a printed joker or a two."""
    return card == PRINTED_JOKER or place_of(card % 13) == TWO


def hand_value(card: int, rules: ValueRules) -> int:
    """Return what a card costs that is left in hand."""
    if card == PRINTED_JOKER:
        return rules.hand_joker
    place = place_of(card % 13)
    return rules.hand_two if place == TWO else int(rules.points[place])


def card_at(suit: int, place: int) -> int:
    """Return the natural card of a suit at a place."""
    return 13 * suit + rank_of(place)


class MeldValues:
    """Values and classes of melds under one set of rules.

    Parameters
    ----------
    goals : ValueGoals
    names : sequence of str
        Names of the special sets, in the order of the rules' lines.
    """

    def __init__(self, goals: ValueGoals, names: Sequence[str]) -> None:
        self.rules = goals.rules
        self.names = tuple(names)
        self._goals = {False: goals.in_play, True: goals.dealt}

    def goal(self, *, dealt: bool) -> Goal:
        """Return what the best value adds up."""
        return self._goals[dealt]

    def set_value(
        self, place: int, naturals: int, jokers: int, twos: int, *, one_hand: bool, dealt: bool
    ) -> tuple[int, str] | None:
        """Return value and class of a set without its rescued wild cards, or None if these cards are none."""
        worth, line = set_worth(place, naturals, jokers, twos, int(one_hand), self.rules, self._goals[dealt])
        if worth < HALF_NONE:
            return None
        name = {PLAIN: PLAIN_NAME, PINACULO: PINACULO_NAME}.get(line) or self.names[line]
        return int(worth), name

    def run_value(self, suit: int, first: int, cards: Sequence[int]) -> tuple[int, str]:
        """Return value and class of a legal run whose first card lies at place `first`, without rescued wild cards."""
        rules = self.rules
        own_two = 13 * suit + 1
        wilds = [card for card in cards if is_wild(card)]
        if len(cards) == PLACES:
            own = wilds.count(own_two)
            others = len(wilds) - own
            return int(full_worth(own, others, rules)), FULL_RUNS[full_class(own, others)]
        worth = 0
        for place, card in enumerate(cards, start=first):
            if not is_wild(card) or rules.wild_in_place not in (AS_RESCUED, HAND_VALUE):
                worth += int(rules.points[place])
            elif rules.wild_in_place == HAND_VALUE:
                worth += hand_value(card, rules)
            else:
                worth += self.rescued_value(card, None)
        return worth, PLAIN_NAME

    def kind_of_group(self, cards: Sequence[int]) -> str | None:
        """Return ``set`` or ``run`` if these cards as one group can be one, else None."""
        rules = self.rules
        naturals = [card for card in cards if not is_wild(card)]
        wilds = len(cards) - len(naturals)
        places = sorted(place_of(card % 13) for card in naturals)
        if not places or wilds > wild_limit(rules, len(naturals)):
            return None
        if places[0] == places[-1]:
            jokers = sum(card == PRINTED_JOKER for card in cards)
            found = self.set_value(places[0], len(naturals), jokers, wilds - jokers, one_hand=True, dealt=False)
            return None if found is None else "set"
        one_suit = len({card // 13 for card in naturals}) == 1 and len(set(places)) == len(places)
        fits = rules.run_min <= len(cards) <= rules.run_max
        return "run" if one_suit and fits and places[-1] - places[0] + 1 - len(places) <= wilds else None

    def rescued_value(self, card: int, place: int | None) -> int:
        """Return what a rescued wild card is worth: on a run (`place` None), or on the set of the rank at `place`."""
        rules = self.rules
        if card == PRINTED_JOKER:
            return rules.table_joker
        return rules.table_two_in_run if place is None else rules.table_two_in_set * int(rules.points[place])


def set_meld(place: int, cards: Sequence[int], value: tuple[int, str]) -> ValueMeld:
    """Return a set with its value and class, naturals first."""
    rank = RANKS[rank_of(place)]
    ordered = sorted(cards, key=lambda card: (is_wild(card), card))
    stands_for = tuple(rank if is_wild(card) else format_card(card) for card in ordered)
    return ValueMeld("set", value[1], tuple(ordered), stands_for, value[0])


def run_meld(suit: int, first: int, cards: Sequence[int], value: tuple[int, str]) -> ValueMeld:
    """Return a run with its value and class; its first card lies at place `first`."""
    stands_for = tuple(format_card(card_at(suit, place)) for place in range(first, first + len(cards)))
    return ValueMeld("run", value[1], tuple(cards), stands_for, value[0])
