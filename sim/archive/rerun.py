"""A stored run counted again, by the kernels of today, and compared with what is stored, bit for bit."""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from meldlab.sim.archive.question import job_again
from meldlab.sim.archive.rerun_result import Recount, Rerun, RerunProgress, Verdict
from meldlab.sim.archive.run import StoredRun, read_run
from meldlab.sim.common.arguments import check_flag, check_path, whole
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.seeds import check_seed, root_seed
from meldlab.sim.common.steps import blocking
from meldlab.sim.counting.jobs import ChunkResult, Job
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine, compiles_here, engine_of, ready
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.gathering import counts_in, seed_of
from meldlab.sim.runs.hands import are_of_same_chunk
from meldlab.sim.runs.parts import Part, are_of_same_deals, read_part, seed_folder
from meldlab.sim.runs.provenance import provenance
from meldlab.sim.simulate.task import Task

#: The parameter in which a part says what it was counted again from.
_AGAIN = "rerun_of"
_NEW = "Give a new folder"


def iter_rerun(
    path: str | Path,
    *,
    check: int | None = None,
    seed: int | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
    runs_user_code: bool = False,
    stop: StopSignal | None = None,
    command: str = "meldlab.rerun",
) -> Iterator[RerunProgress]:
    """Count a stored run again and compare; returns an iterator of progress, the last with the result.

    Parameters
    ----------
    path
        The run's folder.
    check
        How many chunks, drawn at random; default all.
    seed
        By which they are drawn; default fresh entropy.
    out
        A folder where the parts counted now are kept, too; repeated, the call goes on there.
    workers, engine, stop, command
        As for `meldlab.simulate`.
    runs_user_code
        Whether strategies of files may be run that the run's record names.

    Raises
    ------
    ArgumentError, RunError
        An argument is wrong, or `path` holds no run, or several.
    """
    check_path("path", path)
    check_path("out", out)
    check_flag("runs_user_code", runs_user_code)
    count, seed, workers = whole("check", check), whole("seed", seed), whole("workers", workers)
    if count is not None and count < 1:
        raise RunError(f"{count} chunks are no check", where="check", allowed="1 or more")
    check_seed(seed)
    run = read_run(Path(path))
    _ = run.hands  # read now: what is refused shall be refused before hours are spent
    choice = None if count is None or count >= len(run.parts) else root_seed(seed)
    signal = StopSignal(parent=stop)
    parts = _chosen(run, count, choice)
    again = _Again.of(run, parts, signal, runs_user_code=runs_user_code)
    runner = engine_of(engine, workers=workers)
    if out is not None:
        _check_place(Path(out), run)
    keep = _Kept(Path(out), command) if out is not None else None
    return _progress(run, parts, again, runner, keep, choice)


rerun = blocking(iter_rerun, Rerun)


class _Wanted(NamedTuple):
    """A part to be counted again: its place among those chosen, seed and chunk, its deals, whether with their hands."""

    place: int
    seed: int
    chunk: int
    deals: int
    hands: bool


@dataclass(frozen=True)
class _Again:
    """Counts the chunk of a part; travels with a job for each seed, and none of the parts.

    Attributes
    ----------
    jobs : mapping of int to Job
        For each seed the job that counts its chunks, whole ones.
    stop : StopSignal
        That of the jobs.
    """

    jobs: Mapping[int, Job[Any]]
    stop: StopSignal

    @classmethod
    def of(cls, run: StoredRun, parts: Sequence[Part], stop: StopSignal, *, runs_user_code: bool) -> "_Again":
        """Return what counts `parts` of a run; refuses what cannot be asked again, as `job_again` does."""
        size = run.task.chunk_deals
        ends: dict[int, int] = {}
        for part in parts:
            ends[seed_of(part)] = max(ends.get(seed_of(part), 0), (part.chunk + 1) * size)
        jobs = {
            seed: job_again(run.record, seed=seed, deals=end, stop=stop, runs_user_code=runs_user_code)
            for seed, end in ends.items()
        }
        return cls(jobs, stop)

    @property
    def compiles(self) -> str | None:
        """That of any job: all ask the same."""
        return next(iter(self.jobs.values())).compiles

    def prepare(self) -> None:
        """Compile and build tables; may be slow."""
        for job in self.jobs.values():
            job.prepare()

    def __call__(self, wanted: _Wanted) -> tuple[int, ChunkResult[Any]]:
        """Return the place of a part, and what its chunk gives."""
        job: Any = self.jobs[wanted.seed]
        if wanted.deals < job.task.chunk_deals:  # a chunk that was cut: only its beginning is stored
            job = replace(job, deals=wanted.chunk * job.task.chunk_deals + wanted.deals)
        if wanted.hands:
            job = replace(job, keep_hands=True)
        return wanted.place, job(wanted.chunk)


