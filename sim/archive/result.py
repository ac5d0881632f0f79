"""The result of a stored run: what its own command would show of the same deals, without dealing anything."""

from pathlib import Path
from typing import Any

from meldlab.sim.archive.question import ruleset_of_record
from meldlab.sim.archive.run import StoredRun, find_runs
from meldlab.sim.archive.whole import check_compared, check_played
from meldlab.sim.common.arguments import refuse
from meldlab.sim.games.registry import family_called, make_game, make_match
from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.play.compare.rules_task import RulesTask
from meldlab.sim.play.matches.match_job import WIN
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.play.task import PlayTask
from meldlab.sim.query.conditions import usual_features
from meldlab.sim.runs.sealed import SEAL_FIELD
from meldlab.sim.simulate.simulation import Simulation
from meldlab.sim.simulate.task import Task

Result = Simulation | PlayResult | RulesComparison


def read_results(path: str | Path) -> list[Result]:
    """Return the results stored in a run folder: one of most commands, one a table of `compare`.

    Parameters
    ----------
    path
        The output folder of `simulate`, `play`, `compare` or `combine`.  Reading runs nobody's code and deals nothing.

    Raises
    ------
    ArgumentError
        `path` is no path.
    RulesError, RunError
        There is no run in it, a part is damaged, or a record describes no task.
    """
    if not isinstance(path, str | Path):
        refuse("path", path, "a path, or text")
    return [result_of(run) for run in find_runs(Path(path), counting=True)]


def result_of(run: StoredRun) -> Result:
    """Return what came of all deals of a run, of all its seeds.

    Raises
    ------
    RulesError, RunError
        A part is damaged, or the record describes no task.
    """
    task = run.task
    if isinstance(task, Task):
        return Simulation(
            task=task,
            tally=run.total(),
            sources=run.sources,
            features=usual_features(task),
            target_reached=None,
            dealt=0,
            **_common(run),
        )
    seeds = [seed for seed, _ in run.sources]
    common = {**_common(run), "seed": seeds[0] if len(seeds) == 1 else seeds, "counts": run.total()}
    ruleset = ruleset_of_record(run.record)
    how = family_called(task.objective).play
    if isinstance(task, RulesTask):
        columns = make_game(ruleset, players=task.first.players, contract=task.first.contract).columns
        check_compared(common["counts"])
        return RulesComparison(task=task, how=how, columns=tuple(columns), **common)
    if not isinstance(task, PlayTask):
        raise AssertionError("there are no other tasks")
    if task.match:
        columns = (WIN, *make_match(ruleset, players=task.players).columns)
        how = how.of_matches()
        check_played(common["counts"], task, columns, score=how.score)
        return MatchResult(task=task, columns=columns, how=how, dealt=0, **common)
    columns = make_game(ruleset, players=task.players, contract=task.contract).columns
    check_played(common["counts"], task, columns, score=how.score)
    return PlayResult(task=task, columns=columns, how=how, dealt=0, **common)


def _common(run: StoredRun) -> dict[str, Any]:
    of_part = ("chunk", "content", "commands", "seconds", "tally_sha256", SEAL_FIELD)
    record = {key: value for key, value in run.parts[0].record.items() if key not in of_part}
    commands = list(dict.fromkeys(str(part.record["command"]) for part in run.parts))
    if len(commands) > 1:  # continued with more deals, or combined
        record["commands"] = commands
    return {
        "seconds": sum(float(part.record["seconds"]) for part in run.parts),
        "stopped_by": "deals",
        "provenance": {**record, "deals": run.deals, "sources": [list(source) for source in run.sources]},
        "messages": tuple(run.messages()),
    }
