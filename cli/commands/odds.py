"""``meldlab odds``: how likely a hand is, exactly where it can be counted."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import typer

from meldlab.cli.commands.odds_modes import STDIN, announce, write_answers, write_by, write_list, write_sheet
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import decks_remark, overrides
from meldlab.cli.options.engine import chosen_engine
from meldlab.cli.options.numbers import parse_count
from meldlab.cli.output.output import sink_for
from meldlab.sim.common.errors import MeldlabError

EPILOG = (
    "Examples: meldlab odds 'naturals(A) >= 8' -g pinacle · "
    "meldlab odds 'naturals(A) >= 7' -g pinacle --known 'AS AS AH AH AD AD' --dead AC --draws 5 · "
    "meldlab odds 'points <= 10 or can_declare' -g indian-rummy --target-rel 0.01 · "
    "meldlab odds -g pinacle --sheet · meldlab odds -g gin --list"
)

_SAMPLING = "Sampling"


class MethodName(StrEnum):
    """How the answer is found."""

    AUTO = "auto"
    EXACT = "exact"
    SAMPLED = "sampled"
    STRATIFIED = "stratified"


@bundles.bundled
def odds(
    *,
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="QUERY",
            help="Comparisons of features with whole numbers, joined by and, or, not and parentheses; specials by "
            "name: 'natural_run >= 3 and jokers == 0', '3 <= naturals(A) <= 5', 'pinaculo'. "
            "- reads queries from stdin, one a line.",
            show_default=False,
        ),
    ] = None,
    game: options.Game = "",
    known: Annotated[str, options.option("--known", metavar="CARDS", help="Cards in hand.", panel=options.CARDS)] = "",
    dead: options.Dead = "",
    cards: Annotated[
        int | None,
        options.option(
            "--cards",
            metavar="N",
            help="Cards of the hand: the known ones are filled up to it. Default: as dealt.",
            panel=options.CARDS,
        ),
    ] = None,
    draws: Annotated[
        int | None,
        options.option(
            "--draws",
            metavar="K",
            help="Cards that come to the known ones; nothing is filled up, nothing discarded.",
            panel=options.CARDS,
        ),
    ] = None,
    wild: options.Wild = None,
    players: options.Players = None,
    decks: options.Decks = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    by: Annotated[
        str | None,
        options.option(
            "--by",
            metavar="FEATURE",
            help="A row for each value of a feature: how likely it is, and how likely the query is within it.",
        ),
    ] = None,
    sheet: Annotated[bool, options.option("--sheet", help="Every special of the game at once.")] = False,
    show_list: Annotated[
        bool, options.option("--list", help="List every feature and special of the game; nothing is answered.")
    ] = False,
    method: Annotated[
        MethodName | None,
        options.option(
            "--method",
            help="auto: exact where hands can be counted, else sampled. The others insist. Default: auto.",
            panel=_SAMPLING,
        ),
    ] = None,
    target_rel: Annotated[
        float | None,
        options.option(
            "--target-rel",
            metavar="X",
            help="Deal until the 95 % interval reaches at most this share of the estimate to either side. Without "
            "another limit for a minute at most.",
            panel=_SAMPLING,
        ),
    ] = None,
    max_deals: Annotated[
        str | None,
        options.option(
            "--max-deals",
            metavar="N",
            help="Deal no more hands: 250000, 10M, 1e6. Default: 1M, if there is no other limit and no target.",
            panel=_SAMPLING,
        ),
    ] = None,
    max_seconds: Annotated[
        float | None, options.option("--max-seconds", metavar="S", help="Deal no longer.", panel=_SAMPLING)
    ] = None,
    seed: Annotated[
        int | None,
        options.option(
            "--seed", metavar="N", help="Root of all randomness. Default: fresh; always printed.", panel=_SAMPLING
        ),
    ] = None,
    working: bundles.Working,
    printing: bundles.Printing,
) -> None:
    """Say how likely a hand is: an exact fraction where hands can be counted, else an estimate with its interval.

    A hand is as many cards as are dealt, unless --cards or --draws say otherwise; in Indian rummy the cut card is
    any unseen one, unless --wild names it. Exit code 3: the target was not reached.
    """
    if not game:
        raise MeldlabError("the game is missing", where="-g", remedy="For example: -g pinacle")
    _check_modes(query, by=by, sheet=sheet, show_list=show_list)
    dealing = {
        "--target-rel": target_rel,
        "--max-deals": max_deals,
        "--seed": seed,
        "--workers": working.workers,
        "--engine": working.engine,
        "--scheduler": working.scheduler,
    }
    if show_list:
        _check_unused("--list", {"--method": method, **dealing, "--max-seconds": max_seconds}, why="answers nothing")
    if method is MethodName.EXACT:
        _check_unused("--method exact", dealing, why="deals no hands")
    sink = sink_for(printing, inputs=(game,))
    most = None if max_deals is None else parse_count(max_deals, where="--max-deals")

    from meldlab.sim.hand.setting import Setting
    from meldlab.sim.odds.limits import Limits

    setting = Setting.of(
        game,
        set=overrides(assignments),
        contract=contract,
        decks=decks,
        players=players,
        wild=wild,
        known=known,
        dead=dead,
        cards=cards,
        draws=draws,
    )
    ruleset = setting.ruleset
    limits = Limits.of(
        method=(method or MethodName.AUTO).value,
        seed=seed,
        target_rel=target_rel,
        max_deals=most,
        max_seconds=max_seconds,
        workers=working.workers,
        engine=chosen_engine(working, quiet=printing.quiet),
        before_dealing=lambda: announce(ruleset.objective, quiet=printing.quiet),
    )
    heading = decks_remark(ruleset, players=players, decks=decks)
    if show_list:
        write_list(setting, sink)
    elif sheet:
        write_sheet(setting, limits, sink, heading=heading, quiet=printing.quiet)
    elif by is not None:
        write_by(by, query, setting, limits, sink, heading=heading, quiet=printing.quiet)
    else:
        write_answers(str(query), setting, limits, sink, heading=heading, quiet=printing.quiet)


def _check_unused(mode: str, options: Mapping[str, object], *, why: str) -> None:
    """Refuse options that a mode would leave unused."""
    for name, value in options.items():
        if value is not None:
            raise MeldlabError("do not go together", where=f"{mode} and {name}", remedy=f"{mode} {why}: leave one out")


def _check_modes(query: str | None, *, by: str | None, sheet: bool, show_list: bool) -> None:
    modes = [name for name, wanted in (("--list", show_list), ("--sheet", sheet), ("--by", by is not None)) if wanted]
    if len(modes) > 1:
        raise MeldlabError("do not go together", where=" and ".join(modes), remedy="Give one of them")
    if modes and modes[0] != "--by" and query is not None:
        raise MeldlabError(f"needs no query, and {query!r} is one", where=modes[0], remedy="Leave it out")
    if query == STDIN and modes:
        raise MeldlabError("takes one query, not those of stdin", where=modes[0])
    if query is None and not modes:
        raise MeldlabError(
            "there is no query",
            where="QUERY",
            remedy="Give one such as 'natural_run >= 3', or --list for what may be asked, or --sheet for all specials",
        )
