"""What must be known of the rules and of one deal to tell features: which cards are natural, which are wild."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.automata.machine import JOKER, RANKS, SUITS
from meldlab.sim.rules import Ruleset

TWO = 1
_ALL_RANKS = frozenset(range(RANKS))


@dataclass(frozen=True)
class HandRules:
    """What must be known of the rules and of one deal.

    Attributes
    ----------
    ruleset : Ruleset
    wild_rank : int or None
        The wild rank of the deal, where a card is cut.
    cards : int
        Cards of the whole hand.
    copies : int64, shape (53,), or None
        Cards of the pack that are in hand or may come; needed where the pack may be too short.
    """

    ruleset: Ruleset
    wild_rank: int | None
    cards: int
    copies: NDArray[np.int64] | None = None

    @property
    def naturals(self) -> frozenset[int]:
        """Ranks whose cards can be natural."""
        return _ALL_RANKS - {TWO} if self.ruleset.pack.wild == "twos" else _ALL_RANKS

    @property
    def line(self) -> tuple[int, ...]:
        """Natural ranks in the order of runs where the ace stands high."""
        return (*sorted(self.naturals - {0}), 0)

    @property
    def passing(self) -> tuple[int, ...]:
        """Ranks in the order in which the machines must see them: a high ace after the king, wild twos at the end."""
        if self.ruleset.run.ace != "high":
            return tuple(range(RANKS))
        return (*self.line, *sorted(_ALL_RANKS - self.naturals))

    @property
    def wilds(self) -> frozenset[int]:
        """Cards that may stand for others."""
        wild_rank = TWO if self.ruleset.pack.wild == "twos" else self.wild_rank
        return frozenset({JOKER, *(() if wild_rank is None else of_ranks({wild_rank}))})

    @property
    def suits(self) -> list[list[int]]:
        """The natural cards of each suit."""
        return [of_suit(suit, sorted(self.naturals)) for suit in range(SUITS)]

    def places(self, length: int) -> list[int]:
        """Return the ranks along which a natural run of `length` may lie: the ace below the two, above the king, ...

        Around the corner so many go on that a run may begin at any rank.
        """
        ranks = list(range(RANKS))
        around = [*ranks, *ranks[: length - 1]]
        return {"low": ranks, "high": [*ranks[1:], 0], "either": [*ranks, 0], "circular": around}[self.ruleset.run.ace]


def of_ranks(ranks: Collection[int]) -> list[int]:
    """Return the cards of some ranks."""
    return [suit * RANKS + rank for suit in range(SUITS) for rank in sorted(ranks)]


def of_suit(suit: int, ranks: Iterable[int]) -> list[int]:
    """Return the cards of a suit and some ranks."""
    return [suit * RANKS + rank for rank in ranks]
