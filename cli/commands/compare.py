"""``meldlab compare``: strategies or rulesets on the same deals, with intervals of their differences, resumable."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from meldlab.cli.commands.play import split
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import overrides, rules_named
from meldlab.cli.options.engine import chosen_engine
from meldlab.cli.options.numbers import parse_count
from meldlab.cli.output.output import Sink, sink_and_folder
from meldlab.cli.terminal.compiling import announced_steps
from meldlab.cli.terminal.interruption import Interruption, typed_command
from meldlab.cli.terminal.remarks import remark, remark_all
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.play.compare.result import Comparison
    from meldlab.sim.play.compare.rules_result import RulesComparison
    from meldlab.sim.play.compare.sweep import SweepResult
    from meldlab.sim.play.run import Options

    Compared = Comparison | SweepResult | RulesComparison

EPILOG = (
    "Example: meldlab compare -g indian-rummy --strategy cautious,greedy --sweep pack_above=30:90:15 -n 1000 --seed 1"
)
_COMPARED = "Compared"


@bundles.bundled
def compare(
    *,
    game: options.Game,
    strategy: Annotated[
        str,
        options.option(
            "--strategy",
            metavar="A,B,...",
            help="Two or more, numbers in parentheses: 'greedy,foresight(width=4)'; with --against one is enough.",
        ),
    ],
    sweep: Annotated[
        str | None,
        options.option(
            "--sweep",
            metavar="[STRATEGY.]NAME=FROM:TO:STEP",
            help="The first strategy (or STRATEGY) with each value of this number, against the second one.",
            panel=_COMPARED,
        ),
    ] = None,
    against: Annotated[
        str | None,
        options.option(
            "--against",
            metavar="PRESET|FILE",
            help="Another ruleset with the same pack: the same strategies on the same deals under both.",
            panel=_COMPARED,
        ),
    ] = None,
    against_set: Annotated[
        list[str] | None,
        options.option(
            "--against-set",
            metavar="KEY=VALUE",
            help="Override one rule of the other ruleset (without --against of -g); repeatable.",
            panel=_COMPARED,
        ),
    ] = None,
    deals: Annotated[
        str | None,
        options.option(
            "-n",
            "--deals",
            metavar="N",
            help="Deals of each table, those already in the output folder included: 5000, 1M. Default: 10,000.",
            panel=options.DEALING,
        ),
    ] = None,
    players: options.Players = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    seed: options.Seed = None,
    working: bundles.Working,
    output: options.RunOutput = None,
    printing: bundles.PrintingElsewhere,
) -> None:
    """Compare strategies, the values of a strategy's number, or two rulesets, on the same deals.

    Every pair of strategies meets at a table where they sit in turns; each deal is played in every rotation of the
    players, so that cards and seats favour nobody, and all tables play the same deals.  Differences are points a deal
    and player with 95 % intervals.
    """
    other = against is not None or bool(against_set)
    if sweep is not None and other:
        raise MeldlabError("--sweep and --against contradict each other", where="--sweep", remedy="Give one of them")
    interruption = Interruption()
    with interruption.watched():
        inputs = (game, *(() if against is None else (against,)))
        sink, folder = sink_and_folder(printing, output, inputs=inputs)
        from meldlab.sim.common.steps import last_result
        from meldlab.sim.counting.stopping import StopSignal
        from meldlab.sim.play.run import Options

        stop = StopSignal()
        interruption.stops(stop)
        how = Options(
            deals=parse_count(deals, where="-n") if deals is not None else None,
            seed=seed,
            players=players,
            contract=contract,
            workers=working.workers,
            engine=chosen_engine(working, quiet=printing.quiet),
            out=folder,
            stop=stop,
            command=typed_command(),
        )
        rules = overrides(assignments)
        if other:
            asked = _rules(game, split(strategy), how, rules, against=against, against_set=against_set)
        elif sweep is not None:
            asked = _sweep(game, split(strategy), how, rules, sweep=sweep)
        else:
            asked = _pairs(game, split(strategy), how, rules)
        result: Compared = last_result(announced_steps(asked.steps, quiet=printing.quiet))
        remark_all(result.messages, quiet=printing.quiet)
        sink.write(
            [{**row, "seed": str(result.seed)} for row in asked.rows(result)],
            view=lambda console: asked.view(result, console, sink),
            document=result.to_dict(),
        )
        if result.stopped_by == "interrupt":
            kept = f"What is done is kept in {how.out}: the same command goes on from there."
            lost = "A run with -o DIR can be resumed."
            remark(f"Interrupted, seed {result.seed}. {lost if how.out is None else kept}", quiet=printing.quiet)
            raise SystemExit(interruption.exit_code)
        remark(f"Done, seed {result.seed}.", quiet=printing.quiet)


@dataclass(frozen=True)
class _Asked:
    """What is compared: steps whose last one has the result, its rows, its picture."""

    steps: Iterator[Any]
    rows: "Callable[[Any], list[dict[str, Any]]]"
    view: "Callable[[Any, Console, Sink], None]"


def _pairs(game: str, strategies: list[str], how: "Options", rules: Mapping[str, object]) -> _Asked:
    from meldlab.cli.views.compare import view_pairs
    from meldlab.sim.play.compare.strategies import iter_compare

    return _Asked(iter_compare(game, strategies, how, set=rules), lambda result: result.pairs().to_dicts(), view_pairs)


def _sweep(game: str, strategies: list[str], how: "Options", rules: Mapping[str, object], *, sweep: str) -> _Asked:
    from meldlab.cli.views.compare import view_sweep
    from meldlab.sim.play.compare.sweep import iter_sweep

    steps = iter_sweep(game, strategies, sweep, how, set=rules)
    return _Asked(steps, lambda result: result.rows().to_dicts(), view_sweep)


def _rules(
    game: str,
    strategies: list[str],
    how: "Options",
    rules: Mapping[str, object],
    *,
    against: str | None,
    against_set: list[str] | None,
) -> _Asked:
    from meldlab.cli.views.compare import view_rules
    from meldlab.sim.play.compare.rules import iter_compare_rules
    from meldlab.sim.rules import load_ruleset

    changed = overrides(against_set, option="--against-set")
    if against is not None:
        with rules_named("--against"):
            load_ruleset(against)
    steps = iter_compare_rules(game, strategies, how, against=against, set=rules, against_set=changed)
    return _Asked(
        steps, lambda result: [{**row, "deals": result.deals} for row in result.rows().to_dicts()], view_rules
    )
