"""Whole packs in order (`kernels/packs.py`)."""

import numpy as np
import pytest
from dealing_reference import xoshiro_words

from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.kernels.cards.stream import Stream, lane_states


def _pack_in_plain_python(seed, chunk, deal, decks, printed):
    words = xoshiro_words([int(word) for word in lane_states(seed, Stream.PACKS, chunk, 1, first_lane=deal)[:, 0]])
    pack = [min(card, JOKER) for card in range(52 + printed)] * decks
    word = 0
    for top in range(len(pack) - 1):
        if top % 2 == 0:
            word = next(words)
        bound = len(pack) - top
        while word % 2**32 * bound % 2**32 < 2**32 % bound:
            word = next(words)
        place = top + (word % 2**32 * bound >> 32)
        word >>= 32
        pack[top], pack[place] = pack[place], pack[top]
    return pack


@pytest.mark.coverage
@pytest.mark.parametrize(("decks", "printed"), [(1, 0), (1, 2), (2, 2), (3, 1), (6, 4)])
def test_a_pack_is_shuffled_as_by_fisher_and_yates_in_plain_python(decks, printed):
    packs = shuffle_packs(11, 2, 20, decks=decks, printed_jokers=printed)
    assert packs.dtype == np.uint8
    assert packs.tolist() == [_pack_in_plain_python(11, 2, deal, decks, printed) for deal in range(20)]


def test_one_deal_is_reached_without_those_before_it():
    packs = shuffle_packs(3, 1, 50, decks=2, printed_jokers=2)
    again = shuffle_packs(3, 1, 1, decks=2, printed_jokers=2, first_deal=37)
    assert (again[0] == packs[37]).all()


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_every_pack_holds_each_card_as_often_as_it_has_decks(decks):
    packs = shuffle_packs(5, 0, 2000, decks=decks, printed_jokers=2)
    held = np.apply_along_axis(np.bincount, 1, packs, minlength=KINDS)
    assert (held[:, :JOKER] == decks).all()
    assert (held[:, JOKER] == 2 * decks).all()
    assert len(np.unique(packs, axis=0)) == len(packs)


@pytest.mark.parametrize(("decks", "printed"), [(0, 2), (2, -1)])
def test_a_pack_without_cards_or_with_a_negative_number_of_jokers_is_refused(decks, printed):
    with pytest.raises(ValueError, match="pack"):
        shuffle_packs(1, 0, 1, decks=decks, printed_jokers=printed)


def test_no_deals_are_no_packs():
    assert shuffle_packs(1, 0, 0, decks=2, printed_jokers=2).shape == (0, 108)
