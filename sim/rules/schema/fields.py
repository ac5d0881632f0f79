"""How one rule is declared: type, default, sentence, unit, bounds, and which games read it.

Everything about a field stands in one call of `rule`.  It becomes the field's JSON schema, so that
``rules show``, ``rules schema``, the messages of ``rules check`` and the documents all come from one place.
"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

Objective = Literal["declare", "contract", "value", "deadwood"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
DECLARE, CONTRACT, VALUE, DEADWOOD = OBJECTIVES

NONE: Literal["none"] = "none"


def _zero_lifts(value: object) -> object:
    return NONE if value == 0 and not isinstance(value, bool) else value


def _none_asks_nothing(value: object) -> object:
    return 0 if value == NONE else value


Limit = int | Literal["none"]
"""An upper limit; the string "none" lifts it (TOML has no null)."""

LimitOrZero = Annotated[int | Literal["none"], BeforeValidator(_zero_lifts)]
"""An upper limit that may also be lifted by 0; always read back as "none"."""

Least = Annotated[int, BeforeValidator(_none_asks_nothing)]
"""A lower limit; "none" may be written for 0."""


def limit_or(value: Limit, unlimited: int) -> int:
    """Return the limit as a number, or `unlimited` where the rules say "none"."""
    return unlimited if value == NONE else value


class Amount(NamedTuple):
    """What a number counts, and its bounds, or those of each number of a list or table; "none" is outside of them."""

    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None


_UNCOUNTED = Amount()


def rule(
    default: object,
    sentence: str,
    amount: Amount = _UNCOUNTED,
    *,
    read_by: tuple[str, ...] = OBJECTIVES,
    only: Mapping[str, tuple[object, ...] | range] | None = None,
    known_as: tuple[str, ...] = (),
    meanings: Mapping[object, str] | None = None,
    alias: str | None = None,
) -> Any:
    """Return a pydantic field that carries everything a person may ask about a rule.

    Parameters
    ----------
    default
        The value of a ruleset that does not mention the field.
    sentence
        What the field means, one sentence.
    amount
        What a number counts.
    read_by
        The objectives that read the field; elsewhere it must be left alone.
    only
        For an objective, the values (tuple) or the bounds (range) that its rules document describes.
    known_as
        Names the rules documents use, for "did you mean".
    meanings
        What single values mean, added to the sentence of a game that allows them.
    alias
        The key in files where it cannot be a Python name (``points.2``).
    """
    extra: dict[str, Any] = {"x-unit": amount.unit, "x-read-by": list(read_by), "x-known-as": list(known_as)}
    if meanings:
        extra["x-meanings"] = [[value, text] for value, text in meanings.items()]
    for bound, number in (("minimum", amount.at_least), ("maximum", amount.at_most)):
        if number is not None:
            extra[bound] = number
    extra["x-only"] = {
        objective: {"minimum": values[0], "maximum": values[-1]} if isinstance(values, range) else list(values)
        for objective, values in (only or {}).items()
    }
    return Field(default=default, description=sentence, json_schema_extra=extra, alias=alias)


#: Rules that only games of one objective read.
declare_rule, contract_rule, value_rule, deadwood_rule = (partial(rule, read_by=(each,)) for each in OBJECTIVES)


def _numbers(value: object) -> list[float]:
    if isinstance(value, bool):
        return []
    if isinstance(value, (int, float)):
        return [value]
    if isinstance(value, Mapping):
        return [number for entry in value.values() for number in _numbers(entry)]
    if isinstance(value, tuple):
        return [number for entry in value for number in _numbers(entry)]
    return []


class Section(BaseModel):
    """A table of a rules file: strict types, no unknown keys, frozen, numbers inside their bounds."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, allow_inf_nan=False, validate_by_name=True, validate_by_alias=True
    )

    @field_validator("*", mode="after")
    @classmethod
    def _inside_bounds(cls, value: object, info: ValidationInfo) -> object:
        extra = cls.model_fields[info.field_name or ""].json_schema_extra
        if not isinstance(extra, dict):
            return value
        low, high = extra.get("minimum"), extra.get("maximum")
        for number in _numbers(value):
            if isinstance(low, (int, float)) and number < low:
                raise PydanticCustomError(
                    "below", "{number} is below the minimum {low}", {"number": number, "low": low}
                )
            if isinstance(high, (int, float)) and number > high:
                raise PydanticCustomError(
                    "above", "{number} is above the maximum {high}", {"number": number, "high": high}
                )
        return value
