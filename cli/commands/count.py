"""``meldlab count``: every hand of a pack counted exactly, instead of sampled."""

from pathlib import Path
from typing import Annotated

from meldlab.cli.exit_codes import INTERRUPTED
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import overrides
from meldlab.cli.output.output import sink_for
from meldlab.cli.terminal.bars import barred
from meldlab.cli.terminal.remarks import remark
from meldlab.cli.views.count import show_count

EPILOG = "Example: meldlab count -g gin -f csv -o gin.csv"

_JOB = "count-deadwood"


@bundles.bundled
def count(
    *,
    game: options.Game,
    assignments: options.Set = None,
    cards: Annotated[
        int | None, options.option("--cards", metavar="N", help="Cards of a hand. Default: as dealt.")
    ] = None,
    ranks: Annotated[
        int,
        options.option(
            "--ranks",
            metavar="N",
            help="Ranks of the pack, from the ace; fewer than 13: a small pack.",
            show_default=True,
        ),
    ] = 13,
    workers: Annotated[
        int | None,
        options.option("--workers", metavar="N", help="Threads; no number depends on them. Default: one a processor."),
    ] = None,
    keep: Annotated[
        Path | None,
        options.option(
            "--keep",
            metavar="FILE",
            help="Keep finished parts in this file: the same command goes on from there after Ctrl-C.",
        ),
    ] = None,
    printing: bundles.Printing,
) -> None:
    """Count every hand of the pack by its least deadwood: exact, no sampling.

    All 15,820,024,220 ten-card hands of gin take some ten seconds, because hands that differ only in the names of
    the suits are valued once.
    """
    read = (game,) if keep is None else (game, keep)
    sink = sink_for(printing, inputs=read)

    from meldlab.kernels.jit import is_compiled, mark_compiled
    from meldlab.sim.common.steps import last_result
    from meldlab.sim.count.count import iter_count

    steps = iter_count(game, set=overrides(assignments), cards=cards, ranks=ranks, workers=workers, keep=keep)
    if not is_compiled(_JOB):
        remark("Compiling the kernels; this happens once a version and takes some seconds ...", quiet=printing.quiet)
    try:
        shown = barred(steps, lambda step: (step.hands, step.total), quiet=printing.quiet)
        result = last_result(shown)
    except KeyboardInterrupt:
        kept = "" if keep is None else f" Finished parts are kept in {keep}: the same command goes on from there."
        remark(f"Interrupted.{kept}", quiet=printing.quiet)
        raise SystemExit(INTERRUPTED) from None
    mark_compiled(_JOB)
    sink.write(
        result.to_polars().to_dicts(),
        view=lambda console: show_count(result, console, sink=sink),
        document=result.to_dict(),
    )
