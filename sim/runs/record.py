"""What a part must say about itself.  It may come from anybody: nothing of it is used before it has been checked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from meldlab.kernels.cards.stream import SEED_LIMIT
from meldlab.sim.common.errors import RunError
from meldlab.sim.rules.schema.fields import Objective
from meldlab.sim.runs.provenance import SCHEMA_VERSION

# Names are printed: characters that steer a terminal are none of theirs.
_Text = Annotated[str, Field(max_length=1_000, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
_LongText = Annotated[str, Field(max_length=100_000)]
_Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Seed = Annotated[int, Field(ge=0, lt=SEED_LIMIT)]


class _Checked(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="allow")


class _Asked(_Checked):
    ruleset_sha256: _Hash
    kernel_version: _Text
    # No part is larger; a larger one asked for would fill the memory.
    chunk_deals: Annotated[int, Field(ge=1, le=2**22)]


class SimulationAsked(_Asked):
    """What a simulation counts."""

    question: Literal["simulate"]
    decks: Annotated[int, Field(ge=1, le=20)]
    wild: _Text | None
    columns: Annotated[list[Annotated[list[_Text | int], Field(min_length=2, max_length=3)]], Field(max_length=100)]
    score: _Text

    @model_validator(mode="after")
    def _columns_apart(self) -> Self:
        names = [column[0] for column in self.columns]
        if len({*names}) < len(names):
            raise ValueError("an outcome is there twice")
        if self.score not in names:
            raise ValueError("the score is none of the outcomes")
        return self


class PlayAsked(_Asked):
    """What is counted of played deals, of whole matches, or of deals under two rulesets."""

    question: Literal["play", "match", "play under two rulesets"]
    players: Annotated[int, Field(ge=1, le=12)]
    strategies: Annotated[list[_Text], Field(min_length=1, max_length=12)]
    contract: _Text | None
    rotations: Annotated[int, Field(ge=1, le=12)]
    sources: dict[_Text, _Text] = {}
    other_ruleset_sha256: _Hash | None = None

    @model_validator(mode="after")
    def _all_seated(self) -> Self:
        if len(self.strategies) != self.players or self.rotations > self.players:
            raise ValueError("there is a strategy for each player, and no player sits anywhere twice")
        return self


Asked = Annotated[SimulationAsked | PlayAsked, Field(discriminator="question")]


class PartRecord(_Checked):
    """The record in the footer of a part; fields as in `sim.runs.provenance`."""

    layout: Annotated[int, Field(alias="schema")]
    software: Literal["meldlab"]
    version: _Text
    task_id: _Hash
    task: Asked
    game: _Text
    objective: Objective
    ruleset_json: _LongText
    seed: _Seed
    command: _LongText
    parameters: Annotated[dict[str, Any], Field(max_length=100)]
    environment: Annotated[dict[_Text, _Text], Field(max_length=100)]
    chunk: Annotated[int, Field(ge=0, lt=2**62)]
    deals: Annotated[int, Field(ge=1, le=2**22)]
    seconds: float
    tally_sha256: _Hash


def check_record(record: Mapping[str, Any], path: Path) -> PartRecord:
    """Return the record of `path`, checked field by field.

    Raises
    ------
    RunError
        A field is missing or cannot be what it is; or another meldlab writes parts differently.
    """
    if record.get("schema") != SCHEMA_VERSION:
        raise RunError(
            f"is written in layout {str(record.get('schema'))[:20]}, this meldlab writes and reads {SCHEMA_VERSION}",
            where=str(path),
            remedy="Use the meldlab that wrote it, or choose another output folder",
        )
    try:
        return PartRecord.model_validate(dict(record))
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, fault["loc"]))
        raise RunError(
            f"its record is no record of a run: {field}: {fault['msg']}",
            where=str(path),
            remedy="Move it away, or choose another output folder",
        ) from error
