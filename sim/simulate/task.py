"""What is simulated: everything that decides a deal's outcome except the seed, and the hash that names it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from meldlab.kernels.jit import kernel_version
from meldlab.sim.counting.outcomes import Column, Workload
from meldlab.sim.counting.tally import Tally
from meldlab.sim.counting.task import Chunked
from meldlab.sim.rules.ruleset import Ruleset

CHUNK_DEALS = 2**20


@dataclass(frozen=True)
class Task(Chunked[Tally]):
    """A simulation's question.

    The number of players is not part of it: it only chooses `decks`.  Neither are seed and number of deals: a
    run with more deals continues the same task.

    Attributes
    ----------
    game : str
        The ruleset's name, for people; the identity is `ruleset_sha256`.
    ruleset_json : str
        The ruleset in canonical JSON.
    objective : str
        The ruleset's objective, such as ``declare``.
    decks : int
        Packs shuffled together.
    wild : str or None
        The wild rank or cut card of every deal; None when it is drawn with the deal.
    columns : tuple of Column
        The outcomes counted.
    score : str
        The column that is the score.
    kernel_version : str
        Hash of the code that deals and values.
    chunk_deals : int
        Deals a chunk.
    named : mapping
        Specials of the ruleset by name, for questions about the outcomes; no part of the identity.
    """

    game: str
    ruleset_sha256: str
    ruleset_json: str
    objective: str
    decks: int
    wild: str | None
    columns: tuple[Column, ...]
    score: str
    kernel_version: str
    chunk_deals: int = CHUNK_DEALS
    named: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)

    @classmethod
    def of(
        cls, ruleset: Ruleset, workload: Workload, *, decks: int, wild: str | None, chunk_deals: int = CHUNK_DEALS
    ) -> "Task":
        """Return the task of counting all outcomes of `workload`, made for the ruleset, pack and wild rank."""
        return cls(
            game=ruleset.name,
            ruleset_sha256=ruleset.sha256,
            ruleset_json=ruleset.canonical_json(),
            objective=ruleset.objective,
            decks=decks,
            wild=wild,
            columns=tuple(workload.columns),
            score=workload.score,
            kernel_version=kernel_version(),
            chunk_deals=chunk_deals,
            named=dict(ruleset.named),
        )

    def nothing(self) -> Tally:
        """Return the tally of no deals."""
        return Tally.empty(self.columns)

    def read(self, frame: pl.DataFrame) -> Tally:
        """Return the tally that a stored frame describes; ValueError if it describes none of this task."""
        return Tally.from_frame(self.columns, frame)

    def document(self) -> dict[str, Any]:
        """Return what the task's id is the hash of."""
        return {
            "question": "simulate",
            "ruleset_sha256": self.ruleset_sha256,
            "decks": self.decks,
            "wild": self.wild,
            "columns": [list(column.identity()) for column in self.columns],
            "score": self.score,
            "kernel_version": self.kernel_version,
            "chunk_deals": self.chunk_deals,
        }

    @property
    def contract(self) -> str | None:
        """The contract that is dealt for, None in games without."""
        hands: list[str] | None = json.loads(self.ruleset_json).get("contract.hands")
        return hands[0] if hands else None
