"""Questions about a hand as a small tree: comparisons of features, joined by and, or, not.

A query is parsed by `parse` and never evaluated as Python.  Every node prints as text that parses to the same tree.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeVar

Truth = TypeVar("Truth")


@dataclass(frozen=True)
class Feature:
    """A number that a hand has: ``natural_run``, ``naturals(JQK)``."""

    name: str
    argument: str = ""

    def __str__(self) -> str:
        """Return the feature as it is written in a query."""
        return f"{self.name}({self.argument})" if self.argument else self.name


@dataclass(frozen=True)
class Between:
    """A feature from `low` to `high`, both included; None is no limit on that side."""

    feature: Feature
    low: int | None
    high: int | None
    flag: bool = False

    def __str__(self) -> str:
        """Return the comparison in its one spelling."""
        if self.flag:
            return str(self.feature)
        if self.low == self.high:
            return f"{self.feature} == {self.low}"
        if self.low is None:
            return f"{self.feature} <= {self.high}"
        return f"{self.feature} >= {self.low}" if self.high is None else f"{self.low} <= {self.feature} <= {self.high}"

    def holds(self, value: Any) -> Any:
        """Return whether a value of the feature lies between the limits: one number, or each of an array."""
        within = True if self.low is None else value >= self.low
        return within if self.high is None else within & (value <= self.high)


@dataclass(frozen=True)
class Named:
    """A special by its name; `meaning` is what it stands for."""

    name: str
    meaning: "Query"

    def __str__(self) -> str:
        """Return the name."""
        return self.name


@dataclass(frozen=True)
class Not:
    """The opposite of `part`."""

    part: "Query"

    def __str__(self) -> str:
        """Return ``not`` and the part."""
        if isinstance(self.part, Between) and self.part.low == self.part.high and not self.part.flag:
            return f"{self.part.feature} != {self.part.low}"
        return f"not {_inside(self.part, self)}"


@dataclass(frozen=True)
class And:
    """All of `parts`."""

    parts: tuple["Query", ...]

    def __str__(self) -> str:
        """Return the parts joined by ``and``."""
        return " and ".join(_inside(part, self) for part in self.parts)


@dataclass(frozen=True)
class Or:
    """At least one of `parts`."""

    parts: tuple["Query", ...]

    def __str__(self) -> str:
        """Return the parts joined by ``or``."""
        return " or ".join(_inside(part, self) for part in self.parts)


Query = Between | Named | Not | And | Or

_BINDING: dict[type, int] = {Or: 0, And: 1, Not: 2, Between: 3, Named: 3}


def _inside(part: Query, whole: Query) -> str:
    return f"({part})" if _BINDING[type(part)] < _BINDING[type(whole)] else str(part)


NEVER = Between(Feature("jokers"), 1_000, None)
"""What no hand meets."""

ALWAYS = Between(Feature("jokers"), 0, None)
"""What every hand meets."""


def comparisons(*queries: Query) -> Iterator[Between]:
    """Yield every comparison of some queries, inside their specials too, in order."""
    for query in queries:
        if isinstance(query, Between):
            yield query
        elif isinstance(query, Named):
            yield from comparisons(query.meaning)
        else:
            yield from comparisons(*((query.part,) if isinstance(query, Not) else query.parts))


def features_of(*queries: Query) -> tuple[Feature, ...]:
    """Return what some queries ask for, each feature once, in order."""
    return tuple(dict.fromkeys(part.feature for part in comparisons(*queries)))


def evaluate(
    query: Query, truth: Callable[[Between], Truth], *, opposite: Callable[[Any], Any] = operator.invert
) -> Truth:
    """Return what a query says when `truth` says it of each comparison: arrays, Polars expressions, verdicts.

    They are joined by ``&`` and ``|``; `opposite` is what is said of ``not``.
    """

    def said(part: Query) -> Any:
        if isinstance(part, Between):
            return truth(part)
        if isinstance(part, Named):
            return said(part.meaning)
        if isinstance(part, Not):
            return opposite(said(part.part))
        return reduce(operator.and_ if isinstance(part, And) else operator.or_, map(said, part.parts))

    found: Truth = said(query)
    return found


def is_true(query: Query, truth: Callable[[Between], bool]) -> bool:
    """Return what a query says of one hand when `truth` says it of each comparison."""
    return evaluate(query, truth, opposite=operator.not_)


def all_of(parts: Sequence[Query]) -> Query:
    """Return the parts joined by ``and``, all in one row; a single one as it is."""
    row = tuple(each for part in parts for each in (part.parts if isinstance(part, And) else (part,)))
    return row[0] if len(row) == 1 else And(row)


def any_of(parts: Sequence[Query]) -> Query:
    """Return the parts joined by ``or``, all in one row; a single one as it is; what no hand meets if there is none."""
    row = tuple(each for part in parts for each in (part.parts if isinstance(part, Or) else (part,)))
    if not row:
        return NEVER
    return row[0] if len(row) == 1 else Or(row)


def at_least(feature: Feature, low: int) -> Between:
    """Return the comparison ``feature >= low``."""
    return Between(feature, low, None)
