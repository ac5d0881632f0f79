"""What a deal of Indian rummy costs each seat, and its result as the deal log has it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.table import state
from meldlab.kernels.declare.table.state import CoveredCards, OpenCards
from meldlab.sim.games.declare.play.hand_values import Judge, Numbers
from meldlab.sim.games.declare.play.play_rules import Course

REASONS = ("declare", "last-active", "stalled", "exhausted")
_STATUS = {
    state.IN: "loser",
    state.PACKED_FIRST: "packed-first",
    state.PACKED_LATER: "packed-later",
    state.WRONG_SHOW: "wrong-show",
}


def score(course: Course, judge: Judge, shown: OpenCards, covered: CoveredCards) -> Numbers:
    """Return twice the points of each seat, shape (tables, players), and name the winners of exhausted deals.

    The winner has 0, a loser the least points of its hand, exactly half of them when the declaration came on the
    first turn of the deal; the others what their packing or wrong show costs (4.5).
    """
    tables, players = shown.status.shape
    points = np.zeros((tables, players), dtype=np.int64)
    at, seats = np.nonzero((shown.status == state.IN) & (np.arange(players) != shown.winners[:, np.newaxis]))
    points[at, seats] = judge.figures(covered.hands[at, seats], shown.wild_ranks[at]).points
    _find_lowest(shown, points)
    halved = (shown.reasons == state.DECLARED) & (shown.turns == 1) & course.play.first_turn_halving
    points *= np.where(halved, 1, 2)[:, np.newaxis]
    points[shown.status == state.PACKED_FIRST] = 2 * course.play.pack_first_points
    points[shown.status == state.PACKED_LATER] = 2 * course.play.pack_later_points
    points[shown.status == state.WRONG_SHOW] = 2 * (course.wrong_show_points or 0)
    return points


def _find_lowest(shown: OpenCards, points: Numbers) -> None:
    """With the stock used up the seat still in with the fewest points wins with 0; on a tie nobody does."""
    tables = np.flatnonzero(shown.reasons == state.EXHAUSTED)
    if not tables.size:
        return
    counted = np.where(shown.status[tables] == state.IN, points[tables], np.iinfo(np.int64).max)
    lowest = counted.min(axis=1)
    alone = (counted == lowest[:, np.newaxis]).sum(axis=1) == 1
    winners = counted.argmin(axis=1)
    shown.winners[tables] = np.where(alone, winners, state.NO_SEAT)
    points[tables[alone], winners[alone]] = 0


def settle(winners: Numbers, points_x2: Numbers) -> Numbers:
    """Return twice the points that change hands: the winner gets the sum of the others', nobody wins, nobody pays."""
    paid = -points_x2
    won = np.flatnonzero(winners != state.NO_SEAT)
    paid[winners == state.NO_SEAT] = 0
    paid[won, winners[won]] = points_x2[won].sum(axis=1)
    return paid


def results(course: Course, shown: OpenCards, points_x2: Numbers) -> list[dict[str, Any]]:
    """Return the `result` of each deal."""
    paid_x2 = settle(shown.winners, points_x2)
    found = []
    for table, winner in enumerate(shown.winners.tolist()):
        status = [_STATUS[each] for each in shown.status[table].tolist()]
        if winner != state.NO_SEAT:
            status[winner] = "winner"
        result: dict[str, Any] = {
            "reason": REASONS[shown.reasons[table]],
            "winner": None if winner == state.NO_SEAT else winner,
            "points": [halved(each) for each in points_x2[table].tolist()],
            "turns": int(shown.turns[table]),
            "status": status,
        }
        if course.settled:
            result["settlement"] = _money(course, paid_x2[table], winner)
        found.append(result)
    return found


def halved(twice: int) -> int | float:
    """Return half of a whole number, whole where it is."""
    return twice // 2 if twice % 2 == 0 else twice / 2


def _money(course: Course, paid_x2: NDArray[np.int64], winner: int) -> list[int | float]:
    """Return the money of each seat, whole where it is."""
    money = []
    for seat, twice in enumerate(paid_x2.tolist()):
        amount = twice * course.play.point_value / 2 * (1 - course.play.fee if seat == winner else 1)
        money.append(int(amount) if amount == int(amount) else amount)
    return money
