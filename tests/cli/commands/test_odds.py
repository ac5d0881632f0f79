"""`meldlab odds` as it is typed: answers in every format, and what slips are told."""

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction

import polars as pl
import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app

ACES = "naturals(A) >= 8"
SHARE = Fraction(55, 117341876457)


def odds(*words, stdin=None):
    return CliRunner().invoke(app, ["odds", *words], env={"COLUMNS": "160"}, input=stdin)


def answer(*words):
    result = odds(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_table_shows_probability_one_in_and_the_fraction():
    result = odds(ACES, "-g", "pinacle", "--ascii")
    assert result.exit_code == 0, result.stderr
    for part in ("pinacle, 2 decks, 11 cards", ACES, "4.68715872e-10", "2,133,488,663", "exact: 55/117341876457"):
        assert part in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("hand", [("--draws", "5"), ("--cards", "11")])
def test_cards_in_hand_and_seen_elsewhere_are_taken_into_account(hand):
    known = ("--known", "AS AS AH AH AD AD", "--dead", "AC")
    said = answer("naturals(A) >= 7", "-g", "pinacle", *known, *hand)
    assert (said["numerator"], said["denominator"], said["cards"]) == ("5", "101", 11)
    shown = odds("naturals(A) >= 7", "-g", "pinacle", *known, *hand).stdout
    assert "known AS AS AH AH AD AD; dead AC" in shown
    assert "exact: 5/101" in shown


def test_every_format_holds_the_fraction():
    words = (ACES, "-g", "pinacle")
    (row,) = csv.DictReader(io.StringIO(odds(*words, "-f", "csv").stdout))
    line = json.loads(odds(*words, "-f", "jsonl").stdout)
    assert {name: str(value) for name, value in line.items()} == row
    assert Fraction(int(row["numerator"]), int(row["denominator"])) == SHARE
    head, _, cells = odds(*words, "-f", "md").stdout.splitlines()
    assert dict(zip(head.split(" | "), cells.split(" | "), strict=True))["denominator"] == str(SHARE.denominator)
    assert answer(*words) == line


def test_an_answer_goes_into_a_file_of_any_format(tmp_path):
    for suffix in ("json", "csv", "md", "parquet", "jsonl", "txt"):
        path = tmp_path / f"odds.{suffix}"
        words = ("wilds >= 2", "-g", "pinacle", "--method", "sampled", "--max-deals", "3k")
        assert odds(*words, "-o", str(path)).exit_code == 0
        assert path.stat().st_size > 50
    assert {"low", "high", "seed", "hits"} <= set(pl.read_parquet(tmp_path / "odds.parquet").columns)


@pytest.mark.parametrize("format", ["json", "jsonl", "csv", "md", "table"])
def test_queries_come_through_a_pipe_and_answers_leave_through_one(format):
    command = [sys.executable, "-m", "meldlab.cli", "odds", "-", "-g", "pinacle", "-f", format]
    queries = "aces6\n\njokers == 0 and naturals(a)>=2\n"
    done = subprocess.run(command, input=queries, capture_output=True, text=True, check=True, env=os.environ)
    for text in ("aces6", "jokers == 0 and naturals(A) >= 2"):
        assert text in done.stdout
    assert done.stderr == ""
    if format == "json":
        assert [each["method"] for each in json.loads(done.stdout)] == ["exact", "exact"]
    if format == "jsonl":
        assert len(done.stdout.splitlines()) == 2


def test_a_slip_in_a_line_is_told_with_its_number_and_nothing_is_answered():
    result = odds("-", "-g", "pinacle", stdin="aces6\naces66\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "line 2, query 'aces66', position 1" in result.stderr
    assert "stdin holds no query" in odds("-", "-g", "pinacle", stdin="\n").stderr


def test_a_sampled_answer_shows_deals_interval_seed_and_why():
    result = odds("can_declare", "-g", "indian-rummy", "--max-deals", "5k", "--seed", "7", "--method", "sampled")
    assert result.exit_code == 0, result.stderr
    for part in ("sampled, 5,000 deals; 95 %: 0.00", "Seed 7."):
        assert part in result.stdout
    assert "Sampled:" not in result.stdout
    why = odds("can_declare", "-g", "indian-rummy", "--max-deals", "5k", "--seed", "7")
    assert "Sampled: can_declare of a hand can only be found by solving it." in why.stdout


def test_no_hit_is_an_upper_bound():
    result = odds("pinaculo", "-g", "pinacle", "--method", "sampled", "--max-deals", "5000", "--seed", "1")
    assert "below 0.00074" in result.stdout
    assert "no hit" in result.stdout
    assert "over 1,35" in result.stdout
    said = answer("pinaculo", "-g", "pinacle", "--method", "sampled", "--max-deals", "5000", "--seed", "1")
    assert (said["hits"], said["one_in"], said["ci95"][0]) == (0, None, 0)


def test_a_target_that_is_not_reached_ends_with_3_and_the_result():
    words = ("aces6w", "-g", "pinacle", "--method", "sampled", "--target-rel", "0.001", "--max-deals", "5k")
    result = odds(*words)
    assert result.exit_code == 3
    assert "The target was not reached within the limits." in result.stdout
    assert json.loads(odds(*words, "--json").stdout)["target_reached"] is False
    assert odds(ACES, "-g", "pinacle", "--target-rel", "0.001").exit_code == 0


def test_a_table_by_a_feature():
    result = odds("aces6w", "-g", "pinacle", "--by", "wilds")
    assert "aces6w, within" in result.stdout
    assert "Every figure is exact" in result.stdout
    rows = list(csv.DictReader(io.StringIO(odds("aces6w", "-g", "pinacle", "--by", "wilds", "-f", "csv").stdout)))
    assert [int(row["wilds"]) for row in rows] == list(range(12))
    assert sum(Fraction(int(row["numerator"]), int(row["denominator"])) for row in rows) == 1
    assert Fraction(int(rows[3]["within_numerator"]), int(rows[3]["within_denominator"])) > 0
    said = answer("aces6w", "-g", "pinacle", "--by", "wilds")
    assert [row["value"] for row in said["values"]] == list(range(12))
    dealt = odds("-g", "indian-rummy", "--by", "points", "--max-deals", "4k", "--seed", "1")
    assert "95 % interval" in dealt.stdout
    assert "All rows come from the same hands." in dealt.stdout


def test_a_sheet_has_all_specials():
    result = odds("-g", "pinacle", "--sheet")
    for part in ("pinaculo", "exact: 44/5749751946393", "figures6w", "full_semi2"):
        assert part in result.stdout
    rows = list(csv.DictReader(io.StringIO(odds("-g", "pinacle", "--sheet", "-f", "csv").stdout)))
    assert {row["method"] for row in rows} == {"exact"}


@pytest.mark.parametrize("game", ["pinacle", "indian-rummy", "continental", "gin"])
def test_the_list_has_every_feature_and_special_with_a_sentence(game):
    rows = json.loads(odds("-g", game, "--list", "--json").stdout)
    assert {"naturals(JQK)", "natural_run"} <= {row["name"] for row in rows}
    assert all(row["sentence"] and row["kind"] in ("feature", "special") for row in rows)
    assert any(row["kind"] == "special" for row in rows)
    shown = odds("-g", game, "--list").stdout
    assert all(row["name"] in shown for row in rows)


def listed(*words):
    return {row["name"]: row for row in json.loads(odds("--list", "--json", *words).stdout)}


@pytest.mark.parametrize(
    "words",
    [
        ("-g", "indian-rummy"),
        ("-g", "indian-rummy", "--cards", "14"),
        ("-g", "indian-rummy", "--cards", "30"),
        ("-g", "indian-rummy", "--decks", "3"),
        ("-g", "gin", "--cards", "4"),
        ("-g", "continental", "--contract", "TT", "--cards", "3"),
    ],
)
def test_everything_listed_may_be_asked(words):
    rows = listed(*words)
    texts = [name if row["kind"] == "special" else f"{name} >= {row['to']}" for name, row in rows.items()]
    result = odds("-", *words, "--max-deals", "20", "--method", "sampled", "--json", stdin="\n".join(texts))
    assert result.exit_code == 0, result.stderr
    assert len(json.loads(result.stdout)) == len(rows)


def test_what_cannot_be_asked_of_these_hands_is_not_listed_and_said_to_be():
    assert "distance" in listed("-g", "indian-rummy")
    assert "distance" not in listed("-g", "indian-rummy", "--cards", "14")
    shown = odds("--list", "-g", "indian-rummy", "--cards", "14").stdout
    assert "distance is not listed: asked of hands of 13 cards only." in shown
    assert "jokers, wilds, identical_three are not listed: 0 of every such hand." in odds("--list", "-g", "gin").stdout
    assert {"jokers", "wilds", "identical_three"} & set(listed("-g", "gin")) == set()
    assert "identical_three" in listed("-g", "indian-rummy", "--decks", "3")


def test_the_list_says_what_needs_a_contract_and_whose_hands_it_is_about():
    shown = odds("--list", "-g", "continental").stdout
    assert shown.startswith("continental, 2 decks, 7 cards\n")
    assert "Values are those of the 7 cards dealt for TT." in shown
    assert "can_go_down, can_close, distance, min_points_left, min_cards_left need --contract." in shown
    rows = listed("-g", "continental")
    assert next(name for name, row in rows.items() if row["needs"]) == "can_go_down"
    assert "need" not in odds("--list", "-g", "continental", "--contract", "TTE").stdout
    assert listed("-g", "continental", "--contract", "TTE")["can_go_down"]["needs"] is None


def test_the_sentences_of_the_list_follow_the_rules():
    indian, pinacle = listed("-g", "indian-rummy"), listed("-g", "pinacle")
    assert "a wild-rank card in its own place is natural" in indian["natural_run"]["sentence"]
    assert "twos never are natural" in pinacle["natural_run"]["sentence"]
    assert "around the corner" in listed("-g", "continental")["natural_run"]["sentence"]
    assert "around" not in listed("-g", "gin", "--set", "run.ace=low")["natural_run"]["sentence"]
    assert "or three identical cards" in indian["has_pure"]["sentence"]
    strict = listed("-g", "indian-rummy", "--set", "run.identical_three=false")
    assert "three identical" not in strict["has_pure"]["sentence"]
    assert pinacle["aces8"]["sentence"] == "8 aces: worth 1000"
    assert pinacle["aces6w"]["sentence"].startswith("4 aces and 2 wild cards or 5 aces and a wild card")
    assert {listed("-g", "pinacle", "--cards", str(cards))["natural_run"]["to"] for cards in (3, 5)} == {3, 5}


def test_what_a_hand_has_or_not_is_no_and_yes_in_a_table_by_it():
    lines = [line.split() for line in odds("-g", "pinacle", "--by", "pinaculo").stdout.splitlines()]
    assert {"no", "yes"} <= {line[0] for line in lines if line}
    said = answer("-g", "pinacle", "--by", "pinaculo")
    assert [row["value"] for row in said["values"]] == [False, True]


@pytest.mark.parametrize(
    ("query", "probability", "one_in"),
    [
        ("not pinaculo", "1 - 7.65e-12", "1 + 7.65e-12"),
        ("jokers <= 4", "1", "1"),
        ("wilds <= 9", "1 - 1.84e-11", "1 +"),
    ],
)
def test_what_is_nearly_certain_is_told_from_what_is_certain(query, probability, one_in):
    line = next(line for line in odds(query, "-g", "pinacle").stdout.splitlines() if query in line)
    cells = [cell for cell in line.removeprefix(" " + query).split("  ") if cell.strip()]
    assert cells[0].strip() == probability
    assert cells[1].strip().startswith(one_in)


def test_hits_only_are_a_lower_bound():
    words = ("not pinaculo", "-g", "pinacle", "--method", "sampled", "--max-deals", "5000", "--seed", "1")
    shown = odds(*words).stdout
    assert "above 0.999" in shown
    assert "nothing but hits" in shown


def test_hands_of_a_pilot_are_told():
    words = ("points <= 3", "-g", "indian-rummy", "--max-deals", "3k", "--method", "stratified", "--seed", "1")
    said = answer(*words)
    assert said["pilot"] > 0
    assert said["deals"] + said["pilot"] == 3000
    assert f"{said['deals']:,} deals after a pilot of {said['pilot']:,}" in odds(*words).stdout


MALFORMED = [
    ("", "position 1: expected the name of a feature, found the end", "A comparison is a feature, a sign"),
    (">= 3", "position 1: expected the name of a feature, found '>='", "such as 'naturals(A) >= 2'"),
    ("3", "position 2: expected a comparison sign", "The signs are"),
    ("natural_run", "position 12: expected a comparison after natural_run", "write for example 'natural_run >= 1'"),
    ("natural_rum >= 3", "position 1: there is no feature called 'natural_rum'", "Did you mean 'natural_run'?"),
    ("naturals >= 2", "position 10: expected naturals(JQK)", "In the parentheses stand ranks"),
    ("naturals() >= 2", "position 10: '' is no argument", "Write for example 'naturals(JQK)'"),
    ("naturals(X) >= 2", "position 10: 'X' is no argument", "allowed: ranks A 2 3"),
    ("naturals(A >= 2", "position 16: expected ')'", "Write for example"),
    ("cards(A) >= 3", "position 7: 'A' is no argument", "one of the suits S H D C"),
    ("most_of(any,A) >= 3", "position 9: 'any,A' is no argument", "or any"),
    ("jokers(A) >= 1", "position 7: expected no parentheses", "Write 'jokers' alone"),
    ("jokers = 0", "position 8: expected a comparison sign", "Write '==' instead of '='"),
    ("jokers => 1", "position 8", "Write '>=' instead of '=>'"),
    ("jokers <> 1", "position 8", "Write '!=' instead of '<>'"),
    ("jokers === 1", "position 8: expected a comparison sign, found '==='", "The signs are >= <= > < == !="),
    ("jokers >= x", "position 11: expected a whole number, found 'x'", "compared with a number"),
    ("jokers >= 1.5", "position 11: expected a whole number, found '1.5'", "whole number, such as"),
    ("jokers >= -1", "position 11: jokers never is less than 0", "whole numbers from 0 to 4"),
    ("jokers >= 99", "position 11: jokers never exceeds 4", "whole numbers from 0 to 4"),
    ("jokers >= wilds", "position 11: expected a whole number", "never with another"),
    ("jokers >= 1 and", "position 16: expected the name of a feature", "A comparison is"),
    ("jokers >= 1 && wilds >= 1", "position 13", "Write 'and' instead of '&&'"),
    ("jokers >= 1 | wilds >= 1", "position 13", "Write 'or' instead of '|'"),
    ("!has_meld", "position 1", "Write 'not' instead of '!'"),
    ("(jokers >= 1", "position 13: expected ')'", "Every '(' needs its ')'"),
    ("jokers >= 1)", "position 12: expected 'and', 'or' or the end", "every ')' needs its '('"),
    ("jokers >= 1 aces6", "position 13", "Join two questions with 'and' or 'or'"),
    ("aces6 >= 2", "position 10: aces6 is held or not: 1 or 0", "whole numbers from 0 to 1"),
    ("jokers >= ٣", "position 11: expected a whole number, found '٣'", "such as 'naturals(A) >= 2'"),
    ("1 <= jokers >= 0", "position 16: a chain has a lower and an upper limit", "Write for example '1 <= jokers <= 3'"),
    ("jokers >= 1 or full_claen", "position 16: there is no feature called 'full_claen'", "Did you mean 'full_clean'?"),
    ("__import__('os').getpid()", "position 1: there is no feature called '__import__'", "allowed: jokers, wilds"),
    ("(" * 51 + "aces6" + ")" * 51, "position 51: expected at most 50", "Leave some out"),
    ("aces6 or " * 300 + "aces6", "position 2001: a query of 2,705 characters", "Ask in parts"),
]


@pytest.mark.parametrize(("query", "place", "remedy"), MALFORMED, ids=[query[:30] for query, _, _ in MALFORMED])
def test_a_malformed_query_is_told_its_place_and_a_remedy(query, place, remedy):
    result = odds(query, "-g", "pinacle")
    assert (result.exit_code, result.stdout) == (2, "")
    assert place in result.stderr
    assert remedy in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("aces6",), "-g: the game is missing"),
        (("-g", "pinacle"), "QUERY: there is no query"),
        (("aces6", "-g", "pinacle", "--sheet"), "--sheet: needs no query"),
        (("-g", "pinacle", "--sheet", "--list"), "--list and --sheet: do not go together"),
        (("-", "-g", "pinacle", "--by", "wilds"), "--by: takes one query"),
        (("-g", "pinacle", "--by", "wild"), "Did you mean 'wilds'"),
        (("-g", "pinacle", "--by", "value"), "--by 'value': value has 200,001 values"),
        (("aces6", "-g", "pinacle", "--known", "AS AS AS"), "--known, card 3: a 3rd AS"),
        (("aces6", "-g", "pinacle", "--dead", "AS AS AS"), "--dead: the pack has fewer copies of AS"),
        (("aces6", "-g", "pinacle", "--known", "KS", "--dead", "AS AS AS"), "--dead: 3 AS lie elsewhere"),
        (("aces6", "-g", "pinacle", "--known", "XX"), "--known, card 1: 'XX' is no card"),
        (("aces6", "-g", "pinacle", "--cards", "11", "--draws", "2"), "--draws: --cards and --draws both"),
        (("aces6", "-g", "pinacle", "--cards", "61"), "--cards: 61 is too many, more than 60 in all"),
        (("aces6", "-g", "pinacle", "--cards", "-1"), "--cards: -1 is too few (allowed: whole numbers from 0 to"),
        (("aces6", "-g", "pinacle", "--draws", "-3"), "--draws: -3 is too few (allowed: whole numbers from 0 to"),
        (
            ("aces6", "-g", "pinacle", "--draws", "59", "--known", "AS KS"),
            "more than 60 in all (allowed: whole numbers",
        ),
        (("aces6", "-g", "pinacle", "--cards", "1", "--known", "AS KS"), "--cards: 1 is too few"),
        (("aces6", "-g", "pinacle", "--cards", "1", "--known", "AS KS"), "The 2 of --known are among them"),
        (("aces6", "-g", "pinacle", "--known", "3S4S5S6S7S8S9STSJSQSKSAS"), "Or say how many cards there are: --cards"),
        (("gin", "-g", "gin", "--cards", "53"), "--cards: 53 is too many, more than the 52 unseen ones"),
        (("gin", "-g", "gin", "--draws", "52", "--dead", "AS"), "more than the 51 unseen ones (allowed: whole numbers"),
        (("aces6", "-g", "pinacle", "--wild", "7"), "--wild '7': these rules have no wild rank"),
        (("trio", "-g", "indian-rummy", "--wild", "7D", "--known", "7D 7D"), "--known, card 2: a 2nd 7D"),
        (("trio", "-g", "indian-rummy", "--wild", "7D", "--dead", "7D 7D"), "--dead: all copies of 7D are in hand or"),
        (("can_go_down", "-g", "continental"), "--contract: the contract is missing"),
        (("can_go_down", "-g", "continental"), "Or say how many cards there are: --cards or --draws"),
        (("TT", "-g", "continental", "--contract", "XX"), "(allowed: one to eight letters T and E, such as TTE)"),
        (("points <= 3", "-g", "indian-rummy", "--method", "exact"), "With --method auto it is sampled"),
        (("-g", "pinacle", "--by", "wilds", "--target-rel", "0.1"), "--target-rel: a table has no target"),
        (("-g", "indian-rummy", "--by", "points", "--target-rel", "0.1"), "Give --max-deals or --max-seconds instead"),
        (
            ("aces6", "-g", "pinacle", "--method", "exact", "--target-rel", "1"),
            "--method exact and --target-rel: do not",
        ),
        (
            ("aces6", "-g", "pinacle", "--method", "exact", "--seed", "1"),
            "--method exact and --seed: do not go together",
        ),
        (("aces6", "-g", "pinacle", "--method", "exact", "--max-deals", "9"), "--method exact and --max-deals: do not"),
        (("-g", "pinacle", "--list", "--seed", "1"), "--list and --seed: do not go together"),
        (("-g", "pinacle", "--list", "--method", "auto"), "--list and --method: do not go together"),
        (("-g", "pinacle", "--list", "--max-seconds", "1"), "--list and --max-seconds: do not go together"),
        (("aces6", "-g", "pinacle", "--cards", "٣"), "--cards: '٣' is not a whole number"),
        (("aces6", "-g", "pinacle", "--target-rel", "٠.١"), "--target-rel: '٠.١' is not a number"),
        (("aces6", "-g", "pinacle", "--max-deals", "٣"), "--max-deals: '٣' is not a number of deals"),
        (("points <= 3", "-g", "indian-rummy", "--method", "exact"), "there is no exact answer: points"),
        (("aces6", "-g", "pinacle", "--method", "guess"), "--method: 'guess' is no choice"),
        (("aces6", "-g", "pinacle", "--max-deals", "0"), "--max-deals: '0' is not a number of deals"),
        (("aces6", "-g", "pinacle", "--target-rel", "0"), "--target-rel: 0 is not allowed"),
        (("aces6", "-g", "pinacle", "--seed", "-1"), "--seed: -1 is not a seed"),
        (("aces6", "-g", "pinacle", "--set", "run.min=x"), "run.min"),
        (("aces6", "-g", "pinacle", "-f", "parquet"), "Parquet goes to a file only"),
    ],
)
def test_an_impossible_question_is_refused_by_the_name_of_its_option(words, part):
    result = odds(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert part in result.stderr


def test_decks_that_win_over_players_are_pointed_out():
    result = odds("trio", "-g", "indian-rummy", "--players", "6", "--decks", "2", "--wild", "7D")
    assert "--decks 2 wins over --players 6" in result.stdout


def test_a_simulation_takes_the_whole_language():
    words = ("-g", "indian-rummy", "-n", "2000", "--seed", "1", "--json")
    query = "trio and not (natural_run >= 4 or has_lives)"
    result = CliRunner().invoke(app, ["simulate", *words, "--feature", query, "--by", "1 <= wilds < 3"])
    assert result.exit_code == 0, result.stderr
    said = json.loads(result.stdout)
    assert list(said["features"]) == [query]
    assert 0 < said["features"][query]["hits"] < 2000
    assert [row["1 <= wilds <= 2"] for row in said["by"]["1 <= wilds <= 2"]] == [0, 1]
    refused = CliRunner().invoke(app, ["simulate", *words, "--feature", "naturals(A) >= 2"])
    assert refused.exit_code == 2
    assert "no outcome called 'naturals' (allowed: points, can_declare" in refused.stderr
    assert "ask 'meldlab odds'" in refused.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("-g", "gin", "--list"),
        ("jokers >= 1", "-g", "pinacle", "--by", "jokers"),
        ("value >= 100", "-g", "pinacle", "--max-deals", "1000", "--seed", "1"),
    ],
)
def test_ascii_is_ascii(words):
    result = odds(*words, "--ascii")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.isascii()
