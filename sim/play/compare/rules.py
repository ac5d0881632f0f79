"""Two rulesets compared: the same strategies on the same deals under each, with the differences deal by deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from meldlab.sim.common.arguments import check_texts
from meldlab.sim.common.errors import RulesError
from meldlab.sim.common.steps import last_result
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine
from meldlab.sim.games.registry import family_of
from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.play.compare.rules_task import RulesJob, RulesTask, check_same_deals
from meldlab.sim.play.compare.tables import alternating, table_folders
from meldlab.sim.play.run import DealsProgress, Options, iter_run
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.rules.ruleset import Ruleset


def iter_compare_rules(
    game: str | Path | Ruleset,
    strategies: Sequence[str],
    options: Options,
    *,
    against: str | Path | Ruleset | None = None,
    set: Mapping[str, object] | None = None,
    against_set: Mapping[str, object] | None = None,
) -> Iterator[DealsProgress[RulesComparison]]:
    """Compare two rulesets; returns an iterator of progress, the last with the result.

    Arguments and errors as for `compare_rules`; `options` hold those that are not named here.
    """
    check_texts("strategies", strategies)
    first = ruleset_of(game, set=set)
    other = _other(game, against, set, against_set)
    if first.sha256 == other.sha256:
        raise RulesError("these are the same rules", where="against", remedy="Give another ruleset, or against_set")
    usual = max(family_of(first).play.players, len(strategies))
    players = usual if options.players is None else options.players
    check_same_deals(first, other, players=players, contract=options.contract)
    seats = alternating(strategies, players) if len(strategies) == 2 else strategies
    tasks = (PlayTask.of(each, seats, players=players, contract=options.contract) for each in (first, other))
    task = RulesTask(*tasks)
    most = options.most()

    def job(root: int, stop: StopSignal) -> RulesJob:
        ours, theirs = PlayJob(task.first, first, root, most, stop), PlayJob(task.other, other, root, most, stop)
        return RulesJob(task, ours, theirs, root, most, stop)

    name = " ".join(["rules", *dict.fromkeys(task.first.strategies), other.sha256])
    place = replace(options, out=table_folders(options.out, [name])[0])
    parameters = {"deals": options.deals, "players": options.players, "other_ruleset_json": task.other.ruleset_json}
    return iter_run(task, job, place, parameters, RulesComparison)


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
