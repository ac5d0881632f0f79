"""The depth-first search itself: the least cost of an arrangement of one hand that meets a goal.

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

from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.search import state
from meldlab.kernels.declare.search.state import IMPURE, NO, NO_MELD, PURE, SET, Workspace
from meldlab.kernels.jit import helper, kernel

_FRESH = -2
_LOOSE = -3

# Columns of a goal row, in the order of Goal's fields
USE_PURE, USE_IMPURE, USE_SETS, CHARGE_IMPURE, MIN_PURE, MIN_SEQUENCES, MIN_IMPURE = range(7)
WINDOW, EXACT, LIVES_ONLY = 7, 8, 9


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
            a, b = work.slots[earlier, state.CHOSEN], work.slots[later, state.CHOSEN]
            if work.melds[a, state.KIND] == SET or work.melds[b, state.KIND] == SET:
                continue
            if rules.min_pure > 0 and work.melds[a, state.KIND] != PURE and work.melds[b, state.KIND] != PURE:
                continue
            least = work.melds[a, state.LEAST] + work.melds[b, state.LEAST]
            room = work.melds[a, state.MOST] + work.melds[b, state.MOST] - least
            cards = work.melds[a, state.NATURALS] + work.melds[b, state.NATURALS] + least
            fewest = max(0, rules.lives_min_cards - cards)
            if goal[EXACT]:
                fewest = max(fewest, surplus - (spare - room))
            if fewest <= min(min(room, surplus), rules.lives_max_cards - cards):
                return earlier, later, fewest
    return -1, -1, 0


@kernel
def _put_jokers(work: Workspace, slot: int, jokers: int) -> int:
    """Add up to `jokers` to the meld in `slot` as far as it has room; return how many are left over."""
    meld = work.slots[slot, state.CHOSEN]
    more: int = min(jokers, work.melds[meld, state.MOST] - work.slots[slot, state.PLACED])
    work.slots[slot, state.PLACED] += more
    return jokers - more


@kernel
def _settle(rules: DeclareRules, goal: NDArray[np.int64], work: Workspace, chosen: int, surplus: int) -> bool:
    """Place jokers for D3 and, in an exact question, all `surplus` ones; return whether that is possible.

    Writes the number of jokers of each chosen meld to ``placed``.
    """
    spare = NO
    for slot in range(chosen):
        meld = work.slots[slot, state.CHOSEN]
        work.slots[slot, state.PLACED] = work.melds[meld, state.LEAST]
        spare += work.melds[meld, state.MOST] - work.melds[meld, state.LEAST]
    if goal[EXACT] and surplus > spare:
        return False
    first, second = -1, -1
    if goal[WINDOW]:
        first, second, more = _lives_pair(rules, goal, work, chosen, surplus, spare)
        if first < 0:
            return False
        surplus -= more
        _put_jokers(work, second, _put_jokers(work, first, more))
    if goal[EXACT]:
        for slot in range(chosen):
            if slot != first and slot != second:
                surplus = _put_jokers(work, slot, surplus)
    return True


@kernel
def _record(work: Workspace, place: int, melds_chosen: int) -> None:
    """Keep the chosen melds as arrangement number `place`."""
    work.found_sizes[place] = melds_chosen
    for slot in range(melds_chosen):
        meld = work.slots[slot, state.CHOSEN]
        row = work.found[place, slot]
        for column in range(state.PATTERN + 1):
            row[column] = work.melds[meld, column]
        row[state.PATTERN + 1] = work.slots[slot, state.PLACED]


@kernel
def _take(work: Workspace, meld: int) -> bool:
    """Use up the natural cards of `meld`; return whether they were all there (if not, nothing is used)."""
    naturals = work.melds[meld, state.NATURALS]
    for index in range(naturals):
        card = work.cards[meld, index]
        work.kinds[card, state.REMAINING] -= 1
        if work.kinds[card, state.REMAINING] < 0:
            for back in range(index + 1):
                work.kinds[work.cards[meld, back], state.REMAINING] += 1
            return False
    return True


@helper
def _give_back(work: Workspace, meld: int) -> None:
    """Undo `_take`."""
    for index in range(work.melds[meld, state.NATURALS]):
        work.kinds[work.cards[meld, index], state.REMAINING] += 1


@helper
def _next_meld(
    rules: DeclareRules, goal: NDArray[np.int64], work: Workspace, meld: int, sets: int, wilds: int
) -> int | np.int64:
    """Take the first meld from `meld` on that may be chosen beside `sets` sets; return it, `NO_MELD` if none may."""
    while meld != NO_MELD:
        kind = work.melds[meld, state.KIND]
        allowed_kind = (
            (kind == PURE and goal[USE_PURE])
            or (kind == IMPURE and goal[USE_IMPURE])
            or (kind == SET and goal[USE_SETS] and sets < rules.max_sets)
        )
        affordable = work.melds[meld, state.LEAST] + work.melds[meld, state.OWN_WILDS] <= wilds
        if allowed_kind and affordable and _take(work, meld):
            break
        meld = work.melds[meld, state.NEXT]
    return meld


@helper
def _sequences_lack(goal: NDArray[np.int64], work: Workspace, head: int, pures: int, impures: int) -> bool:
    """Return whether no card from `head` on begins a sequence that is still missing."""
    reach = work.reach
    return bool(
        (pures < goal[MIN_PURE] and head > reach[PURE])
        or (pures + impures < goal[MIN_SEQUENCES] and head > max(reach[PURE], reach[IMPURE]))
        or (impures < goal[MIN_IMPURE] and head > reach[IMPURE])
    )


@kernel
def _must_stay_loose(work: Workspace, head: int, plain: int, wilds: int, with_sets: int, allowed: int) -> int:
    """Return the cost of the undecided cards that no affordable meld can hold; counting stops above `allowed`."""
    cost = 0
    for index in range(head, plain):
        card = work.heads[index]
        if work.kinds[card, state.REMAINING] > 0 and work.kinds[card, state.CHEAPEST + with_sets] > wilds:
            cost += work.kinds[card, state.REMAINING] * work.kinds[card, state.WEIGHT]
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
    best, kept = limit, NO
    pures, impures, sets, chosen, loose = NO, NO, NO, NO, NO
    room = work.found_sizes.shape[0]
    depth = 0
    work.frames[0, state.HEAD] = 0
    work.frames[0, state.UNTRIED] = work.kinds[work.heads[0], state.FIRST]
    work.frames[0, state.HELD] = _FRESH
    while depth >= 0:
        head = work.frames[depth, state.HEAD]
        held = work.frames[depth, state.HELD]

        if held == _FRESH:
            while head < total and work.kinds[work.heads[head], state.REMAINING] == 0:
                head += 1
                if head < total:
                    work.frames[depth, state.UNTRIED] = work.kinds[work.heads[head], state.FIRST]
            work.frames[depth, state.HEAD] = head
            allowed = best - loose - 1 + keep_ties
            sequences_there = (
                pures >= goal[MIN_PURE] and pures + impures >= goal[MIN_SEQUENCES] and impures >= goal[MIN_IMPURE]
            )
            decided = head >= total or goal[LIVES_ONLY] or (head >= plain and not goal[EXACT])
            if allowed >= 0 and decided and sequences_there and _settle(rules, goal, work, chosen, wilds):
                if loose < best:
                    best, kept = loose, NO
                if room and (kept == 0 or keep_ties):
                    if kept < room:
                        _record(work, kept, chosen)
                    kept += 1
                elif kept == 0:
                    kept = 1
                if (best == 0 and not keep_ties) or (keep_ties and kept == room):
                    for slot in range(chosen):
                        _give_back(work, work.slots[slot, state.CHOSEN])
                    return best, kept
                depth -= 1
                continue
            if (
                allowed < 0
                or head >= total
                or _sequences_lack(goal, work, head, pures, impures)
                or _must_stay_loose(work, head, plain, wilds, goal[USE_SETS], allowed) > allowed
            ):
                depth -= 1
                continue
        elif held == _LOOSE:
            loose -= work.frames[depth, state.LOOSE_COST]
            depth -= 1
            continue
        else:
            kind = work.melds[held, state.KIND]
            pures -= kind == PURE
            impures -= kind == IMPURE
            sets -= kind == SET
            chosen -= 1
            wilds += work.melds[held, state.LEAST] + work.melds[held, state.OWN_WILDS]
            if kind == IMPURE and goal[CHARGE_IMPURE]:
                loose -= work.melds[held, state.VALUE]
            _give_back(work, held)

        meld = _next_meld(rules, goal, work, work.frames[depth, state.UNTRIED], sets, wilds)
        if meld != NO_MELD:
            kind = work.melds[meld, state.KIND]
            pures += kind == PURE
            impures += kind == IMPURE
            sets += kind == SET
            work.slots[chosen, state.CHOSEN] = meld
            chosen += 1
            wilds -= work.melds[meld, state.LEAST] + work.melds[meld, state.OWN_WILDS]
            if kind == IMPURE and goal[CHARGE_IMPURE]:
                loose += work.melds[meld, state.VALUE]
            work.frames[depth, state.HELD] = meld
            work.frames[depth, state.UNTRIED] = work.melds[meld, state.NEXT]
            depth += 1
            work.frames[depth, state.HEAD] = head
            work.frames[depth, state.UNTRIED] = meld
        else:
            card = work.heads[head]
            cost = work.kinds[card, state.REMAINING] * work.kinds[card, state.WEIGHT]
            loose += cost
            work.frames[depth, state.HELD] = _LOOSE
            work.frames[depth, state.LOOSE_COST] = cost
            depth += 1
            work.frames[depth, state.HEAD] = head + 1
            following = work.kinds[work.heads[head + 1], state.FIRST] if head + 1 < total else NO_MELD
            work.frames[depth, state.UNTRIED] = following
        work.frames[depth, state.HELD] = _FRESH
    return best, kept
