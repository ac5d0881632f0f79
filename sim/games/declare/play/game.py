"""Indian rummy: whole deals of many tables, turn by turn together."""

import threading
from typing import cast

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS
from meldlab.kernels.declare.table.state import DECLARED, PACKED_FIRST, PACKED_LATER, WRONG_SHOW
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.games.declare.play import score as scoring
from meldlab.sim.games.declare.play.hand_values import Judge, JudgeTables, Numbers
from meldlab.sim.games.declare.play.plain import Greedy
from meldlab.sim.games.declare.play.play_rules import lower_course
from meldlab.sim.games.declare.play.turns import Deals
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Block, Played, SeatColumn

_COLUMNS = (
    SeatColumn("turns", "turns of the deal, packs and the last one included", of_seat=False, least=1),
    SeatColumn(
        "reason",
        "why the deal ended",
        of_seat=False,
        labels=("declaration", "one seat left", "stalled", "stock used up"),
    ),
    SeatColumn("winner", "the seat that won, -1 for none", of_seat=False),
    SeatColumn("reshuffles", "times the discards became the stock", of_seat=False),
    SeatColumn("points_x2", "twice the points", of_seat=True, scale=2, least=0),
    SeatColumn("won", "the seat won", of_seat=True, kind="share"),
    SeatColumn("packed", "1 packed in its first turn, 2 in a later one", of_seat=True, coded=True),
    SeatColumn("packed_first", "packed in its first turn", of_seat=True, kind="share"),
    SeatColumn("packed_later", "packed in a later turn", of_seat=True, kind="share"),
    SeatColumn("wrong_show", "declared a hand that was none", of_seat=True, kind="share"),
    SeatColumn(
        "declared",
        "the seat's own turn in which it declared, 0 for none",
        of_seat=True,
        absent=0,
        least=1,
        told="declared_in_turn",
    ),
    SeatColumn("own_turns", "turns that the seat had", of_seat=True, least=0),
    SeatColumn("dealt_points", "least points of the hand as dealt", of_seat=True, least=0),
)
_DISTANCE = SeatColumn(
    "dealt_distance", "cards that the hand as dealt must exchange to be declarable", of_seat=True, least=0
)
_SETTLED = SeatColumn("paid_x2", "twice the points won from the others, or lost", of_seat=True, scale=2)


class DeclareGame:
    """Deals of a `declare` game, played to the end.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
    tables : JudgeTables, optional
        Those of another game with the same hands, whatever its seats and the course of its deals.
    distances : bool
        Whether the distance of every dealt hand is an outcome too; it takes longer than most deals.

    Raises
    ------
    RulesError
        The ruleset does not seat that many players, or has another objective.
    """

    def __init__(
        self, ruleset: Ruleset, *, players: int, tables: JudgeTables | None = None, distances: bool = False
    ) -> None:
        self.course = lower_course(ruleset, players=players)
        self.rules = lower_declare(ruleset)
        self._lock = threading.Lock()
        self._tables = tables
        self._distances = distances
        self._own = threading.local()

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of `play`."""
        more = (_SETTLED,) * self.course.settled + (_DISTANCE,) * self._distances
        most = self._most
        return tuple(column._replace(most=most.get(column.name)) for column in _COLUMNS + more)

    @property
    def _most(self) -> dict[str, int]:
        """The most that the rules allow: of points the cap, or a hand of the dearest cards that has none."""
        course = self.course
        hand = min(self.rules.points_cap, course.cards * int(self.rules.points.max()))
        costs = (hand, course.play.pack_first_points, course.play.pack_later_points, course.wrong_show_points or 0)
        turns = course.play.max_turns
        return {
            "points_x2": 2 * max(costs),
            "dealt_points": hand,
            "dealt_distance": course.cards,
            "declared": turns,
            "own_turns": turns,
        }

    @property
    def tables(self) -> JudgeTables:
        """What the judges of all threads share; built once."""
        with self._lock:
            if self._tables is None:
                self._tables = JudgeTables(self.rules, cards=self.course.cards)
            return self._tables

    def prepare(self) -> None:
        """Build the tables and compile what every deal needs, by playing one."""
        strategies = (Greedy(),) * self.course.players
        self.play(Block(seed=0, first_deal=0, deals=1, strategies=strategies))

    def play(self, block: Block, places: Numbers | None = None) -> Played:
        """Return what came of the deals of `block` at `places`, counted from its first; of all when it is None.

        Raises
        ------
        RunError
            A strategy asked for something that is not a legal action.
        """
        judge = self._judge()
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            deals = Deals(self.course, judge, block, places)
            dealt = self._dealt(deals, judge)
            deals.play()
            return self._played(deals, judge, dealt)

    def _dealt(self, deals: Deals, judge: Judge) -> dict[str, Numbers]:
        """Return the outcomes of the hands as dealt, shape (deals, players) each."""
        shape = deals.shown.status.shape
        hands = deals.covered.hands.reshape(-1, KINDS)
        wild_ranks, cut = np.repeat([deals.shown.wild_ranks, deals.shown.wild_cards], shape[1], axis=1)
        dealt = {"dealt_points": judge.figures(hands, wild_ranks).points.reshape(shape)}
        if self._distances:
            pools = self.course.pools(hands.astype(np.int64), cut)
            dealt["dealt_distance"] = judge.distances(hands, pools, wild_ranks).reshape(shape)
        return dealt

    def _played(self, deals: Deals, judge: Judge, dealt: dict[str, Numbers]) -> Played:
        shown = deals.shown
        points_x2 = scoring.score(self.course, judge, shown, deals.covered)
        won = np.arange(self.course.players) == shown.winners[:, np.newaxis]
        declared = won & (shown.reasons == DECLARED)[:, np.newaxis]
        packed = np.where(shown.status == WRONG_SHOW, 0, shown.status)
        columns: dict[str, NDArray[np.int64]] = {
            "turns": shown.turns,
            "reason": shown.reasons,
            "winner": shown.winners,
            "reshuffles": shown.reshuffles,
            "points_x2": points_x2,
            "won": won.astype(np.int64),
            "packed": packed,
            "packed_first": (packed == PACKED_FIRST).astype(np.int64),
            "packed_later": (packed == PACKED_LATER).astype(np.int64),
            "wrong_show": (shown.status == WRONG_SHOW).astype(np.int64),
            "declared": np.where(declared, shown.turns_taken, 0),
            "own_turns": shown.turns_taken,
            **dealt,
        }
        if self.course.settled:
            columns["paid_x2"] = scoring.settle(shown.winners, points_x2)
        columns = {column.name: columns[column.name] for column in self.columns}
        if deals.record is None:
            return Played(columns)
        return Played(columns, deals.record.lines(scoring.results(self.course, shown, points_x2)))

    def _judge(self) -> Judge:
        """Return this thread's judge."""
        if not hasattr(self._own, "judge"):
            self._own.judge = Judge(self.tables, decks=self.course.decks)
        return cast(Judge, self._own.judge)
