"""Where the parts of a run lie: in a folder, in a folder for each seed, in a folder for each table of `compare`."""

from collections.abc import Callable, Iterator
from pathlib import Path

from meldlab.sim.common.errors import RunError
from meldlab.sim.runs import parts


def part_files(path: Path) -> Iterator[Path]:
    """Return the files named like parts in a run's folder and in those of its seeds, in the order of their names.

    Raises
    ------
    RunError
        `path` is no folder, or cannot be read.
    """
    return _files(path, parts.part_chunk)


def hands_files(path: Path) -> Iterator[Path]:
    """Return the files named like hands in the same folders; order and errors as for `part_files`."""
    return _files(path, parts.hands_chunk)


def holds_parts(path: Path) -> bool:
    """Return whether there are such files; errors as for `part_files`."""
    return next(part_files(path), None) is not None


def tables_in(path: Path) -> dict[str, Path]:
    """Return the folders in `path` that hold parts, by name, as `compare` keeps its tables.

    They are none where `path` holds parts itself; errors as for `part_files`.
    """
    if holds_parts(path):
        return {}
    return {folder.name: folder for folder in _folders(path) if holds_parts(folder)}


def _files(path: Path, chunk_of: Callable[[Path], int | None]) -> Iterator[Path]:
    for folder in (path, *_seed_folders(path)):
        for file in sorted(_listed(folder)):
            if chunk_of(file) is not None:  # a pipe or a link that leads nowhere is refused when it is read
                yield file


def _seed_folders(path: Path) -> list[Path]:
    return [folder for folder in _folders(path) if parts.seed_of_folder(folder) is not None]


def _folders(path: Path) -> list[Path]:
    return sorted(each for each in _listed(path) if each.is_dir())


def _listed(path: Path) -> list[Path]:
    try:
        return list(path.iterdir())
    except FileNotFoundError as error:
        raise RunError("does not exist", where=str(path), allowed="the output folder of a run") from error
    except NotADirectoryError as error:
        raise RunError("is a file, not a folder", where=str(path), allowed="the output folder of a run") from error
    except OSError as error:
        raise RunError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
