"""What is timed of distances: dealt hands, and hands to which one card is missing or none."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER
from meldlab.kernels.cards.deal import HandStream
from meldlab.sim.bench.actions import SEED, Action, Measure, Sizes
from meldlab.sim.bench.declare.hands import near_complete_hands
from meldlab.sim.bench.declare.stages import counted
from meldlab.sim.games.declare.block_solver import DeclareSolver
from meldlab.sim.games.declare.distance import DistanceSolver
from meldlab.sim.games.declare.workload import DeclareWorkload

_Counts = tuple[NDArray[np.uint8], NDArray[np.int64]]  # and wild ranks


def distance_actions(workload: DeclareWorkload, sizes: Sizes) -> dict[Measure, Action]:
    """Return the measures of distances; every call takes other hands, as rows that are known once cost less.

    The pool of a hand is the pack without it.
    """
    deal = workload.deal
    solver = DistanceSolver(workload.rules, cards=deal.hand_size, decks=deal.decks)
    pack = np.full(JOKER + 1, deal.decks, dtype=np.uint8)
    pack[JOKER] = deal.decks * deal.printed_jokers

    def dealt() -> _Counts:
        return counted(HandStream(SEED, 0, deal).take(sizes.near_complete))

    def near() -> _Counts:
        made = near_complete_hands(DeclareSolver(workload.tables), deal, hands=sizes.near_complete, seed=SEED)
        counts, wild_ranks = counted(made)
        nearest = solver.distances(counts, pack - counts, wild_ranks) <= 1
        return counts[nearest], wild_ranks[nearest]

    def timed(made: Callable[[], _Counts]) -> Action:
        slices = _slices(made, sizes.searched)

        def call() -> None:
            counts, wild_ranks = next(slices)
            solver.distances(counts, pack - counts, wild_ranks)

        return Action(sizes.searched, call)

    return {Measure.DISTANCE: timed(dealt), Measure.NEAR_DISTANCE: timed(near)}


def _slices(made: Callable[[], _Counts], hands: int) -> Iterator[_Counts]:
    """Give so many hands at a time, over and over; they are made when the first are asked for."""
    counts, wild_ranks = made()
    places = np.resize(np.arange(len(counts)), max(1, len(counts) // hands) * hands)
    while True:
        for place in places.reshape(-1, hands):
            yield counts[place], wild_ranks[place]
