"""What strategies and the table ask about hands: points, whether a hand can be declared, the best throw."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards import JOKER, NO_WILD, RANKS, Planes, empty_planes, planes_from_counts
from meldlab.kernels.declare_rules import NO_CAP, ONE_LIFE_LOOSE, DeclareRules
from meldlab.kernels.play.declare_rests import (
    fill_grown,
    fill_rests,
    first_throws,
    keep_best_throws,
    list_throws,
    mark_mates,
    one_suit_hands,
)
from meldlab.sim.declare_distance import DistanceSolver
from meldlab.sim.declare_solver import DeclareSolver, DeclareTables, Solved

Numbers = NDArray[np.int64]
Counts = NDArray[np.uint8]

_NO_THROW = -1
_GROUP_OF_THREE = 3


class Throws(NamedTuple):
    """A best throw of each hand, shape (hands,) each."""

    cards: Numbers
    points: Numbers  # what is left, sequences counted without lives
    declares: NDArray[np.bool_]  # what is left can be declared


class EachThrow(NamedTuple):
    """Every different throw of some hands, shape (throws,) each."""

    hands: Numbers  # which hand
    cards: Numbers
    points: Numbers  # what is left, as in `Throws`
    declares: NDArray[np.bool_]

    def at(self, places: NDArray[np.intp]) -> "EachThrow":
        """Return the throws at these places."""
        return EachThrow(self.hands[places], self.cards[places], self.points[places], self.declares[places])


class JudgeTables:
    """What the judges of all threads share.

    Parameters
    ----------
    rules : DeclareRules
    cards : int
        Cards of a hand.
    """

    def __init__(self, rules: DeclareRules, *, cards: int) -> None:
        self.rules = rules
        self.cards = cards
        self.score = DeclareTables(rules, cards=cards)
        # Rules under which every card counts until two lives are there tell nothing about the way to them.
        guide = rules._replace(
            points_cap=NO_CAP, impure_requires_pure=0, no_pure_counts_all=0, one_life_counts=ONE_LIFE_LOOSE
        )
        # the array of points is the same object, all else are numbers
        self.guide = self.score if guide == rules else DeclareTables(guide, cards=cards)


class Judge:
    """Exact figures of hands under one ruleset; used by one thread at a time.

    *Loose points* are the points of a hand when every sequence counts, lives or not, and no cap is put on: the
    measure by which a hand grows, in rulesets too that count all cards until both lives are there.

    Parameters
    ----------
    tables : JudgeTables
    decks : int
        52-card decks of the pack.
    """

    def __init__(self, tables: JudgeTables, *, decks: int) -> None:
        self.rules = tables.rules
        self.cards = tables.cards
        self._decks = decks
        self._score = DeclareSolver(tables.score)
        self._guide = self._score if tables.guide is tables.score else DeclareSolver(tables.guide)
        self._distances: DistanceSolver | None = None
        naturals = np.tile(tables.rules.points, JOKER // RANKS)
        self._worths = np.append(naturals, 0)
        self._dearest = int(tables.rules.points.max())

    def worth(self, cards: Numbers, wild_ranks: Numbers) -> Numbers:
        """Return the points of each of `cards` when it is loose: none for a wild card."""
        return np.where(cards % RANKS == wild_ranks, 0, self._worths[cards])

    def figures(self, hands: Counts, wild_ranks: Numbers) -> Solved:
        """Return what hands score as losers', whether they can be declared, whether they hold both lives."""
        return self._score.solve(_planes(hands, wild_ranks))

    def loose_points(self, hands: Counts, wild_ranks: Numbers) -> Numbers:
        """Return the loose points of hands, also of those with a card too many."""
        return self._loose(_planes(hands, wild_ranks))

    def may_help(self, hands: Counts, wild_ranks: Numbers, chosen: Numbers, cards: Numbers) -> NDArray[np.bool_]:
        """Return which of `cards` could lie in a group with cards of the hands `chosen`; the others cannot."""
        possible = np.ones(len(chosen), dtype=bool)
        if min(self.rules.run_min, self.rules.set_min) >= _GROUP_OF_THREE:
            mark_mates(hands, wild_ranks, chosen, cards, possible)
        return possible

    def throws(self, hands: Counts, wild_ranks: Numbers, barred: Numbers) -> Throws:
        """Return a throw after which the hand can be declared, else one that leaves the fewest loose points.

        Parameters
        ----------
        hands : uint8, shape (hands, 53)
            Hands with a card too many.
        wild_ranks : int64, shape (hands,)
        barred : int64, shape (hands,)
            A card that may not be thrown, though it may be the last one of a declaration; or -1.
        """
        size = len(hands)
        whole = _planes(hands, wild_ranks)
        least = self._loose(whole)
        found = Throws(
            np.full(size, _NO_THROW, dtype=np.int64), np.full(size, NO_CAP, dtype=np.int64), np.zeros(size, dtype=bool)
        )
        first = np.empty(size, dtype=np.int64)
        first_throws(hands, wild_ranks, barred, self.rules.points, first)
        near = least <= self._dearest
        each = np.flatnonzero(~near & (first != _NO_THROW))
        self._try(whole, wild_ranks, each, first[each], found)
        # a hand that a throw might complete is looked at whole, the barred card too: it may be the last one
        limits = np.where(near, NO_CAP, found.points)
        listed, cards = self._listed(hands, wild_ranks, np.where(near, _NO_THROW, barred), least, limits, found.cards)
        self._try(whole, wild_ranks, listed, cards, found)
        wrong = np.flatnonzero((found.cards == barred) & ~found.declares & (barred != _NO_THROW))
        if wrong.size:
            found.cards[wrong] = _NO_THROW
            limits = np.full(wrong.size, NO_CAP, dtype=np.int64)
            again, cards = self._listed(
                hands[wrong], wild_ranks[wrong], barred[wrong], least[wrong], limits, found.cards[wrong]
            )
            self._try(whole, wild_ranks, wrong[again], cards, found)
        return found

    def each_throw(self, hands: Counts, wild_ranks: Numbers) -> EachThrow:
        """Return what every throw leaves, hand after hand."""
        nothing = np.full(len(hands), _NO_THROW, dtype=np.int64)
        listed, cards = self._listed(hands, wild_ranks, nothing, np.zeros_like(nothing), nothing + NO_CAP, nothing)
        solved = self._guide.solve(_rests(_planes(hands, wild_ranks), listed, cards))
        return EachThrow(listed, cards, solved.points, solved.can_declare == 1)

    def grown_points(self, hands: Counts, wild_ranks: Numbers, chosen: Numbers, cards: Numbers) -> Numbers:
        """Return the loose points of the hands `chosen`, each with one of `cards` more."""
        grown = empty_planes(len(chosen))
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            fill_grown(_planes(hands, wild_ranks), chosen, cards, grown)
        return self._loose(grown)

    def last_cards(self, hands: Counts, wild_ranks: Numbers) -> NDArray[np.bool_]:
        """Return which cards may be put face down so that the rest can be declared, bool, shape (hands, 53)."""
        answer = np.zeros(hands.shape, dtype=bool)
        whole = _planes(hands, wild_ranks)
        least = self._loose(whole)
        nothing = np.full(len(hands), _NO_THROW, dtype=np.int64)
        listed, cards = self._listed(hands, wild_ranks, nothing, least, nothing + 2, nothing)
        if listed.size:
            solved = self._guide.solve(_rests(whole, listed, cards))
            answer[listed, cards] = solved.can_declare == 1
        return answer

    def distances(self, hands: Counts, pools: Counts, wild_ranks: Numbers) -> Numbers:
        """Return how many cards of the pool each hand must exchange to be declarable; -1 when none will do."""
        if self._distances is None:
            self._distances = DistanceSolver(self.rules, cards=self.cards, decks=self._decks)
        return self._distances.distances(hands, pools, wild_ranks)

    def _loose(self, planes: Planes) -> Numbers:
        """Return loose points; where the tables of suits end, 0, which is a bound in any case."""
        points = self._guide.points(planes)
        beyond = np.empty(len(points), dtype=bool)
        one_suit_hands(planes, self.cards + 1, beyond)
        points[beyond] = 0
        return points

    def _listed(
        self,
        hands: Counts,
        wild_ranks: Numbers,
        barred: Numbers,
        least: Numbers,
        limits: Numbers,
        tried: Numbers,
    ) -> tuple[Numbers, Numbers]:
        room = len(hands) * (self.cards + 1)
        hand_of, card_of = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
        size = list_throws(hands, wild_ranks, barred, self.rules.points, least, limits, tried, hand_of, card_of)
        return hand_of[:size], card_of[:size]

    def _try(self, whole: Planes, wild_ranks: Numbers, hand_of: Numbers, card_of: Numbers, found: Throws) -> None:
        if not hand_of.size:
            return
        solved = self._guide.solve(_rests(whole, hand_of, card_of))
        keep_best_throws(
            hand_of,
            card_of,
            solved.points,
            solved.can_declare,
            wild_ranks,
            self.rules.points,
            found.cards,
            found.points,
            found.declares.view(np.uint8),
        )


def _planes(hands: Counts, wild_ranks: Numbers) -> Planes:
    return planes_from_counts(hands, np.where(wild_ranks < 0, NO_WILD, wild_ranks).astype(np.uint64))


def _rests(whole: Planes, hand_of: Numbers, card_of: Numbers) -> Planes:
    rests = empty_planes(len(hand_of))
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        fill_rests(whole, hand_of, card_of, rests)
    return rests
