"""Advice on Pinacle hands: cards missing to each special, outs, chances, every discard (rules, 10.4)."""

import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from value_hands import KINDS, PACK, value_hand
from value_specials_brute import Specials

from meldlab import analyze, load_ruleset
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.value.advice import recipes_of
from meldlab.sim.games.value.hand_solver import ValueSolver

PINACLE = load_ruleset("pinacle")
ACES = "AC AD AH AS AC JD 3D 5H 7S 9C JD"
VARIANTS = [
    {"pack.printed_jokers": 0},
    {"pack.printed_jokers": 4},
    {"special.six_with_wild": "naturals"},
    {"meld.max_wilds": 1},
    {"meld.max_wilds": "none", "meld.naturals_majority": False},
    {"meld.max_wilds": 2},
    {"meld.min_naturals": 5},
    {"set.max": 10},
    {"set.max": 7},
    {"set.min": 7},
    {"run.max": 11},
    {"special.melds.fives.ranks": "35", "special.melds.fives.naturals": 5, "special.melds.fives.value": 90},
    {"special.melds.aces6w.naturals": 8},
]


def pool_of(hand, dead, ruleset):
    pool = Counter(dict.fromkeys(range(52), 2))
    pool[52] = 2 * ruleset.pack.printed_jokers
    pool.subtract(hand)
    pool.subtract(dead)
    return pool


def dealt(rng, ruleset, kind, *, size=11):
    """A hand and dead cards that the pack holds."""
    while True:
        hand = value_hand(rng, size, kind)
        if hand.count(52) <= 2 * ruleset.pack.printed_jokers:
            break
    rest = Counter(PACK)
    rest[52] = 2 * ruleset.pack.printed_jokers
    rest.subtract(hand)
    others = list(rest.elements())
    return hand, [int(card) for card in rng.permutation(others)[: int(rng.integers(0, 50))]]


def compare(rng, ruleset, hands, *, most):
    """Hold distances up to `most` and their outs to the definition; return how often each distance occurred."""
    specials, seen = Specials(ruleset), Counter()
    for number in range(hands):
        hand, dead = dealt(rng, ruleset, KINDS[number % len(KINDS)])
        pool = pool_of(hand, dead, ruleset)
        advice = analyze(hand, ruleset, dead=dead, advise=True).advice
        for name, (distance, outs) in specials.lacks(Counter(hand), pool, most=most).items():
            found = advice.specials[name]
            claimed = found.distance if found.distance is not None and found.distance <= most else None
            assert claimed == distance, (hand, dead, name)
            seen[distance] += 1
            if distance is not None:
                assert found.outs == {card: pool[card] for card in outs}, (hand, dead, name)
                assert specials.held(Counter(hand) + Counter(found.wanted), name)
                assert len(found.wanted) == distance
                assert not Counter(found.wanted) - pool
    return seen


def test_distance_to_a_special_is_the_fewest_cards_to_add():
    seen = compare(np.random.default_rng(1), PINACLE, 14, most=2)
    assert all(seen[distance] >= 2 for distance in range(3)), seen


@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_distance_under_every_rule_that_bears_on_specials(overrides):
    compare(np.random.default_rng(2), load_ruleset("pinacle", set=overrides), 14, most=1)


@pytest.mark.full
@pytest.mark.parametrize("overrides", [{}, *VARIANTS], ids=str)
def test_distances_0_to_2_at_full_size(overrides):
    hands = 200 if overrides else 2000
    seen = compare(np.random.default_rng(3), load_ruleset("pinacle", set=overrides), hands, most=2)
    assert overrides or all(seen[distance] >= 200 for distance in range(3))


@pytest.mark.full
def test_distances_0_to_3_of_200_hands():
    seen = compare(np.random.default_rng(4), PINACLE, 200, most=3)
    assert all(seen[distance] >= 30 for distance in range(4)), seen


@pytest.mark.parametrize("overrides", [{}, *VARIANTS], ids=str)
def test_one_card_never_changes_a_distance_by_more_than_one_and_an_out_always_does(overrides):
    """Any distance, however large: down to 0 along outs, and by no card faster."""
    rng = np.random.default_rng(5)
    ruleset = load_ruleset("pinacle", set=overrides)
    recipes, specials = recipes_of(ruleset), Specials(ruleset)
    for kind in KINDS:
        hand, dead = dealt(rng, ruleset, kind)
        pool = pool_of(hand, dead, ruleset)
        counts, left = np.zeros(53, dtype=np.uint8), np.array([pool[card] for card in range(53)])
        np.add.at(counts, hand, 1)
        before = recipes.lacks(counts, left)
        for card in np.flatnonzero(left).tolist():
            counts[card] += 1
            left[card] -= 1
            for name, lack in recipes.lacks(counts, left).items():
                was = before[name].missing
                assert lack.missing == (was - 1 if was and card in before[name].outs else was)
            counts[card] -= 1
            left[card] += 1
        for name, lack in before.items():
            assert (lack.missing == 0) == specials.held(Counter(hand), name)
            if lack.missing:
                assert specials.held(Counter(hand) + Counter(lack.wanted), name)
                assert len(lack.wanted) == lack.missing


