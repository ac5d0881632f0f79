"""One file of a run: a Parquet table with its provenance in the footer, written whole or not at all."""

import errno
import io
import json
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from meldlab.sim.errors import RunError
from meldlab.sim.sealed import SEAL_FIELD, UNSEALED, is_foreign, is_whole, seal

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
        _sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        raise


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


def read_record(path: Path) -> dict[str, Any] | None:
    """Return the record in the footer of `path`, None when the file is damaged: not byte for byte as it was written.

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
    return record


def read_frame(path: Path) -> pl.DataFrame | None:
    """Return the table in `path`, None when it is damaged."""
    content = _content(path)
    if not is_whole(content):
        return None
    try:
        stored = pl.scan_parquet(io.BytesIO(content))
        if int(stored.select(pl.len()).collect().item()) > _MOST_ROWS:
            return None
        return stored.collect()
    except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None


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


def _sync_folder(folder: Path) -> None:
    # The rename itself must survive a power cut; only POSIX lets a folder be synced.
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
