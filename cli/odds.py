"""``meldlab odds``: how likely a hand is, exactly where it can be counted."""

import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meldlab.cli import options
from meldlab.cli.choices import decks_remark, overrides
from meldlab.cli.numbers import parse_count
from meldlab.cli.output import Sink, make_sink, remark
from meldlab.sim.errors import MeldlabError

if TYPE_CHECKING:
    from meldlab.sim.odds.answer import Limits
    from meldlab.sim.odds.chance import Chance
    from meldlab.sim.odds.question import Question

EPILOG = (
    "Examples: meldlab odds 'naturals(A) >= 8' -g pinacle · "
    "meldlab odds 'naturals(A) >= 7' -g pinacle --known 'AS AS AH AH AD AD' --dead AC --draws 5 · "
    "meldlab odds 'points <= 10 or can_declare' -g indian-rummy --target-rel 0.01 · "
    "meldlab odds -g pinacle --sheet · meldlab odds -g gin --list"
)

TARGET_MISSED, INTERRUPTED = 3, 130
_STDIN = "-"
_CARDS = "Cards"
_SAMPLING = "Sampling"


class MethodName(StrEnum):
    """How the answer is found."""

    AUTO = "auto"
    EXACT = "exact"
    SAMPLED = "sampled"
    STRATIFIED = "stratified"


