"""Whole Continental matches: every contract in turn, the deal passing on, totals and ties (rules, 4.3 and 10)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.table.state import NONE
from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.contract.play.game import ContractGame
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import SeatColumn
from meldlab.sim.table.matches import MATCH_DEALS, Matches, MatchesPlayed, Sheets, order_of

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
        sheets = Sheets(block, COLUMNS, {"total": "points", **{name: name for name in _SUMS}})
        closers = np.full((block.matches, len(self.games)), NONE, dtype=np.int64)
        for number, game in enumerate(self.games):
            # player 0 deals first, and the one after the dealer begins (4.2, 4.3)
            order = order_of(number + 1, players=self.players)
            played = sheets.play(game.play, number, order, np.arange(block.matches))
            closed = played.columns["winner"]
            closers[:, number] = np.where(closed == NONE, NONE, order[closed])
            points = played.columns["points"][:, np.argsort(order)].tolist()
            for match, rows in enumerate(sheets.rows if block.log else ()):
                closer = int(closers[match, number])
                rows.append(
                    {
                        "deal": block.deal_number(match, number),
                        "round": number + 1,
                        "contract": str(game.contract),
                        "dealer": int(order[-1]),
                        "closer": None if closer == NONE else closer,
                        "points": points[match],
                        "totals": sheets.columns["total"][match].tolist(),
                    }
                )
        won, ties = decide(sheets.columns["total"], closers)
        void = (closers == NONE).sum(axis=1)
        sheets.columns |= {"winner": won.astype(np.int64), "void": void, "tie_break": ties}
        return sheets.played(
            lambda match: {
                "reason": "complete",
                "winners": np.flatnonzero(won[match]).tolist(),
                "totals": sheets.columns["total"][match].tolist(),
                "tie_break": TIE_BREAKS[ties[match]],
            }
        )


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
