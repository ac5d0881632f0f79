"""Hands drawn in groups: the right numbers of cards, every hand with the same chance, the same seed the same hands."""

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from meldlab.kernels.cards.cards import KINDS
from meldlab.kernels.cards.draws import Draws

NOTHING = np.zeros(KINDS, dtype=np.int64)


def pack(decks, jokers):
    copies = np.full(KINDS, decks, dtype=np.int64)
    copies[-1] = jokers
    return copies


def deal(groups, takes, *, hands, known=NOTHING, seed=1, chunk=0):
    counts = np.empty((hands, KINDS), dtype=np.uint8)
    Draws(seed, chunk).deal(known, np.atleast_2d(groups), np.array(takes), counts)
    return counts


@pytest.mark.coverage
@pytest.mark.parametrize("decks", [1, 2, 4, 8])
def test_every_hand_holds_the_known_cards_and_so_many_of_each_group(decks):
    aces, others = pack(decks, 4), pack(decks, 4)
    aces[np.arange(KINDS) % 13 != 0] = 0
    aces[-1] = 0
    others -= aces
    known = NOTHING.copy()
    known[[5, 52]] = 2, 1
    counts = deal([aces, others], [3, 10], hands=300, known=known)
    assert (counts >= known).all()
    assert (counts - known <= pack(decks, 4)).all()
    of_aces = counts[:, [0, 13, 26, 39]].sum(axis=1)
    assert (of_aces == 3).all()
    assert (counts.sum(axis=1) == 16).all()


def test_every_hand_has_the_same_chance():
    copies = NOTHING.copy()
    copies[[3, 17, 52]] = 3, 2, 4
    counts = deal(copies, [4], hands=60_000)
    seen = Counter(map(tuple, counts[:, [3, 17, 52]].tolist()))
    ways = {
        held: comb(3, held[0]) * comb(2, held[1]) * comb(4, held[2])
        for held in product(range(4), range(3), range(5))
        if sum(held) == 4
    }
    expected = np.array(list(ways.values())) * 60_000 / comb(9, 4)
    assert chisquare([seen[held] for held in ways], expected).pvalue > 1e-4


def test_groups_do_not_depend_on_each_other():
    first, second = NOTHING.copy(), NOTHING.copy()
    first[[0, 1]], second[[2, 3]] = 2, 2
    counts = deal([first, second], [2, 2], hands=36_000)
    table = Counter(zip(counts[:, 0].tolist(), counts[:, 2].tolist(), strict=True))
    each = [comb(2, held) * comb(2, 2 - held) / 6 for held in range(3)]
    expected = [36_000 * one * other for one in each for other in each]
    assert chisquare([table[cell] for cell in product(range(3), range(3))], expected).pvalue > 1e-4


@pytest.mark.coverage
def test_the_same_seed_and_chunk_give_the_same_hands_and_others_do_not():
    hands = [
        deal(pack(2, 4), [11], hands=50, seed=seed, chunk=chunk) for seed, chunk in ((7, 3), (7, 3), (7, 4), (8, 3))
    ]
    assert (hands[0] == hands[1]).all()
    assert (hands[0] != hands[2]).any()
    assert (hands[0] != hands[3]).any()


@pytest.mark.coverage
def test_hands_go_each_way_as_often_as_its_chance_says():
    parts = np.array([0.5, 0.25, 0.2, 0.0, 0.05])
    numbers = Draws(3, 0).share_out(2_000, parts)
    assert numbers.sum() == 2_000
    assert numbers[3] == 0
    assert chisquare(numbers[parts > 0], 2_000 * parts[parts > 0]).pvalue > 1e-4


@pytest.mark.coverage
def test_more_cards_than_a_group_has_are_refused():
    with pytest.raises(ValueError, match="cannot be taken"):
        deal(pack(1, 0), [53], hands=1)
