"""What is timed for a value game: dealing, the best value of dealt hands, and whole simulations."""

from collections.abc import Callable

from meldlab.kernels.cards.cards import counts_from_planes, empty_planes
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.cards.deal_scalar import scalar_dealer
from meldlab.kernels.cards.stream import Stream, lane_states
from meldlab.sim.bench.actions import Action, Measure, Sizes
from meldlab.sim.counting.tally import TallyBuilder
from meldlab.sim.games.value.workload import ValueWorkload

_SEED = 1
_BLOCK = 2**12  # hands that stay in the cache
_PIPELINE_SHARE = 8  # a value takes some fifty deals: fewer hands are enough for a measure


def value_actions(workload: ValueWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of a value game that one thread makes, in the order of the table."""
    deal = workload.deal
    room = empty_planes(_BLOCK)
    scalar, state = scalar_dealer(deal.decks), lane_states(_SEED, Stream.HANDS, 0, 1)
    stream, solver = HandStream(_SEED, 0, deal), workload.stream(0)
    pipeline_deals = -(-sizes.pipeline // _PIPELINE_SHARE)

    def valued() -> None:
        stream.take(_BLOCK, room)
        solver.values(room, counts_from_planes(room))

    def pipeline() -> None:
        builder = TallyBuilder(workload.columns, pipeline_deals)
        builder.add(workload.stream(0).take(pipeline_deals), pipeline_deals)
        builder.finish()

    return {
        Measure.SCALAR_DEAL: _each_block(sizes.blocks, lambda: scalar(state, deal, room)),
        Measure.VECTOR_DEAL: _each_block(sizes.blocks, lambda: stream.take(_BLOCK, room)),
        Measure.DEAL_AND_VALUE: _each_block(sizes.blocks, valued),
        Measure.PIPELINE: Action(pipeline_deals, pipeline),
    }


def _each_block(blocks: int, call: Callable[[], object]) -> Action:
    def repeat() -> None:
        for _ in range(blocks):
            call()

    return Action(blocks * _BLOCK, repeat)
