"""Queries as text: one spelling that reads back, every slip with its place, nothing evaluated, sizes bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldlab.sim.common.errors import QueryError
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.query.parse import MOST_CHARACTERS, parse
from meldlab.sim.query.query import And, Between, Feature, Named, Not, Or
from meldlab.sim.rules import load_ruleset

VOCABULARY = vocabulary_of(load_ruleset("pinacle"), decks=2, cards=11)
INDIAN = vocabulary_of(load_ruleset("indian-rummy"), decks=2, cards=13)


def read(text, vocabulary=VOCABULARY):
    return parse(text, vocabulary)


ARGUMENTS = {
    "naturals": st.text("A23456789TJQK", min_size=1, max_size=14),
    "most_of": st.one_of(st.just("any"), st.text("A23456789TJQK", min_size=1, max_size=14)),
    "cards": st.sampled_from("SHDC"),
}


@st.composite
def comparisons(draw):
    entry = draw(st.sampled_from(VOCABULARY.known))
    argument = f"({draw(ARGUMENTS[entry.name])})" if entry.argument else ""
    if entry.meaning is not None and draw(st.booleans()):
        return entry.name
    numbers = st.integers(entry.minimum, entry.most)
    first, second = sorted((draw(numbers), draw(numbers)))
    written = entry.name + argument
    forms = [
        f"{written} >= {first}",
        f"{first} <= {written} <= {second}",
        f"{written}!={second}",
        f"{first}=={written}",
        f"{written} > {first}",
        f"{first} < {written} < {second}",
        f"{second} <= {written} <= {first}",
    ]
    return draw(st.sampled_from(forms))


QUERIES = st.recursive(
    comparisons(),
    lambda parts: st.one_of(
        st.lists(parts, min_size=2, max_size=3).map(lambda row: " and ".join(f"({part})" for part in row)),
        st.lists(parts, min_size=2, max_size=3).map(lambda row: " OR ".join(f"({part})" for part in row)),
        parts.map(lambda part: f"not ({part})"),
        parts.map(lambda part: f"Not {part}"),
    ),
    max_leaves=8,
)


@given(QUERIES)
def test_the_one_spelling_of_a_query_reads_as_the_same_query(text):
    query = read(text)
    assert read(str(query)) == query
    assert str(read(str(query))) == str(query)


@given(st.text(max_size=60) | st.text("ajokers() <>=!0123456789andotr", max_size=60))
def test_any_text_is_a_query_or_a_slip_with_its_place(text):
    try:
        query = read(text)
    except QueryError as error:
        told = str(error)
    else:
        told = f"position 0: {query}"
        assert read(str(query)) == query
    assert "position" in told


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("NATURALS( a )>=8", "naturals(A) >= 8"),
        ("naturals(10) ≥ 2", "naturals(T) >= 2"),
        ("naturals(k,q 10 2A) ≤ 2", "naturals(A2TQK) <= 2"),
        ("cards(♥) ≠ 3", "cards(H) != 3"),
        ("3<=naturals(A)<=5", "3 <= naturals(A) <= 5"),
        ("2 < naturals(A) < 6", "3 <= naturals(A) <= 5"),
        ("5 >= naturals(A) >= 3", "3 <= naturals(A) <= 5"),
        ("3 <= naturals(A) <= 3", "naturals(A) == 3"),
        ("2 == jokers", "jokers == 2"),
        ("not jokers == 2", "jokers != 2"),
        ("not (not jokers == 2)", "not jokers != 2"),
        ("most_of(ANY) > 3", "most_of(any) >= 4"),
        ("Pinaculo", "pinaculo"),
        ("full_clean == 1", "full_clean"),
        ("pinaculo >= 1", "pinaculo"),
        ("pinaculo < 1", "not pinaculo"),
        ("0 <= has_meld", "has_meld or not has_meld"),
        ("1 < full_clean", "full_clean and not full_clean"),
        ("5 <= naturals(A) <= 3", "5 <= naturals(A) <= 3"),
        ("jokers > 4", "not jokers <= 4"),
        ("jokers < 0", "not jokers >= 0"),
        ("4 < jokers <= 4", "not jokers <= 4 and jokers <= 4"),
        ("wilds >= 12", "wilds >= 12"),
        ("(jokers == 0 and wilds == 0) and natural_run >= 3", "jokers == 0 and wilds == 0 and natural_run >= 3"),
        ("jokers == 0 and (wilds == 0 or natural_run >= 3)", "jokers == 0 and (wilds == 0 or natural_run >= 3)"),
        ("(jokers == 0 and wilds == 0) or pinaculo", "jokers == 0 and wilds == 0 or pinaculo"),
    ],
)
def test_a_query_has_one_spelling(text, spelling):
    assert str(read(text)) == spelling
    assert read(spelling) == read(text)


def test_not_binds_before_and_and_and_before_or():
    jokers, wilds, aces = (Between(Feature(name), 1, None) for name in ("jokers", "wilds", "natural_run"))
    assert read("not jokers >= 1 and wilds >= 1 or natural_run >= 1") == Or((And((Not(jokers), wilds)), aces))
    assert read("jokers >= 1 or wilds >= 1 and natural_run >= 1") == Or((jokers, And((wilds, aces))))


def test_a_special_stands_for_its_meaning():
    assert isinstance(read("aces6"), Named)
    assert str(read("aces6").meaning) == "most_of(A) >= 6"
    assert str(parse("pure_sequence", INDIAN).meaning.meaning) == "natural_run >= 3 or identical_three"


@pytest.mark.parametrize(
    ("text", "place", "parts"),
    [
        ("", 1, ["found the end"]),
        ("jokers", 7, ["expected a comparison", "0 to 4"]),
        ("jokrs >= 1", 1, ["'jokrs'", "Did you mean 'jokers'"]),
        ("jokers >= 1 and natural_rum >= 3", 17, ["Did you mean 'natural_run'"]),
        ("jokers = 1", 8, ["Write '==' instead of '='"]),
        ("jokers => 1", 8, ["Write '>=' instead of '=>'"]),
        ("jokers >= 1 && wilds >= 1", 13, ["Write 'and' instead of '&&'"]),
        ("jokers >= 1 | wilds >= 1", 13, ["Write 'or' instead of '|'"]),
        ("!jokers >= 1", 1, ["Write 'not' instead of '!'"]),
        ("jokers >= ", 11, ["expected a whole number"]),
        ("jokers >= 1.5", 11, ["'1.5'"]),
        ("jokers >= two", 11, ["'two'"]),
        ("jokers >= 5", 11, ["never exceeds 4"]),
        ("jokers >= -1", 11, ["never is less than 0"]),
        ("1 <= jokers >= 2", 16, ["a lower and an upper limit"]),
        ("1 == jokers <= 2", 1, ["a lower and an upper limit"]),
        ("naturals >= 2", 10, ["naturals(JQK)"]),
        ("naturals() >= 2", 10, ["''"]),
        ("naturals(X) >= 2", 10, ["'X'"]),
        ("naturals(A >= 2", 16, ["')'"]),
        ("cards(HH) >= 2", 7, ["'HH'"]),
        ("jokers(A) >= 2", 7, ["takes none"]),
        ("pinaculo >= 2", 13, ["held or not", "0 to 1"]),
        ("full_clean == 2", 15, ["held or not", "0 to 1"]),
        ("jokers >= ٣", 11, ["expected a whole number"]),
        ("(jokers >= 1", 13, ["')'"]),
        ("jokers >= 1)", 12, ["the end"]),
        ("jokers >= 1 wilds >= 1", 13, ["'and', 'or' or the end"]),
        ("jokers >= wilds", 11, ["'wilds'"]),
        ("and jokers >= 1", 1, ["'and'"]),
        ("not", 4, ["found the end"]),
        ("jokers >= 1 and", 16, ["found the end"]),
        ("__import__('os')", 1, ["'__import__'"]),
        ("jokers >= 1 if True else 0", 13, ["'if'"]),
        ("jokers >= 2**3", 12, ["'**3'"]),
        ("jokers.__class__ == 1", 7, ["'.__class__'"]),
        ("lambda: 1", 1, ["'lambda'"]),
    ],
)
def test_a_slip_is_told_its_place_and_what_would_do(text, place, parts):
    with pytest.raises(QueryError) as caught:
        read(text)
    message = str(caught.value)
    assert f"position {place}" in message
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    "text",
    [
        "not " * 60 + "jokers == 1",
        "not " * 400 + "jokers == 1",
        "(" * 60 + "jokers == 1" + ")" * 60,
        "(" * 1_900,
        "not (" * 300,
    ],
)
def test_depth_is_bounded(text):
    with pytest.raises(QueryError, match="at most 50"):
        read(text)


def test_fifty_deep_is_read_and_reads_back():
    query = read("not " * 49 + "jokers == 1")
    assert read(str(query)) == query
    assert read("(" * 49 + "jokers == 1" + ")" * 49) == read("jokers == 1")


def test_length_is_bounded():
    longest = "jokers == 1" + " " * (MOST_CHARACTERS - 11)
    assert read(longest) == read("jokers == 1")
    with pytest.raises(QueryError, match="2,001 characters is too long"):
        read(longest + " ")
    many = " or ".join(["jokers==1"] * 150)
    assert len(read(many).parts) == 150
    with pytest.raises(QueryError, match="never exceeds"):
        read("jokers >= " + "9" * 1_900)
