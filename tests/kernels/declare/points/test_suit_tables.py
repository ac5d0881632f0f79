"""Suit tables against plain recursion over all arrangements of one suit."""

import numpy as np
import pytest
from suit_pairs import VARIANTS, assert_words, holdings, made, masks

from meldlab.kernels.cards.bits import U
from meldlab.kernels.declare.points.suit_tables import SINGLES, row_of

NAMES = pytest.mark.parametrize("name", VARIANTS)


def check_rows(name: str, number: int, most_cards: int) -> None:
    tables, reference = made(name)
    rng = np.random.default_rng(list(name.encode()))
    for copies in holdings(rng, number, most_cards=most_cards, most_copies=2):
        once, twice, _ = masks(copies)
        row = row_of(once, twice, tables.base)
        assert_words(tables.fronts[row], tables.exact[row], copies, reference)


@NAMES
def test_rows_of_single_and_double_cards_equal_plain_recursion(name: str) -> None:
    check_rows(name, 40, VARIANTS[name][1])


@pytest.mark.full
@NAMES
def test_many_rows_equal_plain_recursion(name: str) -> None:
    check_rows(name, 1000, VARIANTS[name][1] + 2)


def test_every_holding_has_a_row_of_its_own() -> None:
    tables, _ = made("indian-rummy")
    rows = {int(row_of(U(once), U(0), tables.base)) for once in range(SINGLES)}
    assert rows == set(range(SINGLES))
    for once in (0b1, 0b1010, 0b1111100000000, 0x1FFF):
        ranks = [rank for rank in range(13) if once >> rank & 1]
        subsets = [sum(1 << r for i, r in enumerate(ranks) if n >> i & 1) for n in range(1, 1 << len(ranks))]
        doubled = [int(row_of(U(once), U(twice), tables.base)) for twice in subsets]
        assert len(set(doubled)) == len(doubled)
        assert not rows & set(doubled)
        rows |= set(doubled)
    assert max(rows) < len(tables.fronts)
