"""Gin: whole deals of two players."""

from collections.abc import Mapping
from dataclasses import astuple
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import SUITS
from meldlab.kernels.deadwood.least_deadwood import Choices, SuitPoints, Words
from meldlab.kernels.deadwood.table import deal, seats, turn
from meldlab.kernels.deadwood.tables import DeadwoodTables, build_deadwood_tables
from meldlab.sim.common.errors import RulesError, RunError
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.games.deadwood.play.observation import DeadwoodAsked, DeadwoodSeen
from meldlab.sim.games.deadwood.play.strategies import STRATEGIES, DeadwoodStrategy
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Block, Played, SeatColumn


class DeadwoodGame:
    """Deals of gin, played to the end.

    Parameters
    ----------
    ruleset
        Rules with the objective `deadwood`.
    players
        2.

    Raises
    ------
    RulesError
        Another number of players.
    """

    _columns = (
        SeatColumn("turns", "draws of both players", of_seat=False, least=0),
        SeatColumn("reason", "why the deal ended", of_seat=False, labels=turn.REASONS),
        SeatColumn("winner", "the seat that scores, -1: nobody", of_seat=False),
        SeatColumn("points", "points scored", of_seat=True, least=0),
        SeatColumn("won", "scored", of_seat=True, kind="share"),
        SeatColumn("taken", "cards taken from the pile", of_seat=True, kind="count"),
    )

    def __init__(self, ruleset: Ruleset, *, players: int = 2) -> None:
        if players != turn.SEATS:
            raise RulesError(f"{ruleset.name} is played by two", where=f"players {players}", allowed="2")
        self.ruleset = ruleset
        self.rules = lower_deadwood(ruleset)
        self.rounds = turn.DeadwoodPlay(
            cards=ruleset.cards_dealt(),
            knock_at=ruleset.play.knock_at,
            gin_bonus=ruleset.play.gin_bonus,
            undercut_bonus=ruleset.play.undercut_bonus,
            stock_left=ruleset.play.stock_left,
            max_turns=ruleset.play.max_turns,
            run_min=self.rules.run_min,
            run_max=self.rules.run_max,
            set_max=self.rules.set_max,
        )

    @property
    def columns(self) -> tuple[SeatColumn, ...]:
        """The outcomes of `play`."""
        return tuple(
            column._replace(most=self._most_points) if column.name == "points" else column for column in self._columns
        )

    @property
    def _most_points(self) -> int:
        """The most that a deal can bring: going out against the dearest hand, or an undercut of the worst knock."""
        rounds = self.rounds
        dearest = sum(sorted(self.ruleset.points.by_rank * SUITS)[-rounds.cards :])
        return max(dearest + rounds.gin_bonus, min(rounds.knock_at, dearest) + rounds.undercut_bonus)

    @cached_property
    def tables(self) -> DeadwoodTables:
        """Tables shared by all threads."""
        return build_deadwood_tables(self.rules)

    def prepare(self) -> None:
        """Compile every kernel by playing one deal."""
        both = (STRATEGIES["greedy"](), STRATEGIES["random"]())
        self.play(Block(seed=0, first_deal=0, deals=1, strategies=both))

    def play(self, block: Block) -> Played:
        """Return what came of the deals of `block`; see `block.Game`."""
        tables = turn.make_tables(self._packs(block))
        kinds = np.full(turn.SEATS, seats.ASKED)
        numbers = np.zeros((turn.SEATS, seats.NUMBERS), dtype=np.int64)
        asked: dict[int, DeadwoodAsked] = {}
        for seat, strategy in enumerate(block.strategies):
            if isinstance(strategy, DeadwoodStrategy):
                given = astuple(strategy)
                kinds[seat], numbers[seat, : len(given)] = strategy.kind, given
            else:
                asked[seat] = cast(DeadwoodAsked, strategy)
        states = np.ascontiguousarray(np.moveaxis(block.seat_states(), 0, 2)).reshape(-1, 4)
        scratch = turn.make_scratch()
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            deal.deal_all(self.rounds, tables)
            while True:
                deal.play_on(self.rounds, *self._counting, kinds, numbers, states, scratch, tables)
                phases = tables.marks[:, turn.PHASE]
                if (phases == turn.ILLEGAL).any():
                    wrong = block.first_deal + int(np.flatnonzero(phases == turn.ILLEGAL)[0])
                    raise RunError("a throw or a knock that the rules forbid", where=f"deal {wrong}")
                if (phases == turn.OVER).all():
                    break
                self._ask(asked, scratch, tables)
        won = tables.out[:, turn.WINNER, None] == np.arange(turn.SEATS)
        return Played(
            {
                "turns": tables.out[:, turn.TURNS],
                "reason": tables.out[:, turn.REASON],
                "winner": tables.out[:, turn.WINNER],
                "points": won * tables.out[:, turn.POINTS, None],
                "won": won.astype(np.int64),
                "taken": tables.draws,
            }
        )

    def _ask(self, asked: Mapping[int, DeadwoodAsked], scratch: turn.Scratch, tables: turn.Tables) -> None:
        """Put one question at least to the seats that are asked; the tables go on by their answers."""
        for seat, strategy in asked.items():
            rows = turn.waiting(tables, seat, turn.DRAW)
            if rows.size:
                sources = strategy.choose_draw(DeadwoodSeen(tables, rows, self.tables, self.rounds.knock_at))
                deal.draw_at(rows, sources, tables)
            rows = turn.waiting(tables, seat, turn.THROW)
            if rows.size:
                ends = strategy.choose_end(DeadwoodSeen(tables, rows, self.tables, self.rounds.knock_at))
                deal.end_turns_at(rows, ends.cards, ends.acts, self.rounds, *self._counting, scratch, tables)

    @property
    def _counting(self) -> tuple[turn.Numbers, SuitPoints, Choices, Words]:
        """What the kernels count deadwood by."""
        return self.rules.points, self.tables.suit_points, self.tables.choices, self.tables.set_cards

    def _packs(self, block: Block) -> NDArray[np.uint8]:
        """Return the packs in the order of the deal: the hands, the card turned up, the stock."""
        if not block.layouts:
            return block.packs(decks=1, printed_jokers=0)
        laid = [
            [*each.hands[0], *each.hands[1], *(() if each.upcard is None else (each.upcard,)), *each.stock]
            for each in block.layouts
        ]
        return np.array(laid, dtype=np.uint8)
