"""Any number of Pinacle hands, each at its best value: for dealt hands and for odds alike."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, Planes
from meldlab.kernels.value.block import search_values
from meldlab.kernels.value.block_sets import make_scratch
from meldlab.kernels.value.block_tables import ValueTables, value_tables
from meldlab.kernels.value.goals import value_goal
from meldlab.kernels.value.rules import Goal, ValueRules
from meldlab.kernels.value.state import make_workspace
from meldlab.sim.common.errors import QueryError

_WORDS = 1 << 15
_MOST_WORDS = 1 << 25
#: Hands of so many cards always fit a workspace of `_WORDS` words: at most 2**11 rows of 13 words.
_SAFE_CARDS = 11
_TWO_RANK = 1


class ValueBlockTables(NamedTuple):
    """What all threads share: the rule numbers, what is added up, and what hands are looked up in."""

    rules: ValueRules
    goal: Goal
    lookup: ValueTables

    @classmethod
    def of(cls, rules: ValueRules) -> "ValueBlockTables":
        """Return the tables of the rules."""
        goal = value_goal(rules)
        return cls(rules, goal, value_tables(rules, goal))


class ValueBlockSolver:
    """A thread's solver; holds scratch arrays, so it must not be shared between threads.

    Parameters
    ----------
    tables
        Shared tables.
    cards : int
        Most cards that a hand will hold.
    """

    def __init__(self, tables: ValueBlockTables, *, cards: int) -> None:
        self._tables, self._cards = tables, cards
        self._scratch, self._work = make_scratch(), make_workspace(_WORDS)

    def values(self, planes: Planes, counts: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Return the value of each hand, and 1 where it holds a legal meld; the hands as planes and as counts.

        Raises
        ------
        QueryError
            A hand has too many cards for the search.
        """
        hands = len(counts)
        words = _words_needed(counts) if self._cards > _SAFE_CARDS else 0
        if words > _MOST_WORDS:
            raise QueryError(
                "hands of so many cards are too large to be valued", where="query", allowed="a smaller hand"
            )
        if words > self._work.front.size:
            self._work = make_workspace(words)
        value, has_meld = np.empty(hands, dtype=np.int64), np.empty(hands, dtype=np.uint8)
        asked = (planes.once, planes.twice, planes.jokers, counts, *self._tables)
        search_values(*asked, self._scratch, self._work, value, has_meld)
        return value, has_meld


def _words_needed(counts: NDArray[np.uint8]) -> int:
    """Return the longest `front` that one of the hands needs (see `front_words_needed`)."""
    copies = counts[:, :JOKER].reshape(-1, 4, 13).astype(np.int64)
    wilds = copies[:, :, _TWO_RANK].sum(axis=1) + counts[:, KINDS - 1]
    copies[:, :, _TWO_RANK] = 0
    words: NDArray[np.int64] = (copies + 1).prod(axis=2).sum(axis=1) * (wilds + 2)
    return int(words.max(initial=0))
