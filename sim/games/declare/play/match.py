"""Matches of Indian rummy: deals added up, the deal passing on, players who reach the pool limit out of the match."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.table.state import DECLARED
from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.declare.play.game import DeclareGame
from meldlab.sim.games.declare.play.hand_values import Numbers
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or
from meldlab.sim.table.block import Played, SeatColumn
from meldlab.sim.table.matches import MATCH_DEALS, Matches, MatchesPlayed
from meldlab.sim.table.player_errors import naming_deals

_NO_LIMIT = -1

#: Why a match ended: the column `reason`.
STOPPED, COMPLETE, POOL = range(3)
REASONS = ("stopped", "complete", "pool")

COLUMNS = (
    SeatColumn("total_x2", "points of the match", of_seat=True, scale=2, least=0),
    SeatColumn("winner", "1 for whoever won the match, alone or with others", of_seat=True, kind="share"),
    SeatColumn(
        "out",
        "the deal after which the player was out, counted from 1; 0 for never",
        of_seat=True,
        absent=0,
        least=1,
    ),
    SeatColumn("won", "deals that the player won", of_seat=True, kind="count"),
    SeatColumn("packed_first", "deals packed in the first turn", of_seat=True, kind="count"),
    SeatColumn("packed_later", "deals packed in a later turn", of_seat=True, kind="count"),
    SeatColumn("deals", "deals of the match", of_seat=False),
    SeatColumn("turns", "turns of the match", of_seat=False),
    SeatColumn("declared", "deals that ended with a declaration", of_seat=False),
    SeatColumn("reason", "why the match ended", of_seat=False, labels=REASONS),
)


class DeclareMatch:
    """Matches of a `declare` game: so many deals, fewest points win; with a pool limit the last one in wins.

    Player 0 begins the first deal; a deal is one of as many players as are in, its number of decks included.

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
        self.limit_x2 = 2 * limit_or(ruleset.play.pool_limit, 0) or _NO_LIMIT
        self.deals = MATCH_DEALS if self.pooled else ruleset.play.match_deals
        whole = DeclareGame(ruleset, players=players)
        self.games = {players: whole}
        for fewer in range(2, players) if self.pooled else ():
            if fewer not in ruleset.deal.players:
                raise RulesError(
                    f"a pool needs deals of {fewer} players too",
                    where="play.pool_limit",
                    allowed="none with these seats",
                )
        self._ruleset = ruleset

    @property
    def pooled(self) -> bool:
        """Whether players leave the match at a limit."""
        return self.limit_x2 != _NO_LIMIT

    def game(self, players: int) -> DeclareGame:
        """Return the game of as many as are left, with the tables of the whole."""
        if players not in self.games:
            whole = self.games[self.players]
            self.games[players] = DeclareGame(self._ruleset, players=players, tables=whole.tables)
        return self.games[players]

    def prepare(self) -> None:
        """Build the tables and compile what every deal needs."""
        for players in range(2 if self.pooled else self.players, self.players + 1):
            self.game(players).prepare()

    def play(self, block: Matches) -> MatchesPlayed:
        """Return what came of the matches of `block`, by player; no match depends on the others.

        Raises
        ------
        RunError
            A strategy asked for something that is not a legal action.
        """
        sheets = _Sheets(self, block)
        for number in range(self.deals):
            for order, matches in sheets.tables(number):
                sheets.play_deal(number, order, matches)
            sheets.leave(number)
        return sheets.played()


