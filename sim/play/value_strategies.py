"""Compiled strategies of `value` games: objects that answer for many tables at once."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.play.value_random import random_draws, random_lays, random_throws
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
