"""`meldlab compare` as it is typed."""

import csv
import io
import json

import polars as pl
import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app

GIN = ("-g", "gin", "-n", "30", "--seed", "3")
TWO = (*GIN, "--strategy", "greedy,random")


def run(*words):
    return CliRunner().invoke(app, ["compare", *words])


def test_pairs_and_the_order_of_three_are_shown():
    result = run(*GIN, "--strategy", "random,greedy,foresight(width=4)")
    assert result.exit_code == 0, result.stderr
    assert "gin, 2 players, 3 tables: 30 deals in every rotation, seed 3" in result.stdout
    for words in ("On the same deals", "deals needed", "Over all others", "foresight(knock_at=98, width=4)"):
        assert words in result.stdout
    assert "Over all others" not in run(*TWO).stdout


def test_json_and_csv_hold_the_same_figures():
    answer = json.loads(run(*TWO, "--json").stdout)
    assert (answer["seed"], answer["players"], answer["strategies"]) == (3, 2, ["greedy(knock_at=98)", "random"])
    row = next(csv.DictReader(io.StringIO(run(*TWO, "-f", "csv").stdout)))
    assert list(row) == ["better", "than", "difference", "low", "high", "deals_needed", "deals", "seed"]
    assert float(row["difference"]) == answer["pairs"][0]["difference"]


def test_a_sweep_is_a_table_to_be_plotted(tmp_path):
    sweep = (*TWO, "--sweep", "knock_at=90:98:4")
    shown = run(*sweep)
    assert shown.exit_code == 0, shown.stderr
    assert "3 values of knock_at" in shown.stdout
    file = tmp_path / "sweep.parquet"
    assert run(*sweep, "-o", str(file)).exit_code == 0
    frame = pl.read_parquet(file)
    assert frame["value"].to_list() == [90, 94, 98]
    assert {"difference", "low", "high", "points", "deals"} <= set(frame.columns)
    assert json.loads(run(*sweep, "--json").stdout)["values"][1]["difference"] == frame["difference"][1]


def test_two_rulesets_are_shown_with_the_rules_that_differ():
    words = (*TWO, "--against-set", "play.gin_bonus=60")
    shown = run(*words)
    assert shown.exit_code == 0, shown.stderr
    assert "play.gin_bonus: 25 and 60" in shown.stdout
    for outcome in ("all seats", "seat 1", "turns", "knock"):
        assert outcome in shown.stdout
    assert "of all deals, those with others are below 0.12 (95 %)" in shown.stdout
    answer = json.loads(run(*words, "--json").stdout)
    assert answer["changed"] == {"play.gin_bonus": [25, 60]}
    assert answer["differences"][0]["outcome"] == "points"


def test_a_rules_file_is_compared_with_the_preset(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('extends = "gin"\n[play]\nknock_at = 5\n')
    answer = json.loads(run(*TWO, "--against", str(file), "--json").stdout)
    assert (answer["ruleset"], answer["against"]) == ("gin", "house")


def test_a_folder_holds_a_folder_of_each_table_and_is_resumed(tmp_path):
    folder = tmp_path / "run"
    first = run(*TWO, "-o", str(folder), "--json")
    assert first.exit_code == 0, first.stderr
    assert len(list(folder.glob("*/part-*.parquet"))) == 1
    words = [*TWO, "-o", str(folder), "--json"]
    del words[words.index("--seed") : words.index("--seed") + 2]
    assert json.loads(run(*words).stdout)["pairs"] == json.loads(first.stdout)["pairs"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--strategy", "greedy"), "1 strategy cannot be compared"),
        (("--strategy", "greedy,greedy"), "greedy(knock_at=98) is there twice"),
        (("--strategy", "greedy,gredy"), "gredy is no strategy of this game"),
        (("--strategy", "greedy,random", "--sweep", "knock=1:2:1"), "--sweep: knock is no number of greedy"),
        (("--strategy", "greedy,random", "--sweep", "knock_at=1:2"), "'knock_at=1:2' is no sweep"),
        (("--strategy", "greedy,random", "--sweep", "foresight.width=1:2:1"), "foresight is not compared"),
        (("--strategy", "greedy,random,foresight", "--sweep", "knock_at=1:2:1"), "3 strategies"),
        (("--strategy", "greedy,random", "--sweep", "knock_at=1:2:1", "--against", "gin"), "contradict"),
        (("--strategy", "greedy", "--against", "pinacle"), "--against: objective is deadwood in gin"),
        (("--strategy", "greedy", "--against", "nowhere"), "nowhere"),
        (("--strategy", "greedy", "--against", "gin"), "--against: these are the same rules"),
        (("--strategy", "greedy", "--against-set", "play.knock"), "--against-set: 'play.knock' is not KEY=VALUE"),
        (("--strategy", "greedy", "--against-set", "play.knock=3"), "--against-set: 1 problem"),
        (("--strategy", "greedy,random", "--players", "3"), "played by two"),
        (("--strategy", "greedy,random", "-n", "ten"), "ten"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(words, message, tmp_path):
    result = run("-g", "gin", *words, "-o", str(tmp_path / "run"))
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "run").exists()
