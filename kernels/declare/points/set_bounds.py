"""Which sets are worth trying beside two lives: upper bounds for a whole batch, in vector loops.

Taking a set out of a hand never raises what its lives cover, so points of the set + lives of the whole hand with
the wilds left over is a bound, and so is that + the dearest second set.  Only ranks whose bound beats the best
arrangement known so far are tried at all.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.bits import ZERO, U
from meldlab.kernels.declare.points.suit_tables import LANES
from meldlab.kernels.declare.set_choices import MOST_NATURALS, SetRules
from meldlab.kernels.jit import bare_kernel, helper

_SUIT = U(0xFFFF)
_EVERYTHING = U(0xFFFFFFFFFFFFFFFF)
_COUNTED = 4  # ranks with more naturals are not told apart


class SetBounds(NamedTuple):
    """Bounds of a batch; hands in the last axis."""

    ranks: NDArray[np.uint64]  # shape (4, capacity): ranks with at least 1, 2, 3, 4 naturals for one set
    tops: NDArray[np.int16]  # shape (LANES, capacity): dearest single set with so many wilds
    partner: NDArray[np.int16]  # shape (LANES, capacity): lives and one more set after so many wilds are spent
    wanted: NDArray[np.uint64]  # shape (14, capacity): ranks worth trying with so many naturals
    any_wanted: NDArray[np.uint64]  # shape (capacity,)


def make_set_bounds(capacity: int) -> SetBounds:
    """Return arrays for a batch."""
    return SetBounds(
        ranks=np.zeros((_COUNTED, capacity), dtype=np.uint64),
        tops=np.zeros((LANES, capacity), dtype=np.int16),
        partner=np.zeros((LANES, capacity), dtype=np.int16),
        wanted=np.zeros((MOST_NATURALS + 1, capacity), dtype=np.uint64),
        any_wanted=np.zeros(capacity, dtype=np.uint64),
    )


@helper
def _count(
    cards: np.uint64, one: np.uint64, two: np.uint64, three: np.uint64, four: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Add the ranks of one plane, suit by suit, to the ranks held so many times."""
    for suit in range(4):
        ranks = (cards >> U(16 * suit)) & _SUIT
        four |= three & ranks
        three |= two & ranks
        two |= one & ranks
        one |= ranks
    return one, two, three, four


@bare_kernel
def _count_ranks(
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    thrice: NDArray[np.uint64],
    distinct: int,
    hands: int,
    ranks: NDArray[np.uint64],
) -> None:
    further_copies = ZERO if distinct else _EVERYTHING
    for z in range(hands):
        one, two, three, four = _count(once[z], ZERO, ZERO, ZERO, ZERO)
        one, two, three, four = _count(twice[z] & further_copies, one, two, three, four)
        one, two, three, four = _count(thrice[z] & further_copies, one, two, three, four)
        ranks[0, z] = one
        ranks[1, z] = two
        ranks[2, z] = three
        ranks[3, z] = four


@bare_kernel
def _raise_tops(
    ranks: NDArray[np.uint64],
    row: int,
    naturals: int,
    dearest: NDArray[np.int16],
    tops: NDArray[np.int16],
    wilds: int,
    hands: int,
) -> None:
    for z in range(hands):
        tops[wilds, z] = max(tops[wilds, z], np.int16(naturals * dearest[ranks[row, z]]))


@bare_kernel
def _raise_partner(
    tops: NDArray[np.int16],
    second: int,
    values: NDArray[np.int16],
    lives: int,
    lane: int,
    partner: NDArray[np.int16],
    spent: int,
    hands: int,
) -> None:
    for z in range(hands):
        partner[spent, z] = max(partner[spent, z], np.int16(tops[second, z] + values[lives, lane, z]))


@bare_kernel
def _want(
    ranks: NDArray[np.uint64],
    row: int,
    naturals: int,
    best: NDArray[np.int64],
    partner: NDArray[np.int16],
    spent: int,
    beating: NDArray[np.uint64],
    wanted: NDArray[np.uint64],
    any_wanted: NDArray[np.uint64],
    hands: int,
) -> None:
    for z in range(hands):
        needed = min(max(best[z] - partner[spent, z] + 1, 0), 255)
        wanted[naturals, z] = ranks[row, z] & beating[naturals, needed]
        any_wanted[z] |= wanted[naturals, z]


@bare_kernel
def bound_sets(
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    thrice: NDArray[np.uint64],
    hands: int,
    wilds: int,
    values: NDArray[np.int16],
    lives: int,
    best: NDArray[np.int64],
    rules: SetRules,
    bounds: SetBounds,
) -> None:
    """Fill `bounds` for the first `hands` hands of a batch.

    Parameters
    ----------
    values, lives
        Result of `join_suits` and the class of two lives.
    best
        Points covered by the best arrangement known so far.
    """
    ranks, tops, partner, wanted, any_wanted = (
        bounds.ranks,
        bounds.tops,
        bounds.partner,
        bounds.wanted,
        bounds.any_wanted,
    )
    _count_ranks(once, twice, thrice, rules.distinct_suits, hands, ranks)
    for spent in range(wilds + 1):
        for z in range(hands):
            tops[spent, z] = 0
            partner[spent, z] = values[lives, wilds - spent, z]
    for z in range(hands):
        any_wanted[z] = ZERO
    for naturals in range(rules.fewest_naturals, rules.most_naturals + 1):
        fewest = rules.fewest_wilds[naturals]
        if fewest <= wilds:
            _raise_tops(ranks, min(naturals, _COUNTED) - 1, naturals, rules.dearest, tops, fewest, hands)
    for spent in range(wilds + 1):
        for second in range(wilds - spent + 1):
            _raise_partner(tops, second, values, lives, wilds - spent - second, partner, spent, hands)
    for naturals in range(rules.fewest_naturals, rules.most_naturals + 1):
        fewest = rules.fewest_wilds[naturals]
        if fewest <= wilds:
            _want(
                ranks,
                min(naturals, _COUNTED) - 1,
                naturals,
                best,
                partner,
                fewest,
                rules.beating,
                wanted,
                any_wanted,
                hands,
            )
