"""`analyze` of gin hands: figures, arrangements, discards, reasons, and what is refused."""

import json

import numpy as np
import polars
import pytest
from deadwood_brute import Rules, least_deadwood
from gin_hands import mixed
from hypothesis import given, settings
from hypothesis import strategies as st
from places import CASES

from meldlab import analyze, load_ruleset
from meldlab.sim.analyze.analyze import analyze_many, meld_kinds
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.common.errors import MeldlabError, NotationError
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.deadwood.hand_solver import MOST_ARRANGEMENTS, DeadwoodSolver
from meldlab.sim.games.deadwood.lower import lower_deadwood

GIN = Rules()
CASES = [json.loads(line) for line in (CASES / "field.jsonl").read_text(encoding="utf-8").splitlines()]
GIN_CASES = [case for case in CASES if case.get("ruleset") == "gin"]
D02 = "5H 6H 7H 6C 7C 8C 6S QD KS 2D"
PROVENANCE = ["ruleset", "decks", "wild", "rules_sha256"]


def laid(arrangement):
    return frozenset(frozenset(meld.cards) for meld in arrangement.melds)


@pytest.mark.parametrize("case", GIN_CASES, ids=lambda case: case["id"])
def test_the_cases_from_the_field(case):
    (answer,) = answer_lines([json.dumps(case)])
    assert answer["id"] == case["id"]
    if case["kind"] == "reject":
        assert "a 2nd 7H" in answer["error"]
    else:
        assert {name: answer[name] for name in case["expect"]} == case["expect"]


def test_the_arrangements_are_exactly_those_that_brute_force_finds():
    solver = DeadwoodSolver(lower_deadwood(load_ruleset("gin")))
    for hand in mixed(np.random.default_rng(1), 200):
        least, expected = least_deadwood(hand, GIN)
        found = solver.all_best(hand)
        assert {laid(arrangement) for arrangement in found} == expected
        assert len(found) == len(expected)
        for arrangement in found:
            assert GIN.cost(arrangement.loose) == least
            assert sorted([*arrangement.loose, *(card for meld in arrangement.melds for card in meld.cards)]) == hand
            assert all(GIN.is_run(meld.cards) == (meld.kind == "run") for meld in arrangement.melds)
            assert all(GIN.is_set(meld.cards) == (meld.kind == "set") for meld in arrangement.melds)
        assert len(found[0].melds) == min(len(each.melds) for each in found if len(each.loose) == len(found[0].loose))


@settings(max_examples=30)
@given(st.sets(st.integers(0, 51), min_size=11, max_size=11))
def test_of_eleven_cards_every_discard_is_valued(cards):
    hand = sorted(cards)
    answer = analyze(hand, "gin")
    left = {card: least_deadwood([other for other in hand if other != card], GIN)[0] for card in hand}
    assert {discard.card: discard.deadwood for discard in answer.discards} == left
    assert answer.deadwood == min(left.values()) == left[answer.best_discard]
    assert answer.gin == (answer.deadwood == 0)
    assert answer.best_discard not in [*answer.left, *(card for meld in answer.melds for card in meld.cards)]


def test_the_json_of_ten_cards():
    answer = analyze(D02, "gin", all_arrangements=True).to_dict()
    assert list(answer) == ["deadwood", "gin", "melds", "left", "arrangements", "reasons", *PROVENANCE]
    assert answer["melds"][0] == {"kind": "run", "cards": ["5H", "6H", "7H"], "as": ["5H", "6H", "7H"], "points": 18}
    assert answer["left"] == ["6S", "KS", "2D", "QD"]
    assert answer["arrangements"] == [{"melds": answer["melds"], "left": answer["left"]}]


def test_the_json_of_eleven_cards():
    answer = analyze("AH AD AS 2H 3H 2D 3D KC QC JC 4S", "gin").to_dict()
    figures = ["after_discard", "best_discard", "deadwood_after", "gin"]
    assert list(answer) == [*figures, "melds", "left", "reasons", *PROVENANCE]
    assert answer["after_discard"]["4S"] == {"deadwood": 1}
    assert len(answer["after_discard"]) == 11
    assert (answer["best_discard"], answer["deadwood_after"], answer["gin"]) == ("4S", 1, False)