def odds(
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
    known: Annotated[
        str, typer.Option("--known", metavar="CARDS", help="Cards in hand.", show_default=False, rich_help_panel=_CARDS)
    ] = "",
    dead: Annotated[
        str,
        typer.Option(
            "--dead",
            metavar="CARDS",
            help="Cards seen elsewhere: neither in hand nor still to come.",
            show_default=False,
            rich_help_panel=_CARDS,
        ),
    ] = "",
    cards: Annotated[
        int | None,
        typer.Option(
            "--cards",
            metavar="N",
            help="Cards of the hand: the known ones are filled up to it. Default: as dealt.",
            show_default=False,
            rich_help_panel=_CARDS,
        ),
    ] = None,
    draws: Annotated[
        int | None,
        typer.Option(
            "--draws",
            metavar="K",
            help="Cards that come to the known ones; nothing is filled up, nothing discarded.",
            show_default=False,
            rich_help_panel=_CARDS,
        ),
    ] = None,
    wild: options.Wild = None,
    players: options.Players = None,
    decks: options.Decks = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="FEATURE",
            help="A row for each value of a feature: how likely it is, and how likely the query is within it.",
            show_default=False,
        ),
    ] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Every special of the game at once.")] = False,
    show_list: Annotated[
        bool, typer.Option("--list", help="List every feature and special of the game; nothing is answered.")
    ] = False,
    method: Annotated[
        MethodName,
        typer.Option(
            "--method",
            help="auto: exact where hands can be counted, else sampled. The others insist.",
            rich_help_panel=_SAMPLING,
        ),
    ] = MethodName.AUTO,
    target_rel: Annotated[
        float | None,
        typer.Option(
            "--target-rel",
            metavar="X",
            help="Deal until the 95 % interval reaches at most this share of the estimate to either side. Without "
            "another limit for a minute at most.",
            show_default=False,
            rich_help_panel=_SAMPLING,
        ),
    ] = None,
    max_deals: Annotated[
        str | None,
        typer.Option(
            "--max-deals",
            metavar="N",
            help="Deal no more hands: 250000, 10M, 1e6. Default: 1M, if there is no other limit and no target.",
            show_default=False,
            rich_help_panel=_SAMPLING,
        ),
    ] = None,
    max_seconds: Annotated[
        float | None,
        typer.Option(
            "--max-seconds",
            metavar="S",
            help="Deal no longer.",
            show_default=False,
            rich_help_panel=_SAMPLING,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="Root of all randomness. Default: fresh; always printed.",
            show_default=False,
            rich_help_panel=_SAMPLING,
        ),
    ] = None,
    format: options.FormatOption = None,
    as_json: options.Json = False,
    output: options.Output = None,
    ascii: options.Ascii = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Say how likely a hand is: an exact fraction where hands can be counted, else an estimate with its interval.

    A hand is as many cards as are dealt, unless --cards or --draws say otherwise; in Indian rummy the cut card is
    any unseen one, unless --wild names it. Exit code 3: the target was not reached.
    """
    if not game:
        raise MeldlabError("the game is missing", where="-g", remedy="For example: -g pinacle")
    _check_modes(query, by=by, sheet=sheet, show_list=show_list)
    sink = make_sink(format=format, as_json=as_json, output=output, ascii=ascii, inputs=(game,))
    situation: dict[str, Any] = {
        "set": overrides(assignments),
        "contract": contract,
        "decks": decks,
        "players": players,
        "wild": wild,
        "known": known,
        "dead": dead,
        "cards": cards,
        "draws": draws,
    }
    most = None if max_deals is None else parse_count(max_deals, where="--max-deals")

    from meldlab.sim.odds.answer import Limits
    from meldlab.sim.rules import load_ruleset

    ruleset = load_ruleset(game, set=situation["set"])
    limits = Limits.of(
        method=method.value,
        seed=seed,
        target_rel=target_rel,
        max_deals=most,
        max_seconds=max_seconds,
        before_dealing=lambda: _announce(ruleset.objective, quiet=quiet),
    )
    heading = decks_remark(ruleset, players=players, decks=decks)
    if show_list:
        _list(game, situation, sink)
    elif sheet:
        _sheet(game, situation, limits, sink, heading=heading, quiet=quiet)
    elif by is not None:
        _by(by, query, game, situation, limits, sink, heading=heading, quiet=quiet)
    else:
        _answers(str(query), game, situation, limits, sink, heading=heading, quiet=quiet)


def _check_modes(query: str | None, *, by: str | None, sheet: bool, show_list: bool) -> None:
    modes = [name for name, wanted in (("--list", show_list), ("--sheet", sheet), ("--by", by is not None)) if wanted]
    if len(modes) > 1:
        raise MeldlabError("do not go together", where=" and ".join(modes), remedy="Give one of them")
    if modes and modes[0] != "--by" and query is not None:
        raise MeldlabError(f"needs no query, and {query!r} is one", where=modes[0], remedy="Leave it out")
    if query == _STDIN and modes:
        raise MeldlabError("takes one query, not those of stdin", where=modes[0])
    if query is None and not modes:
        raise MeldlabError(
            "there is no query",
            where="QUERY",
            remedy="Give one such as 'natural_run >= 3', or --list for what may be asked, or --sheet for all specials",
        )


def _answers(
    query: str, game: str, situation: dict[str, Any], limits: "Limits", sink: Sink, *, heading: str, quiet: bool
) -> None:
    from meldlab.cli.odds_view import record, show
    from meldlab.sim.odds.answer import answer, until_interrupted

    question = _question(game, situation)
    lines = list(_lines()) if query == _STDIN else [("", query)]
    # All are read before the first is answered: a slip in the last one must not cost the work on the others.
    asked = []
    for where, text in lines:
        try:
            asked.append(question.query(text))
        except MeldlabError as error:
            error.where = f"{where}, {error.where}" if where and error.where else where or error.where
            raise
    answers = list(until_interrupted(answer(each, question, limits) for each in asked))
    sink.write(
        [record(each, sink.format) for each in answers],
        view=lambda console: show(answers, sink, console, heading=heading),
        single=query != _STDIN,
    )
    _finish([each.chance for each in answers], quiet=quiet)


def _by(
    by: str,
    query: str | None,
    game: str,
    situation: dict[str, Any],
    limits: "Limits",
    sink: Sink,
    *,
    heading: str,
    quiet: bool,
) -> None:
    from meldlab.cli.odds_view import records_by, show_by
    from meldlab.sim.odds.tables import table_by

    question = _question(game, situation)
    asked = None if query is None else question.query(query)
    table = table_by(by, asked, question, limits)
    sink.write(
        records_by(table, sink.format),
        view=lambda console: show_by(table, sink, console, heading=heading),
        document=table.to_dict(),
    )
    _finish(table.chances, quiet=quiet)


def _sheet(game: str, situation: dict[str, Any], limits: "Limits", sink: Sink, *, heading: str, quiet: bool) -> None:
    from meldlab.cli.odds_view import record, show
    from meldlab.sim.odds.tables import sheet_of

    answers = sheet_of(game, situation, limits)
    sink.write(
        [record(each, sink.format) for each in answers],
        view=lambda console: show(answers, sink, console, heading=heading),
    )
    _finish([each.chance for each in answers], quiet=quiet)


def _list(game: str, situation: dict[str, Any], sink: Sink) -> None:
    from meldlab.cli.odds_view import entries, show_entries
    from meldlab.sim.odds.question import first_contract

    question = _question(game, first_contract(game, situation))
    sink.write(entries(question), view=lambda console: show_entries(question, sink, console))


def _question(game: str, situation: dict[str, Any]) -> "Question":
    from meldlab.sim.odds.question import Question

    return Question.of(game, **situation)


def _lines() -> Iterator[tuple[str, str]]:
    """Yield (name, query) of each line of stdin that holds one."""
    raw = getattr(sys.stdin, "buffer", None)
    lines = sys.stdin if raw is None else (line.decode("utf-8-sig", errors="replace") for line in raw)
    found = False
    for number, line in enumerate(lines, start=1):
        if line.strip():
            found = True
            yield f"line {number}", line.strip()
    if not found:
        raise MeldlabError("stdin holds no query", where=_STDIN)


def _announce(objective: str, *, quiet: bool) -> None:
    """Say before hands are dealt for the first time on a machine that a solver is compiled."""
    from meldlab.kernels.jit import is_compiled, mark_compiled

    job = f"odds-{objective}"
    if not is_compiled(job):
        remark("meldlab: compiling the solver, once on this machine (up to a minute)", quiet=quiet)
        mark_compiled(job)


def _finish(chances: "Sequence[Chance]", *, quiet: bool) -> None:
    """Leave with the exit code that the answers ask for."""
    if any(each.interrupted for each in chances):
        remark("Interrupted: the answer holds what had been dealt by then.", quiet=quiet)
        # Not typer's Exit: for the front door its 130 is an interruption nobody has spoken of yet.
        raise SystemExit(INTERRUPTED)
    if any(each.target_reached is False for each in chances):
        raise typer.Exit(TARGET_MISSED)
