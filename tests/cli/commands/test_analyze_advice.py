"""`meldlab analyze --advise` of gin and Pinacle hands as it is typed."""

import csv
import io
import json

from typer.testing import CliRunner

from meldlab.cli.app import app

TEN = "4H 5H 6H 7S 7D 7C 9C TC JC KD"
KINGS = "KC KD KH KS KC 2C 3H 9D 7S AS 5D QH"


def run(*words):
    result = CliRunner().invoke(app, ["analyze", *words, "-q"])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def rows(text, title):
    """The cells of the table under a title, row by row."""
    return [line.replace("|", " ").split() for line in text.partition(title)[2].splitlines()]


def test_ten_cards_show_what_is_missing_to_gin_and_what_helps():
    text = run(TEN, "-g", "gin", "--advise", "--ascii")
    assert "1 card missing to gin\n" in text
    assert "4 of 42 unseen cards do it: 3H, 7H, 8C, QC" in text
    assert "the next draw 9.5%, 2 draws 18.4%" in text
    text = run(TEN, "-g", "gin", "--advise", "--ascii", "--dead", "3H 7H")
    assert "2 of 40 unseen cards do it: 8C, QC" in text


def test_a_hand_farther_away_names_cards_that_would_do():
    text = run("7S 8S 9S 9H 9D 4C 4D 4H 3H KH", "-g", "gin", "--advise", "--ascii", "--dead", "2H")
    assert "2 cards missing to gin, for example 4S 6S" in text
    assert "5 of 41 unseen cards bring it closer: 4S, 6S" not in text
    assert "5 of 41 unseen cards bring it closer: 4S, 5S, 6S, TS, 9C" in text


def test_eleven_cards_show_every_discard_with_its_reason():
    found = rows(run(f"{TEN} 2S", "-g", "gin", "--advise", "--ascii"), "What to throw, best first")
    assert ["card", "deadwood", "knock", "missing", "outs", "why"] in found
    assert [
        "KD",
        "2",
        "yes",
        "1",
        "4",
        "least",
        "deadwood,",
        "enough",
        "to",
        "knock,",
        "1",
        "card",
        "from",
        "gin",
    ] in found
    assert len([row for row in found if row[2:3] in (["yes"], ["no"])]) == 11


def test_the_discard_that_stays_nearest_is_named_where_another_one_is_best():
    text = run("4H 5H 6H 7S 7D 7C 9C TC AS KD KH", "-g", "gin", "--advise", "--ascii")
    answer = json.loads(run("4H 5H 6H 7S 7D 7C 9C TC AS KD KH", "-g", "gin", "--advise", "--json"))
    nearest = next(each for each in answer["discards"] if each["distance"] == answer["distance"])
    assert f"missing to gin after throwing {nearest['card']}" in text
    assert answer["hit_after"] == nearest["card"]


def test_specials_show_worth_distance_chances_and_the_cards_that_help():
    text = run(KINGS, "-g", "pinacle", "--advise", "--ascii")
    found = rows(text, "Specials, the nearest first")
    assert ["figures6w", "120", "held"] in found
    assert ["figures6", "200", "1", "3", "3.1%", "15.0%", "KS,", "KH,", "KD"] in found
    assert ["full_clean", "1000", "9", "54", "56.2%", "98.6%"] in found
    thrown = rows(text, "What to throw, best first")
    assert ["AS", "85", "figures6", "1", "3", "1", "card", "from", "figures6"] in thrown
    assert "After throwing" not in text


def test_dead_cards_take_a_special_out_of_reach():
    text = run(KINGS, "-g", "pinacle", "--advise", "--ascii", "--dead", "AS AH AH AD")
    assert ["aces6", "300", "-"] in rows(text, "Specials, the nearest first")


def test_flat_formats_name_each_special():
    (row,) = csv.DictReader(io.StringIO(run(KINGS, "-g", "pinacle", "--advise", "-f", "csv")))
    assert row["toward"] == "figures6"
    assert "figures6w held, full_clean 9 (54 outs, 56.2%)" in row["specials"]
    assert row["discards"].startswith("AS 85 figures6 1 3 (1 card from figures6); QH 80 figures6 1 3 (5 less")
