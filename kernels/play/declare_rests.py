"""Hands with a card too many: what is left after each throw, and which throws can be the best at all."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.bits import ONE, ZERO, U, popcount
from meldlab.kernels.cards import JOKER, KINDS, LANE_BITS, NATURALS, RANKS, SUITS, Planes
from meldlab.kernels.jit import helper, kernel

_SUIT_BITS = U(0xFFFF)
_NONE = -1


@helper
def _is_wild(card: int, wild_rank: int) -> bool:
    return card == JOKER or card % RANKS == wild_rank


@helper
def _company(hand: NDArray[np.uint8], card: int, wild_rank: int) -> int:
    """Return how many cards of `hand` a natural could form a meld with: of its rank, or of its suit two ranks off.

    Other cards of the same kind count as company only as cards of the rank; wild cards do not count.
    """
    found = 0
    suit, rank = card // RANKS, card % RANKS
    for other in range(rank, NATURALS, RANKS):
        if other != card:
            found += int(hand[other] > 0)
    for step in (-2, -1, 1, 2):
        near = rank + step
        if rank == 0 and step < 0:  # the ace stands beyond the king too
            near = RANKS + step
        elif rank + step == RANKS:
            near = 0
        if 0 <= near < RANKS and near != wild_rank and hand[suit * RANKS + near] > 0:
            found += 2 if step in (-1, 1) else 1
    return found


@kernel
def mark_mates(
    hands: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    chosen: NDArray[np.int64],
    cards: NDArray[np.int64],
    out: NDArray[np.bool_],
) -> None:
    """Write which cards could lie in a group of three with cards of the hand.

    A natural needs two wild cards, or a mate: a card of its rank, its own copies among them, or one of its suit at
    most two ranks off.

    Parameters
    ----------
    hands : uint8, shape (hands, 53)
    wild_ranks : int64, shape (hands,)
    chosen, cards : int64, shape (cards,)
        Which hand, which card.
    out : bool, shape (cards,)
    """
    for z in range(chosen.size):
        hand, wild_rank, card = hands[chosen[z]], wild_ranks[chosen[z]], cards[z]
        wilds = int(hand[JOKER])
        if wild_rank >= 0:
            for other in range(wild_rank, NATURALS, RANKS):
                wilds += int(hand[other])
        found = wilds >= 2 or _is_wild(card, wild_rank)
        if not found:
            suit, rank = card // RANKS, card % RANKS
            for other in range(rank, NATURALS, RANKS):
                found = found or hand[other] > 0
            for step in (-2, -1, 1, 2):
                found = found or hand[suit * RANKS + (rank + step) % RANKS] > 0
        out[z] = found


@kernel
def first_throws(
    hands: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    barred: NDArray[np.int64],
    values: NDArray[np.int64],
    throws: NDArray[np.int64],
) -> None:
    """Write a throw that is often the best: the dearest natural without company, else the one with the least.

    Parameters
    ----------
    hands : uint8, shape (hands, 53)
    wild_ranks : int64, shape (hands,)
    barred : int64, shape (hands,)
        A card that may not be thrown, or -1.
    values : int64, shape (13,)
        Points of a loose natural of each rank.
    throws : int64, shape (hands,)
        Filled; a wild card only when nothing else may be thrown, -1 when nothing may.
    """
    for i in range(hands.shape[0]):
        hand, wild_rank = hands[i], wild_ranks[i]
        best = _NONE
        best_score = -1
        for card in range(KINDS):
            if hand[card] == 0 or card == barred[i]:
                continue
            score = 0
            if not _is_wild(card, wild_rank):
                score = 1000 + 16 * int(values[card % RANKS]) - 64 * _company(hand, card, wild_rank)
                if hand[card] > 1:
                    score += 32
            if score > best_score:
                best, best_score = card, score
        throws[i] = best


@kernel
def list_throws(
    hands: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    barred: NDArray[np.int64],
    values: NDArray[np.int64],
    least: NDArray[np.int64],
    points: NDArray[np.int64],
    tried: NDArray[np.int64],
    hand_of: NDArray[np.int64],
    card_of: NDArray[np.int64],
) -> int:
    """List the throws that could leave fewer than `points`; a throw of value v leaves at least ``least - v``.

    Every arrangement of the rest is one of the whole hand with the thrown card loose: so the bound.

    Parameters
    ----------
    hands : uint8, shape (hands, 53)
    wild_ranks, barred, values
        As in `first_throws`.
    least : int64, shape (hands,)
        Least points of the whole hand.
    points : int64, shape (hands,)
        Points to stay below.
    tried : int64, shape (hands,)
        A throw that is not listed, or -1.
    hand_of, card_of : int64
        Filled: which hand, which card.

    Returns
    -------
    int
        How many are listed, hand after hand and in the order of the pack.
    """
    listed = 0
    for i in range(hands.shape[0]):
        for card in range(KINDS):
            if hands[i, card] == 0 or card == barred[i] or card == tried[i]:
                continue
            value = 0 if _is_wild(card, wild_ranks[i]) else values[card % RANKS]
            if least[i] - value < points[i]:
                hand_of[listed] = i
                card_of[listed] = card
                listed += 1
    return listed


@kernel
def fill_rests(whole: Planes, hand_of: NDArray[np.int64], card_of: NDArray[np.int64], rests: Planes) -> None:
    """Fill `rests` with the hands ``hand_of`` of `whole` less one copy of ``card_of``."""
    for z in range(hand_of.size):
        i, card = hand_of[z], card_of[z]
        once, twice, thrice, jokers = whole.once[i], whole.twice[i], whole.thrice[i], whole.jokers[i]
        if card == JOKER:
            jokers -= ONE
        else:
            bit = ONE << U(LANE_BITS * (card // RANKS) + card % RANKS)
            if thrice & bit != ZERO:
                thrice &= ~bit
            elif twice & bit != ZERO:
                twice &= ~bit
            else:
                once &= ~bit
        rests.once[z], rests.twice[z], rests.thrice[z], rests.jokers[z] = once, twice, thrice, jokers
        rests.wild_ranks[z] = whole.wild_ranks[i]


@kernel
def fill_grown(whole: Planes, hand_of: NDArray[np.int64], card_of: NDArray[np.int64], grown: Planes) -> None:
    """Fill `grown` with the hands ``hand_of`` of `whole` and one more ``card_of``, of which they hold two at most."""
    for z in range(hand_of.size):
        i, card = hand_of[z], card_of[z]
        once, twice, thrice, jokers = whole.once[i], whole.twice[i], whole.thrice[i], whole.jokers[i]
        if card == JOKER:
            jokers += ONE
        else:
            bit = ONE << U(LANE_BITS * (card // RANKS) + card % RANKS)
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
        grown.once[z], grown.twice[z], grown.thrice[z], grown.jokers[z] = once, twice, thrice, jokers
        grown.wild_ranks[z] = whole.wild_ranks[i]


@kernel
def keep_best_throws(
    hand_of: NDArray[np.int64],
    card_of: NDArray[np.int64],
    found: NDArray[np.int64],
    can_declare: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    values: NDArray[np.int64],
    throws: NDArray[np.int64],
    points: NDArray[np.int64],
    declares: NDArray[np.uint8],
) -> None:
    """Improve `throws`, `points` and `declares` (shape (hands,)) by the throws that were valued.

    First a throw whose rest can be declared, then fewer points, then the dearer card, then pack order (3.5).

    Parameters
    ----------
    hand_of, card_of, found, can_declare
        The throws and the figures of what they leave.
    wild_ranks, values
        As in `first_throws`.
    throws, points, declares
    """
    for z in range(hand_of.size):
        i, card = hand_of[z], card_of[z]
        if throws[i] != _NONE:
            if can_declare[z] != declares[i]:
                if can_declare[z] < declares[i]:
                    continue
            elif found[z] > points[i]:
                continue
            elif found[z] == points[i]:
                worth = 0 if _is_wild(card, wild_ranks[i]) else values[card % RANKS]
                kept = 0 if _is_wild(throws[i], wild_ranks[i]) else values[throws[i] % RANKS]
                if worth <= kept:
                    continue
        throws[i] = card
        points[i] = found[z]
        declares[i] = can_declare[z]


@kernel
def one_suit_hands(whole: Planes, naturals: int, out: NDArray[np.bool_]) -> None:
    """Write which hands hold `naturals` cards or more of one suit."""
    for i in range(whole.once.size):
        out[i] = False
        for suit in range(SUITS):
            shift = U(LANE_BITS * suit)
            held = (
                popcount((whole.once[i] >> shift) & _SUIT_BITS)
                + popcount((whole.twice[i] >> shift) & _SUIT_BITS)
                + popcount((whole.thrice[i] >> shift) & _SUIT_BITS)
            )
            if np.int64(held) >= naturals:
                out[i] = True