def test_of_equal_discards_the_dearest_goes_first_and_then_pack_order():
    answer = analyze("3S 3H 3D 3C 9S 9H 9D 9C KS KH KD", "gin")
    assert [format_card(discard.card) for discard in answer.discards[:5]] == ["9S", "9H", "9D", "9C", "3S"]
    assert answer.gin


def test_a_long_run_may_be_laid_in_pieces_and_is_shown_whole():
    answer = analyze("2C 3C 4C 5C 6C 7C KS KH KD AS", "gin", all_arrangements=True)
    assert [len(meld.cards) for meld in answer.melds] == [6, 3]
    assert [len(each.melds) for each in answer.arrangements] == [2, 3]


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (D02, "28 is more than the 10 with which a player may knock."),
        (D02, "Laying 6S 6H 6C as a set would leave 49 instead of 28."),
        ("AH AD AS 2H 3H 2D 3D KC QC JC", "1 is not more than 10, so you may knock after the next draw."),
        ("AH AD AS 2H 3H 2D 3D KC QC JC 4S", "you may knock."),
        ("AH AD AS 2H 3H 2D 3D KC QC JC 4S", "No other discard leaves as little as 4S: AS would leave 4 instead of 1."),
        ("3S 3H 3D 3C 9S 9H 9D KS KH KD 9C", "9H 9D 9C 3S 3H 3D 3C would leave as little; none costs more than 9S."),
        ("6D QD QS 5D KC KD 7D KS 4D QC", "Nothing is left outside the melds: gin."),
        ("5C 6C 7C 8C 9C TC 7H 7S TH TS", "Laying 5C 6C 7C 8C 9C TC as a run would leave 34 instead of 14."),
        ("4H 5H 6H 4S 4D AS 9C KD QH JS", "Laying 4S 4H 4D as a set would leave 51 instead of 48."),
        ("2H 3H 4H 2S 3S 4S 2D 3D 4D KC", "Laying 2S 2H 2D as a set is as good."),
    ],
)
def test_reasons_say_why(hand, sentence):
    assert sentence in " ".join(analyze(hand, "gin").reasons)


def test_gin_with_cards_left_that_count_nothing_says_so():
    rules = load_ruleset("gin", set={"points.K": 0, "set.max": 3})
    answer = analyze("KS KH KD KC 2S 3S 4S 5H 6H 7H", rules)
    assert answer.gin
    assert len(answer.left) == 1
    assert answer.reasons[0] == "Nothing that counts is left outside the melds: gin."


@pytest.mark.parametrize(
    ("overrides", "deadwood"),
    [({}, 28), ({"run.min": 4}, 49), ({"points.Q": 3}, 21), ({"points.2": 0}, 26), ({"set.max": 3}, 28)],
)
def test_overrides_count(overrides, deadwood):
    assert analyze(D02, load_ruleset("gin", set=overrides)).deadwood == deadwood


EVERY_VALUE = [
    *({"run.min": least} for least in range(3, 14)),
    *({"run.max": most} for most in [*range(3, 15), 26, "none", 0]),
    *({"set.min": least, "set.max": "none"} for least in range(3, 9)),
    *({"set.max": most} for most in (3, 4, 5, 32, "none")),
    *({f"points.{rank}": points} for rank, points in zip("A23456789TJQK" * 4, range(51), strict=False)),
]


@pytest.mark.parametrize("overrides", EVERY_VALUE, ids=str)
def test_every_value_of_every_rule_counts_as_the_sentences_say(overrides):
    ruleset = load_ruleset("gin", set=overrides)
    rules = Rules(
        run_min=ruleset.run.min,
        run_max=99 if ruleset.run.max == "none" else ruleset.run.max,
        set_min=ruleset.set.min,
        set_max=99 if ruleset.set.max == "none" else ruleset.set.max,
        points=ruleset.points.by_rank,
    )
    hands = mixed(np.random.default_rng(11), 12)
    expected = [least_deadwood(hand, rules)[0] for hand in hands]
    assert analyze_many(hands, ruleset)["deadwood"].to_list() == expected
    assert [analyze(hand, ruleset).deadwood for hand in hands] == expected


