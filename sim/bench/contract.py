"""What is timed for one contract: dealing, going down, what it leaves, distances, and whole simulations."""

from collections.abc import Callable

from meldlab.kernels.cards.cards import empty_planes
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.cards.deal_scalar import scalar_dealer
from meldlab.kernels.cards.stream import Stream, lane_states
from meldlab.sim.bench.actions import Action, Measure, Sizes
from meldlab.sim.counting.tally import TallyBuilder
from meldlab.sim.games.contract.workload import ContractBlock, ContractWorkload
from meldlab.sim.simulate.chunk_job import SLICE_DEALS

_SEED = 1
_BLOCK = 2**12  # hands that stay in the cache
_PIPELINE_SHARE = 8  # contract hands take so much time that fewer of them are enough for a measure


def contract_actions(workload: ContractWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of one contract that one thread makes, in the order of the table."""
    deal, block = workload.deal, ContractBlock(workload)
    room = empty_planes(_BLOCK)
    scalar, state = scalar_dealer(deal.decks), lane_states(_SEED, Stream.HANDS, 0, 1)
    stream = HandStream(_SEED, 0, deal)
    sample = HandStream(_SEED, 0, deal).take(_BLOCK)
    sample_can = block.can_go_down(sample)
    pipeline_deals = -(-sizes.pipeline // _PIPELINE_SHARE)

    def points_left() -> None:
        hands = stream.take(_BLOCK, room)
        block.points_left(hands, block.can_go_down(hands))

    def pipeline() -> None:
        hands, builder = workload.stream(0), TallyBuilder(workload.columns, pipeline_deals)
        while builder.deals < pipeline_deals:
            part = min(SLICE_DEALS, pipeline_deals - builder.deals)
            builder.add(hands.take(part), part)
        builder.finish()

    return {
        Measure.SCALAR_DEAL: _each_block(sizes.blocks, lambda: scalar(state, deal, room)),
        Measure.VECTOR_DEAL: _each_block(sizes.blocks, lambda: stream.take(_BLOCK, room)),
        Measure.DEAL_AND_CAN_GO_DOWN: _each_block(sizes.blocks, lambda: block.can_go_down(stream.take(_BLOCK, room))),
        Measure.DEAL_AND_POINTS_LEFT: _each_block(sizes.blocks, points_left),
        Measure.DISTANCE: _each_block(sizes.blocks, lambda: block.distances(sample, sample_can)),
        Measure.PIPELINE: Action(pipeline_deals, pipeline),
    }


def _each_block(blocks: int, call: Callable[[], object]) -> Action:
    def repeat() -> None:
        for _ in range(blocks):
            call()

    return Action(blocks * _BLOCK, repeat)
