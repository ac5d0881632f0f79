"""Set choices against the sentences on sets (Indian rules, G3, G4), copy by copy."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solver_pairs import rules_of

from meldlab.kernels.cards.bits import U
from meldlab.kernels.declare.rules import NO_LIMIT, DeclareRules
from meldlab.kernels.declare.set_choices import (
    MOST_NATURALS,
    SetChoices,
    build_set_rules,
    list_rank,
    make_set_choices,
    take,
    wild_counts_of,
)

SEED = rules_of("indian-rummy")
RULES: dict[str, DeclareRules] = {
    "indian-rummy": SEED,
    "indian-rummy-points": rules_of("indian-rummy-points"),
    "a set of any size": SEED._replace(set_max=NO_LIMIT, set_max_wilds=NO_LIMIT),
    "four cards at least, two wilds": SEED._replace(set_min=4, set_max=5, set_max_wilds=2),
    "three identical cards may be a set": SEED._replace(identical_three=0, set_min_naturals=1, set_max_wilds=2),
    "no wild in a set": SEED._replace(set_max_wilds=0, set_max=4),
    "three naturals, different suits": SEED._replace(set_min_naturals=3, set_distinct_suits=1, set_max=4),
}
BUILT = {name: build_set_rules(rules) for name, rules in RULES.items()}
NAMES = pytest.mark.parametrize("name", RULES)
Copies = tuple[int, int, int, int]  # of one rank, by suit
COPIES = st.tuples(*[st.integers(0, 3)] * 4)
MOST_WILDS = 15


def is_set(naturals: Copies, wilds: int, rules: DeclareRules) -> bool:
    """G3; with G4 three identical natural cards alone are a sequence and not a set."""
    number = sum(naturals)
    if rules.set_distinct_suits and max(naturals) > 1:
        return False
    if rules.identical_three and wilds == 0 and number == 3 and max(naturals) == 3:
        return False
    return (
        number >= max(1, rules.set_min_naturals)
        and wilds <= rules.set_max_wilds
        and rules.set_min <= number + wilds <= rules.set_max
    )


def planes_of(copies: Copies, rank: int) -> list[np.uint64]:
    return [U(sum(1 << (16 * suit + rank) for suit in range(4) if copies[suit] >= n)) for n in (1, 2, 3)]


def copies_of(planes: np.ndarray, rank: int) -> Copies:
    return tuple(sum(int(word) >> (16 * suit + rank) & 1 for word in planes) for suit in range(4))


def listed(name: str, copies: Copies, rank: int, *, sizes: int, wilds: int) -> tuple[int, SetChoices]:
    choices = make_set_choices()
    number = list_rank(*planes_of(copies, rank), rank, sizes, wilds, 0, BUILT[name], choices)
    return number, choices


@NAMES
@settings(max_examples=40)
@given(copies=COPIES, rank=st.integers(0, 12), wilds=st.integers(0, 8))
def test_every_choice_of_naturals_that_a_set_can_hold_is_listed_once(
    name: str, copies: Copies, rank: int, wilds: int
) -> None:
    rules = RULES[name]
    number, choices = listed(name, copies, rank, sizes=(1 << MOST_NATURALS + 1) - 1, wilds=wilds)
    found = Counter(copies_of(choices.planes[i], rank) for i in range(number))
    expected = {}
    for naturals in product(*(range(held + 1) for held in copies)):
        fewest = next((q for q in range(wilds + 1) if is_set(naturals, q, rules)), None)
        if fewest is not None:
            expected[naturals] = fewest
    assert found == Counter(expected.keys())
    set_rules = BUILT[name]
    for i in range(number):
        naturals = copies_of(choices.planes[i], rank)
        assert choices.wilds[i] == expected[naturals]
        assert choices.points[i] == sum(naturals) * int(rules.points[rank])
        counts = int(wild_counts_of(choices.planes, i, set_rules.wild_counts, set_rules.identical_counts))
        assert {q for q in range(MOST_WILDS + 1) if counts >> q & 1} == {
            q for q in range(MOST_WILDS + 1) if is_set(naturals, q, rules)
        }


@NAMES
def test_only_the_sizes_asked_for_are_listed(name: str) -> None:
    number, choices = listed(name, (2, 1, 1, 1), 4, sizes=0b1000, wilds=2)
    assert {sum(copies_of(choices.planes[i], 4)) for i in range(number)} <= {3}


@given(held=COPIES, naturals=COPIES, rank=st.integers(0, 12))
def test_taking_a_choice_leaves_the_other_copies(held: Copies, naturals: Copies, rank: int) -> None:
    choices = np.array([planes_of(naturals, rank)], dtype=np.uint64)
    other = U(1 << ((rank + 1) % 13))
    once, twice, thrice = planes_of(held, rank)
    there, *left = take(once | other, twice, thrice, choices, 0)
    assert bool(there) == all(wanted <= copies for wanted, copies in zip(naturals, held, strict=True))
    if there:
        assert copies_of(np.array(left, dtype=np.uint64), rank) == tuple(
            copies - taken for copies, taken in zip(held, naturals, strict=True)
        )
        assert int(left[0]) & int(other)


def test_two_fives_of_hearts_and_one_of_diamonds_make_a_trio() -> None:
    # Seed, sentence 10; in the points game the suits must differ.
    number, choices = listed("indian-rummy", (0, 2, 1, 0), 4, sizes=0b1000, wilds=0)
    assert [copies_of(choices.planes[i], 4) for i in range(number)] == [(0, 2, 1, 0)]
    assert listed("indian-rummy-points", (0, 2, 1, 0), 4, sizes=0b1000, wilds=0)[0] == 0


def test_three_exactly_identical_cards_are_no_trio() -> None:
    # Seed, sentence 11.
    assert listed("indian-rummy", (0, 3, 0, 0), 4, sizes=0b1000, wilds=0)[0] == 0
    assert listed("three identical cards may be a set", (0, 3, 0, 0), 4, sizes=0b1000, wilds=0)[0] == 1
