"""Whole matches played together, and what came of them: the words that games of matches share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.table.block import Block, Played, SeatColumn, Strategy
from meldlab.sim.table.player_errors import naming_deals

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

    def deal(self, number: int, order: Sequence[int], *, first: int, last: int) -> Block:
        """Return a stretch of deals, every `MATCH_DEALS`-th of which is deal `number` of a match.

        Parameters
        ----------
        number : int
        order : sequence of int
            The player in each seat.
        first, last : int
            The matches of the stretch, counted from the first one here.
        """
        return Block(
            seed=self.seed,
            first_deal=MATCH_DEALS * (self.first_match + first) + number,
            deals=MATCH_DEALS * (last - first) + 1,
            strategies=tuple(self.strategies[player] for player in order),
            log=self.log,
        )

    def deal_number(self, match: int, number: int) -> int:
        """Return the number that deal `number` of a match has, the match counted from the first one here."""
        return MATCH_DEALS * (self.first_match + match) + number


def order_of(number: int, *, players: int) -> NDArray[np.int64]:
    """Return the player in each seat in deal `number`: player 0 begins the first, the last seat deals and passes on."""
    return (number + np.arange(players)) % players


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


class Sheets:
    """The score sheets of matches while they are played.

    Parameters
    ----------
    block : Matches
    columns : sequence of SeatColumn
        The outcomes of a match, ``deals`` and ``turns`` among them.
    sums : mapping of str to str
        Which outcomes add up over the deals, and what of a deal it is that adds up.

    Attributes
    ----------
    columns : mapping of name to array
        Whole numbers by player, shape (matches, players), or of a match, shape (matches,).
    rows : list of list of dict
        For each match what its line of the log says of its deals.
    """

    def __init__(self, block: Matches, columns: Sequence[SeatColumn], sums: Mapping[str, str]) -> None:
        self.block, self._sums = block, {"turns": "turns", **sums}
        by_player, by_match = (block.matches, len(block.strategies)), (block.matches,)
        self.columns = {
            each.name: np.zeros(by_player if each.of_seat else by_match, dtype=np.int64) for each in columns
        }
        self.rows: list[list[dict[str, Any]]] = [[] for _ in range(block.matches)]
        self._lines: list[list[dict[str, Any]]] = [[] for _ in range(block.matches)]

    def play(
        self, play: Callable[[Block, NDArray[np.int64]], Played], number: int, order: NDArray[np.int64],
        matches: NDArray[np.int64],
    ) -> Played:  # fmt: skip
        """Play deal `number` of some matches, with the players in this order of seats, and add it up."""
        first = int(matches[0])
        # every 64th deal of a stretch
        stretch = self.block.deal(number, order.tolist(), first=first, last=int(matches[-1]))
        places = MATCH_DEALS * (matches - first)
        with naming_deals(stretch.first_deal + places):
            played = play(stretch, places)
        self.columns["deals"][matches] += 1
        for name, source in self._sums.items():
            values = played.columns[source]
            self.columns[name][matches if values.ndim == 1 else (matches[:, np.newaxis], order)] += values
        for log, match in zip(played.logs, matches.tolist(), strict=False):
            line = {"deal": self.block.deal_number(match, number), "match": self.block.first_match + match}
            names = [strategy.name for strategy in stretch.strategies]
            self._lines[match].append({**line, "order": order.tolist(), "strategies": names, **log})
        return played

    def played(self, result: Callable[[int], dict[str, Any]]) -> MatchesPlayed:
        """Return the outcomes of all matches; `result` is what the log says of each."""
        if not self.block.log:
            return MatchesPlayed(self.columns)
        games = tuple(
            {"match": self.block.first_match + match, "deals": rows, "result": result(match)}
            for match, rows in enumerate(self.rows)
        )
        return MatchesPlayed(self.columns, tuple(map(tuple, self._lines)), games)


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
