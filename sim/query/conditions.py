"""Queries over the outcomes that a simulation counts, in the language of `odds`, turned into Polars."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import polars as pl

from meldlab.sim.common.errors import QueryError
from meldlab.sim.counting.outcomes import Column
from meldlab.sim.query.parse import parse
from meldlab.sim.query.query import Between, Query, evaluate, features_of
from meldlab.sim.query.vocabulary import Entry, Vocabulary

# Rows of the table when nobody asked for others; those whose column a workload does not have are left out.
USUAL_FEATURES = ("wilds >= 1", "natural_run >= 3", "natural_set >= 3", "has_pure", "has_lives", "can_declare")
# What `odds` can tell of a hand and no simulation counts.
_NOT_COUNTED = (
    "jokers",
    "wilds",
    "naturals",
    "most_of",
    "cards",
    "most_in_suit",
    "ranks_in_suit",
    "identical_three",
    "natural_run",
    "natural_set",
    "has_pure",
    "has_meld",
    "distance",
)
_ELSEWHERE = "A simulation does not count it: ask 'meldlab odds'"


@dataclass(frozen=True)
class Condition:
    """A query over outcomes; `text` is its one spelling."""

    query: Query
    text: str

    def expression(self) -> pl.Expr:
        """Return the query as a Polars expression of the outcome columns."""
        return evaluate(self.query, _expression)


class Counted(Protocol):
    """What has outcomes to ask for, such as a `Task`: its columns, and specials of its ruleset by name."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The outcomes counted."""
        ...

    @property
    def named(self) -> Mapping[str, str]:
        """Queries by the name of the special they stand for."""
        ...


def parse_condition(text: str, counted: Counted) -> Condition:
    """Return the query written in `text`, such as ``natural_run >= 3 and not can_declare``.

    Parameters
    ----------
    text
    counted
        What may be asked for; an outcome of zeros and ones may stand alone.

    Raises
    ------
    QueryError
        The text is no query of these outcomes; names the position (from 1) and the nearest name.
    """
    query = parse(text, outcome_vocabulary(counted))
    return Condition(query, str(query))


def usual_features(counted: Counted) -> tuple[Condition, ...]:
    """Return the features worth a row of the table when none are asked for."""
    limits = {column.name: column.maximum for column in counted.columns}
    usual = [text for text in USUAL_FEATURES if text.split()[0] in limits]
    covered = {text.split()[0] for text in usual}
    flags = [name for name, maximum in limits.items() if maximum == 1 and name not in covered]
    return tuple(parse_condition(text, counted) for text in [*usual, *flags])


def says_more(feature: Condition, outcome: str) -> bool:
    """Return whether a feature asks for anything but this outcome: else it is only yes or no for each value of it."""
    return any(each.name != outcome for each in features_of(feature.query))


def parse_grouping(text: str, counted: Counted) -> tuple[str, pl.Expr]:
    """Return the name and the expression of what deals are grouped by: an outcome, or a query (1 where it is true).

    Raises
    ------
    QueryError
        It is neither; names the position and the nearest name.
    """
    for column in counted.columns:
        if column.name == text.strip():
            return column.name, pl.col(column.name)
    condition = parse_condition(text, counted)
    return condition.text, condition.expression().cast(pl.UInt8).alias(condition.text)


def outcome_vocabulary(counted: Counted) -> Vocabulary:
    """Return the outcomes as words of the language, and those specials that ask for nothing else."""
    known = {column.name for column in counted.columns}
    vocabulary = Vocabulary(
        tuple(Entry(column.name, column.sentence, column.minimum, column.maximum) for column in counted.columns),
        noun="outcome",
        elsewhere={name: _ELSEWHERE for name in _NOT_COUNTED if name not in known},
    )
    for name, text in counted.named.items():
        if name not in known:
            with suppress(QueryError):  # a special may ask for what is not counted
                vocabulary = vocabulary.with_entries(Entry(name, text, meaning=parse(text, vocabulary)))
    return vocabulary


def _expression(part: Between) -> pl.Expr:
    column = pl.col(part.feature.name)
    if part.low == part.high:
        return column == part.low
    if part.low is None:
        return column <= part.high
    return column >= part.low if part.high is None else (column >= part.low) & (column <= part.high)
