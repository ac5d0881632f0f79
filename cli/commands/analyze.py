"""``meldlab analyze``: what one hand is worth, exactly; or many hands, or JSON Lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meldlab.cli.exit_codes import BAD_INPUT
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import decks_heading, overrides
from meldlab.cli.output.output import Sink, sink_for
from meldlab.cli.output.streams import bounded_lines, needed_stdin
from meldlab.cli.terminal.compiling import announced
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.remarks import remark
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from rich.console import Console

    from meldlab.sim.hand.answer import HandAnswer
    from meldlab.sim.rules import Ruleset

EPILOG = "Example: meldlab analyze '4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH' -g indian-rummy --wild 7"

_STDIN = "-"
# What the library names by its argument is, on the command line, the option it came in.
_OPTIONS: Mapping[str | None, str] = {"all_arrangements": "--all", "dead": "--dead"}


@bundles.bundled
def analyze(
    *,
    hands: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="Cards such as 4H 10d T♠ JK, spaces and commas optional. Several arguments are several hands when "
            "each of them holds a whole hand; otherwise all of them together are one hand. "
            "- reads hands from stdin, one a line.",
            show_default=False,
        ),
    ] = None,
    game: options.Game = "",
    wild: options.Wild = None,
    decks: options.Decks = None,
    players: options.Players = None,
    assignments: options.Set = None,
    contract: options.Contract = None,
    dead: options.Dead = "",
    table: Annotated[
        list[str] | None,
        options.option(
            "--table",
            metavar="MELD",
            help="A meld on the table, repeatable: 1:E:5H JK 7H 8H (owner, T or E, cards; you are owner 0). "
            "Without --contract you are down already.",
            panel=options.CARDS,
        ),
    ] = None,
    advise: Annotated[
        bool,
        options.option(
            "--advise",
            help="Add how many cards are missing (to declare, to go down, to gin, to each special), which cards help, "
            "how likely they are, and with a card too many every discard in order. For a hand alone, without --table.",
        ),
    ] = False,
    every: Annotated[
        bool,
        options.option(
            "--all",
            help="List every best arrangement, 500 at most: each grouping of natural cards once, whatever wild lies "
            "where. A wild that no group needs stays loose.",
        ),
    ] = False,
    batch: Annotated[
        str | None,
        options.option(
            "--batch",
            metavar="FILE|-",
            help="Answer JSON Lines: one object a line in (ruleset, hand, wild, decks, players, set, dead, contract, "
            "table, advise, id, ask = hand, meld or exposed), one a line out. A bad line gives its error, the rest go "
            "on, exit code 2 at the end.",
        ),
    ] = None,
    printing: bundles.Printing,
) -> None:
    """Give the exact worth of a hand: points, the best arrangement, whether it can be declared, and why.

    A hand with one card too many is valued after every discard, the best one named.
    """
    question = _question(game, assignments, wild, decks, players, dead)
    question |= {} if contract is None else {"contract": contract}
    question |= {"table": table} if table else {}
    question |= {"advise": True} if advise else {}
    if batch is not None:
        if hands:
            raise MeldlabError("hands and --batch do not go together", where="--batch")
        if every:
            raise MeldlabError("--all and --batch do not go together", where="--batch")
        sink = sink_for(replace(printing, format=_lines_format(printing), as_json=False), inputs=(batch, game))
        _answer(batch, sink, question, quiet=printing.quiet)
        return
    if not game:
        raise MeldlabError("the game is missing", where="-g", remedy="For example: -g indian-rummy")
    if not hands:
        raise MeldlabError("there is no hand", where="HAND", remedy="Give cards, - for stdin, or --batch FILE")
    if _STDIN in hands:
        needed_stdin()  # before anything is compiled
    read = (game, *(_STDIN for word in hands if word == _STDIN))
    sink = sink_for(printing, inputs=read)
    from meldlab.sim.rules import load_ruleset

    with announced(load_ruleset(game).objective, quiet=printing.quiet):
        analyses = _analyses(hands, question, every=every)
    from meldlab.cli.views.analyze import show
    from meldlab.cli.views.games import view_of
    from meldlab.sim.common.notation import format_card

    records = [
        view_of(each.objective)(sink).row(each, sink.format)
        if sink.format in options.FLAT
        else {"hand": [format_card(card) for card in each.cards], **each.to_dict()}
        for each in analyses
    ]

    def view(console: "Console") -> None:
        heading = decks_heading(game, overrides(assignments), players=players, decks=decks)
        show(analyses, sink, console, heading=heading)

    sink.write(records, view=view, single=len(analyses) == 1)


def _question(
    game: str, assignments: list[str] | None, wild: str | None, decks: int | None, players: int | None, dead: str
) -> dict[str, Any]:
    """Return what the options say about every hand, as the fields of a batch line."""
    fields: dict[str, Any] = {"ruleset": game or None, "wild": wild, "decks": decks, "players": players}
    fields["dead"] = _readable(dead) if dead.strip() else None
    fields["set"] = overrides(assignments) or None
    return {name: value for name, value in fields.items() if value is not None}


def _readable(dead: str) -> str:
    """Return the cards of ``--dead`` after a look at them: a bad one is told as this option's, not the hand's."""
    from meldlab.sim.common.notation import parse_cards

    try:
        parse_cards(dead)
    except MeldlabError as error:
        error.where = f"--dead, {error.where}" if error.where else "--dead"
        raise
    return dead


def _analyses(arguments: Sequence[str], question: dict[str, Any], *, every: bool) -> "list[HandAnswer]":
    from meldlab.sim.analyze.batch import Desk
    from meldlab.sim.analyze.json_lines import read_question

    desk = Desk()
    hands = _split(arguments, desk.ruleset(question))
    found = []
    for where, text in hands:
        try:
            asked = read_question(text) if text.startswith("{") else {"hand": text}
            found.append(desk.analysis({**question, **asked}, all_arrangements=every))
        except MeldlabError as error:
            error.where = _OPTIONS.get(error.where, error.where)
            if len(hands) > 1:
                error.where = f"{where}, {error.where}" if error.where else where
            raise
    return found


def _split(arguments: Sequence[str], ruleset: "Ruleset") -> list[tuple[str, str]]:
    """Return (name, text) of each hand: lines of stdin, several whole hands, or all arguments as one hand."""
    if _STDIN in arguments:
        if len(arguments) > 1:
            raise MeldlabError("- stands alone: hands come from stdin or from the arguments", where="HAND")
        lines = [(f"line {number}", line.strip()) for number, line in enumerate(_stdin(), start=1) if line.strip()]
        if not lines:
            raise MeldlabError("stdin holds no hand", where=_STDIN)
        return lines
    if len(arguments) > 1 and not ruleset.contracts:
        from meldlab.sim.common.notation import parse_cards

        size = ruleset.cards_dealt()
        sizes = [len(parse_cards(text)) if text.strip() else 0 for text in arguments]
        if min(sizes) >= size:
            return [(f"hand {number}", text) for number, text in enumerate(arguments, start=1)]
        if max(sizes) >= size and sum(sizes) > size + 1:
            _refuse_mixture(sizes, size)
    return [("hand", " ".join(arguments))]


def _refuse_mixture(sizes: Sequence[int], size: int) -> None:
    """Say which arguments are no hands beside others that are: glued together they would be none either."""
    short = [
        f"argument {place} has {counted(cards, 'card')}" for place, cards in enumerate(sizes, start=1) if cards < size
    ]
    raise MeldlabError(
        f"not every argument is a whole hand: {', '.join(short)}",
        where="HAND",
        allowed=f"{size} cards, or {size + 1} before a discard, in each argument; or one hand in pieces",
    )


def _answer(batch: str, sink: Sink, defaults: dict[str, object], *, quiet: bool) -> None:
    from collections import Counter

    from meldlab.sim.analyze.batch import answer_lines

    errors = 0
    ignored: Counter[str] = Counter()

    def answers(lines: Iterable[str]) -> Iterator[dict[str, object]]:
        nonlocal errors
        for answer in answer_lines(lines, defaults=defaults, ignored=ignored):
            errors += "error" in answer
            yield answer

    with _lines(batch) as lines, announced("batch", quiet=quiet):
        sink.lines(answers(lines))
    _tell_ignored(ignored, quiet=quiet)
    if errors:
        remark(f"meldlab: {counted(errors, 'line')} could not be answered", quiet=quiet)
        raise typer.Exit(BAD_INPUT)


def _tell_ignored(ignored: Mapping[str, int], *, quiet: bool) -> None:
    """Say in one remark which unknown fields were left out of account, and in how many lines."""
    if ignored:
        names = ", ".join(f"{name[:40]!r} in {counted(count, 'line')}" for name, count in ignored.items())
        remark(f"meldlab: unknown fields are ignored: {names}", quiet=quiet)


@contextmanager
def _lines(batch: str) -> Iterator[Iterable[str]]:
    if batch == _STDIN:
        yield _stdin()
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(batch).open("rb"))
        except OSError as error:
            raise MeldlabError(f"cannot be read: {error.strerror or error}", where=batch) from error
        yield bounded_lines(stream)


def _stdin() -> Iterable[str]:
    stdin = needed_stdin()
    raw = getattr(stdin, "buffer", None)
    return stdin if raw is None else bounded_lines(raw)


def _lines_format(printing: bundles.Printing) -> options.Format:
    if printing.format not in (None, options.Format.JSONL) or printing.as_json:
        raise MeldlabError("--batch answers in JSON Lines", where="--format", allowed="jsonl")
    return options.Format.JSONL
