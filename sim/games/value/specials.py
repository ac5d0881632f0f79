"""What the specials of a `value` game consist of, and which hands hold one (Pinacle rules, 5, 6 and 10.4)."""

from collections.abc import Iterable, Iterator, Sequence
from operator import le
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import (
    COPIES,
    LINE_CARDS,
    LINE_PLACES,
    LINE_VALUE,
    LINE_WILDS,
    PLACES,
    SUITS,
    ValueRules,
    rank_of,
    wild_limit,
)
from meldlab.sim.games.value.melds import FULL_RUNS, PINACULO_NAME

_JOKER = 52

Shape = TypeVar("Shape", bound=tuple[int, ...])


class HeldSpecials:
    """Which specials hands contain, for many hands at once.

    Parameters
    ----------
    rules : ValueRules
    names : sequence of str
        Names of the special sets, in the order of ``rules.lines``.
    """

    def __init__(self, rules: ValueRules, names: Sequence[str]) -> None:
        self._specials = specials_of(rules, names)
        self.names = tuple(each.name for each in self._specials)

    def flags(self, counts: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
        """Return for each special 1 where a hand contains it; counts uint8 of shape (hands, 53)."""
        copies = counts[:, :_JOKER].reshape(-1, SUITS, 13)
        twos = copies[:, :, 1]
        wilds = twos.sum(axis=1, dtype=np.uint8) + counts[:, _JOKER]
        order = [rank_of(place) for place in range(PLACES)]
        by_rank = copies.sum(axis=1, dtype=np.uint8)[:, order]
        by_suit = (copies[:, :, order] > 0).sum(axis=2, dtype=np.uint8)
        longest = int(by_suit.max(initial=0))
        found = {}
        for special in self._specials:
            held = np.zeros(len(counts), dtype=np.bool_)
            if special.places:
                most = by_rank[:, [place for place in range(PLACES) if special.places >> place & 1]].max(axis=1)
                for n, w in special.shapes:
                    held |= (most >= n) & (wilds >= w)
            else:
                for n, own, others in special.shapes:
                    if longest >= n:
                        held |= ((by_suit >= n) & (twos >= own) & (wilds[:, None] - twos >= others)).any(axis=1)
            found[special.name] = held.astype(np.uint8)
        return found


def without_larger(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return the shapes that no other one undercuts in every number."""
    every = tuple(dict.fromkeys(shapes))
    return tuple(shape for shape in every if not any(other != shape and all(map(le, other, shape)) for other in every))


def legal_sets(rules: ValueRules) -> Iterator[tuple[int, int]]:
    """Yield naturals and wild cards of every set."""
    for n in range(COPIES + 1):
        for w in range(min(wild_limit(rules, n), rules.set_max - n) + 1):
            if n + w >= rules.set_min:
                yield n, w


def pinaculos(rules: ValueRules) -> Iterator[tuple[int, int]]:
    """Yield naturals and wild cards of every pinaculo."""
    return (shape for shape in legal_sets(rules) if shape == (COPIES, rules.pinaculo_wilds))


def sets_with_line(line: NDArray[np.int64], rules: ValueRules) -> Iterator[tuple[int, int]]:
    """Yield the sets that contain a special line."""
    cards = int(line[LINE_CARDS])
    for n, w in legal_sets(rules):
        if not line[LINE_WILDS]:
            if n >= cards:
                yield n, w
        elif rules.wild_line_total:
            if any(cards - b <= n and b <= wild_limit(rules, cards - b) for b in range(1, w + 1)):
                yield n, w
        elif n >= cards and w and wild_limit(rules, cards) >= 1:
            yield n, w


class Special(NamedTuple):
    """One special.

    Attributes
    ----------
    name : str
    worth : int
        What it is worth on the table; a pinaculo as completed during play.
    places : int
        Bits: the ranks it may be made of; 0 for full runs.
    shapes : tuple of tuples
        The least cards that make it: naturals and wild cards of a set; naturals, twos of the suit and other wild cards
        of a full run.
    """

    name: str
    worth: int
    places: int
    shapes: tuple[tuple[int, ...], ...]


def specials_of(rules: ValueRules, names: Sequence[str]) -> list[Special]:
    """Return the pinaculo, the special sets (`names` in the order of ``rules.lines``) and the full runs."""
    found = [Special(PINACULO_NAME, rules.pinaculo_play, (1 << PLACES) - 1, without_larger(pinaculos(rules)))]
    for name, line in zip(names, rules.lines, strict=True):
        shapes = without_larger(sets_with_line(line, rules))
        found.append(Special(name, int(line[LINE_VALUE]), int(line[LINE_PLACES]), shapes))
    worths = (rules.full_clean, rules.full_semi_one, rules.full_semi_two, rules.full_dirty)
    for kind, (name, worth) in enumerate(zip(FULL_RUNS, worths, strict=True)):
        found.append(Special(name, worth, 0, without_larger(full_runs(kind, rules))))
    return found


def full_runs(kind: int, rules: ValueRules) -> Iterator[tuple[int, int, int]]:
    """Yield naturals, twos of the suit and other wild cards of the full runs of a class."""
    if not rules.run_min <= PLACES <= rules.run_max:
        return
    for wilds in range(PLACES + 1):
        if wilds > wild_limit(rules, PLACES - wilds):
            continue
        for own in range(wilds + 1):
            others = wilds - own
            if kind == (own if not others and own < len(FULL_RUNS) - 1 else len(FULL_RUNS) - 1):
                yield PLACES - wilds, own, others
