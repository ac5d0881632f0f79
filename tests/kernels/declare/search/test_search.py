"""The depth-first search equals brute force: both rulesets, every value of every parameter, every kind of hand."""

from collections.abc import Callable

import numpy as np
import pytest
from declare_brute import brute
from hands import Hands, duplicate_heavy, joker_heavy, near_complete_hands, random_hands
from kernel_calls import search_many

from meldlab.kernels.declare.rules import NO_CAP, NO_LIMIT, DeclareRules
from meldlab.kernels.declare.search.search import fits_one_meld, search_points
from meldlab.kernels.declare.search.state import make_workspace
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.rules import load_ruleset

SEED = lower_declare(load_ruleset("indian-rummy"))
ONLINE = lower_declare(load_ruleset("indian-rummy-points"))
RULES = {"seed": SEED, "points": ONLINE, "strict": lower_declare(load_ruleset("indian-rummy-strict"))}
FAMILIES = (random_hands, near_complete_hands, duplicate_heavy, joker_heavy)
PACKS = ((1, 2), (2, 0), (2, 4), (3, 8))

VALUES: list[tuple[str, int | dict[str, int], str]] = [
    ("run_min", 4, "G1: a sequence has at least 4 cards"),
    ("run_min", 5, "G1: a sequence has at least 5 cards"),
    ("run_max", 3, "a run has 3 cards at most"),
    ("run_max", 5, "a run has 5 cards at most"),
    ("run_max", 6, "a run has 6 cards at most"),
    ("run_ace", 0, "the ace stands before the 2 only"),
    ("run_ace", 1, "the ace stands after the king only"),
    ("run_ace", 3, "K-A-2 is a run: the ace goes round the corner"),
    ("run_max_wilds", 0, "G2: no joker in a run"),
    ("run_max_wilds", 1, "G2: one joker in a run (Octro)"),
    ("run_max_wilds", 3, "G2: three jokers in a run"),
    ("run_max_wilds", NO_LIMIT, "G2: any number of jokers in a run"),
    ("run_min_naturals", 2, "G2: two natural cards in an impure run"),
    ("run_min_naturals", 3, "G2: three natural cards in an impure run"),
    ("run_min_naturals", 4, "G2 speaks of impure runs: a pure run of three stays one"),
    ("run_adjacent_wilds", 0, "no two neighbouring jokers in a run"),
    ("identical_three", 0, "G4 off: three identical cards are a set or nothing"),
    ("identical_three", 1, "G4 on: three identical cards are a pure sequence and no set"),
    ("set_min", 4, "G3: a set has at least 4 cards"),
    ("set_max", 4, "G3: a fourth card may join a set"),
    ("set_max", NO_LIMIT, "G3: a set of any size (1103.in)"),
    ("set_max_wilds", 0, "G3: no joker in a set"),
    ("set_max_wilds", 2, "G3: two jokers in a set"),
    ("set_max_wilds", NO_LIMIT, "G3: any number of jokers in a set"),
    ("set_min_naturals", 1, "G3: one natural card makes a set"),
    ("set_min_naturals", 3, "G3: three natural cards make a set"),
    ("set_distinct_suits", 0, "suits may repeat in a set"),
    ("set_distinct_suits", 1, "a set has different suits"),
    ("max_sets", 0, "D4: no set at all"),
    ("max_sets", 1, "D4: one set at most"),
    ("max_sets", NO_LIMIT, "D4: any number of sets"),
    ("min_sequences", 0, "D2: no sequence asked for"),
    ("min_sequences", 1, "D2: one sequence"),
    ("min_sequences", 3, "D2: three sequences"),
    ("min_sequences", 4, "D2: four sequences"),
    ("min_pure", 0, "D2: no pure sequence asked for"),
    ("min_pure", 2, "D2: two pure sequences"),
    ("min_pure", 3, "D2: three pure sequences"),
    ("min_pure", 4, "D2: four pure sequences"),
    ("lives_min_cards", 7, "D3: the two lives have at least 7 cards"),
    ("lives_min_cards", 8, "D3: the two lives have at least 8 cards"),
    ("lives_min_cards", 10, "D3: the two lives have at least 10 cards"),
    ("lives_max_cards", 6, "D3: the two lives have 6 cards"),
    ("lives_max_cards", 7, "D3: the two lives cover 6-7 cards, the strict reading"),
    ("set_gate", 1, "P3: sets count beside a pure and a truly impure sequence"),
    ("set_gate", 2, "P3: sets count beside any impure sequence"),
    ("set_gate", 3, "P3: sets always count"),
    ("impure_requires_pure", 0, "P2: an impure sequence counts on its own"),
    ("impure_requires_pure", 1, "P2: an impure sequence counts beside a pure one only"),
    ("no_pure_counts_all", 0, "P2: without a pure sequence only loose cards count"),
    ("no_pure_counts_all", 1, "P2: without a pure sequence all cards count"),
    ("one_life_counts", 0, "P1: with one life only loose cards count"),
    ("one_life_counts", 1, "P1: with one life all cards count"),
    ("one_life_counts", 2, "P1: with one life all but the pure sequences count"),
    ("points_cap", 80, "points are 80 at most"),
    ("points_cap", NO_CAP, "points have no cap"),
    # Values that act together
    ("set_gate", {"set_gate": 2, "impure_requires_pure": 1}, "P3: an impure sequence opens the gate, itself uncounted"),
    ("set_gate", {"set_gate": 1, "min_pure": 0}, "P3: the gate asks for a pure sequence that D2 does not"),
    ("set_gate", {"set_gate": 3, "no_pure_counts_all": 1}, "P3: no gate, but without a pure one everything counts"),
    ("set_gate", {"set_gate": 3, "one_life_counts": 2}, "P3: no gate, but one life counts all but the pure ones"),
    ("one_life_counts", {"one_life_counts": 1, "min_pure": 2}, "P1: a lone pure sequence spoils impure ones"),
    ("lives_min_cards", {"lives_min_cards": 9, "lives_max_cards": 9, "run_max_wilds": 99}, "D3: exactly 9 cards"),
    ("lives_max_cards", {"lives_min_cards": 7, "lives_max_cards": 7, "min_sequences": 3}, "D3: some pair of three"),
]


