"""The options that several commands share, each declared once so that it reads and behaves the same everywhere."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

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


def option(
    *names: str,
    help: str,
    metavar: str | None = None,
    panel: str | None = None,
    show_default: bool | str = False,
    **settings: Any,
) -> Any:
    """Return an option as the house writes it: no type of its own in the help, defaults told in words."""
    return typer.Option(
        *names, help=help, metavar=metavar, rich_help_panel=panel, show_default=show_default, **settings
    )


#: Headings of `--help` under which several commands have options.
RULES = "Rules"
CARDS = "Cards"
OUTPUT = "Output"
DEALING = "Dealing"

Game = Annotated[
    str,
    option(
        "-g",
        "--game",
        metavar="PRESET|FILE",
        help="A preset (`meldlab rules list`) or the path of a rules file.",
        panel=RULES,
    ),
]
Set = Annotated[
    list[str] | None,
    option(
        "--set",
        metavar="KEY=VALUE",
        help="Override one rule; repeatable (`meldlab rules show` lists the keys).",
        panel=RULES,
    ),
]
Wild = Annotated[
    str | None,
    option(
        "--wild",
        metavar="RANK|CARD",
        help="The wild rank of an Indian deal (7), or the cut card itself (7D).",
        panel=RULES,
    ),
]
Contract = Annotated[
    str | None,
    option("--contract", metavar="TTE", help="What must be laid in a contract game: T sets, E runs.", panel=RULES),
]
Dead = Annotated[
    str, option("--dead", metavar="CARDS", help="Cards seen elsewhere: neither in hand nor still to come.", panel=CARDS)
]
Decks = Annotated[int | None, option("--decks", metavar="N", help="Number of 52-card decks.", panel=RULES)]
Players = Annotated[
    int | None,
    option(
        "--players",
        metavar="N",
        help="Number of players; chooses the decks where the rules say so (Indian rummy: 4 unless given).",
        panel=RULES,
    ),
]
Seed = Annotated[
    int | None,
    option(
        "--seed",
        metavar="N",
        help="Root of all randomness. Default: that of the output folder, else fresh; always printed.",
        panel=DEALING,
    ),
]
Workers = Annotated[
    int | None,
    option(
        "--workers",
        metavar="N",
        help="Threads or processes; no number depends on them. Default: one a processor.",
        panel=DEALING,
    ),
]
Engine = Annotated[
    EngineName | None,
    option(
        "--engine",
        help="Who deals: dask starts a cluster of processes. Default: threads; with --scheduler dask.",
        panel=DEALING,
    ),
]
Scheduler = Annotated[
    str | None,
    option(
        "--scheduler",
        metavar="ADDRESS",
        help="Join the dask cluster of this scheduler, such as tcp://10.0.0.5:8786, or of its scheduler file "
        "(docs/cluster.md).",
        panel=DEALING,
    ),
]
RunOutput = Annotated[
    Path | None,
    option(
        "-o",
        "--output",
        metavar="DIR|FILE",
        help="A folder: parts are kept as they are done, the same command resumes. "
        "A file (.json, .csv, .md, .parquet, ...): the result only.",
        panel=OUTPUT,
    ),
]
FormatOption = Annotated[
    Format | None, option("-f", "--format", help="How to print; by default a table.", panel=OUTPUT)
]
Json = Annotated[bool, option("--json", help="Short for -f json.", panel=OUTPUT)]
Output = Annotated[
    Path | None,
    option("-o", "--output", metavar="FILE", help="Write to a file; its suffix decides the format.", panel=OUTPUT),
]
Ascii = Annotated[bool, option("--ascii", help="Suit letters and plain lines only.", panel=OUTPUT)]
Quiet = Annotated[bool, option("-q", "--quiet", help="No progress and no remarks on stderr.", panel=OUTPUT)]


def _remember(context: typer.Context, value: bool) -> bool:
    """Tell the front door, which answers errors when the command is over, that more is to be said."""
    if value and isinstance(context.obj, dict):
        context.obj[VERBOSE] = True
    return value


VERBOSE = "verbose"
Verbose = Annotated[
    bool,
    option(
        "-v", "--verbose", help="Say more; a bug shows its traceback.", is_eager=True, callback=_remember, panel=OUTPUT
    ),
]
