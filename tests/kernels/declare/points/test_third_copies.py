"""Suit words of holdings with third copies against plain recursion, and what three identical cards are worth."""

import numpy as np
import pytest
from suit_pairs import VARIANTS, assert_words, holdings, made, masks
from suit_reference import Copies

from meldlab.kernels.cards.bits import U
from meldlab.kernels.declare.points.third_copies import EXACT, FRONT, make_triple_stack, triple_words, without_one

NAMES = pytest.mark.parametrize("name", VARIANTS)


def words_of(name: str, copies: Copies) -> tuple[np.ndarray, np.ndarray]:
    tables, reference = made(name)
    stack = make_triple_stack()
    front, exact = (np.zeros(len(reference.classes.at_most), dtype=np.uint64) for _ in range(2))
    triple_words(*masks(copies), FRONT, tables, stack, front)
    triple_words(*masks(copies), EXACT, tables, stack, exact)
    return front, exact


def check_words(name: str, number: int, most_cards: int) -> None:
    _, reference = made(name)
    rng = np.random.default_rng(list(name.encode()))
    for copies in holdings(rng, number, most_cards=most_cards, most_copies=3):
        assert_words(*words_of(name, copies), copies, reference)


@NAMES
def test_words_with_third_copies_equal_plain_recursion(name: str) -> None:
    check_words(name, 40, VARIANTS[name][1])


@pytest.mark.full
@NAMES
def test_many_words_with_third_copies_equal_plain_recursion(name: str) -> None:
    check_words(name, 1000, VARIANTS[name][1] + 2)


def test_three_identical_cards_are_a_pure_sequence_in_their_own_right() -> None:
    # Seed, sentence 11: three 5 of one suit cover 15 points without any wild, as a pure sequence.
    fives = tuple(3 * (rank == 4) for rank in range(13))
    tables, _ = made("indian-rummy")
    front, exact = words_of("indian-rummy", fives)
    assert int(front[tables.pure]) & 0xFF == 1 + 15
    assert int(exact[tables.pure]) & 1
    tables, _ = made("three identical cards are nothing")
    front, exact = words_of("three identical cards are nothing", fives)
    assert int(front[tables.pure]) & 0xFF == 0
    assert int(exact[tables.pure]) & 1 == 0


def test_a_third_copy_may_serve_a_run_while_the_twins_serve_others() -> None:
    # A23, 234 and 345 share the three once, the two twice ... all nine cards stand in pure runs.
    copies = (1, 2, 3, 2, 1, *[0] * 8)
    front, exact = words_of("indian-rummy", copies)
    points = 10 + 2 * 2 + 3 * 3 + 2 * 4 + 5
    assert int(front[0]) & 0xFF == 1 + points
    assert int(exact[0]) & 1


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_taking_one_copy_leaves_the_others(copies: int) -> None:
    once, twice, thrice = masks(tuple(copies * (rank == 6) for rank in range(13)))
    left = without_one(once, twice, thrice, U(1 << 6))
    assert [bool(plane) for plane in left] == [copies > least for least in (1, 2, 3)]
