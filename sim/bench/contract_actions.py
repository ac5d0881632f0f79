"""What is timed for one contract: dealing, and whole simulations."""

from collections.abc import Callable

from meldlab.kernels.cards import empty_planes
from meldlab.kernels.deal import HandStream
from meldlab.kernels.deal_scalar import scalar_dealer
from meldlab.kernels.stream import Stream, lane_states
from meldlab.sim.bench.actions import Action, Measure, Sizes
from meldlab.sim.contract_workload import ContractWorkload
from meldlab.sim.tally import TallyBuilder

_SEED = 1
_BLOCK = 2**12  # hands that stay in the cache
_PIPELINE_SHARE = 64  # contract hands take so much time that few of them are enough for a measure


def contract_actions(workload: ContractWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of one contract that one thread makes, in the order of the table."""
    deal = workload.deal
    room = empty_planes(_BLOCK)
    scalar, state = scalar_dealer(deal.decks), lane_states(_SEED, Stream.HANDS, 0, 1)
    stream = HandStream(_SEED, 0, deal)
    pipeline_deals = -(-sizes.pipeline // _PIPELINE_SHARE)

    def pipeline() -> None:
        builder = TallyBuilder(workload.columns, pipeline_deals)
        builder.add(workload.stream(0).take(pipeline_deals), pipeline_deals)
        builder.finish()

    return {
        Measure.SCALAR_DEAL: _each_block(sizes.blocks, lambda: scalar(state, deal, room)),
        Measure.VECTOR_DEAL: _each_block(sizes.blocks, lambda: stream.take(_BLOCK, room)),
        Measure.PIPELINE: Action(pipeline_deals, pipeline),
    }


def _each_block(blocks: int, call: Callable[[], object]) -> Action:
    def repeat() -> None:
        for _ in range(blocks):
            call()

    return Action(blocks * _BLOCK, repeat)
