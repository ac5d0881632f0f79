"""What came of counting a stored run again."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import polars as pl

from meldlab.kernels.jit import kernel_version
from meldlab.sim.archive.run import StoredRun
from meldlab.sim.runs.gathering import seed_of
from meldlab.sim.runs.parts import Part

Verdict = Literal["same", "different", "damaged"]

_ROWS = {
    "part": pl.String,
    "seed": pl.String,
    "chunk": pl.Int64,
    "deals": pl.Int64,
    "verdict": pl.String,
    "hands": pl.String,
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
    hands : str or None
        The verdict on the hands that are kept of the part, dealt again; None: none are.
    """

    part: Part
    verdict: Verdict
    seconds: float
    hands: Verdict | None = None

    @property
    def same(self) -> bool:
        """Whether counts and hands, if any are kept, are as stored."""
        return self.verdict == "same" and self.hands in ("same", None)


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
        """Whether every chunk that was counted again is as stored, and nothing in the folder damaged or missing.

        A run that lacks chunks before its last one is none that any command gives: what is left may have been chosen.
        """
        return not self.damaged and not self.run.missing() and all(each.same for each in self.recounts)

    @property
    def damaged(self) -> tuple[Path, ...]:
        """The damaged files of the folder: parts, and hands that are kept beside them."""
        return (*self.run.damaged, *self.run.hands.damaged)

    @property
    def same_kernels(self) -> bool:
        """Whether the run was made by the kernels of today: otherwise other numbers need not be a fault."""
        return self.run.record.task.kernel_version == kernel_version()

    def to_polars(self) -> pl.DataFrame:
        """Return one row a chunk: part, seed (text), chunk, deals, verdict, hands, seconds."""
        found = [(each, each.part) for each in self.recounts]
        rows = [
            (str(part.path), str(seed_of(part)), part.chunk, part.deals, each.verdict, each.hands, each.seconds)
            for each, part in found
        ]
        return pl.DataFrame(rows, schema=_ROWS, orient="row")

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        return {
            "run": str(self.run.path),
            "passed": self.passed,
            "chunks": len(self.run.parts),
            "chosen": self.chosen,
            "choice_seed": self.choice_seed,
            "counted_again": len(self.recounts),
            "damaged": [str(path) for path in self.damaged],
            "missing": [{"seed": str(seed), "chunks": len(gap)} for seed, gap in self.run.missing().items()],
            "different": [
                row for each, row in zip(self.recounts, self.to_polars().to_dicts(), strict=True) if not each.same
            ],
            "messages": self.run.messages(),
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
