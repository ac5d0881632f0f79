"""The parser of queries: words with their places, then comparisons, ``not``, ``and``, ``or``, parentheses."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from meldlab.sim.common.errors import QueryError
from meldlab.sim.query.comparison import held, of_number, of_yes_or_no
from meldlab.sim.query.query import Feature, Not, Query, all_of, any_of
from meldlab.sim.query.vocabulary import Entry, Vocabulary

MOST_CHARACTERS = 2_000
MOST_DEPTH = 50
_SIGNS = {"≥": ">=", "≤": "<=", "≠": "!="}
_MIRRORED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "==", "!=": "!="}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?[0-9]+(?![\w.]))|(?P<name>[A-Za-z_]\w*)|(?P<sign>[<>=!≥≤≠&|~]+)|(?P<bracket>[()])|(?P<other>\S))"
)
_ARGUMENT = re.compile(r"\s*\(([^()]*)(\)?)")
_EXAMPLE = "A comparison is a feature, a sign and a whole number, such as 'naturals(A) >= 2'"
_PYTHON_SIGNS = {
    "=": "==",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "&": "and",
    "&&": "and",
    "|": "or",
    "||": "or",
    "!": "not",
    "~": "not",
}
# Signs that other languages write between comparisons, not inside one.
_JOINING = ("&", "&&", "|", "||", "!", "~")


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def parse(text: str, vocabulary: Vocabulary) -> Query:
    """Return the tree of a query.

    Parameters
    ----------
    text
        Such as ``3 <= naturals(A) <= 5 and not (jokers == 0 or natural_run >= 4)``.
    vocabulary
        The features and specials that may be asked.

    Raises
    ------
    QueryError
        With the position (from 1), what stands there, what was expected, and the nearest name for an unknown one.
    """
    if len(text) > MOST_CHARACTERS:
        raise QueryError(
            f"a query of {len(text):,} characters is too long",
            where=f"query, position {MOST_CHARACTERS + 1}",
            allowed=f"up to {MOST_CHARACTERS:,} characters",
            remedy="Ask in parts",
        )
    return _Parser(text, vocabulary).whole()


def parse_feature(text: str, vocabulary: Vocabulary) -> tuple[Feature, Entry]:
    """Return a feature (or special) alone, such as ``naturals(A)``, with its entry; raises as `parse` does."""
    parser = _Parser(text, vocabulary)
    return parser.feature_alone()


class _Parser:
    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self._text, self._vocabulary = text, vocabulary
        self._depth = 0
        self._token = self._read(0)

    def whole(self) -> Query:
        query = self._either()
        if self._token.kind != "end":
            remedy = _remedy_of_sign(self._token) or "Join two questions with 'and' or 'or'; every ')' needs its '('"
            self._refuse("'and', 'or' or the end", remedy=remedy)
        return query

    def feature_alone(self) -> tuple[Feature, Entry]:
        if self._token.kind != "name":
            self._refuse(f"the name of {_article(self._vocabulary.noun)}")
        name, entry = self._name()
        feature = Feature(entry.name, self._argument(name, entry))
        if self._token.kind != "end":
            self._refuse("nothing more", remedy=f"Give {_article(self._vocabulary.noun)} without a comparison")
        return feature, entry

    def _either(self) -> Query:
        parts = [self._both()]
        while self._takes("or"):
            parts.append(self._both())
        return any_of(parts)

    def _both(self) -> Query:
        parts = [self._opposite()]
        while self._takes("and"):
            parts.append(self._opposite())
        return all_of(parts)

    def _opposite(self) -> Query:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            self._refuse(f"at most {MOST_DEPTH} 'not' and parentheses inside each other", remedy="Leave some out")
        if self._takes("not"):
            query: Query = Not(self._opposite())
        elif self._takes("("):
            query = self._either()
            if not self._takes(")"):
                self._refuse("')' or a comparison", remedy="Every '(' needs its ')'")
        else:
            query = self._comparison()
        self._depth -= 1
        return query

    def _comparison(self) -> Query:
        before = None
        if self._token.kind == "number":
            number = self._take()
            before = (self._sign(), number)
        if self._token.kind != "name" or self._token.text.lower() in ("and", "or", "not"):
            self._refuse(
                f"the name of {_article(self._vocabulary.noun)}", remedy=_remedy_of_sign(self._token) or _EXAMPLE
            )
        name, entry = self._name()
        feature = Feature(entry.name, self._argument(name, entry))
        after = None
        if self._token.kind == "sign" and self._token.text not in _JOINING:
            sign = self._sign()
            if self._token.kind != "number":
                remedy = (
                    "A feature is compared with a number, never with another" if self._token.kind == "name" else None
                )
                self._refuse("a whole number", remedy=remedy)
            after = (sign, self._take())
        if before is None and after is None:
            if entry.yes_or_no:
                return held(feature, entry)
            self._refuse(
                f"a comparison after {feature}",
                remedy=f"It is a number from {entry.minimum} to {entry.maximum}: write for example '{feature} >= 1'",
            )
        if before is not None:
            before = (_MIRRORED[before[0]], before[1])
        sides = [side for side in (before, after) if side is not None]
        self._check_chain(feature, sides)
        parts = [self._limit(feature, entry, sign, number) for sign, number in sides]
        return of_yes_or_no(held(feature, entry), parts) if entry.yes_or_no else of_number(feature, entry, parts)

    def _check_chain(self, feature: Feature, sides: list[tuple[str, _Token]]) -> None:
        """Refuse two limits to the same side, or an equality in a chain."""
        signs = [sign[0] for sign, _ in sides]
        for (sign, token), other in zip(sides, ("", *signs), strict=False):
            if len(sides) == 2 and (sign in ("==", "!=") or sign[0] == other):
                self._fail(
                    token, "a chain has a lower and an upper limit", remedy=f"Write for example '1 <= {feature} <= 3'"
                )

    def _limit(self, feature: Feature, entry: Entry, sign: str, token: _Token) -> tuple[str, int]:
        """Return sign and number of one side; a number that no hand of the whole pack can reach is a slip."""
        number = int(token.text)
        if not entry.minimum <= number <= entry.most:
            what = f"never exceeds {entry.most}" if number > entry.most else f"never is less than {entry.minimum}"
            if entry.yes_or_no:
                what = "is held or not: 1 or 0"
            self._fail(token, f"{feature} {what}", allowed=f"whole numbers from {entry.minimum} to {entry.most}")
        return sign, number

    def _name(self) -> tuple[_Token, Entry]:
        token = self._token
        entry = self._vocabulary.entries.get(token.text) or _folded(token.text, self._vocabulary.entries)
        if entry is None:
            remedy = self._vocabulary.elsewhere.get(token.text.lower())
            near = get_close_matches(token.text.lower(), self._vocabulary.entries, n=1, cutoff=0.5)
            self._fail(
                token,
                f"there is no {self._vocabulary.noun} called {token.text!r}",
                allowed=", ".join(self._vocabulary.entries),
                remedy=remedy or (f"Did you mean {near[0]!r}?" if near else None),
            )
        return token, entry

    def _argument(self, name: _Token, entry: Entry) -> str:
        """Return the argument in its one spelling; the words of an argument are no tokens (``2A``, ``10``)."""
        found = _ARGUMENT.match(self._text, name.end)
        if entry.argument is None:
            self._token = self._read(name.end)
            if found and found.start(1) and self._token.text == "(":
                self._refuse(f"no parentheses: {entry.name} takes none", remedy=f"Write '{entry.name}' alone")
            return ""
        if not found:
            self._token = self._read(name.end)
            example = f"{entry.name}({entry.argument.example})"
            self._refuse(example, remedy=f"In the parentheses stand {entry.argument.sentence}")
        if not found.group(2):
            self._token = _Token("end", "", len(self._text), len(self._text))
            self._refuse("')'", remedy=f"Write for example '{entry.name}({entry.argument.example})'")
        text = found.group(1).strip()
        place = _Token(
            "argument", text, found.start(1) + len(found.group(1)) - len(found.group(1).lstrip()), found.end(1)
        )
        self._token = self._read(found.end())
        read = entry.argument.read(text)
        if read is None:
            self._fail(
                place,
                f"{text!r} is no argument of {entry.name}",
                allowed=entry.argument.sentence,
                remedy=f"Write for example '{entry.name}({entry.argument.example})'",
            )
        return read

    def _sign(self) -> str:
        token = self._token
        text = _SIGNS.get(token.text, token.text)
        if token.kind != "sign" or text not in _MIRRORED:
            self._refuse("a comparison sign", remedy=_remedy_of_sign(token) or f"The signs are {' '.join(_MIRRORED)}")
        self._token = self._read(token.end)
        return text

    def _take(self) -> _Token:
        token = self._token
        self._token = self._read(token.end)
        return token

    def _takes(self, word: str) -> bool:
        if self._token.text.lower() != word:
            return False
        self._take()
        return True

    def _read(self, start: int) -> _Token:
        found = _TOKEN.match(self._text, start)
        if not found:
            return _Token("end", "", len(self._text), len(self._text))
        kind = str(found.lastgroup)
        token = _Token(kind, found.group(kind), found.start(kind), found.end(kind))
        if kind == "other":
            word = re.compile(r"\S+").match(self._text, token.start)
            token = _Token(kind, word.group() if word else token.text, token.start, token.end)
        return token

    def _refuse(self, wanted: str, *, remedy: str | None = None) -> NoReturn:
        found = repr(self._token.text) if self._token.kind != "end" else "the end"
        self._fail(self._token, f"expected {wanted}, found {found}", remedy=remedy or _EXAMPLE)

    def _fail(self, token: _Token, what: str, *, allowed: str | None = None, remedy: str | None = None) -> NoReturn:
        where = f"query {self._text!r}, position {token.start + 1}"
        raise QueryError(what, where=where, allowed=allowed, remedy=remedy)


def _folded(name: str, entries: Mapping[str, Entry]) -> Entry | None:
    """Return the entry of a name in other capitals, if only one has it."""
    same = [entry for known, entry in entries.items() if known.lower() == name.lower()]
    return same[0] if len(same) == 1 else None


def _remedy_of_sign(token: _Token) -> str | None:
    return f"Write {_PYTHON_SIGNS[token.text]!r} instead of {token.text!r}" if token.text in _PYTHON_SIGNS else None


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
