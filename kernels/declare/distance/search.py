"""The complete search behind the distance: can a hand be declared when at most f of its cards are exchanged.

A declarable hand is at most four melds, since each has three cards or more.  All melds that the rules allow are
listed once, card by card, each cell a natural or a wild; the search chooses up to four of them, counts the copies that
hand and pack have, and stops at the first choice that needs no more than f cards of the pack.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.declare.distance.bound import Wanted
from meldlab.kernels.declare.distance.run_options import set_sizes
from meldlab.kernels.declare.life_classes import Classes
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.run_shapes import build_shapes
from meldlab.kernels.declare.search.goals import IDENTICAL
from meldlab.kernels.jit import helper, kernel

MOST_MELDS = 4
JOKER = 52
NATURAL_KINDS = 52
NO_CARD = 255
_SHELVES = 14 * 14  # by cells and wilds
_PLACES = 4 + 13
_FROM_HAND = 1
_FROM_PACK = 2

# Columns of MeldBook.melds
CELLS = 0
WILDS = 1
CLASS = 2  # class of a sequence; 0 for a set
IS_SET = 3


class MeldBook(NamedTuple):
    """Every meld of the rules."""

    begin: NDArray[np.int64]  # shape (17 * 196 + 1,), where the melds of each `shelf` begin
    melds: NDArray[np.int64]  # shape (n, 4), shelf by shelf
    naturals: NDArray[np.uint8]  # shape (n, longest), card numbers, 255 beyond the last


def _number_of_shelf(place: int, cells: int, wilds: int) -> int:
    """Return where the book keeps runs of suit `place` (0..3) or sets of rank `place` - 4."""
    return place * _SHELVES + cells * 14 + wilds


#: The same for kernels; Python would have to compile it in every process.
shelf = helper(_number_of_shelf)


def _multisets(rank: int, size: int, first_suit: int, *, distinct: bool) -> list[tuple[int, ...]]:
    if size == 0:
        return [()]
    return [
        (13 * suit + rank, *rest)
        for suit in range(first_suit, 4)
        for rest in _multisets(rank, size - 1, suit + 1 if distinct else suit, distinct=distinct)
    ]


def build_meld_book(rules: DeclareRules, classes: Classes, *, cards: int, decks: int) -> MeldBook:
    """Return all melds of `rules` that fit into `cards` cards of a pack of `decks` decks."""
    found: list[tuple[tuple[int, int, int, int], tuple[int, ...]]] = []
    shapes = build_shapes(rules, classes)[1]
    for mask, wilds, own in zip(shapes.masks.tolist(), shapes.wilds.tolist(), shapes.classes.tolist(), strict=True):
        ranks = [rank for rank in range(13) if mask >> rank & 1]
        if len(ranks) + wilds <= cards:
            for suit in range(4):
                row = (len(ranks) + wilds, wilds, own, 0)
                found.append((row, tuple(13 * suit + rank for rank in ranks)))
    if rules.identical_three and decks >= IDENTICAL:
        row = (IDENTICAL, 0, classes.of_run[True, IDENTICAL], 0)
        found += [(row, (card,) * IDENTICAL) for card in range(NATURAL_KINDS)]
    for cells, wilds in set_sizes(rules, cards):
        for rank in range(13):
            for naturals in _multisets(rank, cells - wilds, 0, distinct=bool(rules.set_distinct_suits)):
                identical = rules.identical_three and wilds == 0 and naturals == naturals[:1] * IDENTICAL
                if not identical and max(map(naturals.count, naturals)) <= decks:
                    found.append(((cells, wilds, 0, 1), naturals))
    placed = sorted(
        (
            _number_of_shelf(4 + naturals[0] % 13 if row[IS_SET] else naturals[0] // 13, row[CELLS], row[WILDS]),
            row,
            naturals,
        )
        for row, naturals in found
    )
    longest = max((len(naturals) for _, _, naturals in placed), default=1)
    cards_of = np.full((len(placed), longest), NO_CARD, dtype=np.uint8)
    for number, (_, _, naturals) in enumerate(placed):
        cards_of[number, : len(naturals)] = naturals
    begin = np.searchsorted([where for where, _, _ in placed], np.arange(_PLACES * _SHELVES + 1))
    melds = np.array([row for _, row, _ in placed], dtype=np.int64).reshape(-1, 4)
    return MeldBook(begin.astype(np.int64), melds, cards_of)


@kernel
def _least_missing(
    melds: NDArray[np.int64], naturals: NDArray[np.uint8], held: NDArray[np.uint8], pool: NDArray[np.uint8], wilds: int
) -> NDArray[np.int64]:
    """Return for each meld the fewest cards of the pack it needs when no other meld takes any; 99 if it has none."""
    missing = np.zeros(melds.shape[0], np.int64)
    for meld in range(melds.shape[0]):
        needed = max(0, melds[meld, WILDS] - wilds)
        place = 0
        while place < naturals.shape[1] and naturals[meld, place] != NO_CARD:
            card = naturals[meld, place]
            copies = 0
            while place < naturals.shape[1] and naturals[meld, place] == card:
                copies += 1
                place += 1
            more = max(0, copies - np.int64(held[card]))
            needed += more if more <= pool[card] else 99
        missing[meld] = min(needed, 99)
    return missing


@kernel
def _take(
    cards: NDArray[np.uint8],
    wild_rank: int,
    taken: NDArray[np.int64],
    here: NDArray[np.int64],
    there: NDArray[np.int64],
) -> tuple[int, bool, int, int, int]:
    """Take the cards of a meld from the hand, or else from the pack, and note in `taken` where each was.

    Returns how many were taken, whether all are, those of the pack, and the wild-rank cards of hand and pack.
    """
    fresh, own_here, own_there = 0, 0, 0
    for index in range(len(cards)):
        card = int(np.int64(cards[index]))
        if card == NO_CARD:
            return index, True, fresh, own_here, own_there
        if here[card] > 0:
            here[card] -= 1
            taken[index] = _FROM_HAND
            own_here += card % 13 == wild_rank
        elif there[card] > 0:
            there[card] -= 1
            taken[index] = _FROM_PACK
            fresh += 1
            own_there += card % 13 == wild_rank
        else:
            return index, False, fresh, own_here, own_there
    return len(cards), True, fresh, own_here, own_there


@kernel
def _put_back(
    cards: NDArray[np.uint8], taken: NDArray[np.int64], here: NDArray[np.int64], there: NDArray[np.int64]
) -> None:
    """Give the cards of a meld back to the hand or the pack, wherever each was taken from."""
    for index in range(len(cards)):
        if cards[index] == NO_CARD:
            break
        if taken[index] == _FROM_HAND:
            here[cards[index]] += 1
        else:
            there[cards[index]] += 1


@kernel
def find_declarable(
    held: NDArray[np.uint8],
    pool: NDArray[np.uint8],
    wild_rank: int,
    exchanged: int,
    want: Wanted,
    lives: int,
    join: NDArray[np.int64],
    book: MeldBook,
    chosen: NDArray[np.int64],
) -> int:
    """Return how many melds make a declarable hand with at most `exchanged` cards of `pool`, 0 when none do.

    Parameters
    ----------
    held, pool : uint8, shape (53,)
        Copies in hand and in the pack.
    lives, join
        Of the classes.
    chosen : int64, shape (4,)
        Filled with the melds' numbers.
    """
    cards, melds, naturals = want.cards, book.melds, book.naturals
    wilds, pool_wilds = int(np.int64(held[JOKER])), int(np.int64(pool[JOKER]))
    if wild_rank >= 0:
        for card in range(wild_rank, NATURAL_KINDS, 13):
            wilds += held[card]
            pool_wilds += pool[card]
    missing = _least_missing(melds, naturals, held, pool, wilds)
    order = np.argsort(missing, kind="mergesort")
    size = 0
    while size < len(order) and missing[order[size]] <= exchanged:
        size += 1
    here = held.astype(np.int64)
    there = pool.astype(np.int64)
    place = np.zeros(MOST_MELDS + 1, np.int64)
    # per number of melds chosen: cells, wild cells, naturals of the pack, wild-rank naturals of hand and pack, sets
    state = np.zeros((MOST_MELDS + 1, 6), np.int64)
    classes = np.zeros(MOST_MELDS + 1, np.int64)
    bound = np.zeros(MOST_MELDS + 1, np.int64)
    taken = np.zeros((MOST_MELDS, naturals.shape[1]), np.int64)
    depth = 0
    while depth >= 0:
        advanced = False
        left = cards - state[depth, 0]
        if left >= 3 and depth < MOST_MELDS:
            while place[depth] < size:
                meld = order[place[depth]]
                place[depth] += 1
                if bound[depth] + missing[meld] > exchanged:
                    break
                cells = melds[meld, CELLS]
                after = left - cells
                if after < 0 or (after > 0 and (after < 3 or depth + 1 == MOST_MELDS)):
                    continue
                sets = state[depth, 5] + melds[meld, IS_SET]
                own = classes[depth] if melds[meld, IS_SET] else join[classes[depth], melds[meld, CLASS]]
                if sets > want.max_sets or own < 0:
                    continue
                count, fits, more, wild_here, wild_there = _take(naturals[meld], wild_rank, taken[depth], here, there)
                fresh = state[depth, 2] + more
                own_here, own_there = state[depth, 3] + wild_here, state[depth, 4] + wild_there
                jokers = state[depth, 1] + melds[meld, WILDS]
                from_pool = max(0, jokers - (wilds - own_here))
                fits = fits and fresh + from_pool <= exchanged and from_pool <= pool_wilds - own_there
                if fits and (after > 0 or own == lives):
                    chosen[depth] = meld
                    if after == 0:
                        return depth + 1
                    depth += 1
                    place[depth] = place[depth - 1] - 1
                    state[depth, 0], state[depth, 1], state[depth, 2] = cards - after, jokers, fresh
                    state[depth, 3], state[depth, 4], state[depth, 5] = own_here, own_there, sets
                    classes[depth] = own
                    bound[depth] = bound[depth - 1] + missing[meld]
                    advanced = True
                    break
                _put_back(naturals[meld, :count], taken[depth], here, there)
        if not advanced:
            depth -= 1
            if depth >= 0:
                _put_back(naturals[chosen[depth]], taken[depth], here, there)
    return 0
