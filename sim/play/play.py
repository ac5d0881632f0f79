"""Deals played by strategies: a generator of progress, and the blocking call that is a loop over it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from meldlab.sim.common.arguments import check_flag, check_path, check_text, whole
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import CONTRACT
from meldlab.sim.common.seeds import check_seed, root_seed
from meldlab.sim.common.steps import blocking
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine, compiles_here, engine_of, ready
from meldlab.sim.play.counts import PlayCounts
from meldlab.sim.play.matches.match_job import MatchJob
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.players import check_sources, check_strategies
from meldlab.sim.play.progress import DealsProgress
from meldlab.sim.play.result import PlayResult
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.loop import RunLoop
from meldlab.sim.runs.provenance import provenance
from meldlab.sim.table.block import MOST_DEALS

#: Deals when no number is given.
USUAL_DEALS = 10_000
#: Matches when no number is given.
USUAL_MATCHES = 1_000


class PlayDealing(RunLoop[PlayCounts]):
    """The dealing of played deals."""

    job: PlayJob


@dataclass(frozen=True)
class PlayProgress(DealsProgress):
    """How far a run is.

    Attributes
    ----------
    deals, total, preparing
        As in `DealsProgress`.
    task : PlayTask
    seconds : float
    seed : int
    result : PlayResult or None
        With the last progress only.
    """

    task: PlayTask
    seconds: float
    seed: int
    result: PlayResult | None = None


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
) -> Iterator[PlayProgress]:
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
    check_text("contract", contract, allowed=CONTRACT)
    check_path("out", out)
    deals, seed = whole("deals", deals), whole("seed", seed)
    workers, players = whole("workers", workers), whole("players", players)
    most = (USUAL_MATCHES if match else USUAL_DEALS) if deals is None else deals
    if not 1 <= most <= MOST_DEALS:
        raise RunError(
            f"{most:,} {'matches' if match else 'deals'} cannot be played",
            where="deals",
            allowed=f"1 to {MOST_DEALS:,}",
        )
    check_seed(seed)
    ruleset = ruleset_of(game, set=set)
    task = PlayTask.of(ruleset, strategies, players=players, contract=contract, match=match)
    if out is not None:
        check_sources(task.chosen)
    folder = RunFolder(Path(out)) if out is not None else None
    root = root_seed(seed, () if folder is None else (folder.seed,))
    if folder is not None:
        folder.check(task, root)
    parameters = {"deals": deals, "players": players, "keep_hands": False}
    record = provenance(task, seed=root, command=command, parameters=parameters)
    signal = StopSignal(parent=stop)
    job = (MatchJob if match else PlayJob)(task, ruleset, root, most, signal)
    runner = engine_of(engine, workers=workers)
    return _progress(PlayDealing(job, runner, None, folder, record))


play = blocking(iter_play, PlayResult)


def _progress(dealing: PlayDealing) -> Iterator[PlayProgress]:
    job = dealing.job

    def step(*, preparing: bool = False) -> PlayProgress:
        return PlayProgress(
            dealing.counted.deals, job.deals, preparing, job.task, seconds=dealing.seconds, seed=job.seed
        )

    dealing.read_stored()
    if not dealing.complete():
        yield step(preparing=compiles_here(dealing.engine))
        for _ in _played(dealing):
            yield step()
    yield replace(step(), result=_result(dealing))


def _played(dealing: PlayDealing) -> Iterator[None]:
    folder = dealing.folder
    if folder is not None:
        folder.start()
    try:
        with ready(dealing.engine, dealing.job):
            yield from dealing.run()
    finally:
        if folder is not None:
            folder.close()


def _result(dealing: PlayDealing) -> PlayResult:
    job, folder = dealing.job, dealing.folder
    counts = dealing.counted.total()
    stopped_by = dealing.stopped_by()
    messages = (*folder.messages, *folder.foreign(chunks=job.task.chunks(job.deals))) if folder is not None else ()
    make = MatchResult if job.task.match else PlayResult
    return make(
        task=job.task,
        counts=counts,
        columns=job.columns,
        how=job.how,
        seed=job.seed,
        dealt=dealing.dealt,
        seconds=dealing.seconds,
        stopped_by=stopped_by,
        provenance={**dealing.record, "stopped_by": stopped_by, "deals": counts.deals},
        messages=messages,
    )
