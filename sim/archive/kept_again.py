"""Where the parts are kept that come of counting a run again."""

from pathlib import Path
from typing import Any

from meldlab.sim.archive.run import StoredRun, read_run
from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.jobs import ChunkResult, Job
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.runs.parts import seed_folder
from meldlab.sim.runs.provenance import provenance

#: The parameter in which a part says what it was counted again from.
_AGAIN = "rerun_of"
_NEW = "Give a new folder"


def check_place(out: Path, run: StoredRun) -> None:
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


class Kept:
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
