"""Two rulesets compared: the same strategies on the same deals under each, with the differences deal by deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from meldlab.sim.common.arguments import check_text, check_texts, whole
from meldlab.sim.common.errors import RulesError, RunError
from meldlab.sim.common.notation import CONTRACT
from meldlab.sim.common.seeds import check_seed
from meldlab.sim.common.steps import last_result
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine, compiles_here, engine_of, ready
from meldlab.sim.games.registry import family_called
from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.play.compare.rules_task import RulesJob, RulesTask, check_same_deals
from meldlab.sim.play.compare.tables import Options, alternating, common_seed, table_folders
from meldlab.sim.play.counts import PlayCounts
from meldlab.sim.play.play import USUAL_DEALS
from meldlab.sim.play.progress import DealsProgress
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.loop import RunLoop
from meldlab.sim.runs.provenance import provenance
from meldlab.sim.table.block import MOST_DEALS


class RulesDealing(RunLoop[PlayCounts]):
    """The dealing of deals under two rulesets."""

    job: RulesJob


@dataclass(frozen=True)
class RulesProgress(DealsProgress):
    """How far a comparison is.

    Attributes
    ----------
    deals, total, preparing
        As in `DealsProgress`.
    task : RulesTask
    result : RulesComparison or None
        With the last progress only.
    """

    task: RulesTask
    result: RulesComparison | None = None


def iter_compare_rules(
    game: str | Path | Ruleset,
    strategies: Sequence[str],
    options: Options,
    *,
    against: str | Path | Ruleset | None = None,
    set: Mapping[str, object] | None = None,
    against_set: Mapping[str, object] | None = None,
) -> Iterator[RulesProgress]:
    """Compare two rulesets; returns an iterator of progress, the last with the result.

    Arguments and errors as for `compare_rules`; `options` hold those that are not named here.
    """
    check_texts("strategies", strategies)
    check_text("contract", options.contract, allowed=CONTRACT)
    first = ruleset_of(game, set=set)
    other = _other(game, against, set, against_set)
    if first.sha256 == other.sha256:
        raise RulesError("these are the same rules", where="against", remedy="Give another ruleset, or against_set")
    asked = whole("players", options.players)
    players = asked if asked is not None else max(family_called(first.objective).play.players, len(strategies))
    check_same_deals(first, other, players=players, contract=options.contract)
    seats = alternating(strategies, players) if len(strategies) == 2 else tuple(strategies)
    tasks = [PlayTask.of(rules, list(seats), players=players, contract=options.contract) for rules in (first, other)]
    return _progress(_dealing(RulesTask(*tasks), (first, other), options))


def compare_rules(
    game: str | Path | Ruleset,
    strategies: Sequence[str],
    *,
    against: str | Path | Ruleset | None = None,
    set: Mapping[str, object] | None = None,
    against_set: Mapping[str, object] | None = None,
    deals: int | None = None,
    seed: int | None = None,
    players: int | None = None,
    contract: str | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
    out: str | Path | None = None,
) -> RulesComparison:
    """Return how the same strategies fare on the same deals under two rulesets.

    Parameters
    ----------
    game, set
        The first ruleset, and rules to override in it.
    strategies
        One for every seat, two that sit in turns, or one a seat.
    against, against_set
        The other ruleset, and rules to override in it; without `against` it is the first one with these overrides.
    deals, seed, players, contract, workers, engine, out
        As for `meldlab.compare`.

    Raises
    ------
    ArgumentError, RulesError, StrategyError, RunError
        An argument is wrong, the rulesets are the same or deal other cards, or `out` belongs to another run.
    """
    options = Options(deals, seed, players, contract, workers, engine, out)
    return last_result(iter_compare_rules(game, strategies, options, against=against, set=set, against_set=against_set))


def _other(
    game: str | Path | Ruleset,
    against: str | Path | Ruleset | None,
    set: Mapping[str, object] | None,
    against_set: Mapping[str, object] | None,
) -> Ruleset:
    try:
        if against is not None:
            return ruleset_of(against, set=against_set)
        return ruleset_of(game, set={**(set or {}), **(against_set or {})})
    except RulesError as error:
        if error.where == "set":
            error.where = "against_set"
        raise


def _dealing(task: RulesTask, rules: tuple[Ruleset, Ruleset], options: Options) -> RulesDealing:
    deals, seed = whole("deals", options.deals), whole("seed", options.seed)
    most = USUAL_DEALS if deals is None else deals
    if not 1 <= most <= MOST_DEALS:
        raise RunError(f"{most:,} deals cannot be played", where="deals", allowed=f"1 to {MOST_DEALS:,}")
    check_seed(seed)
    name = " ".join(["rules", *dict.fromkeys(task.first.strategies), task.other.ruleset_sha256])
    place = table_folders(options.out, [name])[0]
    root = common_seed(seed, [place])
    folder = RunFolder(place) if place is not None else None
    if folder is not None:
        folder.check(task, root)
    parameters = {"deals": deals, "players": options.players, "other_ruleset_json": task.other.ruleset_json}
    record = provenance(task, seed=root, command=options.command, parameters=parameters)
    signal = StopSignal(parent=options.stop)
    jobs = [
        PlayJob(each, ruleset, root, most, signal)
        for each, ruleset in zip((task.first, task.other), rules, strict=True)
    ]
    job = RulesJob(task, jobs[0], jobs[1], root, most, signal)
    runner = engine_of(options.engine, workers=options.workers)
    return RulesDealing(job, runner, None, folder, record)


def _progress(dealing: RulesDealing) -> Iterator[RulesProgress]:
    job, folder = dealing.job, dealing.folder

    def step(*, preparing: bool = False, result: RulesComparison | None = None) -> RulesProgress:
        return RulesProgress(dealing.counted.deals, job.deals, preparing, job.task, result)

    dealing.read_stored()
    if not dealing.complete():
        yield step(preparing=compiles_here(dealing.engine))
        if folder is not None:
            folder.start()
        try:
            with ready(dealing.engine, job):
                for _ in dealing.run():
                    yield step()
        finally:
            if folder is not None:
                folder.close()
    yield step(result=_result(dealing))


def _result(dealing: RulesDealing) -> RulesComparison:
    job, folder = dealing.job, dealing.folder
    counts, stopped_by = dealing.counted.total(), dealing.stopped_by()
    messages = (*folder.messages, *folder.foreign(chunks=job.task.chunks(job.deals))) if folder is not None else ()
    return RulesComparison(
        task=job.task,
        counts=counts,
        how=family_called(job.task.objective).play,
        columns=tuple(job.first.game.columns),
        seed=job.seed,
        seconds=dealing.seconds,
        stopped_by=stopped_by,
        provenance={**dealing.record, "stopped_by": stopped_by, "deals": counts.deals},
        messages=messages,
    )
