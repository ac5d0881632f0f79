"""A workload of a few lines of numpy: the driver's tests need neither kernels nor their compilation."""

import time
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.counting.outcomes import Column

COLUMNS = (
    Column("points", 80, "points of the hand"),
    Column("wilds", 13, "wild cards"),
    Column("natural_run", 13, "longest natural run"),
    Column("can_declare", 1, "whether the hand can declare"),
)
CARDS = 13


class FakeCounted(NamedTuple):
    """What a query over outcomes needs to know."""

    columns: tuple[Column, ...]
    named: dict[str, str]


COUNTED = FakeCounted(COLUMNS, {})


class FakeStream:
    """Eight random bytes a deal: outcomes and cards are functions of them, so they have the prefix property."""

    def __init__(self, seed: int, chunk: int, *, pause: float) -> None:
        self._bits = np.random.Generator(np.random.Philox(np.random.SeedSequence(seed, spawn_key=(chunk,))))
        self._pause = pause

    def take(self, deals: int) -> dict[str, NDArray[Any]]:
        return self._outcomes(self._draw(deals))

    def take_with_hands(self, deals: int) -> tuple[dict[str, NDArray[Any]], NDArray[np.uint8]]:
        raw = self._draw(deals)
        cards = ((raw * 2**32).astype(np.uint64)[:, None] + np.arange(CARDS + 1, dtype=np.uint64)) % np.uint64(13)
        return self._outcomes(raw), cards.astype(np.uint8)

    def _draw(self, deals: int) -> NDArray[np.float64]:
        if self._pause:
            time.sleep(self._pause)
        return self._bits.random(deals)

    @staticmethod
    def _outcomes(raw: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
        whole = (raw * 2**32).astype(np.uint64)
        return {
            "points": (whole % np.uint64(81)).astype(np.uint8),
            "wilds": (whole // np.uint64(81) % np.uint64(5)).astype(np.uint8),
            "natural_run": (1 + whole // np.uint64(405) % np.uint64(7)).astype(np.uint8),
            "can_declare": (raw < 0.01).astype(np.uint8),
        }


@dataclass(frozen=True)
class FakeWorkload:
    seed: int
    pause: float = 0.0
    columns: tuple[Column, ...] = COLUMNS
    score: str = "points"

    def prepare(self) -> None:
        pass

    def stream(self, chunk: int) -> FakeStream:
        return FakeStream(self.seed, chunk, pause=self.pause)


@dataclass(frozen=True)
class FakeFactory:
    """Makes the fake; a class, so that it can be pickled for other processes."""

    pause: float = 0.0

    def __call__(self, ruleset: Any, *, decks: int, wild: str | None, seed: int) -> FakeWorkload:
        return FakeWorkload(seed, self.pause)


def slow(pause: float) -> FakeFactory:
    """Return a factory whose slices take at least `pause` seconds."""
    return replace(FakeFactory(), pause=pause)
