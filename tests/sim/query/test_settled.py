"""What the size of the hand decides by itself: constants, answered exactly, and slips only where no pack reaches."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldlab import odds, odds_by
from meldlab.sim.common.errors import QueryError
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.query.parse import parse
from meldlab.sim.query.query import ALWAYS, NEVER, Named, is_true
from meldlab.sim.query.settled import settled
from meldlab.sim.rules import load_ruleset

WORDS = vocabulary_of(load_ruleset("pinacle"), decks=2, cards=5)
NUMBERS = [entry for entry in WORDS.known if entry.argument is None and entry.meaning is None]


@st.composite
def comparisons(draw):
    entry = draw(st.sampled_from(NUMBERS))
    first, second = (draw(st.integers(entry.minimum, entry.most)) for _ in range(2))
    signs = st.sampled_from((">=", "<=", "==", "!=", ">", "<"))
    return draw(st.sampled_from((f"{entry.name} {draw(signs)} {first}", f"{first} <= {entry.name} < {second}")))


QUERIES = st.recursive(
    comparisons(),
    lambda parts: st.one_of(
        st.tuples(parts, st.sampled_from(("and", "or")), parts).map(lambda part: f"({part[0]}) {part[1]} ({part[2]})"),
        parts.map(lambda part: f"not ({part})"),
    ),
    max_leaves=6,
)


@given(QUERIES, st.data())
def test_a_settled_query_says_the_same_of_every_hand_of_the_size_and_prints_the_same(text, data):
    query = parse(text, WORDS)
    values = {entry.name: data.draw(st.integers(entry.minimum, entry.maximum), entry.name) for entry in NUMBERS}
    after = settled(query, WORDS.entries)
    assert str(after) == str(query)
    truth = [is_true(each, lambda part: part.holds(values[part.feature.name])) for each in (query, after)]
    assert truth[0] == truth[1]


@pytest.mark.parametrize(
    ("text", "game", "options", "share"),
    [
        ("naturals(5) >= 6", "pinacle", {"cards": 2}, 0),
        ("jokers <= 1", "gin", {}, 1),
        ("wilds >= 1", "gin", {}, 0),
        ("wilds >= 1", "pinacle", {"draws": 0}, 0),
        ("wilds == 0", "pinacle", {"cards": 0}, 1),
        ("5 <= wilds <= 3", "pinacle", {}, 0),
        ("jokers > 4", "pinacle", {}, 0),
        ("jokers >= 0", "indian-rummy", {}, 1),
        ("natural_run >= 8", "continental", {"contract": "TT"}, 0),
        ("distance >= 9", "continental", {"contract": "TT"}, 0),
        ("naturals(A) >= 20", "gin", {}, 0),
        ("identical_three", "indian-rummy", {}, 0),
        ("aces6", "pinacle", {"cards": 5}, 0),
        ("points >= 0", "indian-rummy", {}, 1),
        ("can_declare or points >= 0", "indian-rummy", {}, 1),
        ("can_declare and jokers > 4", "indian-rummy", {}, 0),
        ("has_lives >= 0", "indian-rummy", {}, 1),
        ("not has_lives and has_lives", "indian-rummy", {}, 0),
        ("value >= -100000", "pinacle", {}, 1),
    ],
)
def test_a_comparison_that_the_hand_never_or_always_meets_is_exactly_0_or_1(text, game, options, share):
    found = odds(text, game, **options)
    assert found.fraction == share
    assert odds(found.query, game, **options).fraction == share


def test_what_is_settled_leaves_the_rest_to_be_counted():
    whole = odds("points >= 0 and jokers >= 1", "indian-rummy")
    assert whole.fraction == odds("jokers >= 1", "indian-rummy").fraction == Fraction(23199, 56710)
    assert whole.query == "points >= 0 and jokers >= 1"


@pytest.mark.parametrize("cards", [2, 5, 11, 14])
def test_what_may_be_asked_depends_on_the_pack_never_on_the_size_of_the_hand(cards):
    words = vocabulary_of(load_ruleset("pinacle"), decks=2, cards=cards)
    for text in ("wilds >= 12", "natural_run >= 12", "aces6 >= 1", "most_of(any) >= 8", "naturals(A) >= 15"):
        parse(text, words)
    for text in ("wilds >= 13", "natural_run >= 13", "aces6 >= 2", "most_of(any) >= 9", "jokers >= 5", "jokers"):
        with pytest.raises(QueryError):
            parse(text, words)


def test_a_distance_may_be_missing_so_no_greatest_one_is_taken_for_granted():
    words = vocabulary_of(load_ruleset("indian-rummy"), decks=2, cards=13).entries
    vocabulary = vocabulary_of(load_ruleset("indian-rummy"), decks=2, cards=13)
    assert settled(parse("distance <= 13", vocabulary), words) == parse("distance <= 13", vocabulary)
    assert settled(parse("distance >= 0", vocabulary), words) == Named("distance >= 0", ALWAYS)
    assert settled(parse("jokers > 4", vocabulary), words) == Named("not jokers <= 4", NEVER)


@pytest.mark.parametrize("name", ["has_pure", "has_lives", "can_declare", "trio", "identical_three"])
def test_everything_a_hand_has_or_not_is_compared_alike(name):
    words = vocabulary_of(load_ruleset("indian-rummy"), decks=3, cards=13)
    assert parse(f"{name} >= 1", words) == parse(f"1 == {name}", words) == parse(name, words)
    assert parse(f"{name} == 0", words) == parse(f"{name} != 1", words) == parse(f"not {name}", words)


def test_a_table_by_what_a_hand_has_or_not_has_no_and_yes():
    by = odds_by("pinaculo", None, "pinacle")
    assert [row.value for row in by.rows] == [False, True]
    assert [type(row.value) for row in by.rows] == [bool, bool]
    assert [row.value for row in odds_by("identical_three", None, "gin").rows] == [False]
    assert [row.value for row in odds_by("jokers", None, "gin").rows] == [0]
