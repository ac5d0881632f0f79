"""The steps of vector dealing: each is one loop over the lanes, which the compiler turns into vector instructions.

See `deal` for the method.  Until `finish_hands` turns them into planes, the five plane arrays hold the work in
hand: `once`, `twice` and `thrice` the words of the first, second and third deck (bits 0..51 its naturals, from
52 on its printed jokers, bit 63 of the first word the mark of a biased draw), and `wild_ranks` the kind of the
cut card.  `decks` and `draws` are constants at every call, so the compiler drops what one deck does not need and
unrolls the draws; without that, the loops over the lanes would not become vector code.
"""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, popcount
from meldlab.kernels.cards.cards import JOKER, NATURALS, NO_WILD, RANKS, SUIT_MASK
from meldlab.kernels.cards.deal_rules import DealRules
from meldlab.kernels.cards.stream import next_word
from meldlab.kernels.jit import helper

Words = NDArray[np.uint64]
LaneStates = tuple[Words, Words, Words, Words]
LanePlanes = tuple[Words, Words, Words, Words, Words]

#: Draws served by one half of a random word; 168**3 < 2**32 keeps the share of rejected hands small.
DRAWS = 3

#: No deck reaches this bit: it marks a hand that must be dealt again.
BIASED = U(1 << 63)

_HALF_BITS = U(32)
_HALF = U(0xFFFFFFFF)
_HALVES = U(1 << 32)
_NATURALS = U(NATURALS)
_JOKER = U(JOKER)
_RANKS = U(RANKS)
_BYTE = U(255)
_RANKS_INVERSE = U(79)
_RANKS_SHIFT = U(10)
_DECK_SHIFT = U(4)  # printed jokers of a deck fit four bits
_GAP = U(3)  # a suit has 13 bits in a deck's word and 16 in a plane
_HEARTS = U(SUIT_MASK << U(13))
_DIAMONDS = U(SUIT_MASK << U(26))
_CLUBS = U(SUIT_MASK << U(39))


