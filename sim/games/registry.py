"""Which games can be played: for each objective its deals, its strategies, and what players are compared by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from meldlab.sim.common.errors import RunError
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.one_contract import for_contract
from meldlab.sim.table.block import Game, Strategy
from meldlab.sim.table.matches import MatchGame


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
    """

    make: Callable[..., Game]
    strategies: Mapping[str, Callable[..., Strategy]]
    players: int
    score: str
    scale: int
    better: int


def played_game(objective: str) -> PlayedGame:
    """Return how a game of this objective is played."""
    if objective == "declare":
        from meldlab.sim.games.declare.play import strategies as declare
        from meldlab.sim.games.declare.play.game import DeclareGame

        return PlayedGame(DeclareGame, declare.STRATEGIES, players=2, score="points_x2", scale=2, better=-1)
    if objective == "contract":
        from meldlab.sim.games.contract.play import strategies as contract
        from meldlab.sim.games.contract.play.game import ContractGame

        return PlayedGame(ContractGame, contract.STRATEGIES, players=4, score="points", scale=1, better=-1)
    if objective == "value":
        from meldlab.sim.games.value.play import strategies as value
        from meldlab.sim.games.value.play.game import ValueGame

        return PlayedGame(ValueGame, value.STRATEGIES, players=4, score="points", scale=1, better=1)
    from meldlab.sim.games.deadwood.play.game import STRATEGIES, DeadwoodGame

    return PlayedGame(DeadwoodGame, STRATEGIES, players=2, score="points", scale=1, better=1)


def played_match(objective: str) -> PlayedGame:
    """Return what players of matches are compared by."""
    how = played_game(objective)
    return replace(how, score="total_x2" if objective == "declare" else "total")


def make_match(ruleset: Ruleset, *, players: int) -> MatchGame:
    """Return the matches of a ruleset.

    Raises
    ------
    RulesError, RunError
        So many do not play, or the game has no matches.
    """
    if ruleset.objective == "declare":
        from meldlab.sim.games.declare.play.match import DeclareMatch

        return DeclareMatch(ruleset, players=players)
    if ruleset.objective == "contract":
        from meldlab.sim.games.contract.play.match import ContractMatch

        return ContractMatch(ruleset, players=players)
    if ruleset.objective == "value":
        from meldlab.sim.games.value.play.match import ValueMatch

        return ValueMatch(ruleset, players=players)
    raise RunError(f"{ruleset.name} has no matches", where="match", allowed="declare, contract and value games")


def make_game(ruleset: Ruleset, *, players: int, contract: str | None) -> Game:
    """Return the game of a ruleset; in a game of contracts that of one contract.

    Raises
    ------
    RulesError
        So many do not play, or there is no such contract.
    """
    make = played_game(ruleset.objective).make
    if ruleset.objective == "contract":
        return make(ruleset, players=players, contract=contract)
    return make(for_contract(ruleset, contract), players=players)
