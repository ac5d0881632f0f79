"""`meldlab analyze -g gin` as it is typed."""

import json

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app

GIN = ("-g", "gin")
TEN = "5H 6H 7H 6C 7C 8C 6S QD KS 2D"
ELEVEN = "AH AD AS 2H 3H 2D 3D KC QC JC 4S"


def run(*words, stdin=None):
    return CliRunner().invoke(app, ["analyze", *words], input=stdin)


def test_a_hand_shows_its_melds_and_what_is_left():
    result = run(TEN, *GIN)
    assert result.exit_code == 0
    assert "28 deadwood\n" in result.stdout
    assert "5♥ 6♥ 7♥" in result.stdout
    assert "10+10+6+2 = 28" in result.stdout
    assert "• Laying 6♠ 6♥ 6♣ as a set would leave 49 instead of 28." in result.stdout


def test_eleven_cards_show_every_discard():
    result = run(ELEVEN, *GIN, "--ascii")
    assert "Throw 4S: 1 deadwood, enough to knock" in result.stdout
    rows = [line.replace("|", " ").split() for line in result.stdout.partition("After throwing")[2].splitlines()]
    assert ["card", "deadwood", "knock"] in rows
    assert ["4S", "1", "yes"] in rows
    assert ["KC", "25", "no"] in rows
    assert len([row for row in rows if row[2:] in (["yes"], ["no"])]) == 11


def test_gin_is_called_gin():
    assert "Gin" in run("6D QD QS 5D KC KD 7D KS 4D QC", *GIN).stdout
    assert "Throw 9♠: gin" in run("3S 3H 3D 3C 9S 9H 9D KS KH KD 9C", *GIN).stdout


def test_all_lists_every_arrangement():
    result = run("2C 3C 4C 5C 6C 7C KS KH KD AS", *GIN, "--all")
    assert "Arrangement 1 of 2" in result.stdout
    assert "Arrangement 2 of 2" in result.stdout


def test_several_hands_and_json():
    answers = json.loads(run(TEN, ELEVEN, *GIN, "--json").stdout)
    assert [answer.get("deadwood", answer.get("deadwood_after")) for answer in answers] == [28, 1]
    assert answers[1]["best_discard"] == "4S"


def test_batch_answers_every_line():
    lines = [{"id": 1, "ruleset": "gin", "hand": TEN}, {"id": 2, "ruleset": "gin", "hand": TEN + " 2D"}]
    lines.append({"id": 3, "ruleset": "gin", "hand": "4H 5H 6H", "ask": "meld"})
    result = run("--batch", "-", stdin="\n".join(map(json.dumps, lines)))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert answers[0]["deadwood"] == 28
    assert "a 2nd 2D" in answers[1]["error"]
    assert answers[2]["meld_kinds"] == ["run"]


@pytest.mark.parametrize("hand", ["5H", TEN + " 3D 4D", TEN.replace("2D", "6S"), TEN.replace("2D", "JK")])
def test_impossible_hands_are_refused(hand):
    result = run(hand, *GIN)
    assert result.exit_code == 2
    assert result.stdout == ""
