"""What ``meldlab odds`` may be asked for: answers, a table by a feature, a sheet of all specials, the list."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from meldlab.cli.exit_codes import INTERRUPTED, TARGET_MISSED
from meldlab.cli.output.output import Sink
from meldlab.cli.terminal.remarks import remark
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from meldlab.sim.hand.setting import Setting
    from meldlab.sim.odds.chance import Chance
    from meldlab.sim.odds.limits import Limits

STDIN = "-"


def write_answers(query: str, setting: "Setting", limits: "Limits", sink: Sink, *, heading: str, quiet: bool) -> None:
    """Answer one query, or those of stdin."""
    from meldlab.cli.views.odds import record, show
    from meldlab.sim.engines.engines import held
    from meldlab.sim.odds.answer import answer, until_interrupted
    from meldlab.sim.odds.question import Question

    question = Question.of(setting)
    lines = list(_lines()) if query == STDIN else [("", query)]
    # All are read before the first is answered: a slip in the last one must not cost the work on the others.
    asked = []
    for where, text in lines:
        try:
            asked.append(question.query(text))
        except MeldlabError as error:
            error.where = f"{where}, {error.where}" if where and error.where else where or error.where
            raise
    with held(limits.engine):
        answers = list(until_interrupted(answer(each, question, limits) for each in asked))
    sink.write(
        [record(each, sink.format) for each in answers],
        view=lambda console: show(answers, sink, console, heading=heading),
        single=query != STDIN,
    )
    _finish([each.chance for each in answers], quiet=quiet)


def write_by(
    by: str, query: str | None, setting: "Setting", limits: "Limits", sink: Sink, *, heading: str, quiet: bool
) -> None:
    """Answer by the values of a feature."""
    from meldlab.cli.views.odds import records_by, show_by
    from meldlab.sim.odds.question import Question
    from meldlab.sim.odds.tables import table_by

    question = Question.of(setting)
    asked = None if query is None else question.query(query)
    table = table_by(by, asked, question, limits)
    sink.write(
        records_by(table, sink.format),
        view=lambda console: show_by(table, sink, console, heading=heading),
        document=table.to_dict(),
    )
    _finish(table.chances, quiet=quiet)


def write_sheet(setting: "Setting", limits: "Limits", sink: Sink, *, heading: str, quiet: bool) -> None:
    """Answer every special of the game."""
    from meldlab.cli.views.odds import record, show
    from meldlab.sim.odds.tables import sheet_of

    answers = sheet_of(setting, limits)
    sink.write(
        [record(each, sink.format) for each in answers],
        view=lambda console: show(answers, sink, console, heading=heading),
    )
    _finish([each.chance for each in answers], quiet=quiet)


def write_list(setting: "Setting", sink: Sink) -> None:
    """List what may be asked."""
    from meldlab.cli.views.odds_list import entries, show_entries
    from meldlab.sim.odds.question import listed

    question, assumed = listed(setting)
    sink.write(entries(question), view=lambda console: show_entries(question, sink, console, assumed=assumed))


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
        raise MeldlabError("stdin holds no query", where=STDIN)


def announce(objective: str, *, quiet: bool) -> None:
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
        raise SystemExit(INTERRUPTED)
    if any(each.target_reached is False for each in chances):
        raise typer.Exit(TARGET_MISSED)
