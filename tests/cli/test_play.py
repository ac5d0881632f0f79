"""`meldlab play` as it is typed."""

import csv
import io
import json

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.cli.play import split

GIN = ("-g", "gin", "--strategy", "greedy,random", "-n", "40", "--seed", "3")


def run(*words):
    return CliRunner().invoke(app, ["play", *words])


def test_the_table_shows_players_pairs_seats_and_how_deals_end():
    result = run(*GIN)
    assert result.exit_code == 0, result.stderr
    assert "gin, 2 players: 40 deals, each in 2 rotations, seed 3" in result.stdout
    for words in ("each player", "On the same cards", "each seat", "How deals end", "knock"):
        assert words in result.stdout
    assert "±" in result.stdout
    assert "±" not in run(*GIN, "--ascii").stdout


def test_json_and_csv_hold_the_same_figures():
    answer = json.loads(run(*GIN, "--json").stdout)
    assert (answer["deals"], answer["rotations"], answer["seed"]) == (40, 2, 3)
    assert answer["strategies"] == ["greedy(knock_at=98)", "random"]
    rows = list(csv.DictReader(io.StringIO(run(*GIN, "-f", "csv").stdout)))
    assert [float(row["mean"]) for row in rows] == pytest.approx([row["mean"] for row in answer["by_player"]])
    assert {(row["deals"], row["seed"]) for row in rows} == {("40", "3")}


def test_one_strategy_plays_every_seat_once():
    answer = json.loads(run("-g", "gin", "--strategy", "random", "-n", "10", "--seed", "3", "--json").stdout)
    assert (answer["rotations"], answer["strategies"]) == (1, ["random", "random"])
    assert "On the same cards" not in run("-g", "gin", "--strategy", "random", "-n", "10").stdout


def test_a_folder_is_resumed(tmp_path):
    folder = ("-o", str(tmp_path / "run"))
    assert run(*GIN, *folder).exit_code == 0
    more = [*GIN, *folder, "--json"]
    more[5] = "60"
    answer = json.loads(run(*more).stdout)
    assert answer["deals"] == 60
    refused = run("-g", "gin", "--strategy", "greedy", *folder)
    assert refused.exit_code == 2
    assert "belongs to another run" in refused.stderr


def test_commas_inside_parentheses_part_numbers():
    assert split("greedy, watchful(width=4,care=1),random") == ["greedy", "watchful(width=4,care=1)", "random"]
    assert split("greedy") == ["greedy"]
    assert split("greedy,") == ["greedy", ""]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-g", "gin", "--strategy", "gredy"), "gredy is no strategy of this game (allowed: random, greedy"),
        (("-g", "gin", "--strategy", "greedy,"), "strategy ''"),
        (("-g", "gin", "--strategy", "greedy(knock=3)"), "'knock=3' is no number of greedy"),
        (("-g", "gin", "--strategy", "greedy,greedy,random"), "played by two"),
        (("-g", "gin", "--strategy", "greedy", "-n", "ten"), "ten"),
        (("-g", "gin", "--strategy", "greedy", "--contract", "TT"), "gin has no contracts"),
        (("-g", "gin", "--strategy", "greedy", "--players", "3"), "played by two"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(words, message, tmp_path):
    result = run(*words, "-o", str(tmp_path / "run"))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "run").exists()
