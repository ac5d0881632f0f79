"""``meldlab audit``: whether a log of deals is what fair deals give."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from meldlab.cli.exit_codes import CHECK_FAILED
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import decks_remark, overrides
from meldlab.cli.output.output import sink_for
from meldlab.cli.terminal.compiling import compiled
from meldlab.cli.terminal.remarks import remark

EPILOG = (
    "Examples: meldlab play -g indian-rummy --strategy greedy -n 2000 --log deals.jsonl; meldlab audit deals.jsonl · "
    "meldlab audit hands.csv -g indian-rummy --players 6 · zcat hands.csv.gz | meldlab audit - -g gin --json"
)


class OrderName(StrEnum):
    """Whether cards of a hand stand in the order of the deal."""

    AUTO = "auto"
    DEALT = "dealt"
    NONE = "none"


@bundles.bundled
def audit(
    *,
    log: Annotated[
        str,
        typer.Argument(
            metavar="LOG",
            help="A deal log as `meldlab play --log` writes it; or one hand a row, CSV or JSON Lines, with deal, seat, "
            "cards and, if known, wild and upcard. The rows of a deal stand together. - reads stdin.",
            show_default=False,
        ),
    ],
    game: Annotated[
        str | None,
        options.option(
            "-g",
            "--game",
            metavar="PRESET|FILE",
            help="A preset or a rules file. A deal log tells its own rules.",
            panel=options.RULES,
        ),
    ] = None,
    players: Annotated[
        int | None,
        options.option(
            "--players",
            metavar="N",
            help="Number of players; chooses the decks where the rules say so. Default: the seats of the first deal.",
            panel=options.RULES,
        ),
    ] = None,
    decks: options.Decks = None,
    assignments: options.Set = None,
    order: Annotated[
        OrderName,
        options.option(
            "--order",
            help="Whether the cards of a hand stand in the order of the deal; auto sees whether hands are sorted.",
            show_default=True,
        ),
    ] = OrderName.AUTO,
    alpha: Annotated[
        float | None,
        options.option(
            "--alpha", metavar="P", help="The chance of any finding in a fair log, all tests together. Default: 0.01."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        options.option(
            "--seed",
            metavar="N",
            help="Root of expectations that are dealt because they cannot be counted. Default: 1.",
        ),
    ] = None,
    printing: bundles.Printing,
) -> None:
    """Test a log of deals against what fair deals give: every card at every place, wilds, runs, sets, points,
    deals beside those before, repetitions, missing cards.

    Exit code 4: something was found that fair deals hardly ever show. The log is read once, in memory that does not
    grow with it.
    """
    inputs = [name for name in (log, game) if name is not None and name != "-"]
    sink = sink_for(printing, inputs=inputs)
    settings: dict[str, Any] = {"set": overrides(assignments), "players": players, "decks": decks, "seed": seed}
    if alpha is not None:
        settings["alpha"] = alpha

    from meldlab.cli.views.audit import view
    from meldlab.sim.audit.audit import audit as audited
    from meldlab.sim.rules import load_ruleset

    if game is not None:
        heading = decks_remark(load_ruleset(game, set=settings["set"]), players=players, decks=decks)
        remark(heading, quiet=printing.quiet or not heading)
    words = "meldlab: the first audit on this machine compiles what values hands (up to a minute)"
    with compiled("audit", words, quiet=printing.quiet):
        result = audited(log, game, **settings, order=order.value)
    sink.write(
        [test.to_dict() for test in result.tests],
        view=lambda console: view(result, console, sink=sink),
        document=result.to_dict(),
    )
    if not result.is_fair:
        raise SystemExit(CHECK_FAILED)
