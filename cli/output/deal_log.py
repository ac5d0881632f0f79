"""``meldlab play --log FILE``: the record of a run, under its name when it is whole, else under the name of a part."""

import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from meldlab.cli.output.files import Target, check_target
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.interruption import Interruption
from meldlab.sim.common.errors import MeldlabError

#: Endings of JSON Lines.
SUFFIXES = (".jsonl", ".ndjson")


class Written(NamedTuple):
    """How much of a log was written, and where."""

    lines: int
    path: Path
    whole: bool

    def told(self, wanted: Path) -> str:
        """Return what has to be said of a part."""
        if self.lines == 0:
            return f"No log was written to {wanted}."
        lines = f"the first {counted(self.lines, 'line')}"
        return f"Of the log {lines} went to {self.path}; the same command with this seed writes all of it to {wanted}."


def check_log(path: Path, *, inputs: Iterable[str | Path], output: Path | None) -> None:
    """Refuse a log file that cannot or must not be written, before anything is played.

    Raises
    ------
    MeldlabError
        As `check_target`; its ending is none of JSON Lines; or it is the file of the answer, too.
    """
    check_target(path, inputs=tuple(inputs), option="--log")
    if output is not None and path.resolve() == output.resolve():
        raise MeldlabError("are the same file", where=f"-o {output} and --log {path}")
    if path.suffix.lower() not in SUFFIXES and not _is_device(path):
        raise MeldlabError(
            f"a log is JSON Lines, and {path.suffix!r} is no ending of it" if path.suffix else "has no ending",
            where=f"--log {path}",
            allowed=", ".join(SUFFIXES),
        )


def part_of(path: Path) -> Path:
    """Return the name of a part of the log `path`."""
    return path.with_name(f"{path.stem}.part{path.suffix}")


def write_log(path: Path, lines: Iterable[str], interruption: Interruption, *, whole: bool) -> Written:
    """Write the lines of a log; return what was written.

    Parameters
    ----------
    path
        Where the whole log goes.
    lines
        Of all deals that were counted.
    interruption
        A signal during the writing ends it; what is written then is kept as a part.  One that came before has ended
        the playing: only the next one ends the writing.
    whole
        Whether all deals that were asked for were counted.
    """
    already, written, where = interruption.came, 0, path
    target = Target(path)
    with target as stream:
        try:
            for line in lines:
                stream.write(line)
                written += 1
                if interruption.came and not already:
                    whole = False
                    break
        except KeyboardInterrupt:
            whole = False
        if not whole:
            where = target.rename(part_of(path) if written else None) or path
    return Written(written, where, whole)


def _is_device(path: Path) -> bool:
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False