def test_outs_are_counted_in_copies_that_are_left():
    advice = analyze(ACES, "pinacle", advise=True).advice
    near = advice.specials["aces6w"]
    assert near.distance == 1
    assert {format_card(card): copies for card, copies in near.outs.items()} == {
        **{f"2{suit}": 2 for suit in "SHDC"},
        "JK": 4,
    }
    assert near.hit_within(1) == Fraction(12, 97)
    assert near.hit_within(2) == 1 - Fraction(85 * 84, 97 * 96)
    assert advice.specials["aces6"].out_copies == 3


def test_dead_cards_are_no_outs_and_may_put_a_special_out_of_reach():
    advice = analyze(ACES, "pinacle", dead="AS AH AD JK 2S 2S", advise=True).advice
    assert advice.specials["aces6"].distance is None
    assert (advice.specials["aces6w"].out_copies, advice.specials["aces6w"].unseen) == (9, 91)
    assert analyze(ACES, "pinacle", dead="AS AH AD").missing["aces6"] == 1  # 10.4: no limit from cards seen elsewhere


def test_the_nearest_special_that_adds_something_comes_first():
    answer = analyze(ACES, "pinacle", advise=True).to_dict()
    assert (answer["toward"], answer["distance"]) == ("aces6", 1)  # as near as aces6w and worth more
    assert answer["outs"] == answer["specials"]["aces6"]["outs"] == {"AS": 1, "AH": 1, "AD": 1}
    assert answer["specials"]["aces6w"]["worth"] == 180
    six = analyze(ACES.replace("3D", "AS"), "pinacle", advise=True).to_dict()
    assert six["specials"]["aces6"]["distance"] == 0
    assert six["toward"] == "aces7"  # aces6w, one card away as well, would add nothing to the six aces
    assert analyze(ACES, "pinacle", set={"special.melds.aces6.value": 100}, advise=True).advice.toward == "aces6w"


def test_nothing_can_help_when_every_other_card_is_dead():
    hand = parse_cards("3C 4D 6H 7S 9C TD QH KS AC 5H 8S")
    rest = Counter(PACK)
    rest.subtract(hand)
    answer = analyze(hand, "pinacle", dead=list(rest.elements()), advise=True).to_dict()
    assert (answer["toward"], answer["distance"], answer["outs"], answer["hit_next"]) == (None, None, {}, 0.0)


def test_of_twelve_cards_every_discard_has_its_value_distance_and_outs():
    rng = np.random.default_rng(6)
    solver, reach = ValueSolver(PINACLE), PINACLE.special.reach
    for kind in KINDS:
        hand, dead = dealt(rng, PINACLE, kind, size=12)
        answer = analyze(hand, PINACLE, dead=dead, advise=True)
        worths, before = answer.advice.worths, answer.advice.specials
        keys = []
        for each in answer.advice.discards:
            kept = list(hand)
            kept.remove(each.card)
            alone = analyze(kept, PINACLE, dead=[*dead, each.card], advise=True)
            assert each.figures["value"] == alone.value == solver.value(solver.counts(kept))
            toward = each.figures["toward"]
            if toward is not None:
                assert (each.distance, each.out_copies) == (
                    alone.advice.specials[toward].distance,
                    alone.advice.specials[toward].out_copies,
                )
            lost = sum(
                worths[name]
                for name, special in alone.advice.specials.items()
                if special.distance != 0 and before[name].distance == 0
            )
            keys.append((lost, min(each.distance or 99, reach + 1), -each.figures["value"]))
        assert sorted({each.card for each in answer.advice.discards}) == sorted(set(hand))
        assert keys == sorted(keys)


def test_a_special_held_is_kept_before_one_in_reach_and_that_before_points():
    advice = analyze("KC KD KH KS KC 2C 3H 9D 7S AS 5D QH", "pinacle", advise=True).advice
    reasons = {format_card(each.card): each.reason for each in advice.discards}
    assert next(iter(reasons)) == "AS"
    assert reasons["AS"] == "1 card from figures6"
    assert reasons["QH"] == "5 less than best"
    assert reasons["2C"] == "breaks figures6w, 85 less than best"
    assert reasons["KS"] == "breaks figures6w, 2 cards from figures6, 45 less than best"
    run = analyze("3S 4S 5S 6S 8S 9S TS JS QS KS 3D 6D", "pinacle", advise=True).advice
    assert [format_card(each.card) for each in run.discards[:2]] == ["3D", "6D"]
    assert [run.discards[place].reason for place in (0, 1, 2)] == [
        "2 cards from full_clean",
        "as good as best",
        "puts full_clean out of reach, 10 less than best",
    ]
    far = analyze("3C 4D 6H 7S 9C TD QH KS AC 5H 8S JK", "pinacle", advise=True).advice
    assert [each.reason for each in far.discards[:3]] == ["best value", "5 less than best", "5 less than best"]


def test_a_hand_of_any_size_has_advice_and_only_one_card_too_many_is_thrown():
    for hand, thrown in ((ACES, 0), (f"{ACES} 2C", 10), ("AC AD AH AS AC", 0), (f"{ACES} 2C 4C", 0)):
        advice = analyze(hand, "pinacle", advise=True).advice
        assert len(advice.discards) == thrown
        assert advice.nearest.distance is not None


def test_batch_lines_ask_for_advice():
    line = {"id": 1, "ruleset": "pinacle", "hand": ACES, "dead": "AS", "advise": True}
    (answer,) = answer_lines([json.dumps(line)])
    assert answer == {"id": 1, **analyze(ACES, "pinacle", dead="AS", advise=True).to_dict()}
    (plain,) = answer_lines([json.dumps(line | {"advise": False})])
    assert "specials" not in plain
