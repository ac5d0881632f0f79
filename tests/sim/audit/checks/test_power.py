"""What the audit can see and what nothing can: the figures of docs/methods.md, from their formulas."""

from math import log1p, sqrt

import audit_logs as logs
import numpy as np
import pytest
from places import ROOT
from scipy.stats import hypergeom, norm

from meldlab import audit

METHODS = (ROOT / "docs" / "methods.md").read_text()
DEALS, LEVEL = 20_000, 0.01
#: Wild cards, cards in play, cards of a hand.
WILDS = {"indian-rummy": (11, 107, 13), "pinacle": (12, 108, 11)}


def distance_of_keys(cards, bits):
    """Return how many standard deviations the best test has: Neyman and Pearson, on the number of rises.

    A sort by random keys gives an order with r falls with the probability C(2^bits + n - 1 - r, n) / 2^(bits n); of
    all orders as many have r falls as the Eulerian number of n and r says.
    """
    chances = np.array([1.0])
    for number in range(2, cards + 1):
        falls = np.arange(number)
        more = np.zeros(number)
        more[:-1] += chances * (falls[:-1] + 1) / number
        more[1:] += chances * (number - falls[1:]) / number
        chances = more
    keys = 1 << bits
    logs_of = np.array([sum(log1p((place - fall) / keys) for place in range(cards)) for fall in range(cards)])
    keyed = chances * np.exp(logs_of)
    assert keyed.sum() == pytest.approx(1)
    mean = chances @ logs_of
    return float((keyed @ logs_of - mean) / sqrt(chances @ logs_of**2 - mean * mean)) * sqrt(DEALS)


def test_no_test_sees_16_bit_keys_in_20000_deals():
    distances = {cards: distance_of_keys(cards, 16) for cards in (52, 108, 162)}
    assert [round(each, 2) for each in distances.values()] == [0.24, 0.70, 1.29]
    assert "it is 0.24 for one pack of 52, 0.70 for two, and 1.29 for three packs of 54" in METHODS
    for cards, distance in distances.items():
        assert distance == pytest.approx(cards * sqrt((cards + 1) / 12) / (1 << 16) * sqrt(DEALS), rel=1e-4)
    three = distances[162]
    assert f"seen in {100 * norm.sf(norm.isf(LEVEL) - three):.0f} of 100 logs" in METHODS
    needed = DEALS * ((norm.isf(LEVEL) + norm.isf(0.1)) / three) ** 2
    assert f"takes {needed / 1000:.0f},000 deals" in METHODS
    hidden = {cards: distances[cards] * seen_of_equal_cards(cards, copies) for cards, copies in ((108, 2), (162, 3))}
    assert f"{hidden[108] / 2:.2f} and {hidden[162] / 3:.2f}; equal cards side by side" in METHODS
    assert f"side by side leave {hidden[108]:.2f} and {hidden[162]:.2f}." in METHODS


def seen_of_equal_cards(cards, copies):
    """Return how much of the distance is left when equal cards, side by side in the pack, cannot be told apart.

    Of two neighbours that are equal nobody sees whether they rise: the spread of the rises that are seen, as a share
    of that of all, (n + 1) / 12.
    """
    two = (copies - 1) / (cards - 1)
    three = two * (copies - 2) / (cards - 2)
    spread = (cards - 1) * (1 - two) / 4 - (cards - 2) * (1 - three) / 6
    return sqrt(spread / ((cards + 1) / 12))


def test_rises_are_as_far_off_as_the_formula_says():
    """Keys of 11 bits, where the distance is large enough to be measured in 4,000 sorts; equal cards side by side."""
    rng = np.random.default_rng(3)
    for cards, copies in ((108, 1), (162, 1), (162, 3)):
        keys = rng.integers(0, 1 << 11, (4000, cards))
        places = np.argsort(keys, axis=1, kind="stable") // copies
        steps = np.sign(np.diff(places, axis=1)).sum(axis=1)
        fair = np.sign(np.diff(rng.permuted(places, axis=1), axis=1)).sum(axis=1)
        found = (steps.mean() - fair.mean()) / fair.std() * sqrt(DEALS)
        assert found == pytest.approx(distance_of_keys(cards, 11) * seen_of_equal_cards(cards, copies), abs=9)


def shift_of_wilds(game):
    """Return by how many standard deviations 2 % more wild cards move the count of one seat."""
    wilds, pack, size = WILDS[game]
    hand = hypergeom(pack, wilds, size)
    return 0.02 * hand.mean() / hand.std() * sqrt(DEALS)


@pytest.mark.parametrize(("game", "column"), [("indian-rummy", 1), ("pinacle", 2)])
def test_the_table_of_favoured_seats_is_computed(game, column):
    shift = shift_of_wilds(game)
    told = [
        int(line.split("|")[column + 1])
        for line in METHODS[METHODS.index("| test | Indian rummy | Pinacle |") :].splitlines()[2:7]
    ]
    # Whoever looks at any seat takes the greatest of four; that another than the favoured one is it hardly happens.
    weighted = LEVEL * 72 / (72 + 24)
    levels = [LEVEL, LEVEL / 2, LEVEL / 4, LEVEL / 8, weighted / 4]
    assert told == pytest.approx([100 * norm.sf(norm.isf(level) - shift) for level in levels], abs=1)


def test_the_level_of_a_favoured_seat_is_that_of_the_table():
    """The smallest share seen is a shift of one normal number, held to a quarter of three quarters of the level."""
    packs = logs.fair_packs("pinacle", 300, np.random.default_rng(1))
    answer = audit(logs_of_hands(packs), "pinacle")
    assert len(answer.tests) == 25
    wilds, pack, size = WILDS["pinacle"]
    hand = hypergeom(pack, wilds, size)
    level = LEVEL * 72 / (72 + 24) / 4
    shift = norm.isf(level) + norm.isf(0.1)
    assert answer["a favoured seat"].smallest == pytest.approx(shift * hand.std() / hand.mean() / sqrt(300), rel=0.01)


def logs_of_hands(packs):
    hands, _, upcards, _ = logs.dealt("pinacle", packs)
    for deal, seats in enumerate(hands):
        for seat, hand in enumerate(seats):
            yield {
                "deal": deal,
                "seat": seat,
                "cards": logs.NAMES[hand].tolist(),
                "upcard": str(logs.NAMES[upcards[deal]]),
            }
