"""Ways to go down at a Continental table with the shortest melds: the best of them, or one at random (rules, 7.2)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.chance import pick
from meldlab.kernels.contract.rules import JOKER, KINDS, RANKS, SUITS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.lay_offs import plan_lay_offs
from meldlab.kernels.contract.table.melds import TableRules, add_cards, cell_card, joker_at
from meldlab.kernels.contract.table.state import EMPTY, NONE, RUN, SET, Counts, Numbers, Public
from meldlab.kernels.jit import bare_kernel, helper

#: Ways that are looked at for a hand; few hands have more.
MOST_WAYS = 3000
_FAR = 1 << 40


class WayTables(NamedTuple):
    """The shortest runs and sets of a contract, and who lays off what after laying them."""

    runs: Numbers  # (templates, MELD_FIELDS), fewest jokers first
    set_min: int
    set_most_jokers: int
    set_least_naturals: int
    rules: TableRules  # of lay-offs that follow going down
    longest: TableRules  # of making one's own new melds longer before they are laid
    lengthens: int  # 1: new melds are laid as long as may be
    lays_off: int  # 1: lay-offs follow in the same turn
    points: Numbers


class WayWork(NamedTuple):
    """Arrays to work in."""

    hand: Numbers  # (53,)
    rest: Numbers  # (53,)
    fitting: Numbers  # (templates,)
    chosen: Numbers  # (9,): choices at each depth
    laid: Numbers  # (melds a seat, MELD_FIELDS)
    melds: Numbers  # (melds, MELD_FIELDS)
    moves: Numbers  # (many, MOVE_FIELDS)


def make_way_work(tables: WayTables, *, melds: int) -> WayWork:
    """Return arrays for one thread and a table of `melds` rows."""

    def numbers(*shape: int) -> Numbers:
        return np.zeros(shape, dtype=np.int64)

    return WayWork(
        hand=numbers(KINDS),
        rest=numbers(KINDS),
        fitting=numbers(len(tables.runs) + 1),
        chosen=numbers(9),
        laid=numbers(tables.rules.melds_a_seat, state.MELD_FIELDS),
        melds=numbers(melds, state.MELD_FIELDS),
        moves=numbers(128, state.MOVE_FIELDS),
    )


@bare_kernel
def fill_ways(
    rows: Numbers,
    hands: Counts,
    public: Public,
    seat: int,
    states: NDArray[np.uint64],
    at_random: int,
    tables: WayTables,
    work: WayWork,
    laid: Numbers,
    found: Numbers,
) -> None:
    """Fill `laid` (int64, shape (n, melds a seat, MELD_FIELDS)) with the melds of a seat at each table.

    The way that leaves the least points after plain lay-offs, or with `at_random` any, each equally likely, of the
    first `MOST_WAYS`.  Without a way ``found[n]`` (int64) becomes 0, else 1.
    """
    for number in range(rows.size):
        table = rows[number]
        ways = 0
        for tidy in range(0 if at_random else 1, -1, -1):
            if ways == 0:
                ways = _search(table, hands[number], public, seat, states, at_random, tidy, tables, work, laid[number])
        found[number] = int(ways > 0)
        if ways > 0 and tables.lengthens:
            _lengthen(hands[number], seat, tables, work, laid[number])


@bare_kernel
def _search(
    table: int,
    counts: Counts,
    public: Public,
    seat: int,
    states: NDArray[np.uint64],
    at_random: int,
    tidy: int,
    tables: WayTables,
    work: WayWork,
    best: Numbers,
) -> int:
    """Go through the ways of one hand, keep one in `best`, and return how many there are.

    Depth first, runs before sets, each choice at or after the one before.  `tidy`: a joker lies in a run only where the
    natural is not in hand.
    """
    rules = tables.rules
    depth, ways, least = 0, 0, np.int64(_FAR)
    for kind in range(KINDS):
        work.hand[kind] = np.int64(counts[kind])
    for place in range(rules.melds_a_seat):
        for field in range(state.MELD_FIELDS):
            work.laid[place, field] = 0
    fitting = _fill_fitting(tables, work)
    work.chosen[0] = -1
    melds = rules.runs + rules.sets
    while depth >= 0 and ways < MOST_WAYS:
        if depth == melds:
            ways += 1
            if at_random:
                better = pick(states, table, ways) == 0
            else:
                left = _left_after(table, public, seat, tables, work)
                better = left < least
                least = min(least, left)
            if better:
                for place in range(rules.melds_a_seat):
                    for field in range(state.MELD_FIELDS):
                        best[place, field] = work.laid[place, field]
            if least == 0:
                break
            depth -= 1
            continue
        row = work.laid[rules.sets + depth if depth < rules.runs else depth - rules.runs]
        if row[state.KIND] != EMPTY:
            add_cards(row, work.hand, 1)
            row[state.KIND] = EMPTY
        if not _next_choice(depth, fitting, tidy, row, tables, work):
            depth -= 1
            continue
        add_cards(row, work.hand, -1)
        depth += 1
        if depth < melds:
            work.chosen[depth] = -1 if depth == rules.runs else work.chosen[depth - 1] - 1
    return ways


@helper
def _fill_fitting(tables: WayTables, work: WayWork) -> int:
    """List the runs whose cards are all in hand; return how many."""
    fitting = 0
    for number in range(tables.runs.shape[0]):
        if _fits_hand(tables.runs[number], 0, work.hand):
            work.fitting[fitting] = number
            fitting += 1
    return fitting


@helper
def _fits_hand(run: Numbers, tidy: int, hand: Numbers) -> bool:
    """Return whether a hand holds the naturals of a run shorter than fourteen cells, and its jokers."""
    used = 0
    for cell in range(run[state.LENGTH]):
        card = cell_card(run, cell)
        if joker_at(run, cell):
            used += 1
            if tidy and hand[card] > 0:
                return False
        elif hand[card] == 0:
            return False
    return bool(used <= hand[JOKER])


@helper
def _next_choice(depth: int, fitting: int, tidy: int, row: Numbers, tables: WayTables, work: WayWork) -> bool:
    """Write the next run or set of this depth to `row`; return False when there is none left."""
    if depth < tables.rules.runs:
        for number in range(work.chosen[depth] + 1, fitting):
            run = tables.runs[work.fitting[number]]
            if _fits_hand(run, tidy, work.hand):
                work.chosen[depth] = number
                for field in range(state.MELD_FIELDS):
                    row[field] = run[field]
                return True
        return False
    size = tables.set_min
    for number in range(work.chosen[depth] + 1, RANKS * size + 1):
        rank, naturals = number // size, size - number % size
        if number == RANKS * size:
            rank, naturals = NONE, 0
        jokers = size - naturals
        if naturals < tables.set_least_naturals or jokers > min(work.hand[JOKER], tables.set_most_jokers):
            continue
        row[state.FIRST], row[state.PLACE], row[state.LENGTH], row[state.JOKERS] = rank, 0, size, jokers
        if _take_naturals(rank, naturals, row, tables, work):
            row[state.KIND] = SET
            work.chosen[depth] = number
            return True
    return False


@helper
def _take_naturals(rank: int, naturals: int, row: Numbers, tables: WayTables, work: WayWork) -> bool:
    """Choose naturals of a rank, copies of one suit last; return False when the hand holds too few."""
    for suit in range(SUITS):
        row[state.NATURALS + suit] = 0
    if naturals == 0:
        return True
    most = 1 if tables.rules.set_distinct else naturals
    for copies in range(1, most + 1):
        for suit in range(SUITS):
            if naturals > 0 and work.hand[suit * RANKS + rank] >= copies:
                row[state.NATURALS + suit] += 1
                naturals -= 1
    return naturals == 0


@helper
def _left_after(table: int, public: Public, seat: int, tables: WayTables, work: WayWork) -> np.int64:
    """Return the points that a hand keeps after plain lay-offs with the melds that `work.laid` holds."""
    first = seat * tables.rules.melds_a_seat
    for kind in range(KINDS):
        work.rest[kind] = work.hand[kind]
    for place in range(work.melds.shape[0]):
        own = first <= place < first + tables.rules.melds_a_seat
        for field in range(state.MELD_FIELDS):
            work.melds[place, field] = work.laid[place - first, field] if own else public.melds[table, place, field]
    stop = first + tables.rules.melds_a_seat
    if tables.lays_off:
        plan_lay_offs(work.rest, work.melds, 0, work.melds.shape[0], seat, tables.rules, tables.points, work.moves)
    elif tables.lengthens:
        plan_lay_offs(work.rest, work.melds, first, stop, seat, tables.longest, tables.points, work.moves)
    left = np.int64(0)
    for kind in range(KINDS):
        left += work.rest[kind] * tables.points[kind]
    return left


@helper
def _lengthen(counts: Counts, seat: int, tables: WayTables, work: WayWork, laid: Numbers) -> None:
    """Make the melds that are about to be laid as long as the hand and the rules let them be."""
    for kind in range(KINDS):
        work.rest[kind] = np.int64(counts[kind])
    for place in range(laid.shape[0]):
        if laid[place, state.KIND] == SET or laid[place, state.KIND] == RUN:
            add_cards(laid[place], work.rest, -1)
    plan_lay_offs(work.rest, laid, 0, laid.shape[0], seat, tables.longest, tables.points, work.moves)
