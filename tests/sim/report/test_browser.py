"""Reports of the reference runs in a real browser, at the width of a phone and of a desk, by day and by night."""

import json
import re
import shutil
import subprocess

import pytest
from page_reader import Page
from places import ROOT
from typer.testing import CliRunner

import meldlab
from meldlab.cli.app import app
from meldlab.sim.report.charts.palette import PAPER
from meldlab.sim.report.words.words import LANGUAGES

RUNS = sorted(path for path in (ROOT / "results" / "runs").iterdir() if path.is_dir())
GAMES = {"continental", "gin", "indian-rummy", "pinacle"}
CHROMIUM = shutil.which("chromium")
WIDTHS = {"phone": 390, "desk": 1280}

# The page stands in a frame of the width that is looked at, and is measured from outside: no script runs in it.
_LOOK = """<!doctype html><meta charset=utf-8><link rel=icon href="data:,"><pre id=found></pre>
<iframe id=page src="page.html" style="width:{width}px;height:900px;border:0"></iframe>
<script>
document.getElementById("page").addEventListener("load", event => {{
  const page = event.target.contentDocument, box = element => element.getBoundingClientRect();
  const shown = [...page.querySelectorAll("svg")].filter(each => box(each).width > 0);
  document.getElementById("found").textContent = JSON.stringify({{
    scrolls: page.documentElement.scrollWidth,
    charts: shown.length,
    figures: page.querySelectorAll("figure").length,
    marks: shown.map(each => each.querySelectorAll("path,rect,line").length),
    letters: Math.min(...shown.flatMap(each => [...each.querySelectorAll("text")].map(text => box(text).height))),
    wide: shown.map(each => box(each).width),
    paper: getComputedStyle(page.body).backgroundColor,
  }});
}});
</script>"""


def looked_at(folder, *, width, night):
    """Return what the browser finds of ``page.html``, and what it says on its console."""
    (folder / "look.html").write_text(_LOOK.format(width=width), encoding="utf-8")
    done = subprocess.run(
        [
            CHROMIUM,
            *("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--dump-dom"),
            *("--enable-logging=stderr", "--virtual-time-budget=5000", f"--user-data-dir={folder / 'profile'}"),
            *(["--blink-settings=preferredColorScheme=0"] if night else ["--blink-settings=preferredColorScheme=1"]),
            (folder / "look.html").as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = re.search(r'<pre id="found">(\{.*\})</pre>', done.stdout)
    return json.loads(found[1]), [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def css(colour):
    return "rgb({}, {}, {})".format(*(int(colour[place : place + 2], 16) for place in (1, 3, 5)))


def test_there_is_a_reference_run_of_each_game_and_all_are_small():
    assert {path.name for path in RUNS} == GAMES
    assert sum(file.stat().st_size for path in RUNS for file in path.iterdir()) < 3_000_000


@pytest.mark.parametrize("run", RUNS, ids=lambda path: path.name)
def test_reports_of_reference_runs_name_the_commands_that_make_them(run):
    told = CliRunner().invoke(app, ["report", str(run), "--json"])
    answer = json.loads(told.stdout)
    assert (told.exit_code, answer["messages"]) == (0, [])
    assert answer["deals"] == 2**22
    assert answer["provenance"]["command"].endswith(f"-n {2**22} --seed 1 -o results/runs/{run.name}")


@pytest.mark.full
@pytest.mark.parametrize("run", RUNS, ids=lambda path: path.name)
def test_reports_of_reference_runs_equal_simulate_and_are_drawn_without_errors(run, tmp_path):
    done = CliRunner().invoke(app, ["report", str(run), "--html", str(tmp_path / "page.html")])
    assert done.exit_code == 0, done.stderr
    page = Page((tmp_path / "page.html").read_text(encoding="utf-8"))
    (figures,) = page.figures
    words = figures["provenance"]["command"].split()[1:-2]
    answer = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    for key in set(answer) - {"seconds", "hands_per_second", "provenance"}:
        assert figures[key] == answer[key], key
    for row, told in zip(page.tables["features"][1:], answer["features"].values(), strict=True):
        assert [value for cell in row[1:4] for value in cell[1]] == [told["hits"], told["probability"], *told["ci95"]]
    look_everywhere(tmp_path, charts=2, marks=10)


@pytest.mark.full
@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_of_played_deals_are_drawn_without_errors_in_every_language(code, tmp_path):
    rules = {"points.cap": 60, "play.stock_exhaustion": "lowest_wins", "declare.set_gate": "any_impure"}
    strategies = ["greedy", "random", "cautious(pack_above=30)", "cautious(pack_above=60)"]
    compared = meldlab.compare("indian-rummy", strategies, deals=50, seed=1, set=rules)
    match = meldlab.play("continental", ["greedy", "random", "planner"], deals=4, seed=1, match=True)
    page = meldlab.html_report([*compared.results, match], lang=code)
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    # Of all the order and the differences; of a pair its difference, two strategies, curves; of the match two more.
    look_everywhere(tmp_path, charts=2 + 6 * 4 + 6, marks=5)


def look_everywhere(folder, *, charts, marks):
    """Look at ``page.html`` at each width, by day and by night; each chart has more marks than `marks`."""
    if CHROMIUM is None:
        pytest.skip("no browser")
    for width in WIDTHS.values():
        for night in (False, True):
            found, console = looked_at(folder, width=width, night=night)
            assert console == []
            assert found["scrolls"] <= width
            assert found["charts"] == found["figures"] == charts
            assert min(found["marks"]) > marks
            assert min(found["wide"]) > 0.5 * min(width, 700)
            assert found["letters"] > 10
            assert found["paper"] == css(PAPER.night if night else PAPER.day)
