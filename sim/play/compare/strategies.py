"""Strategies compared: every pair at one table, seat about, all pairs on the same deals in every rotation."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from meldlab.sim.common.arguments import check_texts
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.steps import last_result
from meldlab.sim.engines.engines import Engine
from meldlab.sim.games.registry import family_of
from meldlab.sim.play.compare.result import Comparison
from meldlab.sim.play.compare.tables import TablesProgress, alternating, iter_tables
from meldlab.sim.play.run import Options
from meldlab.sim.play.task import PlayTask
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset


def iter_compare(
    game: str | Path | Ruleset, strategies: Sequence[str], options: Options, *, set: Mapping[str, object] | None = None
) -> Iterator[TablesProgress[Comparison]]:
    """Compare strategies pair by pair; returns an iterator of progress, the last with the result.

    Arguments and errors as for `compare`; `options` hold those that are not named here.
    """
    ruleset = ruleset_of(game, set=set)
    players, names = seats_and_names(ruleset, strategies, options)
    for name in names:
        if names.count(name) > 1:
            raise RunError(f"{name} is there twice", where="strategies", remedy="Leave one of them out")
    tables = [alternating(pair, players) for pair in combinations(strategies, 2)]
    return iter_tables(
        ruleset, tables, options, lambda results: Comparison(strategies=names, results=results, tables=len(tables))
    )


def compare(
    game: str | Path | Ruleset,
    strategies: Sequence[str],
    *,
    deals: int | None = None,
    seed: int | None = None,
    players: int | None = None,
    contract: str | None = None,
    set: Mapping[str, object] | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
    out: str | Path | None = None,
) -> Comparison:
    """Return how much better each of two or more strategies does than the others on the same deals.

    Parameters
    ----------
    game
        A preset's name, a rules file, or a loaded ruleset.
    strategies
        Two or more different ones.  Every pair meets at a table of its own, where they sit in turns, and all tables
        play the same deals, each in every rotation of the players.
    deals, seed, contract, set, workers, engine
        As for `meldlab.play`; numbers depend on no worker.
    players
        Seats of a table.  Default: as many as usual.
    out
        A folder that gets a folder of each table; the same call goes on from what is there.

    Raises
    ------
    ArgumentError, RulesError, StrategyError, RunError
        An argument is wrong, or a folder of `out` belongs to another run; nothing has been played then.
    """
    options = Options(deals, seed, players, contract, workers, engine, out)
    return last_result(iter_compare(game, strategies, options, set=set))


def seats_and_names(ruleset: Ruleset, strategies: Sequence[str], options: Options) -> tuple[int, tuple[str, ...]]:
    """Return how many sit at a table, and the strategies with all their numbers.

    Raises
    ------
    ArgumentError, RulesError, StrategyError, RunError
        Fewer than two strategies; or they or so many players cannot play.
    """
    check_texts("strategies", strategies)
    if len(strategies) < 2:
        raise RunError(
            f"{len(strategies)} strateg{'y' if len(strategies) == 1 else 'ies'} cannot be compared",
            where="strategies",
            remedy="Give two or more, such as greedy,random",
        )
    players = family_of(ruleset).play.players if options.players is None else options.players
    tasks = [PlayTask.of(ruleset, [each], players=players, contract=options.contract) for each in strategies]
    return players, tuple(task.strategies[0] for task in tasks)
