"""The kernels of contract games against exhaustion: what can be laid, what stays, how far away a hand is."""

from dataclasses import replace
from functools import cache
from typing import Any

import contract_brute as brute
import numpy as np
import pytest
from contract_hands import JOKER, dealt, pack, planted, rich

from meldlab.kernels.cards.run_rules import ACE_CIRCULAR, ACE_EITHER, ACE_HIGH, ACE_LOW
from meldlab.kernels.contract.cover import NO_WAY
from meldlab.kernels.contract.distance.gaps import FAR
from meldlab.kernels.contract.distance.one import distance, fill_outs
from meldlab.kernels.contract.left import least_left
from meldlab.kernels.contract.rules import ContractRules
from meldlab.kernels.contract.runs import part_strides, runs_of_suit, single_runs
from meldlab.kernels.contract.shapes import run_shapes, run_windows

STANDARD = brute.Rules()
ACES = {"low": ACE_LOW, "high": ACE_HIGH, "either": ACE_EITHER, "circular": ACE_CIRCULAR}
VARIANTS = {
    "run.ace=low": brute.Rules(ace="low"),
    "run.ace=high": brute.Rules(ace="high"),
    "run.ace=either": brute.Rules(ace="either"),
    "run.min=3": brute.Rules(run_min=3),
    "run.min=5": brute.Rules(run_min=5),
    "run.max=5": brute.Rules(run_max=5),
    "run.max_wilds=0": brute.Rules(run_max_wilds=0),
    "run.max_wilds=1": brute.Rules(run_max_wilds=1),
    "run.min_naturals=3": brute.Rules(run_min_naturals=3),
    "run.min_naturals=5": brute.Rules(run_min_naturals=5),
    "run.adjacent_wilds=true": brute.Rules(adjacent=True),
    "run.adjacent_wilds=true, run.min_naturals=2": brute.Rules(adjacent=True, run_min_naturals=2),
    "set.min=4": brute.Rules(set_min=4),
    "set.max=3": brute.Rules(set_max=3),
    "set.max=4": brute.Rules(set_max=4),
    "set.max_wilds=0": brute.Rules(set_max_wilds=0),
    "set.max_wilds=1": brute.Rules(set_max_wilds=1),
    "set.min_naturals=2": brute.Rules(set_min_naturals=2),
    "set.min_naturals=4": brute.Rules(set_min_naturals=4),
    "set.all_wild=false": brute.Rules(all_wild=False),
    "set.distinct_suits=true": brute.Rules(distinct=True),
    "set.distinct_suits=true, set.max=4": brute.Rules(distinct=True, set_max=4),
    "contract.exact=false": brute.Rules(further=True),
    "contract.exact=false, run.max=5": brute.Rules(further=True, run_max=5),
    "points": brute.Rules(points=(30, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10), joker=25),
}
CONTRACTS = ["TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"]


def lowered(rules: brute.Rules) -> ContractRules:
    size = max(rules.set_min, rules.set_min_naturals)
    return ContractRules(
        run_min=rules.run_min,
        run_max=rules.run_max,
        run_ace=ACES[rules.ace],
        run_max_wilds=rules.run_max_wilds,
        run_min_naturals=rules.run_min_naturals,
        run_adjacent_wilds=int(rules.adjacent),
        set_min=size,
        set_max=rules.set_max,
        set_max_wilds=rules.set_max_wilds,
        set_least_naturals=max(rules.set_min_naturals, size - rules.set_max_wilds, 0 if rules.all_wild else 1),
        set_distinct_suits=int(rules.distinct),
        further_melds=int(rules.further),
        points=np.array([*rules.points * 4, rules.joker], dtype=np.int64),
    )


def counted(cards: list[int]) -> np.ndarray:
    return np.bincount(cards, minlength=53).astype(np.int64)


def solved(cards: list[int], contract: str, rules: brute.Rules) -> brute.Figures:
    numbers, counts = lowered(rules), counted(cards)
    held, jokers = counts[:JOKER].reshape(4, 13), int(counts[JOKER])
    melds = contract.count("T"), contract.count("E")
    points, after = least_left(held, jokers, *melds, numbers.points, numbers)
    left, _ = least_left(held, jokers, *melds, np.ones(53, dtype=np.int64), numbers)
    if points == NO_WAY:
        assert (after, left) == (NO_WAY, NO_WAY)
        return brute.Figures(None, None, None)
    return brute.Figures(int(points), int(left), int(after))


