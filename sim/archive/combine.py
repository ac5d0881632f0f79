"""Run folders made anywhere, put together into one run.

The result is the set of all parts, each as it was written, sorted by seed: so it does not depend on the order in which
folders are given, nor on whether some of them were combined before.  Folders of `compare` are put together table by
table.
"""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from meldlab.sim.archive.question import stored_task
from meldlab.sim.archive.run import StoredRun, find_runs
from meldlab.sim.archive.tables import ALONE, matched
from meldlab.sim.common.arguments import refuse
from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.task import Chunked
from meldlab.sim.runs import parts
from meldlab.sim.runs.gathering import Gathering, counts_in, seed_of
from meldlab.sim.runs.locks import FolderLock
from meldlab.sim.runs.parts import Part, SoundFile
from meldlab.sim.runs.record import check_record

_MEND = "Repeat the command of its run, which makes it anew, or move it away: its deals are left out then"


def combine(folders: Sequence[str | Path], out: str | Path) -> list[StoredRun]:
    """Return the run of all parts of several run folders, which is written to a new folder; of `compare` all tables.

    Parameters
    ----------
    folders
        Run folders, combined ones among them if you like; or folders of `compare` with the same tables.
    out
        The new folder: for each seed a folder of parts, with `compare` such folders for each table.  It is there whole
        or not at all.

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
    sources = [Path(folder) for folder in folders]
    _check_places(sources, target)
    tables = matched(sources)
    if _holds_something(target):
        return _found_again(tables, target)
    for places in tables.values():  # what is refused shall be refused before gigabytes are copied
        heads = Gathering()
        for place in places:
            heads.admit(next(stored for _, stored in Gathering().add(place)))
    return _written(tables, target)


def _check_places(sources: Sequence[Path], target: Path) -> None:
    places: set[Path] = set()
    for path in sources:
        place = path.resolve()
        if place in places:
            raise RunError("is given twice: each chunk of it would count twice", where=str(path))
        places.add(place)
        if target.resolve() == place or place in target.resolve().parents:
            raise RunError(f"lies in {path}, which is combined", where=str(target), remedy="Give a new folder")


def _holds_something(target: Path) -> bool:
    return os.path.lexists(target) and not (target.is_dir() and not any(target.iterdir()))


def _found_again(tables: Mapping[str, Sequence[Path]], target: Path) -> list[StoredRun]:
    """Return the runs in `target`, of exactly these parts; RunError if it holds anything else."""
    wanted = {}
    for name, places in tables.items():
        gathering = Gathering()
        for place in places:
            for _ in _sound_parts(gathering, place):
                pass
        wanted[name] = _identities(gathering.in_order())
    try:
        there = find_runs(target)
    except RunError:
        there = []
    found = {ALONE if run.path == target else run.path.name: _identities(run.parts) for run in there}
    if found != wanted or any(run.damaged for run in there):
        raise RunError("is there already and holds something else", where=str(target), remedy="Give a new folder")
    return there


def _identities(found: Iterable[Part]) -> list[tuple[int, int, int, str]]:
    return [(seed_of(part), part.chunk, part.deals, str(part.record["tally_sha256"])) for part in found]


def _sound_parts(gathering: Gathering, place: Path) -> Iterator[tuple[Part, SoundFile]]:
    """Yield the parts of a folder; RunError for a damaged one, or one whose counts are not those of its record."""
    task: Chunked[Any] | None = None
    for part, stored in gathering.add(place):
        if task is None:
            task = stored_task(check_record(part.record, part.path))
        if gathering.damaged or counts_in(stored, part, task) is None:
            raise _is_damaged((*gathering.damaged, part.path)[0])
        yield part, stored
    if gathering.damaged:
        raise _is_damaged(gathering.damaged[0])


def _is_damaged(path: Path) -> RunError:
    return RunError("is damaged", where=str(path), remedy=_MEND)


def _written(tables: Mapping[str, Sequence[Path]], target: Path) -> list[StoredRun]:
    # Under another name until it is whole: a run with missing parts would be a run of other deals.
    final = target.resolve()
    unfinished = final.with_name(f".{final.name}.combining")
    if unfinished.is_symlink():  # what lies there is removed: it must be nobody else's
        raise RunError("is a link, where the run is to be put together", where=str(unfinished), remedy="Move it away")
    lock = FolderLock(unfinished)
    try:
        unfinished.mkdir(parents=True, exist_ok=True)
        lock.take()
    except OSError as error:
        raise parts.cannot_write(target, error) from error
    try:
        for left_by_a_killed_process in unfinished.iterdir():
            shutil.rmtree(left_by_a_killed_process)
        runs = [_copied(places, unfinished / name, target / name) for name, places in tables.items()]
        parts.sync_whole(unfinished)
        lock.check()
        os.replace(unfinished, final)
        parts.sync(final.parent)
    except BaseException as error:
        try:
            shutil.rmtree(unfinished, ignore_errors=True)
        except KeyboardInterrupt:  # Polars and Python may both tell of one Ctrl-C
            shutil.rmtree(unfinished, ignore_errors=True)
        if isinstance(error, OSError):
            raise parts.cannot_write(target, error) from error
        raise
    finally:
        lock.release()
    return runs


def _copied(places: Sequence[Path], unfinished: Path, final: Path) -> StoredRun:
    """Return the run of all parts in `places`, as it will be found in `final`; its files are written elsewhere."""
    gathering = Gathering()
    for place in places:
        for part, stored in _sound_parts(gathering, place):
            folder = parts.seed_folder(unfinished, seed_of(part))
            folder.mkdir(parents=True, exist_ok=True)
            for file in (*_hands(part), stored):
                parts.write_unsynced(folder / file.path.name, file.content)
    moved = [
        replace(part, path=parts.seed_folder(final, seed_of(part)) / part.path.name) for part in gathering.in_order()
    ]
    return StoredRun(final, tuple(moved), ())


def _hands(part: Part) -> tuple[SoundFile, ...]:
    path = part.hands_path
    if not path.exists():
        return ()
    hands = parts.read_part(path)
    if hands is None:
        raise _is_damaged(path)
    if not parts.are_of_same_deals(hands.record, part.record):
        raise RunError(f"holds the hands of other deals than {part.path.name} counts", where=str(path), remedy=_MEND)
    return (hands,)
