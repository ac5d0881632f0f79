"""Whole matches played together, and what came of them: the words that games of matches share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.table.block import Block, SeatColumn, Strategy

#: Deals of match m are numbered from 64 m on, and there are no more of them.
MATCH_DEALS = 64


@dataclass(frozen=True)
class Matches:
    """Which matches are played, and by whom.

    Attributes
    ----------
    seed : int
    first_match, matches : int
        The matches ``first_match, ..., first_match + matches - 1``, all deals in one chunk.
    strategies : tuple of Strategy
        One a player.
    log : bool
    """

    seed: int
    first_match: int
    matches: int
    strategies: tuple[Strategy, ...]
    log: bool = False

    def deal(self, number: int, order: Sequence[int], *, first: int = 0, last: int | None = None) -> Block:
        """Return a stretch of deals, every `MATCH_DEALS`-th of which is deal `number` of a match.

        Parameters
        ----------
        number : int
        order : sequence of int
            The player in each seat.
        first, last : int
            The matches of the stretch, counted from the first one here; by default all.
        """
        last = self.matches - 1 if last is None else last
        return Block(
            seed=self.seed,
            first_deal=MATCH_DEALS * (self.first_match + first) + number,
            deals=MATCH_DEALS * (last - first) + 1,
            strategies=tuple(self.strategies[player] for player in order),
            log=self.log,
        )

    def deal_line(self, match: int, number: int, order: Sequence[int], log: Mapping[str, Any]) -> dict[str, Any]:
        """Return the line of deal `number` of a match (counted from the first one here), with what the game logs."""
        whole = self.first_match + match
        return {
            "deal": MATCH_DEALS * whole + number,
            "match": whole,
            "order": list(order),
            "strategies": [self.strategies[player].name for player in order],
            **log,
        }


def order_after(dealer: int, *, players: int) -> NDArray[np.int64]:
    """Return the player in each seat; the one after the dealer plays first."""
    return (dealer + 1 + np.arange(players)) % players


@dataclass(frozen=True)
class MatchesPlayed:
    """What came of matches; everything is by player, not by seat.

    Attributes
    ----------
    columns : mapping of name to array
        Whole numbers: shape (matches, players), or (matches,).
    deals : tuple of tuple of dict
        With a log: for each match the fields of its deal lines that the game knows.
    games : tuple of dict
        With a log: for each match those of its ``meldlab-game/1`` line.
    """

    columns: Mapping[str, NDArray[np.int64]]
    deals: tuple[tuple[dict[str, Any], ...], ...] = field(default=())
    games: tuple[dict[str, Any], ...] = field(default=())


class MatchGame(Protocol):
    """A game whose matches can be played."""

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of `play`, those of a seat by player."""
        ...

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        ...

    def play(self, block: Matches) -> MatchesPlayed:
        """Return what came of the matches of `block`; no match depends on the others of its block."""
        ...