@helper
def draw_below(half: np.uint64, bound: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return a number below `bound` and the lower half that serves the next draw (both arguments below 2**32)."""
    product = (half & _HALF) * (bound & _HALF)
    return U(product >> _HALF_BITS), U(product & _HALF)


@helper
def bias_mark(rest: np.uint64, bounds: np.uint64) -> np.uint64:
    """Return bit 63 when `rest`, left over by draws with this product of `bounds`, lies in the biased zone, else 0."""
    return U((rest - _HALVES % bounds) & BIASED)


@helper
def _take(
    first: np.uint64,
    second: np.uint64,
    third: np.uint64,
    place: np.uint64,
    last_bit: np.uint64,
    live: np.uint64,
    size: np.uint64,
    decks: int,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Take the card at `place` or, when it is taken already, the card `last_bit` of the last deck.

    `size` is the number of cards of one deck; with `live` = 0 (instead of 1) nothing is taken.
    """
    if decks == 1:
        bit = live << place
        extra = last_bit if (first & bit) != ZERO else ZERO
        return U(first | bit | extra), second, third
    # All ones for the deck that holds the card, and zero for the others.
    later = ZERO - U(place >= size)
    latest = ZERO - U(place >= size + size) if decks > 2 else ZERO
    bit = live << (place - (size & later) - (size & latest))
    in_first, in_second, in_third = bit & ~later, bit & later & ~latest, bit & latest
    taken = (first & in_first) | (second & in_second) | (third & in_third)
    extra = last_bit if taken != ZERO else ZERO
    first |= in_first
    second |= in_second
    third |= in_third
    if decks == 2:
        return first, U(second | extra), third
    return first, second, U(third | extra)


@helper
def _take_group(
    first: np.uint64,
    second: np.uint64,
    third: np.uint64,
    half: np.uint64,
    last: np.uint64,
    live: np.uint64,
    size: np.uint64,
    decks: int,
    draws: int,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Make `draws` draws of Floyd's method from one half of a random word, the first of them from 0..`last`."""
    rest = half
    bounds = ONE
    for draw in range(draws):
        bound = (last + U(draw)) * live + ONE
        last_bit = ONE << (last + U(draw) - size * U(decks - 1))
        place, rest = draw_below(rest, bound)
        bounds *= bound
        first, second, third = _take(first, second, third, place, last_bit, live, size, decks)
    return U(first | bias_mark(rest, bounds)), second, third


@helper
def open_hands(
    state: LaneStates, planes: LanePlanes, rules: DealRules, last: np.uint64, size: np.uint64, decks: int, draws: int
) -> None:
    """Cut, and make the first `draws` draws of every lane."""
    s0, s1, s2, s3 = state
    once, twice, thrice, _, kinds = planes
    cut_first, cut_step, cut_choices = U(rules.cut_first), U(rules.cut_step) & _HALF, U(rules.cut_choices)
    for lane in range(once.size):
        word, s0[lane], s1[lane], s2[lane], s3[lane] = next_word(s0[lane], s1[lane], s2[lane], s3[lane])
        choice, rest = draw_below(word, cut_choices)
        kinds[lane] = min(cut_first + cut_step * choice, _JOKER)
        first = bias_mark(rest, cut_choices)
        first, second, third = _take_group(first, ZERO, ZERO, word >> _HALF_BITS, last, ONE, size, decks, draws)
        once[lane] = first
        if decks > 1:
            twice[lane] = second
        if decks > 2:
            thrice[lane] = third


@helper
def grow_hands(
    state: LaneStates, planes: LanePlanes, last: np.uint64, live: np.uint64, size: np.uint64, decks: int
) -> None:
    """Make the next three draws of every lane and, with `live` = 1, three more from the other half of the word."""
    s0, s1, s2, s3 = state
    once, twice, thrice, _, _ = planes
    for lane in range(once.size):
        word, s0[lane], s1[lane], s2[lane], s3[lane] = next_word(s0[lane], s1[lane], s2[lane], s3[lane])
        first = once[lane]
        second = twice[lane] if decks > 1 else ZERO
        third = thrice[lane] if decks > 2 else ZERO
        first, second, third = _take_group(first, second, third, word, last, ONE, size, decks, DRAWS)
        first, second, third = _take_group(
            first, second, third, word >> _HALF_BITS, last + U(DRAWS), live, size, decks, DRAWS
        )
        once[lane] = first
        if decks > 1:
            twice[lane] = second
        if decks > 2:
            thrice[lane] = third


@helper
def _spread(deck: np.uint64) -> np.uint64:
    """Return the naturals of a deck's word, 13 bits a suit, as a plane with 16 bits a suit."""
    spades = deck & SUIT_MASK
    hearts = (deck & _HEARTS) << _GAP
    diamonds = (deck & _DIAMONDS) << (_GAP + _GAP)
    clubs = (deck & _CLUBS) << (_GAP + _GAP + _GAP)
    return U(spades | hearts | diamonds | clubs)


@helper
def rank_of(kind: np.uint64) -> np.uint64:
    """Return the rank of a natural kind: 79 / 1024 is close enough to 1 / 13, and multiplications vectorise."""
    return U(kind - _RANKS * (((kind & _BYTE) * _RANKS_INVERSE) >> _RANKS_SHIFT))


@helper
def finish_hands(planes: LanePlanes, rules: DealRules, last: np.uint64, size: np.uint64, decks: int) -> np.uint64:
    """Turn deck words into planes; return bit 63 when some lane is biased (its `jokers` then carry that bit too)."""
    once, twice, thrice, jokers, kinds = planes
    out_of_play = U(rules.cut_out_of_play)
    last_bit = ONE << (last - size * U(decks - 1))
    joker_rank = ZERO if rules.has_wild_rank else U(NO_WILD)
    marks = ZERO
    for lane in range(once.size):
        first = once[lane]
        second = twice[lane] if decks > 1 else ZERO
        third = thrice[lane] if decks > 2 else ZERO
        mark = first & BIASED
        marks |= mark
        cut_bit = out_of_play << kinds[lane]
        moved = last_bit if (first & cut_bit) != ZERO else ZERO
        first &= ~(cut_bit | BIASED)
        if decks == 1:
            first |= moved
        elif decks == 2:
            second |= moved
        else:
            third |= moved
        once[lane] = _spread(first | second | third)
        twice[lane] = _spread((first & second) | (third & (first | second)))
        thrice[lane] = _spread(first & second & third)
        printed = (first >> _NATURALS) | (second >> _NATURALS) << _DECK_SHIFT
        printed |= (third >> _NATURALS) << (_DECK_SHIFT + _DECK_SHIFT)
        jokers[lane] = popcount(printed) | mark
        kinds[lane] = rank_of(kinds[lane]) if kinds[lane] < _JOKER else joker_rank
    return marks
