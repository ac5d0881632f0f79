"""Run folders: a folder of parts that any later command with the same task and seed continues.

A folder is a store of chunks, no more: what a command reports is always the first `deals` deals of its seed,
whichever of them lie in the folder already.  The footers of the parts are the truth; there is no index that
could disagree with them.

Hands are kept for a whole folder: once it holds some, every later command keeps those it deals, asked or not.  Where
a command ends before all parts have their hands, or stored hands belong to no part, `hands_apart` says so.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.jobs import ChunkResult
from meldlab.sim.counting.tally import C
from meldlab.sim.counting.task import Chunked
from meldlab.sim.runs import parts
from meldlab.sim.runs.differences import task_differences
from meldlab.sim.runs.gathering import counts_in, part_in
from meldlab.sim.runs.hands import bare_message, hands_beside, lone_message
from meldlab.sim.runs.locks import FolderLock
from meldlab.sim.runs.parts import Part
from meldlab.sim.runs.places import tables_in
from meldlab.sim.runs.provenance import question_of


class RunFolder:
    """The parts found in a folder, and the way to add to them.

    Parameters
    ----------
    path : Path
        The folder; it need not exist, and is not made before `start`.

    Raises
    ------
    RunError
        `path` is a file, cannot be read, or holds parts that are not of one run.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.messages: list[str] = []
        self.parts: dict[int, Part] = {}
        self._unreadable: dict[int, Path] = {}
        self._hands: set[int] = set()
        self._lock = FolderLock(path)
        self._owner: tuple[Chunked[Any], int] | None = None
        self._made: list[Path] = []
        self._seen: dict[Path, tuple[int, ...]] = {}
        self._look()

    @property
    def seed(self) -> int | None:
        """The seed of the parts, None when there are none."""
        return next((int(part.record["seed"]) for part in self.parts.values()), None)

    @property
    def keeps_hands(self) -> bool:
        """Whether hands of some part are there, whole or not: then those of all parts are to be kept."""
        return not self._hands.isdisjoint(self.parts)

    def hands_apart(self) -> list[str]:
        """Return what a person must know where hands and tallies of the folder are not of the same deals."""
        if not self._hands:
            return []
        bare = [part for _, part in sorted(self.parts.items()) if hands_beside(part) is None]
        lone = [parts.hands_path(self.path, chunk) for chunk in sorted(self._hands.difference(self.parts))]
        found = [bare_message(self.path, bare)] if bare else []
        return found + ([lone_message(self.path, lone)] if lone else [])

    def foreign(self, *, chunks: int) -> list[str]:
        """Return what a person must know about files named like parts that cannot be read and were not dealt again.

        Parameters
        ----------
        chunks : int
            Chunks that the command was about; an unreadable part among them waits for the next command.
        """
        return [
            f"{path} is damaged; a command that comes to its chunk deals it again"
            if chunk < chunks
            else f"{path} is foreign: unreadable, and none of the {chunks:,} part{'s'[: chunks != 1]} of these "
            "deals. It is left as it is; move it away if it is not yours"
            for chunk, path in sorted(self._unreadable.items())
        ]

    def check(self, task: Chunked[C], seed: int) -> None:
        """Pass when every part belongs to `task` and `seed`.

        Raises
        ------
        RunError
            One does not; says what differs and what to do.  Or the folder is one of other runs, which parts beside
            them would hide.
        """
        self._owner = task, seed
        if not self.parts and self.path.is_dir() and (inner := tables_in(self.path)):
            raise RunError(
                "holds the folders of other runs",
                where=str(self.path),
                remedy=f"Choose another output folder, or one in it, as {next(iter(inner))} is",
            )
        for part in self.parts.values():
            differences = _differences(part.record, task, seed)
            if differences:
                raise RunError(
                    f"belongs to another run: {'; '.join(differences)}",
                    where=str(part.path),
                    remedy=f"Choose another output folder, or repeat its own command: {part.record.get('command')}",
                )

    def start(self) -> None:
        """Make the folder, lock it for this process and try whether it can be written.

        Raises
        ------
        RunError
            It cannot be made or written, another process is writing to it, or one wrote something else there since
            the folder was opened.
        """
        probe = self.path / ".probe.tmp"
        self._made = [each for each in (self.path, *self.path.parents) if not each.exists()]
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            try:
                self._lock.take()
            except RunError:
                self._made = []  # another process writes there, though nothing may have come to lie there yet
                raise
            # Left by a process that was killed while writing; nobody else can be writing now.
            for stale in self.path.glob(".*.parquet.tmp"):
                stale.unlink()
            probe.write_bytes(b"")
            probe.unlink()
            # Somebody may have come first since the folder was opened, and be done already.
            if self._look() and self._owner is not None:
                self.check(*self._owner)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise parts.cannot_write(self.path, error) from error
            raise

    def close(self) -> None:
        """Release the lock; folders made by `start` go again if nothing came to lie in them."""
        with suppress(OSError):
            for each in self._made:
                each.rmdir()
        self._made = []
        self._lock.release()

    def stored_deals(self, chunk: int, *, hands: bool = False) -> int:
        """Return how many deals of a chunk are stored (0: none); with `hands`, only if their hands are, too."""
        part = self.parts.get(chunk)
        if part is None or (hands and hands_beside(part) is None):
            return 0
        return part.deals

    def load(self, chunk: int, task: Chunked[C]) -> C | None:
        """Return the stored tally of a chunk; None, and the part is forgotten, when it does not hold what it says."""
        part = self.parts[chunk]
        stored = parts.read_part(part.path)
        tally = None if stored is None else counts_in(stored, part, task)
        if tally is None:
            self._damaged(part.path)
            del self.parts[chunk]
            return None
        return tally

    def save(self, result: ChunkResult[C], record: Mapping[str, Any]) -> None:
        """Write a chunk's tally, and first its hands if there are any: the part is the mark that all is there.

        Raises
        ------
        RunError
            It cannot be written, or another folder lies there now.
        """
        self._lock.check()
        whole = {
            **record,
            "chunk": result.chunk,
            "deals": result.deals,
            "seconds": result.seconds,
            "tally_sha256": result.tally.digest(),
        }
        if result.hands is not None:
            parts.write_table(parts.hands_path(self.path, result.chunk), result.hands, {**whole, "content": "hands"})
            self._hands.add(result.chunk)
        path = parts.part_path(self.path, result.chunk)
        if self._unreadable.pop(result.chunk, None) is not None:
            self._damaged(path)
        parts.write_table(path, result.tally.frame, {**whole, "content": "tally"})
        self.parts[result.chunk] = Part(path, result.chunk, result.deals, whole)

    def _list(self) -> list[Path]:
        try:
            return sorted(self.path.iterdir()) if self.path.exists() else []
        except NotADirectoryError as error:
            raise RunError(
                "is a file, not a folder", where=str(self.path), remedy="Give a folder for a run that can be resumed"
            ) from error
        except OSError as error:
            raise RunError(f"cannot be read: {error.strerror or error}", where=str(self.path)) from error

    def _look(self) -> bool:
        """Read what is new since the last look; return whether anything is."""
        before, marks = self._seen, {path: parts.mark_of(path) for path in self._list()}
        self._seen = {path: mark for path, mark in marks.items() if mark is not None}
        for gone in before.keys() - self._seen.keys():
            self._forget(gone)
        changed = [path for path, mark in self._seen.items() if before.get(path) != mark]
        for path in changed:
            self._forget(path)
            self._examine(path)
        return bool(changed)

    def _forget(self, path: Path) -> None:
        chunk, hands = parts.part_chunk(path), parts.hands_chunk(path)
        if chunk is not None:
            self.parts.pop(chunk, None)
            self._unreadable.pop(chunk, None)
        if hands is not None:
            self._hands.discard(hands)

    def _examine(self, path: Path) -> None:
        if parts.seed_of_folder(path) is not None and path.is_dir():
            raise RunError(
                "holds a combined run, which no command continues",
                where=str(self.path),
                remedy=f"Choose another output folder, or continue one seed of it in {path}",
            )
        hands = parts.hands_chunk(path)
        if hands is not None:
            self._hands.add(hands)
        chunk = parts.part_chunk(path)
        if chunk is None:
            return
        stored = parts.read_part(path)
        if stored is None:
            self._unreadable[chunk] = path
            return
        first = next((part.record for part in self.parts.values()), stored.record)
        remedy = "Restore its name, or choose another output folder"
        self.parts[chunk] = part_in(stored, beside=first, remedy=remedy)

    def _damaged(self, path: Path) -> None:
        self.messages.append(f"{path} is damaged; its chunk is dealt again")


def _differences(record: Mapping[str, Any], task: Chunked[C], seed: int) -> list[str]:
    found = [f"seed {record.get('seed')}, not {seed}"] if record.get("seed") != seed else []
    return found + task_differences(record, question_of(task))
