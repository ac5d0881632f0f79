"""Exact solver for one hand of a `declare` game: depth-first, no tables, any rules, and the arrangement itself.

`search_points` answers for one hand and can be called from other kernels, `search_many` for many; `search_goal` also
records arrangements.  How the search goes about it is told in `search_tree`, what it is asked in `search_goals`.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.search import state
from meldlab.kernels.declare.search.meld_list import list_melds
from meldlab.kernels.declare.search.state import NO, PRINTED, RANKS, SUITS, YES, Workspace
from meldlab.kernels.declare.search.tree import EXACT, LIVES_ONLY, MIN_PURE, MIN_SEQUENCES, WINDOW, descend
from meldlab.kernels.jit import kernel


@kernel
def _set_up(counts: NDArray[np.uint8], wild_rank: int, rules: DeclareRules, work: Workspace) -> tuple[int, int, int]:
    """Return (wild cards, heads that cost points, all heads) and fill `heads`, `value` and `position`."""
    wilds = NO + counts[PRINTED]
    plain = 0
    for index in range(RANKS):
        rank = work.rank_order[index]
        for suit in range(SUITS):
            card = suit * RANKS + rank
            work.kinds[card, state.POINTS] = 0 if rank == wild_rank else rules.points[rank]
            if counts[card] and rank != wild_rank:
                work.heads[plain] = card
                work.kinds[card, state.POSITION] = plain
                plain += 1
    total = plain
    if wild_rank >= 0:
        for suit in range(SUITS):
            card = suit * RANKS + wild_rank
            if counts[card]:
                wilds += counts[card]
                work.heads[total] = card
                work.kinds[card, state.POSITION] = total
                total += 1
    work.kinds[PRINTED, state.POINTS] = 0
    work.heads[total] = PRINTED  # groups of jokers alone, where the rules allow them
    work.kinds[PRINTED, state.POSITION] = total
    return wilds, plain, total + 1


@kernel
def _restore(counts: NDArray[np.uint8], wilds: int, work: Workspace) -> None:
    for card in range(PRINTED):
        work.kinds[card, state.REMAINING] = counts[card]
    work.kinds[PRINTED, state.REMAINING] = wilds


@kernel
def _weigh(work: Workspace, goal: NDArray[np.int64], plain: int, total: int) -> None:
    """Set what a loose card costs: its points, or 1 where none may stay loose, or nothing where only lives count."""
    for index in range(total):
        card = work.heads[index]
        if goal[LIVES_ONLY]:
            work.kinds[card, state.WEIGHT] = 0
        elif goal[EXACT]:
            work.kinds[card, state.WEIGHT] = 1 if index < plain else 0
        else:
            work.kinds[card, state.WEIGHT] = work.kinds[card, state.POINTS]


@kernel
def _declaration(
    counts: NDArray[np.uint8], wild_rank: int, rules: DeclareRules, work: Workspace, wilds: int, plain: int, total: int
) -> bool:
    """Return whether the whole hand can be grouped (D1-D4); the arrangement is recorded."""
    _restore(counts, wilds, work)
    list_melds(rules, work, wild_rank, wilds, YES, work.splits, YES)
    _weigh(work, work.declare_goal, plain, total)
    cost, _ = descend(rules, work.declare_goal, work, wilds, plain, total, YES, NO)
    return cost == 0


@kernel
def search_points(
    counts: NDArray[np.uint8], wild_rank: int, rules: DeclareRules, work: Workspace
) -> tuple[int, int, int]:
    """Return (points, can_declare, has_lives) of one hand, exactly, for any rules.

    Callable from other kernels.

    Parameters
    ----------
    counts : uint8, shape (53,)
        Copies of each card; 26 cards at most.
    wild_rank : int
        0..12, or -1 when the deal has no wild rank.
    rules : DeclareRules
    work : Workspace
        Made for the same rules by `make_workspace`, used by one thread at a time.

    Returns
    -------
    points : int
        Least points over all arrangements, the cap applied (Indian rules, 3.4).
    can_declare : int
        1 when all cards can be grouped with D1-D4 (3.3); 0 points do not imply it.
    has_lives : int
        1 when some arrangement meets D2 and D3, whatever happens to the other cards.
    """
    wilds, plain, total = _set_up(counts, wild_rank, rules, work)
    _restore(counts, wilds, work)
    points = 0
    for index in range(plain):
        card = work.heads[index]
        points += counts[card] * work.kinds[card, state.POINTS]
    list_melds(rules, work, wild_rank, wilds, work.padding, work.splits, NO)

    _weigh(work, work.lives_goal, plain, total)
    cost, _ = descend(rules, work.lives_goal, work, wilds, plain, total, YES, NO)
    has_lives = cost == 0

    points = min(points, rules.points_cap)
    for index in range(work.goals.shape[0]):
        goal = work.goals[index]
        lives_asked = goal[MIN_PURE] >= rules.min_pure and goal[MIN_SEQUENCES] >= rules.min_sequences
        lives_asked = lives_asked and goal[WINDOW] >= work.lives_goal[WINDOW]
        if has_lives or not lives_asked:
            _weigh(work, goal, plain, total)
            points, _ = descend(rules, goal, work, wilds, plain, total, points, NO)

    declared = False
    if has_lives and (points == 0 or not work.zero_when_declared):
        declared = _declaration(counts, wild_rank, rules, work, wilds, plain, total)
    return points, int(declared), int(has_lives)


@kernel
def search_block(
    counts: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    rules: DeclareRules,
    work: Workspace,
    points: NDArray[np.int64],
    can_declare: NDArray[np.uint8],
    has_lives: NDArray[np.uint8],
) -> None:
    """Write the three figures of `search_points` for each row of `counts`; shapes (hands, 53) and (hands,)."""
    for hand in range(counts.shape[0]):
        figures = search_points(counts[hand], wild_ranks[hand], rules, work)
        points[hand] = figures[0]
        can_declare[hand] = figures[1]
        has_lives[hand] = figures[2]


@kernel
def search_goal(
    counts: NDArray[np.uint8],
    wild_rank: int,
    rules: DeclareRules,
    work: Workspace,
    goal: NDArray[np.int64],
    limit: int,
    keep_ties: int,
) -> tuple[int, int]:
    """Return (least cost, arrangements of that cost met) for one goal and record them in ``work.found``.

    Parameters
    ----------
    goal : int64, shape (fields of Goal,)
        A row of ``work.goals``, or ``work.declare_goal`` (cost 0: all cards grouped).
    limit : int
        Only smaller costs count; when there is none, `limit` and 0 are returned.
    keep_ties : int
        1: costs equal to `limit` count too and every arrangement of the least cost is recorded, until ``found`` is
        full; long runs are listed whole then.  Arrangements that differ only in where an unneeded joker lies are one.
    """
    wilds, plain, total = _set_up(counts, wild_rank, rules, work)
    _restore(counts, wilds, work)
    padding = max(goal[EXACT], work.padding)
    list_melds(rules, work, wild_rank, wilds, padding, NO if keep_ties else work.splits, goal[EXACT])
    _weigh(work, goal, plain, total)
    return descend(rules, goal, work, wilds, plain, total, limit, keep_ties)


@kernel
def fits_one_meld(counts: NDArray[np.uint8], wild_rank: int, rules: DeclareRules, work: Workspace) -> int:
    """Return the kinds of meld that all these cards together can be: bit 0 pure, 1 impure sequence, 2 set (G5)."""
    wilds, plain, _ = _set_up(counts, wild_rank, rules, work)
    _restore(counts, wilds, work)
    needed = NO
    for index in range(plain):
        needed += counts[work.heads[index]]
    kinds = 0
    for meld in range(list_melds(rules, work, wild_rank, wilds, YES, NO, YES)):
        jokers = wilds - work.melds[meld, state.OWN_WILDS]
        whole = work.melds[meld, state.NATURALS] - work.melds[meld, state.OWN_WILDS] == needed
        if whole and work.melds[meld, state.LEAST] <= jokers <= work.melds[meld, state.MOST]:
            kinds |= 1 << work.melds[meld, state.KIND]
    return kinds
