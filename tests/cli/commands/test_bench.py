"""``meldlab bench``: the table, the files it keeps, and what bad command lines are told."""

import csv
import io
import json
import platform
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.sim.bench import measures
from meldlab.sim.bench.actions import Sizes

TINY = measures.Effort(
    Sizes(blocks=1, near_complete=64, pipeline=3000, searched=16), rounds=1, thread_deals=3000, thread_rounds=1
)
POINTS = ("bench", "--quick", "-g", "indian-rummy-points")


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    monkeypatch.setattr(measures, "QUICK", TINY)


def run(*words):
    return CliRunner().invoke(app, list(words))


def test_the_table_shows_measures_ratios_and_bars():
    done = run(*POINTS)
    assert done.exit_code == 0, done.stderr
    for text in ("indian-rummy-points, 2 decks", "ns a hand", "scalar deals", "deal + exact points", "<= 6 scalar"):
        assert text in done.stdout
    assert "Measuring indian-rummy-points, 2 decks ..." in done.stderr
    assert "of 5 bars held." in done.stderr


def test_ascii_and_quiet():
    done = run(*POINTS, "--ascii", "-q")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_json_is_the_record_and_csv_the_figures():
    whole = json.loads(run(*POINTS, "--json").stdout)
    assert whole["command"] == "meldlab bench -g indian-rummy-points --quick"
    assert whole["machine"]["cores"] >= 1
    names = [figure["measure"] for figure in whole["figures"]]
    rows = list(csv.DictReader(io.StringIO(run(*POINTS, "-f", "csv").stdout)))
    assert [row["measure"] for row in rows] == names


def test_a_folder_gets_the_page_and_the_record(tmp_path):
    folder = tmp_path / "results" / "benchmarks"
    done = run(*POINTS, "-o", str(folder))
    assert done.exit_code == 0, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["benchmarks.json", "benchmarks.md"]
    whole = json.loads((folder / "benchmarks.json").read_text(encoding="utf-8"))
    page = (folder / "benchmarks.md").read_text(encoding="utf-8")
    assert page.startswith("# Benchmarks\n")
    for figure in whole["figures"]:
        assert f"| {figure['measure']} |" in page
    for text in (page, json.dumps(whole)):
        assert str(tmp_path) not in text
    assert platform.node() not in whole["machine"].values()


def test_a_file_gets_the_figures_alone(tmp_path):
    file = tmp_path / "figures.csv"
    assert run(*POINTS, "-o", str(file)).stdout == ""
    assert file.read_text(encoding="utf-8").startswith("game,decks,contract,measure,hands,ns_per_hand,")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-g", "canasta"), "there is no benchmark of canasta"),
        (("-g", "indian-rummy", "--decks", "7"), "with 7 decks"),
        (("--decks", "9"), "there is no benchmark with 9 decks"),
        (("--decks", "two"), "--decks"),
        (("-f", "parquet"), "Parquet goes to a file only"),
        (("-f", "csv", "--json"), "contradict each other"),
    ],
)
def test_bad_command_lines_write_nothing(words, told, tmp_path):
    folder = tmp_path / "new"
    done = run("bench", *words, "-o", str(folder))
    assert done.exit_code == 2
    assert told in done.stderr
    assert not folder.exists()


def test_a_folder_that_cannot_be_made_is_named_before_measuring(tmp_path):
    (tmp_path / "file").write_text("here before", encoding="utf-8")
    folder = Path(tmp_path, "file", "inside")
    done = run("bench", "-o", str(folder))
    assert done.exit_code == 2
    assert f"{folder}: cannot be written: Not a directory" in done.stderr
    assert "Measuring" not in done.stderr
