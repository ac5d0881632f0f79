"""From the objective of a ruleset to its family: the one place that knows all families."""

from functools import cache
from importlib import import_module

from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.outcomes import Workload
from meldlab.sim.games.family import Family
from meldlab.sim.rules import Ruleset
from meldlab.sim.table.block import Game
from meldlab.sim.table.matches import MatchGame

# Loaded at the first use: one question seldom needs two families.
_HOMES = {
    "declare": "meldlab.sim.games.declare.family",
    "contract": "meldlab.sim.games.contract.family",
    "value": "meldlab.sim.games.value.family",
    "deadwood": "meldlab.sim.games.deadwood.family",
}


def families() -> tuple[str, ...]:
    """Return the objectives of all families."""
    return tuple(_HOMES)


@cache
def family_called(objective: str) -> Family:
    """Return the family of an objective."""
    family: Family = import_module(_HOMES[objective]).FAMILY
    return family


def family_of(ruleset: Ruleset) -> Family:
    """Return the family that a ruleset's games belong to."""
    return family_called(ruleset.objective)


def make_workload(ruleset: Ruleset, *, decks: int, wild: str | None, seed: int) -> Workload:
    """Return the workload of a ruleset; a game of contracts has one contract (see `Ruleset.for_deal`)."""
    return family_of(ruleset).workload(ruleset, decks=decks, wild=wild, seed=seed)


def make_game(ruleset: Ruleset, *, players: int, contract: str | None) -> Game:
    """Return the game of a ruleset; in a game of contracts that of one contract.

    Raises
    ------
    RulesError
        So many do not play, or there is no such contract.
    """
    play = family_of(ruleset).play
    if ruleset.contracts:
        return play.game(ruleset, players=players, contract=contract)
    return play.game(ruleset.for_deal(contract), players=players)


def make_match(ruleset: Ruleset, *, players: int) -> MatchGame:
    """Return the matches of a ruleset.

    Raises
    ------
    RulesError, RunError
        So many do not play, or the game has no matches.
    """
    match = family_of(ruleset).play.match
    if match is None:
        known = [name for name in families() if family_called(name).play.match is not None]
        allowed = f"{', '.join(known[:-1])} and {known[-1]} games"
        raise RunError(f"{ruleset.name} has no matches", where="match", allowed=allowed)
    return match(ruleset, players=players)
