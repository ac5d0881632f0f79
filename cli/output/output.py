"""The only place that prints data: one answer in any format, on stdout or into a file that is whole or not there.

A command gives its answer as records (flat dicts for people who compute) and may give a view of its own for the
terminal; remarks, progress and errors go to stderr through `remark` and `stderr`.
"""

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from meldlab.cli.options.bundles import Printing, PrintingElsewhere
from meldlab.cli.options.options import Format
from meldlab.cli.output.files import Target, check_target, is_written_through
from meldlab.cli.output.streams import needed_stdout, without_reader
from meldlab.cli.terminal.remarks import console_on
from meldlab.cli.terminal.tables import draw
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_SUFFIXES = {
    ".txt": Format.TABLE,
    ".json": Format.JSON,
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".csv": Format.CSV,
    ".md": Format.MD,
    ".parquet": Format.PARQUET,
}


@dataclass(frozen=True)
class Sink:
    """Where an answer goes and what it looks like there."""

    format: Format
    path: Path | None
    ascii: bool

    @property
    def bullet(self) -> str:
        """What a remark begins with."""
        return "-" if self.ascii else "•"

    def write(
        self,
        records: Iterable[Mapping[str, Any]],
        *,
        view: Callable[["Console"], None] | None = None,
        single: bool = False,
        document: object = None,
    ) -> None:
        """Write one answer.

        Parameters
        ----------
        records
            The rows; values may be nested (JSON text in flat formats).
        view
            Draws the table format on a console; by default a plain table of `records`.
        single
            The answer is one record: JSON gives the object itself instead of a list.
        document
            What JSON and JSON Lines give instead of the records, where the two differ.

        Raises
        ------
        MeldlabError
            If the file cannot be written; what was there before stays as it was.
        """
        rows = list(records)
        if self.format is Format.PARQUET:
            self._write_parquet(rows)
            return
        with self._readers_may_leave(), self._open() as stream:
            if self.format is Format.JSON:
                answer = document if document is not None else (rows[0] if single else rows)
                stream.write(dump_json(answer, indent=2) + "\n")
            elif self.format is Format.JSONL:
                answers = rows if document is None else [document]
                stream.writelines(dump_json(answer) + "\n" for answer in answers)
            elif self.format is Format.CSV:
                _write_csv(rows, stream)
            elif self.format is Format.MD:
                _write_markdown(rows, stream)
            elif view is not None:
                view(self.console(stream))
            else:
                draw(self.console(stream), self.table(rows))

    def write_text(self, text: str) -> None:
        """Write text as it is (a rules file, a schema), whatever the format."""
        with self._open() as stream:
            stream.write(text)

    def lines(self, answers: Iterable[Mapping[str, Any]]) -> None:
        """Write JSON Lines one by one as they come, so that a pipe is answered at once."""
        with self._open() as stream:
            for answer in answers:
                stream.write(dump_json(answer) + "\n")
                stream.flush()

    def console(self, stream: IO[str] | None = None) -> "Console":
        """Return a rich console for the data stream (stdout by default)."""
        return console_on(sys.stdout if stream is None else stream)

    def table(self, rows: Sequence[Mapping[str, Any]], *, title: str | None = None) -> "Table":
        """Return a rich table of records, a column a key; numbers to the right."""
        table = self.empty_table(title=title)
        for name in _columns(rows):
            numeric = all(isinstance(row.get(name), (int, float)) for row in rows)
            table.add_column(name, justify="right" if numeric else "left", overflow="fold")
        for row in rows:
            table.add_row(*(_cell(row.get(name)) for name in _columns(rows)))
        return table

    def empty_table(
        self, *words: str, numbers: Iterable[str] = (), after: Iterable[str] = (), title: str | None = None
    ) -> "Table":
        """Return a rich table in the house's one style, without rows: columns of words, of numbers, `after` them more
        words.
        """
        from rich import box
        from rich.table import Table

        style = box.ASCII if self.ascii else box.SIMPLE
        table = Table(title=title, title_justify="left", box=style, show_edge=False)
        for name in words:
            table.add_column(name)
        for name in numbers:
            table.add_column(name, justify="right")
        for name in after:
            table.add_column(name)
        return table

    def _readers_may_leave(self) -> AbstractContextManager[None]:
        # A command has more to do than to print: logs, and an exit code that says what was found.
        return without_reader() if self.path is None else nullcontext()

    def _open(self) -> Target:
        return Target(self.path)

    def _write_parquet(self, rows: list[Mapping[str, Any]]) -> None:
        import polars

        flat = [{name: _flat(row.get(name)) for name in _columns(rows)} for row in rows]
        frame = polars.DataFrame(flat, infer_schema_length=None)
        with Target(self.path, binary=True) as stream:
            frame.write_parquet(stream)


