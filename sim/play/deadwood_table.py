"""Gin: whole deals of two players."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.deadwood_tables import DeadwoodTables, build_deadwood_tables
from meldlab.kernels.packs import shuffle_packs
from meldlab.kernels.play import deadwood_deal as deal
from meldlab.kernels.play import deadwood_seats as seats
from meldlab.sim.errors import RulesError
from meldlab.sim.play.block import Block, Played, SeatColumn
from meldlab.sim.play.strategies import written
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.lower_deadwood import lower_deadwood

#: More than any deadwood: knock whenever the rules let it.
_ANY_DEADWOOD = 98


@dataclass(frozen=True)
class DeadwoodStrategy:
    """A compiled strategy of gin.

    Attributes
    ----------
    name : str
        As written on the command line.
    kind : int
        Which of `kernels.play.deadwood_seats`.
    numbers : tuple of int
    """

    name: str
    kind: int
    numbers: tuple[int, ...]


def _random() -> DeadwoodStrategy:
    return _made("random", seats.RANDOM, {})


def _greedy(knock_at: int = _ANY_DEADWOOD) -> DeadwoodStrategy:
    return _made("greedy", seats.GREEDY, {"knock_at": knock_at})


def _foresight(knock_at: int = _ANY_DEADWOOD, width: int = 6) -> DeadwoodStrategy:
    return _made("foresight", seats.FORESIGHT, {"knock_at": knock_at, "width": width})


def _watchful(knock_at: int = _ANY_DEADWOOD, width: int = 6, care: int = 2) -> DeadwoodStrategy:
    return _made("watchful", seats.WATCHFUL, {"knock_at": knock_at, "width": width, "care": care})


#: What makes each strategy of gin: random over the legal actions; least deadwood now; least after the next draw;
#: that, and no card the other may be waiting for.
STRATEGIES: Mapping[str, Callable[..., DeadwoodStrategy]] = {
    "random": _random,
    "greedy": _greedy,
    "foresight": _foresight,
    "watchful": _watchful,
}


def _made(name: str, kind: int, numbers: Mapping[str, int]) -> DeadwoodStrategy:
    for each, value in numbers.items():
        if not isinstance(value, int) or not 0 <= value <= 1000:
            raise ValueError(f"{each} is a whole number from 0 to 1000, not {value}")
    padded = (*numbers.values(), *[0] * (seats.NUMBERS - len(numbers)))
    return DeadwoodStrategy(written(name, numbers), kind, padded)


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

    columns = (
        SeatColumn("turns", "draws of both players", of_seat=False),
        SeatColumn("reason", "why the deal ended", of_seat=False, labels=deal.REASONS),
        SeatColumn("winner", "the seat that scores, -1: nobody", of_seat=False),
        SeatColumn("points", "points scored", of_seat=True),
        SeatColumn("won", "scored", of_seat=True),
        SeatColumn("taken", "cards taken from the pile", of_seat=True),
    )

    def __init__(self, ruleset: Ruleset, *, players: int = 2) -> None:
        if players != deal.SEATS:
            raise RulesError(f"{ruleset.name} is played by two", where=f"players {players}", allowed="2")
        self.ruleset = ruleset
        self.rules = lower_deadwood(ruleset)
        self.rounds = deal.DeadwoodPlay(
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
        packs = self._packs(block)
        chosen = [each for each in block.strategies if isinstance(each, DeadwoodStrategy)]
        if len(chosen) != block.players:
            raise TypeError("every seat of a compiled deal needs a compiled strategy of gin")
        states = np.ascontiguousarray(np.moveaxis(block.seat_states(), 0, 2)).reshape(-1, 4)
        out = np.zeros((block.deals, deal.COLUMNS), dtype=np.int64)
        of_seats = np.zeros((block.deals, deal.SEATS, deal.SEAT_COLUMNS), dtype=np.int64)
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            deal.play_deals(
                packs,
                self.rounds,
                self.rules.points,
                self.tables.suit_points,
                self.tables.choices,
                self.tables.set_cards,
                np.array([each.kind for each in chosen], dtype=np.int64),
                np.array([each.numbers for each in chosen], dtype=np.int64),
                states,
                deal.make_scratch(),
                out,
                of_seats,
            )
        won = out[:, deal.WINNER, None] == np.arange(deal.SEATS)
        return Played(
            {
                "turns": out[:, deal.TURNS],
                "reason": out[:, deal.REASON],
                "winner": out[:, deal.WINNER],
                "points": won * out[:, deal.POINTS, None],
                "won": won.astype(np.int64),
                "taken": of_seats[:, :, deal.TAKEN],
            }
        )

    def _packs(self, block: Block) -> NDArray[np.uint8]:
        """Return the packs in the order of the deal: the hands, the card turned up, the stock."""
        if not block.layouts:
            return shuffle_packs(block.seed, block.chunk, block.deals, decks=1, printed_jokers=0, first_deal=block.lane)
        laid = [
            [*each.hands[0], *each.hands[1], *(() if each.upcard is None else (each.upcard,)), *each.stock]
            for each in block.layouts
        ]
        return np.array(laid, dtype=np.uint8)
