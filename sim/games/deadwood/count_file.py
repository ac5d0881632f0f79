"""Finished parts of a count in one file of JSON Lines: added one by one, read back by the same count only."""

import json
from collections.abc import Mapping
from pathlib import Path

from meldlab.sim.common.errors import RunError

Histogram = dict[int, int]


class CountFile:
    """The parts of one count that are done.

    The first line names the count, each further one holds a part.  A last line that was cut short is dropped.

    Parameters
    ----------
    path
        The file; it is made when it is missing.
    task_id
        Hash of everything that decides the counts.

    Raises
    ------
    RunError
        The file cannot be read or written, or it belongs to something else.
    """

    def __init__(self, path: Path, task_id: str) -> None:
        self.path = path
        self._header = json.dumps({"count": task_id}) + "\n"
        self._parts: dict[int, Histogram] = {}
        try:
            self._open()
        except OSError as error:
            raise self._failure(error) from error

    @property
    def parts(self) -> dict[int, Histogram]:
        """The hands by deadwood of each part that was in the file."""
        return self._parts

    def add(self, part: int, hands: Mapping[int, int]) -> None:
        """Add a finished part."""
        try:
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps([part, list(hands.items())]) + "\n")
        except OSError as error:
            raise self._failure(error) from error

    def _open(self) -> None:
        text = self.path.read_text(encoding="utf-8", errors="replace") if self.path.exists() else ""
        if not text:
            self.path.write_text(self._header, encoding="utf-8")
            return
        header, *lines = text.splitlines(keepends=True)
        if header != self._header:
            raise RunError(
                "the file holds the parts of another count, or something else",
                where=str(self.path),
                remedy="Give another file; this one stays as it is",
            )
        whole = lines if not lines or lines[-1].endswith("\n") else lines[:-1]
        try:
            for line in whole:
                part, hands = json.loads(line)
                self._parts[part] = dict(hands)
        except (ValueError, TypeError) as error:
            raise RunError("the file is damaged", where=str(self.path), remedy="Delete it and count again") from error
        if len(whole) < len(lines):
            self.path.write_text("".join([header, *whole]), encoding="utf-8")

    def _failure(self, error: OSError) -> RunError:
        return RunError(f"cannot be used: {error.strerror or error}", where=str(self.path))
