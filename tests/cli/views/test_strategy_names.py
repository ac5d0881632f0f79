"""Strategies in tables: long names once above them, different ones never alike."""

import io

import pytest
from rich.console import Console
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.cli.views.strategy_names import StrategyNames

LONG = "mine.py:Careful(limit=60, patience=12)"
OTHER = "mine.py:Careful(limit=70, patience=12)"


def told(names):
    console = Console(file=io.StringIO(), width=40)
    names.tell(console)
    return console.file.getvalue()


def test_names_that_fit_stand_as_they_are():
    names = StrategyNames(["greedy", "finisher(width=4, care=2)", "greedy"])
    assert [names["greedy"], names["finisher(width=4, care=2)"]] == ["greedy", "finisher(width=4, care=2)"]
    assert told(names) == ""


def test_a_long_name_is_told_once_and_is_short_in_tables():
    names = StrategyNames([LONG, "greedy", LONG])
    assert names[LONG] == "Careful"
    assert told(names) == f"Careful: {LONG}\n"


@pytest.mark.parametrize("given", [[LONG, OTHER], [LONG, OTHER, "Careful"], ["Careful", LONG], [LONG * 2, OTHER * 2]])
def test_different_strategies_have_different_names(given):
    names = StrategyNames(given)
    assert len({names[each] for each in given}) == len(given)
    assert all(len(names[each]) <= 30 for each in given)


def test_the_longest_word_is_cut():
    names = StrategyNames(["x" * 100, "x" * 101])
    assert [names["x" * 100], names["x" * 101]] == ["x" * 25 + "... 1", "x" * 25 + "... 2"]


@pytest.mark.parametrize("more", [(), ("--match", "--set", "play.match_deals=1")])
def test_tables_of_long_names_stay_in_a_terminal_of_80_columns(more, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    path = tmp_path / "mine.py"
    path.write_text(
        "class CarefulAndPatientPlayer:\n"
        "    def __init__(self, limit=60, patience=12, other_number=5):\n"
        "        pass\n\n"
        "    def act(self, seen, actions):\n"
        "        return next(each for each in actions if each.act not in ('pack', 'wrong-show'))\n"
    )
    words = ("-g", "indian-rummy", "--strategy", f"{path}:CarefulAndPatientPlayer,greedy", "-n", "3", "--seed", "1")
    shown = CliRunner().invoke(app, ["play", *words, *more])
    assert shown.exit_code == 0, shown.stderr
    lines = shown.stdout.splitlines()
    name = "CarefulAndPatientPlayer"
    assert lines[1] == f"{name}: mine.py:{name}(limit=60, patience=12, other_number=5)"
    assert all(len(line) <= 80 for line in lines[2:])
    # no figure is parted from its error
    assert not any(line.rstrip().endswith("±") for line in lines)
    assert sum(name in line for line in lines[2:]) >= 3
