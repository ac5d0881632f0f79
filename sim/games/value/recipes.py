"""What each special of a `value` game is made of, and so what a hand lacks for it (Pinacle rules, 10.4).

A *recipe* names numbers of cards out of *pots* that share no card: naturals of a rank, wild cards; for full runs the
places of a suit (each once), twos of that suit, other wild cards.  A special has several; the hand lacks the least.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, RANKS, SUITS
from meldlab.kernels.value.rules import PLACES, ValueRules, rank_of
from meldlab.sim.games.value.specials import Special, specials_of

_TWO = 1
_ANY_COPIES = 99


#: For each pot it needs, its number and the cards asked of it.
Recipe = tuple[tuple[int, int], ...]


class Pot(NamedTuple):
    """Cards of which a recipe asks for a number."""

    kinds: tuple[int, ...]
    copies: int  # copies of one kind that count


class Lack(NamedTuple):
    """What a hand lacks for one special.

    Attributes
    ----------
    missing : int or None
        Fewest cards to add; None where the rules, or the cards there are, allow none.
    outs : tuple of int
        Every kind there is that lowers it.
    wanted : tuple of int
        Kinds that complete it, one way of several.
    """

    missing: int | None
    outs: tuple[int, ...] = ()
    wanted: tuple[int, ...] = ()


class SpecialRecipes:
    """The specials of a ruleset and what hands lack for them.

    Parameters
    ----------
    rules : ValueRules
    names : sequence of str
        Names of the special sets, in the order of ``rules.lines``.
    """

    def __init__(self, rules: ValueRules, names: Sequence[str]) -> None:
        self._pots = _pots()
        self.specials: Mapping[str, Special] = {each.name: each for each in specials_of(rules, names)}
        self._recipes = {name: _recipes(special) for name, special in self.specials.items()}

    def missing(self, counts: NDArray[np.uint8]) -> dict[str, int | None]:
        """Return for each special the fewest cards to add, whatever lies elsewhere; counts uint8 of shape (53,)."""
        endless = np.full(KINDS, _ANY_COPIES, dtype=np.int64)
        return {name: lack.missing for name, lack in self.lacks(counts, endless).items()}

    def lacks(self, counts: NDArray[np.uint8], pool: NDArray[np.int64]) -> dict[str, Lack]:
        """Return what the hand lacks for each special; pool, of shape (53,): the copies of each kind that may come."""
        hand, rest = counts.tolist(), pool.tolist()
        held = [sum(min(hand[kind], pot.copies) for kind in pot.kinds) for pot in self._pots]
        there = [sum(min(hand[kind] + rest[kind], pot.copies) for kind in pot.kinds) for pot in self._pots]
        return {name: self._lack(recipes, hand, rest, held, there) for name, recipes in self._recipes.items()}

    def _lack(
        self, recipes: tuple[Recipe, ...], hand: list[int], rest: list[int], held: list[int], there: list[int]
    ) -> Lack:
        possible = [recipe for recipe in recipes if all(there[pot] >= cards for pot, cards in recipe)]
        missing = [sum(max(0, cards - held[pot]) for pot, cards in recipe) for recipe in possible]
        least = min(missing, default=None)
        if not least:
            return Lack(least)
        outs: set[int] = set()
        wanted: tuple[int, ...] = ()
        for recipe, lacking in zip(possible, missing, strict=True):
            if lacking > least:
                continue
            fresh = {pot: self._fresh(pot, hand, rest) for pot, cards in recipe if cards > held[pot]}
            outs.update(*fresh.values())
            wanted = wanted or tuple(
                sorted(card for pot, cards in recipe if pot in fresh for card in fresh[pot][: cards - held[pot]])
            )
        return Lack(least, tuple(sorted(set(outs))), wanted)

    def _fresh(self, number: int, hand: list[int], rest: list[int]) -> list[int]:
        """Return the cards of a pot that may come and would count, each as often as it can, one copy of each first."""
        pot = self._pots[number]
        free = {kind: min(rest[kind], max(0, pot.copies - hand[kind])) for kind in pot.kinds}
        return [kind for copy in range(PLACES) for kind in pot.kinds if free[kind] > copy]


# Numbers of the pots: naturals by place, all wild cards, then by suit places, twos of the suit, other wild cards.
_WILDS = PLACES
_SUIT_PLACES = _WILDS + 1
_OWN_TWOS = _SUIT_PLACES + SUITS
_OTHER_WILDS = _OWN_TWOS + SUITS


def _pots() -> tuple[Pot, ...]:
    twos = tuple(RANKS * suit + _TWO for suit in range(SUITS))
    ranks = [tuple(RANKS * suit + rank_of(place) for suit in range(SUITS)) for place in range(PLACES)]
    suits = [tuple(RANKS * suit + rank_of(place) for place in range(PLACES)) for suit in range(SUITS)]
    others = [(*(two for two in twos if two != own), JOKER) for own in twos]
    return (
        *(Pot(kinds, _ANY_COPIES) for kinds in ranks),
        Pot((*twos, JOKER), _ANY_COPIES),
        *(Pot(kinds, 1) for kinds in suits),
        *(Pot((own,), _ANY_COPIES) for own in twos),
        *(Pot(kinds, _ANY_COPIES) for kinds in others),
    )


def _recipes(special: Special) -> tuple[Recipe, ...]:
    """Return every way to make a special."""
    pots: list[tuple[int, ...]]
    if not special.places:
        pots = [(_SUIT_PLACES + suit, _OWN_TWOS + suit, _OTHER_WILDS + suit) for suit in range(SUITS)]
    else:
        pots = [(place, _WILDS) for place in range(PLACES) if special.places >> place & 1]
    return tuple(tuple(zip(each, shape, strict=True)) for each in pots for shape in special.shapes)
