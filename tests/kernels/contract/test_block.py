"""The block solver of contract games: what it says of many hands is what the search says of each, and exhaustion."""

from collections import Counter

import contract_brute as brute
import numpy as np
import pytest
from contract_blocks import block_hands
from contract_hands import JOKER, planted, rich
from rule_values import every_value

from meldlab.kernels.cards.cards import Planes, planes_from_counts
from meldlab.kernels.cards.deal_rules import MAX_HAND
from meldlab.kernels.contract.distance.gaps import FAR
from meldlab.kernels.contract.distance.one import distance
from meldlab.kernels.contract.left import least_left
from meldlab.sim.games.contract.workload import ContractBlock, ContractWorkload
from meldlab.sim.rules import load_ruleset

SEVEN = ["TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"]
CONTRACTS = [*SEVEN, "TTTT", "T", "E"]
MANY_SHAPES = 60
ONE_EACH = np.ones(53, dtype=np.int64)
#: What has to give way to a value before the rules fit together again.
BESIDE: dict[str, dict[str, object]] = {"run.max=3": {"run.min": 3}}
PAIRS: list[dict[str, object]] = [
    {"set.distinct_suits": True, "set.max": 4, "set.max_wilds": 1},
    {"set.distinct_suits": True, "set.min_naturals": 2},
    {"run.adjacent_wilds": True, "run.min_naturals": 2, "run.max_wilds": 2},
    {"run.adjacent_wilds": True, "run.min_naturals": 5, "run.min": 3},
    {"run.ace": "either", "run.min": 3, "set.min": 4},
    {"run.ace": "high", "run.max": 5, "run.min_naturals": 4},
    {"contract.longer_melds": False, "run.min": 5, "set.min": 4},
    {"contract.longer_melds": False, "run.min_naturals": 5, "set.min_naturals": 4},
]


def workload_of(contract: str, decks: int, jokers_a_deck: int, **rules: object) -> ContractWorkload:
    table = {"deal.cards": 26, "deal.players": [2], "deal.default_players": 2}
    changed = {"contract.hands": [contract], "pack.printed_jokers": jokers_a_deck, **table, **rules}
    return ContractWorkload(load_ruleset("continental", set=changed).for_deal(contract), decks=decks, seed=1)


def check_block(workload: ContractWorkload, counts: np.ndarray) -> Counter[int]:
    """Compare the block solver with the search hand by hand; return how often each distance occurred."""
    block, rules, (sets, runs) = ContractBlock(workload), workload.rules, workload.contract
    hands = planes_from_counts(counts)
    can = block.can_go_down(hands)
    points, cards, away = block.points_left(hands, can), block.cards_left(hands, can), block.distances(hands, can)
    found: Counter[int] = Counter()
    for number, hand in enumerate(counts.astype(np.int64)):
        held, jokers = hand[:JOKER].reshape(4, 13), int(hand[JOKER])
        told = (can[number], away[number], points[number], cards[number])
        apart = distance(hand, workload.there, sets, runs, workload.windows, workload.shapes, rules)
        if apart == 0:
            left, _ = least_left(held, jokers, sets, runs, rules.points, rules)
            fewest, _ = least_left(held, jokers, sets, runs, ONE_EACH, rules)
            assert told == (1, 0, left, fewest), hand.tolist()
        else:
            assert told == (0, apart, hand @ rules.points, hand.sum()), hand.tolist()
        found[int(apart)] += 1
    return found


def holds_contract(workload: ContractWorkload) -> bool:
    nothing = np.zeros(53, dtype=np.int64)
    sets, runs = workload.contract
    return bool(distance(nothing, workload.there, sets, runs, workload.windows, workload.shapes, workload.rules) < FAR)


@pytest.mark.parametrize("contract", [*CONTRACTS, "TTEE", "TTTTE"])
def test_a_block_says_what_the_search_says_of_each_hand(contract: str) -> None:
    rng = np.random.default_rng(sum(map(ord, contract)))
    found: Counter[int] = Counter()
    for decks, jokers in ((1, 2), (2, 3), (3, 4)):
        workload = workload_of(contract, decks, jokers)
        if holds_contract(workload):
            found += check_block(workload, block_hands(rng, contract, 120, decks=decks, jokers=decks * jokers))
    assert len(found) > 2


@pytest.mark.parametrize(("key", "value"), every_value("continental"), ids=str)
def test_every_value_of_every_rule_bears_on_blocks(key: str, value: object) -> None:
    check_value(key, value, 16)


@pytest.mark.parametrize("rules", PAIRS, ids=str)
def test_rules_together_bear_on_blocks(rules: dict[str, object]) -> None:
    check_rules(rules, 60)


def check_value(key: str, value: object, hands: int) -> int:
    return check_rules({**BESIDE.get(f"{key}={value}", {}), key: value}, hands)


