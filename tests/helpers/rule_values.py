"""Every rule of a game that bears on a hand, with the values it may take, read from the schema of the rules."""

from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from meldlab.sim.rules import load_ruleset
from meldlab.sim.rules.schema.notes import FieldNote, field_notes

#: Rules about who sits where and how a deal goes on; one hand alone does not know them.
NOT_OF_A_HAND = ("play.", "deal.", "pack.decks", "pack.wild", "objective")
MOST_LISTED = 14  # a longer range is tried at its ends, beside them and in the middle


def every_value(preset: str) -> list[tuple[str, object]]:
    """Return (key, value) for each rule that games like `preset` read, each value where there are few."""
    objective = load_ruleset(preset).objective
    return [
        (note.key, value)
        for note in field_notes()
        if objective in note.read_by and not note.key.startswith(NOT_OF_A_HAND)
        for value in _values(note.annotation, note, objective)
        if note.accepts(value, objective)
    ]


def _values(annotation: Any, note: FieldNote, objective: str) -> list[object]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _values(arguments[0], note, objective)
    if origin in (Union, UnionType):
        return [value for part in arguments for value in _values(part, note, objective)]
    if origin is Literal:
        return list(arguments)
    if annotation is bool:
        return [False, True]
    if annotation is int:
        narrowed = note.only.get(objective)
        bounds = narrowed if isinstance(narrowed, dict) else {"minimum": note.minimum, "maximum": note.maximum}
        assert bounds["minimum"] is not None, note.key
        assert bounds["maximum"] is not None, note.key
        low, high = int(bounds["minimum"]), int(bounds["maximum"])
        if high - low < MOST_LISTED:
            return list(range(low, high + 1))
        return sorted({low, low + 1, (low + high) // 2, high - 1, high})
    if origin is tuple and Ellipsis not in arguments:
        each = [_values(part, note, objective) for part in arguments]
        return [[first, last] for first, last in zip(each[0], reversed(each[1]), strict=True)]
    return []  # a table or a list of names: the tests of its game try these
