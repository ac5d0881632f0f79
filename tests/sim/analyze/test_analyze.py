"""Analyses: the cases, the arrangements they print, discards, all arrangements, and what they say."""

import json
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import polars
import pytest
from arrangement_checker import check_answer
from hands import nasty_hands
from places import CASES

from meldlab.sim.analyze.analyze import analyze, analyze_many, meld_kinds
from meldlab.sim.common.errors import ArgumentError, MeldlabError, NotationError, RulesError
from meldlab.sim.common.notation import format_card
from meldlab.sim.rules import load_ruleset

FIGURES = ("points", "can_declare", "after_discard", "meld_kinds", "distance", "outs", "out_kinds", "out_copies")
INDIAN = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")


def cases(*files: str) -> Iterator[dict[str, Any]]:
    for file in files:
        for line in (CASES / file).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["ruleset"] in INDIAN:
                yield case


def _situation(case: dict[str, Any]) -> dict[str, Any]:
    rules = load_ruleset(case["ruleset"], set=case.get("set", {}))
    given = {name: case[name] for name in ("wild", "decks", "players", "dead") if name in case}
    return {"game": rules, **given}


@pytest.mark.parametrize("case", list(cases("indian-rummy.jsonl", "field.jsonl")), ids=lambda case: case["id"])
def test_cases(case: dict[str, Any]) -> None:
    situation = _situation(case)
    if case["expect"].get("reject"):
        with pytest.raises(MeldlabError):
            analyze(case["hand"], **situation)
        return
    if case.get("ask") == "meld":
        assert list(meld_kinds(case["hand"], **situation)) == case["expect"]["meld_kinds"]
        return
    answer = analyze(case["hand"], advise=case.get("advise", False), **situation).to_dict()
    expected = {name: value for name, value in case["expect"].items() if name in FIGURES}
    assert {name: answer[name] for name in expected} == expected
    check_answer(answer, case["hand"], case.get("wild"), case["ruleset"])
    json.dumps(answer)


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("name", INDIAN)
def test_every_printed_arrangement_is_legal_and_adds_up(name: str, decks: int) -> None:
    rules = load_ruleset(name)
    counts, wild_ranks = nasty_hands(np.random.default_rng(decks), 120, decks, decks * rules.pack.printed_jokers)
    for hand, wild in zip(counts, wild_ranks, strict=True):
        cards = [format_card(card) for card in np.repeat(np.arange(53), hand)]
        rank = None if wild < 0 else "A23456789TJQK"[wild]
        if sum(card[0] == rank for card in cards) == 4 * decks:
            continue  # no card is left that could have been cut
        answer = analyze(cards, rules, wild=rank, decks=decks, all_arrangements=True).to_dict()
        check_answer(answer, cards, rank, name)


@pytest.mark.parametrize("name", ["indian-rummy", "indian-rummy-points"])
def test_the_order_of_the_cards_and_the_names_of_the_suits_do_not_matter(name: str) -> None:
    rng = np.random.default_rng(8)
    for case in [case for case in cases("indian-rummy.jsonl") if case["ruleset"] == name][:25]:
        situation = _situation(case)
        expected = analyze(case["hand"], **situation)
        for suits in list(permutations("SHDC"))[::5]:
            renamed = str.maketrans("SHDC", "".join(suits))
            # A word of two letters: rank and suit; a joker has no suit.
            hand = [card if card == "JK" else card[:-1] + card[-1].translate(renamed) for card in case["hand"]]
            wild = case["wild"] if len(case["wild"]) < 2 or case["wild"] == "10" else None
            if wild is None:
                continue
            found = analyze(list(rng.permutation(hand)), **(situation | {"wild": wild}))
            assert (found.points, found.can_declare, found.has_lives) == (
                expected.points,
                expected.can_declare,
                expected.has_lives,
            )