class _Sheets:
    """The score sheets of matches while they are played."""

    def __init__(self, match: DeclareMatch, block: Matches) -> None:
        self.match, self.block = match, block
        shape = (block.matches, match.players)
        self.of_seat = {column.name: np.zeros(shape, dtype=np.int64) for column in COLUMNS if column.of_seat}
        self.whole = {each.name: np.zeros(block.matches, dtype=np.int64) for each in COLUMNS if not each.of_seat}
        self.lines: list[list[dict[str, Any]]] = [[] for _ in range(block.matches)]
        self.rows: list[list[dict[str, Any]]] = [[] for _ in range(block.matches)]

    def tables(self, number: int) -> list[tuple[tuple[int, ...], Numbers]]:
        """Return the orders of seats of deal `number`, each with the matches that have it.

        The deal passes on by one player; where he is out, the next one who is in begins.
        """
        still_in = self.of_seat["out"] == 0
        going = np.flatnonzero(still_in.sum(axis=1) > 1)
        turned = (number + np.arange(self.match.players)) % self.match.players
        found: dict[tuple[int, ...], list[int]] = {}
        for match in going.tolist():
            found.setdefault(tuple(turned[still_in[match, turned]].tolist()), []).append(match)
        return [(order, np.array(matches)) for order, matches in found.items()]

    def play_deal(self, number: int, order: tuple[int, ...], matches: Numbers) -> None:
        """Play deal `number` of the matches in which the players sit in this order, and add it up."""
        block = self.block
        every = block.deal(number, order)
        with naming_deals(every.first_deal + MATCH_DEALS * matches):
            played = self.match.game(len(order)).play_some(every, MATCH_DEALS * matches)
        columns, at = played.columns, (matches[:, np.newaxis], np.array(order))
        self.of_seat["total_x2"][at] += columns["points_x2"]
        self.of_seat["won"][at] += columns["won"]
        self.of_seat["packed_first"][at] += columns["packed"] == 1
        self.of_seat["packed_later"][at] += columns["packed"] == 2
        self.whole["deals"][matches] += 1
        self.whole["turns"][matches] += columns["turns"]
        self.whole["declared"][matches] += columns["reason"] == DECLARED
        if block.log:
            self._write(number, order, matches, played)

    def leave(self, number: int) -> None:
        """Let those who have reached the limit leave after deal `number`."""
        if self.match.pooled:
            out = self.of_seat["out"]
            out[(self.of_seat["total_x2"] >= self.match.limit_x2) & (out == 0)] = number + 1

    def played(self) -> MatchesPlayed:
        """Return the outcomes of all matches."""
        out, pooled = self.of_seat["out"], self.match.pooled
        won = winners(self.of_seat["total_x2"], out, pooled=pooled)
        self.of_seat["winner"] = won.astype(np.int64)
        over = (out == 0).sum(axis=1) < 2
        self.whole["reason"] = np.where(over, POOL, STOPPED) if pooled else np.full(over.size, COMPLETE)
        columns = self.of_seat | self.whole
        if not self.block.log:
            return MatchesPlayed(columns)
        games = tuple(self._game(match, won[match]) for match in range(self.block.matches))
        return MatchesPlayed(columns, tuple(map(tuple, self.lines)), games)

    def _write(self, number: int, order: tuple[int, ...], matches: Numbers, played: Played) -> None:
        for row, match in enumerate(matches.tolist()):
            winner = int(played.columns["winner"][row])
            points: list[float | None] = [None] * self.match.players  # null for those who are out
            for player, doubled in zip(order, played.columns["points_x2"][row].tolist(), strict=True):
                points[player] = _halved(doubled)
            self.lines[match].append(self.block.deal_line(match, number, order, played.logs[row]))
            self.rows[match].append(
                {
                    "deal": self.lines[match][-1]["deal"],
                    "dealer": order[-1],
                    "winner": order[winner] if winner >= 0 else None,
                    "points": points,
                    "totals": self._totals(match),
                }
            )

    def _game(self, match: int, won: NDArray[np.bool_]) -> dict[str, Any]:
        result = {
            "reason": REASONS[int(self.whole["reason"][match])],
            "totals": self._totals(match),
            "winners": np.flatnonzero(won).tolist(),
        }
        return {"match": self.block.first_match + match, "deals": self.rows[match], "result": result}

    def _totals(self, match: int) -> list[float]:
        return [_halved(total) for total in self.of_seat["total_x2"][match].tolist()]


def _halved(doubled: int) -> float:
    return doubled // 2 if doubled % 2 == 0 else doubled / 2


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
