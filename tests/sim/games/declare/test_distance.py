"""Distance and outs (Indian rules, 3.6) equal their definition: all cards of the pool tried, hand by hand."""

import logging
from collections import Counter
from itertools import combinations_with_replacement
from typing import NamedTuple, cast

import numpy as np
import pytest
from declare_distance_brute import declarable, numbers_of, some_exchange
from hands import duplicate_heavy, joker_heavy, near_complete_hands, random_hands
from numba import config
from rule_values import every_value
from solver_pairs import rules_of

from meldlab.kernels.declare.distance import suit_rows as kept_rows
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.sim.common.errors import RulesError
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.declare.distance import DistanceSolver

FAMILIES = (near_complete_hands, random_hands, duplicate_heavy, joker_heavy)
PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
PACKS = ((1, 2), (2, 2), (2, 4), (3, 6))

PARAMETERS: list[tuple[dict[str, object], str]] = [
    ({"run.min": 4}, "G1: a sequence has at least 4 cards"),
    ({"run.max": 4}, "a run has 4 cards at most"),
    ({"run.ace": "low"}, "the ace stands before the 2 only"),
    ({"run.ace": "high"}, "the ace stands after the king only"),
    ({"run.ace": "circular"}, "the ace goes round the corner"),
    ({"run.max_wilds": 0}, "G2: no joker in a run"),
    ({"run.max_wilds": 1}, "G2: one joker in a run"),
    ({"run.max_wilds": "none"}, "G2: any number of jokers in a run"),
    ({"run.min_naturals": 3}, "G2: three natural cards in an impure run"),
    ({"run.adjacent_wilds": False}, "no two neighbouring jokers in a run"),
    ({"run.identical_three": False}, "G4 off"),
    ({"run.min": 4, "run.identical_three": True}, "G4: three identical cards are shorter than any other run"),
    ({"set.min": 4}, "G3: a set has at least 4 cards"),
    ({"set.max": 4}, "G3: a fourth card may join a set"),
    ({"set.max_wilds": 0}, "G3: no joker in a set"),
    ({"set.max_wilds": "none", "set.min_naturals": 1}, "G3: any number of jokers in a set"),
    ({"set.distinct_suits": True}, "a set has different suits"),
    ({"set.max_sets": 0}, "D4: no set"),
    ({"set.max_sets": 1}, "D4: one set at most"),
    ({"declare.min_sequences": 3}, "D2: three sequences"),
    ({"declare.min_sequences": 3, "declare.min_pure": 2}, "D2: two of three sequences are pure"),
    ({"declare.lives_min_cards": 8}, "D3: the two lives have at least 8 cards"),
    ({"declare.lives_min_cards": 7, "declare.lives_max_cards": 9}, "D3: from 7 to 9 cards"),
    ({"declare.lives_max_cards": 6}, "D3: 6 cards"),
    ({"declare.set_gate": "any_impure", "declare.one_life_counts": "all"}, "gates say nothing about declaring"),
]


def pool_of(counts: np.ndarray, decks: int, printed: int, dead: np.ndarray | None = None) -> np.ndarray:
    pack = np.append(np.full(52, decks), printed) - counts
    return np.maximum(pack if dead is None else pack - dead, 0).astype(np.uint8)


class Compared(NamedTuple):
    """A distance, and whether everything smaller was tried."""

    distance: int | None
    proven: bool


def wilds_of(counts: np.ndarray, wild: int) -> int:
    return int(counts[52] + (counts[wild:52:13].sum() if wild >= 0 else 0))


def affordable(wilds: int, most: int) -> int:
    """Return how many exchanges the definition can try on a hand: many wilds can stand in too many places."""
    return next(min(most, tried) for held, tried in ((3, 13), (4, 2), (7, 1), (14, 0)) if wilds <= held)


def compared(
    solver: DistanceSolver, rules: DeclareRules, counts: np.ndarray, pool: np.ndarray, wild: int, most: int
) -> Compared:
    """Return the distance after `most` exchanges were tried in vain, and the cards it names were seen to do."""
    distance = solver.distance(counts, pool, wild)
    hand, cards = counts.astype(np.int64), pool.astype(np.int64)
    numbers = numbers_of(rules)
    smaller = min(13 if distance is None else distance, affordable(wilds_of(counts, wild), most) + 1)
    told = (rules, np.repeat(np.arange(53), counts).tolist(), wild, distance)
    for exchanged in range(smaller):
        assert not some_exchange(hand, cards, exchanged, wild, numbers), told
    if distance is not None:
        needed = solver.plan(counts, pool, wild)
        assert needed is not None
        grown = np.bincount(needed, minlength=53)
        assert len(needed) == distance, told
        assert (grown <= cards).all(), told
        assert declarable(hand + grown, distance, wild, numbers), told
    return Compared(distance, smaller == distance)


