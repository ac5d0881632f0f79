"""Whole matches played together, and what came of them: the words that games of matches share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.table.block import SeatColumn, Strategy

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
