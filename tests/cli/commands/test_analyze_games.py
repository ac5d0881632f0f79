"""`meldlab analyze` for every objective alike: what answers belong to, flat formats, options of another game."""

import csv
import io
import json
import re

import pytest
from typer.testing import CliRunner

import meldlab
from meldlab.cli.app import app
from meldlab.cli.terminal.compiling import announced
from meldlab.kernels import jit
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.common.errors import ArgumentError

GAMES = {
    "declare": ("4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH", "-g", "indian-rummy", "--wild", "7", "--advise"),
    "contract": ("9S 9H JK 4C 5C 6C 7C KD KS 2D 3D", "-g", "continental", "--contract", "TE", "--advise"),
    "turn": ("9H AS", "-g", "continental", "--table", "1:E:5H JK 7H 8H"),
    "deadwood": ("AS 2S 3S 4H 5H 6H 9C 9D 9H KC KD", "-g", "gin", "--all", "--advise"),
    "value": ("3C 3D 3H 7S 9C TD QH KS AC 5H 8S 2C", "-g", "pinacle", "--advise"),
}
RULES = {"declare": "indian-rummy", "contract": "continental", "deadwood": "gin", "value": "pinacle"}
PROVENANCE = ["ruleset", "decks", "wild", "rules_sha256"]


def run(*words):
    result = CliRunner().invoke(app, ["analyze", *words, "-q"])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_ends_with_what_it_belongs_to(name):
    answer = json.loads(run(*GAMES[name], "--json"))
    assert list(answer)[-4:] == PROVENANCE
    assert answer["ruleset"] == GAMES[name][2]
    assert answer["rules_sha256"] == meldlab.load_ruleset(GAMES[name][2]).sha256


def test_an_answer_about_a_meld_on_the_table_says_its_rules_too():
    meld = {"type": "set", "rank": "A", "cards": ["AS", "AH", "JK"]}
    question = {"ask": "exposed", "ruleset": "pinacle", "meld": meld}
    (answer,) = answer_lines([json.dumps(question)])
    assert list(answer)[-4:] == PROVENANCE


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("format", ["csv", "md"])
def test_flat_formats_have_cells_a_person_can_read(name, format):
    text = run(*GAMES[name], "-f", format)
    assert not any(sign in text for sign in ("{", "[", "True", "False"))
    if format == "csv":
        (row,) = csv.DictReader(io.StringIO(text))
        assert list(row)[-4:] == PROVENANCE
        assert row["reasons"]


def test_cells_of_melds_moves_and_discards():
    (row,) = csv.DictReader(io.StringIO(run(*GAMES["contract"], "-f", "csv")))
    assert "JK=" in row["melds"]
    assert row["melds"].endswith("(run)")
    assert row["can_go_down"] == "yes"
    (turn,) = csv.DictReader(io.StringIO(run(*GAMES["turn"], "-f", "csv")))
    assert turn["moves"] == "layoff 9H on 1.0 right end"
    (gin,) = csv.DictReader(io.StringIO(run(*GAMES["deadwood"], "-f", "csv")))
    assert "KD 10" in gin["after_discard"]


def test_all_lists_every_best_arrangement_of_a_value_hand():
    words = ("-g", "pinacle", "5S 5H 5C 6S 7S", "--all")
    shown = run(*words)
    assert "Arrangement 2 of 2" in shown
    (row,) = csv.DictReader(io.StringIO(run(*words, "-f", "csv")))
    assert row["arrangements"].count(" // ") == 1


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((*GAMES["deadwood"][:3], "--contract", "T"), "--contract: gin has no contracts"),
        ((*GAMES["deadwood"][:3], "--table", "1:E:5H 6H 7H 8H"), "--table: gin has no contracts"),
        ((*GAMES["turn"], "--advise"), "--advise: advice is about a hand alone"),
        ((*GAMES["contract"], "--all"), "only one best arrangement"),
        ((*GAMES["contract"][:3], "--contract", ""), "contract"),
    ],
)
def test_an_option_of_another_game_is_refused(words, part):
    result = CliRunner().invoke(app, ["analyze", *words])
    assert result.exit_code == 2
    assert part in result.stderr


@pytest.mark.parametrize(
    ("field", "value"), [("contract", 3), ("table", "1:E:5H 6H 7H 8H"), ("table", [3]), ("advise", "yes")]
)
def test_wrong_types_in_a_line_name_the_field(field, value):
    question = {"ruleset": "continental", "hand": "9H", field: value}
    (answer,) = answer_lines([json.dumps(question)])
    assert f"line 1: {field}: " in answer["error"]


@pytest.mark.parametrize(("argument", "value"), [("contract", 3), ("table", "1:E:5H"), ("table", 7), ("advise", "yes")])
def test_wrong_types_in_python_name_the_argument(argument, value):
    with pytest.raises(ArgumentError, match=argument):
        meldlab.analyze("9H", "continental", **{argument: value})


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [
        ("AS JS KS AH QH QH KH AD JD KD JC QC", "Value 135; lay every card and close"),
        ("KS KH KD QS QH QD QC JS JH JD JC", "Value 110, every card can be laid"),
    ],
)
def test_a_hand_that_closes_by_laying_every_card_says_it_once(hand, verdict):
    assert verdict in run(hand, "-g", "pinacle", "--ascii").splitlines()


@pytest.mark.parametrize("games", [*RULES, "batch"])
def test_the_first_hand_of_a_game_is_announced_with_the_time_it_takes(games, monkeypatch, capsys):
    monkeypatch.setattr(jit, "is_compiled", lambda job: False)
    monkeypatch.setattr(jit, "mark_compiled", lambda job: None)
    with announced(games, quiet=False):
        pass
    assert re.search(r"once on this machine \(.*seconds.*, longer on a busy machine\)", capsys.readouterr().err)
