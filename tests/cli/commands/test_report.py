"""`meldlab report` as it is typed."""

import csv
import io
import json
import re
import sys
from xml.etree import ElementTree

import pytest
from page_reader import Page
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.cli.terminal.mean_text import mean_text
from meldlab.sim.common.intervals import proportion
from meldlab.sim.report.words.words import language

GIN = ("-g", "gin", "-n", "3000", "--seed", "1")
COMPARED = ("-g", "gin", "--strategy", "greedy,random,foresight", "-n", "30", "--seed", "3")


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of gin hands."""
    path = tmp_path_factory.mktemp("report") / "gin"
    assert run("simulate", *GIN, "-o", path).exit_code == 0
    return path


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """Three strategies compared."""
    path = tmp_path_factory.mktemp("report") / "compared"
    assert run("compare", *COMPARED, "-o", path).exit_code == 0
    return path


def test_it_shows_what_the_runs_own_command_shows_and_where_it_comes_from(folder):
    own, told = run("simulate", *GIN, "-o", folder), run("report", folder)
    assert told.exit_code == 0, told.stderr
    assert told.stdout.startswith(own.stdout.rstrip())
    for words in ("command", "those of gin", "seed", "hash of the rules", "kernels of the programme"):
        assert words in told.stdout
    assert told.stderr == ""


def test_json_is_that_of_the_runs_own_command(folder):
    own = json.loads(run("simulate", *GIN, "-o", folder, "--json").stdout)
    told = json.loads(run("report", folder, "--json").stdout)
    assert (told.pop("run"), told.pop("messages")) == (str(folder), [])
    assert set(told) == set(own)
    for key in set(own) - {"seconds", "provenance"}:
        assert told[key] == own[key], key
    rows = list(csv.DictReader(io.StringIO(run("report", folder, "-f", "csv").stdout)))
    assert {row["feature"]: int(row["hits"]) for row in rows} == {
        text: feature["hits"] for text, feature in own["features"].items()
    }


def test_a_comparison_is_put_together_again(compared):
    own, told = run("compare", *COMPARED, "-o", compared), run("report", compared)
    assert told.exit_code == 0, told.stderr
    assert "3 tables: 30 deals in every rotation, seed 3" in told.stdout
    order = own.stdout[own.stdout.index("Over all others") :].strip()
    assert order in told.stdout
    answers = json.loads(run("report", compared, "--json").stdout)
    assert [len(answer["paired"]) for answer in answers] == [1, 1, 1]


def test_a_sweep_is_put_together_again(tmp_path):
    words = ("-g", "gin", "--strategy", "greedy,random", "--sweep", "knock_at=2:10:4", "-n", "20", "--seed", "3")
    own, told = run("compare", *words, "-o", tmp_path / "sweep"), run("report", tmp_path / "sweep")
    assert own.exit_code == 0, own.stderr
    assert told.stdout.startswith(own.stdout.rstrip())


def test_two_rulesets_and_matches_are_shown_as_by_their_commands(tmp_path):
    words = ("-g", "gin", "--strategy", "greedy", "--against-set", "play.knock_at=3", "-n", "30", "--seed", "3")
    own = run("compare", *words, "-o", tmp_path / "rules")
    assert run("report", tmp_path / "rules").stdout.startswith(own.stdout.rstrip())
    words = ("-g", "indian-rummy", "--match", "--strategy", "greedy,random", "-n", "3", "--seed", "3")
    own = run("play", *words, "-o", tmp_path / "match")
    assert run("report", tmp_path / "match").stdout.startswith(own.stdout.rstrip())


def test_several_runs_stand_side_by_side(folder, compared, tmp_path):
    assert run("simulate", "-g", "gin", "-n", "2000", "--seed", "2", "-o", tmp_path / "other").exit_code == 0
    told = run("report", folder, tmp_path / "other", compared)
    assert told.exit_code == 0, told.stderr
    assert "Side by side" in told.stdout
    assert "Run 1, Run 2 ask the same question with different seeds" in told.stdout
    assert len(json.loads(run("report", folder, tmp_path / "other", "--json").stdout)) == 2


def test_a_combined_run_names_all_its_commands(folder, tmp_path, monkeypatch):
    words = ["simulate", "-g", "gin", "-n", "2000", "--seed", "2", "-o", str(tmp_path / "other")]
    monkeypatch.setattr("sys.argv", ["meldlab", *words])
    assert run(*words).exit_code == 0
    assert run("combine", folder, tmp_path / "other", "-o", tmp_path / "both").exit_code == 0
    told = run("report", tmp_path / "both", "--html", tmp_path / "page.html")
    for text in (told.stdout, Page((tmp_path / "page.html").read_text(encoding="utf-8")).text):
        assert " ".join(["meldlab", *words]) in text
        assert "1 (3,000), 2 (2,000)" in text
    assert "seed [1, 2]" in told.stdout


def test_features_and_splits_are_told_as_asked(folder):
    told = run("report", folder, "--feature", "deadwood<=10", "--by", "natural_run", "--by", "gin")
    for words in ("deadwood <= 10", "By natural_run", "By gin"):
        assert words in told.stdout
    assert "natural_set >= 3" not in told.stdout
    wrong = run("report", folder, "--by", "wilds")
    assert wrong.exit_code == 2
    assert "wilds" in wrong.stderr


def test_splits_are_drawn_as_simulate_draws_them_every_share_with_its_interval(folder):
    asked = ("--by", "natural_run", "--feature", "deadwood <= 2", "--feature", "natural_run >= 3", "--ascii")
    own, told = run("simulate", *GIN, "-o", folder, *asked).stdout, run("report", folder, *asked).stdout
    table = [line for line in own.splitlines() if re.match(r" +\d+ \|", line)]
    assert len(table) > 3
    assert all(line in told.splitlines() for line in table)
    document = json.loads(run("simulate", *GIN, "-o", folder, *asked, "--json").stdout)
    for line, row in zip(table, document["by"]["natural_run"], strict=True):
        value, deals, share, score, within = (cell.strip() for cell in line.split("|"))
        assert (value, deals) == (str(row["natural_run"]), f"{row['count']:,}")
        assert share == mean_text(row["probability"], row["low"], row["high"], deals=3000, ascii=True)
        assert score.startswith(f"{row['mean_deadwood']:.4g} ")
        hits = proportion(round(row["deadwood <= 2"] * row["count"]), row["count"])
        assert within == mean_text(hits.probability, hits.low, hits.high, deals=hits.trials, ascii=True)
    assert "0, below" in own
    one = run("simulate", "-g", "gin", "-n", "1", "--seed", "1", "--by", "natural_run").stdout
    assert "? " in one
    assert "?: no interval" in one


def test_data_have_the_splits_that_are_asked_for_as_those_of_simulate(folder, tmp_path):
    splits = ("natural_run", "deadwood<=10")
    own = [json.loads(run("simulate", *GIN, "-o", folder, "--by", by, "--json").stdout)["by"] for by in splits]
    asked = [word for by in splits for word in ("--by", by)]
    page = tmp_path / "page.html"
    told = json.loads(run("report", folder, *asked, "--html", page, "--json").stdout)
    assert told["by"] == {**own[0], **own[1]}
    assert Page(page.read_text(encoding="utf-8")).figures == [told]
    assert json.loads(run("report", folder, *asked, "-f", "jsonl").stdout)["by"] == told["by"]
    for format in ("csv", "md"):
        lines = run("simulate", *GIN, "-o", folder, "--by", "natural_run", "-f", format).stdout.splitlines()
        rows = run("report", folder, "--by", "natural_run", "-f", format).stdout.splitlines()
        assert len(rows) == len(lines)
        assert all(line.removeprefix("| ") in row for row, line in zip(rows, lines, strict=True) if "-" not in line)


def test_damaged_and_missing_parts_are_told_and_count_nowhere(tmp_path):
    path = tmp_path / "run"
    assert run("simulate", "-g", "gin", "-n", "3M", "--seed", "1", "-o", path).exit_code == 0
    part = path / "part-00000000.parquet"
    part.write_bytes(part.read_bytes()[:-40])
    told = run("report", path, "--html", tmp_path / "page.html")
    assert told.exit_code == 0, told.stderr
    assert "part-00000000.parquet is damaged and counts nowhere" in told.stderr
    assert "chunk of seed 1" in told.stderr
    deals = 3_000_000 - 2**20
    assert f"{deals:,} deals" in told.stdout
    page = Page((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "is damaged and counts nowhere" in page.text
    assert page.figures[0]["deals"] == deals


@pytest.mark.parametrize("code", ["es", "mr"])
def test_a_page_is_written_in_the_language_asked_for(folder, tmp_path, code):
    file = tmp_path / "page.html"
    told = run("report", folder, "--html", file, "--lang", code)
    assert told.exit_code == 0, told.stderr
    assert told.stderr == f"Wrote {file}.\n"
    assert language(code)("found.heading") in Page(file.read_text(encoding="utf-8")).texts


def test_a_chart_is_a_picture(folder, compared, tmp_path):
    svg, png = tmp_path / "chart.svg", tmp_path / "chart.png"
    assert run("report", folder, "--plot", svg, "-q").stderr == ""
    assert ElementTree.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert run("report", folder, "--plot", png).exit_code == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run("report", compared, "--plot", tmp_path / "pairs.svg").exit_code == 0
    assert "foresight" in (tmp_path / "pairs.svg").read_text(encoding="utf-8")
    several = run("report", compared, folder, "--plot", tmp_path / "many.svg")
    assert several.exit_code == 2
    assert "no chart in common" in several.stderr
    assert not (tmp_path / "many.svg").exists()
    both = run("report", compared, folder, "--html", tmp_path / "many.html", "--plot", tmp_path / "many.svg")
    assert both.exit_code == 2
    assert not (tmp_path / "many.html").exists()


def test_without_the_packages_it_says_how_to_get_them_before_anything_is_read(folder, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.delitem(sys.modules, "meldlab.sim.report.charts.charts", raising=False)
    told = run("report", folder, "--html", tmp_path / "page.html")
    assert told.exit_code == 2
    assert "pip install altair vl-convert-python" in told.stderr
    assert not (tmp_path / "page.html").exists()
    # The terminal needs none of them.
    assert run("report", folder).exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--html", "page.txt"), ".html"),
        (("--plot", "chart.pdf"), ".svg, .png"),
        (("--html", "nowhere/page.html"), "cannot be written"),
        (("--lang", "es"), "--html FILE or --plot FILE"),
        (("--html", "page.html", "--lang", "fr"), "en, es, mr"),
        (("--lang", "fr"), "en, es, mr"),
        (("--json", "-f", "csv"), "contradict"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_written(folder, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    told = run("report", folder, *words)
    assert told.exit_code == 2
    assert said in told.stderr
    assert told.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_folder_without_a_run_is_refused(tmp_path):
    told = run("report", tmp_path)
    assert told.exit_code == 2
    assert "holds no parts of a run" in told.stderr
    assert run("report", tmp_path / "missing").exit_code == 2


@pytest.mark.parametrize("words", [("--by", "points"), ("--feature", "garbage((")])
def test_played_deals_are_not_asked_what_hands_are(compared, words):
    done = run("report", compared, *words)
    assert done.exit_code == 2
    assert f"{words[0]} {words[1]}: is asked of dealt hands" in done.stderr
