"""One hand after the other by a partial Fisher-Yates shuffle: the yardstick for every other speed.

It deals what `deal` deals, from its own random numbers and by another method, so it also checks that one: the
cut is made as at a table (turn up a card; not allowed? put it back and turn up another), and copies of a card
are separate cards of a pack in memory.  It is the fastest plain form: two draws a random word by multiply and
shift alone, whose bias (below 1 in 2**24) no test could see, but for which `deal` pays with its rejections.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ONE, ZERO, U, lowest_index, popcount
from meldlab.kernels.cards.cards import JOKER, LANE_BITS, NATURALS, NO_WILD, RANK_MASK, RANKS, Planes
from meldlab.kernels.cards.deal_lanes import draw_below
from meldlab.kernels.cards.deal_rules import DealRules
from meldlab.kernels.cards.stream import next_word
from meldlab.kernels.jit import helper, kernel

_HALF_BITS = U(32)
_RANK_OF_BIT = U(LANE_BITS - 1)
_RANKS = U(RANKS)
_SPARE_PLACES = LANE_BITS - RANKS  # of each lane: no rank uses them


@helper
def _bit_of(kind: int, joker: int) -> np.uint64:
    """Return the bit of a card in a plane; printed joker number `joker` (0..11) gets one of the spare places."""
    if kind < NATURALS:
        return ONE << U(LANE_BITS * (kind // RANKS) + kind % RANKS)
    return ONE << U(LANE_BITS * (joker // _SPARE_PLACES) + RANKS + joker % _SPARE_PLACES)


@kernel
def _fresh_pack(rules: DealRules) -> NDArray[np.uint64]:
    """Return the pack as one bit a card, see `_bit_of`."""
    deck_size = NATURALS + rules.printed_jokers
    pack = np.empty(deck_size * rules.decks, dtype=np.uint64)
    for card in range(pack.size):
        joker = card // deck_size * rules.printed_jokers + card % deck_size - NATURALS
        pack[card] = _bit_of(card % deck_size, joker)
    return pack


@helper
def _cut_cards(rules: DealRules) -> np.uint64:
    """Return the bits of all cards that may be the cut card."""
    cards = ZERO
    for choice in range(rules.cut_choices):
        kind = min(rules.cut_first + rules.cut_step * choice, JOKER)
        cards |= _bit_of(kind, 0) if kind < JOKER else ~RANK_MASK
    return cards


@cache
def scalar_dealer(decks: int) -> Callable[[NDArray[np.uint64], DealRules, Planes], None]:
    """Return the compiled kernel that deals from `decks` decks (1 to 3) one hand at a time.

    The kernel ``deal(state, rules, planes)`` fills `planes`; `state` is uint64 of shape (4, 1) from
    `stream.lane_states` and is moved on.
    """

    @kernel
    def deal(state: NDArray[np.uint64], rules: DealRules, planes: Planes) -> None:
        s0, s1, s2, s3 = state[0, 0], state[1, 0], state[2, 0], state[3, 0]
        once, twice, thrice, jokers, wild_ranks = planes
        pack = _fresh_pack(rules)
        pack_size = U(pack.size)
        cut_cards = _cut_cards(rules)
        for hand in range(once.size):
            wild_rank = U(NO_WILD)
            if rules.has_wild_rank:
                card = place = ZERO
                while card & cut_cards == ZERO:
                    word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                    place, _ = draw_below(word, pack_size)
                    card = pack[place]
                pack[place] = pack[0]
                pack[0] = card
                rank = lowest_index(card) & _RANK_OF_BIT
                wild_rank = rank if rank < _RANKS else ZERO
            first = second = third = word = ZERO
            # With the cut card out of play the hand begins at the second card of the pack.
            top = U(rules.cut_out_of_play)
            for draw in range(rules.hand_size):
                if draw & 1 == 0:
                    word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                place, _ = draw_below(word, pack_size - top)
                word >>= _HALF_BITS
                card = pack[top + place]
                pack[top + place] = pack[top]
                pack[top] = card
                top += ONE
                if decks > 2:
                    third |= second & card
                if decks > 1:
                    second |= first & card
                first |= card
            once[hand] = first & RANK_MASK
            twice[hand] = second
            thrice[hand] = third
            jokers[hand] = popcount(first & ~RANK_MASK)
            wild_ranks[hand] = wild_rank
        state[0, 0] = s0
        state[1, 0] = s1
        state[2, 0] = s2
        state[3, 0] = s3

    return deal
