"""A run in a folder, as it is: which parts there are, what they are of, what they count together.

The parts lie in the folder itself, or, of a combined run, in a folder for each seed: ``seed-7/part-00000000.parquet``.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from meldlab.sim import parts
from meldlab.sim.errors import RunError
from meldlab.sim.parts import Part
from meldlab.sim.stored.differences import task_differences
from meldlab.sim.stored.question import ruleset_of_record, stored_task
from meldlab.sim.stored.record import PartRecord, check_record
from meldlab.sim.tally import Accumulator, Counts
from meldlab.sim.task import Chunked


class AllDamagedError(RunError):
    """Nothing of a run can be read."""


@dataclass(frozen=True)
class StoredRun:
    """The parts of one task.

    Attributes
    ----------
    path : Path
    parts : tuple of Part
        At least one, in the order of seeds and chunks, no (seed, chunk) twice.
    damaged : tuple of Path
        Files named like parts that are not as they were written; they count nowhere.
    """

    path: Path
    parts: tuple[Part, ...]
    damaged: tuple[Path, ...]

    @cached_property
    def record(self) -> PartRecord:
        """The record of the first part."""
        return check_record(self.parts[0].record, self.parts[0].path)

    @cached_property
    def task(self) -> Chunked[Any]:
        """What the parts are of."""
        return stored_task(self.record)

    @cached_property
    def sources(self) -> tuple[tuple[int, int], ...]:
        """Seeds, and how many deals of each there are."""
        deals: dict[int, int] = {}
        for part in self.parts:
            deals[seed_of(part)] = deals.get(seed_of(part), 0) + part.deals
        return tuple(deals.items())

    @property
    def deals(self) -> int:
        """All deals of all seeds."""
        return sum(deals for _, deals in self.sources)

    def missing(self) -> dict[int, list[int]]:
        """Return, by seed, the chunks below the last stored one that are not there."""
        chunks: dict[int, set[int]] = {}
        for part in self.parts:
            chunks.setdefault(seed_of(part), set()).add(part.chunk)
        gaps = {seed: sorted(set(range(max(there))) - there) for seed, there in chunks.items() if max(there) < 10**6}
        return {seed: gap for seed, gap in gaps.items() if gap}

    def described(self) -> dict[str, Any]:
        """Return what record and folder say, ready for JSON; RulesError if the record has no rules."""
        record = self.record
        asked = record.task.model_dump(exclude_unset=True, exclude={"columns"})
        return {
            "run": str(self.path),
            "game": record.game,
            **asked,
            "task_id": record.task_id,
            "deals": self.deals,
            "sources": [{"seed": str(seed), "deals": deals} for seed, deals in self.sources],
            "parts": len(self.parts),
            "damaged": [str(path) for path in self.damaged],
            "missing": [{"seed": str(seed), "chunks": len(gap)} for seed, gap in self.missing().items()],
            "commands": _different(part.record["command"] for part in self.parts),
            "versions": _different(part.record["version"] for part in self.parts),
            "environments": _different(part.record["environment"] for part in self.parts),
            "rules": ruleset_of_record(record).values(),
        }

    def counts(self, part: Part) -> Counts | None:
        """Return what a part counts; None when it is not what its record says."""
        frame = parts.read_frame(part.path)
        try:
            counts: Counts | None = self.task.read(frame) if frame is not None else None
        except ValueError:
            return None
        if counts is None or counts.deals != part.deals or counts.digest() != part.record["tally_sha256"]:
            return None
        return counts

    def total(self) -> Any:
        """Return the counts of all parts together.

        Raises
        ------
        RunError
            A part is not what its record says.
        """
        total: Accumulator[Any] = Accumulator(self.task.nothing())
        for part in self.parts:
            counts = self.counts(part)
            if counts is None:
                raise RunError(
                    "is damaged", where=str(part.path), remedy="Resume the run with its own command, then go on"
                )
            total.add(counts)
        return total.total()


def read_run(path: Path) -> StoredRun:
    """Return the run in a folder.

    Raises
    ------
    RunError
        There is no run in `path`, its parts are of several runs, or a record is none.
    """
    found: list[Part] = []
    damaged: list[Path] = []
    for folder in (path, *_seed_folders(path)):
        for file in _files(folder):
            part = _part(file)
            if part is None:
                damaged.append(file)
            else:
                found.append(part)
    if not found:
        if damaged:
            raise AllDamagedError("every part of it is damaged", where=str(path))
        inner = [folder for folder in _folders(path) if _holds_parts(folder)]
        if inner:
            raise RunError("holds several folders", where=str(path), allowed=f"one of them, such as {inner[0]}")
        raise RunError("holds no parts of a run", where=str(path), allowed="the output folder of a run")
    found.sort(key=lambda part: (seed_of(part), part.chunk))
    run = StoredRun(path, tuple(found), tuple(damaged))
    check_one_task(found)
    return run


def find_runs(path: Path) -> list[StoredRun]:
    """Return the run in a folder, or those in the folders of it, as `compare` keeps them.

    Raises
    ------
    RunError
        There is none, or one of them cannot be read.
    """
    inner = [] if _holds_parts(path) else [folder for folder in _folders(path) if _holds_parts(folder)]
    return [read_run(folder) for folder in inner or [path]]


def check_one_task(found: list[Part]) -> None:
    """Pass when all parts are of one task, and no chunk of a seed is there twice.

    Raises
    ------
    RunError
        They are not; names the two parts and what differs.
    """
    first = found[0]
    places: dict[tuple[int, int], Part] = {}
    for part in found:
        differences = task_differences(part.record, first.record)
        if differences:
            raise RunError(
                f"is of another run than {first.path}: {'; '.join(differences)}",
                where=str(part.path),
                allowed="parts of one task: the same question, rules and kernels",
            )
        twin = places.setdefault((seed_of(part), part.chunk), part)
        if twin is not part:
            raise RunError(
                f"chunk {part.chunk} of seed {seed_of(part)} is in {twin.path}, too: its deals would count twice",
                where=str(part.path),
                allowed="each chunk of a seed once",
            )


def _different(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def seed_of(part: Part) -> int:
    """Return the seed of a part."""
    return int(part.record["seed"])


def _part(path: Path) -> Part | None:
    chunk = parts.part_chunk(path)
    record = parts.read_record(path)
    if record is None:
        return None
    checked = check_record(record, path)
    if checked.chunk != chunk:
        raise RunError(f"says it is chunk {checked.chunk}, its name says chunk {chunk}", where=str(path))
    return Part(path, checked.chunk, checked.deals, record)


def _holds_parts(path: Path) -> bool:
    return any(True for folder in (path, *_seed_folders(path)) for _ in _files(folder))


def _seed_folders(path: Path) -> list[Path]:
    return [folder for folder in _folders(path) if parts.seed_of_folder(folder) is not None]


def _folders(path: Path) -> list[Path]:
    return sorted(each for each in _listed(path) if each.is_dir())


def _files(path: Path) -> Iterator[Path]:
    return (each for each in sorted(_listed(path)) if parts.part_chunk(each) is not None and each.is_file())


def _listed(path: Path) -> list[Path]:
    try:
        return list(path.iterdir())
    except FileNotFoundError as error:
        raise RunError("does not exist", where=str(path), allowed="the output folder of a run") from error
    except NotADirectoryError as error:
        raise RunError("is a file, not a folder", where=str(path), allowed="the output folder of a run") from error
    except OSError as error:
        raise RunError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
