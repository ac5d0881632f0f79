"""A whole turn on a given table: go down where asked, lay off as well as possible, and the moves as log events."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.contract.rules import JOKER
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.contract.hand_solver import Contract, ContractSolver
from meldlab.sim.games.contract.turn.events import Event, down_event, events_of, named_melds
from meldlab.sim.games.contract.turn.laydowns import LayDown, grown, lay_downs
from meldlab.sim.games.contract.turn.layoff import LayoffSearch, Result, State
from meldlab.sim.games.contract.turn.table import (
    MeldLimits,
    RunMeld,
    SetMeld,
    TableMeld,
    check_table_against_pack,
    parse_table,
)
from meldlab.sim.hand.answer import HandAnswer
from meldlab.sim.hand.setting import Hand
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.schema.fields import NONE


@dataclass(frozen=True, kw_only=True)
class TurnAnalysis(HandAnswer):
    """The best turn of the player with number 0 on a given table, before the discard.

    Attributes
    ----------
    table : tuple of TableMeld
    contract : str or None
        What is laid first; None when the player is down already.
    can_go_down : bool
    min_points_left, min_cards_left : int or None
        The least that stays in hand; None when the contract cannot be laid.
    moves : tuple of dict
        Deal-log events without seat, in playable order, to the least points.
    left : tuple of int
        The cards that stay after these moves.
    """

    objective: ClassVar[str] = "contract"
    table: tuple[TableMeld, ...]
    contract: str | None
    can_go_down: bool
    min_points_left: int | None
    min_cards_left: int | None
    moves: tuple[Event, ...]
    left: tuple[int, ...]
    values: tuple[int, ...] = ()

    @property
    def can_close(self) -> bool:
        """At most one card stays (rules, 9.1)."""
        return self.min_cards_left is not None and self.min_cards_left <= 1

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        asked = {} if self.contract is None else {"contract": self.contract, "can_go_down": self.can_go_down}
        return {
            **asked,
            "min_points_left": self.min_points_left,
            "min_cards_left": self.min_cards_left,
            "can_close": self.can_close,
            "moves": list(self.moves),
            "left": [format_card(card) for card in self.left],
            "reasons": list(self.reasons),
            **self.provenance(),
        }


def analyze_turn(
    situation: Situation, hand: Hand, table: Iterable[str], *, contract: str | None, solver: ContractSolver
) -> TurnAnalysis:
    """Return the best turn with a hand and a table.

    Parameters
    ----------
    situation : Situation
    hand
        Cards before the discard.
    table
        Melds as text: ``OWNER:T:9S 9H JK``, ``OWNER:E:5H JK 7H 8H``.
    contract
        What must be laid first; None for a player who is down.
    solver : ContractSolver

    Raises
    ------
    NotationError, RulesError
        If something is no card, no meld or no contract, or the pack does not hold all of it.
    """
    ruleset = situation.ruleset
    cards = situation.held(hand)
    limits = MeldLimits.of(ruleset)
    melds = parse_table(list(table), limits, seats=max(ruleset.deal.players))
    check_table_against_pack(
        cards,
        melds,
        decks=situation.decks,
        printed_jokers=situation.decks * ruleset.pack.printed_jokers,
        dead=situation.dead,
    )
    wanted = None if contract is None else Contract.of(contract)
    result, events = _best_turn(ruleset, solver, melds, wanted, limits, cards)
    return TurnAnalysis(
        **situation.provenance(),
        cards=cards,
        table=melds,
        contract=None if wanted is None else str(wanted),
        can_go_down=result is not None,
        min_points_left=None if result is None else result.points,
        min_cards_left=None if result is None else result.cards,
        moves=events,
        left=tuple(sorted(cards)) if result is None else result.left,
        reasons=tuple(_reasons(ruleset, wanted, result, events)),
        values=tuple(solver.value(card) for card in range(JOKER + 1)),
    )


def _best_turn(
    ruleset: Ruleset,
    solver: ContractSolver,
    table: Sequence[TableMeld],
    contract: Contract | None,
    limits: MeldLimits,
    cards: Sequence[int],
) -> tuple[Result | None, tuple[Event, ...]]:
    """Return the best turn and its events, over every number of melds that may be laid."""
    found = []
    for laid in [contract] if contract is None else solver.may_lay(cards, contract):
        result, events = _Turn(ruleset, solver, table, laid, limits).best(cards)
        if result is not None:
            found.append((result, events))
    if not found:
        return None, ()
    best, events = min(found, key=lambda turn: (turn[0].points, len(turn[0].left)))
    return replace(best, cards=min(result.cards for result, _ in found)), events


class _Turn:
    """One table and contract: where lay-offs may start, and what the best turn is."""

    def __init__(
        self,
        ruleset: Ruleset,
        solver: ContractSolver,
        table: Sequence[TableMeld],
        contract: Contract | None,
        limits: MeldLimits,
    ) -> None:
        self._ruleset, self._solver, self._contract, self._limits = ruleset, solver, contract, limits
        new_sets, new_runs = contract or Contract(0, 0)
        sets = [(name, meld) for name, meld in named_melds(table) if isinstance(meld.meld, SetMeld)]
        runs = [(name, meld) for name, meld in named_melds(table) if isinstance(meld.meld, RunMeld)]
        self._sets = tuple(meld.meld for _, meld in sets if isinstance(meld.meld, SetMeld))
        self._runs = tuple(meld.meld for _, meld in runs if isinstance(meld.meld, RunMeld))
        first = sum(meld.owner == 0 for meld in table)
        self._new_names = [f"0.{first + place}" for place in range(new_sets + new_runs)]
        names = [name for name, _ in sets] + self._new_names[:new_sets]
        self._names = names + [name for name, _ in runs] + self._new_names[new_sets:]
        self._search = LayoffSearch(
            ruleset,
            [solver.value(card) for card in range(JOKER + 1)],
            sets=len(sets) + new_sets,
            owners=[meld.owner for _, meld in runs] + [0] * new_runs,
        )

    def best(self, cards: Sequence[int]) -> tuple[Result | None, tuple[Event, ...]]:
        """Return the best turn and its events; None when the contract cannot be laid."""
        counts = self._solver.counts(cards)
        if self._contract is None:
            result = self._search.best([State(tuple(counts.tolist()), self._sets, self._runs, 0)])
            return result, () if result is None else events_of(result, self._names)
        if not self._solver.reaches(cards, self._contract, 0):
            return None, ()
        if not self._ruleset.play.layoff_same_turn:
            return self._down_alone(cards)
        starts = {
            State(laid.hand, self._sets + laid.sets, self._runs + laid.runs, 0): laid
            for laid in self._lay_downs(counts)
        }
        result = self._search.best(starts)
        if result is None:
            return None, ()
        laid = starts[result.start]
        melds = [*laid.set_cards, *(run.cells() for run in laid.runs)]
        stands_for = [None] * len(laid.sets) + [
            [format_card(run.card(cell)) for cell in range(run.length)] for run in laid.runs
        ]
        down = down_event(self._new_names, melds, stands_for)
        return result, (down, *events_of(result, self._names))

    def _lay_downs(self, counts: NDArray[np.int64]) -> Iterator[LayDown]:
        contract, play = self._contract or Contract(0, 0), self._ruleset.play
        keep = 1 if play.close_needs_discard else 0
        shortest = (laid for laid in lay_downs(counts, *contract, self._solver.rules) if sum(laid.hand) >= keep)
        if play.layoff_limit == NONE or not self._ruleset.contract.longer_melds:
            yield from shortest
            return
        # Cards in longer melds are laid while going down and do not count as laid off.
        found = dict.fromkeys(shortest)
        waiting = list(found)
        while waiting:
            for longer in grown(waiting.pop(), self._limits):
                if longer not in found and sum(longer.hand) >= keep:
                    found[longer] = None
                    waiting.append(longer)
        yield from found

    def _down_alone(self, cards: Sequence[int]) -> tuple[Result | None, tuple[Event, ...]]:
        contract = self._contract or Contract(0, 0)
        best = self._solver.best(cards, contract, exactly=True)
        fewest = self._solver.best(cards, contract, fewest_cards=True, exactly=True)
        if best is None or fewest is None:
            return None, ()
        points = sum(map(self._solver.value, best.left))
        result = Result(points, len(fewest.left), State((), (), (), 0), (), best.left)
        melds = [meld.cards for meld in best.melds]
        stands_for = [list(meld.stands_for) if meld.kind == "run" else None for meld in best.melds]
        return result, (down_event(self._new_names, melds, stands_for),)


def _reasons(
    ruleset: Ruleset, contract: Contract | None, result: Result | None, events: Sequence[Event]
) -> Iterator[str]:
    if result is None:
        yield f"It cannot go down for {contract}, so nothing may be laid off."
        return
    if contract is not None and not ruleset.play.layoff_same_turn:
        yield "These rules allow no lay-offs in the turn of going down."
    if contract is None and not events:
        yield "No card of this hand fits on the table."
    swaps = sum(event["act"] == "swap" for event in events)
    moves = sum(event["act"] == "move" for event in events)
    if swaps:
        yield "A natural takes the place of the joker that stands for it; the joker goes to an end of a run."
    if moves:
        yield "A joker at an end of a run is moved to make room."
    if result.cards <= 1:
        points = ruleset.play.close_later if contract is None else ruleset.play.close_same_turn
        yield f"At most one card stays: the hand closes ({points} points)."
    elif len(result.left) > result.cards:
        yield f"The fewest cards, {result.cards}, are another way than the fewest points."
