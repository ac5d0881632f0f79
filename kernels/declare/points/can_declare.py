"""Can a hand be declared: an exact partition of *all* cards into sequences with two lives and at most two sets.

Asked only of hands with 0 points, for a loose wild costs nothing but forbids the declaration (rules, D1).
Everything is tried: how many wild-rank cards of each suit stand in their own place, and which sets are laid; what
is left of each suit must stand in runs, and the wilds of runs and sets must add up to the wilds held.  Per suit
the exact word of each class says with which numbers of wilds that is possible; suits are joined by the OR-sum of
these bit sets.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index
from meldlab.kernels.cards.cards import Planes
from meldlab.kernels.declare.points.suit_tables import ALL_RANKS, SuitTables, row_of
from meldlab.kernels.declare.points.third_copies import EXACT, TripleStack, make_triple_stack, triple_words
from meldlab.kernels.declare.set_choices import SetChoices, SetRules, list_rank, make_set_choices, take, wild_counts_of
from meldlab.kernels.jit import bare_kernel, helper

_EACH_SUIT = U(0x0001000100010001)
_SIXTEEN_BITS = U(0xFFFF)


class DeclareWorkspace(NamedTuple):
    """Scratch arrays of one thread."""

    suits: NDArray[np.uint64]  # shape (3, 4, classes), exact words of the suits with no, one, two sets laid
    joined: NDArray[np.uint64]  # shape (2, classes)
    choices: SetChoices
    stack: TripleStack


def make_declare_workspace(classes: int) -> DeclareWorkspace:
    """Return empty scratch arrays."""
    return DeclareWorkspace(
        np.zeros((3, 4, classes), dtype=np.uint64),
        np.zeros((2, classes), dtype=np.uint64),
        make_set_choices(),
        make_triple_stack(),
    )


@helper
def _sums(left: np.uint64, right: np.uint64) -> np.uint64:
    """Return the set of all sums of a number in `left` and one in `right`, as bits."""
    sums = ZERO
    number = ZERO
    while left != ZERO:
        if left & ONE != ZERO:
            sums |= right << number
        left >>= ONE
        number += ONE
    return U(sums & _SIXTEEN_BITS)


@helper
def _suits_of(planes: NDArray[np.uint64], number: int) -> int:
    """Return, as bits, the suits from which a choice takes cards."""
    cards = planes[number, 0]
    suits = 0
    for suit in range(4):
        suits |= (1 << suit) if (cards >> U(16 * suit)) & ALL_RANKS != ZERO else 0
    return suits


@bare_kernel
def _look_up_triples(
    once: np.uint64,
    twice: np.uint64,
    thrice: np.uint64,
    triples: int,
    level: int,
    tables: SuitTables,
    work: DeclareWorkspace,
) -> int:
    """Write the exact words of the suits `triples`, where a card is held three times; return those without any run."""
    broken = 0
    for suit in range(4):
        if (triples >> suit) & 1 == 1:
            shift = U(16 * suit)
            cards, doubles = (once >> shift) & ALL_RANKS, (twice >> shift) & ALL_RANKS
            out = work.suits[level, suit]
            triple_words(cards, doubles, (thrice >> shift) & ALL_RANKS, EXACT, tables, work.stack, out)
            if out[0] == ZERO:
                broken |= 1 << suit
    return broken


@helper
def _look_up(
    once: np.uint64,
    twice: np.uint64,
    thrice: np.uint64,
    level: int,
    changed: int,
    tables: SuitTables,
    work: DeclareWorkspace,
) -> int:
    """Write the exact words of `level`, `changed` suits anew; return the suits whose cards cannot all stand in runs."""
    exact, suits = tables.exact, work.suits
    broken, triples = 0, 0
    for suit in range(4):
        shift = U(16 * suit)
        if (changed >> suit) & 1 == 0:
            for c in range(exact.shape[1]):
                suits[level, suit, c] = suits[level - 1, suit, c]
        elif (thrice >> shift) & ALL_RANKS == ZERO:
            row = row_of((once >> shift) & ALL_RANKS, (twice >> shift) & ALL_RANKS, tables.base)
            for c in range(exact.shape[1]):
                suits[level, suit, c] = U(exact[row, c])
        else:
            triples |= 1 << suit
            continue
        if suits[level, suit, 0] == ZERO:
            broken |= 1 << suit
    if triples != 0:
        broken |= _look_up_triples(once, twice, thrice, triples, level, tables, work)
    return broken


@helper
def _two_lives(level: int, wanted: np.uint64, tables: SuitTables, work: DeclareWorkspace) -> bool:
    """Return whether runs with two lives take all cards of `level` and a number of wilds among `wanted` (bits)."""
    pairs, suits, joined = tables.pairs, work.suits, work.joined
    classes = suits.shape[2]
    first_two = _sums(suits[level, 0, 0], suits[level, 1, 0])
    last_two = _sums(suits[level, 2, 0], suits[level, 3, 0])
    if _sums(first_two, last_two) & wanted == ZERO:  # whatever the class
        return False
    for c in range(classes):
        joined[0, c] = suits[level, 0, c]
    for suit in range(1, 4):
        source = (suit - 1) & 1
        target = suit & 1
        for c in range(classes):
            joined[target, c] = ZERO
        for pair in range(pairs.shape[0]):
            left, right = joined[source, pairs[pair, 0]], suits[level, suit, pairs[pair, 1]]
            if left != ZERO and right != ZERO:
                joined[target, pairs[pair, 2]] |= _sums(left, right)
    return bool(joined[1, tables.lives] & wanted != ZERO)


@helper
def _wanted_beside(counts: np.uint64, wilds: int) -> np.uint64:
    """Return, as bits, the numbers of wilds left for runs when sets take one of `counts` (bits)."""
    wanted = ZERO
    for spent in range(wilds + 1):
        if (counts >> U(spent)) & ONE != ZERO:
            wanted |= ONE << U(wilds - spent)
    return wanted


@helper
def _list_sets(
    once: np.uint64, twice: np.uint64, thrice: np.uint64, wilds: int, sets: SetRules, choices: SetChoices
) -> int:
    """List every set that the naturals could lay with at most `wilds` wilds; return how many there are."""
    sizes = (1 << (sets.most_naturals + 1)) - 1
    ranks = (once | (once >> U(16)) | (once >> U(32)) | (once >> U(48))) & ALL_RANKS
    listed = 0
    while ranks != ZERO:
        listed = list_rank(once, twice, thrice, int(lowest_index(ranks)), sizes, wilds, listed, sets, choices)
        ranks &= ranks - ONE
    return listed


@bare_kernel
def _all_grouped(
    once: np.uint64,
    twice: np.uint64,
    thrice: np.uint64,
    wilds: int,
    tables: SuitTables,
    sets: SetRules,
    work: DeclareWorkspace,
) -> bool:
    """Return whether these naturals and exactly `wilds` wilds can be declared."""
    broken = _look_up(once, twice, thrice, 0, 15, tables, work)
    if broken == 0 and _two_lives(0, ONE << U(wilds), tables, work):
        return True
    planes, wild_counts, identical_counts = work.choices.planes, sets.wild_counts, sets.identical_counts
    for x in range(_list_sets(once, twice, thrice, wilds, sets, work.choices)):
        _, once_left, twice_left, thrice_left = take(once, twice, thrice, planes, x)
        still_broken = _look_up(once_left, twice_left, thrice_left, 1, _suits_of(planes, x), tables, work)
        counts = wild_counts_of(planes, x, wild_counts, identical_counts)
        if still_broken == 0 and _two_lives(1, _wanted_beside(counts, wilds), tables, work):
            return True
        for y in range(x + 1):
            more = _suits_of(planes, y)
            if still_broken & ~more != 0:  # a suit that cannot stand in runs keeps all its cards
                continue
            held, once_rest, twice_rest, thrice_rest = take(once_left, twice_left, thrice_left, planes, y)
            wanted = _wanted_beside(_sums(counts, wild_counts_of(planes, y, wild_counts, identical_counts)), wilds)
            if not held or wanted == ZERO:
                continue
            rest_broken = _look_up(once_rest, twice_rest, thrice_rest, 2, more, tables, work)
            if rest_broken == 0 and _two_lives(2, wanted, tables, work):
                return True
    return False


@helper
def _copies(once: np.uint64, twice: np.uint64, thrice: np.uint64, place: np.uint64) -> np.int64:
    return np.int64(((once >> place) & ONE) + ((twice >> place) & ONE) + ((thrice >> place) & ONE))


@bare_kernel
def can_declare(hands: Planes, i: int, tables: SuitTables, sets: SetRules, work: DeclareWorkspace) -> bool:
    """Return whether hand `i` of `hands` can be declared (D1 to D4); it must hold fewer than sixteen wilds."""
    rank = hands.wild_ranks[i]
    wild = _EACH_SUIT << rank
    once, twice, thrice = hands.once[i], hands.twice[i], hands.thrice[i]
    copies0 = _copies(once & wild, twice & wild, thrice & wild, rank)
    copies1 = _copies(once & wild, twice & wild, thrice & wild, rank + U(16))
    copies2 = _copies(once & wild, twice & wild, thrice & wild, rank + U(32))
    copies3 = _copies(once & wild, twice & wild, thrice & wild, rank + U(48))
    wilds = np.int64(hands.jokers[i]) + copies0 + copies1 + copies2 + copies3
    for own0 in range(copies0 + 1):
        for own1 in range(copies1 + 1):
            for own2 in range(copies2 + 1):
                for own3 in range(copies3 + 1):
                    # so many wild-rank cards of each suit stand in their own place
                    own_once, own_twice, own_thrice = ZERO, ZERO, ZERO
                    for suit in range(4):
                        own = own0 if suit == 0 else own1 if suit == 1 else own2 if suit == 2 else own3
                        bit = ONE << (rank + U(16 * suit))
                        own_once |= bit if own > 0 else ZERO
                        own_twice |= bit if own > 1 else ZERO
                        own_thrice |= bit if own > 2 else ZERO
                    if _all_grouped(
                        (once & ~wild) | own_once,
                        (twice & ~wild) | own_twice,
                        (thrice & ~wild) | own_thrice,
                        int(wilds - own0 - own1 - own2 - own3),
                        tables,
                        sets,
                        work,
                    ):
                        return True
    return False


@bare_kernel
def declare_hands(
    hands: Planes,
    candidates: NDArray[np.int64],
    tables: SuitTables,
    sets: SetRules,
    work: DeclareWorkspace,
    can: NDArray[np.uint8],
) -> None:
    """Write to `can` (shape (hands,), zero before) whether each of the `candidates` can be declared."""
    for i in candidates:
        can[i] = 1 if can_declare(hands, i, tables, sets, work) else 0
