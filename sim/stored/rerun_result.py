"""What came of counting a stored run again."""

from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from meldlab.kernels.jit import kernel_version
from meldlab.sim.parts import Part
from meldlab.sim.stored.gathering import seed_of
from meldlab.sim.stored.run import StoredRun

Verdict = Literal["same", "different", "damaged"]

_ROWS = {
    "part": pl.String,
    "seed": pl.String,
    "chunk": pl.Int64,
    "deals": pl.Int64,
    "verdict": pl.String,
    "seconds": pl.Float64,
}


@dataclass(frozen=True)
class Recount:
    """A chunk counted again.

    Attributes
    ----------
    part : Part
        As it is stored.
    verdict : str
        ``same``; ``different``: other counts come out; ``damaged``: the part is not what its own record says.
    seconds : float
        What counting took.
    """

    part: Part
    verdict: Verdict
    seconds: float


@dataclass(frozen=True)
class Rerun:
    """What came of counting a run again.

    Attributes
    ----------
    run : StoredRun
    recounts : tuple of Recount
        In the order of seeds and chunks.
    chosen : int
        How many chunks were to be counted.
    choice_seed : int or None
        The seed by which they were chosen; None: all of them.
    seconds : float
    interrupted : bool
    """

    run: StoredRun
    recounts: tuple[Recount, ...]
    chosen: int
    choice_seed: int | None
    seconds: float
    interrupted: bool

    @property
    def passed(self) -> bool:
        """Whether every chunk that was counted again is as stored, and no part of the folder is damaged."""
        return not self.run.damaged and all(each.verdict == "same" for each in self.recounts)

    @property
    def same_kernels(self) -> bool:
        """Whether the run was made by the kernels of today: otherwise other numbers need not be a fault."""
        return self.run.record.task.kernel_version == kernel_version()

    def to_polars(self) -> pl.DataFrame:
        """Return one row a chunk: part, seed (text), chunk, deals, verdict, seconds."""
        rows = [
            {
                "part": str(each.part.path),
                "seed": str(seed_of(each.part)),
                "chunk": each.part.chunk,
                "deals": each.part.deals,
                "verdict": each.verdict,
                "seconds": each.seconds,
            }
            for each in self.recounts
        ]
        return pl.DataFrame(rows, schema=_ROWS)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        return {
            "run": str(self.run.path),
            "passed": self.passed,
            "chunks": len(self.run.parts),
            "chosen": self.chosen,
            "choice_seed": self.choice_seed,
            "counted_again": len(self.recounts),
            "damaged": [str(path) for path in self.run.damaged],
            "different": [row for row in self.to_polars().to_dicts() if row["verdict"] != "same"],
            "kernels_then": self.run.record.task.kernel_version,
            "kernels_now": kernel_version(),
            "seconds": self.seconds,
            "interrupted": self.interrupted,
        }


@dataclass(frozen=True)
class RerunProgress:
    """How far it is.

    Attributes
    ----------
    counted, total : int
        Chunks.
    kernels : str
        What is compiled for it.
    preparing : bool
        True once, before kernels are compiled.
    result : Rerun or None
        With the last progress only.
    """

    counted: int
    total: int
    kernels: str
    preparing: bool = False
    result: Rerun | None = None

    @property
    def place(self) -> tuple[int, int]:
        """How much is done, and how much there is in all."""
        return self.counted, self.total