def compare(rules: DeclareRules, hands: Hands) -> None:
    counts, wild_ranks = hands
    points = np.zeros(len(counts), np.int64)
    can_declare, has_lives = np.zeros(len(counts), np.uint8), np.zeros(len(counts), np.uint8)
    search_many(counts, wild_ranks, rules, points, can_declare, has_lives)
    for hand in range(len(counts)):
        cards = np.repeat(np.arange(53), counts[hand])
        found = (int(points[hand]), bool(can_declare[hand]), bool(has_lives[hand]))
        assert found == brute(cards, wild_ranks[hand], rules), (rules, cards.tolist(), wild_ranks[hand])


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize(("decks", "printed"), PACKS)
@pytest.mark.parametrize("name", RULES)
def test_search_equals_brute_force(name: str, decks: int, printed: int, family: Callable[..., Hands]) -> None:
    rng = np.random.default_rng([decks, printed, len(family.__name__)])
    compare(RULES[name], family(rng, 40, decks, printed))


@pytest.mark.parametrize("base", ["seed", "points"])
@pytest.mark.parametrize(("parameter", "value", "sentence"), VALUES, ids=[sentence for _, _, sentence in VALUES])
def test_every_value_of_every_parameter(parameter: str, value: int | dict[str, int], sentence: str, base: str) -> None:
    changed = value if isinstance(value, dict) else {parameter: value}
    rules = RULES[base]._replace(**changed)
    if rules.set_max < rules.set_min:
        rules = rules._replace(set_max=rules.set_min)
    rng = np.random.default_rng(list(sentence.encode()))
    for family in FAMILIES:
        compare(rules, family(rng, 6, int(rng.integers(1, 4)), int(rng.integers(0, 9))))


@pytest.mark.parametrize("cards", [1, 2, 3, 5, 7, 10, 12, 14])
def test_hands_of_any_size(cards: int) -> None:
    rng = np.random.default_rng(cards)
    for rules in (SEED, ONLINE):
        compare(rules, random_hands(rng, 15, 2, 6, cards=cards))
        compare(rules, joker_heavy(rng, 15, 3, 8, cards=cards))


