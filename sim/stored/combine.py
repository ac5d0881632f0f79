"""Run folders made anywhere, put together into one run.

The result is the set of all parts, each as it was written, sorted by seed: so it does not depend on the order in which
folders are given, nor on whether some of them were combined before.
"""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from meldlab.sim import parts
from meldlab.sim.arguments import refuse
from meldlab.sim.errors import RunError
from meldlab.sim.locks import FolderLock
from meldlab.sim.parts import Part
from meldlab.sim.stored.run import StoredRun, check_one_task, read_run, seed_of


def combine(folders: Sequence[str | Path], out: str | Path) -> StoredRun:
    """Return the run of all parts of several run folders, which is written to a new folder.

    Parameters
    ----------
    folders
        Run folders, combined ones among them if you like.
    out
        The new folder: for each seed a folder of parts.  It is there whole or not at all.

    Raises
    ------
    ArgumentError
        An argument has a wrong type.
    RunError
        The folders are of different tasks, kernels or layouts (the field that differs is named), two of them hold the
        same chunk of a seed, a part is damaged, or `out` is there already with other parts in it.
    """
    if not isinstance(folders, (list, tuple)) or not folders:
        refuse("folders", folders, "a list of run folders")
    for name, given in (*(("folders", folder) for folder in folders), ("out", out)):
        if not isinstance(given, (str, Path)):
            refuse(name, given, "a path, or text")
    target = Path(out)
    runs = [read_run(Path(folder)) for folder in folders]
    _check_places(runs, target)
    found = sorted((part for run in runs for part in run.parts), key=lambda part: (seed_of(part), part.chunk))
    check_one_task(found)
    for run in runs:
        _check_sound(run)
    if _is_there(target, found):
        return read_run(target)
    _write(target, found)
    return read_run(target)


def _check_places(runs: Sequence[StoredRun], target: Path) -> None:
    places: dict[Path, Path] = {}
    for run in runs:
        place = run.path.resolve()
        if place in places:
            raise RunError("is given twice: each chunk of it would count twice", where=str(run.path))
        places[place] = run.path
        if target.resolve() == place or place in target.resolve().parents:
            raise RunError(f"lies in {run.path}, which is combined", where=str(target), remedy="Give a new folder")


def _check_sound(run: StoredRun) -> None:
    """Pass when every part is what its record says."""
    for path in run.damaged:
        raise RunError(
            "is damaged",
            where=str(path),
            remedy="Repeat the command of its run, which makes it anew, or move it away: its deals are left out then",
        )
    run.total()


def _is_there(target: Path, found: Sequence[Part]) -> bool:
    """Return whether exactly these parts are in `target`; RunError if anything else is."""
    if not os.path.exists(target):
        return False
    if target.is_dir() and not any(target.iterdir()):
        return False
    with suppress(RunError):
        there = read_run(target)
        if not there.damaged and _identities(there.parts) == _identities(found):
            return True
    raise RunError("is there already and holds something else", where=str(target), remedy="Give a new folder")


def _identities(found: Sequence[Part]) -> list[tuple[int, int, int, str]]:
    return [(seed_of(part), part.chunk, part.deals, str(part.record["tally_sha256"])) for part in found]


def _write(target: Path, found: Sequence[Part]) -> None:
    # Under another name until it is whole: a run with missing parts would be a run of other deals.
    unfinished = target.with_name(f".{target.name}.combining")
    lock = FolderLock(unfinished)
    try:
        unfinished.mkdir(parents=True, exist_ok=True)
        lock.take()
    except OSError as error:
        raise parts.cannot_write(target, error) from error
    try:
        for left_by_a_killed_process in unfinished.iterdir():
            shutil.rmtree(left_by_a_killed_process)
        for part in found:
            _copy(part, parts.seed_folder(unfinished, seed_of(part)))
        os.replace(unfinished, target)
    except BaseException as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        if isinstance(error, OSError):
            raise parts.cannot_write(target, error) from error
        raise
    finally:
        lock.release()


def _copy(part: Part, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    hands = parts.hands_path(part.path.parent, part.chunk)
    for path in (part.path, hands) if hands.exists() else (part.path,):
        parts.write_whole(folder / path.name, path.read_bytes())