def test_the_best_discard_is_declarable_then_cheap_then_dear_then_no_joker_then_in_pack_order() -> None:
    # 3.5: any discard finishes, so the dearest card goes, the first of them in pack order.
    finished = analyze("4H5H6H 8S9STSJS 2C2D2S KCKDKH JK", "indian-rummy", wild="7", decks=1)
    assert format_card(finished.best_discard or 0) == "TS"
    assert finished.can_declare
    assert len(finished.loose) == 0
    # Only loose jokers differ: a wild-rank card goes before the printed joker.
    jokers = analyze("2C3C4C 5H6H7H KCKDKS QCQDQH 7S JK", "indian-rummy", wild="7", decks=2)
    assert [discard.card for discard in jokers.discards][-1] == 52
    assert [discard.points for discard in jokers.discards] == sorted(discard.points for discard in jokers.discards)


def test_all_arrangements_are_different_and_equally_good() -> None:
    hand = "4H5H6H7H8H9H TH KCKDKS QC 2S3D"
    answer = analyze(hand, "indian-rummy", decks=1, all_arrangements=True)
    assert len(answer.arrangements) == 2
    assert len({arrangement.grouping(-1) for arrangement in answer.arrangements}) == len(answer.arrangements)
    assert len(analyze(hand, "indian-rummy", decks=1).arrangements) == 0
    full_runs = [meld for arrangement in answer.arrangements for meld in arrangement.melds if len(meld.cards) == 7]
    assert not full_runs, "a single run of seven leaves the gate for the kings shut"


@pytest.mark.parametrize(
    ("overrides", "cards", "wild", "kinds"),
    [
        ({}, "4H5H6H", None, ["pure-sequence"]),
        ({"run.min": 4}, "4H5H6H", None, []),
        ({"run.max": 4}, "4H5H6H7H8H", None, []),
        ({}, "AH2H3H", None, ["pure-sequence"]),
        ({}, "QHKHAH", None, ["pure-sequence"]),
        ({}, "KHAH2H", None, []),
        ({"run.ace": "low"}, "QHKHAH", None, []),
        ({"run.ace": "high"}, "AH2H3H", None, []),
        ({"run.ace": "circular"}, "KHAH2H", None, ["pure-sequence"]),
        ({}, "4HJKJK7H", None, ["impure-sequence"]),
        ({"run.max_wilds": 1}, "4HJKJK7H", None, []),
        ({"run.adjacent_wilds": False}, "4HJKJK7H", None, []),
        ({"run.adjacent_wilds": False}, "JK5HJK", None, ["impure-sequence"]),
        ({"run.min_naturals": 2}, "5HJKJK", None, []),
        ({}, "5H5H5H", None, ["pure-sequence"]),
        ({"run.identical_three": False}, "5H5H5H", None, ["set"]),
        ({"run.identical_three": False, "set.distinct_suits": True}, "5H5H5H", None, []),
        ({}, "5H5H5D", None, ["set"]),
        ({"set.distinct_suits": True}, "5H5H5D", None, []),
        ({}, "5H5D5S5C", None, []),
        ({"set.max": 4}, "5H5D5S5C", None, ["set"]),
        ({"set.max": 4}, "5H5H5HJK", None, ["set"]),
        ({"set.max": "none", "set.max_wilds": "none"}, "5H5D5S5CJKJK", None, ["set"]),
        ({}, "5H5DJK", None, ["set"]),
        ({"set.max_wilds": 0}, "5H5DJK", None, []),
        ({"set.max_wilds": 2, "set.min_naturals": 1}, "5HJKJK", None, ["impure-sequence", "set"]),
        ({"set.min": 4, "set.max": 4}, "5H5D5S", None, []),
        ({}, "6D7D8D", "7", ["pure-sequence", "impure-sequence"]),
        ({}, "7H7DJK", "7", ["impure-sequence", "set"]),
        ({}, "7H7H7H", "7", ["pure-sequence", "impure-sequence", "set"]),
        ({}, "JKJKJK", None, []),
    ],
)
def test_what_a_meld_is_by_the_sentences_g1_to_g5(
    overrides: dict[str, object], cards: str, wild: str | None, kinds: list[str]
) -> None:
    rules = load_ruleset("indian-rummy", set=overrides)
    assert list(meld_kinds(cards, rules, wild=wild, decks=3)) == kinds


