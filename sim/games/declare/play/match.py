"""Matches of Indian rummy: deals added up, the deal passing on, players who reach the pool limit out of the match."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.table.state import DECLARED
from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.declare.play.game import DeclareGame
from meldlab.sim.games.declare.play.hand_values import Numbers
from meldlab.sim.games.declare.play.score import halved
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import limit_or
from meldlab.sim.table.block import SeatColumn
from meldlab.sim.table.matches import MATCH_DEALS, Matches, MatchesPlayed, Sheets, order_of

_NO_LIMIT = -1

#: Why a match ended: the column `reason`.
STOPPED, COMPLETE, POOL = range(3)
REASONS = ("stopped", "complete", "pool")

COLUMNS = (
    SeatColumn("total_x2", "points of the match", of_seat=True, scale=2, least=0),
    SeatColumn("winner", "1 for whoever won the match, alone or with others", of_seat=True, kind="share"),
    SeatColumn(
        "out", "the deal after which the player was out, counted from 1; 0 for never", of_seat=True, absent=0, least=1
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
        names = ("won", "packed_first", "packed_later")
        sheets = Sheets(block, COLUMNS, {"total_x2": "points_x2", **{name: name for name in names}})
        totals, out = sheets.columns["total_x2"], sheets.columns["out"]
        for number in range(self.deals):
            for order, matches in self._tables(number, out):
                played = sheets.play(self.game(len(order)).play, number, order, matches)
                sheets.columns["declared"][matches] += played.columns["reason"] == DECLARED
                for row, match in enumerate(matches.tolist() if block.log else ()):
                    winner = int(played.columns["winner"][row])
                    points: list[float | None] = [None] * self.players  # null for those who are out
                    for player, doubled in zip(order.tolist(), played.columns["points_x2"][row].tolist(), strict=True):
                        points[player] = halved(doubled)
                    sheets.rows[match].append(
                        {
                            "deal": block.deal_number(match, number),
                            "dealer": int(order[-1]),
                            "winner": int(order[winner]) if winner >= 0 else None,
                            "points": points,
                            "totals": [halved(total) for total in totals[match].tolist()],
                        }
                    )
            if self.pooled:
                out[(totals >= self.limit_x2) & (out == 0)] = number + 1
        won = winners(totals, out, pooled=self.pooled)
        over = (out == 0).sum(axis=1) < 2
        reasons = np.where(over, POOL, STOPPED) if self.pooled else np.full(block.matches, COMPLETE)
        sheets.columns |= {"winner": won.astype(np.int64), "reason": reasons}
        return sheets.played(
            lambda match: {
                "reason": REASONS[reasons[match]],
                "totals": [halved(total) for total in totals[match].tolist()],
                "winners": np.flatnonzero(won[match]).tolist(),
            }
        )

    def _tables(self, number: int, out: Numbers) -> list[tuple[Numbers, Numbers]]:
        """Return the orders of seats of deal `number`, each with the matches that have it.

        The deal passes on by one player; where he is out, the next one who is in begins.
        """
        still_in, turned = out == 0, order_of(number, players=self.players)
        found: dict[tuple[int, ...], list[int]] = {}
        for match in np.flatnonzero(still_in.sum(axis=1) > 1).tolist():
            found.setdefault(tuple(turned[still_in[match, turned]].tolist()), []).append(match)
        return [(np.array(order), np.array(matches)) for order, matches in found.items()]


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
