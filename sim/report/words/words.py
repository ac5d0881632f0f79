"""The words of a report in each language; they are data, ``sim/report/words/*.toml``, one file a language."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.query.query import And, Between, Named, Not, Or, Query
from meldlab.sim.report.words.numerals import Numerals

LANGUAGES = ("en", "es", "mr")


@dataclass(frozen=True)
class Words:
    """One language.

    Attributes
    ----------
    code : str
        Such as ``es``.
    texts : mapping of str to str
        Texts by dotted key, ``asked.heading``; braces in them are fields.
    numerals : Numerals
        How it writes numbers.
    """

    code: str
    texts: Mapping[str, str]
    numerals: Numerals

    def __call__(self, key: str, **fields: object) -> str:
        """Return a text with its fields filled in."""
        return self.texts[key].format_map(fields)

    def named(self, kind: str, name: str) -> str:
        """Return what a game, outcome or reason is called; names of people's own rules are what they are."""
        return self.texts.get(f"{kind}.{name}", name)

    def query(self, query: Query) -> str:
        """Return a question about a hand in words: ``longest run without a wild card ≥ 3``."""
        if isinstance(query, Between):
            return self._comparison(query)
        if isinstance(query, Named):
            return self.named("outcome", query.name)
        if isinstance(query, Not):
            return f"{self('query.not')} ({self.query(query.part)})"
        if isinstance(query, And):
            parts = (f"({self.query(part)})" if isinstance(part, Or) else self.query(part) for part in query.parts)
            return f" {self('query.and')} ".join(parts)
        return f" {self('query.or')} ".join(self.query(part) for part in query.parts)

    def _comparison(self, part: Between) -> str:
        feature = part.feature
        name = self.named("outcome", feature.name) + (f" ({feature.argument})" if feature.argument else "")
        if part.flag:
            return name
        low, high = (None if limit is None else self.numerals.whole(limit) for limit in (part.low, part.high))
        if part.low == part.high:
            return f"{name} = {low}"
        if low is None:
            return f"{name} ≤ {high}"
        return f"{name} ≥ {low}" if high is None else f"{low} ≤ {name} ≤ {high}"


@cache
def language(code: str) -> Words:
    """Return the words of a language.

    Raises
    ------
    MeldlabError
        There is no report in it.
    """
    if code not in LANGUAGES:
        raise MeldlabError(f"no report in {code[:20]!r}", where="lang", allowed=", ".join(LANGUAGES))
    tables = tomllib.loads(files(__package__).joinpath(f"{code}.toml").read_text(encoding="utf-8"))
    texts = dict(flat(tables))
    numerals = Numerals(
        decimal=texts["language.decimal"], group=texts["language.group"], indian=texts["language.grouping"] == "indian"
    )
    return Words(code, texts, numerals)


def flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of nested tables by dotted key."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", str(value)
