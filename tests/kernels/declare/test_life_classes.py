"""The class automaton against the plain reading of "two lives" (Indian rules, D2 and D3)."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solver_pairs import rules_of

from meldlab.kernels.declare.life_classes import Classes, build_classes
from meldlab.kernels.declare.rules import NO_LIMIT, DeclareRules

SEED = rules_of("indian-rummy")
RULES = {
    "ordinary": SEED,
    "strict": rules_of("indian-rummy-strict"),
    "exactly 6 cards": SEED._replace(lives_max_cards=6),
    "two pure": SEED._replace(min_pure=2),
    "two pure, strict": SEED._replace(min_pure=2, lives_max_cards=7),
    "three sequences": SEED._replace(min_sequences=3),
    "three sequences, strict": SEED._replace(min_sequences=3, lives_max_cards=7),
    "four sequences, three pure": SEED._replace(min_sequences=4, min_pure=3),
}
BUILT = {name: build_classes(rules) for name, rules in RULES.items()}
NAMES = pytest.mark.parametrize("name", RULES)

Sequence = tuple[bool, int]  # pure?, length
SEQUENCES = st.lists(st.tuples(st.booleans(), st.integers(3, 7)), max_size=5)


def has_lives(sequences: list[Sequence], rules: DeclareRules) -> bool:
    """D2: so many pure ones and so many in all; D3: a pure one and one other have few enough cards together."""
    if sum(pure for pure, _ in sequences) < rules.min_pure or len(sequences) < rules.min_sequences:
        return False
    return any(
        (first[0] or second[0]) and first[1] + second[1] <= rules.lives_max_cards
        for first, second in permutations(sequences, 2)
    )


def class_of(sequences: list[Sequence], classes: Classes) -> int:
    own = 0
    for sequence in sequences:
        own = int(classes.join[own, classes.of_run[sequence]])
    return own


def test_ordinary_rules_know_anything_a_sequence_a_pure_one_and_two_lives() -> None:
    classes = BUILT["ordinary"]
    one, pure = classes.of_run[False, 3], classes.of_run[True, 3]
    assert {0, one, pure, classes.lives} == set(range(4))
    assert len(classes.at_most) == 4
    assert classes.pure == pure
    chain = [0, one, pure, classes.lives]
    assert [[bool(classes.at_most[a, b]) for b in chain] for a in chain] == [
        [i <= j for j in range(4)] for i in range(4)
    ]
    assert classes.join[one, one] == one
    assert classes.join[one, pure] == classes.join[pure, pure] == classes.lives


def test_length_matters_only_when_the_lives_have_a_limit() -> None:
    assert len({BUILT["ordinary"].of_run[False, length] for length in range(3, 14)}) == 1
    strict = BUILT["strict"].of_run
    assert len({strict[True, 3], strict[True, 4], strict[True, 5]}) == 3
    assert len({strict[True, length] for length in range(5, 14)}) == 1


def test_strict_lives_cover_6_or_7_cards() -> None:
    classes = BUILT["strict"]
    for pure, length, other in product((True, False), range(3, 6), range(3, 6)):
        both = class_of([(True, length), (pure, other)], classes)
        assert bool(classes.at_most[classes.lives, both]) == (length + other <= 7), (pure, length, other)


@NAMES
@given(sequences=SEQUENCES)
def test_a_class_says_whether_the_lives_are_there(name: str, sequences: list[Sequence]) -> None:
    classes = BUILT[name]
    own = class_of(sequences, classes)
    assert bool(classes.at_most[classes.lives, own]) == has_lives(sequences, RULES[name])
    assert bool(classes.at_most[classes.pure, own]) == any(pure for pure, _ in sequences)


@NAMES
@given(low=SEQUENCES, high=SEQUENCES, more=SEQUENCES)
def test_a_class_at_least_as_high_serves_every_continuation(
    name: str, low: list[Sequence], high: list[Sequence], more: list[Sequence]
) -> None:
    classes = BUILT[name]
    if classes.at_most[class_of(low, classes), class_of(high, classes)]:
        assert has_lives(high + more, RULES[name]) >= has_lives(low + more, RULES[name])


@NAMES
@pytest.mark.coverage
def test_join_is_commutative_and_associative_with_nothing_as_its_unit(name: str) -> None:
    join = BUILT[name].join
    every = np.arange(len(BUILT[name].at_most))
    assert (join == join.T).all()
    assert (join[0] == every).all()
    left, right = join[join[:, :, None], every], join[every[:, None, None], join[None, :, :]]
    assert (left == right).all()


@NAMES
def test_the_order_is_a_partial_order_with_anything_below_all(name: str) -> None:
    at_most = BUILT[name].at_most
    assert at_most.diagonal().all()
    assert (at_most & at_most.T == np.eye(len(at_most), dtype=bool)).all()
    through = (at_most[:, :, None] & at_most[None, :, :]).any(axis=1)
    assert (through == at_most).all()
    assert at_most[0].all()


@NAMES
def test_joining_never_lowers_a_class(name: str) -> None:
    classes = BUILT[name]
    every = range(len(classes.at_most))
    for a, b, more in product(every, repeat=3):
        assert classes.at_most[a, classes.join[a, more]]
        if classes.at_most[a, b]:
            assert classes.at_most[classes.join[a, more], classes.join[b, more]]


@NAMES
def test_pairs_and_steps_are_all_that_join_allows(name: str) -> None:
    classes = BUILT[name]
    every = range(len(classes.at_most))
    for a, b, target in product(every, repeat=3):
        reached = bool(classes.at_most[target, classes.join[a, b]])
        by_pair = any(classes.at_most[x, a] and classes.at_most[y, b] for x, y, c in classes.pairs if c == target)
        by_step = any(own == a and classes.at_most[y, b] for own, y, c in classes.steps if c == target)
        assert by_pair == by_step == reached


def test_no_limit_on_the_lives_is_no_window() -> None:
    assert SEED.lives_max_cards >= NO_LIMIT
    assert has_lives([(True, 7), (False, 6)], SEED)
    classes = BUILT["ordinary"]
    assert class_of([(True, 7), (False, 6)], classes) == classes.lives
