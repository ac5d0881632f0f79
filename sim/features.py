"""One comparison such as ``natural_run >= 3``: read, checked against the outcome columns, turned into Polars.

The full query language (and, or, not, chains) is a layer above; this is the piece a table row needs.
"""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import polars as pl

from meldlab.sim.errors import QueryError
from meldlab.sim.outcomes import Column

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_NAME = re.compile(r"[A-Za-z_]\w*")
_OPERATOR = re.compile(r"[<>=!]+")
_NUMBER = re.compile(r"\d+(?![\w.])")
_SIGNED_NUMBER = re.compile(r"-?\d+(?![\w.])")

# Rows of the table when nobody asked for others; those whose column a workload does not have are left out.
USUAL_FEATURES = (
    "wilds >= 1",
    "natural_run >= 3",
    "natural_set >= 3",
    "has_pure",
    "has_lives",
    "can_declare",
)


@dataclass(frozen=True)
class Comparison:
    """A feature of a hand: a column, an operator and a whole number; `text` is its one spelling."""

    column: str
    operator: str
    number: int
    text: str

    def condition(self) -> pl.Expr:
        """Return the comparison as a Polars expression of the outcome columns."""
        result: pl.Expr = _OPERATORS[self.operator](pl.col(self.column), self.number)
        return result


def parse_comparison(text: str, columns: Sequence[Column]) -> Comparison:
    """Return the comparison written in `text`.

    A column of zeros and ones may stand alone: ``can_declare`` is ``can_declare == 1``.

    Raises
    ------
    QueryError
        The text is not a comparison of a known column with a whole number the column can reach; names the
        position (from 1) and the nearest name.
    """
    reader = _Reader(text)
    name = reader.read(_NAME, wanted="the name of an outcome")
    column = _find(name, columns, where=reader.place(name))
    if reader.at_end():
        if column.maximum != 1:
            raise QueryError(
                f"{name} is a number from {column.minimum} to {column.maximum}, so it needs a comparison",
                where=f"feature {text!r}",
                remedy=f"Write for example '{name} >= 1'",
            )
        return Comparison(name, "==", 1, name)
    sign = reader.read(_OPERATOR, wanted="a comparison sign")
    if sign not in _OPERATORS:
        raise QueryError(f"{sign!r} is no comparison sign", where=reader.place(sign), allowed=" ".join(_OPERATORS))
    number = int(reader.read(_SIGNED_NUMBER if column.minimum < 0 else _NUMBER, wanted="a whole number"))
    if not column.minimum <= number <= column.maximum:
        reach = f"exceeds {column.maximum}" if number > column.maximum else f"is less than {column.minimum}"
        raise QueryError(
            f"{name} never {reach}",
            where=reader.place(str(number)),
            allowed=f"whole numbers from {column.minimum} to {column.maximum}",
        )
    if not reader.at_end():
        raise reader.problem("nothing more", remedy="One comparison at a time; give --feature once for each")
    return Comparison(name, sign, number, f"{name} {sign} {number}")


def usual_features(columns: Sequence[Column]) -> tuple[Comparison, ...]:
    """Return the features worth a row of the table when none are asked for."""
    limits = {column.name: column.maximum for column in columns}
    usual = [text for text in USUAL_FEATURES if text.split()[0] in limits]
    covered = {text.split()[0] for text in usual}
    flags = [name for name, maximum in limits.items() if maximum == 1 and name not in covered]
    return tuple(parse_comparison(text, columns) for text in [*usual, *flags])


def check_column(name: str, columns: Sequence[Column]) -> str:
    """Return `name` when it is an outcome column.

    Raises
    ------
    QueryError
        It is not; names the nearest.
    """
    return _find(name, columns, where=f"outcome {name!r}").name


def _find(name: str, columns: Sequence[Column], *, where: str) -> Column:
    for column in columns:
        if column.name == name:
            return column
    names = [column.name for column in columns]
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    raise QueryError(
        f"there is no outcome called {name!r}",
        where=where,
        allowed=", ".join(names),
        remedy=f"Did you mean {near[0]!r}?" if near else None,
    )


class _Reader:
    """Reads one word after the other and knows where it stands."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._last = 0

    def at_end(self) -> bool:
        return not self._text[self._position :].strip()

    def read(self, pattern: re.Pattern[str], *, wanted: str) -> str:
        self._skip_spaces()
        found = pattern.match(self._text, self._position)
        if not found:
            raise self.problem(wanted)
        self._last = self._position
        self._position = found.end()
        return found.group()

    def place(self, word: str) -> str:
        return f"feature {self._text!r}, position {self._last + 1} ({word!r})"

    def problem(self, wanted: str, *, remedy: str | None = None) -> QueryError:
        self._skip_spaces()
        rest = self._text[self._position :]
        found = repr(rest.split()[0]) if rest.strip() else "the end"
        return QueryError(
            f"expected {wanted}, found {found}",
            where=f"feature {self._text!r}, position {self._position + 1}",
            remedy=remedy or "A feature is an outcome, a sign and a whole number, such as 'points <= 10'",
        )

    def _skip_spaces(self) -> None:
        rest = self._text[self._position :]
        self._position += len(rest) - len(rest.lstrip())
