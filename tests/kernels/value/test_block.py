"""Many Pinacle hands at once give what search and brute force give one by one: random and nasty hands, house rules."""

import numpy as np
import pytest
from value_brute import figures
from value_hands import KINDS, PACK, PARAMETERS, value_hand

from meldlab.kernels.cards.cards import planes_from_counts
from meldlab.kernels.value.block import search_values
from meldlab.kernels.value.block_sets import make_scratch
from meldlab.kernels.value.block_tables import value_tables
from meldlab.kernels.value.goals import unmelded_goal, value_goal
from meldlab.kernels.value.search import search_value
from meldlab.kernels.value.state import front_words_needed, make_workspace
from meldlab.sim.games.value.lower import lower_value
from meldlab.sim.rules import load_ruleset

RULES = [
    {},
    {"table.wild_in_place": "substituted"},
    {"set.max_per_rank": 0, "meld.naturals_majority": False},
    {"points.3": 0},
]


def counts_of(hands):
    counts = np.zeros((len(hands), 53), dtype=np.uint8)
    for row, hand in enumerate(hands):
        np.add.at(counts[row], hand, 1)
    return counts


def solved(counts, rules, goal, tables):
    """Return the best totals of a block of hands, and which of them hold a meld."""
    planes, work = planes_from_counts(counts), make_workspace(max(map(front_words_needed, counts)))
    totals, has_meld = np.empty(len(counts), dtype=np.int64), np.empty(len(counts), dtype=np.uint8)
    search_values(
        planes.once, planes.twice, planes.jokers, counts, rules, goal, tables, make_scratch(), work, totals, has_meld
    )
    return totals, has_meld


def check(counts, overrides):
    rules = lower_value(load_ruleset("pinacle", set=overrides))
    goal, laid = value_goal(rules), unmelded_goal(rules)
    tables = value_tables(rules, goal)
    assert (tables.front.size > 0) == (overrides != {"points.3": 0})
    searched = tables._replace(front=tables.front[:0])  # nothing is looked up
    work = make_workspace(max(map(front_words_needed, counts)))
    totals, has_meld = solved(counts, rules, goal, tables)
    expected, _ = solved(counts, rules, goal, searched)
    kept, _ = solved(counts, rules, laid, searched)
    different = np.flatnonzero(totals != expected)
    assert not different.size, counts[different[0]]
    different = np.flatnonzero(has_meld != (kept > -counts.sum(axis=1, dtype=np.int64)))
    assert not different.size, counts[different[0]]
    for row in range(0, len(counts), 100):
        assert totals[row] == search_value(counts[row], rules, goal, work)


@pytest.mark.parametrize("overrides", RULES, ids=str)
def test_many_hands_are_those_of_the_search(overrides):
    rng = np.random.default_rng(9)
    nasty = [value_hand(rng, int(rng.integers(3, 13)), kind) for kind in KINDS for _ in range(20)]
    check(counts_of([*nasty, *(rng.permutation(PACK)[:11] for _ in range(500))]), overrides)


def check_by_brute_force(overrides, rng, hands_of_a_kind):
    ruleset = load_ruleset("pinacle", set=overrides)
    rules = lower_value(ruleset)
    hands = [value_hand(rng, 5 + turn % 6, kind) for kind in KINDS for turn in range(hands_of_a_kind)]
    for dealt in (False, True):
        goal = value_goal(rules, dealt=dealt)
        some = hands[dealt::2]
        totals, has_meld = solved(counts_of(some), rules, goal, value_tables(rules, goal))
        for hand, total, melds in zip(some, totals.tolist(), has_meld.tolist(), strict=True):
            expected = figures(hand, ruleset, dealt=dealt)
            assert (total, melds) == (expected["value"], expected["min_unmelded"] < len(hand)), (hand, dealt)


@pytest.mark.parametrize("overrides", RULES, ids=str)
def test_blocks_of_small_hands_are_those_of_brute_force(overrides):
    check_by_brute_force(overrides, np.random.default_rng(12), 4)


@pytest.mark.full
@pytest.mark.parametrize("overrides", PARAMETERS, ids=str)
def test_blocks_of_ten_thousand_hands_are_those_of_brute_force(overrides):
    check_by_brute_force(overrides, np.random.default_rng([13, len(str(overrides))]), 54)


@pytest.mark.full
@pytest.mark.parametrize("overrides", PARAMETERS, ids=str)
def test_many_hands_are_those_of_the_search_whatever_the_rules(overrides):
    rng = np.random.default_rng([11, len(str(overrides))])
    nasty = [value_hand(rng, int(rng.integers(3, 14)), kind) for kind in KINDS for _ in range(1_000)]
    check(counts_of([*nasty, *(rng.permutation(PACK)[:11] for _ in range(10_000))]), overrides)


@pytest.mark.full
def test_a_million_hands_are_those_of_the_search():
    rng = np.random.default_rng(10)
    for _ in range(50):
        nasty = [value_hand(rng, int(rng.integers(3, 14)), kind) for kind in KINDS for _ in range(400)]
        check(counts_of([*nasty, *(rng.permutation(PACK)[:11] for _ in range(17_200))]), {})
