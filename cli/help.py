"""What `--help` looks like: paragraphs as wide as the terminal, no type behind options that take no value."""

import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

# A line break inside a paragraph is one of the source, not of the help.
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


class Command(_Shown, TyperCommand):
    """A command of the house."""


class Group(_Shown, TyperGroup):
    """A group of commands of the house."""


def unwrapped(text: str) -> str:
    """Return a docstring with each of its paragraphs on one line."""
    return _BREAK.sub(" ", text.strip())
