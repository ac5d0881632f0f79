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

from meldlab.kernels.bits import popcount
from meldlab.kernels.cards import JOKER, LANE_BITS, NATURALS, NO_WILD, RANK_MASK, RANKS, Planes
from meldlab.kernels.deal_lanes import draw_below
from meldlab.kernels.deal_rules import DealRules
from meldlab.kernels.jit import helper, kernel
from meldlab.kernels.stream import next_word

U = np.uint64

_ZERO = U(0)
_ONE = U(1)
_HALF_BITS = U(32)
_SPARE = LANE_BITS - RANKS  # places of a lane that no rank uses


@helper
def _fresh_pack(rules: DealRules) -> NDArray[np.uint8]:
    """Return the pack as bit numbers of a plane; printed jokers get the bits 13, 14 and 15 of the four suits."""
    deck_size = NATURALS + rules.printed_jokers
    pack = np.empty(deck_size * rules.decks, dtype=np.uint8)
    jokers = 0
    for card in range(pack.size):
        kind = card % deck_size
        if kind < NATURALS:
            pack[card] = np.uint8(LANE_BITS * (kind // RANKS) + kind % RANKS)
        else:
            pack[card] = np.uint8(LANE_BITS * (jokers // _SPARE) + RANKS + jokers % _SPARE)
            jokers += 1
    return pack


@helper
def _cut_kinds(rules: DealRules) -> NDArray[np.bool_]:
    """Return which kinds may be the cut card."""
    allowed = np.zeros(JOKER + 1, dtype=np.bool_)
    for choice in range(rules.cut_choices):
        allowed[min(rules.cut_first + rules.cut_step * choice, JOKER)] = True
    return allowed


@helper
def _kind_of(bit: int) -> int:
    rank = bit % LANE_BITS
    return RANKS * (bit // LANE_BITS) + rank if rank < RANKS else JOKER


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
        allowed = _cut_kinds(rules)
        pack_size = U(pack.size)
        for hand in range(once.size):
            wild_rank = U(NO_WILD)
            if rules.has_wild_rank:
                kind = JOKER
                searching = True
                while searching:
                    word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                    place, _ = draw_below(word, pack_size)
                    kind = _kind_of(pack[place])
                    searching = not allowed[kind]
                cut = pack[place]
                pack[place] = pack[0]
                pack[0] = cut
                wild_rank = U(kind % RANKS) if kind < JOKER else _ZERO
            first = second = third = word = _ZERO
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
                top += _ONE
                bit = _ONE << U(card)
                if decks > 2:
                    third |= second & bit
                if decks > 1:
                    second |= first & bit
                first |= bit
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
