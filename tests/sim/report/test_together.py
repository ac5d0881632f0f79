"""Tables that were played together: their order on the page, a swept number, the figures of all of them."""

import json

import pytest
from page_reader import Page
from typer.testing import CliRunner

import meldlab
from meldlab.cli.app import app
from meldlab.sim.play.counts import SEAT
from meldlab.sim.report.markup import Markup
from meldlab.sim.report.tables import all_together
from meldlab.sim.report.words.strategy_names import chart_names


@pytest.fixture(autouse=True)
def without_charts(monkeypatch):
    """Pages with empty charts: drawing takes most of the time."""
    monkeypatch.setattr("meldlab.sim.report.page.svg", lambda chart, numerals: Markup("<svg></svg>"))


@pytest.fixture(scope="module")
def compared():
    return meldlab.compare("gin", ["greedy", "random", "foresight"], deals=40, seed=3)


@pytest.fixture(scope="module")
def swept():
    return meldlab.compare_sweep("indian-rummy", ["cautious", "greedy"], "pack_above=30:90:60", deals=20, seed=3)


def exact(row):
    return [value for cell in row for value in cell[1]]


def test_the_page_of_a_comparison_begins_with_the_order_of_its_strategies(compared):
    page = Page(meldlab.html_report(compared))
    order = compared.tournament().to_dicts()
    assert [row[0][0] for row in page.tables["order"][1:]] == [
        f"{place}. {row['strategy']}" for place, row in enumerate(order, start=1)
    ]
    assert [exact(row) for row in page.tables["order"][1:]] == [
        [row[name] for name in ("difference", "low", "high")] for row in order
    ]
    sections = [value for _, name, value in page.attributes if name == "data-section"]
    assert sections[:2] == ["order", "beside"]
    assert "Gin: 3 strategies compared" in page.texts


def test_the_order_is_not_told_where_a_table_is_missing(compared):
    page = Page(meldlab.html_report(compared.results[:2]))
    assert "order" not in page.tables
    assert "2 runs side by side" in page.texts


def test_two_comparisons_side_by_side_have_an_order_each(compared):
    other = meldlab.compare("gin", ["greedy", "random", "foresight"], deals=40, seed=4)
    page = Page(meldlab.html_report([*compared.results, *other.results]))
    rows = [exact(row)[0] for row in page.tables["order"] if exact(row)]
    assert rows == [*compared.tournament()["difference"], *other.tournament()["difference"]]
    assert all_together([*compared.results, *compared.results]) == []


def test_a_swept_number_is_shown_value_by_value(swept):
    page = Page(meldlab.html_report(swept))
    assert [row[0][0] for row in page.tables["sweep"]] == ["pack_above", *swept.values]
    names = ("difference", "low", "high", "points", "deals")
    assert [exact(row) for row in page.tables["sweep"][1:]] == [
        [row[name] for name in names] for row in swept.rows().to_dicts()
    ]
    assert "Indian rummy: pack_above from 30 to 90" in page.texts


@pytest.mark.parametrize("of", ["deals", "matches"])
def test_every_number_of_points_of_played_deals_is_in_the_page(of):
    players = ["greedy", "random", "greedy"]
    result = meldlab.play("indian-rummy", players, deals=4, seed=3, match=of == "matches")
    head, *rows = Page(meldlab.html_report(result)).tables["points"]
    strategies = list(dict.fromkeys(result.task.strategies))
    assert [cell[0] for cell in head[1:]] == strategies
    shown = {
        (strategy, row[0][1][0]): int(row[place][1][0])
        for row in rows
        for place, strategy in enumerate(strategies, start=1)
        if row[place][1][0]
    }
    counted = {}
    for player, strategy in enumerate(result.task.strategies):
        for value, count in result.counts.values(SEAT, result.how.score, player=player).iter_rows():
            key = strategy, value / result.how.scale
            counted[key] = counted.get(key, 0) + count
    assert shown == counted


def test_figures_in_the_page_of_several_runs_are_those_of_report(tmp_path):
    runs = [str(tmp_path / name) for name in ("deals", "hands")]
    for words in (
        ["compare", "-g", "gin", "--strategy", "greedy,random", "-n", "10"],
        ["simulate", "-g", "gin", "-n", "100"],
    ):
        folder = runs[words[0] == "simulate"]
        assert CliRunner().invoke(app, [*words, "--seed", "1", "-o", folder, "-q"]).exit_code == 0
    page = tmp_path / "page.html"
    told = CliRunner().invoke(app, ["report", *runs, "--html", str(page), "--json"])
    answers = json.loads(told.stdout)
    assert Page(page.read_text(encoding="utf-8")).figures == answers
    assert [answer["run"] for answer in answers] == runs
    assert all(answer["messages"] == [] for answer in answers)


def test_figures_in_a_page_made_in_python_have_the_runs_they_are_given(compared):
    result = compared.results[0]
    (figures,) = Page(meldlab.html_report(result)).figures
    assert (figures["run"], figures["messages"]) == (None, [])
    (figures,) = Page(meldlab.html_report(result, runs=["monday"])).figures
    assert figures["run"] == "monday"
    with pytest.raises(meldlab.ArgumentError, match="a folder for each result"):
        meldlab.html_report(result, runs=["monday", "tuesday"])


@pytest.mark.parametrize(
    ("strategies", "called"),
    [
        (["greedy", "cautious(pack_above=30)"], ["greedy", "cautious"]),
        (["a(x=1, y=2)", "a(x=3, y=2)", "b"], ["a(1)", "a(3)", "b"]),
        (["mine.py:Careful(limit=1)", "Careful(limit=1)"], ["mine.py:Careful", "Careful"]),
        (["a(((", "a(()"], ["a(((", "a(()"]),
        (["(x=1)"], ["(x=1)"]),
        (["same", "same"], ["same"]),
    ],
)
def test_strategies_in_charts_have_short_names_that_tell_them_apart(strategies, called):
    names = chart_names(strategies)
    assert list(names.values()) == called
    assert len({*names.values()}) == len({*strategies})
