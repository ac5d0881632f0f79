"""JSON Lines: answers in order, ids kept, bad lines answered with their error."""

import json
from collections import Counter

import pytest

from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.rules import load_ruleset

HAND = ["4H", "5H", "6H", "8S", "JK", "TS", "JS", "2C", "2D", "2S", "KC", "KD", "KH"]
GOOD = {"id": 1, "ruleset": "indian-rummy", "hand": HAND, "wild": "7"}


def ask(*questions: object, **defaults: object) -> list[dict[str, object]]:
    lines = [question if isinstance(question, str) else json.dumps(question) for question in questions]
    return list(answer_lines(lines, defaults=defaults))


def test_answers_come_in_order_with_their_ids() -> None:
    answers = ask(GOOD | {"id": "a"}, "", GOOD | {"id": [1, {"x": None}]}, GOOD | {"id": None}, {**GOOD, "hand": "4H"})
    assert [answer.get("id") for answer in answers] == ["a", [1, {"x": None}], None, 1]
    assert [answer.get("points") for answer in answers] == [0, 0, 0, None]
    assert str(answers[-1]["error"]).startswith("line 5: hand: 1 cards are no hand")


def test_a_line_without_id_is_answered_without_one() -> None:
    question = {name: value for name, value in GOOD.items() if name != "id"}
    assert "id" not in ask(question)[0]


def test_unknown_fields_and_nulls_are_ignored() -> None:
    extra = {"note": "x", "expect": {"points": 99}, "kind": "hand", "advise": None, "decks": None, "fault": 1}
    assert ask(GOOD | extra) == ask(GOOD)


def test_other_unknown_fields_are_ignored_and_counted() -> None:
    ignored: Counter[str] = Counter()
    lines = [GOOD | {"comment": "x", "label": 1}, GOOD | {"comment": "y"}, GOOD | {"note": "z", "expect": {}}, {}]
    answers = list(answer_lines(map(json.dumps, lines), ignored=ignored))
    assert answers[:3] == ask(GOOD) * 3
    assert ignored == {"comment": 2, "label": 1}


def test_an_answer_says_what_it_belongs_to() -> None:
    rules = load_ruleset("indian-rummy", set={"run.ace": "high"})
    expected = {"ruleset": "indian-rummy", "decks": 3, "wild": "TD", "rules_sha256": rules.sha256}
    question = GOOD | {"set": {"run.ace": "high"}, "players": 6, "wild": "10d"}
    for each in (question, question | {"ask": "meld", "hand": "4H 5H 6H"}):
        (answer,) = ask(each)
        assert {name: answer[name] for name in expected} == expected
    assert ask({name: value for name, value in GOOD.items() if name != "wild"})[0]["wild"] is None


def test_fields_may_have_defaults_and_overrides() -> None:
    assert ask({"id": 1, "hand": HAND}, ruleset="indian-rummy", wild="7") == ask(GOOD)
    assert ask({"id": 1, "hand": " ".join(HAND)}, ruleset="indian-rummy", wild="7") == ask(GOOD)
    strict = ask(GOOD | {"set": {"run.max_wilds": 0}})[0]
    assert strict["can_declare"] is False


def test_a_meld_is_asked_for_its_kinds() -> None:
    meld = {"id": 1, "ask": "meld", "ruleset": "indian-rummy", "hand": "4H 5H JK"}
    assert ask(meld)[0]["meld_kinds"] == ["impure-sequence"]
    assert ask(meld | {"hand": ["9C", "TC"]})[0]["meld_kinds"] == []


def test_fourteen_cards_are_valued_after_each_discard() -> None:
    (answer,) = ask(GOOD | {"hand": [*HAND, "QC"]})
    after = answer["after_discard"]
    assert isinstance(after, dict)
    assert after["QC"] == {"points": 0, "can_declare": True}
    assert answer["best_discard"] == "QC"


