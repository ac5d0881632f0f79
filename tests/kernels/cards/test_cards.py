"""Cards, counts and planes say the same thing in three ways (`kernels/cards.py`)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_calls import cards_from_counts, planes_from_cards

from meldlab.kernels.cards import cards as c

pytestmark = pytest.mark.coverage


@st.composite
def hands(draw: st.DrawFn) -> np.ndarray:
    decks = draw(st.integers(1, 3))
    pack = [kind for kind in range(c.KINDS) for _ in range(decks * (1 if kind < c.JOKER else 4))]
    size = draw(st.integers(0, 26))
    rows = draw(st.lists(st.permutations(pack), min_size=1, max_size=4))
    return np.array([row[:size] for row in rows], dtype=np.uint8).reshape(len(rows), size)


@given(hands())
@settings(deadline=None, max_examples=60)
def test_every_way_back_gives_the_hand_in_pack_order(cards):
    counts = c.counts_from_cards(cards)
    planes = planes_from_cards(cards)
    in_order = np.sort(cards, axis=1)
    assert (cards_from_counts(counts) == in_order).all()
    assert (c.counts_from_planes(planes) == counts).all()
    assert (c.cards_from_planes(planes, cards.shape[1]) == in_order).all()
    assert (c.planes_from_counts(counts).once == planes.once).all()


def test_bit_sixteen_times_suit_plus_rank_says_at_least_so_many_copies():
    five_of_hearts = 13 + 4
    planes = planes_from_cards(
        np.array([[0, five_of_hearts, five_of_hearts, five_of_hearts, 51, 51, 52, 52]], np.uint8)
    )
    bit = 1 << (16 + 4)
    assert planes.once[0] == 1 | bit | 1 << (48 + 12)
    assert planes.twice[0] == bit | 1 << (48 + 12)
    assert planes.thrice[0] == bit
    assert planes.jokers[0] == 2
    assert planes.wild_ranks[0] == c.NO_WILD


def test_an_empty_hand_is_all_zeros():
    planes = planes_from_cards(np.zeros((1, 0), np.uint8))
    assert [int(plane[0]) for plane in planes] == [0, 0, 0, 0, c.NO_WILD]
    assert c.cards_from_planes(planes, 0).shape == (1, 0)


def test_no_hands_at_all_keep_their_shapes():
    nothing = np.zeros((0, c.KINDS), np.uint8)
    assert cards_from_counts(nothing).shape == (0, 0)
    assert c.counts_from_planes(c.planes_from_counts(nothing)).shape == (0, c.KINDS)


def test_masks_are_the_thirteen_ranks_of_each_lane():
    assert int(c.RANK_MASK).bit_count() == 52
    assert int(c.ACE_MASK).bit_count() == 4
    assert (int(c.ACE_MASK) << c.NO_WILD) & int(c.RANK_MASK) == 0


def test_wild_ranks_are_kept_for_each_hand():
    counts = np.zeros((3, c.KINDS), np.uint8)
    assert c.planes_from_counts(counts, np.array([0, 12, 13], np.uint64)).wild_ranks.tolist() == [0, 12, 13]
    assert c.planes_from_counts(counts, 6).wild_ranks.tolist() == [6, 6, 6]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: c.counts_from_cards(np.array([[53]], np.uint8)), "0 to 52, not to 53"),
        (lambda: c.counts_from_cards(np.array([1, 2], np.uint8)), "shape"),
        (lambda: c.planes_from_counts(np.zeros((1, 52), np.uint8)), "shape"),
        (lambda: planes_from_cards(np.full((1, 4), 7, np.uint8)), "at most 3 copies"),
        (lambda: cards_from_counts(np.eye(2, c.KINDS, dtype=np.uint8) * [[1], [2]]), "different sizes"),
        (lambda: c.cards_from_planes(planes_from_cards(np.array([[1, 2]], np.uint8)), 3), "not every hand holds 3"),
        (lambda: c.cards_from_planes(planes_from_cards(np.array([[1, 1]], np.uint8)), 1), "not every hand holds 1"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
