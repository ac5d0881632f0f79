"""One voice for everything that is wrong with a command line: ``meldlab: where: what (allowed: ...)``.

The parser speaks of parameters and types, the Python interface of keyword arguments; the user typed options.
"""

import re
from collections.abc import Sequence
from typing import Any

from meldlab.sim.common.errors import MeldlabError

_KINDS = {"valid integer": ("a whole number", "whole numbers"), "valid number": ("a number", "numbers")}
_CHOICE = re.compile(r"is not one of (?P<choices>.+?)\.?$")
_EXTRA = re.compile(r"extra argument\S* \((?P<words>.*)\)")
_QUOTED = re.compile(r"`([a-z][a-z_]*)`")
# A keyword argument where an error begins: "keep_hands", "wild '7'", "target-rel".
_ARGUMENT = re.compile(r"(?P<name>[a-z][a-z_-]*)(?P<rest>$|[ ,].*)")


def usage_error(error: Any, words: Sequence[str], path: Sequence[str]) -> MeldlabError:
    """Return what the parser found wrong, in the house's words.

    Parameters
    ----------
    error
        A usage error of the parser (known by its shape: the class is private to typer).
    words
        The command line.
    path
        The names of the command that it calls.
    """
    parameter = getattr(error, "param", None)
    remedy = f"See: {' '.join(['meldlab', *path])} -h"
    if parameter is None:
        return _without_parameter(error, remedy)
    option = parameter.param_type_name == "option"
    where = typed(parameter.opts, words) if option else str(parameter.metavar or parameter.name)
    if type(error).__name__ == "MissingParameter":
        where = "/".join(parameter.opts) if option else where
        return MeldlabError(f"the {'option' if option else 'argument'} is missing", where=where, remedy=remedy)
    value, message = _value(error, parameter.opts, words), str(error.message)
    choice = _CHOICE.search(message)
    if choice:
        return MeldlabError(f"{value!r} is no choice", where=where, allowed=choice["choices"].replace("'", ""))
    for sign, (noun, allowed) in _KINDS.items():
        if sign in message:
            return MeldlabError(f"{value!r} is not {noun}", where=where, allowed=allowed)
    return MeldlabError(f"{value!r}: {message.rstrip('.')}", where=where, remedy=remedy)


def _without_parameter(error: Any, remedy: str) -> MeldlabError:
    """Return what is wrong with a word that is no parameter: an unknown command or option, a missing value."""
    name = getattr(error, "option_name", None)
    near = ", ".join(getattr(error, "possibilities", None) or ())
    if type(error).__name__ == "NoSuchOption":
        return MeldlabError(f"there is no option {name}", remedy=f"Did you mean {near}?" if near else remedy)
    text = str(error.message)
    if name and "requires an argument" in text:
        return MeldlabError("the value is missing", where=name, remedy=remedy)
    extra = _EXTRA.search(text)
    if extra:
        return MeldlabError("is more than the command takes", where=extra["words"], remedy=remedy)
    what, _, hint = text.partition(". ")
    what = what.rstrip(".").replace("No such", "there is no")
    return MeldlabError(what[:1].lower() + what[1:], remedy=hint.replace("'", "") or remedy)


def in_words_of_options(error: MeldlabError, command: Any, words: Sequence[str]) -> MeldlabError:
    """Return `error` with the keyword arguments it names replaced by the options the user types for them.

    Where an error is about, the name stands bare; in what it says, in backticks.
    """
    found = _ARGUMENT.fullmatch(error.where or "")
    option = _option(found["name"], command, words) if found else None
    if found and option:
        error.where = option + found["rest"]

    def said(text: str | None) -> str | None:
        return text and _QUOTED.sub(lambda name: _option(name[1], command, words) or name[1], text)

    error.what, error.allowed, error.remedy = said(error.what) or "", said(error.allowed), said(error.remedy)
    return error


# What holds several values in Python and is typed by another name.
_OTHER_NAMES = {"strategies": "strategy", "features": "feature"}


def _option(name: str, command: Any, words: Sequence[str]) -> str | None:
    """Return the option of a keyword argument, None where the command has none."""
    option = "--" + _OTHER_NAMES.get(name, name).replace("_", "-")
    for parameter in getattr(command, "params", ()):
        if option in parameter.opts:
            return typed(parameter.opts, words)
    return None


def typed(names: Sequence[str], words: Sequence[str]) -> str:
    """Return that of an option's names which stands in the command line, else the long one."""
    for name in names:
        if any(_is(name, word) for word in words):
            return name
    return max(names, key=len)


def _is(name: str, word: str) -> bool:
    return word.partition("=")[0] == name if name.startswith("--") else re.match(rf"{name}(?!-)", word) is not None


def _value(error: Any, names: Sequence[str], words: Sequence[str]) -> str:
    """Return the value that was refused: told by the cause, else read from the command line."""
    details = getattr(error.__cause__, "errors", None)
    if callable(details):
        told = details()
        if told and "input" in told[0]:
            return str(told[0]["input"])
    for place, word in enumerate(words):
        for name in names:
            if _is(name, word):
                rest = word[len(name) :].removeprefix("=")
                return rest or next(iter(words[place + 1 :]), "")
    return ""
