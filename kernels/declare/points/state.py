"""Rule numbers, groups and scratch arrays of the block solver of `declare` games."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.points.set_bounds import SetBounds, make_set_bounds
from meldlab.kernels.declare.points.suit_batch import Batch, make_batch
from meldlab.kernels.declare.points.suit_tables import LANES
from meldlab.kernels.declare.set_choices import SetChoices, make_set_choices

BLOCK = 32768  # hands sorted together: large enough that rare groups are not nearly empty
BATCH = 512  # hands solved together: small enough that their words stay in the first-level cache
PADDING = 8  # without it the rows of a batch lie 4096 bytes apart and push each other out of the cache

# what counts in an arrangement without two lives
NOTHING, ANY_RUN, WITH_PURE = range(3)

# groups of hands; IMPURE and PURE are followed by one group for each number of wilds
SETTLED, SIMPLE, IMPURE = range(3)
PURE = IMPURE + LANES
LEFTOVER = PURE + LANES
GROUPS = LEFTOVER + 1


class CoverRules(NamedTuple):
    """Rule numbers of the block solver beside its tables."""

    inner: np.uint64  # cards that keep their own place in a window (no aces when they are high only)
    around: np.uint64  # cards that may also stand behind the king
    folded: np.uint64  # the places behind the king, moved down by 13
    identical: int
    simple: int  # 1 when a group of fewer than six run cards is always covered whole
    without_lives: int
    all_wilds_from: int  # from this number of wilds on, natural wilds matter outside pure runs too
    value_bits: NDArray[np.uint64]  # shape (6,), cards whose points have this bit
    dearest_card: int


class Workspace(NamedTuple):
    """Scratch arrays of one thread."""

    total: NDArray[np.int64]  # shape (BLOCK,), points of all naturals that are not wild
    group: NDArray[np.int64]
    best: NDArray[np.int64]  # of the group in `batch`
    members_total: NDArray[np.int64]
    order: NDArray[np.int64]  # hands sorted by group
    first: NDArray[np.int64]  # shape (GROUPS + 1,), where each group begins in `order`
    batch: Batch
    queue: Batch
    queue_hand: NDArray[np.int64]
    queue_lane: NDArray[np.int64]
    queue_points: NDArray[np.int64]
    choices: SetChoices
    bounds: SetBounds


def make_workspace(classes: int) -> Workspace:
    """Return the scratch arrays that one thread needs (about 5 MB)."""

    def numbers(size: int = BLOCK) -> NDArray[np.int64]:
        return np.zeros(size, dtype=np.int64)

    return Workspace(
        total=numbers(),
        group=numbers(),
        best=numbers(),
        members_total=numbers(),
        order=numbers(),
        first=numbers(GROUPS + 1),
        batch=make_batch(classes, BATCH + PADDING),
        queue=make_batch(classes, BATCH + PADDING),
        queue_hand=numbers(BATCH),
        queue_lane=numbers(BATCH),
        queue_points=numbers(BATCH),
        choices=make_set_choices(),
        bounds=make_set_bounds(BATCH + PADDING),
    )
