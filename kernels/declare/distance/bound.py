"""The most cards that a declarable hand can keep, as if the pack had every card: a bound, nearly always the answer.

Four suit rows are joined over cells, classes and wilds; at most two sets are laid beside them.  Every set that keeps
something takes its cards out of the suits first, and is tried only when it could still beat the best found: the rows
before taking are a bound for the rows after it.  Hands are first looked at as if few cards were missing, which is
quickly done, and once more when that is not so.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.distance.join import (
    COUNT,
    RANK,
    Join,
    JoinWorkspace,
    complete,
    fold_suit,
    join_half,
    lay_set,
)
from meldlab.kernels.declare.distance.set_takings import both_held, fits_set, list_choices
from meldlab.kernels.declare.distance.suit_rows import FEW, SUITS, SuitTables, forget_rows, marks_of
from meldlab.kernels.declare.distance.words import LANES, lane, lanes_up_to, plain
from meldlab.kernels.jit import bare_kernel, helper

JOKER = 52
UNREACHED = -99
_SOME = 3  # cards missing in the second look; FEW in the first
_NO_RANK = -2  # not the rank of any choice


class Wanted(NamedTuple):
    """The hands that can be declared."""

    cards: int
    max_sets: int  # at most 2: lives leave no room for more
    distinct_suits: int  # flag: of a set


class _Laid(NamedTuple):
    """A set that is laid beside the runs."""

    choice: int  # cards that it keeps
    row: int  # of the sets of the rules
    kept: int  # cards in it, wilds included
    room: int  # cells beside it
    wilds: int  # wilds left beside it


@helper
def _kept_with(word: np.uint64, wilds: int) -> int:
    """Return the most kept with so many wilds, far below 0 where nothing fits."""
    value = lane(word, wilds) if wilds >= 0 else 0
    return value - 1 if value > 0 else UNREACHED


@helper
def _with_another(
    lives: NDArray[np.uint64], room: int, wilds: int, most_count: int, sets: NDArray[np.int64], more_sets: int
) -> int:
    """Return a bound of what lives and one set more can keep in `room` cells, at most `most_count` cards in the set."""
    most = _kept_with(lives[room], wilds)
    for other in range(sets.shape[0] if more_sets > 0 else 0):
        cells, own = sets[other, 0], sets[other, 1]
        if room >= cells and wilds >= own:
            most = max(most, min(most_count, cells - own) + own + _kept_with(lives[room - cells], wilds - own))
    return most


@helper
def _note(winner: NDArray[np.int64], first: int, second: int, first_set: int, second_set: int) -> None:
    winner[0], winner[1], winner[2], winner[3] = first, second, first_set, second_set


@helper
def _spent(choices: NDArray[np.int64], choice: int, charged_rank: int) -> int:
    """Return the wilds that a choice lays in their own place."""
    return int(choices[choice, COUNT] if choices[choice, RANK] == charged_rank else 0)


@bare_kernel
def _second_set(
    wild_rank: int,
    charged_rank: int,
    first: _Laid,
    listed: int,
    best: int,
    wanted: int,
    join: Join,
    tables: SuitTables,
    work: JoinWorkspace,
) -> int:
    """Return the most kept, `best` or more, with a second set beside the first."""
    choices, sets, lives, identical = work.choices, tables.options.sets, work.lives, tables.options.identical
    for y in range(first.choice, listed):
        if not both_held(work.left[0], choices, first.choice, y):
            continue
        laid = False
        for other in range(sets.shape[0]):
            cells, own = sets[other, 0], sets[other, 1]
            if cells > first.room or not fits_set(choices, y, cells, own, identical):
                continue
            left = first.wilds - own - _spent(choices, y, charged_rank)
            both = first.kept + choices[y, COUNT] + own
            if both + _kept_with(lives[1, first.room - cells], left) > best:
                if not laid:
                    lay_set(plain(2), y, wild_rank, wanted, join, tables, work)
                    laid = True
                kept = both + _kept_with(lives[2, first.room - cells], left)
                if kept > best:
                    best = kept
                    _note(work.winner, first.choice, y, first.row, other)
    return best


@bare_kernel
def _most_with_sets(
    wild_rank: int,
    charged_rank: int,
    wilds: int,
    best: int,
    want: Wanted,
    join: Join,
    tables: SuitTables,
    work: JoinWorkspace,
) -> int:
    """Return the most kept, `best` or more, with one or two sets; level 0 is complete."""
    choices, sets, lives, identical = work.choices, tables.options.sets, work.lives, tables.options.identical
    cards = want.cards
    wanted = plain(0)
    for one in range(sets.shape[0]):
        wanted |= 1 << (cards - sets[one, 0])
        for other in range(sets.shape[0]):
            if cards >= sets[one, 0] + sets[other, 0]:
                wanted |= 1 << (cards - sets[one, 0] - sets[other, 0])
    complete(plain(0), wanted, join.finals, work)
    listed = list_choices(work.left[0], tables.options.set_naturals, want.distinct_suits, choices)
    for x in range(listed):
        laid = False
        for one in range(sets.shape[0]):
            cells, own = sets[one, 0], sets[one, 1]
            if not fits_set(choices, x, cells, own, identical):
                continue
            room, left = cards - cells, wilds - own - _spent(choices, x, charged_rank)
            value = choices[x, COUNT] + own
            if value + _with_another(lives[0], room, left, choices[x, COUNT], sets, want.max_sets - 1) <= best:
                continue
            if not laid:
                lay_set(plain(1), x, wild_rank, wanted, join, tables, work)
                laid = True
            kept = value + _kept_with(lives[1, room], left)
            if kept > best:
                best = kept
                _note(work.winner, x, -1, one, -1)
            if want.max_sets > 1 and left >= 0:
                first = _Laid(x, one, value, room, left)
                best = _second_set(wild_rank, charged_rank, first, listed, best, wanted, join, tables, work)
        if best >= cards:
            return best
    return best


@helper
def _copies(held: NDArray[np.uint8], suit: int, rank: int) -> int:
    """Return the copies of a card held, 0 without a rank."""
    return int(np.int64(held[13 * suit + rank])) if rank >= 0 else 0


@helper
def _lay_in_place(way: int, held: NDArray[np.uint8], wild_rank: int, work: JoinWorkspace) -> int:
    """Lay wild-rank cards in their own place in the way of this number; return how many."""
    laid_in_all = 0
    for suit in range(SUITS):
        copies = _copies(held, suit, wild_rank)
        laid = way % (copies + 1)
        way //= copies + 1
        laid_in_all += laid
        work.own[0, suit, 0], work.own[0, suit, 1] = laid, laid
        if wild_rank >= 0:
            work.left[0, 13 * suit + wild_rank] = np.uint8(laid)
    return laid_in_all


@helper
def _join_all(wild_rank: int, jokers: int, waste: int, join: Join, tables: SuitTables, work: JoinWorkspace) -> None:
    """Join the suits of level 0, as if so many cards were missing at most."""
    work.lanes[0] = lanes_up_to(jokers)
    work.waste[0] = waste
    work.marks[0] = marks_of(waste, jokers)
    for suit in range(SUITS):
        work.suit_level[0, suit] = 0
        fold_suit(plain(0), suit, wild_rank, tables, work)
    for half in range(2):
        work.half_level[0, half] = 0
        join_half(plain(0), half, join.pairs, work)


@bare_kernel
def most_kept(
    held: NDArray[np.uint8],
    wild_rank: int,
    most_waste: int,
    want: Wanted,
    join: Join,
    tables: SuitTables,
    work: JoinWorkspace,
) -> int:
    """Return the most cards of `held` in a declarable hand, the pack taken as endless.

    Below 0 when all declarable hands need more than `most_waste` other cards, or there are none.

    Parameters
    ----------
    held : uint8, shape (53,)
    wild_rank : int
        0..12, or -1.
    most_waste : int
        How many other cards are of interest.
    """
    forget_rows(tables)
    ways, wilds = 1, int(np.int64(held[JOKER]))
    for suit in range(SUITS):
        copies = _copies(held, suit, wild_rank)
        wilds += copies
        ways *= 1 + copies
        work.own[0, suit, 0], work.own[0, suit, 1] = 0, copies
    for card in range(held.size):
        work.left[0, card] = held[card]
    # More wilds than lanes: for each way to lay wild-rank cards in their own place the jokers alone are counted.
    each_way = wilds >= LANES
    charged_rank = _NO_RANK if each_way else wild_rank
    way = 0
    waste = most_waste if each_way else min(FEW, most_waste)
    best = floor = want.cards - waste - 1
    while True:
        jokers = wilds - (_lay_in_place(way, held, wild_rank, work) if each_way else 0)
        _join_all(wild_rank, jokers, waste, join, tables, work)
        complete(plain(0), 1 << want.cards, join.finals, work)
        kept = _kept_with(work.lives[0, want.cards], jokers)
        if kept > best:
            best = kept
            _note(work.winner, -1, -1, -1, -1)
        if best < want.cards and want.max_sets > 0 and tables.options.sets.shape[0] > 0:
            best = _most_with_sets(wild_rank, charged_rank, jokers, best, want, join, tables, work)
        way += 1
        if best >= want.cards or (best > floor and not each_way):
            return best
        if each_way and way == ways:
            return best if best > floor else UNREACHED
        if not each_way:
            if waste >= most_waste:
                return UNREACHED
            waste = min(_SOME if waste < _SOME else want.cards, most_waste)
            best = floor = want.cards - waste - 1
