"""What is timed for gin: dealing, deadwood, and both with a histogram."""

from collections.abc import Callable

import numpy as np

from meldlab.kernels.cards.cards import empty_planes
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.cards.deal_scalar import scalar_dealer
from meldlab.kernels.cards.stream import Stream, lane_states
from meldlab.kernels.deadwood.least_deadwood import count_values, fill_deadwood
from meldlab.sim.bench.actions import Action, Measure, Sizes
from meldlab.sim.counting.tally import TallyBuilder
from meldlab.sim.games.deadwood.workload import DeadwoodWorkload
from meldlab.sim.simulate.chunk_job import SLICE_DEALS

_SEED = 1
_BLOCK = 2**14  # hands that stay in the cache, and enough of them that a call costs nothing
_BLOCKS_A_SIZE = 4  # gin hands take so little time that more of them are needed for a measure


def deadwood_actions(workload: DeadwoodWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of a gin pack that one thread makes, in the order of the table."""
    deal, tables = workload.deal, workload.tables
    blocks = sizes.blocks * _BLOCKS_A_SIZE
    room, deadwood = empty_planes(_BLOCK), np.zeros(_BLOCK, dtype=np.uint16)
    counts = np.zeros(workload.columns[0].maximum + 1, dtype=np.int64)
    scalar, state = scalar_dealer(deal.decks), lane_states(_SEED, Stream.HANDS, 0, 1)
    stream = HandStream(_SEED, 0, deal)
    sample = HandStream(_SEED, 0, deal).take(blocks * _BLOCK)

    def valued(number: int) -> None:
        fill_deadwood(sample.once[number * _BLOCK : (number + 1) * _BLOCK], tables, deadwood)

    def counted(number: int) -> None:
        stream.take(_BLOCK, room)
        fill_deadwood(room.once, tables, deadwood)
        count_values(deadwood, counts)

    def pipeline() -> None:
        hands, builder = workload.stream(0), TallyBuilder(workload.columns, sizes.pipeline)
        while builder.deals < sizes.pipeline:
            part = min(SLICE_DEALS, sizes.pipeline - builder.deals)
            builder.add(hands.take(part), part)
        builder.finish()

    return {
        Measure.SCALAR_DEAL: _each_block(blocks, lambda number: scalar(state, deal, room)),
        Measure.VECTOR_DEAL: _each_block(blocks, lambda number: stream.take(_BLOCK, room)),
        Measure.DEADWOOD: _each_block(blocks, valued),
        Measure.DEAL_AND_DEADWOOD: _each_block(blocks, counted),
        Measure.PIPELINE: Action(sizes.pipeline, pipeline),
    }


def _each_block(blocks: int, call: Callable[[int], object]) -> Action:
    def repeat() -> None:
        for number in range(blocks):
            call(number)

    return Action(blocks * _BLOCK, repeat)
