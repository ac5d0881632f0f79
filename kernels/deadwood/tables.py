"""What the deadwood solver looks up, built from rule numbers: suits with runs only, and the sets a rank can give.

A suit is a number below 8,192: bit r says that the card of rank r (ace 0, king 12) is held.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import ACE_MASK, LANE_BITS, RANKS, SUITS
from meldlab.kernels.jit import kernel

#: The largest number of ways to lay, or not to lay, a set of one rank: none, all four, or one suit left out.
MOST_CHOICES = 6

#: Bits of a card's points that the vector pass adds up; dearer cards go to the table.
POINT_BITS = 4

_ORDINARY_RUN = 3
_ORDINARY_SET = 3


class DeadwoodRules(NamedTuple):
    """The rule numbers of the `deadwood` objective: one deck, no jokers, the ace below the 2."""

    run_min: int
    run_max: int  # 13 or more: no limit
    set_min: int
    set_max: int
    points: NDArray[np.int64]  # of a loose card, by rank


class DeadwoodTables(NamedTuple):
    """Read-only tables; kernels take the arrays one by one.

    Attributes
    ----------
    suit_points : int16, shape (8192,)
        Least points of the cards of one suit when only runs are laid.
    choices : int64, shape (16,)
        For each way four suits can hold a rank (bit s = suit s): in how many ways a set of it can be laid, not
        laying one included.
    set_cards : uint64, shape (16, 6)
        The cards of each of these sets as a plane, of rank A; number 0 is no set.
    point_planes : uint64, shape (4,)
        Plane b holds the cards whose points have bit b.
    ordinary : int
        1 when the vector pass may settle hands alone: runs of 3 and more, sets of 3, no card above 15 points.
    """

    suit_points: NDArray[np.int16]
    choices: NDArray[np.int64]
    set_cards: NDArray[np.uint64]
    point_planes: NDArray[np.uint64]
    ordinary: int


def build_deadwood_tables(rules: DeadwoodRules) -> DeadwoodTables:
    """Return the tables of `rules`."""
    suit_points = np.zeros(1 << RANKS, dtype=np.int16)
    fill_suit_points(rules.points, rules.run_min, rules.run_max, suit_points)
    choices, set_cards = _sets(rules)
    planes = np.zeros(POINT_BITS, dtype=np.uint64)
    for rank, points in enumerate(rules.points.tolist()):
        for bit in range(POINT_BITS):
            if points >> bit & 1:
                planes[bit] |= ACE_MASK << np.uint64(rank)
    return DeadwoodTables(suit_points, choices, set_cards, planes, int(_is_ordinary(rules)))


@kernel
def fill_suit_points(points: NDArray[np.int64], run_min: int, run_max: int, out: NDArray[np.int16]) -> None:
    """Fill `out` with the least points of each suit: its lowest card is loose, or begins one of its runs.

    Implements "runs of 3 or more, ace low" for any `run_min` and `run_max`.
    """
    out[0] = 0
    for suit in range(1, out.size):
        lowest = 0
        while suit >> lowest & 1 == 0:
            lowest += 1
        left = suit & ~(1 << lowest)
        best = out[left] + points[lowest]
        length = 1
        while length < run_max and suit >> (lowest + length) & 1:
            left &= ~(1 << (lowest + length))
            length += 1
            if length >= run_min:
                best = min(best, out[left])
        out[suit] = best


def _sets(rules: DeadwoodRules) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return, for each pattern of suits, how many sets it allows, and their cards ("3 or 4 of distinct suits")."""
    choices = np.ones(1 << SUITS, dtype=np.int64)
    set_cards = np.zeros((1 << SUITS, MOST_CHOICES), dtype=np.uint64)
    for held in range(1 << SUITS):
        for chosen in range(1, held + 1):
            fits = rules.set_min <= chosen.bit_count() <= rules.set_max
            if fits and chosen & ~held == 0:
                cards = sum(1 << (LANE_BITS * suit) for suit in range(SUITS) if chosen >> suit & 1)
                set_cards[held, choices[held]] = cards
                choices[held] += 1
    return choices, set_cards


def _is_ordinary(rules: DeadwoodRules) -> bool:
    # With a limit of five or more any run can be cut into legal ones, so every card of it is covered.
    any_length = rules.run_min == _ORDINARY_RUN and rules.run_max >= 2 * _ORDINARY_RUN - 1
    cheap = int(rules.points.min()) >= 0 and int(rules.points.max()) < 1 << POINT_BITS
    return any_length and rules.set_min == _ORDINARY_SET and cheap
