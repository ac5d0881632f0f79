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
from meldlab.kernels.jit import bare_kernel


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


@bare_kernel
def _with_sets(
    members: int,
    wilds: int,
    values: NDArray[np.int16],
    rules: CoverRules,
    tables: SuitTables,
    sets: SetRules,
    work: Workspace,
) -> None:
    """Raise `best` of the hands in `work.batch` by two lives beside one or two sets."""
    lives = tables.lives
    best_of, members_total = work.best, work.members_total
    batch_once, batch_twice, batch_thrice = work.batch.once, work.batch.twice, work.batch.thrice
    wild_once, wild_twice, wild_thrice = work.batch.wild_once, work.batch.wild_twice, work.batch.wild_thrice
    put_back, wild_rank = work.batch.put_back, work.batch.wild_rank
    queue_once, queue_twice, queue_thrice = work.queue.once, work.queue.twice, work.queue.thrice
    queue_wild_once, queue_wild_twice, queue_wild_thrice = (
        work.queue.wild_once,
        work.queue.wild_twice,
        work.queue.wild_thrice,
    )
    queue_put_back, queue_wild_rank = work.queue.put_back, work.queue.wild_rank
    queue_hand, queue_lane, queue_points = work.queue_hand, work.queue_lane, work.queue_points
    choice_planes, choice_wilds, choice_points = work.choices.planes, work.choices.wilds, work.choices.points
    fewest_wilds, fewest_naturals, most_naturals = sets.fewest_wilds, sets.fewest_naturals, sets.most_naturals
    inner, around, folded, identical = rules.inner, rules.around, rules.folded, rules.identical
    distinct, identical_fewest, set_points = sets.distinct_suits, sets.identical_fewest, sets.points
    subsets, subset_counts = sets.subsets, sets.subset_counts
    any_wanted, wanted = work.bounds.any_wanted, work.bounds.wanted
    bound_sets(batch_once, batch_twice, batch_thrice, members, wilds, values, lives, best_of, sets, work.bounds)
    chosen = work.batch.chosen
    promising_hands = 0
    for z in range(members):
        chosen[promising_hands] = z
        needs_sets = (any_wanted[z] != ZERO) & (values[lives, wilds, z] >= 0) & (best_of[z] < members_total[z])
        promising_hands += int(needs_sets)
    queued = 0
    for p in range(promising_hands):
        z = chosen[p]
        best = best_of[z]
        once, twice, thrice = batch_once[z], batch_twice[z], batch_thrice[z]
        listed = 0
        promising = any_wanted[z]
        while promising != ZERO:
            bit = promising & (ZERO - promising)
            promising ^= bit
            sizes = 0
            for naturals in range(fewest_naturals, most_naturals + 1):
                if fewest_wilds[naturals] <= wilds and wanted[naturals, z] & bit != ZERO:
                    sizes |= 1 << naturals
            rank = int(popcount(bit - ONE))
            listed = list_rank(
                once,
                twice,
                thrice,
                rank,
                sizes,
                wilds,
                distinct,
                fewest_wilds,
                identical_fewest,
                set_points[rank],
                subsets,
                subset_counts,
                listed,
                choice_planes,
                choice_wilds,
                choice_points,
            )
        for x in range(listed):
            for y in range(-1, x + 1):  # two sets may hold equal cards: y = x
                spent = choice_wilds[x]
                points = choice_points[x]
                if y >= 0:
                    spent += choice_wilds[y]
                    points += choice_points[y]
                if spent > wilds or points + np.int64(values[lives, wilds - spent, z]) <= best:
                    continue
                held_all, left_once, left_twice, left_thrice = take(once, twice, thrice, choice_planes, x)
                if y >= 0:
                    held_all, left_once, left_twice, left_thrice = take(
                        left_once, left_twice, left_thrice, choice_planes, y
                    )
                    if not held_all:
                        continue
                pure = run_places(left_once | wild_once[z], inner, around, folded) != ZERO
                if not pure and (identical == 0 or (left_thrice | wild_thrice[z]) == ZERO):
                    continue
                queue_once[queued], queue_twice[queued], queue_thrice[queued] = left_once, left_twice, left_thrice
                queue_wild_once[queued], queue_wild_twice[queued] = wild_once[z], wild_twice[z]
                queue_wild_thrice[queued] = wild_thrice[z]
                queue_put_back[queued], queue_wild_rank[queued] = put_back[z], wild_rank[z]
                queue_hand[queued], queue_lane[queued], queue_points[queued] = z, wilds - spent, points
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
    _with_sets(size, wilds, values, rules, tables, sets, work)
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
