"""``meldlab simulate``: hands by the million, with intervals, resumable."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from meldlab.cli.exit_codes import TARGET_MISSED
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import decks_heading, overrides
from meldlab.cli.options.engine import chosen_engine
from meldlab.cli.options.numbers import parse_count
from meldlab.cli.output.output import Sink, sink_and_folder
from meldlab.cli.terminal.compiling import COMPILING
from meldlab.cli.terminal.interruption import Interruption, told, typed_command
from meldlab.cli.terminal.remarks import remark, remark_all
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from meldlab.sim.counting.outcomes import WorkloadFactory
    from meldlab.sim.simulate.progress import Progress
    from meldlab.sim.simulate.simulation import Simulation

T = TypeVar("T")

EPILOG = (
    "Examples: meldlab simulate -g indian-rummy --players 4 -n 10M --seed 1 -o run · "
    "meldlab simulate -g gin -n 1000M --seed 1 -o run --scheduler tcp://10.0.0.5:8786"
)

_STOPPING = "Stopping"


@bundles.bundled
def simulate(
    *,
    game: options.Game,
    deals: Annotated[
        str | None,
        options.option(
            "-n",
            "--deals",
            metavar="N",
            help="Deals in all, those already in the output folder included: 250000, 20_000_000, 10M, 1e6. "
            "Default: 1M; with a target at most 1000M; with --max-seconds alone no limit.",
            panel=options.DEALING,
        ),
    ] = None,
    players: options.Players = None,
    decks: options.Decks = None,
    wild: options.Wild = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    seed: options.Seed = None,
    by: Annotated[
        str | None,
        options.option(
            "--by",
            metavar="OUTCOME",
            help="A second table with a row for each value of an outcome, or for a query and its opposite.",
        ),
    ] = None,
    features: Annotated[
        list[str] | None,
        options.option(
            "--feature",
            metavar="QUERY",
            help="A row of the table, such as 'natural_run >= 3 and not has_lives'; repeatable.",
        ),
    ] = None,
    target: Annotated[
        str | None,
        options.option(
            "--target",
            metavar="QUERY",
            help="What has to be known precisely. Default: the mean score.",
            panel=_STOPPING,
        ),
    ] = None,
    target_rel: Annotated[
        float | None,
        options.option(
            "--target-rel",
            metavar="X",
            help="Stop when the 95 % interval reaches at most this share of the estimate to either side.",
            panel=_STOPPING,
        ),
    ] = None,
    target_abs: Annotated[
        float | None,
        options.option(
            "--target-abs",
            metavar="X",
            help="Stop when the 95 % interval reaches at most this far to either side.",
            panel=_STOPPING,
        ),
    ] = None,
    max_seconds: Annotated[
        float | None,
        options.option("--max-seconds", metavar="S", help="Stop after this time of dealing.", panel=_STOPPING),
    ] = None,
    working: bundles.Working,
    keep_hands: Annotated[
        bool, options.option("--keep-hands", help="Also keep the hands themselves in the output folder, as Parquet.")
    ] = False,
    output: options.RunOutput = None,
    printing: bundles.PrintingElsewhere,
) -> None:
    """Deal hands by the million: how often each feature occurs, the scores, with 95 % intervals.

    The same seed and number of deals give the same numbers on any number of workers, interrupted and resumed or
    not. Exit code 3: the target was not reached; 130 (Ctrl-C) or 143 (SIGTERM): interrupted, what was done is
    printed and, with an output folder, kept.
    """
    interruption = Interruption()
    with interruption.watched():
        _check_precision(target, target_rel, target_abs)
        sink, folder = sink_and_folder(printing, output, inputs=(game,))
        request = {
            "game": game,
            "deals": parse_count(deals, where="-n") if deals is not None else None,
            "players": players,
            "decks": decks,
            "wild": wild,
            "contract": contract,
            "set": overrides(assignments),
            "seed": seed,
            "features": features or (),
            "target": target,
            "target_rel": target_rel,
            "target_abs": target_abs,
            "max_seconds": max_seconds,
            "workers": working.workers,
            "engine": chosen_engine(working, quiet=printing.quiet),
            "keep_hands": keep_hands,
            "out": folder,
            "command": typed_command(),
        }
        code = answer(request, by=by, sink=sink, quiet=printing.quiet, interruption=interruption)
    if code:
        raise SystemExit(code)


def answer(
    request: Mapping[str, Any],
    *,
    by: str | None,
    sink: Sink,
    quiet: bool,
    workload: "WorkloadFactory | None" = None,
    interruption: Interruption | None = None,
) -> int:
    """Run the simulation that `request` (arguments of `iter_simulate`) asks for, print it, return the exit code.

    An `interruption` is one that is being watched already.
    """
    if interruption is None:
        interruption = Interruption()
        with interruption.watched():
            return answer(request, by=by, sink=sink, quiet=quiet, workload=workload, interruption=interruption)
    from meldlab.cli.views.simulate import document, follow, records, view
    from meldlab.sim.counting.stopping import StopSignal
    from meldlab.sim.query.conditions import parse_grouping
    from meldlab.sim.simulate.simulate import iter_simulate

    stop = StopSignal()
    interruption.stops(stop)
    steps = iter_simulate(**request, stop=stop, workload=workload)
    first = next(steps)
    if by is not None:
        by, _ = parse_grouping(by, first.task)
    if first.preparing and workload is None:
        _announce(first, quiet=quiet)
    try:
        result = first.result or follow(steps, quiet=quiet)
    except KeyboardInterrupt:
        if interruption.insisted:
            raise
        # Polars has seen Ctrl-C too, in the middle of its work; what was kept before is read again and shown.
        stop.set()
        kept = {**request, "seed": first.seed, "stop": stop, "workload": workload}
        result = _through_one_echo(lambda: follow(iter_simulate(**kept), quiet=quiet), interruption)
    remark_all(result.messages, quiet=quiet)
    players, decks = request.get("players"), request.get("decks")
    heading = decks_heading(request["game"], request.get("set"), players=players, decks=decks)
    _through_one_echo(
        lambda: sink.write(
            records(result, by=by),
            view=lambda console: view(result, console, by=by, sink=sink, heading=heading),
            document=document(result, by=by),
        ),
        interruption,
    )
    command = str(request.get("command", "meldlab simulate"))
    if result.stopped_by == "interrupt":
        remark(told(result, request["out"] and Path(request["out"]), command), quiet=quiet)
        return interruption.exit_code
    remark(_closing(result, request["out"]), quiet=quiet)
    return TARGET_MISSED if result.target_reached is False else 0


def _through_one_echo(action: Callable[[], T], interruption: Interruption) -> T:
    """Return what `action` gives, asking again when Polars raises for the one Ctrl-C that was answered already."""
    try:
        return action()
    except KeyboardInterrupt:
        if interruption.insisted:
            raise
        return action()


def _announce(progress: "Progress", *, quiet: bool) -> None:
    from meldlab.kernels.jit import is_compiled

    if not is_compiled(f"simulate-{progress.task.objective}"):
        remark(COMPILING, quiet=quiet)


def _check_precision(target: str | None, relative: float | None, absolute: float | None) -> None:
    if relative is not None and absolute is not None:
        raise MeldlabError("give one of them, not both", where="--target-rel and --target-abs")
    if target is not None and relative is None and absolute is None:
        raise MeldlabError(
            "a target needs a precision", where="--target", remedy="Give --target-rel (such as 0.01) or --target-abs"
        )


def _closing(result: "Simulation", folder: Path | None) -> str:
    seed = f"seed {result.seed}"
    if result.target_reached is False:
        return f"The target was not reached: {result.provenance['parameters']['target']} ({seed})."
    if result.dealt == 0:
        return f"Nothing left to deal: {folder} holds these deals already ({seed})."
    return f"Done, {seed}."
