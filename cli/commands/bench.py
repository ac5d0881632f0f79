"""``meldlab bench``: how fast dealing and solving are here, against the bars of the project."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from meldlab.cli.options import bundles, options
from meldlab.cli.output.output import Sink, make_sink, sink_and_folder
from meldlab.cli.terminal.compiling import COMPILING, compiled
from meldlab.cli.terminal.remarks import remark
from meldlab.cli.terminal.tables import draw
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.bench.measures import Effort, Figure, Pack

EPILOG = "Example: meldlab bench --quick -o results/benchmarks"

_TABLE_FILE, _RECORD_FILE = "benchmarks.md", "benchmarks.json"


@bundles.bundled
def bench(
    *,
    game: Annotated[
        str | None, options.option("-g", "--game", metavar="PRESET", help="Only the packs of this preset.")
    ] = None,
    decks: Annotated[
        int | None, options.option("--decks", metavar="N", help="Only the packs of so many decks.")
    ] = None,
    quick: Annotated[bool, options.option("--quick", help="Fewer and shorter rounds: rough figures.")] = False,
    output: Annotated[
        Path | None,
        options.option(
            "-o",
            "--output",
            metavar="DIR|FILE",
            help=f"A folder: {_TABLE_FILE} and {_RECORD_FILE} are written there, with the machine described. "
            "A file (.json, .csv, .md, .parquet, ...): the figures only.",
            panel=options.OUTPUT,
        ),
    ] = None,
    printing: bundles.PrintingElsewhere,
) -> None:
    """Measure dealing, each stage of the solver and whole simulations, in about a minute.

    Every measure takes turns with plain scalar dealing of the same cards, so that the ratios mean something on
    any machine; let nothing else run meanwhile.  A missed bar is no error.
    """
    sink, folder = sink_and_folder(printing, output)

    from meldlab.sim.bench.measures import FULL, QUICK, chosen_packs

    packs = chosen_packs(game=game, decks=decks)
    if folder is not None:
        _make(folder)
    words = ["meldlab bench", f"-g {game}" if game else "", f"--decks {decks}" if decks else "", "--quick" * quick]
    answer(
        packs,
        QUICK if quick else FULL,
        command=" ".join(filter(None, words)),
        sink=sink,
        folder=folder,
        quiet=printing.quiet,
    )


def answer(
    packs: "tuple[Pack, ...]", effort: "Effort", *, command: str, sink: Sink, folder: Path | None, quiet: bool
) -> None:
    """Measure `packs`, print the figures and keep them in `folder`."""
    from meldlab.sim.bench.measures import measure_pack
    from meldlab.sim.bench.report import document, markdown

    figures: list[Figure] = []
    with compiled("bench", COMPILING, quiet=quiet):
        for pack in packs:
            remark(f"Measuring {pack} ...", quiet=quiet)
            figures += measure_pack(pack, effort)
    whole = document(figures, command=command)
    if folder is not None:
        make_sink(output=folder / _TABLE_FILE).write_text(markdown(figures, command=command))
        make_sink(output=folder / _RECORD_FILE).write([], document=whole)
    sink.write(
        [figure.record() for figure in figures], view=lambda console: _view(figures, console, sink=sink), document=whole
    )
    barred = [figure.held for figure in figures if figure.held is not None]
    kept = "" if folder is None else f" Kept in {folder}."
    remark(f"{barred.count(True)} of {len(barred)} bars held.{kept}", quiet=quiet)


def _make(folder: Path) -> None:
    """Make the folder where it is missing: better refused before a minute of measuring than after."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MeldlabError(f"cannot be written: {error.strerror or error}", where=str(folder)) from error
    if not os.access(folder, os.W_OK):
        raise MeldlabError("cannot be written: no permission", where=str(folder))


def _view(figures: "list[Figure]", console: "Console", *, sink: Sink) -> None:
    from meldlab.sim.bench.report import HEADINGS, by_pack, cells

    for name, rows in by_pack(figures).items():
        table = sink.empty_table(title=name)
        for heading in HEADINGS:
            table.add_column(heading, justify="left" if heading in ("measure", "bar", "held") else "right")
        for figure in rows:
            table.add_row(*cells(figure))
        draw(console, table)
        console.print()
