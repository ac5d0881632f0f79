"""What `simulate` counts of gin hands, against exact counts of all hands (tests/cases/exact.json) and polynomials.

Seeds are fixed, so a run that passes once passes always.
"""

import json
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from places import CASES

from meldlab import simulate

EXACT = json.loads((CASES / "exact.json").read_text(encoding="utf-8"))["gin"]
CARDS, HANDS = EXACT["cards"], EXACT["hands"]
FOUR_ERRORS, LEAST_HITS = 4, 25


def power(factor, times):
    """Return the power of a polynomial up to the cards of a hand, whole numbers."""
    result = np.array([1], dtype=object)
    for _ in range(times):
        result = np.convolve(result, np.array(factor, dtype=object))[: CARDS + 1]
    return [int(term) for term in result]


def hands_without_a_set():
    return power([1, 4, 6], 13)[CARDS]


def hands_without_a_run():
    sizes = [mask.bit_count() for mask in range(2**13) if mask & mask >> 1 & mask >> 2 == 0]
    return power([sizes.count(cards) for cards in range(14)], 4)[CARDS]


EXPECTED = {
    "gin": Fraction(EXACT["deadwood_0"], HANDS),
    "can_knock": Fraction(EXACT["deadwood_at_most_10"], HANDS),
    "natural_set >= 3": 1 - Fraction(hands_without_a_set(), HANDS),
    "natural_run >= 3": 1 - Fraction(hands_without_a_run(), HANDS),
    **{f"deadwood == {value}": Fraction(count, HANDS) for value, count in enumerate(EXACT["histogram_0_to_5"])},
}


def check(deals):
    result = simulate("gin", deals=deals, seed=1, features=tuple(EXPECTED))
    hits = dict(zip(result.table()["feature"], result.table()["hits"], strict=True))
    tested = 0
    for text, exact in EXPECTED.items():
        expected, error = deals * float(exact), sqrt(deals * float(exact) * (1 - float(exact)))
        if expected >= LEAST_HITS:
            assert abs(hits[text] - expected) <= FOUR_ERRORS * error, (text, hits[text], expected)
            tested += 1
    score = result.score
    assert abs(score.mean - EXACT["mean"]) <= FOUR_ERRORS * EXACT["sd"] / sqrt(deals)
    assert abs(score.sd - EXACT["sd"]) <= FOUR_ERRORS * EXACT["sd"] / sqrt(2 * deals)
    return tested


def test_sampled_gin_hands_have_the_exact_frequencies():
    assert comb(52, CARDS) == HANDS
    assert check(3_000_000) == len(EXPECTED)


@pytest.mark.full
def test_two_hundred_million_gin_hands_have_the_exact_frequencies():
    assert check(200_000_000) == len(EXPECTED)
