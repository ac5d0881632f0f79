"""The command line's front door: commands, version, and the one place where an error becomes a message and a code."""

import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from meldlab import __version__
from meldlab.cli import analyze, bench, count, info, options, rules, simulate
from meldlab.cli.output import drop_stdout
from meldlab.sim.errors import MeldlabError

DONE, BUG, BAD_INPUT = 0, 1, 2


class Commands(TyperGroup):
    """All commands, with the exit codes of the house: 2 for bad input, 0 for a closed pipe, 1 for a bug."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run a command line; always ends in ``SystemExit`` when called as a program."""
        words = sys.argv[1:] if args is None else args
        try:
            return super().main(args, *rest, **settings)
        except MeldlabError as error:
            _complain(f"meldlab: {error}")
            sys.exit(BAD_INPUT)
        except SystemExit as stop:
            if _reader_went_away(stop):
                sys.exit(DONE)
            raise
        except Exception as error:
            _complain(f"meldlab: a bug, {type(error).__name__}: {error} (meldlab -v ... shows where)")
            if {"-v", "--verbose"} & set(words):
                traceback.print_exc()
            sys.exit(BUG)


def _complain(text: str) -> None:
    # A terminal that cannot show a character must not turn a message into a second error.
    encoding = sys.stderr.encoding or "ascii"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)  # noqa: T201


def _reader_went_away(stop: SystemExit) -> bool:
    """Return whether the program ends because nobody reads its output any more; then it ends quietly."""
    gone = isinstance(stop.__context__, BrokenPipeError)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        gone = True
    if gone:
        drop_stdout()
    return gone


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
    verbose: options.Verbose = False,
) -> None:
    pass


app.command(epilog=analyze.EPILOG, no_args_is_help=True)(analyze.analyze)
app.command(epilog=simulate.EPILOG, no_args_is_help=True)(simulate.simulate)
app.command(epilog=count.EPILOG, no_args_is_help=True)(count.count)
app.add_typer(rules.app, name="rules")
app.command(epilog=bench.EPILOG)(bench.bench)
app.command(epilog=info.EPILOG)(info.info)


def main() -> None:
    """Run the command line of this process."""
    app()


if __name__ == "__main__":
    main()
