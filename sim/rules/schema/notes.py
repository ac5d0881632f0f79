"""What is known about each rule: key, sentence, unit, allowed values, default, readers.  Read from the schema."""

import difflib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from meldlab.sim.rules.schema.fields import OBJECTIVES
from meldlab.sim.rules.schema.rules import Rules

PROSE = ("name", "about", "named", "origin")
"""Top-level keys of a ruleset that are words for people, not rules."""


@dataclass(frozen=True)
class FieldNote:
    """One field of the schema, as people ask about it."""

    key: str
    attributes: tuple[str, ...]
    annotation: Any
    default: object
    sentence: str
    unit: str
    minimum: float | None
    maximum: float | None
    read_by: tuple[str, ...]
    only: Mapping[str, Any]
    known_as: tuple[str, ...]
    meanings: tuple[tuple[object, str], ...] = ()

    def value(self, ruleset: BaseModel) -> object:
        """Return the field's value in `ruleset`."""
        value: object = ruleset
        for attribute in self.attributes:
            value = getattr(value, attribute)
        return value

    def allowed(self, objective: str | None = None) -> str:
        """Return the allowed values as text, narrowed to what the document of `objective` describes."""
        narrowed = self.only.get(objective or "")
        if isinstance(narrowed, list):
            return ", ".join(show_value(choice) for choice in narrowed)
        if isinstance(narrowed, dict):
            return _allowed_text(self.annotation, narrowed["minimum"], narrowed["maximum"])
        return _allowed_text(self.annotation, self.minimum, self.maximum)

    def sentence_for(self, objective: str, *, say: Callable[[str], str] = str) -> str:
        """Return the sentence with the meanings of those values that the document of `objective` describes.

        `say` gives each of these texts in another language.
        """
        told = [say(text) for value, text in self.meanings if self.accepts(value, objective)]
        sentence = say(self.sentence)
        return f"{sentence.removesuffix('.')}: {'; '.join(told)}." if told else sentence

    def accepts(self, value: object, objective: str) -> bool:
        """Return whether the document of `objective` describes `value` (of a valid type)."""
        narrowed = self.only.get(objective)
        if isinstance(narrowed, list):
            return any(_same(value, choice) for choice in narrowed)
        low, high = (narrowed["minimum"], narrowed["maximum"]) if narrowed else (self.minimum, self.maximum)
        numbers = [value] if isinstance(value, (int, float)) else []
        if isinstance(value, Mapping):
            numbers = [number for number in value.values() if isinstance(number, (int, float))]
        return all((low is None or low <= number) and (high is None or number <= high) for number in numbers)


def _same(value: object, choice: object) -> bool:
    return (list(value) if isinstance(value, tuple) else value) == (
        list(choice) if isinstance(choice, tuple) else choice
    )


def show_value(value: object) -> str:
    """Return a rule's value as it is written in a rules file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, BaseModel):
        return "{" + ", ".join(f"{key} = {show_value(entry)}" for key, entry in value) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {show_value(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(show_value(entry) for entry in value) + "]"
    return str(value)


def _allowed_text(annotation: Any, low: float | None, high: float | None) -> str:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _allowed_text(get_args(annotation)[0], low, high)
    if origin in (Union, UnionType):
        parts = [_allowed_text(part, low, high) for part in get_args(annotation) if part is not NoneType]
        return " or ".join(parts)
    if origin is Literal:
        return ", ".join(show_value(choice) for choice in get_args(annotation))
    if annotation is bool:
        return "true, false"
    if annotation in (int, float):
        word = "a whole number" if annotation is int else "a number"
        return word if low is None and high is None else f"{word} {low} to {high}"
    if origin is tuple:
        arguments = get_args(annotation)
        inner = _allowed_text(arguments[0], low, high)
        count = "a list" if Ellipsis in arguments else f"a list of {len(arguments)}"
        return f"{count}, each {inner}"
    if origin is not None and issubclass(origin, Mapping):
        return f"a table, each {_allowed_text(get_args(annotation)[1], low, high)}"
    if annotation is str:
        return "text"
    return "a table"


def note_of(key: str, attributes: tuple[str, ...], info: FieldInfo) -> FieldNote:
    """Return what the schema says about one field."""
    extra: dict[str, Any] = dict(info.json_schema_extra) if isinstance(info.json_schema_extra, dict) else {}
    return FieldNote(
        key=key,
        attributes=attributes,
        annotation=info.annotation,
        default=info.get_default(call_default_factory=True),
        sentence=info.description or "",
        unit=extra.get("x-unit", ""),
        minimum=extra.get("minimum"),
        maximum=extra.get("maximum"),
        read_by=tuple(extra.get("x-read-by", OBJECTIVES)),
        only=extra.get("x-only", {}),
        known_as=tuple(extra.get("x-known-as", ())),
        meanings=tuple((value, text) for value, text in extra.get("x-meanings", ())),
    )


def section_notes(model: type[BaseModel], prefix: str = "", attributes: tuple[str, ...] = ()) -> list[FieldNote]:
    """Return the notes of a table's fields, nested tables included, in schema order."""
    notes = []
    for attribute, info in model.model_fields.items():
        key = f"{prefix}{info.alias or attribute}"
        path = (*attributes, attribute)
        annotation = info.annotation
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            notes += section_notes(annotation, f"{key}.", path)
        else:
            notes.append(note_of(key, path, info))
    return notes


@cache
def field_notes() -> tuple[FieldNote, ...]:
    """Return a note for every rule of the schema, in schema order; prose fields are not among them."""
    return tuple(note for note in section_notes(Rules) if note.key not in PROSE)


def nearest_key(unknown: str, *, objective: str, known: tuple[str, ...] | None = None) -> str | None:
    """Return the known dotted key that an unknown one most likely means, or None.

    Without `known`, every rule that games of `objective` read is a candidate, with its table and its names in the
    documents (``seq_min_len``); of an unknown objective every rule there is.
    """
    last = _last(unknown)
    if known is not None:
        names = {key: key for key in known}
    else:
        notes = [note for note in field_notes() if objective in note.read_by or objective not in OBJECTIVES]
        keys = [note.key for note in notes]
        tables = {key.partition(".")[0] for key in keys} | {*PROSE, "extends"}
        documents = {name: note.key for note in notes for name in note.known_as}
        if last in documents:
            return documents[last]
        section, dot, _ = unknown.rpartition(".")
        inside = {key.removeprefix(f"{section}."): key for key in keys if dot and key.startswith(f"{section}.")}
        # In a known table it is the name that is misspelt: comparing the table's name too makes everything look near.
        if inside:
            return _near(last, inside, 0.6) or _near(last, {_last(key): key for key in reversed(keys)}, 0.7)
        # A dotted guess is compared with dotted keys first; a bare one with bare names too.
        names = documents | {_last(key): key for key in reversed(keys)} | {key: key for key in (*keys, *tables)}
    return _near(unknown, names, 0.6) or _near(last, names, 0.7)


def _last(key: str) -> str:
    return key.rpartition(".")[2]


def _near(guess: str, names: Mapping[str, str], cutoff: float) -> str | None:
    matches = difflib.get_close_matches(guess, names, n=1, cutoff=cutoff)
    return names[matches[0]] if matches else None