def away(cards: list[int], contract: str, rules: brute.Rules, there: np.ndarray) -> int | None:
    numbers = lowered(rules)
    shapes = run_shapes(numbers, jokers=int(there[JOKER]))
    windows = run_windows(numbers, shapes)
    found = distance(counted(cards), there, contract.count("T"), contract.count("E"), windows, shapes, numbers)
    return int(found) if found < FAR else None


@pytest.mark.parametrize("contract", ["T", "E", *CONTRACTS[:3]])
def test_least_points_cards_and_points_after_the_discard_of_small_hands(contract: str) -> None:
    rng = np.random.default_rng(sum(map(ord, contract)))
    melds = contract.count("T"), contract.count("E")
    ready = 0
    for number in range(60):
        hand = [
            lambda: planted(rng, *melds, 2),
            lambda: rich(rng, 9, int(rng.integers(1, 5)), ranks=7, suits=2),
            lambda: dealt(rng, 10, suits=2, ranks=6, jokers=3),
        ][number % 3]()[:11]
        expected = brute.figures(hand, *melds, STANDARD)
        ready += expected.points is not None
        assert solved(hand, contract, STANDARD) == expected, hand
    assert ready > 20


@pytest.mark.parametrize("name", VARIANTS)
def test_every_meld_rule_bears_on_what_can_be_laid(name: str) -> None:
    rules = VARIANTS[name]
    rng = np.random.default_rng(len(name))
    for number in range(40):
        contract = ["TT", "TE", "EE", "T", "E"][number % 5]
        hand = [
            lambda contract=contract: planted(rng, contract.count("T"), contract.count("E"), 2),
            lambda: rich(rng, 9, int(rng.integers(1, 6)), ranks=7, suits=2),
            lambda: dealt(rng, 9, suits=2, ranks=7, jokers=3),
        ][number % 3]()[:10]
        assert solved(hand, contract, rules) == brute.figures(hand, contract.count("T"), contract.count("E"), rules), (
            contract,
            hand,
        )


@cache
def _distance_packs() -> list[tuple[str, dict[str, int]]]:
    return [
        *[(contract, {}) for contract in ("T", "E", "TT", "TE", "EE")],
        *[(contract, {"suits": 2, "ranks": 5, "jokers": 3}) for contract in CONTRACTS],
        *[(contract, {"suits": 2, "ranks": 6, "jokers": 2, "decks": 1}) for contract in CONTRACTS],
        *[(contract, {"suits": 2, "ranks": 4, "jokers": 4, "decks": 3}) for contract in CONTRACTS[:6]],
    ]


def check_distances(rules: brute.Rules, contract: str, cut: dict[str, int], seed: int, hands: int) -> set[int | None]:
    rng = np.random.default_rng(seed)
    cards = pack(**cut)
    there, found = counted(cards.tolist()), set()
    for number in range(hands):
        size = min(int(rng.integers(3, 12)), len(cards) - 3)
        hand = [int(card) for card in rng.choice(cards, size, replace=False)]
        if number % 3 == 1:  # as many jokers as there are
            jokers = int(there[JOKER])
            hand = [JOKER] * jokers + [card for card in hand if card != JOKER][: max(1, size - jokers)]
        left = there.copy()
        if number % 2:  # cards seen elsewhere
            for card in rng.choice(cards, 5, replace=False):
                if left[card] > hand.count(int(card)):
                    left[card] -= 1
        expected = brute.distance(hand, left, contract.count("T"), contract.count("E"), rules)
        found.add(expected)
        assert away(hand, contract, rules, left) == expected, (contract, hand, left.tolist())
    return found


@pytest.mark.parametrize(("contract", "cut"), _distance_packs())
def test_distance_within_the_copies_of_the_pack(contract: str, cut: dict[str, int]) -> None:
    found = check_distances(STANDARD, contract, cut, 7, 4 if len(contract) > 1 and not cut else 6)
    assert found


@pytest.mark.parametrize("name", VARIANTS)
def test_every_meld_rule_bears_on_the_distance(name: str) -> None:
    for contract in ("TT", "TE", "EE"):
        check_distances(VARIANTS[name], contract, {"suits": 2, "ranks": 6, "jokers": 3}, len(name), 5)


