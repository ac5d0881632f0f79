"""Compiled strategies of `value` games: objects that answer for many tables at once."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.play.value_manner import Held, Manner
from meldlab.kernels.play.value_random import random_draws, random_lays, random_throws
from meldlab.kernels.play.value_seats import choose_draws, choose_lays, choose_throws
from meldlab.kernels.play.value_table import COLUMNS
from meldlab.sim.play.value_seen import ValueSeen


class RandomPlay:
    """Any legal act: first the kind of act, each open one as likely, then one of its choices."""

    name = "random"

    def draw(self, seen: ValueSeen, open_draws: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return one of the open draws."""
        choices = np.zeros(len(seen.tables), dtype=np.int64)
        random_draws(seen.states, seen.tables, open_draws, choices)
        return choices

    def lay(self, seen: ValueSeen) -> NDArray[np.int16]:
        """Return an act, or the end of the turn."""
        actions = np.zeros((len(seen.tables), COLUMNS), dtype=np.int16)
        random_lays(seen.states, seen.tables, seen.seat, seen.hands, seen.rules, seen.play, seen.public, actions)
        return actions

    def throw(self, seen: ValueSeen) -> NDArray[np.int64]:
        """Return a card that may be thrown."""
        cards = np.zeros(len(seen.tables), dtype=np.int64)
        random_throws(seen.states, seen.tables, seen.hands, seen.play, seen.public, cards)
        return cards


class MannerPlay:
    """A seat that decides by numbers.

    Parameters
    ----------
    name : str
    manner : Manner
    """

    def __init__(self, name: str, manner: Manner) -> None:
        self.name, self._manner = name, manner
        self._free = manner._replace(wild_price=0, run_dream=0, set_dream=0)
        self._held = Held(np.zeros(4, dtype=np.int64), np.zeros(12, dtype=np.int64), np.zeros(1, dtype=np.int64))

    def draw(self, seen: ValueSeen, open_draws: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the pozo where its cards are worth taking."""
        choices = np.zeros(len(seen.tables), dtype=np.int64)
        choose_draws(
            seen.tables, seen.seat, seen.hands, open_draws, self._held, seen.rules, self._manner, seen.public, choices
        )
        return choices

    def lay(self, seen: ValueSeen) -> NDArray[np.int16]:
        """Return the act that gains most."""
        actions = np.zeros((len(seen.tables), COLUMNS), dtype=np.int16)
        rules, play, public = seen.rules, seen.play, seen.public
        choose_lays(
            seen.tables, seen.seat, seen.hands, self._held, rules, play, seen.goal, self._manner, self._free, public,
            actions,
        )  # fmt: skip
        return actions

    def throw(self, seen: ValueSeen) -> NDArray[np.int64]:
        """Return the card that is missed least."""
        cards = np.zeros(len(seen.tables), dtype=np.int64)
        rules, play, public = seen.rules, seen.play, seen.public
        choose_throws(seen.tables, seen.seat, seen.hands, self._held, rules, play, self._manner, public, cards)
        return cards


GREEDY = Manner(
    top_only=1, take_above=0, hope=0, burden=100, wild_price=0, run_dream=0, set_dream=0,
    pair=1000, near=1000, gap=1000, cost=100, danger=0, signal=0, alarm=0,
)  # fmt: skip
BUILDER = Manner(
    top_only=0, take_above=0, hope=50, burden=30, wild_price=20, run_dream=300, set_dream=200,
    pair=10, near=8, gap=5, cost=50, danger=100, signal=10, alarm=3,
)  # fmt: skip
CLOSER = Manner(
    top_only=0, take_above=20, hope=20, burden=80, wild_price=0, run_dream=0, set_dream=100,
    pair=10, near=8, gap=5, cost=100, danger=100, signal=10, alarm=5,
)  # fmt: skip

STRATEGIES = {
    "random": RandomPlay,
    "greedy": lambda **n: MannerPlay("greedy", GREEDY._replace(**n)),
    "builder": lambda **n: MannerPlay("builder", BUILDER._replace(**n)),
    "closer": lambda **n: MannerPlay("closer", CLOSER._replace(**n)),
}
