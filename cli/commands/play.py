"""``meldlab play``: whole deals by strategies, with intervals, resumable."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import overrides
from meldlab.cli.options.engine import chosen_engine
from meldlab.cli.options.numbers import parse_count
from meldlab.cli.output.deal_log import check_log, write_log
from meldlab.cli.output.output import sink_and_folder
from meldlab.cli.terminal.compiling import announced_steps
from meldlab.cli.terminal.interruption import Interruption, told, typed_command
from meldlab.cli.terminal.remarks import remark, remark_all
from meldlab.cli.views.play import view

if TYPE_CHECKING:
    from meldlab.sim.play.log import DealLog
    from meldlab.sim.play.result import PlayResult

EPILOG = "Example: meldlab play -g gin --strategy 'greedy,foresight(width=4)' -n 2000 --seed 1"


@bundles.bundled
def play(
    *,
    game: options.Game,
    strategy: Annotated[
        str,
        options.option(
            "--strategy",
            metavar="A,B,...",
            help="One a player, numbers in parentheses: 'greedy,foresight(width=4)'; one alone plays every seat. "
            "Your own: mine.py:Careful, a class of that file (docs/strategies.md).",
        ),
    ],
    deals: Annotated[
        str | None,
        options.option(
            "-n",
            "--deals",
            metavar="N",
            help="Deals in all, those already in the output folder included: 5000, 20_000, 1M. Default: 10,000. "
            "With --match: matches; 1,000.",
            panel=options.DEALING,
        ),
    ] = None,
    match: Annotated[
        bool,
        options.option(
            "--match",
            help="Play whole matches: every contract in turn, to the target, or as many deals as the rules say.",
            panel=options.DEALING,
        ),
    ] = False,
    players: options.Players = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    seed: options.Seed = None,
    working: bundles.Working,
    output: options.RunOutput = None,
    log: Annotated[
        Path | None,
        options.option(
            "--log",
            metavar="FILE",
            help="Also write every deal, event by event, in the deal-log format: JSON Lines (.jsonl), all rotations; "
            "with --match a line for each match after its deals. Interrupted, it is NAME.part.jsonl.",
            panel=options.OUTPUT,
        ),
    ] = None,
    printing: bundles.PrintingElsewhere,
) -> None:
    """Play whole deals by strategies: points, wins, and who does better on the same cards, with 95 % intervals.

    With different strategies every deal is played once in each rotation of the players over the same cards.  The same
    seed and number of deals give the same numbers on any number of workers, interrupted and resumed or not.
    """
    interruption = Interruption()
    with interruption.watched():
        inputs = (game, *files(strategy))
        sink, folder = sink_and_folder(printing, output, inputs=inputs)
        if log is not None:
            check_log(log, inputs=inputs, output=output)
        command = typed_command()
        from meldlab.sim.common.steps import last_result
        from meldlab.sim.counting.stopping import StopSignal
        from meldlab.sim.play.play import iter_play

        stop = StopSignal()
        interruption.stops(stop)
        what: dict[str, Any] = {"players": players, "contract": contract, "set": overrides(assignments)}
        if log is not None:  # refuses games without a log before anything is played
            _log(game, strategy, 0, what, match=match)
        steps = iter_play(
            game,
            split(strategy),
            deals=parse_count(deals, where="-n") if deals is not None else None,
            seed=seed,
            **what,
            match=match,
            workers=working.workers,
            engine=chosen_engine(working, quiet=printing.quiet),
            out=folder,
            stop=stop,
            command=command,
        )
        result = last_result(announced_steps(steps, quiet=printing.quiet))
        remark_all(result.messages, quiet=printing.quiet)
        counted = result.stopped_by != "interrupt"
        sink.write(_rows(result), view=lambda console: view(result, console, sink=sink), document=result.to_dict())
        if not counted:
            remark(told(result, folder, command), quiet=printing.quiet)
        logged = True
        if log is not None:
            assert isinstance(result.seed, int)  # only combined runs have several
            from meldlab.sim.play.log import json_lines

            lines = json_lines(_log(game, strategy, result.seed, what, match=match).lines(result.deals))
            written = write_log(log, lines, interruption, whole=counted)
            logged = written.whole
            if not logged:
                of_seed = f"Seed {result.seed}. " if counted else ""
                remark(of_seed + written.told(log), quiet=printing.quiet)
        if not (counted and logged):
            raise SystemExit(interruption.exit_code)
        remark(f"Done, seed {result.seed}.", quiet=printing.quiet)


def _rows(result: "PlayResult") -> list[dict[str, Any]]:
    """Return the table of data files: one row an outcome of a player."""
    from meldlab.sim.play.matches.match_result import MatchResult

    unit = "matches" if isinstance(result, MatchResult) else "deals"
    return [{**row, unit: result.deals, "seed": str(result.seed)} for row in result.players().to_dicts()]


def _log(game: str, strategy: str, seed: int, what: dict[str, Any], *, match: bool) -> "DealLog":
    from meldlab.sim.play.log import deal_log

    return deal_log(game, split(strategy), seed=seed, match=match, **what)


def files(strategies: str) -> list[str]:
    """Return the files that strategies stand in: nothing may be written over them."""
    return [each.rpartition(":")[0] for each in split(strategies) if ".py:" in each]


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
