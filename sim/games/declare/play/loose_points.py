"""Loose points of hands, and the throw that leaves the fewest: the figures by which hands of Indian rummy grow."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import RANKS, Planes, empty_planes
from meldlab.kernels.declare.rules import NO_CAP, DeclareRules
from meldlab.kernels.declare.table.memory import make_memory, recall, recall_throws, remember, remember_throws
from meldlab.kernels.declare.table.planes import fill_rests, one_suit_hands
from meldlab.kernels.declare.table.throws import first_throws, keep_best_throws, list_better, list_finishing, list_kinds
from meldlab.sim.games.declare.block_solver import DeclareSolver, Solved

Numbers = NDArray[np.int64]

NO_THROW = -1
_GROUP_OF_THREE = 3


class Throws(NamedTuple):
    """A best throw of each hand, shape (hands,) each."""

    cards: Numbers
    points: Numbers  # what is left, sequences counted without lives
    declares: NDArray[np.bool_]  # what is left can be declared


class Listed(NamedTuple):
    """Throws to be valued, shape (throws,) each: which hand, which card."""

    hands: Numbers
    cards: Numbers


class LoosePoints:
    """Points of hands when every sequence counts, lives or not, and no cap is put on; used by one thread at a time.

    Invariant of `throws`: a throw that is not valued could not change the answer (module
    `declare_throws` says why).  Far from a declaration most hands need the value of one throw and of the dearer cards
    that lie in groups; a hand with fewer points than its dearest card is first asked whether a throw completes it.

    Parameters
    ----------
    rules : DeclareRules
        Rule numbers of the game.
    solver : DeclareSolver
        One under rules by which every sequence counts.
    cards : int
        Cards of a hand.
    """

    def __init__(self, rules: DeclareRules, solver: DeclareSolver, *, cards: int) -> None:
        self.groups_of_three = min(rules.run_min, rules.set_min) >= _GROUP_OF_THREE
        self._values = rules.points
        self._dearest = int(rules.points.max())
        self._solver = solver
        self._cards = cards
        self._memory = make_memory()

    def points(self, planes: Planes) -> Numbers:
        """Return loose points; where the tables of suits end, 0, which is a bound in any case."""
        points = np.empty(len(planes.once), dtype=np.int64)
        missing = np.empty_like(points)
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            unknown = recall(planes, self._memory, points, missing)
            if unknown:
                missing = missing[:unknown]
                asked = Planes(*(plane[missing] for plane in planes))
                found = self._solver.points(asked)
                beyond = np.empty(unknown, dtype=bool)
                one_suit_hands(asked, self._cards + 1, beyond)
                found[beyond] = 0
                remember(asked, found, self._memory)
                points[missing] = found
        return points

    def throws(self, whole: Planes, barred: Numbers) -> Throws:
        """Return a throw after which the hand can be declared, else one that leaves the fewest loose points.

        Parameters
        ----------
        whole
            Hands with a card too many.
        barred : int64, shape (hands,)
            A card that may not be thrown, though it may be the last one of a declaration; or -1.
        """
        size = len(whole.once)
        found = _no_throws(size)
        missing = np.empty(size, dtype=np.int64)
        with np.errstate(over="ignore"):
            missing = missing[: recall_throws(whole, barred, self._memory, *found, missing)]
        if missing.size:
            asked, barred = Planes(*(plane[missing] for plane in whole)), barred[missing]
            least = self.points(asked)
            best = self._best_throws(asked, least, barred)
            for column, each in zip(found, best, strict=True):
                column[missing] = each
            chosen = np.flatnonzero(best.cards != NO_THROW)
            left = rests(asked, Listed(chosen, best.cards[chosen]))
            with np.errstate(over="ignore"):
                remember_throws(asked, least, barred, *best, self._memory)
                remember(left, best.points[chosen], self._memory)
        return found

    def each_throw(self, whole: Planes) -> tuple[Listed, Solved]:
        """Return every different throw, and what it leaves."""
        listed = self._listed(list_kinds, whole)
        return listed, self._solver.solve(rests(whole, listed))

    def last_cards(self, whole: Planes) -> Listed:
        """Return the cards that may be put face down so that the rest can be declared."""
        every = np.ones(len(whole.once), dtype=bool)
        nothing = np.full(every.size, NO_THROW, dtype=np.int64)
        listed = self._listed(list_finishing, whole, self._values, self.points(whole), every, nothing, ~every)
        if not listed.hands.size:
            return listed
        can = self._solver.solve(rests(whole, listed)).can_declare == 1
        return Listed(listed.hands[can], listed.cards[can])

    def _best_throws(self, whole: Planes, least: Numbers, barred: Numbers) -> Throws:
        """Return the best throws of hands with `least` points."""
        near = least <= self._dearest
        first, loose = self._first(whole, barred)
        known = loose & ~near
        found = Throws(
            np.where(known, first, NO_THROW),
            np.where(known, least - self._values[first % RANKS], NO_CAP),
            np.zeros(near.size, dtype=bool),
        )
        each = np.flatnonzero(~known & (first != NO_THROW))
        self._try(whole, barred, near, Listed(each, first[each]), found)
        nothing = np.full(near.size, NO_THROW, dtype=np.int64)
        limits = np.where(near, 0, found.points)
        listed = self._listed(list_better, whole, barred, self._values, least, limits, first, nothing, 0)
        if near.any():
            finishing = self._listed(list_finishing, whole, self._values, least, near, first, found.declares)
            listed = Listed(*(np.concatenate(both) for both in zip(listed, finishing, strict=True)))
        self._try(whole, barred, near, listed, found)
        unfinished = near & ~found.declares
        if unfinished.any():
            limits = np.where(unfinished, found.points, 0)
            tying = np.where(unfinished, found.cards, NO_THROW)
            listed = self._listed(list_better, whole, barred, self._values, least, limits, first, tying, 0)
            self._try(whole, barred, near, listed, found)
        return found

    def _first(self, whole: Planes, barred: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
        """Return a throw to begin with, and whether it lies in no group."""
        first, loose = np.empty(len(whole.once), dtype=np.int64), np.empty(len(whole.once), dtype=bool)
        with np.errstate(over="ignore"):
            first_throws(whole, barred, self._values, int(self.groups_of_three), first, loose)
        return first, loose

    def _listed(self, list_throws: Callable[..., int], whole: Planes, *more: NDArray[Any] | int) -> Listed:
        """Return what a kernel of `declare_throws` lists."""
        room = len(whole.once) * (self._cards + 1)
        hands, cards = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
        with np.errstate(over="ignore"):
            size = list_throws(whole, *more, hands, cards)
        return Listed(hands[:size], cards[:size])

    def _try(self, whole: Planes, barred: Numbers, in_order: NDArray[np.bool_], listed: Listed, found: Throws) -> None:
        """Value throws and keep what is better."""
        if listed.hands.size:
            # as many points as the best throw so far leaves still matter: the dearer card is thrown
            solved = self._solver.solve(rests(whole, listed), found.points[listed.hands] + 1)
            keep_best_throws(
                *listed,
                solved.points,
                solved.can_declare,
                whole.wild_ranks,
                self._values,
                barred,
                in_order,
                found.cards,
                found.points,
                found.declares,
            )


def _no_throws(size: int) -> Throws:
    return Throws(np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64), np.empty(size, dtype=bool))


def rests(whole: Planes, listed: Listed) -> Planes:
    """Return what each throw leaves."""
    left = empty_planes(len(listed.hands))
    with np.errstate(over="ignore"):
        fill_rests(whole, *listed, left)
    return left
