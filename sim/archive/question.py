"""From the record of a part back to the question it answers, and to the job that would answer it again.

A record may come from anybody, so reading it runs no code of users: strategies of files are only names here, until
somebody who trusts the files says so.
"""

from dataclasses import dataclass, replace
from typing import Any

from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.jobs import Job
from meldlab.sim.counting.outcomes import Column
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.counting.task import Chunked
from meldlab.sim.games.family import FamilyPlay
from meldlab.sim.games.registry import make_workload
from meldlab.sim.play.compare.rules_task import RulesJob, RulesTask
from meldlab.sim.play.matches.match_job import MatchJob
from meldlab.sim.play.players import Chosen
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules import Ruleset, stored_ruleset
from meldlab.sim.runs.differences import task_differences
from meldlab.sim.runs.record import PartRecord, PlayAsked, SimulationAsked
from meldlab.sim.simulate.chunk_job import ChunkJob
from meldlab.sim.simulate.task import Task
from meldlab.sim.table.block import Strategy


@dataclass(frozen=True)
class Named(Chosen):
    """A strategy known by its name alone."""

    def make(self, play: FamilyPlay) -> Strategy:
        """Raise RunError: nothing is run that a record names."""
        raise RunError("is not run for the mere name in a record", where=self.name)


def stored_task(record: PartRecord) -> Chunked[Any]:
    """Return the task that a record is of, with the kernel version it was counted by.

    Raises
    ------
    RulesError, RunError
        Its rules or its question are none, or its id is not that of its question.
    """
    ruleset = ruleset_of_record(record)
    asked = record.task
    task: Chunked[Any]
    if isinstance(asked, SimulationAsked):
        task = _simulation_task(ruleset, asked)
    else:
        first = _play_task(ruleset, asked)
        other = asked.other_ruleset_sha256
        task = first if other is None else RulesTask(first, _play_task(_other_ruleset(record, other), asked))
    document = record.task.model_dump(exclude_unset=True)
    differences = task_differences(
        {"task_id": record.task_id, "task": document}, {"task_id": task.task_id, "task": task.document()}
    )
    if differences:
        raise RunError(f"its question is not the one that its id names: {'; '.join(differences)}", where="the record")
    return task


def job_again(record: PartRecord, *, seed: int, deals: int, stop: StopSignal, runs_user_code: bool = False) -> Job[Any]:
    """Return the job that counts a stored task's chunks with the kernels of today.

    Parameters
    ----------
    record
        Of any part of the run.
    seed, deals, stop
        As for the jobs.
    runs_user_code
        Whether files with strategies may be run that the record names.

    Raises
    ------
    RulesError, StrategyError, RunError
        The task cannot be asked again; or a strategy of a file plays and that is not allowed.
    """
    stored = stored_task(record)
    if isinstance(stored, Task):
        ruleset = ruleset_of_record(record)
        made = make_workload(ruleset, decks=stored.decks, wild=stored.wild, seed=seed)
        task = Task.of(ruleset, made, decks=stored.decks, wild=stored.wild, chunk_deals=stored.chunk_deals)
        return ChunkJob(task, ruleset, seed, make_workload, deals=deals, keep_hands=False, stop=stop)
    if not isinstance(stored, PlayTask | RulesTask):
        raise AssertionError("there are no other tasks")
    tasks = (stored.first, stored.other) if isinstance(stored, RulesTask) else (stored,)
    jobs = [_play_job(record, each, seed, deals, stop, runs_user_code=runs_user_code) for each in tasks]
    if len(jobs) == 1:
        return jobs[0]
    first, other = jobs
    return RulesJob(RulesTask(first.task, other.task), first, other, seed, deals, stop)


def ruleset_of_record(record: PartRecord) -> Ruleset:
    """Return the rules of a record."""
    return _ruleset(record, record.ruleset_json, record.task.ruleset_sha256)


def _simulation_task(ruleset: Ruleset, asked: SimulationAsked) -> Task:
    try:
        made = make_workload(ruleset, decks=ruleset.decks_for(decks=asked.decks), wild=asked.wild, seed=0)
    except ValueError as error:  # what commands never get as far as
        raise RunError(f"such hands are not dealt: {error}", where="the record") from error
    sentences = {column.name: column.sentence for column in made.columns}
    columns = tuple(_column(each, sentences) for each in asked.columns)
    task = Task.of(ruleset, made, decks=asked.decks, wild=asked.wild, chunk_deals=asked.chunk_deals)
    return replace(task, columns=columns, score=asked.score, kernel_version=asked.kernel_version)


def _column(identity: list[str | int], sentences: dict[str, str]) -> Column:
    match identity:
        case [str() as name, int() as maximum]:
            return Column(name, maximum, sentences.get(name, name))
        case [str() as name, int() as maximum, int() as minimum]:
            return Column(name, maximum, sentences.get(name, name), minimum)
    raise RunError(f"{identity} is no outcome", where="the record")


def _play_task(ruleset: Ruleset, asked: PlayAsked) -> PlayTask:
    return PlayTask(
        game=ruleset.name,
        ruleset_sha256=ruleset.sha256,
        ruleset_json=ruleset.canonical_json(),
        objective=ruleset.objective,
        players=asked.players,
        strategies=tuple(asked.strategies),
        contract=asked.contract,
        rotations=asked.rotations,
        kernel_version=asked.kernel_version,
        chosen=tuple(Named(name, asked.sources.get(name)) for name in asked.strategies),
        chunk_deals=asked.chunk_deals,
        match=asked.question == "match",
    )


def _play_job(
    record: PartRecord, stored: PlayTask, seed: int, deals: int, stop: StopSignal, *, runs_user_code: bool
) -> PlayJob:
    foreign = [each.name for each in stored.chosen if each.source_sha256 is not None]
    if foreign and not runs_user_code:
        raise RunError(
            f"was played by a strategy of a file, {foreign[0]}, which is code that would be run",
            where=record.command[:200],
            remedy="Look at the file, then say --run-user-code",
        )
    ruleset = _ruleset(record, stored.ruleset_json, stored.ruleset_sha256)
    task = PlayTask.of(
        ruleset, list(stored.strategies), players=stored.players, contract=stored.contract, match=stored.match
    )
    for one, other in zip(task.chosen, stored.chosen, strict=True):
        if one.source_sha256 != other.source_sha256:
            raise RunError("has another text now than when the run was made", where=one.name)
    task = replace(task, chunk_deals=stored.chunk_deals)
    return (MatchJob if task.match else PlayJob)(task, ruleset, seed, deals, stop)


def _ruleset(record: PartRecord, text: str, sha256: str) -> Ruleset:
    ruleset = stored_ruleset(text, name=record.game)
    if ruleset.sha256 != sha256:
        raise RunError("the rules are not those that the record's hash names", where="the record")
    return ruleset


def _other_ruleset(record: PartRecord, sha256: str) -> Ruleset:
    text = record.parameters.get("other_ruleset_json")
    if not isinstance(text, str) or len(text) > len(record.ruleset_json) + 100_000:
        raise RunError("does not hold the other rules", where="the record")
    return _ruleset(record, text, sha256)