def make_sink(
    *,
    format: Format | None = None,
    as_json: bool = False,
    output: Path | None = None,
    ascii: bool = False,
    inputs: Sequence[str | Path] = (),
) -> Sink:
    """Return where and how to print, from the options a user gave; `inputs` are the files the command reads.

    Raises
    ------
    MeldlabError
        If the options contradict each other, the suffix is unknown, Parquet would go to the terminal, or there is
        nowhere to write to (`check_target`, and a closed stdout).
    """
    if as_json and format not in (None, Format.JSON):
        raise MeldlabError(f"--json and --format {format} contradict each other", where="--json")
    wanted = Format.JSON if as_json else format
    if output is None and wanted is not Format.PARQUET:
        needed_stdout()
    if output is not None:
        check_target(output, inputs=inputs)
        suffix = output.suffix.lower()
        implied = _SUFFIXES.get(suffix)
        if wanted is None and implied is None:
            raise MeldlabError(
                f"the suffix {suffix!r} names no format" if suffix else "has no suffix, so no format",
                where=f"-o {output}",
                allowed=", ".join(_SUFFIXES),
                remedy="Or give the format with -f",
            )
        if wanted is not None and implied is not None and implied is not wanted:
            raise MeldlabError(f"--format {wanted} and the suffix {suffix} contradict each other", where=str(output))
        wanted = wanted or implied
    if wanted is Format.PARQUET and output is None:
        raise MeldlabError("Parquet goes to a file only", where="--format parquet", remedy="Add -o FILE.parquet")
    plain = ascii or not _is_unicode(sys.stdout)
    return Sink(format=wanted or Format.TABLE, path=output, ascii=plain)


def sink_for(
    printing: Printing | PrintingElsewhere, *, output: Path | None = None, inputs: Sequence[str | Path] = ()
) -> Sink:
    """Return where and how to print; `output` where the command has an option of its own; errors as for `make_sink`."""
    return make_sink(
        format=printing.format,
        as_json=printing.as_json,
        output=getattr(printing, "output", output),
        ascii=printing.ascii,
        inputs=inputs,
    )


def sink_and_folder(
    printing: PrintingElsewhere, output: Path | None, *, inputs: Sequence[str | Path] = ()
) -> tuple[Sink, Path | None]:
    """Return where and how to print, and the folder that keeps the run: `output` names a data file, or such a folder.

    Errors are those of `make_sink` and `is_data_file`.
    """
    to_file = output is not None and is_data_file(output)
    return sink_for(printing, output=output if to_file else None, inputs=inputs), None if to_file else output


def is_data_file(path: Path) -> bool:
    """Return whether `path` names a file for an answer (by its suffix) rather than a folder for a run.

    Raises
    ------
    MeldlabError
        The suffix is none of a data file, and there is no such folder: a typing error rather than a folder's name.
    """
    suffix = path.suffix.lower()
    if os.path.isdir(path):  # not the path's own method: a name that is too long is no folder either
        return False
    if suffix in _SUFFIXES or is_written_through(path):
        return True
    if suffix:
        raise MeldlabError(
            f"the suffix {suffix!r} names no format, and there is no such folder",
            where=f"-o {path}",
            allowed=f"a file with one of {', '.join(_SUFFIXES)}, or a folder's name without a suffix",
        )
    return False


def dump_json(value: object, *, indent: int | None = None) -> str:
    """Return `value` as JSON text: plain ASCII-safe Unicode, no NaN, numpy numbers as numbers."""
    return json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False, default=_jsonable)


def _is_unicode(stream: IO[str]) -> bool:
    return (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")


def _columns(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _flat(value: object) -> object:
    return dump_json(value) if isinstance(value, (dict, list, tuple)) else value


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(_flat(value))


def _write_csv(rows: Sequence[Mapping[str, Any]], stream: IO[str]) -> None:
    writer = csv.DictWriter(stream, fieldnames=_columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _flat(value) for name, value in row.items()} for row in rows)


def _write_markdown(rows: Sequence[Mapping[str, Any]], stream: IO[str]) -> None:
    names = _columns(rows)
    text = io.StringIO()
    text.write("| " + " | ".join(names) + " |\n")
    text.write("|" + " --- |" * len(names) + "\n")
    for row in rows:
        cells = (_cell(row.get(name)).replace("|", "\\|").replace("\n", " ") for name in names)
        text.write("| " + " | ".join(cells) + " |\n")
    stream.write(text.getvalue())


def _jsonable(value: object) -> object:
    item = getattr(value, "item", None)
    if callable(item):
        return item()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")
