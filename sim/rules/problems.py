"""Pydantic's errors turned into one line a problem: key, value, what is allowed, the nearest known key."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from meldlab.sim.common.errors import Problem
from meldlab.sim.rules.checks import Conflict
from meldlab.sim.rules.schema.notes import FieldNote, field_notes, nearest_key, section_notes, show_value
from meldlab.sim.rules.schema.objective_sections import SpecialMeld

_SHOWN = 60
#: What to write where letters of a text are wrong, by the kind of error.
_EXAMPLES = {
    "contract": 'a list of contracts such as ["TT", "TE", "EEE"]',
    "ranks": 'letters of ranks such as "A" or "JQK"',
}


def problems_of(error: ValidationError, table: dict[str, Any], model: type[BaseModel]) -> list[Problem]:
    """Return every problem of a rules table that is no `model`, in the order of the schema's errors.

    Pydantic stops before the checks between fields when a single field is wrong.  So the broken fields are
    left out once and the rest is checked again; a conflict that touches a broken field is not reported.
    """
    problems: dict[str, Problem] = {}
    broken: set[str] = set()
    for detail in error.errors(include_url=False):
        if detail["type"] == "conflicts":
            return [conflict.problem for conflict in _conflicts(detail)]
        problem = _problem(detail, _objective(table))
        broken.add(problem.key)
        problems.setdefault(problem.key, problem)
    return [*problems.values(), *_conflicts_without(table, broken, model)]


def _conflicts(detail: ErrorDetails) -> list[Conflict]:
    conflicts: list[Conflict] = list(detail["ctx"]["conflicts"])
    return conflicts


def _conflicts_without(table: dict[str, Any], broken: set[str], model: type[BaseModel]) -> list[Problem]:
    try:
        model.model_validate_json(json.dumps(_pruned(table, broken), default=str))
    except ValidationError as error:
        details = error.errors(include_url=False)
        found = [conflict for detail in details if detail["type"] == "conflicts" for conflict in _conflicts(detail)]
        return [conflict.problem for conflict in found if not any(_touches(broken, key) for key in conflict.keys)]
    return []


def _touches(broken: set[str], key: str) -> bool:
    return any(key == other or key.startswith(f"{other}.") for other in broken)


def _pruned(table: dict[str, Any], broken: Iterable[str], prefix: str = "") -> dict[str, Any]:
    kept = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        if key in broken:
            continue
        kept[name] = _pruned(value, broken, f"{key}.") if isinstance(value, dict) else value
    return kept


@cache
def _notes_by_key() -> dict[str, FieldNote]:
    return {note.key: note for note in field_notes()}


@cache
def _special_notes() -> dict[str, FieldNote]:
    return {note.key: note for note in section_notes(SpecialMeld)}


def key_of(location: tuple[int | str, ...]) -> str | None:
    """Return the dotted key of the rule at or above `location` in a rules table, or None."""
    words = tuple(map(str, location))
    if words[:2] == ("special", "melds") and len(words) > 3 and words[3] in _special_notes():
        return ".".join(words[:4])
    for length in range(len(words), 0, -1):
        key = ".".join(words[:length])
        if key in _notes_by_key() and (key != "special.melds" or length == len(words)):
            return key
    return None


def _note(key: str) -> FieldNote | None:
    note = _notes_by_key().get(key)
    if key.startswith("special.melds.") and note is None:
        note = _special_notes().get(key.rpartition(".")[2])
    return note


def _objective(table: dict[str, Any]) -> str:
    """Return the objective of a table that may be broken; with a wrong one nothing is narrowed."""
    return str(table.get("objective", _notes_by_key()["objective"].default))


def _problem(detail: ErrorDetails, objective: str) -> Problem:
    location = tuple(detail["loc"])
    if detail["type"] == "extra_forbidden":
        return _unknown(".".join(map(str, location)), objective)
    key = key_of(location)
    shown = _shown(detail["input"])
    if key is None:
        wanted = "text" if detail["type"] == "string_type" else "a table"
        return Problem(".".join(map(str, location)), f"{shown} is not {wanted}")
    note = _note(key)
    allowed = note.allowed(objective) if note else None
    # Where the game allows less than the schema, the schema's bounds say nothing.
    if detail["type"] in ("below", "above") and not (note and note.only.get(objective)):
        return Problem(key, detail["msg"], allowed)
    if detail["type"] in _EXAMPLES:
        return Problem(key, detail["msg"], _EXAMPLES[detail["type"]])
    return Problem(key, f"{shown} is not allowed", allowed)


def _unknown(dotted: str, objective: str) -> Problem:
    known = None
    if dotted.startswith("special.melds.") and objective in _notes_by_key()["special.melds"].read_by:
        stem = dotted.rpartition(".")[0]
        known = tuple(f"{stem}.{key}" for key in _special_notes())
    near = nearest_key(dotted, objective=objective, known=known)
    return Problem(
        dotted, f"unknown key, did you mean {near}?" if near else "unknown key; `meldlab rules show` lists them"
    )


def _shown(value: object) -> str:
    text = str(value).lower() if isinstance(value, BaseModel) else show_value(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
