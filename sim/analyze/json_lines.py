"""A question about a hand as a line of JSON: reading it, and telling a misspelt field from one that may be ignored."""

import difflib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from meldlab.sim.common.errors import QueryError

#: The fields of a question; those that this version does not answer yet are known all the same.
FIELDS = (
    "id",
    "ask",
    "ruleset",
    "hand",
    "set",
    "decks",
    "players",
    "wild",
    "contract",
    "table",
    "dealt",
    "dead",
    "advise",
    "meld",
)
#: Fields that files of cases carry beside the question.
BESIDE = ("note", "expect", "fault", "kind")

#: Characters of a line; one with all cards of all packs in every field is far shorter.
LONGEST_LINE = 100_000

_OTHER_NAMES = {"game": "ruleset", "rules": "ruleset", "overrides": "set"}
_CLOSE = 0.75


def read_question(line: str) -> dict[str, Any]:
    """Return the object on a line, without the fields that are null.

    Raises
    ------
    QueryError
        If the line is too long or no JSON object, names a key twice, or has a field that a known one was meant by.
    """
    if len(line) > LONGEST_LINE:
        raise QueryError("the line is too long", allowed=f"up to {LONGEST_LINE:,} characters")
    repeated: list[str] = []

    def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        times = Counter(name for name, _ in pairs)
        repeated.extend(name for name in found if times[name] > 1)
        return found

    try:
        question = json.loads(line, parse_constant=_no_number, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise QueryError(f"is no JSON: {reason}") from error
    if not isinstance(question, dict):
        raise QueryError("is JSON, but no object", allowed='{"ruleset": ..., "hand": ...}')
    if repeated:
        raise QueryError("the key is there twice in one object", where=repeated[0], remedy="Keep one of them")
    for name in _unknown(question):
        meant = _meant(name)
        if meant is not None:
            raise QueryError(f"unknown field, did you mean {meant}?", where=name[:40])
    return {name: value for name, value in question.items() if value is not None or name == "id"}


def ignored_fields(question: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the unknown fields of a question that was read; the usual company of a question is not among them."""
    return tuple(_unknown(question))


def id_of(line: str) -> object:
    """Return the id of a line that cannot be answered; None if it has none or cannot be read at all."""
    try:
        question = json.loads(line[:LONGEST_LINE], parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return question.get("id") if isinstance(question, dict) else None


def shown(value: object) -> str:
    """Return a value as JSON, a long one cut."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _unknown(question: Mapping[str, Any]) -> Iterator[str]:
    return (name for name in question if name not in FIELDS and name not in BESIDE)


def _meant(name: str) -> str | None:
    """Return the known field that `name` is a misspelling or another word of, or None."""
    plain = name.strip().lower()
    if plain in FIELDS:
        return plain
    if plain in _OTHER_NAMES:
        return _OTHER_NAMES[plain]
    # `id` is too short to be resembled: half of all short names do.
    close = difflib.get_close_matches(plain, [field for field in FIELDS if field != "id"], n=1, cutoff=_CLOSE)
    return close[0] if close else None


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")
