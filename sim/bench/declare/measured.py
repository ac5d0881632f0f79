"""What is timed of one pack of Indian rummy: every measure that one thread makes."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import Planes
from meldlab.kernels.declare.points.can_declare import declare_hands, make_declare_workspace
from meldlab.kernels.declare.points.lowering import BlockSolver
from meldlab.kernels.declare.points.state import BLOCK
from meldlab.sim.bench.actions import SEED, Action, Dealing, Measure, Sizes, pipeline
from meldlab.sim.bench.declare.distance import distance_actions
from meldlab.sim.bench.declare.hands import near_complete_hands
from meldlab.sim.bench.declare.stages import points_action, repeated, search_action, suit_actions
from meldlab.sim.games.declare.block_solver import DeclareSolver
from meldlab.sim.games.declare.workload import DeclareWorkload


def actions(workload: DeclareWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of one pack that one thread makes, in the order of the table.

    Left out are the stages where the rules need no block solver, and can-declare where 0 points imply it.
    """
    solver, dealing = DeclareSolver(workload.tables), Dealing(workload.deal, blocks=sizes.blocks, size=BLOCK)
    sample = dealing.sample()
    near = near_complete_hands(solver, workload.deal, hands=sizes.near_complete, seed=SEED)
    search = search_action(workload.rules, repeated(sample, size=sizes.searched))

    def hands(number: int) -> Planes:
        return sample.hands(number * BLOCK, (number + 1) * BLOCK)

    made = {
        **dealing.measures(),
        Measure.DEAL_AND_POINTS: dealing.each_block(lambda number: solver.solve(dealing.take())),
        Measure.POINTS: dealing.each_block(lambda number: solver.solve(hands(number))),
        Measure.FEATURES: dealing.each_block(lambda number: workload.simple_outcomes(hands(number))),
        Measure.NEAR_COMPLETE: Action(sizes.near_complete, lambda: solver.solve(near)),
        Measure.PIPELINE: pipeline(workload, sizes.pipeline),
        Measure.SEARCH: Action(sizes.searched, search),
    }
    block = workload.tables.block
    if block is not None:
        made |= _stages(workload, block, sample)
        made[Measure.NEAR_POINTS] = Action(sizes.near_complete, points_action(block, workload.rules, near))
        if not block.zero_declares:
            made[Measure.CAN_DECLARE] = _can_declare(block, solver, near)
    return {measure: made[measure] for measure in Measure if measure in made} | distance_actions(workload, sizes)


def _stages(workload: DeclareWorkload, block: BlockSolver, sample: Planes) -> dict[Measure, Action]:
    """Return the measures of the stages of the block solver."""
    size, outcomes = len(sample.once), workload.simple_outcomes(sample)
    has_pure, wilds = outcomes["has_pure"], outcomes["wilds"]
    settled = _chosen(sample, (has_pure == 0) & (wilds == 0), size=size)
    one_wild = _chosen(sample, (has_pure == 1) & (wilds == 1), size=size)
    look_up, join = suit_actions(block, one_wild)
    return {
        Measure.SORT: Action(size, points_action(block, workload.rules, settled)),
        Measure.ONE_WILD: Action(size, points_action(block, workload.rules, one_wild)),
        Measure.LOOK_UP: Action(size, look_up),
        Measure.JOIN: Action(size, join),
    }


def _can_declare(block: BlockSolver, solver: DeclareSolver, hands: Planes) -> Action:
    """Return the measure of the question whether those of the hands that cost nothing can be declared."""
    solved = solver.solve(hands)
    asked = np.flatnonzero((solved.points == 0) & (solved.has_lives == 1))
    work, can = make_declare_workspace(block.tables.fronts.shape[1]), np.zeros(len(hands.once), dtype=np.uint8)
    return Action(asked.size, lambda: declare_hands(hands, asked, block.tables, block.sets, work, can))


def _chosen(hands: Planes, wanted: NDArray[np.bool_], *, size: int) -> Planes:
    """Return `size` hands, taken from the wanted ones over and over."""
    return repeated(Planes(*(plane[wanted] for plane in hands)), size=size)
