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


class _Maker:
    """Makes the actions of one pack from a sample of its deals."""

    def __init__(self, workload: DeclareWorkload, sizes: Sizes) -> None:
        self._workload = workload
        self._sizes = sizes
        self._solver = DeclareSolver(workload.tables)
        self._dealing = Dealing(workload.deal, blocks=sizes.blocks, size=BLOCK)
        self._sample = self._dealing.sample()

    def dealing(self) -> dict[Measure, Action]:
        workload, dealing, solver = self._workload, self._dealing, self._solver
        return {
            **dealing.measures(),
            Measure.DEAL_AND_POINTS: dealing.each_block(lambda number: solver.solve(dealing.take())),
            Measure.POINTS: dealing.each_block(lambda number: solver.solve(self._block(number))),
            Measure.FEATURES: dealing.each_block(lambda number: workload.simple_outcomes(self._block(number))),
        }

    def stages(self, block: BlockSolver) -> dict[Measure, Action]:
        rules, size = self._workload.rules, len(self._sample.once)
        outcomes = self._workload.simple_outcomes(self._sample)
        has_pure, wilds = outcomes["has_pure"], outcomes["wilds"]
        settled = _chosen(self._sample, (has_pure == 0) & (wilds == 0), size=size)
        one_wild = _chosen(self._sample, (has_pure == 1) & (wilds == 1), size=size)
        look_up, join = suit_actions(block, one_wild)
        return {
            Measure.SORT: Action(size, points_action(block, rules, settled)),
            Measure.ONE_WILD: Action(size, points_action(block, rules, one_wild)),
            Measure.LOOK_UP: Action(size, look_up),
            Measure.JOIN: Action(size, join),
        }

    def near_complete(self, block: BlockSolver | None) -> dict[Measure, Action]:
        size, solver = self._sizes.near_complete, self._solver
        hands = near_complete_hands(solver, self._workload.deal, hands=size, seed=SEED)
        actions = {Measure.NEAR_COMPLETE: Action(size, lambda: solver.solve(hands))}
        if block is None:
            return actions
        actions[Measure.NEAR_POINTS] = Action(size, points_action(block, self._workload.rules, hands))
        if not block.zero_declares:
            solved = solver.solve(hands)
            asked = np.flatnonzero((solved.points == 0) & (solved.has_lives == 1))
            work, can = make_declare_workspace(block.tables.fronts.shape[1]), np.zeros(size, dtype=np.uint8)
            actions[Measure.CAN_DECLARE] = Action(
                asked.size, lambda: declare_hands(hands, asked, block.tables, block.sets, work, can)
            )
        return actions

    def whole(self) -> dict[Measure, Action]:
        workload, searched = self._workload, self._sizes.searched
        search = search_action(workload.rules, repeated(self._sample, size=searched))
        return {
            Measure.PIPELINE: pipeline(workload, self._sizes.pipeline),
            Measure.SEARCH: Action(searched, search),
        }

    def _block(self, number: int) -> Planes:
        return self._sample.hands(number * BLOCK, (number + 1) * BLOCK)


def actions(workload: DeclareWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of one pack that one thread makes, in the order of the table.

    Left out are the stages where the rules need no block solver, and can-declare where 0 points imply it.
    """
    maker = _Maker(workload, sizes)
    block = workload.tables.block
    made = {**maker.dealing(), **maker.near_complete(block), **maker.whole()}
    if block is not None:
        made |= maker.stages(block)
    return {measure: made[measure] for measure in Measure if measure in made} | distance_actions(workload, sizes)


def _chosen(hands: Planes, wanted: NDArray[np.bool_], *, size: int) -> Planes:
    """Return `size` hands, taken from the wanted ones over and over."""
    return repeated(Planes(*(plane[wanted] for plane in hands)), size=size)
