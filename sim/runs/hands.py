"""The hands that are kept beside the parts of a run: which are whole, which parts lack theirs, and how that is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldlab.sim.runs import parts
from meldlab.sim.runs.parts import Part, SoundFile
from meldlab.sim.runs.places import hands_files


@dataclass(frozen=True)
class KeptHands:
    """What hands there are of a run's parts.

    Attributes
    ----------
    whole : int
        Parts whose hands are kept, all of them.
    damaged : tuple of Path
        Files of hands that are not as they were written, or of another chunk than their name says.
    bare : tuple of Part
        Parts without the hands of all their deals; none where the run keeps no hands at all.
    lone : tuple of Path
        Files of hands without a part.
    """

    whole: int = 0
    damaged: tuple[Path, ...] = ()
    bare: tuple[Part, ...] = ()
    lone: tuple[Path, ...] = ()

    def messages(self) -> list[str]:
        """Return what a person must know of them."""
        told = [f"{path} is damaged: it does not hold the hands that were counted" for path in self.damaged]
        bare: dict[Path, list[Part]] = {}
        for part in self.bare:
            bare.setdefault(part.path.parent, []).append(part)
        lone: dict[Path, list[Path]] = {}
        for path in self.lone:
            lone.setdefault(path.parent, []).append(path)
        told += [bare_message(folder, found) for folder, found in bare.items()]
        return told + [lone_message(folder, files) for folder, files in lone.items()]


def kept_hands(run: Path, counted: Sequence[Part]) -> KeptHands:
    """Return what hands lie in a run's folder, each file read once; `counted` are the parts of the run.

    Raises
    ------
    RunError
        A file may not be read, or is none of meldlab's.
    """
    files = list(hands_files(run))
    if not files:
        return KeptHands()
    owners = {part.hands_path: part for part in counted}
    whole: set[Path] = set()
    damaged, lone = [], []
    for path in files:
        stored, part = parts.read_part(path), owners.get(path)
        if stored is None or (part is not None and not are_of_same_chunk(stored.record, part.record)):
            damaged.append(path)
        elif part is None:
            # A part that is there is damaged, and named so, or has come since the run was read.
            if not path.with_name(path.name.replace("hands", "part", 1)).exists():
                lone.append(path)
        elif parts.are_of_same_deals(stored.record, part.record) or _has_grown(part, stored):
            whole.add(path)
    bare = tuple(part for path, part in owners.items() if path not in whole)
    return KeptHands(len(whole), tuple(damaged), bare, tuple(lone))


def hands_beside(part: Part) -> SoundFile | None:
    """Return the hands of all deals of a part; None where they are not there, damaged, or of other deals."""
    stored = parts.read_part(part.hands_path) if part.hands_path.exists() else None
    return stored if stored is not None and parts.are_of_same_deals(stored.record, part.record) else None


def _has_grown(part: Part, hands: SoundFile) -> bool:
    """Return whether a command has put a part with more deals there since it was read, and these are its hands."""
    now = parts.read_part(part.path)
    return now is not None and parts.are_of_same_deals(hands.record, now.record)


def are_of_same_chunk(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two records are of one chunk of a seed, if not of as many of its deals."""
    return all(one.get(key) == other.get(key) for key in ("task_id", "seed", "chunk"))


def bare_message(folder: Path, bare: Sequence[Part]) -> str:
    """Return what is said of parts of a folder, in the order of their chunks, that lack hands of their deals."""
    last = bare[-1]
    reaching = last.chunk * int(last.record["task"]["chunk_deals"]) + last.deals
    return (
        f"{folder} holds {_listed([part.path for part in bare])} without the hands of all their deals: "
        f"hands-*.parquet is not all that was counted. With --keep-hands -n {reaching:,} or more they are dealt again"
    )


def lone_message(folder: Path, files: Sequence[Path]) -> str:
    """Return what is said of files of hands in a folder that belong to no part."""
    return f"{folder} holds {_listed(files)} without a part: these hands are not counted anywhere"


def _listed(files: Sequence[Path]) -> str:
    """Return names without a word of any language, for messages are told in several."""
    names = [path.name for path in files]
    return ", ".join(names) if len(names) <= 3 else f"{names[0]}, {names[1]}, ... {names[-1]} ({len(names):,})"
