"""Tables of odds: a query within each value of a feature, and all specials of a game at once."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from meldlab.sim.automata.machine import NotCountedError
from meldlab.sim.common.arguments import refuse
from meldlab.sim.common.errors import QueryError, RunError
from meldlab.sim.common.version import __version__
from meldlab.sim.engines.engines import held
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.answer import Odds, answer, counted, until_interrupted
from meldlab.sim.odds.chance import Chance
from meldlab.sim.odds.exact.exact_odds import exact_joint
from meldlab.sim.odds.limits import Limits
from meldlab.sim.odds.question import Question, by_contract
from meldlab.sim.odds.sampled.many_queries import tally
from meldlab.sim.query.query import Query
from meldlab.sim.rules import Ruleset
from meldlab.sim.rules.load import GAMES

_LIMITS = ("method", "seed", "target_rel", "max_deals", "max_seconds", "workers", "engine")
_SITUATION = ("set", "contract", "decks", "players", "wild", "known", "dead", "cards", "draws")


@dataclass(frozen=True)
class Row:
    """One value of a feature.

    Attributes
    ----------
    value : int
        False or True where a hand has the feature or not.
    chance : Chance
        How likely the value is.
    within : Chance or None
        How likely the query is among hands with this value; None without a query.
    """

    value: int
    chance: Chance
    within: Chance | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as JSON."""
        said = {"value": self.value, **self.chance.to_dict()}
        return said if self.within is None else {**said, "within": self.within.to_dict()}


@dataclass(frozen=True)
class OddsBy:
    """A feature value by value; only values that occur have a row.

    Attributes
    ----------
    feature : str
    query : str or None
    ruleset : str
    cards : int
    rows : tuple of Row
    rules_sha256 : str
    given : mapping
        What else the answer depends on: decks, wild, contract, known, dead, draws.
    version : str
    """

    feature: str
    query: str | None
    ruleset: str
    cards: int
    rows: tuple[Row, ...]
    rules_sha256: str
    given: Mapping[str, Any] = field(default_factory=dict)
    version: str = __version__

    @property
    def chances(self) -> tuple[Chance, ...]:
        """All probabilities of the table."""
        return tuple(each for row in self.rows for each in (row.chance, row.within) if each is not None)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as the JSON of the command line."""
        head: dict[str, Any] = {"by": self.feature} | ({} if self.query is None else {"query": self.query})
        head |= {"ruleset": self.ruleset, "cards": self.cards, "values": [row.to_dict() for row in self.rows]}
        return head | {**self.given, "rules_sha256": self.rules_sha256, "version": self.version}


def odds_by(feature: str, query: str | None = None, game: Ruleset | str | Path = "", **options: Any) -> OddsBy:
    """Return how likely each value of a feature is and, with a query, how likely that is among such hands.

    Parameters
    ----------
    feature
        A feature or special, such as ``"wilds"`` or ``"naturals(A)"``.
    query
        As for `odds`.
    game, options
        As for `odds`.  A sampled table is dealt plainly, all its rows from the same hands, so it takes no
        `target_rel`.

    Raises
    ------
    MeldlabError
        As `odds` does.
    """
    if isinstance(game, str) and not game.strip():
        refuse("game", game, f"{GAMES}, or a loaded ruleset; odds_by(feature, query, game) has it third")
    limits, setting = _read(game, options)
    question = Question.of(setting)
    return table_by(feature, None if query is None else question.query(query), question, limits)


def table_by(feature: str, query: Query | None, question: Question, limits: Limits) -> OddsBy:
    """Return the table of a feature for a query that has been read; errors as for `odds_by`."""
    if limits.target_rel is not None:
        raise RunError(
            "a table has no target: its rows come from the same hands",
            where="target_rel",
            remedy="Give `max_deals` or `max_seconds` instead, or leave `by` out",
        )
    name, values = question.values_of(feature)
    deal = question.deal
    text = None if query is None else str(query)
    rows = tuple(_rows(values, query, question, limits))
    return OddsBy(name, text, deal.ruleset.name, deal.cards, rows, deal.ruleset.sha256, question.to_dict())


def odds_sheet(game: Ruleset | str | Path, **options: Any) -> tuple[Odds, ...]:
    """Return the odds of every special of a game.

    In a contract game without a contract each contract is asked about the hand that is dealt for it.

    Parameters
    ----------
    game, options
        As for `odds`.

    Raises
    ------
    MeldlabError
        As `odds` does.
    """
    limits, setting = _read(game, options)
    return sheet_of(setting, limits)


def sheet_of(setting: Setting, limits: Limits) -> tuple[Odds, ...]:
    """Return the odds of every special in a setting."""
    ruleset, questions = setting.ruleset, by_contract(setting)
    asked = [
        (question, query)
        for question in questions
        for name, query in question.specials().items()
        if len(questions) == 1 or name == question.contract or name not in ruleset.contracts
    ]
    if not asked:
        raise QueryError(f"{ruleset.name} has no specials", where="sheet", remedy="Name some in a rules file: [named]")
    with held(limits.engine):
        return tuple(until_interrupted(answer(query, question, limits) for question, query in asked))


def _read(game: Ruleset | str | Path, options: Mapping[str, Any]) -> tuple[Limits, Setting]:
    """Return the two kinds of options of `odds`."""
    unknown = [name for name in options if name not in (*_LIMITS, *_SITUATION)]
    if unknown:
        raise TypeError(f"there is no option {unknown[0]!r}")
    limits = Limits.of(**{name: value for name, value in options.items() if name in _LIMITS})
    return limits, Setting.of(game, **{name: value for name, value in options.items() if name in _SITUATION})


def _rows(values: Mapping[int, Query], query: Query | None, question: Question, limits: Limits) -> Iterator[Row]:
    """Yield the rows of values that occur."""
    wanted = [*values.values(), *([] if query is None else [query])]
    shares: Mapping[int, Fraction] = {}
    joint, reason = counted(wanted, question, limits)
    if joint is not None:
        yield from _counted(values, joint, asked=query is not None)
        return
    if query is not None and limits.method == "auto":  # the values may be countable where the query is not
        with suppress(NotCountedError):
            joint = exact_joint(list(values.values()), question.deal, budget=limits.for_counting())
            rows = _counted(values, joint, asked=False)
            shares = {row.value: row.chance.fraction or Fraction(0) for row in rows}
    if limits.method == "stratified":
        raise RunError(
            "a table has no strata: its rows come from the same hands", where="method", allowed="auto, exact, sampled"
        )
    limits.before_dealt()
    found = tally(list(values.values()), query, question.deal, limits)
    for value, hits, both in zip(values, found.hits, found.both, strict=True):
        if hits or shares.get(value):
            chance = Chance(None, found.estimate(hits, found.deals), reason) if not shares else Chance(shares[value])
            within = None if query is None else Chance(None, found.estimate(both, hits), reason)
            yield Row(value, chance, within)


def _counted(values: Mapping[int, Query], joint: Mapping[tuple[bool, ...], Fraction], *, asked: bool) -> Iterator[Row]:
    for place, value in enumerate(values):
        share = sum((part for said, part in joint.items() if said[place]), Fraction(0))
        if share:
            both = sum((part for said, part in joint.items() if said[place] and said[-1]), Fraction(0))
            yield Row(value, Chance(share), Chance(both / share) if asked else None)
