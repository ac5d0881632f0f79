"""``meldlab play``: whole deals by strategies, with intervals, resumable."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meldlab.cli import options
from meldlab.cli.choices import overrides
from meldlab.cli.files import Target, check_target
from meldlab.cli.interruption import Interruption, told
from meldlab.cli.numbers import parse_count
from meldlab.cli.output import is_data_file, make_sink, remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meldlab.sim.play.driver import PlayProgress
    from meldlab.sim.play.result import PlayResult

EPILOG = "Example: meldlab play -g gin --strategy 'greedy,foresight(width=4)' -n 2000 --seed 1"


def play(
    game: options.Game,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy",
            metavar="A,B,...",
            help="One a player, numbers in parentheses: 'greedy,foresight(width=4)'; one alone plays every seat.",
        ),
    ],
    deals: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--deals",
            metavar="N",
            help="Deals in all, those already in the output folder included: 5000, 20_000, 1M. Default: 10,000.",
            show_default=False,
            rich_help_panel="Dealing",
        ),
    ] = None,
    players: options.Players = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    seed: options.Seed = None,
    workers: options.Workers = None,
    engine: options.Engine = options.EngineName.THREADS,
    output: options.RunOutput = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Also write every deal, event by event, in the deal-log format: JSON Lines, all rotations.",
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
    """Play whole deals by strategies: points, wins, and who does better on the same cards, with 95 % intervals.

    With different strategies every deal is played once in each rotation of the players over the same cards.  The same
    seed and number of deals give the same numbers on any number of workers, interrupted and resumed or not.
    """
    from meldlab.cli.play_view import view

    interruption = Interruption()
    with interruption.watched():
        to_file = output is not None and is_data_file(output)
        sink = make_sink(
            format=format, as_json=as_json, output=output if to_file else None, ascii=ascii, inputs=(game,)
        )
        folder = None if to_file else output
        if log is not None:
            check_target(log, inputs=(game,))
        command = shlex.join(["meldlab", *sys.argv[1:]])
        from meldlab.sim.play.driver import iter_play
        from meldlab.sim.play.log import deal_log
        from meldlab.sim.stopping import StopSignal

        stop = StopSignal()
        interruption.stops(stop)
        what: dict[str, Any] = {"players": players, "contract": contract, "set": overrides(assignments)}
        if log is not None:  # refuses games without a log before anything is played
            deal_log(game, split(strategy), seed=0, **what)
        steps = iter_play(
            game,
            split(strategy),
            deals=parse_count(deals, where="-n") if deals is not None else None,
            seed=seed,
            **what,
            workers=workers,
            engine=engine.value,
            out=folder,
            stop=stop,
            command=command,
        )
        result = _result(steps, quiet=quiet)
        for message in result.messages:
            remark(f"meldlab: {message}", quiet=quiet)
        sink.write(
            [{**row, "deals": result.deals, "seed": str(result.seed)} for row in result.players().to_dicts()],
            view=lambda console: view(result, console, sink=sink),
            document=result.to_dict(),
        )
        if log is not None:
            with Target(log) as stream:
                stream.writelines(deal_log(game, split(strategy), seed=result.seed, **what).text(result.deals))
        if result.stopped_by == "interrupt":
            remark(told(result, folder, command), quiet=quiet)
            # Not typer's Exit: for the front door its 130 is an interruption nobody has spoken of yet.
            raise SystemExit(interruption.exit_code)
        remark(f"Done, seed {result.seed}.", quiet=quiet)


def split(strategies: str) -> list[str]:
    """Return the strategies of a list in which commas inside parentheses part numbers, not strategies."""
    found = [""]
    depth = 0
    for letter in strategies:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += letter
    return [each.strip() for each in found]


def _result(steps: "Iterator[PlayProgress]", *, quiet: bool) -> "PlayResult":
    from meldlab.kernels.jit import is_compiled

    for step in steps:
        if step.preparing and not is_compiled(f"play-{step.task.objective}"):
            remark("Compiling the kernels; this happens once a version and takes about a minute ...", quiet=quiet)
        if step.result is not None:
            return step.result
    raise AssertionError("the last progress carries the result")
