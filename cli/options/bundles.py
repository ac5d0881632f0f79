"""Options that always come together: declared once, and handed to a command as one object."""

import inspect
from collections.abc import Callable
from dataclasses import Field, dataclass, fields, is_dataclass
from typing import Any

from meldlab.cli.options import options


@dataclass(frozen=True)
class Printing:
    """How an answer is printed or written."""

    format: options.FormatOption = None
    as_json: options.Json = False
    output: options.Output = None
    ascii: options.Ascii = False
    quiet: options.Quiet = False
    verbose: options.Verbose = False


@dataclass(frozen=True)
class PrintingElsewhere:
    """How an answer is printed by commands whose `-o` is told by their own help: a folder, or another file."""

    format: options.FormatOption = None
    as_json: options.Json = False
    ascii: options.Ascii = False
    quiet: options.Quiet = False
    verbose: options.Verbose = False


@dataclass(frozen=True)
class Saying:
    """How much is said beside an answer."""

    quiet: options.Quiet = False
    verbose: options.Verbose = False


@dataclass(frozen=True)
class Working:
    """Who deals."""

    workers: options.Workers = None
    engine: options.Engine = None
    scheduler: options.Scheduler = None


def bundled(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that is given the options of its bundles one by one, as users type them."""
    wanted = inspect.signature(command).parameters.values()
    bundles: dict[str, Any] = {each.name: each.annotation for each in wanted if is_dataclass(each.annotation)}

    def call(**given: Any) -> None:
        made = {
            name: bundle(**{each.name: given.pop(each.name) for each in fields(bundle)})
            for name, bundle in bundles.items()
        }
        command(**given, **made)

    shown: list[inspect.Parameter] = []
    for each in wanted:
        if each.name in bundles:
            shown += [_parameter(field) for field in fields(bundles[each.name])]
        else:
            shown.append(each.replace(kind=inspect.Parameter.KEYWORD_ONLY))
    call.__name__, call.__doc__, call.__module__ = command.__name__, command.__doc__, command.__module__
    call.__annotations__ = {each.name: each.annotation for each in shown}
    call.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    return call


def _parameter(field: Field[Any]) -> inspect.Parameter:
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