def check_rules(rules: dict[str, object], hands: int) -> int:
    rng = np.random.default_rng(list(str(rules).encode()))
    checked = 0
    contracts = ["TE", "TT", "EE"] if hands < 100 else SEVEN
    size = {"T": int(str(rules.get("set.min", 3))), "E": int(str(rules.get("run.min", 4)))}
    dealt = [contract for contract in contracts if sum(size[letter] for letter in contract) <= MAX_HAND]
    for number, contract in enumerate(dealt):
        decks, jokers = (2, 1, 3)[number % 3], (3, 4, 2)[number % 3]
        if "pack.printed_jokers" in rules:
            jokers = int(str(rules["pack.printed_jokers"]))
        workload = workload_of(contract, decks, jokers, **rules)
        if holds_contract(workload):
            many_shapes = len(workload.shapes) > MANY_SHAPES  # the search takes its time with them
            some = max(4, hands // 20) if many_shapes else hands
            counts = block_hands(rng, contract, some, decks=decks, jokers=decks * jokers)
            checked += check_block(workload, counts).total()
    return checked


def brute_hands(rng: np.random.Generator, contract: str, hands: int) -> list[list[int]]:
    sets, runs = contract.count("T"), contract.count("E")
    made = []
    for number in range(hands):
        hand = planted(rng, sets, runs, 2)[:12] if number % 2 else rich(rng, 10, int(rng.integers(5)), suits=2, ranks=8)
        made.append(hand)
    return made


def check_brute(contract: str, hands: int) -> None:
    rng = np.random.default_rng(len(contract) + hands)
    workload, rules = workload_of(contract, 2, 3), brute.Rules()
    made = brute_hands(rng, contract, hands)
    counts = np.array([np.bincount(hand, minlength=53) for hand in made], dtype=np.uint8)
    block, planes = ContractBlock(workload), planes_from_counts(counts)
    can = block.can_go_down(planes)
    points, cards, away = block.points_left(planes, can), block.cards_left(planes, can), block.distances(planes, can)
    for number, hand in enumerate(made):
        expected = brute.figures(hand, *workload.contract, rules)
        assert can[number] == (away[number] == 0) == (expected.points is not None), hand
        if expected.points is not None:
            assert (points[number], cards[number]) == (expected.points, expected.cards), hand
        else:
            assert points[number] == sum(map(rules.value, hand)), hand
            assert cards[number] == len(hand)


@pytest.mark.parametrize("contract", ["T", "E", *SEVEN[:3]])
def test_a_block_says_what_exhaustion_says(contract: str) -> None:
    check_brute(contract, 40)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_blocks_are_of_any_length(decks: int) -> None:
    workload = workload_of("TE", decks, 3)
    counts = block_hands(np.random.default_rng(decks), "TE", 1300, decks=decks, jokers=3 * decks)
    block, hands = ContractBlock(workload), planes_from_counts(counts)
    whole = block.can_go_down(hands)
    away = block.distances(hands, whole)
    assert 0 < whole.sum() < len(whole)
    for start, stop in ((0, 1), (1, 511), (511, 1024), (1024, 1300), (7, 7)):
        part = Planes(*(plane[start:stop] for plane in hands))
        assert block.can_go_down(part).tolist() == whole[start:stop].tolist()
        assert block.distances(part, whole[start:stop]).tolist() == away[start:stop].tolist()


@pytest.mark.coverage
@pytest.mark.parametrize(
    ("contract", "decks", "rules"),
    [
        ("TT", 2, {}),
        ("TE", 2, {}),
        ("TTE", 3, {"set.distinct_suits": True}),
        ("EE", 1, {"run.ace": "either"}),
        ("TTTT", 1, {}),
        ("EEE", 2, {}),
        ("TT", 2, {"contract.exact": False}),
        ("EE", 2, {"run.min_naturals": 5, "run.max": 5}),
    ],
)
def test_blocks_are_plain_python_as_well(contract: str, decks: int, rules: dict[str, object]) -> None:
    workload = workload_of(contract, decks, 3, **rules)
    rng = np.random.default_rng(2)
    hands = 80 if len(contract) == 2 else 20
    counts = block_hands(rng, contract, hands, decks=decks, jokers=3 * decks)
    assert check_block(workload, counts).total() == hands


@pytest.mark.full
@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_six_hundred_thousand_hands_of_the_standard_rules(contract: str, decks: int) -> None:
    rng = np.random.default_rng(decks)
    for jokers in (0, 2, 3, 4):
        workload = workload_of(contract, decks, jokers)
        if holds_contract(workload):
            for _ in range(5):
                check_block(workload, block_hands(rng, contract, 1100, decks=decks, jokers=decks * jokers))


@pytest.mark.full
@pytest.mark.parametrize(("key", "value"), every_value("continental"), ids=str)
def test_half_a_million_hands_of_every_value_of_every_rule(key: str, value: object) -> None:
    check_value(key, value, 500)


@pytest.mark.full
@pytest.mark.parametrize("rules", PAIRS, ids=str)
def test_many_hands_of_rules_together(rules: dict[str, object]) -> None:
    check_rules(rules, 2000)


@pytest.mark.full
@pytest.mark.parametrize("contract", [*SEVEN, "T", "E"])
def test_ten_thousand_hands_as_exhaustion_says(contract: str) -> None:
    check_brute(contract, 1150)
