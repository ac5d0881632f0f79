"""The block solver, leftovers included, equals the depth-first search and brute force.

Every ruleset, every value of every parameter (Indian rules, section 6) alone and mixed, every family of hands, one to
three decks, no to eight printed jokers, every wild rank and none.  The check at full size, 1,000,000 hands of each
ruleset against the search and 20,000 against brute force, is
``pytest -m full tests/kernels/declare/points/test_least_points.py``.
"""

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from declare_brute import brute
from hands import Hands
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from solver_pairs import (
    CARDS,
    PRESETS,
    assert_equal,
    by_blocks,
    mixed_hands,
    planes_of,
    preset_tables,
    rules_of,
    together,
    told,
)

from meldlab.kernels.declare.life_classes import Classes
from meldlab.kernels.declare.points import lowering as cover_rules
from meldlab.kernels.declare.points.lowering import EXACT, SEARCH, VERIFY
from meldlab.kernels.declare.points.state import BATCH, BLOCK
from meldlab.kernels.declare.points.suit_tables import SuitTables, build_tables
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.run_shapes import Shapes
from meldlab.sim.common.errors import RulesError
from meldlab.sim.common.notation import parse_cards, parse_wild
from meldlab.sim.games.declare.block_solver import DeclareSolver, DeclareTables, Solved

DECKS = (1, 2, 3)
PRINTED = range(9)
NAMES = pytest.mark.parametrize("preset", PRESETS)

# Every value of every parameter that `declare` games read.
VALUES: dict[str, tuple[object, ...]] = {
    "run.min": (3, 4),
    "run.max": (3, 4, 5, 6, 13, "none"),
    "run.ace": ("low", "high", "either", "circular"),
    "run.max_wilds": (0, 1, 2, 3, 4, "none"),
    "run.min_naturals": (1, 2, 3, 4),
    "run.adjacent_wilds": (True, False),
    "run.identical_three": (True, False),
    "set.min": (3, 4, 5),
    "set.max": (3, 4, 5, "none"),
    "set.max_wilds": (0, 1, 2, 3, "none"),
    "set.min_naturals": (1, 2, 3),
    "set.distinct_suits": (True, False),
    "set.max_sets": (0, 1, 2, 3, "none"),
    "declare.min_sequences": (2, 3, 4),
    "declare.min_pure": (1, 2),
    "declare.lives_min_cards": (6, 7, 8, 10),
    "declare.lives_max_cards": (6, 7, 8, 10, 13, "none"),
    "declare.set_gate": ("two_lives", "pure_and_impure", "any_impure", "none"),
    "declare.impure_requires_pure": (True, False),
    "declare.no_pure_counts_all": (True, False),
    "declare.one_life_counts": ("loose", "all", "all_but_pure"),
    "points.cap": (20, 80, "none"),
    "points.A": (0, 1, 25),
    "points.5": (0, 5, 50),
    "points.K": (0, 10, 13),
}
TOGETHER: tuple[dict[str, object], ...] = (
    {"declare.min_sequences": 4, "declare.min_pure": 3},
    {"declare.min_sequences": 4, "declare.min_pure": 4},
    {"declare.set_gate": "pure_and_impure", "declare.min_sequences": 3},
    {"declare.set_gate": "pure_and_impure", "declare.min_pure": 2},
    {"declare.set_gate": "pure_and_impure", "declare.lives_max_cards": 7},
    {"declare.lives_min_cards": 7, "declare.lives_max_cards": 7, "set.max_sets": 1},
    {"run.ace": "circular", "run.max": 4, "run.identical_three": True},
    {"run.max": 3, "set.min": 4, "set.max": "none"},
    {"run.max_wilds": 1, "run.adjacent_wilds": False, "declare.min_pure": 2},
    {"run.max_wilds": 0, "set.max_wilds": 0},
    {"points.A": 0, "points.7": 0, "points.K": 0, "points.T": 0},
)


def changes(preset: str, change: dict[str, object]) -> bool:
    return repr(rules_of(preset, change)) != repr(rules_of(preset))


ALONE = [{key: value} for key, values in VALUES.items() for value in values]
CHANGES = [change for change in ALONE if any(changes(preset, change) for preset in PRESETS[:2])] + list(TOGETHER)


def name_of(change: dict[str, object]) -> str:
    return " ".join(f"{key}={value}" for key, value in change.items())


def hands_of_every_pack(rng: np.random.Generator, each: int) -> Hands:
    """Return `each` hands of every family for every number of decks and of printed jokers."""
    return together([mixed_hands(rng, each, decks=decks, printed=printed) for decks in DECKS for printed in PRINTED])


@pytest.fixture(scope="module")
def few_hands() -> Hands:
    return hands_of_every_pack(np.random.default_rng(2), 14)


