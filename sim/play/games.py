"""Which games can be played: for each objective its deals, its strategies, and what players are compared by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from meldlab.sim.errors import RulesError
from meldlab.sim.play.block import Game, Strategy
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.one_contract import for_contract


@dataclass(frozen=True)
class PlayedGame:
    """How an objective is played.

    Attributes
    ----------
    make : callable
        Ruleset and number of players to the game.
    strategies : mapping
        What makes each strategy, by name.
    players : int
        Players where nobody says how many.
    score : str
        The outcome of a seat that players are compared by.
    scale : int
        How many of it make a point.
    better : int
        1 when more is better, -1 when less is.
    sides : int
        Seats ``s`` and ``s + sides`` play together; as many as players where everybody plays alone.
    """

    make: Callable[..., Game]
    strategies: Mapping[str, Callable[..., Strategy]]
    players: int
    score: str
    scale: int
    better: int
    sides: int | None = None


def played_game(objective: str) -> PlayedGame:
    """Return how a game of this objective is played.

    Raises
    ------
    RulesError
        It cannot be played yet.
    """
    if objective == "deadwood":
        from meldlab.sim.play.deadwood_table import STRATEGIES, DeadwoodGame

        return PlayedGame(DeadwoodGame, STRATEGIES, players=2, score="points", scale=1, better=1)
    raise RulesError(f"games of the objective {objective} cannot be played", allowed="deadwood")


def seat_number(ruleset: Ruleset, players: int | None) -> int:
    """Return how many players there are: `players`, or as many as usual."""
    return players if players is not None else played_game(ruleset.objective).players


def rules_of_deal(ruleset: Ruleset, contract: str | None) -> Ruleset:
    """Return the rules of one deal: in a game of contracts those of one contract."""
    return for_contract(ruleset, contract)


def make_game(ruleset: Ruleset, *, players: int) -> Any:
    """Return the game of a ruleset."""
    return played_game(ruleset.objective).make(ruleset, players=players)