def test_outs_are_the_cards_that_lower_the_distance() -> None:
    rng = np.random.default_rng(11)
    numbers = lowered(STANDARD)
    shapes = run_shapes(numbers, jokers=6)
    windows = run_windows(numbers, shapes)
    there = counted(pack().tolist())
    for number in range(14):
        contract = CONTRACTS[number % 7]
        hand = dealt(rng, 11, jokers=3)
        before = away(hand, contract, STANDARD, there)
        outs = np.zeros(53, dtype=np.int64)
        melds = contract.count("T"), contract.count("E")
        fill_outs(counted(hand), there, *melds, before, windows, shapes, numbers, outs)
        for card in range(53):
            copies = int(there[card]) - hand.count(card)
            closer = copies > 0 and before and away([*hand, card], contract, STANDARD, there) == before - 1
            assert outs[card] == (copies if closer else 0)


def test_a_hand_that_can_go_down_has_distance_zero_and_no_outs() -> None:
    rng = np.random.default_rng(5)
    there = counted(pack().tolist())
    for number in range(70):
        contract = CONTRACTS[number % 7]
        hand = planted(rng, contract.count("T"), contract.count("E"), int(rng.integers(12)), most_jokers=4)
        figures = solved(hand, contract, STANDARD)
        assert (figures.points is not None) == (away(hand, contract, STANDARD, there) == 0), (contract, hand)


def test_every_part_of_a_suit_that_is_a_run() -> None:
    rng = np.random.default_rng(3)
    for rules in (STANDARD, brute.Rules(ace="either"), brute.Rules(adjacent=True), brute.Rules(run_max=5)):
        for _ in range(2):
            held = np.bincount(rng.choice(np.repeat(np.arange(13), 2), 7, replace=False), minlength=13).astype(np.int64)
            strides = part_strides(held)
            single = single_runs(held, strides, 3, lowered(rules))
            for part in range(int(strides[13])):
                ranks = np.repeat(np.arange(13), part // strides[:13] % (held + 1)).tolist()
                expected = [brute.is_run((*ranks, *[JOKER] * jokers), rules) for jokers in range(4)]
                assert [bool(single[part] >> jokers & 1) for jokers in range(4)] == expected, ranks


def test_a_run_goes_on_past_thirteen_with_second_copies() -> None:
    held = np.ones(13, dtype=np.int64)
    held[:2] = 2
    strides = part_strides(held)
    whole = int(strides[13]) - 1
    ways = runs_of_suit(held, strides, 0, 3, lowered(STANDARD))
    assert ways[1, whole] == 1  # W16: fifteen cells
    assert ways[3, whole] == 1
    assert single_runs(held, strides, 0, lowered(replace(STANDARD, run_max=13)))[whole] == 0


@pytest.mark.full
@pytest.mark.parametrize(("contract", "cut"), _distance_packs())
def test_two_thousand_distances(contract: str, cut: dict[str, int]) -> None:
    check_distances(STANDARD, contract, cut, 19, 100)


@pytest.mark.coverage
def test_the_kernels_are_plain_python_as_well() -> None:
    there = counted(pack().tolist())
    for hand, contract in (
        ([JOKER, JOKER, 4, 5, 8, 21, 34, 51], "TE"),
        ([3, 16, 29, 7, 20, JOKER, 33], "TT"),
        ([0, 1, 2, 3, 3, 4, 5, 6, 50], "EE"),
    ):
        expected = brute.figures(hand, contract.count("T"), contract.count("E"), STANDARD)
        assert solved(hand, contract, STANDARD) == expected
        assert (away(hand, contract, STANDARD, there) == 0) == (expected.points is not None)


@pytest.mark.coverage
@pytest.mark.parametrize(
    ("changes", "contract", "hand", "expected"),
    [
        ({}, "TE", [0, 13, 5, 6, 21, 35], 3),
        ({}, "TT", [0, 13, 5, 18, JOKER], 1),
        ({}, "EE", [0, 1, 2, 15, 17, JOKER], 2),
        ({"distinct": True}, "TT", [0, 0, 13, 5, 5], 3),
    ],
)
def test_distances_are_plain_python_as_well(
    changes: dict[str, Any], contract: str, hand: list[int], expected: int
) -> None:
    assert away(hand, contract, replace(STANDARD, **changes), counted(pack().tolist())) == expected


@pytest.mark.full
@pytest.mark.parametrize("contract", CONTRACTS)
def test_ten_thousand_hands_by_exhaustion(contract: str) -> None:
    rng = np.random.default_rng(1)
    melds = contract.count("T"), contract.count("E")
    for number in range(1500):
        hand = planted(rng, *melds, 2)[:12] if number % 2 else rich(rng, 11, int(rng.integers(5)), suits=2, ranks=8)
        assert solved(hand, contract, STANDARD) == brute.figures(hand, *melds, STANDARD), hand
