"""The arrays the depth-first search works in: one `Workspace` for each thread, used for any number of hands."""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.rules import GATE_ANY_IMPURE, GATE_PURE_AND_IMPURE, DeclareRules
from meldlab.kernels.declare.search.goals import (
    declare_goal,
    goal_rows,
    lives_goal,
    long_runs_split,
    points_goals,
    unneeded_jokers_matter,
)

KINDS = 53
PRINTED = 52
RANKS = 13
SUITS = 4
MAX_CARDS = 26
MAX_MELDS = 1 << 15  # 26 cards need far fewer: at most 2**13 subsets of a suit, twice for the ace's two places
MAX_FRAMES = KINDS + MAX_CARDS + 2

# Kinds of meld
PURE, IMPURE, SET = range(3)

# Shapes of meld
RUN, IDENTICAL_THREE, SAME_RANK = range(3)

# Columns of Workspace.melds
KIND = 0
SHAPE = 1
SUIT = 2  # runs: 0..3; identical three: the card; sets: the rank
PLACE = 3  # runs: place of the first natural card, 0 = ace, 13 = high ace, further round for circular runs
PATTERN = 4  # runs: bit i is set when the cell PLACE + i holds a natural card; sets: copies taken, a byte for each suit
NATURALS = 5  # natural cards
LEAST = 6  # jokers needed
MOST = 7  # jokers that fit
OWN_WILDS = 8  # wild-rank cards used as themselves: they leave the stock of jokers as well
VALUE = 9  # points of the natural cards
NEXT = 10  # next meld with the same first card
MELD_COLUMNS = 11

# Columns of Workspace.kinds
FIRST = 0  # first and last meld that begin with this card
LAST = 1
POSITION = 2  # place in `heads`
REMAINING = 3  # copies not yet used as themselves
POINTS = 4  # points of a loose copy
WEIGHT = 5  # what a loose copy costs in the question at hand
CHEAPEST = 6  # fewest jokers of a sequence with this card; next column: of any meld
KIND_COLUMNS = 8

# Columns of Workspace.frames
HEAD = 0
UNTRIED = 1  # next meld to try
HELD = 2
LOOSE_COST = 3
FRAME_COLUMNS = 4

# Columns of Workspace.slots
CHOSEN = 0
PLACED = 1  # jokers in it
SLOT_COLUMNS = 2

# Columns of Workspace.found: a chosen meld
ROW_KIND, ROW_SHAPE, ROW_SUIT, ROW_PLACE, ROW_PATTERN, ROW_JOKERS = range(6)
ROW_COLUMNS = 6

NO_MELD = -1

# Numba compiles a function anew for each literal argument; a typed 0 or 1 is no literal.
NO = cast(int, np.int64(0))
YES = cast(int, np.int64(1))


class Workspace(NamedTuple):
    """Scratch arrays of the search; their content between calls means nothing, except for the first block."""

    goals: NDArray[np.int64]  # (goals, fields of Goal): what the points are the minimum over
    lives_goal: NDArray[np.int64]
    declare_goal: NDArray[np.int64]
    rank_order: NDArray[np.int64]  # (13,) ranks, dearest first: cards that cost much are decided first
    splits: int  # long runs need not be looked at
    padding: int  # jokers that a run does not need may matter for the points
    zero_when_declared: int  # a declarable hand has 0 points under these rules

    melds: NDArray[np.int64]  # (MAX_MELDS, MELD_COLUMNS)
    cards: NDArray[np.uint8]  # (MAX_MELDS, MAX_CARDS) natural cards of each meld
    heads: NDArray[np.int64]  # card kinds in the order in which they are decided
    kinds: NDArray[np.int64]  # (53, KIND_COLUMNS)
    reach: NDArray[np.int64]  # (3,) position of the last head with a meld of each kind
    frames: NDArray[np.int64]  # (MAX_FRAMES, FRAME_COLUMNS) the search stack
    slots: NDArray[np.int64]  # (MAX_CARDS + 1, SLOT_COLUMNS) the arrangement being built
    found: NDArray[np.int64]  # (arrangements, MAX_CARDS, ROW_COLUMNS)
    found_sizes: NDArray[np.int64]  # (arrangements,) melds in each


def make_workspace(rules: DeclareRules, *, arrangements: int = 0) -> Workspace:
    """Return fresh scratch arrays for hands under `rules`.

    Parameters
    ----------
    rules : DeclareRules
        The rules the workspace is prepared for; searching other rules with it is wrong.
    arrangements : int
        How many best arrangements can be kept; 0 when only the figures are wanted.
    """

    def whole(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    return Workspace(
        goals=goal_rows(points_goals(rules)),
        lives_goal=goal_rows([lives_goal(rules)])[0],
        declare_goal=goal_rows([declare_goal(rules)])[0],
        rank_order=np.argsort(-rules.points, kind="stable").astype(np.int64),
        splits=int(long_runs_split(rules)),
        padding=int(unneeded_jokers_matter(rules)),
        zero_when_declared=int(rules.set_gate not in (GATE_PURE_AND_IMPURE, GATE_ANY_IMPURE)),
        melds=np.empty((MAX_MELDS, MELD_COLUMNS), dtype=np.int64),
        cards=np.empty((MAX_MELDS, MAX_CARDS), dtype=np.uint8),
        heads=whole(KINDS + 1),
        kinds=whole(KINDS, KIND_COLUMNS),
        reach=whole(3),
        frames=whole(MAX_FRAMES, FRAME_COLUMNS),
        slots=whole(MAX_CARDS + 1, SLOT_COLUMNS),
        found=whole(arrangements, MAX_CARDS, ROW_COLUMNS),
        found_sizes=whole(arrangements),
    )