@pytest.mark.parametrize("limit", [0, 1, 10, 27, 28, 29, 98])
def test_the_limit_for_knocking_is_a_rule(limit):
    answer = analyze(D02, load_ruleset("gin", set={"play.knock_at": limit}))
    assert answer.can_knock == (limit >= 28)
    assert any(f" {limit}" in reason for reason in answer.reasons)


@pytest.mark.parametrize(
    ("overrides", "cards", "kinds"),
    [
        ({}, "4H5H6H", ["run"]),
        ({}, "AH2H3H", ["run"]),
        ({}, "QHKHAH", []),
        ({}, "4H5H6D", []),
        ({}, "4H6H7H", []),
        ({"run.min": 4}, "4H5H6H", []),
        ({"run.max": 3}, "4H5H6H7H", []),
        ({}, "5H5D5S", ["set"]),
        ({}, "5H5D5S5C", ["set"]),
        ({"set.max": 3}, "5H5D5S5C", []),
        ({"set.min": 4}, "5H5D5S", []),
        ({}, "5H5D", []),
        ({}, "5H", []),
    ],
)
def test_what_a_meld_is(overrides, cards, kinds):
    assert list(meld_kinds(cards, load_ruleset("gin", set=overrides))) == kinds


def test_rules_with_free_cards_list_no_more_arrangements_than_people_read():
    free = {f"points.{rank}": 0 for rank in "A23456789TJQK"}
    many = analyze(list(range(10)), load_ruleset("gin", set=free), all_arrangements=True)
    assert 1 < len(many.arrangements) <= MOST_ARRANGEMENTS
    assert [len(meld.cards) for meld in many.melds] == [10]


@pytest.mark.parametrize(
    ("hand", "options", "message"),
    [
        ("7H 7H 8S 9S TS 2C 3C 4C KD QD", {}, "a 2nd 7H"),
        ("7H JK 8S 9S TS 2C 3C 4C KD QD", {}, "a 1st JK"),
        (D02, {"dead": "2D"}, "a 1st 2D"),
        (D02[:-3], {}, "9 cards are no hand of gin"),
        (f"{D02} 3D 4D", {}, "12 cards are no hand of gin"),
        (D02, {"wild": "7"}, "no wild rank"),
        (D02, {"decks": 2}, "not played with 2 decks"),
    ],
)
def test_impossible_hands_are_refused(hand, options, message):
    with pytest.raises(MeldlabError, match=message):
        analyze(hand, "gin", **options)


def test_an_analysis_is_a_frame_and_a_page_too():
    answer = analyze(D02, "gin")
    frame = answer.to_polars()
    assert frame.columns == ["group", "cards", "points"]
    assert frame["points"].sum() == answer.deadwood == 28
    assert "5♥ 6♥ 7♥" in answer._repr_html_()
    eleven = analyze("3S 3H 3D 3C 9S 9H 9D KS KH KD 9C", "gin")
    assert "gin, throw 9♠" in eleven._repr_html_()


def test_many_hands_at_once():
    hands = np.array(mixed(np.random.default_rng(2), 40), dtype=np.uint8)
    frame = analyze_many(hands, "gin")
    assert frame.schema == {"hand": polars.String, "deadwood": polars.Int64, "gin": polars.Boolean}
    singly = [analyze(hand, "gin") for hand in hands]
    assert frame["deadwood"].to_list() == [each.deadwood for each in singly]
    assert frame["gin"].to_list() == [each.gin for each in singly]
    assert parse_cards(frame["hand"][0]) == tuple(hands[0])
    assert analyze_many([], "gin").height == 0
    with pytest.raises(NotationError, match="hand 2, hand: 11 cards"):
        analyze_many([hands[0], f"{D02} 3D"], "gin")
