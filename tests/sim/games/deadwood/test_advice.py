"""Advice on gin hands: cards to add to zero deadwood, outs, chances, every discard (issue: advice for all games)."""

import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from deadwood_brute import Rules, least_deadwood
from gin_distance import by_adding, by_ranks
from gin_hands import mixed

from meldlab import analyze, load_ruleset
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.deadwood.advice import finished_hands

GIN = Rules()
WAITING = "4H 5H 6H 7S 7D 7C 9C TC JC KD"  # the king goes as soon as a meld grows
VARIANTS = [
    {"run.min": 4},
    {"run.min": 5, "run.max": 6},
    {"run.max": 3},
    {"run.max": 4},
    {"set.min": 4},
    {"set.max": 3},
    {"points.A": 0},
    {"points.K": 0, "points.3": 0, "run.min": 6},
    {"run.min": 11, "set.max": 3},
]


def sentences(overrides):
    """The rules of the brute force with the same numbers in them."""
    ruleset = load_ruleset("gin", set=overrides)
    limits = {"run_max": ruleset.run.max, "set_max": ruleset.set.max}
    numbers = {name: value for name, value in limits.items() if value != "none"}
    return Rules(run_min=ruleset.run.min, set_min=ruleset.set.min, points=ruleset.points.by_rank, **numbers)


def dead_cards(rng, hand, most):
    others = rng.permutation([card for card in range(52) if card not in hand])
    return sorted(others[: int(rng.integers(0, most + 1))].tolist())


def advised(hand, dead=(), overrides=None):
    return analyze(hand, "gin", set=overrides or {}, dead=dead, advise=True)


def compare(hands, deads, overrides, *, outs):
    """Hold distances, and the outs of the first `outs` hands, to the definition."""
    ruleset = load_ruleset("gin", set=overrides)
    found = [analyze(hand, ruleset, dead=dead, advise=True).advice for hand, dead in zip(hands, deads, strict=True)]
    grown = [
        (number, card)
        for number in range(outs)
        for card in range(52)
        if card not in hands[number] and card not in deads[number]
    ]
    # one walk through the pack for all hands: the walk takes the time, not the hands
    every = by_ranks(
        [*hands, *([*hands[number], card] for number, card in grown)],
        [*deads, *(deads[number] for number, _ in grown)],
        sentences(overrides),
    )
    expected, after = every[: len(hands)], every[len(hands) :]
    assert [each.distance for each in found] == expected
    nearer = {number: set() for number in range(outs)}
    for (number, card), distance in zip(grown, after, strict=True):
        if distance is not None and distance < expected[number]:
            nearer[number].add(card)
    assert {number: set(found[number].outs) for number in range(outs)} == nearer
    return Counter(expected)


def test_there_are_136694_hands_without_deadwood():
    assert len(finished_hands(load_ruleset("gin"))) == 136_694


def test_distance_is_the_fewest_cards_to_add_to_zero_deadwood():
    rng = np.random.default_rng(1)
    hands = mixed(rng, 60)
    seen = compare(hands, [dead_cards(rng, hand, 20) for hand in hands], {}, outs=12)
    assert {0, 1, 2, 3} <= set(seen)


def test_distance_is_what_adding_every_choice_of_cards_finds():
    rng = np.random.default_rng(2)
    for hand in mixed(rng, 24):
        dead = dead_cards(rng, hand, 12)
        distance = advised(hand, dead).advice.distance
        assert by_adding(hand, dead, GIN, most=1) == (distance if distance is not None and distance <= 1 else None)


@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_distance_under_every_rule_that_bears_on_melds(overrides):
    rng = np.random.default_rng(3)
    hands = mixed(rng, 8)
    compare(hands, [dead_cards(rng, hand, 12) for hand in hands], overrides, outs=2)


@pytest.mark.full
@pytest.mark.parametrize("overrides", [{}, *VARIANTS], ids=str)
def test_distances_of_2000_hands(overrides):
    rng = np.random.default_rng(4)
    hands = mixed(rng, 2000)
    seen = compare(hands, [dead_cards(rng, hand, 25) for hand in hands], overrides, outs=200)
    assert sum(seen.values()) == 2000
    assert overrides or all(seen[distance] >= 50 for distance in range(5))


