"""Whole Pinacle matches: deals until a side has the target, the deal passing on (rules, 1.7 and 9.7)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.table.state import SEATS, SIDES
from meldlab.sim.games.value.play.dealing import dealt_block
from meldlab.sim.games.value.play.game import ValueGame
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Played, SeatColumn
from meldlab.sim.table.matches import MATCH_DEALS, Matches, MatchesPlayed, order_after
from meldlab.sim.table.player_errors import naming_deals

Numbers = NDArray[np.int64]

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
        sheets = _Sheets(self, block)
        for number in range(MATCH_DEALS):
            if not sheets.open.size:
                break
            sheets.play_deal(number)
        return sheets.played()

    @staticmethod
    def dealer(number: int) -> int:
        """Return who deals: player 3 first, so that player 0 begins; then the next player every deal (1.7)."""
        return (SEATS - 1 + number) % SEATS

    def order(self, number: int) -> Numbers:
        """Return the player in each seat; the one after the dealer plays first (1.5)."""
        return order_after(self.dealer(number), players=SEATS)

    @property
    def sums(self) -> tuple[str, ...]:
        """Names of the outcomes that add up over the deals."""
        return self._sums


class _Sheets:
    """The score sheets of matches while they are played."""

    def __init__(self, match: ValueMatch, block: Matches) -> None:
        self.match, self.block = match, block
        matches = block.matches
        self.open = np.arange(matches)
        self.totals = np.zeros((matches, SIDES), dtype=np.int64)
        self.winner = np.full(matches, -1, dtype=np.int64)
        self.by_match = {name: np.zeros(matches, dtype=np.int64) for name in ("deals", "turns", "ties")}
        self.by_player = {name: np.zeros((matches, SEATS), dtype=np.int64) for name in match.sums}
        self.lines: list[list[dict[str, Any]]] = [[] for _ in range(matches)]
        self.rows: list[list[dict[str, Any]]] = [[] for _ in range(matches)]
        self.ties: list[list[int]] = [[] for _ in range(matches)]

    def play_deal(self, number: int) -> None:
        """Play deal `number` of the matches that are not over."""
        match, block, matches = self.match, self.block, self.open
        order = match.order(number)
        seats = np.argsort(order)
        low, high = int(matches[0]), int(matches[-1])
        # every 64th deal of a stretch
        stretch = block.deal(number, order.tolist(), first=low, last=high)
        dealt = dealt_block(match.game.ruleset, stretch, MATCH_DEALS * (matches - low))
        with naming_deals(dealt.numbers):
            played = match.game.play_dealt(dealt)
        points = played.columns["points"][:, seats[:SIDES]]  # of players 0 and 1, one of each side
        self.totals[matches] += points
        self.by_match["deals"][matches] += 1
        self.by_match["turns"][matches] += played.columns["turns"]
        for name, values in self.by_player.items():
            values[matches] += played.columns[name][:, seats]
        totals = self.totals[matches]
        reached, equal = totals.max(axis=1) >= match.target, totals[:, 0] == totals[:, 1]
        self.by_match["ties"][matches] += reached & equal
        if block.log:
            self._write(number, played, points, reached & equal)
        over = reached & ~equal
        self.winner[matches[over]] = totals[over].argmax(axis=1)
        self.open = matches[~over]

    def _write(self, number: int, played: Played, points: Numbers, tied: NDArray[np.bool_]) -> None:
        order = self.match.order(number).tolist()
        for row, match in enumerate(self.open.tolist()):
            deal = MATCH_DEALS * (self.block.first_match + match) + number
            closers = np.flatnonzero(played.columns["closed"][row])
            self.lines[match].append(self.block.deal_line(match, number, order, played.logs[row]))
            self.rows[match].append(
                {
                    "deal": deal,
                    "dealer": self.match.dealer(number),
                    "closer": order[int(closers[0])] if closers.size else None,
                    "points": points[row].tolist(),
                    "totals": self.totals[match].tolist(),
                }
            )
            if tied[row]:
                self.ties[match].append(deal)

    def played(self) -> MatchesPlayed:
        """Return the outcomes of all matches."""
        sides = np.arange(SEATS) % SIDES
        columns = {
            **self.by_match,
            "reason": np.where(self.winner < 0, STOPPED, TARGET),
            "total": self.totals[:, sides],
            "winner": (self.winner[:, None] == sides).astype(np.int64),
            **self.by_player,
        }
        if not self.block.log:
            return MatchesPlayed(columns)
        games = tuple(self._game(match) for match in range(self.block.matches))
        return MatchesPlayed(columns, tuple(map(tuple, self.lines)), games)

    def _game(self, match: int) -> dict[str, Any]:
        won = int(self.winner[match])
        result = {
            "reason": REASONS[STOPPED if won < 0 else TARGET],
            "totals": self.totals[match].tolist(),
            "winners": [] if won < 0 else [won],
            "ties": self.ties[match],
        }
        return {"match": self.block.first_match + match, "deals": self.rows[match], "result": result}
