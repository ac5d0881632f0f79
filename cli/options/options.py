"""The options that several commands share, each declared once so that it reads and behaves the same everywhere."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """What data looks like on the way out."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    MD = "md"
    PARQUET = "parquet"


# Formats without nesting.
FLAT = (Format.CSV, Format.MD, Format.PARQUET)


class EngineName(StrEnum):
    """Who deals."""

    SERIAL = "serial"
    THREADS = "threads"
    DASK = "dask"


#: Headings of `--help` under which several commands have options.
RULES = "Rules"
CARDS = "Cards"
OUTPUT = "Output"
DEALING = "Dealing"

Game = Annotated[
    str,
    typer.Option(
        "-g",
        "--game",
        metavar="PRESET|FILE",
        help="A preset (`meldlab rules list`) or the path of a rules file.",
        rich_help_panel=RULES,
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Override one rule; repeatable (`meldlab rules show` lists the keys).",
        rich_help_panel=RULES,
    ),
]
Wild = Annotated[
    str | None,
    typer.Option(
        "--wild",
        metavar="RANK|CARD",
        help="The wild rank of an Indian deal (7), or the cut card itself (7D).",
        rich_help_panel=RULES,
    ),
]
Contract = Annotated[
    str | None,
    typer.Option(
        "--contract",
        metavar="TTE",
        help="What must be laid in a contract game: T sets, E runs.",
        show_default=False,
        rich_help_panel=RULES,
    ),
]
Dead = Annotated[
    str,
    typer.Option(
        "--dead",
        metavar="CARDS",
        help="Cards seen elsewhere: neither in hand nor still to come.",
        show_default=False,
        rich_help_panel=CARDS,
    ),
]
Decks = Annotated[
    int | None,
    typer.Option("--decks", metavar="N", help="Number of 52-card decks.", show_default=False, rich_help_panel=RULES),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        help="Number of players; chooses the decks where the rules say so (Indian rummy: 4 unless given).",
        show_default=False,
        rich_help_panel=RULES,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        help="Root of all randomness. Default: that of the output folder, else fresh; always printed.",
        show_default=False,
        rich_help_panel=DEALING,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        help="Threads or processes; no number depends on them. Default: one a processor.",
        show_default=False,
        rich_help_panel=DEALING,
    ),
]
Engine = Annotated[
    EngineName | None,
    typer.Option(
        "--engine",
        help="Who deals: dask starts a cluster of processes. Default: threads; with --scheduler dask.",
        show_default=False,
        rich_help_panel=DEALING,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Join the dask cluster of this scheduler, such as tcp://10.0.0.5:8786, or of its scheduler file "
        "(docs/cluster.md).",
        show_default=False,
        rich_help_panel=DEALING,
    ),
]
RunOutput = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="DIR|FILE",
        help="A folder: parts are kept as they are done, the same command resumes. "
        "A file (.json, .csv, .md, .parquet, ...): the result only.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
FormatOption = Annotated[
    Format | None,
    typer.Option(
        "-f", "--format", help="How to print; by default a table.", show_default=False, rich_help_panel=OUTPUT
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Short for -f json.", rich_help_panel=OUTPUT)]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write to a file; its suffix decides the format.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Suit letters and plain lines only.", rich_help_panel=OUTPUT)]
Quiet = Annotated[
    bool, typer.Option("-q", "--quiet", help="No progress and no remarks on stderr.", rich_help_panel=OUTPUT)
]


def _remember(context: typer.Context, value: bool) -> bool:
    """Tell the front door, which answers errors when the command is over, that more is to be said."""
    if value and isinstance(context.obj, dict):
        context.obj[VERBOSE] = True
    return value


VERBOSE = "verbose"
Verbose = Annotated[
    bool,
    typer.Option(
        "-v",
        "--verbose",
        help="Say more; a bug shows its traceback.",
        is_eager=True,
        callback=_remember,
        rich_help_panel=OUTPUT,
    ),
]
