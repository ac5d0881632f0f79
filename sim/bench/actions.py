"""What is timed for one pack: every measure as a call without arguments and the hands it handles."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from meldlab.kernels.cards.cards import Planes, empty_planes
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.cards.deal_rules import DealRules
from meldlab.kernels.cards.deal_scalar import scalar_dealer
from meldlab.kernels.cards.stream import Stream, lane_states
from meldlab.sim.counting.outcomes import Workload
from meldlab.sim.counting.tally import TallyBuilder
from meldlab.sim.simulate.chunk_job import SLICE_DEALS

SEED = 1


class Measure(StrEnum):
    """The measures in the order of the table; the values are what the table calls them."""

    SCALAR_DEAL = "deal, one by one"
    VECTOR_DEAL = "deal, vector lanes"
    DEAL_AND_POINTS = "deal + exact points"
    POINTS = "exact points"
    SORT = "- of hands without a cover"
    ONE_WILD = "- of hands with a pure run, 1 wild"
    LOOK_UP = "- - suits looked up"
    JOIN = "- - suits joined"
    DEADWOOD = "deadwood"
    DEAL_AND_DEADWOOD = "deal + deadwood + histogram"
    DEAL_AND_VALUE = "deal + value"
    DEAL_AND_CAN_GO_DOWN = "deal + can-go-down"
    DEAL_AND_POINTS_LEFT = "deal + least points left"
    DISTANCE = "distance"
    NEAR_POINTS = "near-complete: points"
    CAN_DECLARE = "near-complete, 0 points: can-declare"
    NEAR_COMPLETE = "near-complete: all figures"
    NEAR_DISTANCE = "near-complete, 0 or 1: distance"
    FEATURES = "features"
    PIPELINE = "whole pipeline"
    SEARCH = "search"
    TWO_THREADS = "whole pipeline, two threads"


class Sizes(NamedTuple):
    """Hands a call; blocks are those of the block solver."""

    blocks: int
    near_complete: int
    pipeline: int
    searched: int


class Action(NamedTuple):
    """A call to be timed, and how many hands it handles."""

    hands: int
    call: Callable[[], object]


class Dealing:
    """Blocks of hands dealt from one pack into the same room, so that they stay in the processor's cache.

    Parameters
    ----------
    deal : DealRules
    blocks : int
        Blocks of a measure.
    size : int
        Hands of a block.
    """

    def __init__(self, deal: DealRules, *, blocks: int, size: int) -> None:
        self._deal, self._blocks, self._size = deal, blocks, size
        self.room = empty_planes(size)
        self._stream = HandStream(SEED, 0, deal)

    def take(self) -> Planes:
        """Return the next block, in the room of the last one."""
        return self._stream.take(self._size, self.room)

    def sample(self) -> Planes:
        """Return the first hands of the pack, as many as a measure takes."""
        return HandStream(SEED, 0, self._deal).take(self._blocks * self._size)

    def each_block(self, call: Callable[[int], object]) -> Action:
        """Return the measure of a call that handles one block, by its number."""

        def repeat() -> None:
            for number in range(self._blocks):
                call(number)

        return Action(self._blocks * self._size, repeat)

    def measures(self) -> dict[Measure, Action]:
        """Return the measures of dealing alone."""
        scalar, state = scalar_dealer(self._deal.decks), lane_states(SEED, Stream.HANDS, 0, 1)
        return {
            Measure.SCALAR_DEAL: self.each_block(lambda number: scalar(state, self._deal, self.room)),
            Measure.VECTOR_DEAL: self.each_block(lambda number: self.take()),
        }


def pipeline(workload: Workload, deals: int) -> Action:
    """Return the measure of a whole simulation in one thread: dealt, solved, counted."""

    def simulated() -> None:
        stream, builder = workload.stream(0), TallyBuilder(workload.columns, deals)
        while builder.deals < deals:
            part = min(SLICE_DEALS, deals - builder.deals)
            builder.add(stream.take(part), part)
        builder.finish()

    return Action(deals, simulated)
