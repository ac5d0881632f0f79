"""What is timed for one contract: dealing, going down, what it leaves, distances, and whole simulations."""

from meldlab.sim.bench.actions import Action, Dealing, Measure, Sizes, pipeline
from meldlab.sim.games.contract.workload import ContractBlock, ContractWorkload

_BLOCK = 2**12  # hands that stay in the cache
_PIPELINE_SHARE = 8  # contract hands take so much time that fewer of them are enough for a measure


def actions(workload: ContractWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of one contract that one thread makes, in the order of the table."""
    block, dealing = ContractBlock(workload), Dealing(workload.deal, blocks=sizes.blocks, size=_BLOCK)
    sample = Dealing(workload.deal, blocks=1, size=_BLOCK).sample()
    sample_can = block.can_go_down(sample)

    def points_left(number: int) -> None:
        hands = dealing.take()
        block.points_left(hands, block.can_go_down(hands))

    return {
        **dealing.measures(),
        Measure.DEAL_AND_CAN_GO_DOWN: dealing.each_block(lambda number: block.can_go_down(dealing.take())),
        Measure.DEAL_AND_POINTS_LEFT: dealing.each_block(points_left),
        Measure.DISTANCE: dealing.each_block(lambda number: block.distances(sample, sample_can)),
        Measure.PIPELINE: pipeline(workload, -(-sizes.pipeline // _PIPELINE_SHARE)),
    }