@pytest.fixture(scope="module", autouse=True)
def shared_suit_tables() -> Iterator[None]:
    """Rules about sets, gates and caps have the same suit tables: build those once for equal arguments."""
    built: dict[bytes, SuitTables] = {}

    def build(rules: DeclareRules, classes: Classes, shapes: tuple[Shapes, Shapes], *, most_cards: int) -> SuitTables:
        arguments = (rules.identical_three, rules.points.tolist(), most_cards, classes, shapes)
        key = pickle.dumps(arguments)
        if key not in built:
            if len(built) > len(PRESETS):
                built.popitem()  # the latest; the presets' own are asked for first and stay
            built[key] = build_tables(rules, classes, shapes, most_cards=most_cards)
        return built[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cover_rules, "build_tables", build)
        yield


@NAMES
@pytest.mark.parametrize("decks", DECKS)
def test_blocks_equal_search(preset: str, decks: int) -> None:
    rng = np.random.default_rng([decks, len(preset)])
    tables = preset_tables(preset)
    assert tables.kind == EXACT
    solved = [assert_equal(tables, mixed_hands(rng, 42, decks=decks, printed=printed)) for printed in PRINTED]
    assert {0, 1} <= {int(value) for part in solved for value in part.can_declare}
    assert {0, 1} <= {int(value) for part in solved for value in part.has_lives}


def check_change(preset: str, change: dict[str, object], hands: Hands) -> None:
    tables = DeclareTables(rules_of(preset, change), cards=CARDS)
    assert_equal(tables, hands)


@pytest.mark.parametrize("change", CHANGES, ids=name_of)
def test_every_value_of_every_parameter(change: dict[str, object], few_hands: Hands) -> None:
    # In one of the rulesets that it changes; in all of them at full size.
    changed = [preset for preset in PRESETS[:2] if changes(preset, change)]
    check_change(changed[len(name_of(change)) % len(changed)], change, few_hands)


def test_only_rules_that_change_what_lives_are_for_leave_the_block_solver(few_hands: Hands) -> None:
    alone = {"run.min": 4, "declare.set_gate": "none", "declare.one_life_counts": "all_but_pure", "points.5": 50}
    for key, value in alone.items():
        assert DeclareTables(rules_of("indian-rummy", {key: value}), cards=CARDS).kind == SEARCH
    assert DeclareTables(rules_of("indian-rummy", {"set.max_sets": 1}), cards=CARDS).kind == VERIFY


@st.composite
def mixed_rules(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    keys = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=2, max_size=5, unique=True))
    return draw(st.sampled_from(PRESETS)), {key: draw(st.sampled_from(VALUES[key])) for key in keys}


def check_mixture(preset: str, change: dict[str, Any], hands: Hands) -> None:
    try:
        rules = rules_of(preset, change)
    except RulesError:
        assume(False)
    tables = DeclareTables(rules, cards=CARDS)
    assume(tables.kind != SEARCH)
    assert_equal(tables, hands)


@settings(max_examples=6, suppress_health_check=list(HealthCheck), print_blob=True)
@given(mixture=mixed_rules())
def test_parameters_mixed(mixture: tuple[str, dict[str, Any]], few_hands: Hands) -> None:
    check_mixture(*mixture, few_hands)


@pytest.mark.full
@settings(max_examples=300, suppress_health_check=list(HealthCheck), print_blob=True)
@given(mixture=mixed_rules())
def test_many_parameters_mixed(mixture: tuple[str, dict[str, Any]], few_hands: Hands) -> None:
    check_mixture(*mixture, few_hands)


@pytest.mark.full
@NAMES
@pytest.mark.parametrize("change", CHANGES, ids=name_of)
def test_every_value_of_every_parameter_in_every_ruleset(preset: str, change: dict[str, object]) -> None:
    try:
        rules_of(preset, change)
    except RulesError:
        return  # the ruleset does not allow this value
    check_change(preset, change, hands_of_every_pack(np.random.default_rng(3), 100))


@pytest.mark.full
@NAMES
def test_blocks_equal_search_on_a_million_hands(preset: str) -> None:
    for part in range(20):
        hands = hands_of_every_pack(np.random.default_rng([part, len(preset)]), 463)
        assert len(hands[0]) >= 50_000
        assert_equal(preset_tables(preset), hands)


def check_brute_force(preset: str, hands: Hands) -> None:
    tables = preset_tables(preset)
    counts, wild_ranks = hands
    solved = by_blocks(tables, hands)
    for hand in range(len(counts)):
        found = tuple(int(column[hand]) for column in solved)
        expected = brute(np.repeat(np.arange(53), counts[hand]), wild_ranks[hand], tables.rules)
        assert found == tuple(int(value) for value in expected), told(hands, hand)


@NAMES
def test_blocks_equal_brute_force(preset: str) -> None:
    check_brute_force(preset, hands_of_every_pack(np.random.default_rng(4), 2))


@pytest.mark.full
@NAMES
@pytest.mark.parametrize("part", range(4))
def test_blocks_equal_brute_force_on_twenty_thousand_hands(preset: str, part: int) -> None:
    hands = hands_of_every_pack(np.random.default_rng([part, 5]), 47)
    assert len(hands[0]) >= 5_000
    check_brute_force(preset, hands)


