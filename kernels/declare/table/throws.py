"""Which throws of a hand with a card too many can be the best at all: a first guess, and lists to be valued.

Invariant: every arrangement of what a throw leaves is one of the whole hand with the thrown card loose.  So a throw of
value v leaves at least ``least - v`` points, where `least` are those of the whole hand, and only a throw of at least
`least` can leave a hand without points, which a declaration must be.  No list leaves out a throw that could be better.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_bit, lowest_index, popcount
from meldlab.kernels.cards.cards import ACE_MASK, JOKER, LANE_BITS, RANKS, SUIT_MASK, Planes
from meldlab.kernels.declare.table.planes import card_bit
from meldlab.kernels.jit import helper, kernel

_NONE = -1
_TWO = U(2)
_THIRTEEN = U(13)
_TWO_OFF = U(0b11011)  # the two places below a card and the two above it


@helper
def _next_card(left: np.uint64) -> np.int64:
    """Return the card of the lowest bit of a plane."""
    place = lowest_index(left)
    return np.int64((place >> U(4)) * _THIRTEEN + (place & U(15)))


@helper
def _kinds(whole: Planes, i: int) -> np.int64:
    """Return how many kinds of cards a hand holds."""
    return np.int64(popcount(whole.once[i])) + np.int64(whole.jokers[i] != ZERO)


@helper
def _take_kind(left: np.uint64) -> tuple[np.int64, np.uint64]:
    """Return the next kind in pack order, a joker when no natural is left, and what is left after it."""
    if left == ZERO:
        return np.int64(JOKER), ZERO
    return _next_card(left), U(left & (left - ONE))


@helper
def worth_of(card: int | np.int64, wild_rank: np.uint64, values: NDArray[np.int64]) -> np.int64:
    """Return the points of a loose card: none for a wild one."""
    rank = card % RANKS
    if card == JOKER or U(rank) == wild_rank:
        return np.int64(0)
    return np.int64(values[rank])


@helper
def _preferred(card: int | np.int64, other: int | np.int64, wild_rank: np.uint64, values: NDArray[np.int64]) -> bool:
    """Return whether a throw comes before another that leaves as much: it is dearer, or earlier in the pack."""
    if other == _NONE:
        return False
    worth, bar = worth_of(card, wild_rank, values), worth_of(other, wild_rank, values)
    return bool(worth > bar or (worth == bar and card < other))


@helper
def _of_rank(once: np.uint64, card: int | np.int64) -> np.uint64:
    """Return the cards of the rank of a natural."""
    return U(once & (ACE_MASK << U(card % RANKS)))


@helper
def _wilds(whole: Planes, i: int) -> np.int64:
    rank = ACE_MASK << whole.wild_ranks[i]
    held = popcount(whole.once[i] & rank) + popcount(whole.twice[i] & rank) + popcount(whole.thrice[i] & rank)
    return np.int64(held + whole.jokers[i])


@helper
def _is_alone(whole: Planes, i: int, card: int | np.int64) -> bool:
    """Return whether a hand holds no other card of the rank of this natural, nor of its suit at most two ranks off."""
    bit = card_bit(card)
    if _of_rank(whole.once[i], card) != bit or whole.twice[i] & bit != ZERO:
        return False
    suit = (whole.once[i] >> U(LANE_BITS * (card // RANKS))) & SUIT_MASK
    circle = suit | (suit << _THIRTEEN) | (suit << U(2 * RANKS))  # the king is followed by the ace
    return bool((circle >> U(RANKS + card % RANKS - 2)) & _TWO_OFF == ZERO)


@kernel
def first_throws(
    whole: Planes,
    barred: NDArray[np.int64],
    values: NDArray[np.int64],
    groups_of_three: int,
    throws: NDArray[np.int64],
    loose: NDArray[np.bool_],
) -> None:
    """Write a throw that is often the best: the dearest natural without company, else the one with the least.

    Company are the other cards of its rank, and those of its suit at most two ranks off that are not wild.

    Parameters
    ----------
    whole
    barred : int64, shape (hands,)
        A card that may not be thrown, or -1.
    values : int64, shape (13,)
        Points of a loose natural of each rank.
    groups_of_three
        1 when every group has three cards or more.
    throws : int64, shape (hands,)
        Filled; a wild card only when nothing else may be thrown, -1 when nothing may.
    loose : bool, shape (hands,)
        Filled: the throw lies in no group of any arrangement, for at most one wild card and no mate are there.
    """
    for i in range(whole.once.size):
        once = whole.once[i]
        wild = ACE_MASK << whole.wild_ranks[i]
        naturals = once & ~wild
        ace_high = naturals | ((naturals & ACE_MASK) << _THIRTEEN)
        below1, below2 = ace_high << ONE, ace_high << _TWO
        below1 |= (below1 >> _THIRTEEN) & ACE_MASK
        below2 |= (below2 >> _THIRTEEN) & ACE_MASK
        above1, above2 = ace_high >> ONE, ace_high >> _TWO
        best, best_score = np.int64(_NONE), np.int64(-1)
        left = naturals
        while left != ZERO:
            bit = lowest_bit(left)
            card = _next_card(left)
            left ^= bit
            if card == barred[i]:
                continue
            company = np.int64(popcount(_of_rank(once, card))) - 1
            company += 2 * (int(below1 & bit != ZERO) + int(above1 & bit != ZERO))
            company += int(below2 & bit != ZERO) + int(above2 & bit != ZERO)
            score = 1000 + 16 * values[card % RANKS] - 64 * company + (32 if whole.twice[i] & bit != ZERO else 0)
            if score > best_score:
                best, best_score = card, score
        loose[i] = False
        if best != _NONE:
            loose[i] = groups_of_three == 1 and _wilds(whole, i) < 2 and _is_alone(whole, i, best)
        else:
            left = once & wild
            for _ in range(_kinds(whole, i)):
                card, left = _take_kind(left)
                if best == _NONE and card != barred[i] and (card != JOKER or whole.jokers[i] != ZERO):
                    best = card
        throws[i] = best


@kernel
def list_kinds(whole: Planes, hand_of: NDArray[np.int64], card_of: NDArray[np.int64]) -> int:
    """List every different throw; return how many, hand after hand and in the order of the pack, as all lists here."""
    listed = 0
    for i in range(whole.once.size):
        left = whole.once[i]
        for _ in range(_kinds(whole, i)):
            card, left = _take_kind(left)
            hand_of[listed], card_of[listed] = i, card
            listed += 1
    return listed


@kernel
def list_better(
    whole: Planes,
    barred: NDArray[np.int64],
    values: NDArray[np.int64],
    least: NDArray[np.int64],
    points: NDArray[np.int64],
    tried: NDArray[np.int64],
    tying: NDArray[np.int64],
    finishing: int,
    hand_of: NDArray[np.int64],
    card_of: NDArray[np.int64],
) -> int:
    """List the throws that could leave fewer than `points`.

    Parameters
    ----------
    whole, barred, values
        As in `first_throws`.
    least, points : int64, shape (hands,)
    tried : int64, shape (hands,)
        A throw that is not listed, or -1.
    tying : int64, shape (hands,)
        A throw that leaves `points`: others as good are listed where they are preferred to it; or -1.
    finishing
        0 when throws that may leave a hand without points are not listed.
    hand_of, card_of
        Filled.
    """
    listed = 0
    for i in range(whole.once.size):
        left = whole.once[i]
        for _ in range(_kinds(whole, i)):
            card, left = _take_kind(left)
            worth = worth_of(card, whole.wild_ranks[i], values)
            if card == barred[i] or card == tried[i] or (finishing == 0 and worth >= least[i]):
                continue
            bound = least[i] - worth
            if bound < points[i] or (bound == points[i] and _preferred(card, tying[i], whole.wild_ranks[i], values)):
                hand_of[listed], card_of[listed] = i, card
                listed += 1
    return listed


@kernel
def list_finishing(
    whole: Planes,
    values: NDArray[np.int64],
    least: NDArray[np.int64],
    asked: NDArray[np.bool_],
    tried: NDArray[np.int64],
    declares: NDArray[np.bool_],
    hand_of: NDArray[np.int64],
    card_of: NDArray[np.int64],
) -> int:
    """List the throws of the hands `asked` that may declare and, where `tried` does, are preferred to it.

    The dearer card is thrown, of equally dear ones the first in the order of the pack.

    Parameters
    ----------
    whole, values, least, tried
        As in `list_better`.
    asked, declares : bool, shape (hands,)
    hand_of, card_of
        Filled.
    """
    listed = 0
    for i in range(whole.once.size):
        if not asked[i]:
            continue
        wild_rank = whole.wild_ranks[i]
        left = whole.once[i]
        for _ in range(_kinds(whole, i)):
            card, left = _take_kind(left)
            worth = worth_of(card, wild_rank, values)
            if worth < least[i] or card == tried[i]:
                continue
            if declares[i] and not _preferred(card, tried[i], wild_rank, values):
                continue
            hand_of[listed], card_of[listed] = i, card
            listed += 1
    return listed


@kernel
def keep_best_throws(
    hand_of: NDArray[np.int64],
    card_of: NDArray[np.int64],
    found: NDArray[np.int64],
    can_declare: NDArray[np.uint8],
    wild_ranks: NDArray[np.uint64],
    values: NDArray[np.int64],
    barred: NDArray[np.int64],
    in_order: NDArray[np.bool_],
    throws: NDArray[np.int64],
    points: NDArray[np.int64],
    declares: NDArray[np.bool_],
) -> None:
    """Improve `throws`, `points` and `declares` (shape (hands,)) by the throws that were valued.

    First a throw whose rest can be declared, then fewer points, then the dearer card (3.5).  Among equals the one
    valued first is kept or, in hands marked `in_order`, the first in the order of the pack.

    Parameters
    ----------
    hand_of, card_of, found, can_declare
        The throws and the figures of what they leave.
    wild_ranks, values
    barred : int64, shape (hands,)
        A card that may only be the last one of a declaration, or -1.
    in_order : bool, shape (hands,)
    throws, points, declares
    """
    for z in range(hand_of.size):
        i, card = hand_of[z], card_of[z]
        can = can_declare[z] == 1
        if card == barred[i] and not can:
            continue
        if throws[i] != _NONE:
            if can != declares[i]:
                if declares[i]:
                    continue
            elif found[z] > points[i]:
                continue
            elif found[z] == points[i]:
                worth = worth_of(card, wild_ranks[i], values)
                kept = worth_of(throws[i], wild_ranks[i], values)
                if worth < kept or (worth == kept and (not in_order[i] or card > throws[i])):
                    continue
        throws[i] = card
        points[i] = found[z]
        declares[i] = can
