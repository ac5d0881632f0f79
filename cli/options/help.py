"""What `--help` looks like: paragraphs as wide as the terminal, no type behind options that take no value."""

import re
import shutil
from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

# A line break inside a paragraph is one of the source, not of the help.
# Below so many columns the frames leave names of options no room; plain lines do.
_LEAST_FRAMED = 60
# Longer names stand on a line of their own there, above their text.
_NAMES_WIDTH = 8
_BREAK = re.compile(r"(?<!\n)\n[ \t]*(?!\s)")


class _Shown:
    """What commands and groups of commands have in common."""

    def __init__(self, *args: Any, help: str | None = None, **settings: Any) -> None:
        super().__init__(*args, help=help and unwrapped(help), **settings)  # type: ignore[call-arg]

    def get_params(self, ctx: Any) -> Any:
        """Return options and arguments, `--help` among them; those without a value show no type."""
        params = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, without frames on terminals too narrow for them."""
        columns = shutil.get_terminal_size().columns
        if columns < _LEAST_FRAMED:
            _leave_frames_out(self, formatter, columns)
        super().format_help(ctx, formatter)  # type: ignore[misc]


class Command(_Shown, TyperCommand):
    """A command of the house."""


class Group(_Shown, TyperGroup):
    """A group of commands of the house."""


def _leave_frames_out(command: Any, formatter: Any, columns: int) -> None:
    command.rich_markup_mode = None
    formatter.width = columns
    formatter.write_dl = partial(formatter.write_dl, col_max=_NAMES_WIDTH)


def unwrapped(text: str) -> str:
    """Return a docstring with each of its paragraphs on one line."""
    return _BREAK.sub(" ", text.strip())
