"""The reference tables in results/: whole, in agreement with each other, and dealt again in part, count by count."""

import importlib.util
import io
import json
import sys
from fractions import Fraction
from math import sqrt
from pathlib import Path

import polars as pl
import pytest

from meldlab import load_ruleset
from meldlab.sim.intervals import proportion

ROOT = Path(__file__).resolve().parents[1]
EXACT = json.loads((ROOT / "tests" / "cases" / "exact.json").read_text(encoding="utf-8"))


def load(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "results" / f"{name}.py")
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


render = load("render")
make = load("make")
TABLES = list(make.tables())
each_table = pytest.mark.parametrize(("name", "decks"), TABLES, ids=lambda value: str(value))


def text_of(name, decks, suffix):
    return make.table_path(name, decks).with_suffix(suffix).read_text(encoding="utf-8")


def table_of(name, decks):
    return json.loads(text_of(name, decks, ".json"))


def test_every_indian_ruleset_and_pack_has_its_table_and_nothing_is_left_over():
    assert TABLES == [
        ("indian-rummy", 1),
        ("indian-rummy", 2),
        ("indian-rummy", 3),
        ("indian-rummy-points", 2),
        ("indian-rummy-strict", 1),
        ("indian-rummy-strict", 2),
        ("indian-rummy-strict", 3),
    ]
    expected = {make.table_path(*table).with_suffix(suffix) for table in TABLES for suffix in (".json", ".csv", ".md")}
    folders = {path.parent for path in expected}
    assert {path for folder in folders for path in folder.iterdir()} == expected
    assert all(path.stat().st_size < 200_000 for path in expected)


@each_table
def test_the_beginning_of_a_table_is_dealt_again_count_by_count(name, decks):
    table = table_of(name, decks)
    stored = table["beginning"]
    assert stored["deals"] == min(2**16, table["deals"])
    again = make.simulate(name, decks, deals=stored["deals"], seed=table["seed"])
    counts = make.outcome_counts(again)
    for column in stored["columns"]:
        assert counts[column] == stored["outcomes"][column], column
    assert make.joint_digest(again, stored["columns"]) == stored["joint_sha256"]


@pytest.mark.full
@each_table
def test_a_whole_table_is_dealt_again(name, decks):
    table = table_of(name, decks)
    again = make.simulate(name, decks, deals=table["deals"], seed=table["seed"])
    assert again.tally.digest() == table["tally_sha256"]
    assert make.outcome_counts(again) == table["outcomes"]


@each_table
def test_page_and_csv_are_the_json_in_other_words(name, decks):
    table = table_of(name, decks)
    assert text_of(name, decks, ".md") == render.markdown(table)
    assert text_of(name, decks, ".csv") == render.csv(table)


def test_the_overview_shows_every_table():
    overview = (ROOT / "results" / "overview.md").read_text(encoding="utf-8")
    assert overview == render.overview([table_of(*table) for table in TABLES])


@each_table
def test_the_counts_of_a_table_add_up(name, decks):
    table = table_of(name, decks)
    deals, outcomes = table["deals"], table["outcomes"]
    assert all(sum(counts.values()) == deals for counts in outcomes.values())
    for feature, share in table["features"].items():
        column, sign, number = (*feature.split(), "==", "1")[:3]
        holds = {">=": int.__ge__, "<=": int.__le__, "==": int.__eq__}[sign]
        hits = sum(count for value, count in outcomes[column].items() if holds(int(value), int(number)))
        interval = proportion(hits, deals)
        assert share["hits"] == hits
        assert share["probability"] == pytest.approx(hits / deals)
        assert share["ci95"] == pytest.approx([interval.low, interval.high])
    wilds = table["by_wilds"]
    assert {str(row["wilds"]): row["deals"] for row in wilds} == outcomes["wilds"]
    assert sum(row["can_declare"] for row in wilds) == table["features"]["can_declare"]["hits"]
    total = sum(int(value) * count for value, count in outcomes["points"].items())
    assert sum(row["points"] for row in wilds) == total
    assert table["score"]["mean"] == pytest.approx(total / deals)


@each_table
def test_the_csv_holds_the_counts_of_the_json(name, decks):
    table = table_of(name, decks)
    frame = pl.read_csv(io.StringIO(text_of(name, decks, ".csv")))
    rows = frame.select("outcome", "value", "deals").rows()
    stored = table["outcomes"].items()
    assert rows == [(outcome, int(value), count) for outcome, counts in stored for value, count in counts.items()]
    assert frame.filter(~pl.col("probability").is_between("low", "high")).is_empty()


@each_table
def test_a_table_says_where_it_comes_from(name, decks):
    table = table_of(name, decks)
    assert table["rules_sha256"] == load_ruleset(name).sha256
    command = f"meldlab simulate -g {name} --decks {decks} -n {table['deals']} --seed {table['seed']}"
    assert table["command"] == command
    page = text_of(name, decks, ".md")
    assert all(str(table[key]) in page for key in ("command", "version", "kernel_version", "tally_sha256"))


@pytest.mark.parametrize(
    ("decks", "feature", "figure"),
    [
        (decks, *pair)
        for decks in (1, 2)
        for pair in (("natural_run >= 3", "p_pure"), ("natural_set >= 3", "p_natural_trio_seed"))
    ],
)
def test_a_table_agrees_with_the_exact_probability(decks, feature, figure):
    table = table_of("indian-rummy", decks)
    pack = next(each for each in EXACT["indian-rummy"] if (each["decks"], each["printed_per_deck"]) == (decks, 2))
    exact = float(Fraction(pack["after_wild_cut"][figure]))
    error = sqrt(exact * (1 - exact) / table["deals"])
    assert abs(table["features"][feature]["hits"] / table["deals"] - exact) < 4 * error


def test_a_table_that_was_begun_is_continued(tmp_path):
    first = make.simulate("indian-rummy", 1, deals=3000, seed=9, runs=tmp_path)
    assert first.dealt == 3000
    again = make.simulate("indian-rummy", 1, deals=3000, seed=9, runs=tmp_path)
    assert again.dealt == 0
    opening = make.beginning("indian-rummy", 1, deals=3000, seed=9)
    path = tmp_path / "table"
    make.write(path, make.document(first, opening))
    written = [path.with_suffix(suffix).read_bytes() for suffix in (".json", ".md", ".csv")]
    make.write(path, make.document(again, opening))
    assert written == [path.with_suffix(suffix).read_bytes() for suffix in (".json", ".md", ".csv")]
