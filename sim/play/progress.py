"""How far a run of played deals is: what every kind of it tells."""

from dataclasses import dataclass
from typing import Any

from meldlab.sim.counting.task import Chunked


@dataclass(frozen=True)
class DealsProgress:
    """How far a run is.

    Attributes
    ----------
    deals, total : int
        Deals counted so far, and wanted.
    preparing : bool
        True once, before kernels are compiled.
    task : Chunked
    """

    deals: int
    total: int
    preparing: bool
    task: Chunked[Any]

    @property
    def kernels(self) -> str:
        """What is compiled for it."""
        return f"play-{self.task.objective}"

    @property
    def place(self) -> tuple[int, int]:
        """How much is done, and how much there is in all."""
        return self.deals, self.total
