"""Whole Continental matches: every contract in turn, the deal passing on, totals and ties (rules, 4.3 and 10)."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.kernels.contract.table.state import NONE
from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.contract.play.game import ContractGame
from meldlab.sim.games.contract.play.observation import ContractStrategy
from meldlab.sim.games.contract.play.turns import Dealt
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Played, SeatColumn
from meldlab.sim.table.matches import MATCH_DEALS, Matches, MatchesPlayed, order_after
from meldlab.sim.table.player_errors import naming_deals

Numbers = NDArray[np.int64]

#: How a match was decided: the column `tie_break`.
NO_TIE, LATEST_CLOSER, SHARED = range(3)
TIE_BREAKS = (None, "latest_closer", "shared")

#: Outcomes that add up over the deals of a match.
_SUMS = ("won", "closed_same_turn", "contras", "taken", "laid_off", "swaps", "moves")

COLUMNS = (
    SeatColumn("total", "points of the match", of_seat=True),
    SeatColumn("winner", "1 for whoever won the match, alone or with others", of_seat=True, kind="share"),
    *(SeatColumn(name, f"{name} of all deals", of_seat=True, kind="count") for name in _SUMS),
    SeatColumn("deals", "deals of the match", of_seat=False),
    SeatColumn("turns", "turns of the match", of_seat=False),
    SeatColumn("void", "deals that nobody closed", of_seat=False),
    SeatColumn("tie_break", "how a tie was decided", of_seat=False, labels=("no tie", "latest closer", "shared")),
)


class ContractMatch:
    """Matches of all contracts of a ruleset in order.

    Parameters
    ----------
    ruleset : Ruleset
    players : int

    Raises
    ------
    RulesError
        If so many do not play, a contract cannot be dealt, or there are more than 64.
    """

    columns = COLUMNS

    def __init__(self, ruleset: Ruleset, *, players: int) -> None:
        hands = ruleset.contract.hands
        if len(hands) > MATCH_DEALS:
            raise RulesError(f"{len(hands)} deals are too many for a match", where="contract.hands", allowed="1 to 64")
        self.players = players
        self.games = [
            ContractGame(ruleset, players=players, contract=hand, round_number=number)
            for number, hand in enumerate(hands, start=1)
        ]

    def prepare(self) -> None:
        """Compile the kernels of the solvers and refuse contracts that the pack does not hold."""
        for game in self.games:
            game.prepare()

    def play(self, block: Matches) -> MatchesPlayed:
        """Return what came of the matches of `block`; no match depends on the others.

        Raises
        ------
        RunError
            If a strategy breaks the rules.
        """
        played = [self._round(number, block) for number in range(len(self.games))]
        seats = [self._seats(number) for number in range(len(self.games))]
        points = np.stack([one.columns["points"][:, seat] for one, seat in zip(played, seats, strict=True)], axis=1)
        closers = np.stack([_closer(one, self._order(number)) for number, one in enumerate(played)], axis=1)
        winners, ties = decide(points.sum(axis=1), closers)
        columns = {
            "total": points.sum(axis=1),
            "winner": winners.astype(np.int64),
            **{
                name: np.sum([one.columns[name][:, seat] for one, seat in zip(played, seats, strict=True)], axis=0)
                for name in _SUMS
            },
            "deals": np.full(block.matches, len(self.games), dtype=np.int64),
            "turns": np.sum([one.columns["turns"] for one in played], axis=0),
            "void": (closers == NONE).sum(axis=1),
            "tie_break": ties,
        }
        if not block.log:
            return MatchesPlayed(columns)
        deals = tuple(
            tuple(
                block.deal_line(match, number, self._order(number).tolist(), one.logs[match])
                for number, one in enumerate(played)
            )
            for match in range(block.matches)
        )
        games = tuple(
            self._game_line(block.first_match + match, points[match], closers[match], winners[match], int(ties[match]))
            for match in range(block.matches)
        )
        return MatchesPlayed(columns, deals, games)

    def _dealer(self, number: int) -> int:
        """Return who deals: player 0 first, then the next player every round (4.3)."""
        return number % self.players

    def _order(self, number: int) -> Numbers:
        """Return the player in each seat; the one after the dealer plays first (4.2)."""
        return order_after(self._dealer(number), players=self.players)

    def _seats(self, number: int) -> Numbers:
        """Return the seat of each player."""
        return np.argsort(self._order(number))

    def _round(self, number: int, block: Matches) -> Played:
        game, course = self.games[number], self.games[number].course
        first = MATCH_DEALS * block.first_match + number
        # every 64th deal of a stretch
        all_deals = block.deal(number, self._order(number).tolist())
        packs = shuffle_packs(
            block.seed,
            all_deals.chunk,
            all_deals.deals,
            decks=course.decks,
            printed_jokers=course.jokers,
            first_deal=all_deals.lane,
        )
        seats = all_deals.seat_states()[:, ::MATCH_DEALS].transpose(2, 1, 0)
        dealt = Dealt(
            strategies=cast(tuple[ContractStrategy, ...], all_deals.strategies),
            packs=packs[::MATCH_DEALS],
            shuffles=np.ascontiguousarray(all_deals.shuffle_states()[:, ::MATCH_DEALS].T),
            seats=tuple(np.ascontiguousarray(seats)),
            numbers=first + MATCH_DEALS * np.arange(block.matches, dtype=np.int64),
            log=block.log,
        )
        with naming_deals(dealt.numbers):
            return game.play_dealt(dealt)

    def _game_line(self, match: int, points: Numbers, closers: Numbers, won: Numbers, tie: int) -> dict[str, Any]:
        totals = points.cumsum(axis=0).tolist()
        rows = [
            {
                "deal": MATCH_DEALS * match + number,
                "round": number + 1,
                "contract": str(game.contract),
                "dealer": self._dealer(number),
                "closer": None if closers[number] == NONE else int(closers[number]),
                "points": points[number].tolist(),
                "totals": totals[number],
            }
            for number, game in enumerate(self.games)
        ]
        result = {
            "reason": "complete",
            "winners": np.flatnonzero(won).tolist(),
            "totals": totals[-1],
            "tie_break": TIE_BREAKS[tie],
        }
        return {"match": match, "deals": rows, "result": result}


def _closer(played: Played, order: Numbers) -> Numbers:
    """Return the player who closed each deal, `NONE` if nobody did."""
    seats = played.columns["winner"]
    return np.where(seats == NONE, NONE, order[seats])


def decide(
    totals: Numbers | Sequence[Sequence[int]], closers: Numbers | Sequence[Sequence[int]]
) -> tuple[NDArray[np.bool_], Numbers]:
    """Return who won each match and how ties were decided (rules, 10.1 and 10.2).

    Parameters
    ----------
    totals : int64, shape (matches, players)
    closers : int64, shape (matches, deals)
        Who closed each deal, `NONE` if nobody did.

    Returns
    -------
    bool of shape (matches, players); int64 of shape (matches,), `NO_TIE`, `LATEST_CLOSER` or `SHARED`.
    """
    sums, closed = np.asarray(totals), np.asarray(closers)
    best = sums == sums.min(axis=1, keepdims=True)
    latest = np.full(sums.shape, NONE, dtype=np.int64)
    for number in range(closed.shape[1]):
        latest[np.arange(sums.shape[1]) == closed[:, number, np.newaxis]] = number
    tied = best.sum(axis=1) > 1
    latest = np.where(best, latest, NONE)
    last = latest.max(axis=1, keepdims=True)
    by_closing = tied & (last[:, 0] != NONE)
    won = np.where(by_closing[:, np.newaxis], best & (latest == last), best)
    return won, np.where(by_closing, LATEST_CLOSER, np.where(tied, SHARED, NO_TIE))