# --- what must hold whatever the figures are -----------------------------------------------------------------


@NAMES
def test_a_declarable_hand_has_no_points_and_holds_the_lives(preset: str, few_hands: Hands) -> None:
    solved = by_blocks(preset_tables(preset), few_hands)
    declared = solved.can_declare == 1
    assert declared.any()
    assert (solved.points[declared] == 0).all()
    assert (solved.has_lives[declared] == 1).all()


def solve_one(preset: str, text: str, wild: str) -> tuple[int, int, int]:
    counts = np.bincount(parse_cards(text), minlength=53).astype(np.uint8)[None, :]
    solved = by_blocks(preset_tables(preset), (counts, np.array([parse_wild(wild)[0]])))
    return int(solved.points[0]), int(solved.can_declare[0]), int(solved.has_lives[0])


def test_no_points_and_a_loose_wild_are_no_declaration_w18() -> None:
    hand = "2C 3C 4C 5H JK JK 7S KC KD KS QC QD QH"
    assert solve_one("indian-rummy", hand, "7") == (0, 0, 1)
    assert solve_one("indian-rummy-points", hand, "7") == (0, 1, 1)


@NAMES
def test_a_printed_joker_more_never_costs_points(preset: str) -> None:
    counts, wild_ranks = mixed_hands(np.random.default_rng(6), 250, decks=3, printed=6, cards=CARDS - 1)
    tables = preset_tables(preset)
    before = by_blocks(tables, (counts, wild_ranks))
    counts[:, 52] += 1
    after = by_blocks(tables, (counts, wild_ranks))
    assert (after.points <= before.points).all()
    assert (after.has_lives >= before.has_lives).all()
    assert (after.points < before.points).any()


def take(planes, chosen: np.ndarray | slice) -> Any:
    return type(planes)(*(np.ascontiguousarray(plane[chosen]) for plane in planes))


def assert_same(left: Solved, right: Solved) -> None:
    for a, b in zip(left, right, strict=True):
        assert np.array_equal(a, b)


@NAMES
@pytest.mark.parametrize("hands", [0, 1, BATCH - 1, BATCH, BATCH + 1, 8191, 8192, 8193, BLOCK - 1, BLOCK, BLOCK + 1])
def test_figures_do_not_depend_on_how_many_hands_come_together(preset: str, hands: int) -> None:
    made = hands_of_every_pack(np.random.default_rng(8), 5)
    planes = planes_of(made)
    solver = DeclareSolver(preset_tables(preset))
    each = solver.solve(planes)
    repeated = np.arange(hands) % len(made[0])
    solved = solver.solve(take(planes, repeated))
    assert all(len(column) == hands for column in solved)
    assert_same(solved, Solved(*(column[repeated] for column in each)))


@NAMES
def test_figures_do_not_depend_on_the_order_of_the_hands(preset: str, few_hands: Hands) -> None:
    planes = planes_of(few_hands)
    solver = DeclareSolver(preset_tables(preset))
    each = solver.solve(planes)
    order = np.random.default_rng(9).permutation(len(planes.once))
    shuffled = solver.solve(take(planes, order))
    assert_same(shuffled, Solved(*(column[order] for column in each)))


@NAMES
def test_hands_solved_one_by_one_are_solved_alike(preset: str) -> None:
    planes = planes_of(mixed_hands(np.random.default_rng(10), 40, decks=3, printed=8))
    solver = DeclareSolver(preset_tables(preset))
    each = solver.solve(planes)
    for hand in range(len(planes.once)):
        alone = solver.solve(take(planes, slice(hand, hand + 1)))
        assert_same(alone, Solved(*(column[hand : hand + 1] for column in each)))


def test_hands_with_eight_and_more_wilds_are_solved_too() -> None:
    for preset in PRESETS:
        counts, wild_ranks = mixed_hands(np.random.default_rng(11), 400, decks=3, printed=8)
        wilds = counts[:, 52] + np.array(
            [c[w:52:13].sum() if w >= 0 else 0 for c, w in zip(counts, wild_ranks, strict=True)]
        )
        assert (wilds >= 8).any()
        assert_equal(preset_tables(preset), (counts[wilds >= 8], wild_ranks[wilds >= 8]))


@pytest.mark.coverage
@pytest.mark.parametrize("preset", PRESETS[:2])
def test_blocks_equal_search_with_kernels_as_plain_python_too(preset: str) -> None:
    # Tables for few cards are soon built; they serve whole hands that hold no more cards of any suit.
    most = 5
    tables = DeclareTables(rules_of(preset), cards=most)
    counts, wild_ranks = mixed_hands(np.random.default_rng(12), 60, decks=3, printed=4)
    fitting = (counts[:, :52].reshape(-1, 4, 13).sum(axis=2) <= most).all(axis=1)
    solved = assert_equal(tables, (counts[fitting], wild_ranks[fitting]))
    assert solved.has_lives.sum() > 20
    assert solved.can_declare.any()
