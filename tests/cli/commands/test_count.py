"""`meldlab count` as it is typed."""

import csv
import io
import json

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.sim.count import count as counting

SMALL = ("-g", "gin", "--ranks", "5", "--cards", "6")


def run(*words):
    return CliRunner().invoke(app, ["count", *words])


def test_the_table_shows_all_hands():
    result = run(*SMALL)
    assert result.exit_code == 0, result.stderr
    assert "gin: all 38,760 hands of 6 cards" in result.stdout
    assert "deadwood == 0" in result.stdout
    assert "deadwood: mean 13.767492, sd 5.363833, 0 to 24 (exact)" in result.stdout
    assert "20-21" in result.stdout
    assert "####" in run(*SMALL, "--ascii").stdout


def test_the_histogram_is_there_on_a_narrow_terminal():
    words = ["count", "-g", "gin", "--ranks", "4", "--cards", "5"]
    said = CliRunner().invoke(app, words, env={"COLUMNS": "40"}).stdout
    assert "10     252    5.769 %" in said


def test_json_and_csv_hold_the_histogram():
    answer = json.loads(run(*SMALL, "--json").stdout)
    assert (answer["method"], answer["hands"], answer["pack"]) == ("exact", 38760, 20)
    rows = list(csv.DictReader(io.StringIO(run(*SMALL, "-f", "csv").stdout)))
    assert {row["deadwood"]: int(row["hands"]) for row in rows} == answer["histogram"]
    assert rows[-1]["at_most"] == "38760"


def test_rules_can_be_overridden():
    plain, long_runs = (json.loads(run(*SMALL, "--json", *more).stdout) for more in ((), ("--set", "run.min=4")))
    assert long_runs["mean"] > plain["mean"]


def test_finished_parts_are_kept(tmp_path):
    keep = tmp_path / "parts.jsonl"
    first = json.loads(run(*SMALL, "--json", "--keep", str(keep)).stdout)
    assert keep.exists()
    again = json.loads(run(*SMALL, "--json", "--keep", str(keep)).stdout)
    assert again["histogram"] == first["histogram"]


def test_ctrl_c_ends_with_130_and_says_where_parts_are(monkeypatch, tmp_path):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(counting, "iter_count", interrupted)
    result = run(*SMALL, "--keep", str(tmp_path / "parts.jsonl"))
    assert result.exit_code == 130
    assert result.stdout == ""
    assert "parts.jsonl: the same command goes on from there" in result.stderr
    assert "Interrupted.\n" in run(*SMALL).stderr


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("-g", "indian-rummy"), "objective is declare"),
        (("-g", "gin", "--cards", "12"), "allowed: 1 to 10"),
        (("-g", "gin", "--ranks", "0"), "no 0 ranks"),
        (("-g", "gin", "--set", "run.ace=high"), "run.ace"),
        (("-g", "gin", "--keep", "no/such/folder/parts"), "cannot be used"),
    ],
)
def test_what_is_refused(words, part):
    result = run(*words)
    assert result.exit_code == 2
    assert part in result.stderr


def test_a_rule_set_twice_is_refused_and_the_kept_parts_are_no_place_for_the_answer(tmp_path):
    twice = run(*SMALL, "--set", "run.min=4", "--set", "run.min=3")
    assert (twice.exit_code, "set twice" in twice.stderr) == (2, True)
    keep = tmp_path / "parts.json"
    keep.touch()
    over = run(*SMALL, "--keep", str(keep), "-o", str(keep))
    assert over.exit_code == 2


def test_quiet_and_verbose_are_known():
    assert run(*SMALL, "-q", "-v").exit_code == 0