@pytest.mark.full
def test_distances_0_to_2_of_500_hands_by_adding_cards():
    rng = np.random.default_rng(5)
    seen = Counter()
    for hand in mixed(rng, 500):
        dead = dead_cards(rng, hand, 25)
        distance = advised(hand, dead).advice.distance
        assert by_adding(hand, dead, GIN, most=2) == (distance if distance is not None and distance <= 2 else None)
        seen[distance] += 1
    assert all(seen[distance] for distance in range(3))


def test_what_no_meld_needs_is_thrown():
    answer = advised(WAITING).to_dict()
    assert answer["distance"] == 1
    assert set(answer["outs"]) == {"3H", "7H", "8C", "QC"}
    assert answer["hit_next"] == pytest.approx(4 / 42)
    assert answer["hit_within"]["2"] == pytest.approx(1 - (38 * 37) / (42 * 41))
    for card in answer["outs"]:
        assert analyze(f"{WAITING} {card}", "gin").gin


def test_dead_cards_are_no_outs_and_not_unseen():
    advice = advised(WAITING, dead="7H 3H 2S").advice
    assert {format_card(card) for card in advice.outs} == {"8C", "QC"}
    assert advice.hit_within(1) == Fraction(2, 39)
    shut = advised(WAITING, dead="7H 3H 8C QC").advice
    assert shut.distance == 3


def test_no_hand_is_left_when_too_many_cards_are_dead():
    hand = parse_cards(WAITING)
    everything = [card for card in range(52) if card not in hand]
    advice = advised(hand, dead=everything).advice
    assert (advice.distance, advice.outs, advice.unseen, advice.hit_within(1)) == (None, {}, 0, 0)


def test_gin_waits_for_nothing():
    answer = advised("6D QD QS 5D KC KD 7D KS 4D QC").to_dict()
    assert (answer["distance"], answer["outs"], answer["hit_next"]) == (0, {}, 1.0)
    assert "wanted" not in answer


def test_of_eleven_cards_every_discard_has_its_deadwood_distance_and_outs():
    rng = np.random.default_rng(6)
    for hand in mixed(rng, 8, cards=11):
        dead = dead_cards(rng, hand, 6)
        answer = advised(hand, dead)
        discards = answer.advice.discards
        assert sorted(each.card for each in discards) == hand
        for each in discards:
            kept = [card for card in hand if card != each.card]
            alone = advised(kept, [*dead, each.card])
            assert each.figures == {"deadwood": alone.deadwood, "can_knock": alone.deadwood <= 10}
            assert alone.deadwood == least_deadwood(kept, GIN)[0]
            assert (each.distance, each.out_copies) == (alone.advice.distance, alone.advice.out_copies)
        assert answer.advice.distance == min(each.distance for each in discards)
        keys = [(each.figures["deadwood"], each.distance, -each.out_copies) for each in discards]
        assert keys == sorted(keys)
        assert discards[0].figures["deadwood"] == answer.deadwood


def test_the_reason_of_a_discard_names_deadwood_and_nearness():
    advice = advised(f"{WAITING} 2S").advice
    first, second = advice.discards[:2]
    assert (format_card(first.card), first.reason) == ("KD", "least deadwood, enough to knock, 1 card from gin")
    assert (format_card(second.card), second.reason) == ("2S", "8 more deadwood than best, enough to knock")
    gin = advised(f"{WAITING} QC").advice
    assert (gin.distance, gin.discards[0].reason) == (0, "gin")


def test_outs_are_those_of_the_best_discard_that_is_nearest():
    hand = "7S 8S 9S 9H 9D 4C 4D 4H 3H 2H AS"
    advice = advised(hand).advice
    kept = [card for card in parse_cards(hand) if card != advice.discards[0].card]
    assert advice.outs == advised(kept, [advice.discards[0].card]).advice.outs


def test_batch_lines_ask_for_advice():
    line = {"id": 1, "ruleset": "gin", "hand": WAITING, "dead": ["7H"], "advise": True}
    (answer,) = answer_lines([json.dumps(line)])
    assert answer == {"id": 1, **advised(WAITING, dead="7H").to_dict()}
    (plain,) = answer_lines([json.dumps(line | {"advise": False})])
    assert "distance" not in plain
