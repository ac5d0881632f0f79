"""Features of a block of hands against slow definitions that share nothing with them (`kernels/features.py`)."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import JOKER, KINDS, NO_WILD, planes_from_counts
from meldlab.kernels.cards.features import FeatureRules
from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.declare.rules import NO_LIMIT

SEED_RULES = FeatureRules(run_min=3, run_ace=ACE_EITHER, identical_three=1, set_min=3, set_max=3, set_distinct_suits=0)
POINTS_RULES = SEED_RULES._replace(identical_three=0, set_max=4, set_distinct_suits=1)
ACES = {"low": ACE_LOW, "high": ACE_HIGH, "either": ACE_EITHER, "circular": ACE_CIRCULAR}


# --- the definitions, slowly ---------------------------------------------------------------------------------


def slow_natural_run(counts, ace):
    """Try every suit, every beginning and every length."""
    ladders = {
        ACE_LOW: list(range(13)),
        ACE_HIGH: [*range(1, 13), 0],
        ACE_EITHER: [*range(13), 0],
        ACE_CIRCULAR: [*range(13), *range(12)],
    }
    ladder = ladders[ace]
    longest = 0
    for suit in range(4):
        for begin, end in combinations(range(len(ladder) + 1), 2):
            ranks = ladder[begin:end]
            if len(set(ranks)) == len(ranks) and all(counts[13 * suit + rank] for rank in ranks):
                longest = max(longest, len(ranks))
    return longest


def slow_natural_set(counts, rules):
    """Try every group of cards of each rank."""
    largest = 0
    for rank in range(13):
        for taken in product(*(range(counts[13 * suit + rank] + 1) for suit in range(4))):
            size = sum(taken)
            legal = rules.set_min <= size <= rules.set_max
            legal &= not (rules.set_distinct_suits and max(taken) > 1)
            legal &= not (rules.identical_three and size == 3 and max(taken) == 3)
            if legal:
                largest = max(largest, size)
    return largest


def slow_has_pure(counts, rules):
    identical = rules.identical_three and any(copies >= 3 for copies in counts[:JOKER])
    return int(identical or slow_natural_run(counts, rules.run_ace) >= rules.run_min)


def slow_wilds(counts, wild_rank):
    return counts[JOKER] + sum(counts[kind] for kind in range(JOKER) if kind % 13 == wild_rank)


# --- the kernels, as one call --------------------------------------------------------------------------------


def fast(counts, rules, wild_ranks=NO_WILD):
    planes = planes_from_counts(np.asarray(counts, np.uint8), wild_ranks)
    columns = {
        name: np.full(len(planes.once), 255, np.uint8)
        for name in ("jokers", "wilds", "natural_run", "natural_set", "has_pure")
    }
    with np.errstate(over="ignore"):
        features.fill_jokers(planes.jokers, columns["jokers"])
        features.fill_wilds(*planes, columns["wilds"])
        features.fill_natural_run(planes.once, rules, columns["natural_run"])
        features.fill_natural_set(planes.once, planes.twice, planes.thrice, rules, columns["natural_set"])
        features.fill_has_pure(columns["natural_run"], planes.thrice, rules, columns["has_pure"])
    return columns


def hand(text):
    """Return the counts of cards such as ``"AS 2H JK"``."""
    counts = np.zeros(KINDS, np.uint8)
    for card in text.split():
        counts[JOKER if card == "JK" else 13 * "SHDC".index(card[1]) + "A23456789TJQK".index(card[0])] += 1
    return counts


def assorted_hands(hands, seed=1):
    """Return random, run-heavy and set-heavy hands of up to three decks."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((hands, KINDS), np.uint8)
    for row in rows:
        kind = rng.integers(4)
        suits, ranks = [(4, 13), (1, 13), (4, 3), (2, 7)][kind]
        lowest = rng.integers(13)
        for _ in range(rng.integers(1, 27)):
            card = 13 * rng.integers(suits) + (lowest + rng.integers(ranks)) % 13
            card = JOKER if rng.random() < 0.08 else card
            row[card] += row[card] < 3
    return rows


ASSORTED = assorted_hands(1500)


@pytest.mark.parametrize("ace", ACES)
def test_natural_run_is_the_longest_found_by_trying_every_one(ace):
    rules = SEED_RULES._replace(run_ace=ACES[ace])
    found = fast(ASSORTED, rules)["natural_run"]
    assert found.tolist() == [slow_natural_run(counts, ACES[ace]) for counts in ASSORTED]
    assert {0, 1, 2, 3, 7} <= set(found.tolist())


@pytest.mark.parametrize("distinct", [0, 1])
@pytest.mark.parametrize("identical", [0, 1])
@pytest.mark.parametrize(("least", "most"), [(3, 3), (3, 4), (2, NO_LIMIT), (3, NO_LIMIT), (4, 4), (4, 8)])
def test_natural_set_is_the_largest_found_by_trying_every_one(distinct, identical, least, most):
    rules = FeatureRules(3, ACE_EITHER, identical, least, most, distinct)
    counts = ASSORTED[:500]
    assert fast(counts, rules)["natural_set"].tolist() == [slow_natural_set(row, rules) for row in counts]


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("identical", [0, 1])
@pytest.mark.parametrize("least", [3, 4, 5])
def test_has_pure_is_a_natural_run_or_three_identical(ace, identical, least):
    rules = SEED_RULES._replace(run_ace=ACES[ace], identical_three=identical, run_min=least)
    counts = ASSORTED[:400]
    assert fast(counts, rules)["has_pure"].tolist() == [slow_has_pure(row, rules) for row in counts]


