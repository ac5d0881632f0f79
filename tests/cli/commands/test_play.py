"""`meldlab play` as it is typed."""

import csv
import io
import json

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.cli.commands.play import split
from meldlab.cli.terminal.counted import counted
from meldlab.cli.terminal.mean_text import mean_text, percent_text

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


def test_what_never_came_is_shown_with_its_bound_and_what_is_all_alike_without_limits():
    match = run("-g", "continental", "--strategy", "greedy,random", "--match", "-n", "10", "--seed", "3")
    assert match.exit_code == 0, match.stderr
    assert "0 ±" not in match.stdout.replace("0 ± ?", "")
    assert "0, below 0.31" in match.stdout
    assert "1, above 0.69" in match.stdout
    declared = run("-g", "indian-rummy", "--strategy", "greedy,random", "-n", "10", "--seed", "3").stdout
    assert "never, below 0.31" in declared
    # both knock at once, and nothing tells them apart
    alike = run("-g", "gin", "--strategy", "greedy,greedy(knock_at=97)", "-n", "10", "--seed", "3").stdout
    note = "?: no interval, since all values are alike; of all deals, those with others are below 0.31 (95 %)."
    assert note in " ".join(alike.split())
    few = run("-g", "indian-rummy", "--players", "3", "--strategy", "finisher,greedy,random", "-n", "20", "--seed", "7")
    assert "? of declared_in_turn: no interval, since it came about in too few deals" in " ".join(few.stdout.split())
    assert "?: one deal says nothing of others." in run("-g", "gin", "--strategy", "greedy", "-n", "1").stdout


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        ((0.5412, 0.5254, 0.557), "0.5412 ± 0.016"),
        ((0, 0, 0.00368), "0, below 0.0037"),
        ((1, 0.99632, 1), "1, above 0.9963"),
        ((0.991, 0.98298, 0.99588), "0.991 (0.983 to 0.9959)"),
        ((0.009, 0.00412, 0.01702), "0.009 (0.0041 to 0.017)"),
        ((0.9882, 0.98476, 0.99079), "0.9882 (0.985 to 0.9908)"),
        ((0.0118, 0.00921, 0.01524), "0.0118 (0.0092 to 0.015)"),
        ((1.991, 1.98, 1.999), "1.991 (1.98 to 1.999)"),
        ((1234, 0, 2900), "1234 (0 to 2900)"),
        ((1, 1 - 3.7e-7, 1), "1, above 1 - 3.7e-07"),
        ((1, 0.5, 1.5), "1 ± 0.5"),
        ((0.001, 0.0000253, 0.00556), "0.001 (2.5e-05 to 0.0056)"),
        ((0, -0.2, 0.2), "0 ± 0.2"),
        ((0, None, None), "0 ± ?"),
        ((None, None, None), "never, below 0.0037"),
        ((47.0, -73.4, 167.4), "47 ± 120"),
        ((98.33, 91.06, 99.96), "98.33 (91 to 100)"),
    ],
)
def test_a_mean_is_never_shown_as_more_certain_than_it_is(figures, text):
    assert mean_text(*figures, deals=1000, ascii=False) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.5, "50.00%"), (0, "0.00%"), (1, "100.00%"), (0.0000132, "0.0013%"), (0.9999868, "99.9987%"), (0.98, "98.00%")],
)
def test_a_share_in_percent_is_never_rounded_to_none_or_all(share, text):
    assert percent_text(share) == text


def test_one_of_a_thing_is_not_told_in_the_plural():
    assert [counted(number, "deal") for number in (0, 1, 2000)] == ["0 deals", "1 deal", "2,000 deals"]
    assert [counted(number, "match") for number in (1, 2)] == ["1 match", "2 matches"]
    assert "gin, 2 players: 1 deal, each in" in run("-g", "gin", "--strategy", "greedy,random", "-n", "1").stdout


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


