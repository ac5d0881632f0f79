"""The command line's front door: commands, version, and the one place where an error becomes a message and a code."""

import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from meldlab.cli.commands import (
    analyze,
    audit,
    bench,
    combine,
    compare,
    count,
    info,
    odds,
    play,
    replay,
    report,
    rerun,
    rules,
    simulate,
)
from meldlab.cli.exit_codes import INTERRUPTED
from meldlab.cli.options import options
from meldlab.cli.options.help import Command, Group
from meldlab.cli.options.options import VERBOSE
from meldlab.cli.output.streams import drop_stdout, mend_streams
from meldlab.cli.terminal.messages import in_words_of_options, usage_error
from meldlab.cli.terminal.remarks import printable
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.common.version import __version__

DONE, BUG, BAD_INPUT = 0, 1, 2


class Commands(Group):
    """All commands, with the exit codes of the house: 2 for bad input, 0 for a closed pipe, 1 for a bug."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run a command line; always ends in ``SystemExit``."""
        mend_streams()
        words = list(sys.argv[1:] if args is None else args)
        asked: dict[str, bool] = {}  # what options of any command say about the whole program
        try:
            code = super().main(args, *rest, **{**settings, "standalone_mode": False, "obj": asked})
            if code == INTERRUPTED:
                _complain("meldlab: interrupted; the same command starts afresh")
            if _reader_went_away():
                code = DONE
        except MeldlabError as error:
            _complain(f"meldlab: {in_words_of_options(error, self._command(words), words)}")
            if error.shows_cause and VERBOSE in asked:
                traceback.print_exception(error.__cause__)
            code = BAD_INPUT
        except BrokenPipeError:
            drop_stdout()
            code = DONE
        except SystemExit as stop:
            code = DONE if isinstance(stop.__context__, BrokenPipeError) else stop.code
            if code == DONE:
                drop_stdout()
        except Exception as error:
            code = self._answer(error, words, verbose=VERBOSE in asked)
        sys.exit(code if isinstance(code, int) else DONE)

    def _answer(self, error: Exception, words: list[str], *, verbose: bool) -> int:
        """Tell the user about an error that is none of ours and return the exit code."""
        if _comes_from_ctrl_c(error):
            _complain("meldlab: interrupted; the same command starts afresh")
            return INTERRUPTED
        if hasattr(error, "format_message"):
            if type(error).__name__ != "NoArgsIsHelpError":  # then the help has been shown instead
                _complain(f"meldlab: {usage_error(error, words, self._path(words))}")
            return BAD_INPUT
        if isinstance(error, OSError) and error.filename is not None:
            _complain(f"meldlab: {error.filename}: {error.strerror}")
            return BAD_INPUT
        _complain(f"meldlab: a bug, {type(error).__name__}: {error} (meldlab -v ... shows where)")
        if verbose:
            traceback.print_exception(error)
        return BUG

    def _command(self, words: list[str]) -> Any:
        """Return the command that `words` call."""
        command: Any = self
        for name in self._path(words):
            command = command.commands[name]
        return command

    def _path(self, words: list[str]) -> list[str]:
        """Return the names of the command that `words` call: that of its group, then its own."""
        command: Any = self
        path = []
        for word in words:
            if word in getattr(command, "commands", {}):
                command = command.commands[word]
                path.append(word)
        return path


def _complain(text: str) -> None:
    # A terminal that cannot show a character must not turn a message into a second error.
    encoding = sys.stderr.encoding or "ascii"
    text = printable(text)
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)  # noqa: T201


def _comes_from_ctrl_c(error: BaseException | None) -> bool:
    """Return whether an interruption hides behind another error, as libraries raise it while they are loaded."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _reader_went_away() -> bool:
    """Return whether nobody reads the output any more; then the program ends quietly."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
        return True
    return False


app = typer.Typer(
    name="meldlab",
    cls=Commands,
    help="Exact hands, millions of deals and honest odds for rummy-family games.",
    epilog="Start with: meldlab analyze '4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH' -g indian-rummy --wild 7",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"meldlab {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and leave.",
            is_eager=True,
            callback=lambda value: _version(wanted=value),
        ),
    ] = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    pass


app.command(cls=Command, epilog=analyze.EPILOG, no_args_is_help=True)(analyze.analyze)
app.command(cls=Command, epilog=odds.EPILOG, no_args_is_help=True)(odds.odds)
app.command(cls=Command, epilog=simulate.EPILOG, no_args_is_help=True)(simulate.simulate)
app.command(cls=Command, epilog=play.EPILOG, no_args_is_help=True)(play.play)
app.command(cls=Command, epilog=compare.EPILOG, no_args_is_help=True)(compare.compare)
app.command(cls=Command, epilog=replay.EPILOG, no_args_is_help=True)(replay.replay)
app.command(cls=Command, epilog=combine.EPILOG, no_args_is_help=True)(combine.combine)
app.command(cls=Command, epilog=report.EPILOG, no_args_is_help=True)(report.report)
app.command(cls=Command, epilog=rerun.EPILOG, no_args_is_help=True)(rerun.rerun)
app.command(cls=Command, epilog=audit.EPILOG, no_args_is_help=True)(audit.audit)
app.command(cls=Command, epilog=count.EPILOG, no_args_is_help=True)(count.count)
app.add_typer(rules.app, name="rules")
app.command(cls=Command, epilog=bench.EPILOG)(bench.bench)
app.command(cls=Command, epilog=info.EPILOG)(info.info)