def _check_place(out: Path, run: StoredRun) -> None:
    """Pass for a folder that is new, empty, or holds what counting `run` again has given so far.

    Raises
    ------
    RunError
        It lies in the run or the run in it, or it holds anything else.
    """
    place, source = out.resolve(), run.path.resolve()
    if place == source or place in source.parents or source in place.parents:
        raise RunError(f"and {run.path}, which is counted again, lie in each other", where=str(out), remedy=_NEW)
    if not out.is_dir() or not any(out.iterdir()):
        return
    there = read_run(out)
    if any(part.record["parameters"].get(_AGAIN) != run.record.command for part in there.parts):
        raise RunError("holds another run", where=str(out), remedy=_NEW)


class _Kept:
    """Where the parts counted now are kept."""

    def __init__(self, path: Path, command: str) -> None:
        self._path = path
        self._command = command
        self._folders: dict[int, RunFolder] = {}

    def save(self, run: StoredRun, job: Job[Any], seed: int, result: ChunkResult[Any]) -> None:
        """Keep what was counted: in the folder itself for a run of one seed, else in one for each."""
        if seed not in self._folders:
            folder = RunFolder(self._path if len(run.sources) == 1 else seed_folder(self._path, seed))
            folder.check(job.task, seed)
            folder.start()
            self._folders[seed] = folder
        parameters = {**run.record.parameters, _AGAIN: run.record.command}
        self._folders[seed].save(result, provenance(job.task, seed=seed, command=self._command, parameters=parameters))

    def close(self) -> None:
        """Release the folders."""
        for folder in self._folders.values():
            folder.close()


def _chosen(run: StoredRun, count: int | None, seed: int | None) -> tuple[Part, ...]:
    if seed is None or count is None:
        return run.parts
    places = random.Random(seed).sample(range(len(run.parts)), count)
    return tuple(run.parts[place] for place in sorted(places))


def _progress(
    run: StoredRun, parts: Sequence[Part], again: _Again, engine: Engine, keep: _Kept | None, choice: int | None
) -> Iterator[RerunProgress]:
    total = len(parts)
    name = f"{'simulate' if run.record.task.question == 'simulate' else 'play'}-{run.record.objective}"
    yield RerunProgress(0, total, name, preparing=compiles_here(engine))
    recounts: dict[int, Recount] = {}
    begun = time.perf_counter()
    try:
        with ready(engine, again):
            begun = time.perf_counter()
            for place, result in engine.map_unordered(again, _wanted(run, parts, again.stop)):
                part = parts[place]
                if result.deals < part.deals:  # interrupted
                    continue
                recounts[place] = Recount(
                    part, _verdict(run, part, result), result.seconds, _verdict_on_hands(part, result)
                )
                if keep is not None:
                    keep.save(run, again.jobs[seed_of(part)], seed_of(part), result)
                yield RerunProgress(len(recounts), total, name)
    finally:
        again.stop.set()
        if keep is not None:
            keep.close()
    found = tuple(recounts[place] for place in sorted(recounts))
    whole = Rerun(run, found, total, choice, time.perf_counter() - begun, interrupted=len(found) < total)
    yield RerunProgress(len(found), total, name, result=whole)


def _wanted(run: StoredRun, parts: Sequence[Part], stop: StopSignal) -> Iterator[_Wanted]:
    for place, part in enumerate(parts):
        if stop.is_set():
            return
        # Only dealt hands can be kept; what lies beside played deals under that name is never the same.
        hands = isinstance(run.task, Task) and part.hands_path.exists()
        yield _Wanted(place, seed_of(part), part.chunk, part.deals, hands)


def _verdict(run: StoredRun, part: Part, result: ChunkResult[Any]) -> Verdict:
    stored = read_part(part.path)
    if stored is None:
        return "damaged"
    # Who goes on with the run meanwhile may have put a part with more deals there; the first one was sound, too.
    if are_of_same_deals(stored.record, part.record) and counts_in(stored, part, run.task) is None:
        return "damaged"
    return "same" if part.record["tally_sha256"] == result.tally.digest() else "different"


def _verdict_on_hands(part: Part, result: ChunkResult[Any]) -> Verdict | None:
    path = part.hands_path
    stored = read_part(path) if path.exists() else None
    if stored is None:
        return "damaged" if path.exists() else None
    frame = stored.frame()
    if frame is None or not are_of_same_chunk(stored.record, part.record) or frame.height != stored.record.get("deals"):
        return "damaged"
    # Of a command that was killed, or goes on meanwhile, there may be hands of more or fewer deals than were counted.
    if result.hands is None or frame.schema != result.hands.schema:
        return "different"
    deals = min(frame.height, result.hands.height)
    return "same" if frame.head(deals).equals(result.hands.head(deals)) else "different"
