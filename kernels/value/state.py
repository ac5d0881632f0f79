"""The arrays in which a hand of a `value` game is solved."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.value.rules import PLACES, SUITS

MOST_JOKERS = 8
MOST_TWOS = 8
MOST_FULL_RUNS = 8
MOST_RUNS = (1 << PLACES) * (PLACES + 1) - PLACES * (1 << PLACES - 1)  # naturals, and wild cards beside them
MOST_ROWS = SUITS * 3**PLACES
_MOST_WILDS = MOST_JOKERS + MOST_TWOS

#: No arrangement; small enough that sums of a few stay below every real figure.
NONE = -(1 << 40)
HALF_NONE = NONE // 2

# columns of `Workspace.full`
FULL_SUIT = 0
FULL_NATURALS = 1  # bits: places held by naturals
FULL_OWN = 2  # twos of the run's suit
FULL_OTHER = 3  # other twos
FULL_JOKERS = 4
FULL_GAIN = 5  # of this run and those before it
FULL_COLUMNS = 6


# columns of `Workspace.seats`
SEAT_PLACE, SEAT_COPIES, SEAT_STRIDE = range(3)

# columns of `Workspace.runs_held`
RUN_NATURALS = 0  # bits by place
RUN_WILDS = 1
RUN_STEP = 2  # rows of the front that its naturals are worth
RUN_GAIN = 3

# cells of `Workspace.result`
BEST, FULL_RUNS, ANY_MELD, ORDERED, LOOKS_AHEAD = range(5)


class Workspace(NamedTuple):
    """Scratch arrays for one hand; used by one thread at a time."""

    held: NDArray[np.int64]  # (12, 4) copies of each natural
    twos: NDArray[np.int64]  # (4,)
    stride: NDArray[np.int64]  # (12, 4) how far a taken copy moves in its suit's front; 0: no run can use the card
    free: NDArray[np.int64]  # (12,) naturals of the rank that no run can use
    base: NDArray[np.int64]  # (4,) first row of the suit's front
    rows: NDArray[np.int64]  # (4,) rows of it
    contested: NDArray[np.int64]  # (12,) naturals of the rank in `left`
    seats: NDArray[np.int64]  # (13, 3) cards of a suit that may lie in a run: place, copies, stride
    digits: NDArray[np.int64]  # (13,) odometer over them
    runs_held: NDArray[np.int64]  # (MOST_RUNS, 4) runs of a suit's cards
    first_run: NDArray[np.int64]  # (14,) where those begin whose lowest natural lies at a seat
    front: NDArray[np.int64]  # flat: best runs of each holding for each number of wilds, then the best of all
    joined: NDArray[np.int64]  # (13, 9, 9) sets so far, by jokers and twos
    ahead: NDArray[np.int32]  # flat: best of a row when the ranks still to come may lay any of their cards in sets
    rest: NDArray[np.int64]  # (13, 17) bound on the sets of the ranks still to come, by the wild cards in them
    extra: NDArray[np.int64]  # (13, 17) the same beyond what their naturals are worth laid anywhere
    laid: NDArray[np.int64]  # (17,) best sets so far for each number of wild cards, these discounted
    order: NDArray[np.int64]  # (12,) ranks in the order they are decided
    turn: NDArray[np.int64]  # (12,) number of the choice tried at each depth
    taken: NDArray[np.int64]  # (12, 4) contested naturals taken by sets
    row: NDArray[np.int64]  # (13, 4) row of each suit after the choices so far
    left: NDArray[np.int64]  # (12, 4) contested naturals outside full runs
    runs: NDArray[np.int64]  # (2, 17) join of the suits
    full: NDArray[np.int64]  # (9, FULL_COLUMNS) full runs chosen
    best_taken: NDArray[np.int64]  # (12, 4) as `taken`, in the best arrangement
    best_full: NDArray[np.int64]  # (9, FULL_COLUMNS)
    result: NDArray[np.int64]  # (5,) best gain, full runs in it, any meld held, ranks in `order`, `ahead` is filled


def make_workspace(front_words: int = 1 << 15) -> Workspace:
    """Return fresh arrays; `front_words` as `front_words_needed` says for the hands to come."""

    def whole(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    return Workspace(
        held=whole(PLACES, SUITS),
        twos=whole(SUITS),
        stride=whole(PLACES, SUITS),
        free=whole(PLACES),
        base=whole(SUITS),
        rows=whole(SUITS),
        contested=whole(PLACES),
        seats=whole(PLACES + 1, 3),
        digits=whole(PLACES + 1),
        runs_held=whole(MOST_RUNS, 4),
        first_run=whole(PLACES + 2),
        front=whole(front_words),
        joined=whole(PLACES + 1, MOST_JOKERS + 1, MOST_TWOS + 1),
        ahead=np.zeros((PLACES + 1) * min(front_words // 2, MOST_ROWS), dtype=np.int32),
        rest=whole(PLACES + 1, _MOST_WILDS + 1),
        extra=whole(PLACES + 1, _MOST_WILDS + 1),
        laid=whole(_MOST_WILDS + 1),
        order=whole(PLACES),
        turn=whole(PLACES),
        taken=whole(PLACES, SUITS),
        row=whole(PLACES + 1, SUITS),
        left=whole(PLACES, SUITS),
        runs=whole(2, _MOST_WILDS + 1),
        full=whole(MOST_FULL_RUNS + 1, FULL_COLUMNS),
        best_taken=whole(PLACES, SUITS),
        best_full=whole(MOST_FULL_RUNS + 1, FULL_COLUMNS),
        result=whole(5),
    )


def front_words_needed(counts: NDArray[np.uint8]) -> int:
    """Return how long `Workspace.front` must be for a hand, counts uint8 of shape (53,)."""
    copies = counts[:52].reshape(SUITS, 13).astype(np.int64)
    wilds = int(copies[:, 1].sum()) + int(counts[52])
    copies[:, 1] = 0
    return int((copies + 1).prod(axis=1).sum()) * (wilds + 2)
