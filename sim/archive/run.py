"""A run in a folder, as it is: which parts there are, what they are of, what they count together.

The parts lie in the folder itself, or, of a combined run, in a folder for each seed: ``seed-7/part-00000000.parquet``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from meldlab.sim.archive.question import ruleset_of_record, stored_task
from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.tally import Accumulator, Counts
from meldlab.sim.counting.task import Chunked
from meldlab.sim.runs import parts
from meldlab.sim.runs.gathering import Gathering, counts_in, seed_of
from meldlab.sim.runs.hands import KeptHands, kept_hands
from meldlab.sim.runs.parts import Part
from meldlab.sim.runs.places import tables_in
from meldlab.sim.runs.record import PartRecord, check_record

#: So many stretches of missing chunks are named.
_MOST_RANGES = 5


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
    counted : Counts or None
        What all parts count, where that was found out while they were read.
    """

    path: Path
    parts: tuple[Part, ...]
    damaged: tuple[Path, ...]
    counted: Any = field(default=None, repr=False)

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

    @cached_property
    def hands(self) -> KeptHands:
        """What hands are kept beside the parts; read when it is asked for, errors as for `kept_hands`."""
        return kept_hands(self.path, self.parts)

    def messages(self) -> list[str]:
        """Return what a person must know of the folder: what is damaged, missing, or without the hands of the rest."""
        damaged = [f"{path} is damaged and counts nowhere" for path in self.damaged]
        gaps = [
            f"{self.path} lacks {len(chunks):,} chunk{'s'[: len(chunks) != 1]} of seed {seed} before its last one: "
            f"{_ranges(chunks)}"
            for seed, chunks in self.missing().items()
        ]
        return [*damaged, *gaps, *self.hands.messages()]

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
            "with_hands": self.hands.whole,
            "damaged": [str(path) for path in (*self.damaged, *self.hands.damaged)],
            "missing": [{"seed": str(seed), "chunks": len(gap)} for seed, gap in self.missing().items()],
            "commands": _different(part.record["command"] for part in self.parts),
            "versions": _different(part.record["version"] for part in self.parts),
            "environments": _different(part.record["environment"] for part in self.parts),
            "rules": ruleset_of_record(record).values(),
        }

    def counts(self, part: Part) -> Counts | None:
        """Return what a part counts; None when it is not what its record says, or no longer the one that was read."""
        stored = parts.read_part(part.path)
        return None if stored is None else counts_in(stored, part, self.task)

    def total(self) -> Any:
        """Return the counts of all parts together.

        Raises
        ------
        RunError
            A part is not what its record says.
        """
        if self.counted is not None:
            return self.counted
        total: Accumulator[Any] = Accumulator(self.task.nothing())
        for part in self.parts:
            total.add(_sound(self.counts(part), part))
        return total.total()


def read_run(path: Path, *, counting: bool = False) -> StoredRun:
    """Return the run in a folder; with `counting` its parts are counted while they are read, each file once.

    Raises
    ------
    RunError
        There is no run in `path`, its parts are of several runs, or a record is none; with `counting` also as `total`.
    """
    gathering = Gathering()
    total: Accumulator[Any] | None = None
    for part, stored in gathering.add(path):
        if counting:
            if total is None:
                task = stored_task(check_record(part.record, part.path))
                total = Accumulator(task.nothing())
            total.add(_sound(counts_in(stored, part, task), part))
    counted = None if total is None else total.total()
    return StoredRun(path, gathering.in_order(), tuple(gathering.damaged), counted)


def find_runs(path: Path, *, counting: bool = False) -> list[StoredRun]:
    """Return the run in a folder, or those in the folders of it, as `compare` keeps them.

    Raises
    ------
    RunError
        There is none, or one of them cannot be read; with `counting` as for `read_run`.
    """
    inner = list(tables_in(path).values())
    return [read_run(folder, counting=counting) for folder in inner or [path]]


def _sound(counts: Counts | None, part: Part) -> Counts:
    if counts is None:
        raise RunError("is damaged", where=str(part.path), remedy="Resume the run with its own command, then go on")
    return counts


def _different(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def _ranges(chunks: Sequence[int]) -> str:
    """Return rising numbers as text, neighbours as a range, the first few of many: ``0, 3-7, 9``."""
    found: list[list[int]] = []
    for chunk in chunks:
        if found and chunk == found[-1][1] + 1:
            found[-1][1] = chunk
        else:
            found.append([chunk, chunk])
    told = [f"{first}-{last}" if last > first else f"{first}" for first, last in found[:_MOST_RANGES]]
    return ", ".join([*told, *["..."][: len(found) > _MOST_RANGES]])