def test_matches_show_shares_of_the_wins_and_are_logged(tmp_path):
    log = tmp_path / "matches.jsonl"
    words = ("-g", "pinacle", "--strategy", "greedy,builder,greedy,builder", "--match", "-n", "2", "--seed", "3")
    result = run(*words, "--log", str(log))
    assert result.exit_code == 0, result.stderr
    assert "pinacle, 4 players: 2 matches, each in 2 rotations, seed 3" in result.stdout
    for title in ("Share of the wins", "Means of a match", "points a match", "deals a match"):
        assert title in result.stdout
    formats = [json.loads(line)["format"] for line in log.read_text().splitlines()]
    assert formats.count("meldlab-game/1") == 4
    answer = json.loads(run(*words, "--json").stdout)
    assert answer["matches"] == 2
    rows = list(csv.DictReader(io.StringIO(run(*words, "-f", "csv").stdout)))
    shares = [float(row["mean"]) for row in rows if row["outcome"] == "win_share"]
    assert shares == pytest.approx([row["share"] for row in answer["wins"]])
    assert {row["matches"] for row in rows} == {"2"}


@pytest.fixture
def lost(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "class Lost:\n"
        "    def __init__(self, turn=2):\n"
        "        self.turn = turn\n\n"
        "    def act(self, seen, actions):\n"
        "        if seen.turn >= self.turn:\n"
        "            raise KeyError('way')\n"
        "        return actions[-1]\n"
    )
    return path


def test_a_strategy_of_a_file_is_played_and_logged(lost, tmp_path):
    log = tmp_path / "deals.jsonl"
    words = ("-g", "indian-rummy", "--strategy", f"greedy,{lost}:Lost(turn=100000)", "--set", "play.max_turns=3")
    result = run(*words, "-n", "2", "--seed", "1", "--log", str(log))
    assert result.exit_code == 0, result.stderr
    assert "mine.py:Lost(turn=100000)" in result.stdout
    first = json.loads(log.read_text().splitlines()[0])
    assert first["strategies"] == ["greedy", "mine.py:Lost(turn=100000)"]
    again = CliRunner().invoke(app, ["replay", *words, "--seed", "1", "--deal", "0", "--json"])
    assert json.loads(again.stdout) == first


def test_what_a_strategy_of_a_file_raises_is_named_and_shown_with_verbose(lost):
    words = ("-g", "indian-rummy", "--strategy", f"{lost}:Lost", "-n", "1", "--seed", "1")
    result = run(*words)
    assert result.exit_code == 2
    assert "deal 0, seat 0, turn 3: mine.py:Lost(turn=2) raises KeyError: 'way'" in result.stderr
    assert "Traceback" not in result.stderr
    assert "raise KeyError('way')" in run(*words, "-v").stderr


def test_a_file_of_a_strategy_is_not_written_over(lost):
    result = run("-g", "indian-rummy", "--strategy", f"{lost}:Lost", "-n", "1", "--log", str(lost))
    assert result.exit_code == 2
    assert lost.read_text().startswith("class Lost")


def test_seatings_that_repeat_one_another_are_played_once():
    pairs = run("-g", "pinacle", "--strategy", "greedy,random,greedy,random", "-n", "2", "--seed", "3", "--json")
    assert json.loads(pairs.stdout)["rotations"] == 2
    alone = run("-g", "pinacle", "--strategy", "greedy,random,random,random", "-n", "2", "--seed", "3", "--json")
    assert json.loads(alone.stdout)["rotations"] == 4


def test_the_answer_and_the_log_are_two_files(tmp_path):
    file = tmp_path / "same.jsonl"
    words = ("-g", "indian-rummy", "--strategy", "greedy", "-n", "2", "-o", str(file), "--log", str(file))
    refused = run(*words)
    assert refused.exit_code == 2
    assert "are the same file" in refused.stderr
    assert not file.exists()
    folder = run(*words[:6], "--log", str(tmp_path))
    assert "--log" in folder.stderr
    assert "is a folder" in folder.stderr


def test_codes_are_told_as_shares_and_turns_only_where_they_came_about():
    shown = run("-g", "indian-rummy", "--players", "2", "--strategy", "cautious", "-n", "40", "--seed", "3", "--json")
    rows = [row for row in json.loads(shown.stdout)["by_player"] if row["player"] == 0]
    told = {row["outcome"]: row["mean"] for row in rows}
    assert 0 < told["packed_first"] < 1
    assert told["declared_in_turn"] >= 1
    assert "packed" not in told
