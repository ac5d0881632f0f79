"""A question about a hand as a line of JSON: reading it, and telling a misspelt field from one that may be ignored."""

import difflib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from meldlab.sim.common.errors import QueryError
from meldlab.sim.common.notation import CONTRACT, WILD


class _Field(NamedTuple):
    """What a field of a question holds, in words for who gave something else, and what it is where it is not given."""

    fits: Callable[[object], bool]
    else_it: str
    allowed: str
    default: object = None


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_cards(value: object) -> bool:
    return _is_text(value) or _are_texts(value)


_CARDS = _Field(_are_cards, "is no list of cards", 'text, or a list such as ["5H", "JK"]', ())
_WHOLE = _Field(_is_whole, "is no whole number", "a whole number such as 2")
_READ = {
    "ruleset": _Field(_is_text, "is no text", "a preset's name, or the path of a rules file, in quotes"),
    "hand": _CARDS,
    "set": _Field(lambda value: isinstance(value, dict), "is no object", 'such as {"run.ace": "high"}', {}),
    "decks": _WHOLE,
    "players": _WHOLE,
    "wild": _Field(_is_text, "is no text", f"{WILD}, in quotes"),
    "contract": _Field(_is_text, "is no text", f"{CONTRACT}, in quotes"),
    "table": _Field(_are_texts, "is no list of melds", 'such as ["1:E:5H JK 7H 8H"]'),
    "dead": _CARDS,
    "advise": _Field(lambda value: isinstance(value, bool), "is neither true nor false", "true or false", False),
}
#: The fields of a question; those that this version does not answer yet are known all the same.
FIELDS = ("id", "ask", *_READ, "dealt", "meld")
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


def read_field(question: Mapping[str, Any], name: str) -> Any:
    """Return a field of a question, or what it is where it is not given.

    Raises
    ------
    QueryError
        It holds something else than it should.
    """
    field = _READ[name]
    value = question.get(name)
    if value is None:
        return field.default
    if not field.fits(value):
        raise QueryError(f"{shown(value)} {field.else_it}", where=name, allowed=field.allowed)
    return value


def read_fields(question: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return some fields of a question by name, as `read_field` does each."""
    return {name: read_field(question, name) for name in names}


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