def test_wilds_are_printed_jokers_and_cards_of_the_wild_rank():
    wild_ranks = np.arange(len(ASSORTED), dtype=np.uint64) % 14
    found = fast(ASSORTED, SEED_RULES, wild_ranks)
    assert found["wilds"].tolist() == [slow_wilds(*pair) for pair in zip(ASSORTED, wild_ranks.tolist(), strict=True)]
    assert found["jokers"].tolist() == ASSORTED[:, JOKER].tolist()


@pytest.mark.coverage
@given(
    st.lists(st.integers(0, JOKER), max_size=26),
    st.sampled_from(sorted(ACES)),
    st.integers(0, 1),
    st.integers(0, 1),
    st.integers(2, 4),
    st.integers(4, 12),
    st.integers(0, NO_WILD),
)
@settings(deadline=None, max_examples=150)
def test_any_hand_under_any_rules(cards, ace, identical, distinct, least, most, wild_rank):
    counts = np.minimum(np.bincount(np.array(cards, np.int64), minlength=KINDS), 3).astype(np.uint8)
    rules = FeatureRules(least, ACES[ace], identical, least, most, distinct)
    found = {name: int(column[0]) for name, column in fast(counts[None], rules, wild_rank).items()}
    assert found == {
        "jokers": counts[JOKER],
        "wilds": slow_wilds(counts, wild_rank),
        "natural_run": slow_natural_run(counts, ACES[ace]),
        "natural_set": slow_natural_set(counts, rules),
        "has_pure": slow_has_pure(counts, rules),
    }


# --- sentences of the rules ----------------------------------------------------------------------------------


@pytest.mark.coverage
@pytest.mark.parametrize(
    ("cards", "low", "high", "either", "circular"),
    [
        ("", 0, 0, 0, 0),
        ("JK JK", 0, 0, 0, 0),
        ("5H", 1, 1, 1, 1),
        ("AS", 1, 1, 1, 1),
        ("AS 2S 3S", 3, 2, 3, 3),
        ("QS KS AS", 2, 3, 3, 3),
        ("KS AS 2S", 2, 2, 2, 3),
        ("QS KS AS 2S 3S", 3, 3, 3, 5),
        ("KS AH", 1, 1, 1, 1),
        ("KS KH AH 2D", 1, 2, 2, 2),
        ("5H 5H 5H 6H 7D", 2, 2, 2, 2),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", 13, 13, 13, 13),
        ("AC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", 13, 13, 13, 13),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC QC KC", 10, 9, 10, 12),
    ],
)
def test_natural_run_counts_each_rank_once_and_the_ace_where_it_may_stand(cards, low, high, either, circular):
    found = [
        int(fast(hand(cards)[None], SEED_RULES._replace(run_ace=ace))["natural_run"][0])
        for ace in (ACE_LOW, ACE_HIGH, ACE_EITHER, ACE_CIRCULAR)
    ]
    assert found == [low, high, either, circular]


@pytest.mark.coverage
@pytest.mark.parametrize(
    ("cards", "seed", "points", "unlimited"),
    [
        ("", 0, 0, 0),
        ("JK JK JK", 0, 0, 0),
        ("5H 5D", 0, 0, 0),
        ("5H 5H 5D", 3, 0, 3),
        ("5H 5H 5H", 0, 0, 0),
        ("5H 5H 5H JK", 0, 0, 0),
        ("5H 5H 5H 5D", 3, 0, 4),
        ("5H 5D 5C", 3, 3, 3),
        ("5H 5D 5C 5S", 3, 4, 4),
        ("5H 5H 5H 6D 6C 6S", 3, 3, 3),
        ("5H 5H 5H 5D 5D 5D 5S 5S 5S 5C 5C 5C", 3, 4, 12),
        ("KS KH KD AS AH AD AC", 3, 4, 4),
    ],
)
def test_three_identical_cards_are_not_a_trio_but_two_and_another_suit_are(cards, seed, points, unlimited):
    without_limit = SEED_RULES._replace(set_max=NO_LIMIT)
    found = [
        int(fast(hand(cards)[None], rules)["natural_set"][0]) for rules in (SEED_RULES, POINTS_RULES, without_limit)
    ]
    assert found == [seed, points, unlimited]


def test_three_identical_cards_are_a_pure_sequence_only_where_the_rule_says_so():
    counts = hand("5H 5H 5H")[None]
    assert fast(counts, SEED_RULES)["has_pure"].tolist() == [1]
    assert fast(counts, SEED_RULES._replace(identical_three=0))["has_pure"].tolist() == [0]


def test_a_wild_rank_card_in_its_own_place_is_natural():
    counts = hand("6D 7D 8D")[None]
    found = fast(counts, SEED_RULES, 6)
    assert found["natural_run"].tolist() == [3]
    assert found["has_pure"].tolist() == [1]
    assert found["wilds"].tolist() == [1]
