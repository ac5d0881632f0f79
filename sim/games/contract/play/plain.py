"""Strategies of Continental that look no further than this turn."""

from dataclasses import dataclass

import numpy as np

from meldlab.kernels.contract.rules import KINDS
from meldlab.kernels.contract.table.state import Numbers
from meldlab.sim.games.contract.play.hand_values import minus, plus
from meldlab.sim.games.contract.play.observation import ContractSeen, Flags, GoingDown
from meldlab.sim.table.strategies import Numbered


@dataclass(frozen=True)
class RandomLegal(Numbered):
    """Any kind of action open, then any of its choices; it goes down with any of the shortest melds of its hand."""

    called = "random"

    def choose_draw(self, seen: ContractSeen) -> Flags:
        """Return a coin."""
        return np.asarray(seen.pick(2), dtype=np.bool_)

    def choose_contra(self, seen: ContractSeen) -> Flags:
        """Return a coin."""
        return np.asarray(seen.pick(2), dtype=np.bool_)

    def choose_down(self, seen: ContractSeen) -> GoingDown:
        """Return a coin, and any way to go down: the other kind of action open is to throw a card."""
        goes = seen.pick(2) == 1
        laid, found = seen.judge.ways(seen.rows, seen.hands, seen.public, seen.seat, states=seen.states)
        return GoingDown(goes & found, laid)

    def choose_moves(self, seen: ContractSeen) -> Numbers:
        """Return random moves; stopping is one kind of action each time."""
        return seen.judge.random_moves(seen.rows, seen.hands, seen.public, seen.laid, seen.seat, seen.states)

    def choose_discard(self, seen: ContractSeen) -> Numbers:
        """Return any card that may be thrown."""
        return seen.pick_marked(seen.throwable)


@dataclass(frozen=True)
class Racer(Numbered):
    """What greedy and thoughtful strategies share: they take what brings them closer, go down and lay off at once.

    Attributes
    ----------
    contra : int
        It takes de contra what leaves it at most so many cards away from going down; -1: never.
    """

    contra: int = 3

    def __post_init__(self) -> None:
        if not -1 <= self.contra <= KINDS:
            raise ValueError("contra is a distance or -1")

    def choose_draw(self, seen: ContractSeen) -> Flags:
        """Take the available card if it brings the hand closer or, once down, fits on the table."""
        return helps(seen)[0]

    def choose_contra(self, seen: ContractSeen) -> Flags:
        """Take it de contra if that brings the hand closer, and close enough; never once down."""
        if self.contra < 0:
            return np.zeros(len(seen), dtype=np.bool_)
        wants, away = helps(seen)
        return np.asarray(wants & ~seen.own_down & (away <= self.contra))

    def choose_down(self, seen: ContractSeen) -> GoingDown:
        """Go down with the melds that leave the least points, short ones to lay off on."""
        laid, found = seen.judge.ways(seen.rows, seen.hands, seen.public, seen.seat)
        return GoingDown(found, laid)

    def choose_moves(self, seen: ContractSeen) -> Numbers:
        """Lay off whatever fits."""
        return seen.judge.lay_offs(seen.rows, seen.hands, seen.public, seen.seat)


@dataclass(frozen=True)
class Greedy(Racer):
    """It takes what helps at once, goes down when it can, lays off all it can, throws the dearest card it can spare.

    Attributes
    ----------
    contra : int
        It takes de contra what leaves it at most so many cards away from going down; -1: never.
    longest : int
        1: it goes down with melds as long as may be; 0: with short ones, and lays off on them.
    """

    called = "greedy"

    contra: int = -1
    longest: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest not in (0, 1):
            raise ValueError("longest is 0 or 1")

    def choose_down(self, seen: ContractSeen) -> GoingDown:
        """Go down with the melds that leave the least points."""
        laid, found = seen.judge.ways(seen.rows, seen.hands, seen.public, seen.seat, longest=bool(self.longest))
        return GoingDown(found, laid)

    def choose_discard(self, seen: ContractSeen) -> Numbers:
        """Throw the dearest card without which the hand is no further away; once down the dearest of all."""
        return first_spared(seen, np.broadcast_to(seen.course.points, seen.hands.shape))


def helps(seen: ContractSeen) -> tuple[Flags, Numbers]:
    """Return where the available card brings the hand closer or can be laid off, and how far away the hand then is."""
    cards, down = seen.available, seen.own_down
    away = np.zeros(len(seen), dtype=np.int64)
    wants = np.zeros(len(seen), dtype=np.bool_)
    at_table, in_hand = np.flatnonzero(down), np.flatnonzero(~down)
    if at_table.size:
        wants[at_table] = seen.judge.laid_off(seen.rows[at_table], cards[at_table], seen.public)
    if in_hand.size:
        hands = seen.hands[in_hand]
        away[in_hand] = seen.judge.distances(plus(hands, cards[in_hand]))
        wants[in_hand] = away[in_hand] < seen.judge.distances(hands)
    return wants, away


def first_spared(seen: ContractSeen, worth: Numbers) -> Numbers:
    """Return the card of most `worth` that may be thrown without taking the hand further away.

    Seats that are down, and those that can spare nothing, throw the card of most worth.

    Parameters
    ----------
    seen
    worth : int64, shape (n, 53)
    """
    order = by_worth(seen, worth)
    choice = order[:, 0].copy()
    waiting = np.flatnonzero(~seen.own_down)
    if not waiting.size:
        return choice
    away = np.zeros(len(seen), dtype=np.int64)
    away[waiting] = seen.judge.distances(seen.hands[waiting])
    options = seen.throwable.sum(axis=1)
    for place in range(KINDS):
        waiting = waiting[options[waiting] > place]
        if not waiting.size:
            break
        cards = order[waiting, place]
        spared = seen.judge.distances(minus(seen.hands[waiting], cards)) <= away[waiting]
        choice[waiting[spared]] = cards[spared]
        waiting = waiting[~spared]
    return choice


def spared_cards(seen: ContractSeen, worth: Numbers, *, tries: int) -> tuple[Numbers, Numbers, Flags]:
    """Return how far away each hand is, its cards of most `worth`, and which of these take it no further away.

    int64 of shape (n,), int64 and bool of shape (n, tries).
    """
    cards = by_worth(seen, worth)[:, :tries]
    away = seen.judge.distances(seen.hands)
    rows, places = np.nonzero(np.arange(tries) < seen.throwable.sum(axis=1)[:, np.newaxis])
    spared = np.zeros(cards.shape, dtype=np.bool_)
    hands = minus(seen.hands[rows], cards[rows, places])
    spared[rows, places] = seen.judge.distances(hands) <= away[rows]
    return away, cards, spared


def by_worth(seen: ContractSeen, worth: Numbers) -> Numbers:
    """Return the cards that may be thrown in order of their worth, the best first; int64, shape (n, 53)."""
    last = np.iinfo(np.int64).max
    return np.argsort(np.where(seen.throwable, -worth, last), axis=1, kind="stable")
