"""Rule numbers of a `value` game as the kernels read them, and the numbers of a question about its hands.

Ranks are counted by *place*: 0..11 from the three up to the ace, the order of runs; the two has no place and is
always wild.  ``NO_LIMIT`` stands for "none".
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PLACES = 12
SUITS = 4
TWO = 12  # the "place" of a two
COPIES = 8  # naturals of one rank in two decks
NO_LIMIT = 99
RANKS = 13

# table.wild_in_place
AS_RESCUED, SUBSTITUTED, HAND_VALUE = range(3)

# columns of `ValueRules.lines`
LINE_PLACES = 0  # bits: the places whose rank may form it
LINE_CARDS = 1
LINE_WILDS = 2  # 1: a wild card belongs to it
LINE_VALUE = 3
LINE_COLUMNS = 4


class ValueRules(NamedTuple):
    """Everything the solvers of the `value` objective need; flags are 0 or 1."""

    run_min: int
    run_max: int  # PLACES when the rules set no limit
    set_min: int
    set_max: int
    sets_per_rank: int
    max_wilds: int
    naturals_majority: int
    min_naturals: int
    extra_counts: int  # special.extra: cards beyond a special line are added
    wild_line_total: int  # special.six_with_wild: a line with a wild counts its cards in all
    full_clean: int
    full_semi_one: int
    full_semi_two: int
    full_dirty: int
    pinaculo_wilds: int
    pinaculo_dealt: int
    pinaculo_play: int
    closes_without_discard: int
    end_block_rescue: int
    wild_in_place: int
    table_joker: int
    table_two_in_run: int
    table_two_in_set: int
    hand_joker: int
    hand_two: int
    points: NDArray[np.int64]  # shape (12,), a natural on the table and in hand, by place
    lines: NDArray[np.int64]  # shape (lines, LINE_COLUMNS), special sets


class Goal(NamedTuple):
    """What is added up: the worth of laid cards and what the laid cards would have cost in hand.

    The set tables are indexed by place, naturals that no run can use (all free for sets), naturals taken from runs,
    jokers and twos.
    """

    specials: int  # special sets, full runs and the pinaculo have their own values
    pinaculo: int
    joker_in_run: int
    two_in_run: int
    joker_in_hand: int
    two_in_hand: int
    joker_most: int  # what one joker can gain at most, outside special sets
    two_most: int
    places_count: int  # `place` holds anything but zeros
    natural: NDArray[np.int64]  # shape (12,), laid
    natural_in_hand: NDArray[np.int64]
    place: NDArray[np.int64]  # what a wild in a run is worth for the place it fills
    joker_in_set: NDArray[np.int64]
    two_in_set: NDArray[np.int64]
    sets: NDArray[np.int64]  # shape (12, 9, 9, 9, 9): gain of the best sets of the rank with exactly these cards
    choice: NDArray[np.int64]  # with at most these wild cards: 2 there are such sets, 1 only "no set", 0 none
    set_best: NDArray[np.int64]  # with at most these cards: the best gain, wild cards discounted at their most
    set_extra: NDArray[np.int64]  # the same, naturals taken from runs discounted as well
    shapes: NDArray[np.int64]  # the runs worth trying, see `value_shapes`
    wild_room: NDArray[np.int64]  # (97,) most wild cards that so many naturals can take along


def place_of(rank: int) -> int:
    """Return the place of rank A, 2, ..., K = 0..12; the two gets `TWO`."""
    return (rank + RANKS - 2) % RANKS


def rank_of(place: int) -> int:
    """Return the rank 0..12 at a place."""
    return (place + 2) % RANKS


def wild_limit(rules: ValueRules, naturals: int) -> int:
    """Return how many wild cards may lie beside so many naturals; -1 when these are too few for a meld."""
    if naturals < rules.min_naturals:
        return -1
    return min(rules.max_wilds, naturals - 1) if rules.naturals_majority else rules.max_wilds
