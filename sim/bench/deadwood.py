"""What is timed for gin: dealing, deadwood, and both with a histogram."""

import numpy as np

from meldlab.kernels.deadwood.least_deadwood import count_values, fill_deadwood
from meldlab.sim.bench.actions import Action, Dealing, Measure, Sizes, pipeline
from meldlab.sim.games.deadwood.workload import DeadwoodWorkload

_BLOCK = 2**14  # hands that stay in the cache, and enough of them that a call costs nothing
_BLOCKS_A_SIZE = 4  # gin hands take so little time that more of them are needed for a measure


def actions(workload: DeadwoodWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of a gin pack that one thread makes, in the order of the table."""
    tables, dealing = workload.tables, Dealing(workload.deal, blocks=sizes.blocks * _BLOCKS_A_SIZE, size=_BLOCK)
    deadwood = np.zeros(_BLOCK, dtype=np.uint16)
    counts = np.zeros(workload.columns[0].maximum + 1, dtype=np.int64)
    sample = dealing.sample()

    def valued(number: int) -> None:
        fill_deadwood(sample.once[number * _BLOCK : (number + 1) * _BLOCK], tables, deadwood)

    def counted(number: int) -> None:
        fill_deadwood(dealing.take().once, tables, deadwood)
        count_values(deadwood, counts)

    return {
        **dealing.measures(),
        Measure.DEADWOOD: dealing.each_block(valued),
        Measure.DEAL_AND_DEADWOOD: dealing.each_block(counted),
        Measure.PIPELINE: pipeline(workload, sizes.pipeline),
    }
