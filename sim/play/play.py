"""Deals played by strategies: a generator of progress, and the blocking call that is a loop over it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from meldlab.sim.common.arguments import check_flag
from meldlab.sim.common.steps import blocking
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine
from meldlab.sim.play.matches.match_job import MatchJob
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.players import check_sources, check_strategies
from meldlab.sim.play.result import PlayResult
from meldlab.sim.play.run import DealsProgress, Options, iter_run
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset

#: Matches when no number is given.
USUAL_MATCHES = 1_000


def iter_play(
    game: str | Path | Ruleset,
    strategies: Sequence[object],
    *,
    deals: int | None = None,
    seed: int | None = None,
    players: int | None = None,
    contract: str | None = None,
    match: bool = False,
    set: Mapping[str, object] | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
    out: str | Path | None = None,
    stop: StopSignal | None = None,
    command: str = "meldlab.play",
) -> Iterator[DealsProgress[PlayResult]]:
    """Play many deals and count what came of them; returns an iterator of progress, the last with the result.

    Parameters
    ----------
    game
        A preset's name, a rules file, or a loaded ruleset.
    strategies
        One a player, such as ``["greedy", "random"]``; one alone plays every seat.  With different ones every deal
        is played once in each rotation of the players over the same cards.  Users' own: ``"mine.py:Careful"``, a
        class, or an object with a method `act`, which is copied (docs/strategies.md).
    deals
        Deals wanted in all, each in all its rotations; with `match` matches.  Default: 10,000, or 1,000 matches.
    seed, workers, engine, out, stop, command
        As for `meldlab.simulate`.
    players
        How many play.  Default: one a strategy, or as many as usual for a single one.
    contract
        What must be laid in a contract game.
    match
        Whether whole matches are played: all contracts, to the target, or as many deals as the rules say.
    set
        Rules to override.

    Raises
    ------
    ArgumentError, RulesError, StrategyError, RunError
        An argument is wrong, or `out` belongs to another run.
    """
    check_strategies(strategies)
    check_flag("match", match)
    options = Options(deals, seed, players, contract, workers, engine, out, stop, command)
    return iter_deals(ruleset_of(game, set=set), strategies, options, match=match)


play = blocking(iter_play, PlayResult)


def iter_deals(
    ruleset: Ruleset, strategies: Sequence[object], options: Options, *, match: bool = False
) -> Iterator[DealsProgress[PlayResult]]:
    """Return an iterator of the progress of deals or matches; arguments and errors as for `iter_play`."""
    most = options.most(USUAL_MATCHES, unit="matches") if match else options.most()
    task = PlayTask.of(ruleset, strategies, players=options.players, contract=options.contract, match=match)
    if options.out is not None:
        check_sources(task.chosen)
    make = MatchJob if match else PlayJob
    return iter_run(
        task,
        lambda root, stop: make(task, ruleset, root, most, stop),
        options,
        {"deals": options.deals, "players": options.players, "keep_hands": False},
        MatchResult if match else PlayResult,
    )
