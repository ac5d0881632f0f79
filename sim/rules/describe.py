"""A ruleset line by line: what every rule is set to, what it means, what else it could be, where it comes from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.fields import Section
from meldlab.sim.rules.schema.notes import FieldNote, field_notes, show_value

UNSAID = "default"


@dataclass(frozen=True)
class RuleLine:
    """One rule of one ruleset, as text for people; `value` and `default` are written as in a rules file."""

    key: str
    value: str
    sentence: str
    unit: str
    allowed: str
    default: str
    origin: str
    """`seed`, `public` or `decision`, a colon and the words; `default` where nothing sets the value."""


def describe(ruleset: Ruleset) -> list[RuleLine]:
    """Return a line for every rule that the ruleset's objective reads, in schema order."""
    return [line for note in field_notes() if ruleset.objective in note.read_by for line in _lines(ruleset, note)]


def differences(left: Ruleset, right: Ruleset) -> list[tuple[str, str | None, str | None]]:
    """Return (key, left value, right value) of every rule that differs; None where one side does not read it."""
    ours, theirs = _by_line(left), _by_line(right)
    keys = [*ours, *(key for key in theirs if key not in ours)]
    return [(key, ours.get(key), theirs.get(key)) for key in keys if ours.get(key) != theirs.get(key)]


def _by_line(ruleset: Ruleset) -> dict[str, str]:
    lines: dict[str, str] = {}
    for key, value in ruleset.values().items():
        if key == "special.melds" and isinstance(value, dict):
            lines |= {f"{key}.{name}": show_value(entry) for name, entry in sorted(value.items())}
        else:
            lines[key] = show_value(value)
    return lines


def origin_of(ruleset: Ruleset, key: str) -> str:
    """Return where the value of `key` comes from; a table's origin holds for all its keys."""
    while key:
        if key in ruleset.origin:
            return ruleset.origin[key]
        key = key.rpartition(".")[0]
    return UNSAID


def json_schema() -> dict[str, Any]:
    """Return the JSON schema of a rules file, for editors; ``extends`` is part of files, not of rulesets."""
    schema = Ruleset.model_json_schema(by_alias=True, mode="validation")
    extends = {"type": "string", "description": "A preset's name, or a path relative to this file."}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "meldlab rules file",
        "properties": {"extends": extends, **schema["properties"]},
    }


def _lines(ruleset: Ruleset, note: FieldNote) -> Iterator[RuleLine]:
    value = note.value(ruleset)
    entries = {note.key: value}
    if isinstance(value, Mapping) and any(isinstance(entry, Section) for entry in value.values()):
        entries = {f"{note.key}.{name}": entry for name, entry in sorted(value.items())}
    for key, entry in entries.items():
        yield RuleLine(
            key=key,
            value=show_value(entry),
            sentence=note.sentence_for(ruleset.objective),
            unit=note.unit,
            allowed=note.allowed(ruleset.objective),
            default=show_value(note.default),
            origin=origin_of(ruleset, key),
        )
