"""Matches of Indian rummy: deals added up, the deal passing on, players who reach the pool limit out of the match."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.play.declare_state import DECLARED
from meldlab.sim.errors import RulesError
from meldlab.sim.play.block import Block, SeatColumn
from meldlab.sim.play.declare_judge import Numbers
from meldlab.sim.play.declare_seen import DeclareStrategy
from meldlab.sim.play.declare_table import DeclareGame
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.fields import limit_or

#: Deals of match m are numbered from 64 m on; a match of 64 deals without a winner ends unfinished.
MATCH_DEALS = 64

_NO_LIMIT = -1

COLUMNS = (
    SeatColumn("total_x2", "twice the points of the match", of_seat=True),
    SeatColumn("won", "1 for whoever won the match, alone or with others", of_seat=True),
    SeatColumn("out", "the deal after which the player was out, counted from 1; 0 for never", of_seat=True),
    SeatColumn("deals_won", "deals that the player won", of_seat=True),
    SeatColumn("packed_first", "deals packed in the first turn", of_seat=True),
    SeatColumn("packed_later", "deals packed in a later turn", of_seat=True),
    SeatColumn("deals", "deals of the match", of_seat=False),
    SeatColumn("turns", "turns of the match", of_seat=False),
    SeatColumn("declared", "deals that ended with a declaration", of_seat=False),
)


@dataclass(frozen=True)
class Matches:
    """Which matches are played, and by whom.

    Attributes
    ----------
    seed : int
    first_match, matches : int
        The matches ``first_match, ..., first_match + matches - 1``, all deals in one chunk.
    strategies : tuple of DeclareStrategy
        One a player, in turn order; player 0 begins the first deal.
    """

    seed: int
    first_match: int
    matches: int
    strategies: tuple[DeclareStrategy, ...]


class DeclareMatch:
    """Matches of a `declare` game: so many deals, fewest points win; with a pool limit the last one in wins.

    Parameters
    ----------
    ruleset : Ruleset
    players : int

    Raises
    ------
    RulesError
        If so many do not play, or with a pool limit fewer do not.
    """

    columns = COLUMNS

    def __init__(self, ruleset: Ruleset, *, players: int) -> None:
        self.players = players
        self._limit_x2 = 2 * limit_or(ruleset.play.pool_limit, 0) or _NO_LIMIT
        self._deals = MATCH_DEALS if self._pooled else ruleset.play.match_deals
        whole = DeclareGame(ruleset, players=players)
        self._games = {players: whole}
        for fewer in range(2, players) if self._pooled else ():
            if fewer not in ruleset.deal.players:
                raise RulesError(
                    f"a pool needs deals of {fewer} players too",
                    where="play.pool_limit",
                    allowed="none with these seats",
                )
            self._games[fewer] = DeclareGame(ruleset, players=fewer, tables=whole.tables)

    @property
    def _pooled(self) -> bool:
        return self._limit_x2 != _NO_LIMIT

    def prepare(self) -> None:
        """Build the tables and compile what every deal needs."""
        for game in self._games.values():
            game.prepare()

    def play(self, block: Matches) -> dict[str, NDArray[np.int64]]:
        """Return the outcomes of `columns`; players are named by their place in ``block.strategies``.

        Raises
        ------
        RunError
            A strategy asked for something that is not a legal action.
        """
        shape = (block.matches, self.players)
        of_seat = {column.name: np.zeros(shape, dtype=np.int64) for column in COLUMNS if column.of_seat}
        whole = {column.name: np.zeros(block.matches, dtype=np.int64) for column in COLUMNS if not column.of_seat}
        for number in range(self._deals):
            going = np.flatnonzero((of_seat["out"] == 0).sum(axis=1) > 1)
            if not going.size:
                break
            for order, matches in _by_order(of_seat["out"], going, number):
                self._deal(block, number, order, matches, of_seat, whole)
            if self._pooled:
                reached = (of_seat["total_x2"] >= self._limit_x2) & (of_seat["out"] == 0)
                of_seat["out"][reached] = number + 1
        of_seat["won"] = winners(of_seat["total_x2"], of_seat["out"], pooled=self._pooled).astype(np.int64)
        return of_seat | whole

    def _deal(
        self,
        block: Matches,
        number: int,
        order: tuple[int, ...],
        matches: Numbers,
        of_seat: dict[str, NDArray[np.int64]],
        whole: dict[str, NDArray[np.int64]],
    ) -> None:
        """Play deal `number` of the matches in which the players sit in this order, and add it up."""
        first = MATCH_DEALS * block.first_match + number
        strategies = tuple(block.strategies[player] for player in order)
        every = Block(block.seed, first, MATCH_DEALS * (block.matches - 1) + 1, strategies)
        columns = self._games[len(order)].play_some(every, MATCH_DEALS * matches).columns
        at = (matches[:, np.newaxis], np.array(order))
        of_seat["total_x2"][at] += columns["points_x2"]
        of_seat["deals_won"][at] += columns["won"]
        of_seat["packed_first"][at] += columns["packed"] == 1
        of_seat["packed_later"][at] += columns["packed"] == 2
        whole["deals"][matches] += 1
        whole["turns"][matches] += columns["turns"]
        whole["declared"][matches] += columns["reason"] == DECLARED


def _by_order(out: Numbers, going: Numbers, number: int) -> list[tuple[tuple[int, ...], Numbers]]:
    """Return the orders of seats of deal `number` with the matches that have them: the deal passes on by one player."""
    players = out.shape[1]
    first = number % players
    still_in = out[going] == 0
    found = []
    for seats in np.unique(still_in, axis=0):
        order = tuple(player for step in range(players) if seats[player := (first + step) % players])
        found.append((order, going[(still_in == seats).all(axis=1)]))
    return found


def winners(totals: Numbers, out: Numbers, *, pooled: bool) -> NDArray[np.bool_]:
    """Return who won each match, bool, shape (matches, players).

    Without a pool the lowest total wins, equal ones together.  With one the last player in wins; when the last ones
    went out together, the lowest total of theirs; when several are still in, nobody does.
    """
    if not pooled:
        lowest: NDArray[np.bool_] = totals == totals.min(axis=1, keepdims=True)
        return lowest
    left = out == 0
    many = left.sum(axis=1, keepdims=True)
    last = np.where(many == 0, out == out.max(axis=1, keepdims=True), left)
    counted = np.where(last, totals, np.iinfo(np.int64).max)
    won: NDArray[np.bool_] = last & (counted == counted.min(axis=1, keepdims=True)) & (many <= 1)
    return won
