"""Strategies by the text a person writes: ``greedy``, ``cautious(pack_above=55)``."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar

from meldlab.sim.common.errors import MeldlabError

S = TypeVar("S")

_TEXT = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*")
_NUMBER = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=\s*(-?[0-9]{1,18}(?:\.[0-9]{1,18})?)\s*")


class StrategyError(MeldlabError):
    """A strategy cannot be made of this text."""


def make_strategy(text: str, known: Mapping[str, Callable[..., S]]) -> S:
    """Return the strategy that `text` names, its numbers as written or as usual.

    Parameters
    ----------
    text
        A name, with numbers by name in parentheses where the usual ones shall not be taken.
    known
        The strategies of the game: what makes one, by name; its keyword arguments are the strategy's numbers.

    Raises
    ------
    StrategyError
        No such strategy, no such number, or a number it refuses.
    """
    whole = _TEXT.fullmatch(text)
    if whole is None:
        raise StrategyError(
            "is no strategy",
            where=f"strategy {text!r}",
            allowed="a name, or a name with numbers: cautious(pack_above=55)",
        )
    name, inside = whole[1], whole[2]
    if name not in known:
        raise StrategyError(f"{name} is no strategy of this game", where=f"strategy {text!r}", allowed=", ".join(known))
    make = known[name]
    numbers = read_numbers(inside or "", usual_numbers(make), name=name, where=f"strategy {text!r}")
    try:
        return make(**numbers)
    except ValueError as error:
        raise StrategyError(str(error), where=f"strategy {text!r}") from None


def read_numbers(inside: str, usual: Mapping[str, Any], *, name: str, where: str) -> dict[str, Any]:
    """Return the numbers in the parentheses of a strategy's text.

    Parameters
    ----------
    inside
        ``"pack_above=55, care=2"``, or nothing.
    usual
        The numbers that can be given, with their usual values.
    name, where
        The strategy, and the text that an error is about.

    Raises
    ------
    StrategyError
        It takes no such number, or one comes twice.
    """
    numbers: dict[str, Any] = {}
    for part in inside.split(",") if inside.strip() else ():
        found = _NUMBER.fullmatch(part)
        if found is None or found[1] not in usual or found[1] in numbers:
            twice = found is not None and found[1] in numbers
            raise StrategyError(
                f"{part.strip()!r} {'comes twice' if twice else 'is no number of ' + name}",
                where=where,
                allowed=", ".join(f"{each}={value}" for each, value in usual.items()) or "no numbers",
            )
        numbers[found[1]] = float(found[2]) if "." in found[2] else int(found[2])
    return numbers


def usual_numbers(make: Callable[..., object]) -> dict[str, Any]:
    """Return the numbers of a strategy that can be given, with their usual values."""
    return {name: each.default for name, each in inspect.signature(make).parameters.items()}


def written(name: str, numbers: Mapping[str, object]) -> str:
    """Return the one spelling of a strategy: all its numbers are there."""
    inside = ", ".join(f"{each}={value}" for each, value in numbers.items())
    return f"{name}({inside})" if inside else name


@dataclass(frozen=True)
class Numbered:
    """A strategy whose fields are its numbers."""

    called: ClassVar[str]

    @property
    def name(self) -> str:
        """As written on the command line, with all numbers that it has."""
        numbers = {each.name: getattr(self, each.name) for each in fields(self)}
        return written(self.called, {name: value for name, value in numbers.items() if value is not None})


def check_whole(**numbers: int | None) -> None:
    """Raise `ValueError` unless each number is whole and from 0 to 1000."""
    for name, value in numbers.items():
        if value is not None and (not isinstance(value, int) or not 0 <= value <= 1000):
            raise ValueError(f"{name} is a whole number from 0 to 1000, not {value}")