def check_families(
    rng: np.random.Generator,
    sizes: tuple[int, ...],
    rules: DeclareRules,
    decks: int,
    printed: int,
    most: int,
    deeper: int = 0,
) -> Counter[Compared]:
    """Check so many hands of each family; the first `deeper` ones without wilds that are far off, one exchange more."""
    solver = DistanceSolver(rules, cards=13, decks=decks)
    found: Counter[Compared] = Counter()
    for family, size in zip(FAMILIES, sizes, strict=True):
        for counts, wild in zip(*family(rng, size, decks, printed), strict=True):
            pool = pool_of(counts, decks, printed)
            far = (
                deeper > 0
                and wilds_of(counts, int(wild)) == 0
                and (solver.distance(counts, pool, int(wild)) or 0) > most + 1
            )
            deeper -= far
            found[compared(solver, rules, counts, pool, int(wild), most + far)] += 1
    return found


@pytest.mark.parametrize(("decks", "printed"), PACKS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_distance_is_the_least_number_of_exchanges(preset: str, decks: int, printed: int) -> None:
    rng = np.random.default_rng([decks, printed, len(preset)])
    found = check_families(rng, (14, 4, 6, 6), rules_of(preset), decks, printed, 1)
    assert {(0, True), (1, True), (2, True)} <= set(found)


@pytest.mark.full
@pytest.mark.parametrize(("decks", "printed"), PACKS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_distance_is_the_least_number_of_exchanges_in_full(preset: str, decks: int, printed: int) -> None:
    """Twelve of these are 2,064 hands; the log tells (distance, all smaller ones tried, hands)."""
    rng = np.random.default_rng([decks, printed, len(preset), 1])
    found = check_families(rng, (96, 40, 20, 16), rules_of(preset), decks, printed, 3, deeper=1)
    logging.info("%s", sorted((*key, hands) for key, hands in found.items()))
    assert all(found[Compared(distance, proven=True)] >= 10 for distance in range(4)), found
    assert sum(hands for (_, proven), hands in found.items() if proven) >= 130, found


@pytest.mark.parametrize(("overrides", "sentence"), PARAMETERS, ids=[sentence for _, sentence in PARAMETERS])
def test_every_rule_bears_on_the_distance(overrides: dict[str, object], sentence: str) -> None:
    rng = np.random.default_rng(list(sentence.encode()))
    decks = int(rng.integers(1, 4))
    preset = str(rng.choice(["indian-rummy", "indian-rummy-points"]))
    check_families(rng, (5, 1, 2, 2), rules_of(preset, overrides), decks, 2 * decks, 1)


@pytest.mark.full
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("overrides", "sentence"), PARAMETERS, ids=[sentence for _, sentence in PARAMETERS])
def test_every_rule_bears_on_the_distance_in_full(overrides: dict[str, object], sentence: str, preset: str) -> None:
    rng = np.random.default_rng([*sentence.encode(), len(preset)])
    for decks in (1, 2, 3):
        check_families(rng, (8, 3, 3, 3), rules_of(preset, overrides), decks, 2 * decks, 1)


BESIDE = {"set.min_naturals": "set.max", "declare.min_pure": "declare.min_sequences"}


@pytest.mark.full
@pytest.mark.parametrize(
    ("key", "value"),
    [each for each in every_value("indian-rummy") if each[0].startswith(("run.", "set.", "declare."))],
    ids=str,
)
def test_every_value_of_every_rule_bears_on_the_distance(key: str, value: object) -> None:
    if key == "run.min" and cast(int, value) > 6:
        with pytest.raises(RulesError, match="do not fit into 13"):
            rules_of("indian-rummy", {key: value})
        return
    rng = np.random.default_rng(list(f"{key}={value}".encode()))
    for preset, decks in zip(PRESETS, rng.permutation([1, 2, 3]).tolist(), strict=True):
        changed = {key: value}
        if key in ("declare.lives_min_cards", "run.min"):
            changed["declare.lives_max_cards"] = 13
        if key in BESIDE:
            changed[BESIDE[key]] = max(cast(int, value), 2 if key == "declare.min_pure" else 3)
        check_families(rng, (6, 1, 2, 1), rules_of(preset, changed), decks, 2 * decks, 1)


@pytest.mark.parametrize("preset", ["indian-rummy", "indian-rummy-points"])
def test_dead_cards_are_no_help(preset: str) -> None:
    rng = np.random.default_rng(11)
    rules, farther = rules_of(preset), 0
    solver = DistanceSolver(rules, cards=13, decks=1)
    counts, wilds = near_complete_hands(rng, 24, 1, 2)
    for hand, wild in zip(counts, wilds.tolist(), strict=True):
        pool = pool_of(hand, 1, 2)
        without = pool.copy()
        without[rng.random(53) < 0.85] = 0
        some = compared(solver, rules, hand, without, wild, 1)
        farther += some.distance != solver.distance(hand, pool, wild)
    assert farther > 2


def test_a_hand_that_no_card_can_help_has_no_distance() -> None:
    rules = rules_of("indian-rummy")
    counts, _ = random_hands(np.random.default_rng(3), 1, 2, 4)
    nothing = np.zeros(53, dtype=np.uint8)
    assert DistanceSolver(rules, cards=13, decks=2).distance(counts[0], nothing, -1) is None


def check_outs(preset: str, decks: int, printed: int, hands: int) -> Counter[int]:
    """Check kinds and copies of outs; return how many hands have so many kinds."""
    rng = np.random.default_rng([decks, printed, hands])
    rules = rules_of(preset)
    solver = DistanceSolver(rules, cards=13, decks=decks)
    counts, wilds = near_complete_hands(rng, hands, decks, printed, swapped=2)
    kinds: Counter[int] = Counter()
    for hand, wild in zip(counts, wilds.tolist(), strict=True):
        if wilds_of(hand, wild) > 5:  # the definition takes them too long
            continue
        pool = pool_of(hand, decks, printed)
        expected = {}
        for card in np.flatnonzero(pool).tolist():
            grown = hand.astype(np.int64)
            grown[card] += 1
            if declarable(grown, 1, wild, numbers_of(rules)):
                expected[card] = int(pool[card])
        assert solver.outs(hand, pool, wild).copies == expected
        kinds[len(expected)] += 1
    return kinds


@pytest.mark.parametrize(("decks", "printed"), [(1, 2), (2, 4), (3, 6)])
def test_outs_are_the_kinds_that_complete_the_hand(decks: int, printed: int) -> None:
    assert check_outs("indian-rummy", decks, printed, 12).total() >= 10


@pytest.mark.full
@pytest.mark.parametrize(("decks", "printed"), PACKS)
@pytest.mark.parametrize("preset", PRESETS)
def test_outs_are_the_kinds_that_complete_the_hand_in_full(preset: str, decks: int, printed: int) -> None:
    kinds = check_outs(preset, decks, printed, 40)
    logging.info("%s", sorted(kinds.items()))
    assert kinds.total() >= 34
    assert sum(hands for outs, hands in kinds.items() if 0 < outs < 30) >= 8, kinds


def check_improving(preset: str, decks: int, printed: int, hands: int, *, farthest: int, dead: float) -> Counter[int]:
    """Check the kinds that bring a hand closer; return how many hands were at each distance."""
    rng = np.random.default_rng([decks, printed, hands, farthest])
    rules = rules_of(preset)
    numbers = numbers_of(rules)
    solver = DistanceSolver(rules, cards=13, decks=decks)
    counts, wilds = near_complete_hands(rng, hands, decks, printed, swapped=3)
    seen: Counter[int] = Counter()
    for hand, wild in zip(counts, wilds.tolist(), strict=True):
        pool = pool_of(hand, decks, printed)
        pool[rng.random(53) < dead] = 0
        distance = solver.distance(hand, pool, wild)
        if distance is None or not 2 <= distance <= farthest or wilds_of(hand, wild) > 3:
            continue
        expected: dict[int, int] = {}
        left = np.flatnonzero(pool).tolist()
        for added in combinations_with_replacement(left, distance):
            new = np.bincount(added, minlength=53)
            if expected.keys() >= set(added) or (new > pool).any():
                continue
            if declarable(hand + new, distance, wild, numbers):
                expected |= {card: int(pool[card]) for card in added}
        assert solver.improving(hand, pool, wild, distance).copies == expected, (hand.nonzero(), wild, distance)
        seen[distance] += 1
    return seen


@pytest.mark.parametrize(("preset", "decks", "dead"), [("indian-rummy", 2, 0.0), ("indian-rummy-points", 1, 0.5)])
def test_farther_off_the_kinds_that_bring_a_hand_closer_are_those_of_its_nearest_declarations(
    preset: str, decks: int, dead: float
) -> None:
    assert check_improving(preset, decks, 2 * decks, 16, farthest=2, dead=dead)[2] >= 3


@pytest.mark.full
@pytest.mark.parametrize(("decks", "printed"), PACKS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("dead", [0.0, 0.6])
def test_farther_off_the_kinds_that_bring_a_hand_closer_in_full(
    preset: str, decks: int, printed: int, dead: float
) -> None:
    seen = check_improving(preset, decks, printed, 60, farthest=2, dead=dead)
    seen += check_improving(preset, decks, printed, 12, farthest=3, dead=max(dead, 0.3))
    logging.info("%s", sorted(seen.items()))
    assert seen[2] >= 10


def test_after_each_discard_the_hand_is_looked_at_anew() -> None:
    rng = np.random.default_rng(5)
    rules = rules_of("indian-rummy")
    solver = DistanceSolver(rules, cards=13, decks=2)
    counts, wilds = near_complete_hands(rng, 6, 2, 4, cards=14)
    for hand, wild in zip(counts, wilds.tolist(), strict=True):
        pool = pool_of(hand, 2, 4)
        after = solver.after_discards(hand, pool, wild)
        for card, distance in after.items():
            rest = hand.copy()
            rest[card] -= 1
            assert distance == solver.distance(rest, pool, wild)


def test_more_wilds_than_lanes_are_counted_too() -> None:
    rules = rules_of("indian-rummy-points")
    solver = DistanceSolver(rules, cards=13, decks=3)
    for jokers, own in ((8, 4), (4, 8), (8, 3), (1, 12)):
        hand = np.zeros(53, dtype=np.uint8)
        hand[52] = jokers
        hand[[6, 19, 32, 45]] = [own // 4 + (own % 4 > suit) for suit in range(4)]
        hand[0] += 13 - jokers - own
        compared(solver, rules, hand, pool_of(hand, 3, 8), 6, 0)


def test_what_cannot_be_declared_is_not_read_back_though_it_would_keep_more() -> None:
    """D2 asks for four pure sequences: clubs with two jokers would keep one card more, but are none."""
    rules = rules_of("indian-rummy", {"declare.min_pure": 4, "declare.min_sequences": 4})
    hand = np.bincount(parse_cards("3S 8S 9S QS 7H 9H QH QD 5C 6C 7C JK JK"), minlength=53).astype(np.uint8)
    found = compared(DistanceSolver(rules, cards=13, decks=1), rules, hand, pool_of(hand, 1, 2), 4, 1)
    assert found.distance == 5


def test_a_suit_full_of_doubles_has_many_part_holdings() -> None:
    """No run may be cut where its parts would lack naturals, so every part of the suit counts."""
    rules = rules_of("indian-rummy", {"run.min_naturals": 3})
    solver = DistanceSolver(rules, cards=13, decks=2)
    for text in ("2S 2S 4S 4S 6S 6S 8S 8S TS TS QS QS AS", "AS AS 2S 3S 3S 4S 5S 6S 7S 8S 9S TS JS"):
        hand = np.bincount(parse_cards(text), minlength=53).astype(np.uint8)
        pool = pool_of(hand, 2, 4)
        plan = solver.plan(hand, pool, -1)
        assert plan is not None
        assert len(plan) == solver.distance(hand, pool, -1)
        grown = hand.astype(np.int64) + np.bincount(plan, minlength=53)
        assert declarable(grown, len(plan), -1, numbers_of(rules))


@pytest.mark.coverage
@pytest.mark.parametrize(
    ("changes", "decks", "wild", "hands"),
    [
        ({}, 3, -1, ["AS 2S 3S 4S 4H 5H 6H 6D 6C", "AS AS AS 4S 4H 4D JK JK 6C", "AS 2S 4S 4H 5H 6H 2D 2D 2D"]),
        ({}, 2, 5, ["AS 2S 3S 4H 5H 6C JK 5D 5C", "AS 2S 2S 4H 5H 5D 6C JK 3D"]),
        (
            {"run.adjacent_wilds": False, "set.distinct_suits": True, "declare.lives_min_cards": 7},
            2,
            5,
            ["AS 2S 5S 4H 5H 6C JK 5D 5C", "AS 2S 3S 5S 5H 5D 6C 6H 6D"],
        ),
    ],
    ids=["three decks", "a wild rank", "narrower rules"],
)
def test_the_kernels_are_plain_python_as_well(
    changes: dict[str, object], decks: int, wild: int, hands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands of nine cards no higher than a 6."""
    if config.DISABLE_JIT:
        monkeypatch.setattr(kept_rows, "SINGLES", 1 << 6)  # all 8192 rows take plain Python minutes
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels complain
        rules = rules_of("indian-rummy", {"run.max": 5} | changes)
        solver = DistanceSolver(rules, cards=9, decks=decks)
        for text in hands:
            counts = np.bincount(parse_cards(text), minlength=53).astype(np.uint8)
            scarce = np.zeros(53, dtype=np.uint8)
            scarce[[0, 2, 13, 15, 40]] = 1
            for pool in (pool_of(counts, decks, 2 * decks), scarce):
                distance, plan = solver.distance(counts, pool, wild), solver.plan(counts, pool, wild)
                assert distance == (None if plan is None else len(plan))
                if plan is None:
                    continue
                grown = np.bincount(plan, minlength=53)
                assert (grown <= pool).all()
                if distance == 1:
                    assert plan[0] in solver.outs(counts, pool, wild).copies
