"""``meldlab combine``: run folders made anywhere become one run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meldlab.cli.options import bundles, options
from meldlab.cli.output.output import sink_for
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.remarks import remark_all
from meldlab.cli.terminal.tables import draw

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.cli.output.output import Sink
    from meldlab.sim.archive.run import StoredRun

EPILOG = "Example: meldlab combine monday tuesday -o both"


@bundles.bundled
def combine(
    *,
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR", help="Run folders, combined ones too; or folders of `compare`.")
    ],
    output: Annotated[
        Path,
        options.option(
            "-o",
            "--output",
            metavar="DIR",
            help="The new folder: one folder a seed in it. It is there whole or not at all.",
            panel="Output",
        ),
    ],
    printing: bundles.PrintingElsewhere,
) -> None:
    """Put the parts of several run folders into one, as they are; look at it with `meldlab report`.

    The order of the folders does not matter. Folders of `compare` are put together table by table. Refused, with the
    field that differs: runs of other questions, rules, kernels or layouts; the same chunk of a seed twice; damaged
    parts or hands. Missing chunks, and parts without the hands that others keep, are told on stderr.
    """
    sink = sink_for(printing)
    from meldlab.sim.archive.combine import combine as combined

    runs = combined(folders, output)
    rows = [{"run": str(run.path), "seed": str(seed), "deals": deals} for run in runs for seed, deals in run.sources]
    for run in runs:
        remark_all(run.messages(), quiet=printing.quiet)
    documents: Any = [_document(run) for run in runs]
    sink.write(
        rows, view=lambda console: _view(runs, console, sink), document=documents[0] if len(runs) == 1 else documents
    )


def _view(runs: "list[StoredRun]", console: "Console", sink: "Sink") -> None:
    for number, run in enumerate(runs):
        if number:
            console.print()
        console.print(
            f"{run.path}: {counted(run.deals, 'deal')} of {run.record.game}, {counted(len(run.parts), 'part')}",
            soft_wrap=True,
        )
        console.print()
        table = sink.empty_table(numbers=("seed", "deals"))
        for seed, deals in run.sources:
            table.add_row(str(seed), f"{deals:,}")
        draw(console, table)


def _document(run: "StoredRun") -> dict[str, Any]:
    return {
        "run": str(run.path),
        "task_id": run.record.task_id,
        "deals": run.deals,
        "parts": len(run.parts),
        "sources": [list(source) for source in run.sources],
        "messages": run.messages(),
    }
