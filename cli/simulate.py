"""``meldlab simulate``: hands by the million, with intervals, resumable."""

import shlex
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meldlab.cli import options
from meldlab.cli.numbers import parse_count
from meldlab.cli.output import Sink, is_data_file, make_sink, remark

if TYPE_CHECKING:
    from meldlab.sim.outcomes import WorkloadFactory
    from meldlab.sim.progress import Progress
    from meldlab.sim.simulation import Simulation
    from meldlab.sim.stopping import StopSignal

EPILOG = "Example: meldlab simulate -g indian-rummy --players 4 -n 10M --seed 1 -o run"

TARGET_MISSED, INTERRUPTED = 3, 130
_DEALING = "Dealing"
_STOPPING = "Stopping"


class EngineName(StrEnum):
    """Who deals."""

    SERIAL = "serial"
    THREADS = "threads"
    DASK = "dask"


def simulate(
    game: options.Game,
    deals: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--deals",
            metavar="N",
            help="Deals in all, those already in the output folder included: 250000, 20_000_000, 10M, 1e6. "
            "Default: 1M; with a target at most 1000M; with --max-seconds alone no limit.",
            show_default=False,
            rich_help_panel=_DEALING,
        ),
    ] = None,
    players: options.Players = None,
    decks: options.Decks = None,
    wild: options.Wild = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="Root of all randomness. Default: that of the output folder, else fresh; always printed.",
            show_default=False,
            rich_help_panel=_DEALING,
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="OUTCOME", help="A second table with a row for each value of an outcome."),
    ] = None,
    features: Annotated[
        list[str] | None,
        typer.Option(
            "--feature", metavar="COMPARISON", help="A row of the table, such as 'natural_run >= 3'; repeatable."
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(
            "--target",
            metavar="COMPARISON",
            help="What has to be known precisely. Default: the mean score.",
            show_default=False,
            rich_help_panel=_STOPPING,
        ),
    ] = None,
    target_rel: Annotated[
        float | None,
        typer.Option(
            "--target-rel",
            metavar="X",
            help="Stop when the 95 % interval reaches at most this share of the estimate to either side.",
            show_default=False,
            rich_help_panel=_STOPPING,
        ),
    ] = None,
    target_abs: Annotated[
        float | None,
        typer.Option(
            "--target-abs",
            metavar="X",
            help="Stop when the 95 % interval reaches at most this far to either side.",
            show_default=False,
            rich_help_panel=_STOPPING,
        ),
    ] = None,
    max_seconds: Annotated[
        float | None,
        typer.Option(
            "--max-seconds",
            metavar="S",
            help="Stop after this time of dealing.",
            show_default=False,
            rich_help_panel=_STOPPING,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            help="Threads or processes; no number depends on them. Default: one a processor.",
            show_default=False,
            rich_help_panel=_DEALING,
        ),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option("--engine", help="Who deals.", rich_help_panel=_DEALING)
    ] = EngineName.THREADS,
    keep_hands: Annotated[
        bool,
        typer.Option("--keep-hands", help="Also keep the hands themselves in the output folder, as Parquet."),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR|FILE",
            help="A folder: parts are kept as they are done, the same command resumes. "
            "A file (.json, .csv, .md, .parquet, ...): the result only.",
            show_default=False,
            rich_help_panel="Output",
        ),
    ] = None,
    format: options.FormatOption = None,
    as_json: options.Json = False,
    ascii: options.Ascii = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Deal hands by the million: how often each feature occurs, the scores, with 95 % intervals.

    The same seed and number of deals give the same numbers on any number of workers, interrupted and resumed or
    not. Exit code 3: the target was not reached; 130: interrupted, what was done is printed and kept.
    """
    from meldlab.sim.rules import parse_assignment

    to_file = output is not None and is_data_file(output)
    sink = make_sink(format=format, as_json=as_json, output=output if to_file else None, ascii=ascii)
    request = {
        "game": game,
        "deals": parse_count(deals, where="-n") if deals is not None else None,
        "players": players,
        "decks": decks,
        "wild": wild,
        "contract": contract,
        "set": dict(map(parse_assignment, assignments or ())),
        "seed": seed,
        "features": features or (),
        "target": target,
        "target_rel": target_rel,
        "target_abs": target_abs,
        "max_seconds": max_seconds,
        "workers": workers,
        "engine": engine.value,
        "keep_hands": keep_hands,
        "out": None if to_file else output,
        "command": shlex.join(["meldlab", *sys.argv[1:]]),
    }
    code = answer(request, by=by, sink=sink, quiet=quiet)
    if code:
        raise typer.Exit(code)


def answer(
    request: Mapping[str, Any],
    *,
    by: str | None,
    sink: Sink,
    quiet: bool,
    workload: "WorkloadFactory | None" = None,
) -> int:
    """Run the simulation that `request` (arguments of `iter_simulate`) asks for, print it, return the exit code."""
    from meldlab.cli.simulate_view import document, follow, records, view
    from meldlab.sim.driver import iter_simulate
    from meldlab.sim.features import check_column
    from meldlab.sim.stopping import StopSignal

    stop = StopSignal()
    steps = iter_simulate(**request, stop=stop, workload=workload)
    first = next(steps)
    if by is not None:
        check_column(by, first.task.columns)
    if first.preparing and workload is None:
        _announce(first, quiet=quiet)
    with _ctrl_c(stop):
        result = first.result or follow(steps, quiet=quiet)
    for message in result.messages:
        remark(f"meldlab: {message}", quiet=quiet)
    sink.write(
        records(result, by=by),
        view=lambda console: view(result, console, by=by, sink=sink),
        document=document(result, by=by),
    )
    remark(_closing(result, request["out"]), quiet=quiet)
    if result.stopped_by == "interrupt":
        return INTERRUPTED
    return TARGET_MISSED if result.target_reached is False else 0


def _announce(progress: "Progress", *, quiet: bool) -> None:
    from meldlab.kernels.jit import is_compiled

    if not is_compiled(f"simulate-{progress.task.objective}"):
        remark("Compiling the kernels; this happens once a version and takes about a minute ...", quiet=quiet)


@contextmanager
def _ctrl_c(stop: "StopSignal") -> Iterator[None]:
    """Turn the first Ctrl-C into a request to stop after the slice in hand; the second one ends the program."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def ask(number: int, frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _closing(result: "Simulation", folder: Path | None) -> str:
    seed = f"seed {result.seed}"
    if result.stopped_by == "interrupt" and folder is not None:
        return f"Interrupted, {seed}. What is done is kept in {folder}: the same command goes on from there."
    if result.stopped_by == "interrupt":
        return (
            f"Interrupted, {seed}. To see these numbers again: --seed {result.seed} -n {result.deals}; "
            "a run with -o DIR can be resumed."
        )
    if result.target_reached is False:
        return f"The target was not reached: {result.provenance['parameters']['target']} ({seed})."
    if result.dealt == 0:
        return f"Nothing left to deal: {folder} holds these deals already ({seed})."
    return f"Done, {seed}."
