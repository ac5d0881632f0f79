"""Parts read one by one and held to one task.

Each file is read once, and whoever goes through the parts is handed the very bytes that were found sound: so nothing
is counted or copied that was changed after it had been looked at.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.tally import C
from meldlab.sim.counting.task import Chunked
from meldlab.sim.runs import parts
from meldlab.sim.runs.differences import task_differences
from meldlab.sim.runs.parts import Part, SoundFile
from meldlab.sim.runs.places import holds_parts, part_files, tables_in
from meldlab.sim.runs.record import check_record


class AllDamagedError(RunError):
    """Nothing of a run can be read."""


class Gathering:
    """Parts of one task, no chunk of a seed twice.

    Attributes
    ----------
    parts : list of Part
        Those admitted so far.
    damaged : list of Path
        Files named like parts that are not as they were written.
    """

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.damaged: list[Path] = []
        self._places: dict[tuple[int, int], Part] = {}

    def add(self, path: Path) -> Iterator[tuple[Part, SoundFile]]:
        """Read a run's folder; yields each part that is sound, admitted, with its bytes.

        Raises
        ------
        RunError
            There is no run in `path`, a record is none, or a part is not of the task of those before.
        """
        found, damaged = False, len(self.damaged)
        for file in part_files(path):
            stored = parts.read_part(file)
            if stored is None:
                self.damaged.append(file)
                continue
            found = True
            yield self.admit(stored), stored
        if not found:
            _refuse_empty(path, damaged=len(self.damaged) > damaged)

    def admit(self, stored: SoundFile) -> Part:
        """Return the part in a file, which belongs to those admitted before; errors as for `add`."""
        first = self.parts[0].record if self.parts else stored.record
        part = part_in(stored, beside=first)
        differences = task_differences(part.record, first)
        if differences:
            raise RunError(
                f"is of another run than {self.parts[0].path}: {'; '.join(differences)}",
                where=str(part.path),
                allowed="parts of one task: the same question, rules and kernels",
            )
        twin = self._places.setdefault((seed_of(part), part.chunk), part)
        if twin is not part:
            raise RunError(
                f"chunk {part.chunk} of seed {seed_of(part)} is in {twin.path}, too: its deals would count twice",
                where=str(part.path),
                allowed="each chunk of a seed once",
            )
        self.parts.append(part)
        return part

    def in_order(self) -> tuple[Part, ...]:
        """Return the parts in the order of seeds and chunks."""
        return tuple(sorted(self.parts, key=lambda part: (seed_of(part), part.chunk)))


def part_in(stored: SoundFile, *, beside: Mapping[str, Any], remedy: str | None = None) -> Part:
    """Return the part in a file; what its record says as that of a part `beside` it is kept once for both.

    Raises
    ------
    RunError
        The record is none, or is of another chunk than the name of the file; then with `remedy`.
    """
    checked, named = check_record(stored.record, stored.path), parts.part_chunk(stored.path)
    if checked.chunk != named:
        what = f"says it is chunk {checked.chunk}, its name says chunk {named}"
        raise RunError(what, where=str(stored.path), remedy=remedy)
    # Rules and question are the same in all parts of a run; a copy for each would take most of the memory.
    record = {
        key: beside[key] if key in beside and beside[key] == value else value for key, value in stored.record.items()
    }
    return Part(stored.path, checked.chunk, checked.deals, record)


def seed_of(part: Part) -> int:
    """Return the seed of a part."""
    return int(part.record["seed"])


def stored_seed(path: Path) -> int | None:
    """Return the seed of the first part in a folder that is sound, None where there is none: others are not read."""
    found = (parts.read_part(file) for file in (part_files(path) if path.is_dir() else ()))
    return next((check_record(each.record, each.path).seed for each in found if each is not None), None)


def counts_in(stored: SoundFile, part: Part, task: Chunked[C]) -> C | None:
    """Return what the bytes of a part count; None when it is not what the part's record says."""
    frame = stored.frame()
    try:
        counts = task.read(frame) if frame is not None else None
    except ValueError:
        return None
    if counts is None or counts.deals != part.deals or counts.digest() != part.record["tally_sha256"]:
        return None
    return counts


def _refuse_empty(path: Path, *, damaged: bool) -> None:
    if damaged:
        raise AllDamagedError("every part of it is damaged", where=str(path))
    inner = [] if holds_parts(path) else list(tables_in(path).values())
    if inner:
        raise RunError("holds several folders", where=str(path), allowed=f"one of them, such as {inner[0]}")
    raise RunError("holds no parts of a run", where=str(path), allowed="the output folder of a run")
