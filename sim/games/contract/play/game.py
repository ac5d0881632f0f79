"""Continental as a game whose deals can be played: packs and random states in, outcome columns and logs out."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import JOKER
from meldlab.kernels.contract.table import state
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.contract.hand_solver import Contract
from meldlab.sim.games.contract.play.hand_values import ContractJudge
from meldlab.sim.games.contract.play.log import deal_fields
from meldlab.sim.games.contract.play.play_rules import course_of
from meldlab.sim.games.contract.play.strategies import STRATEGIES
from meldlab.sim.games.contract.play.turns import Dealt, Tables
from meldlab.sim.games.contract.workload import ContractWorkload
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Block, Layout, Played, SeatColumn

#: The column `reason`.
REASONS = {state.CLOSED: "close", state.VOID: "void"}

COLUMNS = (
    SeatColumn("points", "points of the deal", of_seat=True),
    SeatColumn("won", "1 for the seat that closed", of_seat=True, kind="share"),
    SeatColumn(
        "went_down",
        "own turn in which the seat went down, 0 if it never did",
        of_seat=True,
        absent=0,
        least=1,
        told="went_down_in_turn",
    ),
    SeatColumn("closed_same_turn", "the seat went down and closed in the same turn", of_seat=True, kind="share"),
    SeatColumn("contras", "cards taken de contra", of_seat=True, kind="count"),
    SeatColumn("taken", "discards taken in the seat's own turn", of_seat=True, kind="count"),
    SeatColumn("laid_off", "cards laid off", of_seat=True, kind="count"),
    SeatColumn("swaps", "jokers swapped", of_seat=True, kind="count"),
    SeatColumn("moves", "jokers moved", of_seat=True, kind="count"),
    SeatColumn("turns", "turns of the deal", of_seat=False, least=0),
    SeatColumn("reason", "why the deal ended", of_seat=False, labels=("", *REASONS.values())),
    SeatColumn("winner", "the seat that closed, -1 if none did", of_seat=False),
    SeatColumn("reshuffles", "how often the discard pile was shuffled", of_seat=False),
)
_COUNTS = {
    "went_down": state.WENT_DOWN,
    "contras": state.CONTRAS,
    "taken": state.TAKEN,
    "laid_off": state.LAID_OFF,
    "swaps": state.SWAPPED,
    "moves": state.MOVED,
}


class ContractGame:
    """Deals of one contract.

    Parameters
    ----------
    ruleset : Ruleset
        Rules with the objective `contract`.
    players : int
        Seats.
    contract : str, optional
        Letters T and E; needed where the ruleset has several contracts.
    round_number : int, optional
        Position of the contract in the ruleset's list, from 1; the first with these letters if not given.

    Raises
    ------
    RulesError
        If the contract is missing or cannot be dealt, or so many do not play.
    """

    def __init__(
        self, ruleset: Ruleset, *, players: int, contract: str | None = None, round_number: int | None = None
    ) -> None:
        hands = ruleset.contract.hands
        one = ruleset.for_deal(contract)
        decks = one.decks_for(players=players, decks=None)
        self.contract = Contract.of(one.contract.hands[0])
        first = 1 + hands.index(str(self.contract)) if str(self.contract) in hands else 1
        self.round = first if round_number is None else round_number
        self.players = players
        self._workload = ContractWorkload(one, decks=decks, seed=0)
        self.course = course_of(one, self._workload, players=players)

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of `play`."""
        own_turns = -(-self.course.play.max_turns // self.course.players)
        return tuple(column._replace(most=own_turns) if column.name == "went_down" else column for column in COLUMNS)

    def prepare(self) -> None:
        """Compile every kernel by playing a deal, and refuse a contract that the pack does not hold."""
        self._workload.prepare()
        for make in STRATEGIES.values():
            self.play(Block(seed=0, first_deal=0, deals=1, strategies=(make(),) * self.players))

    def play(self, block: Block, places: NDArray[np.int64] | None = None) -> Played:
        """Return what came of the deals of `block` at `places`, counted from its first; of all when it is None.

        Raises
        ------
        RunError
            If a strategy breaks the rules, not every seat has one, or a layout is not of this game.
        """
        if len(block.strategies) != self.players:
            raise RunError(f"{len(block.strategies)} strategies for {self.players} seats", where="strategies")
        chosen = np.arange(block.deals) if places is None else places
        dealt = Dealt(block, chosen, self._packs(block)[chosen])
        tables = Tables(self.course, ContractJudge(self._workload, self.course), dealt)
        tables.play()
        logs = tuple(self._line(tables, number) for number in range(len(chosen) if block.log else 0))
        return Played(self._columns(tables), logs)

    def _packs(self, block: Block) -> NDArray[np.uint8]:
        course = self.course
        if block.layouts:
            if len(block.layouts) != block.deals:
                raise RunError(f"{len(block.layouts)} layouts for {block.deals} deals", where="layouts")
            return np.array([self._laid_out(layout) for layout in block.layouts], dtype=np.uint8)
        return block.packs(decks=course.decks, printed_jokers=course.jokers)

    def _laid_out(self, layout: Layout) -> list[int]:
        """Return a layout as a pack in the order of dealing."""
        course = self.course
        if len(layout.hands) != self.players or any(len(hand) != course.cards for hand in layout.hands):
            raise RunError(f"this deal needs {self.players} hands of {course.cards} cards", where="layout")
        if layout.upcard is None or layout.wild_card is not None:
            raise RunError("this deal has a card turned up, and no cut card", where="layout")
        pack = [
            layout.hands[place % self.players][place // self.players] for place in range(self.players * course.cards)
        ]
        pack += [layout.upcard, *layout.stock]
        whole = Counter(dict.fromkeys(range(JOKER), course.decks) | {JOKER: course.decks * course.jokers})
        if Counter(pack) != +whole:
            raise RunError("its cards are not those of the pack", where="layout")
        return pack

    def _columns(self, tables: Tables) -> dict[str, NDArray[np.int64]]:
        public, hidden = tables.public, tables.hidden
        won = hidden.winner[:, np.newaxis] == np.arange(self.players)
        return {
            "points": hidden.points,
            "won": won.astype(np.int64),
            "closed_same_turn": won * hidden.same_turn[:, np.newaxis],
            **{name: public.seats[:, :, place].copy() for name, place in _COUNTS.items()},
            "turns": tables.turns,
            "reason": hidden.reason,
            "winner": hidden.winner,
            "reshuffles": hidden.reshuffles,
        }

    def _line(self, tables: Tables, number: int) -> dict[str, Any]:
        hidden = tables.hidden
        events = hidden.events[number, : hidden.recorded[number]].tolist()
        winner = int(hidden.winner[number])
        pack, stocks = tables.dealt.packs[number].tolist(), tables.stocks.get(number, [])
        fields = deal_fields(pack, events, stocks, self.course)
        result = {
            "reason": REASONS[int(hidden.reason[number])],
            "winner": None if winner == state.NONE else winner,
            "points": hidden.points[number].tolist(),
            "turns": int(tables.turns[number]),
        }
        return {"round": self.round, "contract": str(self.contract), **fields, "result": result}
