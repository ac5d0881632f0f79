"""Least deadwood: vector pass, tables and every choice of sets against brute force from the sentences."""

import numpy as np
import pytest
from deadwood_brute import Rules, least_deadwood
from gin_hands import KINDS, mixed, words
from hypothesis import given
from hypothesis import strategies as st

from meldlab.kernels.deadwood.least_deadwood import BLOCK, count_values, fill_deadwood
from meldlab.kernels.deadwood.tables import DeadwoodRules, build_deadwood_tables

GIN = Rules()


def tables_of(rules):
    return build_deadwood_tables(
        DeadwoodRules(rules.run_min, rules.run_max, rules.set_min, rules.set_max, np.array(rules.points))
    )


TABLES = tables_of(GIN)


def solve(hands, tables=TABLES):
    found = np.full(len(hands), 9999, dtype=np.uint16)
    fill_deadwood(words(hands), tables, found)
    return found.tolist()


def check(rules, hands):
    expected = [least_deadwood(hand, rules)[0] for hand in hands]
    tables = tables_of(rules)
    assert solve(hands, tables) == expected
    assert solve(hands, tables._replace(ordinary=0)) == expected


@pytest.mark.coverage
@pytest.mark.parametrize("cards", [10, 11])
@pytest.mark.parametrize("kind", KINDS)
def test_least_deadwood_equals_brute_force(kind, cards):
    rng = np.random.default_rng(cards)
    check(GIN, [KINDS[kind](rng, cards) for _ in range(60)])


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_least_deadwood_equals_brute_force_on_many_hands(kind):
    rng = np.random.default_rng(5)
    check(GIN, [KINDS[kind](rng, 10) for _ in range(10_000)])


NEIGHBOURS = st.builds(
    lambda lowest, cards: {suit * 13 + lowest + step for suit, step in cards},
    st.integers(0, 8),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=11),
)


@given(st.one_of(st.sets(st.integers(0, 51), min_size=1, max_size=11), NEIGHBOURS))
def test_any_hand_equals_brute_force(cards):
    hand = sorted(cards)
    assert solve([hand]) == [least_deadwood(hand, GIN)[0]]


FREE_LOW_CARDS = (0, 0, 0, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
DEAR_ACE = (25, *GIN.points[1:])
VARIANTS = {
    **{f"run.min {least}": Rules(run_min=least) for least in (4, 5, 13)},
    **{f"run.max {most}": Rules(run_max=most) for most in (3, 4, 5, 13)},
    "run.min 4, run.max 6": Rules(run_min=4, run_max=6),
    "set.min 4": Rules(set_min=4),
    "set.min 5": Rules(set_min=5, set_max=8),
    "set.max 3": Rules(set_max=3),
    "set.max none": Rules(set_max=32),
    "free low cards": Rules(points=FREE_LOW_CARDS),
    "dear ace": Rules(points=DEAR_ACE),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_rule_of_melds_and_points_counts(name):
    rules = VARIANTS[name]
    hands = mixed(np.random.default_rng(3), 100)
    check(rules, hands)
    ordinary = {"run.max 5", "run.max 13", "set.max 3", "set.max none", "free low cards"}
    assert tables_of(rules).ordinary == (name in ordinary)


def test_blocks_end_where_the_hands_end():
    hands = mixed(np.random.default_rng(8), 2 * BLOCK + 7)
    whole = solve(hands)
    assert solve(hands[:-1]) == whole[:-1]
    assert [solve([hand])[0] for hand in hands[-9:]] == whole[-9:]
    assert solve([]) == []


@pytest.mark.coverage
def test_ten_cards_of_one_suit_are_one_run():
    assert solve([list(range(10)), list(range(13, 24)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 12]]) == [0, 0, 10]


def test_values_are_counted():
    counts = np.zeros(5, dtype=np.int64)
    count_values(np.array([0, 4, 4, 2], dtype=np.uint16), counts)
    assert counts.tolist() == [1, 0, 1, 0, 2]


@pytest.mark.full
def test_a_million_hands_are_the_same_with_and_without_the_vector_pass():
    hands = mixed(np.random.default_rng(4), 1_000_000)
    assert solve(hands) == solve(hands, TABLES._replace(ordinary=0))
