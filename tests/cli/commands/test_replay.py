"""`meldlab play --log` and `meldlab replay` as they are typed: the same lines."""

import json

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.sim.play.log import differences
from meldlab.sim.rules.load import load_ruleset

GAMES = {
    "indian-rummy": ("-g", "indian-rummy", "--strategy", "greedy,random,greedy", "--seed", "3"),
    "continental": ("-g", "continental", "--contract", "TT", "--strategy", "greedy,random", "--seed", "3"),
    "pinacle": ("-g", "pinacle", "--strategy", "greedy,random,greedy,random", "--seed", "3"),
}


def run(*words):
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_of_any_index_equals_its_logged_line(game, tmp_path):
    file = tmp_path / "deals.jsonl"
    done = run("play", *GAMES[game], "-n", "3", "--log", str(file), "-q", "--json")
    assert done.exit_code == 0, done.stderr
    texts = file.read_text(encoding="utf-8").splitlines()
    lines = [json.loads(line) for line in texts]
    rotations = json.loads(done.stdout)["rotations"]
    assert len(lines) == 3 * rotations
    for number in (0, len(lines) - 1, rotations):
        deal, rotation = divmod(number, rotations)
        again = run("replay", *GAMES[game], "--deal", str(deal), "--rotation", str(rotation), "--json")
        assert json.loads(again.stdout) == lines[number]
    assert run("replay", *GAMES[game], "--deal", "2", "-f", "jsonl").stdout.rstrip() == texts[2 * rotations]
    assert {line["format"] for line in lines} == {"meldlab-deal/1"}
    assert [line["deal"] for line in lines] == [number // rotations for number in range(len(lines))]
    cards = {json.dumps(sorted(line["stock"])) for line in lines}
    assert len(cards) == 3, "every rotation has the same cards"


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_is_shown_turn_by_turn(game):
    shown = run("replay", *GAMES[game], "--deal", "1")
    assert shown.exit_code == 0, shown.stderr
    for words in ("seed 3, deal 1", "seat 0, greedy", "upcard: ", "  1  seat 0 ", "winner: ", "points: "):
        assert words in shown.stdout
    assert not any(symbol in run("replay", *GAMES[game], "--ascii").stdout for symbol in "♠♥♦♣")


def test_gin_is_not_logged(tmp_path):
    file = tmp_path / "deals.jsonl"
    refused = run("play", "-g", "gin", "--strategy", "greedy", "-n", "3", "--log", str(file))
    assert refused.exit_code == 2
    assert "gin has no deal log" in refused.stderr
    assert not file.exists()
    assert run("replay", "-g", "gin", "--strategy", "greedy", "--seed", "1").exit_code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--deal", "-1"), "--deal: -1 is no number of a deal (allowed: 0 to 999,999,999,999)"),
        (("--deal", "1000000000000"), "--deal: 1000000000000 is no number of a deal (allowed: 0 to 999,999,999,999)"),
        (("--deal", "x"), "--deal: 'x' is not a whole number (allowed: whole numbers)"),
        (("--seed", "-1"), "--seed: -1 is not a seed (allowed: whole numbers from 0 up to 2**128 - 1)"),
        (("--rotation", "-1"), "--rotation: these players have no rotation -1 (allowed: 0 to 1)"),
        (("--rotation", "2"), "these players have no rotation 2 (allowed: 0 to 1)"),
        (("--strategy", "clever"), "clever is no strategy of this game"),
    ],
)
def test_bad_input_is_named(words, message):
    refused = run("replay", *GAMES["pinacle"], *words)
    assert refused.exit_code == 2
    assert message in refused.stderr


@pytest.mark.parametrize(
    ("game", "changes", "told"),
    [
        ("pinacle", {"special.melds.aces6.value": 777}, {"special.melds.aces6.value": 777}),
        ("indian-rummy", {"points.cap": 50, "play.max_turns": 200}, {"points.cap": 50}),
        ("indian-rummy-points", {"points.cap": "none"}, {"points.cap": None}),
        ("continental", {}, {}),
    ],
)
def test_a_line_tells_the_rules_that_differ_from_the_preset(game, changes, told):
    assert differences(load_ruleset(game, set=changes)) == told