BAD: list[tuple[object, str]] = [
    ("{", "line 1: is no JSON"),
    ("[" * 100_000, "line 1: is no JSON"),
    ('{"id": NaN}', "NaN is no number"),
    ("3", "is JSON, but no object"),
    ('["4H"]', "is JSON, but no object"),
    ({"id": 1, "hand": HAND}, "ruleset: the field is missing"),
    ({"id": 1, "ruleset": "indian-rummy"}, "hand: the field is missing"),
    (GOOD | {"ruleset": 7}, "ruleset: 7 is no text"),
    (GOOD | {"ruleset": "canasta"}, "line 1: ruleset: there is no preset called 'canasta'"),
    (GOOD | {"hand": 7}, "hand: 7 is no list of cards"),
    (GOOD | {"hand": [4]}, "is no list of cards"),
    (GOOD | {"hand": []}, "no card in it"),
    (GOOD | {"hand": [*HAND[:12], "1H"]}, "card 13: '1H' is no card"),
    (GOOD | {"hand": ["JK"] * 13}, "card 5: a 5th JK"),
    (GOOD | {"hand": [*HAND, "9C", "9D"]}, "15 cards are no hand"),
    (GOOD | {"decks": "2"}, "decks: "),
    (GOOD | {"decks": True}, "decks: true is no whole number"),
    (GOOD | {"decks": 9}, "decks: indian-rummy is not played with 9 decks"),
    (GOOD | {"decks": 10**30}, "decks: "),
    (GOOD | {"players": 1}, "players: 1 player"),
    (GOOD | {"wild": 7}, "line 1: wild: 7 is no text (allowed: a rank A 2-9 T or 10 J Q K"),
    (GOOD | {"wlid": "7"}, "line 1: wlid: unknown field, did you mean wild?"),
    (GOOD | {"Wild": "7"}, "Wild: unknown field, did you mean wild?"),
    (GOOD | {"deck": 2}, "deck: unknown field, did you mean decks?"),
    (GOOD | {"game": "gin"}, "game: unknown field, did you mean ruleset?"),
    ('{"id": 3, "hand": "4H", "hand": "5H"}', "hand: the key is there twice in one object"),
    ('{"id": 3, "set": {"run.ace": "low", "run.ace": "high"}}', "run.ace: the key is there twice in one object"),
    (GOOD | {"wild": "JK"}, "a printed joker fixes no rank"),
    (GOOD | {"wild": "2C", "decks": 1}, "a 1st 2C"),
    (GOOD | {"dead": ["9X"]}, "dead, card 1: '9X' is no card"),
    (GOOD | {"dead": ["4H", "4H"]}, "a 1st 4H"),
    (GOOD | {"dead": {"4H": 1}}, "dead: "),
    (GOOD | {"set": []}, "set: [] is no object"),
    (GOOD | {"set": {"run.aec": "high"}}, "line 1: set: 1 problem: run.aec: unknown key, did you mean run.ace?"),
    (GOOD | {"set": {"run.ace": "wrap"}}, "run.ace"),
    (GOOD | {"set": {"pack.wild": "none"}}, "these rules have no wild rank"),
    (GOOD | {"ask": "odds"}, "does not answer ask = 'odds'"),
    (GOOD | {"ask": "exposed"}, "no value in a declare game"),
    (GOOD | {"ruleset": "pinacle"}, "these rules have no wild rank"),
    (GOOD | {"ask": "meld", "hand": ["4H"] * 30}, "card 3: a 3rd 4H"),
]


@pytest.mark.parametrize(("question", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_line_is_answered_with_its_error_and_the_rest_go_on(question: object, message: str) -> None:
    bad, good = ask(question, GOOD)
    assert message in str(bad["error"])
    assert "\n" not in str(bad["error"])
    repeated = isinstance(question, str) and question.startswith('{"id": 3')
    assert bad["id"] == (question.get("id") if isinstance(question, dict) else 3 if repeated else None)
    assert good["points"] == 0
    json.dumps(bad, allow_nan=False)
