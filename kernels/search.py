"""Exact solver for one hand of a `declare` game: depth-first, no tables, any rules, and the arrangement itself.

The natural cards are decided one after the other, dearest first.  The first undecided card either opens one of its
melds or stays loose together with its further copies; equal cards take their melds in the order of the list, so no
arrangement is met twice.  A branch ends when what is loose already reaches the best known figure, counting the cards
that no affordable meld could hold any more.

Wild-rank cards cost nothing when loose, so they wait in one stock with the printed jokers.  One that lies as itself in
its own place (R4) leaves the stock too.  Melds of wild cards alone are tried last, when a sequence is still missing
or, for a declaration, when jokers must be placed.

Search stack: frame `depth` decides card kind ``heads[frame_head]``; ``frame_held`` is what it does at the moment.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare_rules import DeclareRules
from meldlab.kernels.jit import kernel
from meldlab.kernels.meld_list import list_melds
from meldlab.kernels.search_state import (
    CHEAPEST,
    CHOSEN,
    FIRST,
    HEAD,
    HELD,
    IMPURE,
    KIND,
    LEAST,
    LOOSE_COST,
    MOST,
    NATURALS,
    NEXT,
    NO_MELD,
    OWN_WILDS,
    PATTERN,
    PLACED,
    POINTS,
    POSITION,
    PRINTED,
    PURE,
    RANKS,
    REMAINING,
    SET,
    SUITS,
    UNTRIED,
    VALUE,
    WEIGHT,
    Workspace,
    make_workspace,
)

# Numba compiles a function anew for each literal argument; a typed zero is no literal.
_NO = np.int64(0)
_YES = np.int64(1)
_FRESH = -2
_LOOSE = -3

# Columns of a goal row, in the order of Goal's fields
_USE_PURE, _USE_IMPURE, _USE_SETS, _CHARGE_IMPURE, _MIN_PURE, _MIN_SEQUENCES, _MIN_IMPURE = range(7)
_WINDOW, _EXACT, _LIVES_ONLY = 7, 8, 9


@kernel
def _set_up(counts: NDArray[np.uint8], wild_rank: int, rules: DeclareRules, work: Workspace) -> tuple[int, int, int]:
    """Return (wild cards, heads that cost points, all heads) and fill `heads`, `value` and `position`."""
    wilds = np.int64(counts[PRINTED])
    plain = 0
    for index in range(RANKS):
        rank = work.rank_order[index]
        for suit in range(SUITS):
            card = suit * RANKS + rank
            work.kinds[card, POINTS] = 0 if rank == wild_rank else rules.points[rank]
            if counts[card] and rank != wild_rank:
                work.heads[plain] = card
                work.kinds[card, POSITION] = plain
                plain += 1
    total = plain
    if wild_rank >= 0:
        for suit in range(SUITS):
            card = suit * RANKS + wild_rank
            if counts[card]:
                wilds += counts[card]
                work.heads[total] = card
                work.kinds[card, POSITION] = total
                total += 1
    work.kinds[PRINTED, POINTS] = 0
    work.heads[total] = PRINTED  # groups of jokers alone, where the rules allow them
    work.kinds[PRINTED, POSITION] = total
    return wilds, plain, total + 1


@kernel
def _restore(counts: NDArray[np.uint8], wilds: int, work: Workspace) -> None:
    for card in range(PRINTED):
        work.kinds[card, REMAINING] = counts[card]
    work.kinds[PRINTED, REMAINING] = wilds


@kernel
def _lives_pair(
    rules: DeclareRules, goal: NDArray[np.int64], work: Workspace, chosen: int, surplus: int, spare: int
) -> tuple[int, int, int]:
    """Return (slot, slot, jokers to add) of two lives that D3 accepts; the slots are -1 when no pair does.

    `surplus` jokers are free and all melds together have room for `spare`; in an exact question those that do not go
    into the pair must fit elsewhere.
    """
    for later in range(1, chosen):
        for earlier in range(later):
            a, b = work.slots[earlier, CHOSEN], work.slots[later, CHOSEN]
            if work.melds[a, KIND] == SET or work.melds[b, KIND] == SET:
                continue
            if rules.min_pure > 0 and work.melds[a, KIND] != PURE and work.melds[b, KIND] != PURE:
                continue
            least = work.melds[a, LEAST] + work.melds[b, LEAST]
            room = work.melds[a, MOST] + work.melds[b, MOST] - least
            cards = work.melds[a, NATURALS] + work.melds[b, NATURALS] + least
            fewest = max(0, rules.lives_min_cards - cards)
            if goal[_EXACT]:
                fewest = max(fewest, surplus - (spare - room))
            if fewest <= min(min(room, surplus), rules.lives_max_cards - cards):
                return earlier, later, fewest
    return -1, -1, 0


@kernel
def _put_jokers(work: Workspace, slot: int, jokers: int) -> int:
    """Add up to `jokers` to the meld in `slot` as far as it has room; return how many are left over."""
    meld = work.slots[slot, CHOSEN]
    more = min(jokers, work.melds[meld, MOST] - work.slots[slot, PLACED])
    work.slots[slot, PLACED] += more
    return jokers - more


@kernel
def _settle(rules: DeclareRules, goal: NDArray[np.int64], work: Workspace, chosen: int, surplus: int) -> bool:
    """Place jokers for D3 and, in an exact question, all `surplus` ones; return whether that is possible.

    Writes the number of jokers of each chosen meld to ``placed``.
    """
    spare = _NO
    for slot in range(chosen):
        meld = work.slots[slot, CHOSEN]
        work.slots[slot, PLACED] = work.melds[meld, LEAST]
        spare += work.melds[meld, MOST] - work.melds[meld, LEAST]
    if goal[_EXACT] and surplus > spare:
        return False
    first, second = -1, -1
    if goal[_WINDOW]:
        first, second, more = _lives_pair(rules, goal, work, chosen, surplus, spare)
        if first < 0:
            return False
        surplus -= more
        _put_jokers(work, second, _put_jokers(work, first, more))
    if goal[_EXACT]:
        for slot in range(chosen):
            if slot != first and slot != second:
                surplus = _put_jokers(work, slot, surplus)
    return True


@kernel
def _record(work: Workspace, place: int, melds_chosen: int) -> None:
    """Keep the chosen melds as arrangement number `place`."""
    work.found_sizes[place] = melds_chosen
    for slot in range(melds_chosen):
        meld = work.slots[slot, CHOSEN]
        row = work.found[place, slot]
        for column in range(PATTERN + 1):
            row[column] = work.melds[meld, column]
        row[PATTERN + 1] = work.slots[slot, PLACED]


@kernel
def _take(work: Workspace, meld: int) -> bool:
    """Use up the natural cards of `meld`; return whether they were all there (if not, nothing is used)."""
    naturals = work.melds[meld, NATURALS]
    for index in range(naturals):
        card = work.cards[meld, index]
        work.kinds[card, REMAINING] -= 1
        if work.kinds[card, REMAINING] < 0:
            for back in range(index + 1):
                work.kinds[work.cards[meld, back], REMAINING] += 1
            return False
    return True


@kernel
def _must_stay_loose(work: Workspace, head: int, plain: int, wilds: int, with_sets: int, allowed: int) -> int:
    """Return the cost of the undecided cards that no affordable meld can hold; counting stops above `allowed`."""
    cost = 0
    for index in range(head, plain):
        card = work.heads[index]
        if work.kinds[card, REMAINING] > 0 and work.kinds[card, CHEAPEST + with_sets] > wilds:
            cost += work.kinds[card, REMAINING] * work.kinds[card, WEIGHT]
            if cost > allowed:
                break
    return cost


@kernel
def descend(
    rules: DeclareRules,
    goal: NDArray[np.int64],
    work: Workspace,
    wilds: int,
    plain: int,
    total: int,
    limit: int,
    keep_ties: int,
) -> tuple[int, int]:
    """Return the least cost below `limit` of an arrangement that meets `goal` (`limit` if there is none).

    Parameters
    ----------
    wilds, plain, total : int
        Wild cards in hand, heads that cost points, all heads, as `_set_up` gave them.
    limit : int
        Only smaller costs are looked for.
    keep_ties : int
        1: costs equal to `limit` are good too, and every arrangement of the least cost is recorded.

    Returns
    -------
    cost : int
    kept : int
        Arrangements of that cost met (recorded as far as ``found`` has room; without `keep_ties` only the last).
    """
    best, kept = limit, _NO
    pures, impures, sets, chosen, loose = _NO, _NO, _NO, _NO, _NO
    room = work.found_sizes.shape[0]
    depth = 0
    work.frames[0, HEAD] = 0
    work.frames[0, UNTRIED] = work.kinds[work.heads[0], FIRST]
    work.frames[0, HELD] = _FRESH
    while depth >= 0:
        head = work.frames[depth, HEAD]
        held = work.frames[depth, HELD]

        if held == _FRESH:
            while head < total and work.kinds[work.heads[head], REMAINING] == 0:
                head += 1
                if head < total:
                    work.frames[depth, UNTRIED] = work.kinds[work.heads[head], FIRST]
            work.frames[depth, HEAD] = head
            allowed = best - loose - 1 + keep_ties
            sequences_there = (
                pures >= goal[_MIN_PURE] and pures + impures >= goal[_MIN_SEQUENCES] and impures >= goal[_MIN_IMPURE]
            )
            decided = head >= total or goal[_LIVES_ONLY] or (head >= plain and not goal[_EXACT])
            if allowed >= 0 and decided and sequences_there and _settle(rules, goal, work, chosen, wilds):
                if loose < best:
                    best, kept = loose, _NO
                if room and (kept == 0 or keep_ties):
                    if kept < room:
                        _record(work, kept, chosen)
                    kept += 1
                elif kept == 0:
                    kept = 1
                if (best == 0 and not keep_ties) or (keep_ties and kept == room):
                    for slot in range(chosen):
                        meld = work.slots[slot, CHOSEN]
                        for index in range(work.melds[meld, NATURALS]):
                            work.kinds[work.cards[meld, index], REMAINING] += 1
                    return best, kept
                depth -= 1
                continue
            if (
                allowed < 0
                or head >= total
                or (pures < goal[_MIN_PURE] and head > work.reach[PURE])
                or (pures + impures < goal[_MIN_SEQUENCES] and head > max(work.reach[PURE], work.reach[IMPURE]))
                or (impures < goal[_MIN_IMPURE] and head > work.reach[IMPURE])
                or _must_stay_loose(work, head, plain, wilds, goal[_USE_SETS], allowed) > allowed
            ):
                depth -= 1
                continue
        elif held == _LOOSE:
            loose -= work.frames[depth, LOOSE_COST]
            depth -= 1
            continue
        else:
            kind = work.melds[held, KIND]
            pures -= kind == PURE
            impures -= kind == IMPURE
            sets -= kind == SET
            chosen -= 1
            wilds += work.melds[held, LEAST] + work.melds[held, OWN_WILDS]
            if kind == IMPURE and goal[_CHARGE_IMPURE]:
                loose -= work.melds[held, VALUE]
            for index in range(work.melds[held, NATURALS]):
                work.kinds[work.cards[held, index], REMAINING] += 1

        meld = work.frames[depth, UNTRIED]
        while meld != NO_MELD:
            kind = work.melds[meld, KIND]
            allowed_kind = (
                (kind == PURE and goal[_USE_PURE])
                or (kind == IMPURE and goal[_USE_IMPURE])
                or (kind == SET and goal[_USE_SETS] and sets < rules.max_sets)
            )
            affordable = work.melds[meld, LEAST] + work.melds[meld, OWN_WILDS] <= wilds
            if allowed_kind and affordable and _take(work, meld):
                break
            meld = work.melds[meld, NEXT]
        if meld != NO_MELD:
            kind = work.melds[meld, KIND]
            pures += kind == PURE
            impures += kind == IMPURE
            sets += kind == SET
            work.slots[chosen, CHOSEN] = meld
            chosen += 1
            wilds -= work.melds[meld, LEAST] + work.melds[meld, OWN_WILDS]
            if kind == IMPURE and goal[_CHARGE_IMPURE]:
                loose += work.melds[meld, VALUE]
            work.frames[depth, HELD] = meld
            work.frames[depth, UNTRIED] = work.melds[meld, NEXT]
            depth += 1
            work.frames[depth, HEAD] = head
            work.frames[depth, UNTRIED] = meld
        else:
            card = work.heads[head]
            cost = work.kinds[card, REMAINING] * work.kinds[card, WEIGHT]
            loose += cost
            work.frames[depth, HELD] = _LOOSE
            work.frames[depth, LOOSE_COST] = cost
            depth += 1
            work.frames[depth, HEAD] = head + 1
            work.frames[depth, UNTRIED] = work.kinds[work.heads[head + 1], FIRST] if head + 1 < total else NO_MELD
        work.frames[depth, HELD] = _FRESH
    return best, kept


@kernel
def _weigh(work: Workspace, goal: NDArray[np.int64], plain: int, total: int) -> None:
    """Set what a loose card costs: its points, or 1 where none may stay loose, or nothing where only lives count."""
    for index in range(total):
        card = work.heads[index]
        if goal[_LIVES_ONLY]:
            work.kinds[card, WEIGHT] = 0
        elif goal[_EXACT]:
            work.kinds[card, WEIGHT] = 1 if index < plain else 0
        else:
            work.kinds[card, WEIGHT] = work.kinds[card, POINTS]


@kernel
def _declaration(
    counts: NDArray[np.uint8], wild_rank: int, rules: DeclareRules, work: Workspace, wilds: int, plain: int, total: int
) -> bool:
    """Return whether the whole hand can be grouped (D1-D4); the arrangement is recorded."""
    _restore(counts, wilds, work)
    list_melds(rules, work, wild_rank, wilds, _YES, work.splits, _YES)
    _weigh(work, work.declare_goal, plain, total)
    cost, _ = descend(rules, work.declare_goal, work, wilds, plain, total, _YES, _NO)
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
        points += counts[card] * work.kinds[card, POINTS]
    list_melds(rules, work, wild_rank, wilds, work.padding, work.splits, _NO)

    _weigh(work, work.lives_goal, plain, total)
    cost, _ = descend(rules, work.lives_goal, work, wilds, plain, total, _YES, _NO)
    has_lives = cost == 0

    points = min(points, rules.points_cap)
    for index in range(work.goals.shape[0]):
        goal = work.goals[index]
        lives_asked = goal[_MIN_PURE] >= rules.min_pure and goal[_MIN_SEQUENCES] >= rules.min_sequences
        lives_asked = lives_asked and goal[_WINDOW] >= work.lives_goal[_WINDOW]
        if has_lives or not lives_asked:
            _weigh(work, goal, plain, total)
            points, _ = descend(rules, goal, work, wilds, plain, total, points, _NO)

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
    padding = max(goal[_EXACT], work.padding)
    list_melds(rules, work, wild_rank, wilds, padding, _NO if keep_ties else work.splits, goal[_EXACT])
    _weigh(work, goal, plain, total)
    return descend(rules, goal, work, wilds, plain, total, limit, keep_ties)


def search_many(
    counts: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    rules: DeclareRules,
    points: NDArray[np.int64],
    can_declare: NDArray[np.uint8],
    has_lives: NDArray[np.uint8],
) -> None:
    """Write the figures of `search_points` for each row of `counts` (uint8, shape (hands, 53)).

    Parameters
    ----------
    wild_ranks : int64, shape (hands,)
        0..12, or -1 for a deal without wild rank.
    points, can_declare, has_lives : shape (hands,)
        Filled with the results.
    """
    search_block(counts, wild_ranks, rules, make_workspace(rules), points, can_declare, has_lives)
