"""Whole Pinacle matches: deals until a side has the target, the deal passing on (rules, 1.7 and 9.7)."""

import numpy as np

from meldlab.kernels.value.table.state import SEATS, SIDES
from meldlab.sim.games.value.play.game import ValueGame
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import SeatColumn
from meldlab.sim.table.matches import MATCH_DEALS, Matches, MatchesPlayed, Sheets, order_of

#: Why a match ended: the column `reason`.
STOPPED, TARGET = range(2)
REASONS = ("stopped", "target")


class ValueMatch:
    """Matches to the target of a ruleset; match side 0 is players 0 and 2."""

    def __init__(self, ruleset: Ruleset, *, players: int = SEATS) -> None:
        self.game = ValueGame(ruleset, players=players)
        self.target = ruleset.play.target
        #: Outcomes that add up over the deals of a match.
        self._sums = ("won", "closed", "pozos", "rescued", "signals", *self.game.names[2:])

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of `play`, those of a seat by player."""
        return (
            SeatColumn("deals", "deals of the match", of_seat=False),
            SeatColumn("turns", "turns of the match", of_seat=False),
            SeatColumn("ties", "deals after which both sides had the same total, the target reached", of_seat=False),
            SeatColumn("reason", "whether a side reached the target", of_seat=False, labels=REASONS),
            SeatColumn("total", "points of the player's side", of_seat=True),
            SeatColumn("winner", "1 for both players of the side that won the match", of_seat=True, kind="share"),
            *(SeatColumn(name, f"{name} of all deals", of_seat=True, kind="count") for name in self._sums),
        )

    def prepare(self) -> None:
        """Compile every kernel of the loop."""
        self.game.prepare()

    def play(self, block: Matches) -> MatchesPlayed:
        """Return what came of the matches of `block`; no match depends on the others.

        Raises
        ------
        RunError
            If a strategy answers with something that the rules forbid.
        """
        sheets = Sheets(block, self.columns, {"total": "points", **{name: name for name in self._sums}})
        playing, winner = np.arange(block.matches), np.full(block.matches, -1, dtype=np.int64)
        tied: list[list[int]] = [[] for _ in range(block.matches)]
        for number in range(MATCH_DEALS):
            if not playing.size:
                break
            order = order_of(number, players=SEATS)
            played = sheets.play(self.game.play, number, order, playing)
            totals = sheets.columns["total"][playing, :SIDES]  # of players 0 and 1, one of each side
            reached, equal = totals.max(axis=1) >= self.target, totals[:, 0] == totals[:, 1]
            sheets.columns["ties"][playing] += reached & equal
            points = played.columns["points"][:, np.argsort(order)[:SIDES]]
            for row, match in enumerate(playing.tolist() if block.log else ()):
                closers = np.flatnonzero(played.columns["closed"][row])
                sheets.rows[match].append(
                    {
                        "deal": block.deal_number(match, number),
                        "dealer": int(order[-1]),
                        "closer": int(order[closers[0]]) if closers.size else None,
                        "points": points[row].tolist(),
                        "totals": totals[row].tolist(),
                    }
                )
            for match in playing[reached & equal].tolist():
                tied[match].append(block.deal_number(match, number))
            over = reached & ~equal
            winner[playing[over]] = totals[over].argmax(axis=1)
            playing = playing[~over]
        reasons = np.where(winner < 0, STOPPED, TARGET)
        won = winner[:, np.newaxis] == np.arange(SEATS) % SIDES
        sheets.columns |= {"reason": reasons, "winner": won.astype(np.int64)}
        return sheets.played(
            lambda match: {
                "reason": REASONS[reasons[match]],
                "totals": sheets.columns["total"][match, :SIDES].tolist(),
                "winners": [] if winner[match] < 0 else [int(winner[match])],
                "ties": tied[match],
            }
        )
