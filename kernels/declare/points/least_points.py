"""Block solver of the `declare` objective: least points of many hands at once, exactly.

The hands of a block are sorted by what they need, and each group goes through loops of its own:

* settled: no cover is possible, or nothing counts without a pure sequence;
* simple: no wilds and too few run cards for two sequences, so every run card is covered;
* no pure sequence: the best cover of the four suits with the hand's wilds (where the rules count it);
* pure: that cover, two lives, and two lives beside one or two sets.

Invariant: `best` never falls, and a choice of sets is evaluated whenever its points plus the lives that the whole
hand could still reach with the wilds left over exceed `best`; taking cards away never raises a cover.
Planes outside the tables (many wilds, dear threefold cards) are returned as leftovers for `search`.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.cards.cards import Planes
from meldlab.kernels.declare.points import state
from meldlab.kernels.declare.points.groups import EACH_SUIT, add_points, classify, run_places, sort_by_group
from meldlab.kernels.declare.points.set_bounds import bound_sets
from meldlab.kernels.declare.points.state import BATCH, BLOCK, CoverRules, Workspace
from meldlab.kernels.declare.points.suit_batch import Batch, join_suits, look_up
from meldlab.kernels.declare.points.suit_tables import LANES, SuitTables
from meldlab.kernels.declare.set_choices import SetRules, list_rank, take
from meldlab.kernels.jit import bare_kernel, helper


@bare_kernel
def _load(hands: Planes, members: NDArray[np.int64], wilds: int, rules: CoverRules, batch: Batch) -> None:
    """Copy the hands of a group into `batch`, wild-rank cards apart."""
    once_planes, twice_planes, thrice_planes, wild_ranks = hands.once, hands.twice, hands.thrice, hands.wild_ranks
    once_out, twice_out, thrice_out = batch.once, batch.twice, batch.thrice
    wild_once, wild_twice, wild_thrice = batch.wild_once, batch.wild_twice, batch.wild_thrice
    wild_rank, put_back = batch.wild_rank, batch.put_back
    inner, around, folded = rules.inner, rules.around, rules.folded
    all_matter = wilds >= rules.all_wilds_from
    for z in range(members.size):
        i = members[z]
        wild = EACH_SUIT << wild_ranks[i]
        once, twice, thrice = once_planes[i], twice_planes[i], thrice_planes[i]
        once_out[z], twice_out[z], thrice_out[z] = once & ~wild, twice & ~wild, thrice & ~wild
        wild_once[z], wild_twice[z], wild_thrice[z] = once & wild, twice & wild, thrice & wild
        wild_rank[z] = wild_ranks[i]
        # With fewer wilds no limit binds and no run is all wilds: in its own place a wild is as good as a joker,
        # except that it may make a run pure.
        matters = once & wild
        if not all_matter:
            matters &= run_places(once, inner, around, folded)
        put_back[z] = matters


@bare_kernel
def _flush(queued: int, wilds: int, tables: SuitTables, work: Workspace) -> None:
    """Evaluate the queued hands (their sets already taken out) and raise `best` of the hands they come from."""
    look_up(work.queue, queued, tables.fronts.shape[1], tables)
    join_suits(work.queue, queued, wilds, tables.fronts.shape[1], tables.pairs, 1 << tables.lives)
    values = work.queue.joined[1]
    best, queue_hand, queue_lane, queue_points = work.best, work.queue_hand, work.queue_lane, work.queue_points
    lives = tables.lives
    for q in range(queued):
        z = queue_hand[q]
        best[z] = max(best[z], queue_points[q] + np.int64(values[lives, queue_lane[q], q]))


@helper
def _list_promising(z: int, wilds: int, sets: SetRules, work: Workspace) -> int:
    """List the choices of sets that hand `z` of `work.batch` may gain by; return how many there are."""
    once, twice, thrice = work.batch.once[z], work.batch.twice[z], work.batch.thrice[z]
    promising, wanted = work.bounds.any_wanted[z], work.bounds.wanted
    listed = 0
    while promising != ZERO:
        bit = promising & (ZERO - promising)
        promising ^= bit
        sizes = 0
        for naturals in range(sets.fewest_naturals, sets.most_naturals + 1):
            if sets.fewest_wilds[naturals] <= wilds and wanted[naturals, z] & bit != ZERO:
                sizes |= 1 << naturals
        rank = int(popcount(bit - ONE))
        listed = list_rank(once, twice, thrice, rank, sizes, wilds, listed, sets, work.choices)
    return listed


@helper
def _enqueue(place: int, z: int, once: np.uint64, twice: np.uint64, thrice: np.uint64, work: Workspace) -> None:
    """Put what sets leave of hand `z` of `work.batch` into the queue."""
    batch, queue = work.batch, work.queue
    queue.once[place], queue.twice[place], queue.thrice[place] = once, twice, thrice
    queue.wild_once[place], queue.wild_twice[place] = batch.wild_once[z], batch.wild_twice[z]
    queue.wild_thrice[place] = batch.wild_thrice[z]
    queue.put_back[place], queue.wild_rank[place] = batch.put_back[z], batch.wild_rank[z]
    work.queue_hand[place] = z


@bare_kernel
def _raise_by_sets(
    members: int,
    wilds: int,
    values: NDArray[np.int16],
    rules: CoverRules,
    tables: SuitTables,
    sets: SetRules,
    work: Workspace,
) -> None:
    """Raise `best` of the hands in `work.batch` by two lives beside one or two sets."""
    lives, batch, best_of, choices = tables.lives, work.batch, work.best, work.choices
    bound_sets(batch.once, batch.twice, batch.thrice, members, wilds, values, lives, best_of, sets, work.bounds)
    chosen, any_wanted, members_total = batch.chosen, work.bounds.any_wanted, work.members_total
    promising_hands = 0
    for z in range(members):
        chosen[promising_hands] = z
        needs_sets = (any_wanted[z] != ZERO) & (values[lives, wilds, z] >= 0) & (best_of[z] < members_total[z])
        promising_hands += int(needs_sets)
    queued = 0
    for p in range(promising_hands):
        z = chosen[p]
        best = best_of[z]
        once, twice, thrice = batch.once[z], batch.twice[z], batch.thrice[z]
        for x in range(_list_promising(z, wilds, sets, work)):
            for y in range(-1, x + 1):  # two sets may hold equal cards: y = x
                spent = choices.wilds[x]
                points = choices.points[x]
                if y >= 0:
                    spent += choices.wilds[y]
                    points += choices.points[y]
                if spent > wilds or points + np.int64(values[lives, wilds - spent, z]) <= best:
                    continue
                held_all, left_once, left_twice, left_thrice = take(once, twice, thrice, choices.planes, x)
                if y >= 0:
                    held_all, left_once, left_twice, left_thrice = take(
                        left_once, left_twice, left_thrice, choices.planes, y
                    )
                    if not held_all:
                        continue
                pure = run_places(left_once | batch.wild_once[z], rules.inner, rules.around, rules.folded) != ZERO
                if not pure and (rules.identical == 0 or (left_thrice | batch.wild_thrice[z]) == ZERO):
                    continue
                _enqueue(queued, z, left_once, left_twice, left_thrice, work)
                work.queue_lane[queued], work.queue_points[queued] = wilds - spent, points
                queued += 1
                if queued == BATCH:
                    _flush(queued, wilds, tables, work)
                    queued = 0
    if queued > 0:
        _flush(queued, wilds, tables, work)


@bare_kernel
def _settle_simple(hands: Planes, members: NDArray[np.int64], rules: CoverRules, points: NDArray[np.int64]) -> None:
    once, value_bits = hands.once, rules.value_bits
    inner, around, folded = rules.inner, rules.around, rules.folded
    for i in members:
        places = run_places(once[i], inner, around, folded)
        for bit in range(value_bits.size):
            points[i] -= np.int64(popcount(places & value_bits[bit]) << U(bit))


@bare_kernel
def _settle_impure(
    hands: Planes,
    members: NDArray[np.int64],
    wilds: int,
    rules: CoverRules,
    tables: SuitTables,
    work: Workspace,
    points: NDArray[np.int64],
) -> None:
    _load(hands, members, wilds, rules, work.batch)
    look_up(work.batch, members.size, 1, tables)
    join_suits(work.batch, members.size, wilds, 1, tables.pairs[:1], 1)
    values = work.batch.joined[1]
    for z in range(members.size):
        points[members[z]] -= np.int64(values[0, wilds, z])


@bare_kernel
def _settle_pure(
    hands: Planes,
    members: NDArray[np.int64],
    wilds: int,
    rules: CoverRules,
    tables: SuitTables,
    sets: SetRules,
    work: Workspace,
    limits: NDArray[np.int64],
    points: NDArray[np.int64],
    has_lives: NDArray[np.uint8],
) -> None:
    size = members.size
    classes = tables.fronts.shape[1]
    _load(hands, members, wilds, rules, work.batch)
    look_up(work.batch, size, classes, tables)
    needed = (1 << tables.lives) | (1 << tables.pure) | 1
    join_suits(work.batch, size, wilds, classes, tables.pairs, needed)
    values = work.batch.joined[1]
    total, best, members_total = work.total, work.best, work.members_total
    lives, pure = tables.lives, tables.pure
    for z in range(size):
        best[z] = max(np.int64(0), np.int64(values[lives, wilds, z]))
        if rules.without_lives == state.ANY_RUN:
            best[z] = max(best[z], np.int64(values[0, wilds, z]))
        elif rules.without_lives == state.WITH_PURE:
            best[z] = max(best[z], np.int64(values[pure, wilds, z]))
        members_total[z] = total[members[z]]
        best[z] = max(best[z], members_total[z] - limits[members[z]])  # arrangements that cover less are not sought
        has_lives[members[z]] = 1 if values[lives, wilds, z] >= 0 else 0
    _raise_by_sets(size, wilds, values, rules, tables, sets, work)
    for z in range(size):
        points[members[z]] -= best[z]


@bare_kernel
def solve_block(
    hands: Planes,
    rules: CoverRules,
    tables: SuitTables,
    sets: SetRules,
    work: Workspace,
    limits: NDArray[np.int64],
    points: NDArray[np.int64],
    has_lives: NDArray[np.uint8],
) -> int:
    """Write least points (before the cap is put on) and the has-lives flag of at most `BLOCK` hands.

    Where the least points are not below `limits`, the points written are not below them either, but may be fewer than
    the least: whoever looks for a better hand than one that is known need not know how much worse the others are.

    Returns
    -------
    int
        How many hands are left over; their positions are the last entries of ``work.order[:n]``.
    """
    size = hands.once.size
    total = work.total[:size]
    for i in range(size):
        total[i] = 0
    add_points(hands.once, hands.wild_ranks, rules.value_bits, total)
    add_points(hands.twice, hands.wild_ranks, rules.value_bits, total)
    add_points(hands.thrice, hands.wild_ranks, rules.value_bits, total)
    classify(hands, rules, total, work.group)
    sort_by_group(work.group, size, work.first, work.order)
    for i in range(size):
        points[i] = total[i]
        has_lives[i] = 0
    if rules.without_lives != state.NOTHING:
        _settle_simple(hands, work.order[work.first[state.SIMPLE] : work.first[state.SIMPLE + 1]], rules, points)
    for wilds in range(LANES):
        stop = work.first[state.IMPURE + wilds + 1]
        for start in range(work.first[state.IMPURE + wilds], stop, BATCH):
            members = work.order[start : min(start + BATCH, stop)]
            _settle_impure(hands, members, wilds, rules, tables, work, points)
        stop = work.first[state.PURE + wilds + 1]
        for start in range(work.first[state.PURE + wilds], stop, BATCH):
            members = work.order[start : min(start + BATCH, stop)]
            _settle_pure(hands, members, wilds, rules, tables, sets, work, limits, points, has_lives)
    return int(size - work.first[state.LEFTOVER])


@bare_kernel
def solve_hands(
    hands: Planes,
    rules: CoverRules,
    tables: SuitTables,
    sets: SetRules,
    work: Workspace,
    limits: NDArray[np.int64],
    points: NDArray[np.int64],
    has_lives: NDArray[np.uint8],
    leftover: NDArray[np.int64],
) -> int:
    """Solve any number of hands as `solve_block` does; return how many positions were written to `leftover`."""
    left = 0
    for start in range(0, hands.once.size, BLOCK):
        stop = min(start + BLOCK, hands.once.size)
        block = Planes(
            hands.once[start:stop],
            hands.twice[start:stop],
            hands.thrice[start:stop],
            hands.jokers[start:stop],
            hands.wild_ranks[start:stop],
        )
        over = solve_block(
            block, rules, tables, sets, work, limits[start:stop], points[start:stop], has_lives[start:stop]
        )
        for i in range(stop - start - over, stop - start):
            leftover[left] = start + work.order[i]
            left += 1
    return left
