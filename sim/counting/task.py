"""What is simulated: everything that decides a deal's outcome except the seed, and the hash that names it."""

import json
from abc import ABC, abstractmethod
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic

import polars as pl

from meldlab.sim.counting.tally import C


class Chunked(ABC, Generic[C]):
    """A question answered chunk by chunk: its identity, and which deals lie in which chunk."""

    chunk_deals: int
    game: str
    ruleset_sha256: str
    ruleset_json: str
    objective: str
    kernel_version: str

    @abstractmethod
    def nothing(self) -> C:
        """Return the counts of no deals."""

    @abstractmethod
    def read(self, frame: pl.DataFrame) -> C:
        """Return the counts that a stored frame describes; ValueError if it describes none of this task."""

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """Return what the task's id is the hash of."""

    @cached_property
    def task_id(self) -> str:
        """SHA-256 of the canonical JSON of `document`."""
        text = json.dumps(self.document(), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()

    def chunks(self, deals: int) -> int:
        """Return how many chunks hold `deals` deals, the last one cut where needed."""
        return -(-deals // self.chunk_deals)

    def chunk_share(self, chunk: int, deals: int) -> int:
        """Return how many of the first `deals` deals lie in chunk number `chunk`."""
        return max(0, min(self.chunk_deals, deals - chunk * self.chunk_deals))
