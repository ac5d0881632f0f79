"""``meldlab rerun``: a stored run counted again, and compared bit for bit."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meldlab.cli.exit_codes import CHECK_FAILED
from meldlab.cli.options import bundles, options
from meldlab.cli.options.engine import chosen_engine
from meldlab.cli.output.output import sink_for
from meldlab.cli.terminal.compiling import announced_steps
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.interruption import Interruption, typed_command
from meldlab.cli.terminal.remarks import remark, remark_all

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.archive.rerun_result import Rerun

EPILOG = "Example: meldlab rerun run --check 3"


@bundles.bundled
def rerun(
    *,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of a run, of a combined one, or of a `compare`.")
    ],
    check: Annotated[
        int | None,
        options.option(
            "--check", metavar="K", help="Count only K chunks of each run, drawn at random.", show_default="all"
        ),
    ] = None,
    seed: Annotated[
        int | None, options.option("--seed", metavar="N", help="By which they are drawn. Default: fresh.")
    ] = None,
    working: bundles.Working,
    runs_user_code: Annotated[
        bool,
        options.option(
            "--run-user-code",
            help="Run the strategy files that the run's record names: look at them first, they are programs.",
        ),
    ] = False,
    output: Annotated[
        Path | None,
        options.option(
            "-o",
            "--output",
            metavar="DIR",
            help="Also keep the parts counted now, as a run of their own.",
            panel=options.OUTPUT,
        ),
    ] = None,
    printing: bundles.PrintingElsewhere,
) -> None:
    """Repeat a stored run from its own record, and compare what comes out with what is stored, bit for bit.

    Exit code 4: a part or its kept hands are damaged or other ones come out, or chunks before the last one are
    missing. A run of other kernels is counted by those of today; where the numbers are the same, they are proved anew.
    """
    interruption = Interruption()
    with interruption.watched():
        sink = sink_for(printing)
        from meldlab.sim.archive.rerun import iter_rerun
        from meldlab.sim.common.steps import last_result
        from meldlab.sim.counting.stopping import StopSignal
        from meldlab.sim.engines.engines import engine_of, held
        from meldlab.sim.play.compare.tables import table_folders
        from meldlab.sim.runs.gathering import AllDamagedError
        from meldlab.sim.runs.places import tables_in

        stop = StopSignal()
        interruption.stops(stop)
        tables = tables_in(folder)
        if tables and output is not None:
            table_folders(output, [])  # refuses the folder of a single run
        runner = engine_of(chosen_engine(working, quiet=printing.quiet), workers=working.workers)
        try:
            steps = [
                iter_rerun(
                    each,
                    check=check,
                    seed=seed,
                    out=output / name if tables and output is not None else output,
                    engine=runner,
                    runs_user_code=runs_user_code,
                    stop=stop,
                    command=typed_command(),
                )
                for name, each in (tables or {folder.name: folder}).items()
            ]
        except AllDamagedError as error:
            remark(f"meldlab: {error}")
            raise SystemExit(CHECK_FAILED) from error
        with held(runner):
            results: list[Rerun] = [last_result(announced_steps(each, quiet=printing.quiet)) for each in steps]
        for each in results:
            remark_all(each.run.messages(), quiet=printing.quiet)
        rows = [row for each in results for row in each.to_polars().to_dicts()]
        documents: Any = [each.to_dict() for each in results]
        sink.write(
            rows,
            view=lambda console: _view(results, console),
            document=documents[0] if len(documents) == 1 else documents,
        )
        if not all(each.passed for each in results):
            raise SystemExit(CHECK_FAILED)
        if any(each.interrupted for each in results):
            remark("Interrupted: the chunks above are what was counted.", quiet=printing.quiet)
            raise SystemExit(interruption.exit_code)


def _view(results: "list[Rerun]", console: "Console") -> None:
    for result in results:
        run, again = result.run, len(result.recounts)
        drawn = "" if result.choice_seed is None else f", drawn by seed {result.choice_seed}"
        console.print(
            f"{run.path}: {again:,} of {counted(len(run.parts), 'part')} counted again{drawn} "
            f"({counted(sum(each.part.deals for each in result.recounts), 'deal')}, {result.seconds:.1f} s)",
            soft_wrap=True,
        )
        for path in result.damaged:
            console.print(f"  {path}: damaged, not as it was written", soft_wrap=True)
        for seed, chunks in run.missing().items():
            console.print(f"  {counted(len(chunks), 'chunk')} of seed {seed} missing: no command gives this run")
        for each in result.recounts:
            if each.verdict != "same":
                console.print(f"  {each.part.path}: {_FAULTS[each.verdict]}", soft_wrap=True)
            if each.hands == "different":
                console.print(f"  {each.part.path}: other hands come out now than those kept of it", soft_wrap=True)
        if result.passed and again:
            hands = sum(each.hands == "same" for each in result.recounts)
            also = f", and so are the hands kept of {hands:,} of them" if hands else ""
            console.print(f"  the same, bit for bit{also}", soft_wrap=True)
        if not result.same_kernels:
            console.print("  (the run was made by other kernels than those of this version)", soft_wrap=True)


_FAULTS = {"different": "other numbers come out now", "damaged": "damaged, its counts are not those of its record"}
