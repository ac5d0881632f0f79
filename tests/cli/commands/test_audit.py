"""`meldlab audit` as it is typed."""

import csv
import io
import json

import audit_logs as logs
import numpy as np
import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app


def run(*words, **more):
    return CliRunner().invoke(app, ["audit", *map(str, words)], **more)


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    path = tmp_path_factory.mktemp("audit") / "deals.csv"
    path.write_text(logs.csv_text("gin", logs.fair_packs("gin", 800, np.random.default_rng(1))))
    return path


@pytest.fixture(scope="module")
def repeated(tmp_path_factory):
    path = tmp_path_factory.mktemp("audit") / "deals.jsonl"
    path.write_text(logs.deal_log_text("gin", logs.repeated_seed("gin", 200, np.random.default_rng(1))))
    return path


def test_a_fair_log_ends_with_0_and_says_what_it_could_have_shown(honest):
    result = run(honest, "-g", "gin")
    assert result.exit_code == 0, result.stderr
    assert "gin, 1 deck, 52 cards (2 seats in the first deal); CSV: 800 deals, 1,600 hands, seats 0, 1" in result.stdout
    assert "Nothing found" in result.stdout
    for words in ("smallest fault", "seat against seat", "What no test of deals sees", "pseudo-random generator"):
        assert words in result.stdout
    assert "•" not in run(honest, "-g", "gin", "--ascii").stdout


def test_a_finding_ends_with_4_and_is_named_first(repeated):
    result = run(repeated)
    assert result.exit_code == 4
    assert "repeated deals: 20 of 200 deals are repetitions" in result.stdout
    assert result.stdout.index("findings") < result.stdout.index("Tests;")


def test_json_and_csv_hold_every_test(repeated, tmp_path):
    answer = json.loads(run(repeated, "--json").stdout)
    assert (answer["deals"], answer["ruleset"], answer["alpha"], answer["seed"]) == (200, "gin", 0.01, 1)
    assert answer["findings"] == ["repeated hands", "repeated deals", "repeated stretches"]
    assert answer["cannot_see"]
    rows = list(csv.DictReader(io.StringIO(run(repeated, "-f", "csv").stdout)))
    assert [row["name"] for row in rows] == [test["name"] for test in answer["tests"]]
    assert [float(row["p_adjusted"]) for row in rows] == pytest.approx([test["p_adjusted"] for test in answer["tests"]])
    out = tmp_path / "audit.json"
    assert run(repeated, "-o", out).exit_code == 4
    assert json.loads(out.read_text()) == answer


def test_a_log_is_read_from_stdin(honest):
    from_file = json.loads(run(honest, "-g", "gin", "--json").stdout)
    result = run("-", "-g", "gin", "--json", input=honest.read_bytes())
    assert json.loads(result.stdout) == from_file


def test_a_stricter_alpha_and_order_none_ask_for_more_and_less(repeated):
    names = [test["name"] for test in json.loads(run(repeated, "--json", "--order", "dealt").stdout)["tests"]]
    assert "neighbours" in names
    answer = json.loads(run(repeated, "--json", "--order", "none", "--alpha", "1e-9").stdout)
    assert (answer["hand_order"], answer["alpha"]) == ("none", 1e-9)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("missing.csv", "-g", "gin"), "missing.csv: cannot be read: No such file"),
        ((".", "-g", "gin"), "cannot be read"),
        (("LOG",), "--game: the game is missing"),
        (("LOG", "-g", "gni"), "no preset called 'gni'"),
        (("LOG", "-g", "gin", "--players", "3"), "--players: 3 players cannot play gin"),
        (("LOG", "-g", "gin", "--alpha", "2"), "--alpha: 2.0 is not allowed"),
        (("LOG", "-g", "gin", "--order", "up"), "--order: 'up' is no choice"),
        (("LOG", "-g", "pinacle", "--set", "run.mni=3"), "run.mni"),
        (("LOG", "-g", "gin", "-o", "LOG"), "LOG"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_is_wrong(honest, words, said):
    result = run(*(str(honest) if word == "LOG" else word for word in words))
    assert result.exit_code == 2, result.stdout
    assert said.replace("LOG", str(honest)) in result.stderr


def test_a_played_log_is_fair(tmp_path):
    path = tmp_path / "deals.jsonl"
    done = CliRunner().invoke(
        app,
        ["play", "-g", "indian-rummy", "--strategy", "greedy,random", "-n", "60", "--seed", "3", "--log", str(path)],
    )
    assert done.exit_code == 0, done.stderr
    result = run(path, "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["deals"], answer["log"]) == (0, 60, "deal log")
    assert "Further rotations of a deal before (other strategies, the same cards): 60 lines;" in " ".join(
        answer["remarks"]
    )


def test_numbers_of_one_are_told_as_one(tmp_path):
    path = tmp_path / "deals.csv"
    path.write_text("deal,seat,cards\n1,0,AS KD 7H 3C 9S JD 2H 6C TC\n")
    said = run(path, "-g", "gin").stdout
    assert "CSV: 1 deal, 1 hand, seat 0\n" in said
    assert "\n1 finding; fair deals" in said
    assert "1 impossible deal, first in line 2: 9 cards at seat 0, the rules deal 10" in said


def test_what_is_not_read_and_which_hands_are_not_looked_at_is_said(repeated, tmp_path):
    assert "events, results and lines of matches are not" in " ".join(run(repeated).stdout.split())
    path = tmp_path / "few.csv"
    path.write_text("deal,seat,cards\n1,0,AS 2S 3S 4S 5S 6S 7S 8S 9S TS\n")
    assert "a size of hands counts if the log has at least 20 hands of it" in " ".join(
        run(path, "-g", "gin").stdout.split()
    )
