"""What strategies and the table ask about hands: points, whether a hand can be declared, the best throw."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, MAX_COPIES, NATURALS, RANKS, Planes, empty_planes
from meldlab.kernels.declare.rules import NO_CAP, ONE_LIFE_LOOSE, DeclareRules
from meldlab.kernels.declare.table.groupmates import mark_mates
from meldlab.kernels.declare.table.planes import fill_grown, fill_planes
from meldlab.sim.games.declare.block_solver import DeclareSolver, DeclareTables, Solved
from meldlab.sim.games.declare.distance import DistanceSolver
from meldlab.sim.games.declare.play.loose_points import LoosePoints, Throws

Numbers = NDArray[np.int64]
Counts = NDArray[np.uint8]


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
        self.guide = self.score if guide == rules else DeclareTables(guide, cards=cards, like=self.score)


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
        guide = self._score if tables.guide is tables.score else DeclareSolver(tables.guide)
        self._loose = LoosePoints(tables.rules, guide, cards=tables.cards)
        self._distances: DistanceSolver | None = None
        naturals = np.tile(tables.rules.points, JOKER // RANKS)
        self._worths = np.append(naturals, 0)

    def worth(self, cards: Numbers, wild_ranks: Numbers) -> Numbers:
        """Return the points of each of `cards` when it is loose: none for a wild card."""
        return np.where(cards % RANKS == wild_ranks, 0, self._worths[cards])

    def figures(self, hands: Counts, wild_ranks: Numbers) -> Solved:
        """Return what hands score as losers', whether they can be declared, whether they hold both lives."""
        return self._score.solve(_planes(hands, wild_ranks))

    def loose_points(self, hands: Counts, wild_ranks: Numbers) -> Numbers:
        """Return the loose points of hands, also of those with a card too many."""
        return self._loose.points(_planes(hands, wild_ranks))

    def may_help(self, hands: Counts, wild_ranks: Numbers, chosen: Numbers, cards: Numbers) -> NDArray[np.bool_]:
        """Return which of `cards` could lie in a group with cards of the hands `chosen`; the others cannot."""
        possible = np.ones(len(chosen), dtype=bool)
        if self._loose.groups_of_three:
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
        return self._loose.throws(_planes(hands, wild_ranks), barred)

    def useful(self, hands: Counts, wild_ranks: Numbers, cards: Numbers, barred: Numbers) -> NDArray[np.bool_]:
        """Return where a card more lies in a group of a best arrangement, and the hand is better after a throw.

        Parameters
        ----------
        hands : uint8, shape (hands, 53)
        wild_ranks : int64, shape (hands,)
        cards, barred : int64, shape (hands,)
            The card more; one that may not be thrown then, or -1.
        """
        useful = self.may_help(hands, wild_ranks, np.arange(len(hands)), cards)
        asked = np.flatnonzero(useful)
        planes, cards = _planes(hands[asked], wild_ranks[asked]), cards[asked]
        before = self._loose.points(planes)
        whole = _grown(planes, np.arange(asked.size), cards)
        worths = self.worth(cards, wild_ranks[asked])
        grouped = (self._loose.points(whole) < before + worths) | (worths == 0)
        useful[asked[~grouped]] = False
        asked, left = asked[grouped], Planes(*(plane[grouped] for plane in whole))
        throws = self._loose.throws(left, barred[asked])
        useful[asked] = throws.declares | (throws.points < before[grouped])
        return useful

    def each_throw(self, hands: Counts, wild_ranks: Numbers) -> EachThrow:
        """Return what every throw leaves, hand after hand."""
        listed, solved = self._loose.each_throw(_planes(hands, wild_ranks))
        return EachThrow(*listed, solved.points, solved.can_declare == 1)

    def grown_points(self, hands: Counts, wild_ranks: Numbers, chosen: Numbers, cards: Numbers) -> Numbers:
        """Return the loose points of the hands `chosen`, each with one of `cards` more."""
        return self._loose.points(_grown(_planes(hands, wild_ranks), chosen, cards))

    def last_cards(self, hands: Counts, wild_ranks: Numbers) -> NDArray[np.bool_]:
        """Return which cards may be put face down so that the rest can be declared, bool, shape (hands, 53)."""
        answer = np.zeros(hands.shape, dtype=bool)
        answer[*self._loose.last_cards(_planes(hands, wild_ranks))] = True
        return answer

    def distances(self, hands: Counts, pools: Counts, wild_ranks: Numbers) -> Numbers:
        """Return how many cards of the pool each hand must exchange to be declarable; -1 when none will do."""
        if self._distances is None:
            self._distances = DistanceSolver(self.rules, cards=self.cards, decks=self._decks)
        return self._distances.distances(hands, pools, wild_ranks)


def _planes(hands: Counts, wild_ranks: Numbers) -> Planes:
    if int(hands[:, :NATURALS].max(initial=0)) > MAX_COPIES:
        raise ValueError(f"planes hold at most {MAX_COPIES} copies of a natural card")
    planes = empty_planes(len(hands))
    fill_planes(hands, wild_ranks, planes)
    return planes


def _grown(planes: Planes, chosen: Numbers, cards: Numbers) -> Planes:
    grown = empty_planes(len(chosen))
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        fill_grown(planes, chosen, cards, grown)
    return grown
