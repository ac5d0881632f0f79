"""Compiled strategies of `value` games: objects that answer for many tables at once."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.table.random import random_draws, random_lays, random_throws
from meldlab.kernels.value.table.seat_weights import Held, Manner
from meldlab.kernels.value.table.seats import choose_draws, choose_lays, choose_throws
from meldlab.kernels.value.table.state import COLUMNS
from meldlab.sim.games.value.play.observation import ValueSeen, ValueStrategy
from meldlab.sim.table.strategies import Numbered

_NOTHING = Manner(*[0] * len(Manner._fields))
_GREEDY = _NOTHING._replace(top_only=1, burden=100, pair=1000, near=1000, gap=1000, cost=100)
_THOUGHTFUL = _NOTHING._replace(
    take_above=15, hope=-30, burden=80, wild_price=60, set_dream=400, pair=20, near=24, gap=10, cost=-30, danger=50,
    signal=10, outs=1, alarm=3,
)  # fmt: skip


class RandomPlay:
    """Any legal act: first the kind of act, each open one as likely, then one of its choices."""

    name = "random"

    def draw(self, seen: ValueSeen, open_draws: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return one of the open draws."""
        choices = np.zeros(len(seen.rows), dtype=np.int64)
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            random_draws(seen.states, seen.rows, open_draws, choices)
        return choices

    def lay(self, seen: ValueSeen) -> NDArray[np.int16]:
        """Return an act, or the end of the turn."""
        actions = np.zeros((len(seen.rows), COLUMNS), dtype=np.int16)
        with np.errstate(over="ignore"):
            random_lays(seen.states, seen.rows, seen.seat, seen.hands, seen.rules, seen.play, seen.public, actions)
        return actions

    def throw(self, seen: ValueSeen) -> NDArray[np.int64]:
        """Return a card that may be thrown."""
        cards = np.zeros(len(seen.rows), dtype=np.int64)
        with np.errstate(over="ignore"):
            random_throws(seen.states, seen.rows, seen.hands, seen.play, seen.public, cards)
        return cards


def _glance() -> Held:
    """Return room for looking at one hand; a strategy may be asked by several threads at once and keeps none."""
    return Held(*(np.zeros(shape, dtype=np.int64) for shape in ((4,), (12,), (1,), (4, 16))))


@dataclass(frozen=True)
class MannerPlay(Numbered):
    """A seat that decides by numbers; it lays all it can, throws its costliest useless card, wants the top of the pozo.

    Raises
    ------
    ValueError
        If a number is not whole.
    """

    called = "greedy"
    usual: ClassVar[Manner] = _GREEDY

    def __post_init__(self) -> None:
        for name, number in asdict(self).items():
            if number != int(number):
                raise ValueError("the numbers of this strategy are whole")
            object.__setattr__(self, name, int(number))

    @cached_property
    def _manner(self) -> Manner:
        return self.usual._replace(**asdict(self))

    @property
    def _free(self) -> Manner:
        return self.usual._replace(wild_price=0, run_dream=0, set_dream=0)

    def draw(self, seen: ValueSeen, open_draws: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the pozo where its cards are worth taking."""
        choices = np.zeros(len(seen.rows), dtype=np.int64)
        choose_draws(
            seen.rows, seen.seat, seen.hands, open_draws, _glance(), seen.rules, self._manner, seen.public, choices
        )
        return choices

    def lay(self, seen: ValueSeen) -> NDArray[np.int16]:
        """Return the act that gains most."""
        actions = np.zeros((len(seen.rows), COLUMNS), dtype=np.int16)
        rules, play, public = seen.rules, seen.play, seen.public
        choose_lays(
            seen.rows, seen.seat, seen.hands, _glance(), rules, play, seen.goal, self._manner, self._free, public,
            actions,
        )  # fmt: skip
        return actions

    def throw(self, seen: ValueSeen) -> NDArray[np.int64]:
        """Return the card that is missed least."""
        cards = np.zeros(len(seen.rows), dtype=np.int64)
        rules, play, public = seen.rules, seen.play, seen.public
        choose_throws(seen.rows, seen.seat, seen.hands, _glance(), rules, play, self._manner, public, cards)
        return cards


@dataclass(frozen=True)
class Closer(MannerPlay):
    """A seat that wants to close soon: wild cards only complete melds, the pozo is taken when its cards fit.

    Attributes
    ----------
    take_above : int
        What the cards of the pozo must be worth to be taken: twice their value where they can be laid at once,
        less a share of their cost where not.
    wild_price : int
        What laying a wild card must earn beyond its own value; at an opponent's last `alarm` cards nothing.
    pair, near : int
        Keeping a card for each other one of its rank, for its neighbours in the suit, by the cards still unseen.
    danger : int
        Per cent of a card's worth to the opponents' melds that speaks against throwing it.
    alarm : int
        Cards in an opponent's hand.
    """

    called = "closer"
    usual = _THOUGHTFUL

    take_above: int = 15
    wild_price: int = 60
    pair: int = 20
    near: int = 24
    danger: int = 50
    alarm: int = 3


@dataclass(frozen=True)
class Builder(MannerPlay):
    """A seat that works for specials: long runs, sets of aces and figures, its partner's signal.

    Attributes
    ----------
    take_above, wild_price, alarm : int
        As for `Closer`.
    run_dream, set_dream : int
        What a run is worth on its way to twelve cards, a set with special values on its way to eight.
    signal : int
        Keeping cards of the suit in which the partner gave the signal.
    patience : int
        While the partner holds so many cards the deal is not closed, unless there is alarm; 0: always closed.
    """

    called = "builder"
    usual = _THOUGHTFUL

    take_above: int = 20
    wild_price: int = 90
    run_dream: int = 100
    set_dream: int = 2000
    signal: int = 20
    alarm: int = 4
    patience: int = 5


#: What makes each strategy, by name.
STRATEGIES: Mapping[str, Callable[..., ValueStrategy]] = {
    "random": RandomPlay,
    **{each.called: each for each in (MannerPlay, Closer, Builder)},
}
