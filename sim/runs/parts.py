"""One file of a run: a Parquet table with its provenance in the footer, written whole or not at all."""

import errno
import io
import json
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from meldlab.sim.common.errors import RunError
from meldlab.sim.runs.sealed import SEAL_FIELD, UNSEALED, is_foreign, is_whole, seal

FOOTER_KEY = "meldlab"
_PART = re.compile(r"part-([0-9]{8,19})\.parquet")
_HANDS = re.compile(r"hands-([0-9]{8,19})\.parquet")
_SEED = re.compile(r"seed-([0-9]{1,39})")
# What meldlab writes is far smaller; a stranger's file shall not fill the memory.
_MOST_BYTES = 2**28
_MOST_ROWS = 2**22


@dataclass(frozen=True)
class Part:
    """A stored chunk: where it is, which chunk, how many deals, and the record of its footer."""

    path: Path
    chunk: int
    deals: int
    record: Mapping[str, Any]

    @property
    def hands_path(self) -> Path:
        """Where its hands are kept, if they are."""
        return hands_path(self.path.parent, self.chunk)


@dataclass(frozen=True)
class SoundFile:
    """A file that was byte for byte as it was written when it was read: its record, and the bytes themselves."""

    path: Path
    record: Mapping[str, Any]
    content: bytes = field(repr=False)

    def frame(self) -> pl.DataFrame | None:
        """Return the table in these bytes, None where they hold none that meldlab writes."""
        try:
            table = pl.read_parquet(io.BytesIO(self.content), n_rows=_MOST_ROWS + 1)
        except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
            return None
        return table if table.height <= _MOST_ROWS else None


def part_path(folder: Path, chunk: int) -> Path:
    """Return where the tally of chunk number `chunk` is kept."""
    return folder / f"part-{chunk:08d}.parquet"


def hands_path(folder: Path, chunk: int) -> Path:
    """Return where the hands of chunk number `chunk` are kept."""
    return folder / f"hands-{chunk:08d}.parquet"


def part_chunk(path: Path) -> int | None:
    """Return the chunk number that the name of `path` promises, None when it is no part's name."""
    found = _PART.fullmatch(path.name)
    return int(found.group(1)) if found else None


def hands_chunk(path: Path) -> int | None:
    """Return the chunk number that the name of a file of hands promises, None when it is no such name."""
    found = _HANDS.fullmatch(path.name)
    return int(found.group(1)) if found else None


def seed_folder(folder: Path, seed: int) -> Path:
    """Return where the parts of a seed are kept in the folder of a combined run."""
    return folder / f"seed-{seed}"


def seed_of_folder(path: Path) -> int | None:
    """Return the seed that the name of such a folder promises, None when it is no such name."""
    found = _SEED.fullmatch(path.name)
    return int(found.group(1)) if found else None


def are_of_same_deals(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two records, such as those of a part and of its hands, are of the same deals."""
    return all(one.get(key) == other.get(key) for key in ("task_id", "seed", "chunk", "deals", "tally_sha256"))


def write_table(path: Path, frame: pl.DataFrame, record: Mapping[str, Any]) -> None:
    """Write `frame` to `path` as Parquet with `record` in the footer; a reader sees all of it or nothing.

    Raises
    ------
    RunError
        The disk is full, the folder is read-only, ...; no half file stays behind.
    """
    content = io.BytesIO()
    text = json.dumps({**record, SEAL_FIELD: UNSEALED}, sort_keys=True)
    frame.write_parquet(content, metadata={FOOTER_KEY: text})
    write_whole(path, seal(content.getvalue()))


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path` under a temporary name, force it to the disk, then rename.

    Raises
    ------
    RunError
        It cannot be written; what was there before is kept.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        sync(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        raise


def write_unsynced(path: Path, content: bytes) -> None:
    """Write `content` to `path`, in a folder that nobody reads before `sync_whole`; OSError if that fails."""
    path.write_bytes(content)


def cannot_write(path: Path, error: OSError) -> RunError:
    """Return the error that says why nothing can be written to `path`."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return RunError(
        f"cannot be written: {error.strerror or error}",
        where=str(path),
        remedy="Everything finished before is kept; free the disk or choose another folder and run the command again"
        if full
        else "Choose another folder, or make this one writable",
    )


def read_part(path: Path) -> SoundFile | None:
    """Return what `path` holds, None when it is damaged: not byte for byte as it was written.

    The file is read once; record and table are those of the very bytes that were found sound, whatever another process
    does to the file meanwhile.

    Raises
    ------
    RunError
        The file may not be read, or is sound Parquet but not meldlab's: it must not be overwritten.
    """
    content = _content(path)
    if not is_whole(content):
        if is_foreign(content):
            raise _not_ours(path)
        return None
    try:
        record = json.loads(pl.read_parquet_metadata(io.BytesIO(content))[FOOTER_KEY])
    except (KeyError, ValueError, RecursionError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
        record = None
    if not isinstance(record, dict) or record.get("software") != "meldlab":
        raise _not_ours(path)
    return SoundFile(path, record, content)


def _content(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for, a device has no end
            raise RunError("is no regular file", where=str(path), remedy="Move it away")
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise RunError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
    if len(content) > _MOST_BYTES:
        raise RunError(f"is larger than any part, {_MOST_BYTES:,} bytes", where=str(path), remedy="Move it away")
    return content


def _not_ours(path: Path) -> RunError:
    return RunError(
        "is a Parquet file without meldlab's record, so it is not part of a run",
        where=str(path),
        remedy="Move it away, or choose another output folder",
    )


def mark_of(path: Path) -> tuple[int, ...] | None:
    """Return what changes with a file; None where it is gone."""
    for look in (path.stat, path.lstat):  # a link that leads nowhere is there, too
        with suppress(OSError):
            found = look()
            return found.st_ino, found.st_size, found.st_mtime_ns
    return None


def sync_whole(folder: Path) -> None:
    """Force to the disk all that lies in `folder`; OSError if that fails."""
    for place, _, names in os.walk(folder):
        for name in names:
            sync(Path(place) / name)
        sync(Path(place))


def sync(path: Path) -> None:
    """Force a file to the disk, or the names in a folder, so that they survive a power cut; OSError if that fails."""
    # only POSIX lets a folder be synced
    if os.name == "posix" or path.is_file():
        handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