def test_random_rules_equal_brute_force() -> None:
    rng = np.random.default_rng(5)
    options: dict[str, list[dict[str, int]]] = {}
    for parameter, value, _ in VALUES:
        options.setdefault(parameter, []).append(value if isinstance(value, dict) else {parameter: value})
    for _ in range(150):
        rules = (SEED, ONLINE)[int(rng.integers(2))]
        for parameter in rng.choice(list(options), int(rng.integers(2, 6)), replace=False):
            rules = rules._replace(**options[parameter][int(rng.integers(len(options[parameter])))])
        if rules.run_max < rules.run_min or rules.set_max < rules.set_min:
            continue
        compare(rules, FAMILIES[int(rng.integers(4))](rng, 4, int(rng.integers(1, 4)), int(rng.integers(0, 9))))


@pytest.mark.full
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize(("decks", "printed"), [(1, 0), (1, 2), (2, 2), (2, 4), (3, 3), (3, 6), (3, 8)])
@pytest.mark.parametrize("name", RULES)
def test_search_equals_brute_force_on_many(name: str, decks: int, printed: int, family: Callable[..., Hands]) -> None:
    rng = np.random.default_rng([decks, printed, 99])
    compare(RULES[name], family(rng, 800, decks, printed))


def _figures(text: str, wild: int, rules: DeclareRules) -> tuple[int, int, int]:
    counts = np.bincount(parse_cards(text), minlength=53).astype(np.uint8)
    return search_points(counts, wild, rules, make_workspace(rules))


@pytest.mark.coverage
def test_zero_points_do_not_make_a_declaration_w18() -> None:
    hand = "2C 3C 4C 5H JK JK 7S KC KD KS QC QD QH"
    assert _figures(hand, 6, SEED) == (0, 0, 1)
    assert _figures(hand, 6, ONLINE) == (0, 1, 1)


@pytest.mark.coverage
def test_wild_cards_alone_can_be_a_life() -> None:
    # 7S in its own place with two jokers is the second life; three 7S are the only pure one.
    assert _figures("4H 5H 6H 7S JK JK", 6, SEED) == (0, 1, 1)
    assert _figures("7S 7S 7S 2C JK JK KC KC KD", 6, SEED) == (0, 1, 1)
    # Without G4 five wild cards complete two runs of one king each; the third king and the 2 stay loose.
    assert _figures("7S 7S 7S 2C JK JK KC KC KD", 6, SEED._replace(identical_three=0)) == (12, 0, 0)


@pytest.mark.coverage
def test_every_goal_has_its_hand_in_plain_python() -> None:
    hand = "4H 5H 6H JK 9S TS QC QD QH 7C 2D 3D KC"
    for changes in ({}, {"set_gate": 1}, {"set_gate": 2, "impure_requires_pure": 1}, {"lives_min_cards": 7}):
        points, can_declare, has_lives = _figures(hand, 6, SEED._replace(**changes))
        assert (can_declare, has_lives) == (0, 1)
        assert 0 < points < 60


@pytest.mark.coverage
def test_the_order_of_wilds_in_one_meld_does_not_matter() -> None:
    counts = np.bincount(parse_cards("6D 7D 8D"), minlength=53).astype(np.uint8)
    # With wild 7 the middle card may be itself (pure) or be called a joker (impure): G5.
    assert fits_one_meld(counts, 6, SEED, make_workspace(SEED)) == 0b011
    assert fits_one_meld(counts, -1, SEED, make_workspace(SEED)) == 0b001


@pytest.mark.parametrize("rules", [SEED, ONLINE], ids=["seed", "points"])
def test_nasty_hands_stay_quick(rules: DeclareRules) -> None:
    # Many twins in one suit, many jokers: bounded work, measured well below this.
    from time import perf_counter

    work = make_workspace(rules)
    rng = np.random.default_rng(3)
    counts, wild_ranks = duplicate_heavy(rng, 300, 3, 8, cards=14)
    search_points(counts[0], wild_ranks[0], rules, work)
    slowest = 0.0
    for hand in range(len(counts)):
        start = perf_counter()
        search_points(counts[hand], wild_ranks[hand], rules, work)
        slowest = max(slowest, perf_counter() - start)
    assert slowest < 0.5
