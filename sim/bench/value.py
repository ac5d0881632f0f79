"""What is timed for a value game: dealing, the best value of dealt hands, and whole simulations."""

from meldlab.kernels.cards.cards import counts_from_planes
from meldlab.sim.bench.actions import Action, Dealing, Measure, Sizes, pipeline
from meldlab.sim.games.value.block_solver import ValueBlockSolver
from meldlab.sim.games.value.workload import ValueWorkload

_BLOCK = 2**12  # hands that stay in the cache
_PIPELINE_SHARE = 8  # a value takes some fifty deals: fewer hands are enough for a measure


def actions(workload: ValueWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of a value game that one thread makes, in the order of the table."""
    dealing, solver = (
        Dealing(workload.deal, blocks=sizes.blocks, size=_BLOCK),
        ValueBlockSolver(workload.tables, cards=workload.cards),
    )

    def valued(number: int) -> None:
        hands = dealing.take()
        solver.values(hands, counts_from_planes(hands))

    return {
        **dealing.measures(),
        Measure.DEAL_AND_VALUE: dealing.each_block(valued),
        Measure.PIPELINE: pipeline(workload, -(-sizes.pipeline // _PIPELINE_SHARE)),
    }