@pytest.mark.parametrize(
    ("ruleset", "wild", "hand", "sentence"),
    [
        ("indian-rummy", "7", "4H5H6H 8S9STSJS 2C2D2S KCKDKH", "the hand can be declared"),
        (
            "indian-rummy",
            "7",
            "4H5H6H 8S9STSJS 2C2D2S KCKDKH",
            "Sets count because both lives are there: 8S 9S TS JS and",
        ),
        (
            "indian-rummy",
            "7",
            "2C3C4C 5H JK JK 7S KCKDKS QCQDQH",
            "0 points, yet it cannot be declared: 7S is left over",
        ),
        ("indian-rummy", "7", "4H JK 6H 8S JK TSJS 2C2D2S KCKDKH", "Impure sequences count on their own"),
        ("indian-rummy", "7", "4H JK 6H 8S JK TSJS 2C2D2S KCKDKH", "make sets, but sets count only when both lives"),
        ("indian-rummy", "J", "4H5H6H7H 2C2D2S KCKDKH 9C9D9S", "a pure sequence but no second one"),
        ("indian-rummy-points", "J", "4H5H6H7H 2C2D2S KCKDKH 9C9D9S", "every card counts"),
        ("indian-rummy-points", "2", "AS AH KD KC QS QH JD JC TS TH 9D 8C 7S", "124 points, capped at 80"),
        ("indian-rummy-points", "2", "AS AH KD KC QS QH JD JC TS TH 9D 8C 7S", "there is no pure sequence"),
        ("indian-rummy-strict", "J", "4H5H6H7H8H 2C2D2S KCKDKH 9C9D", "together 6 to 7 cards"),
    ],
)
def test_reasons_say_why(ruleset: str, wild: str, hand: str, sentence: str) -> None:
    assert sentence in " ".join(analyze(hand, ruleset, wild=wild).reasons)


def test_an_analysis_is_a_frame_and_a_page_too() -> None:
    answer = analyze("4H JK 6H 8S JK TSJS 2C2D2S KCKDKH", "indian-rummy", wild="7")
    frame = answer.to_polars()
    assert frame.columns == ["group", "cards", "stands_for", "points"]
    assert frame["points"].sum() == answer.points == 36
    assert "8♠ JK T♠ J♠" in answer._repr_html_()
    with pytest.raises(AttributeError):
        answer.points = 0  # type: ignore[misc]


def test_many_hands_at_once() -> None:
    rng = np.random.default_rng(2)
    hands = np.array([rng.choice(np.tile(np.arange(52), 2), 13, replace=False) for _ in range(20)], dtype=np.uint8)
    frame = analyze_many(hands, "indian-rummy", wild="7", decks=2)
    assert frame.schema == {
        "hand": polars.String,
        "points": polars.Int64,
        "can_declare": polars.Boolean,
        "has_lives": polars.Boolean,
    }
    singly = [analyze(hand, "indian-rummy", wild="7", decks=2) for hand in hands]
    assert frame["points"].to_list() == [each.points for each in singly]
    assert analyze_many([], "indian-rummy").height == 0
    assert analyze_many(frame, "indian-rummy", wild="7", decks=2).equals(frame)  # the hands of an answer
    with pytest.raises(ArgumentError, match="hand"):
        analyze_many(frame.drop("hand"), "indian-rummy")
    with pytest.raises(NotationError, match="hand 2, hand: 1 cards"):
        analyze_many([hands[0], "4H"], "indian-rummy")


def test_players_and_decks_choose_the_pack() -> None:
    hand = "5H 5H 2C 3C 4C 7S 8S 9S KC KD KH JH QD"
    assert analyze(hand, "indian-rummy").decks == 2
    assert analyze(hand, "indian-rummy", players=6).decks == 3
    with pytest.raises(NotationError, match="a 2nd 5H"):
        analyze(hand, "indian-rummy", players=2)
    with pytest.raises(RulesError, match="7 players"):
        analyze(hand, "indian-rummy", players=7)


@pytest.mark.parametrize("cards", [1, 12, 15, 26, 40])
def test_a_hand_of_a_wrong_size_is_refused_with_the_sizes_allowed(cards: int) -> None:
    with pytest.raises(NotationError, match="allowed: 13 cards, or 14 before a discard"):
        analyze(list(range(cards)), "indian-rummy")
