"""The reference tables in results/: whole, in agreement with each other, and dealt again in part, count by count."""

import importlib.util
import io
import json
import sys
from fractions import Fraction
from math import sqrt

import polars as pl
import pytest
from places import ROOT

from meldlab import load_ruleset
from meldlab.sim.common.intervals import proportion

EXACT = json.loads((ROOT / "tests" / "cases" / "exact.json").read_text(encoding="utf-8"))


def load(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "results" / f"{name}.py")
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


books = load("books")
render = load("render")
make = load("make")
SUBJECTS = list(make.subjects())
each_table = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.file)


def text_of(subject, suffix):
    return make.table_path(subject).with_suffix(suffix).read_text(encoding="utf-8")


def table_of(subject):
    return json.loads(text_of(subject, ".json"))


def test_every_indian_pack_every_contract_and_pinacle_have_their_table_and_nothing_is_left_over():
    contracts = ("TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE")
    assert [subject.file for subject in SUBJECTS] == [
        *(f"indian-rummy/{pack}" for pack in ("1-deck", "2-decks", "3-decks")),
        "indian-rummy-points/2-decks",
        *(f"indian-rummy-strict/{pack}" for pack in ("1-deck", "2-decks", "3-decks")),
        *(f"continental/{contract}{drawn}" for contract in contracts for drawn in ("", "-drawn")),
        "pinacle/2-decks",
    ]
    expected = {make.table_path(each).with_suffix(suffix) for each in SUBJECTS for suffix in (".json", ".csv", ".md")}
    folders = {path.parent for path in expected}
    assert {path for folder in folders for path in folder.iterdir()} == expected
    assert all(path.stat().st_size < 200_000 for path in expected)


@each_table
def test_the_beginning_of_a_table_is_dealt_again_count_by_count(subject):
    table = table_of(subject)
    stored = table["beginning"]
    assert stored["deals"] == min(2**16, table["deals"])
    again = make.simulate(subject, deals=stored["deals"], seed=table["seed"])
    counts = make.outcome_counts(again)
    for column in stored["columns"]:
        assert counts[column] == stored["outcomes"][column], column
    assert make.joint_digest(again, stored["columns"]) == stored["joint_sha256"]


@pytest.mark.full
@each_table
def test_a_whole_table_is_dealt_again(subject):
    table = table_of(subject)
    again = make.simulate(subject, deals=table["deals"], seed=table["seed"])
    assert again.tally.digest() == table["tally_sha256"]
    assert make.outcome_counts(again) == table["outcomes"]


@each_table
def test_page_and_csv_are_the_json_in_other_words(subject):
    table = table_of(subject)
    assert text_of(subject, ".md") == render.markdown(table)
    assert text_of(subject, ".csv") == render.csv(table)


def test_the_overview_shows_every_table():
    overview = (ROOT / "results" / "overview.md").read_text(encoding="utf-8")
    assert overview == render.overview([table_of(subject) for subject in SUBJECTS])


@each_table
def test_the_counts_of_a_table_add_up(subject):
    table = table_of(subject)
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
    book, score = books.BOOKS[table["objective"]], table["score"]
    assert {str(part[book.by]): part["deals"] for part in table["parts"]} == outcomes[book.by]
    for flag in book.flags:
        assert sum(part[flag] for part in table["parts"]) == outcomes[flag].get("1", 0)
    total = sum(int(value) * count for value, count in outcomes[score["name"]].items())
    assert sum(part["score"] for part in table["parts"]) == total
    assert score["mean"] == pytest.approx(total / deals)


@each_table
def test_the_csv_holds_the_counts_of_the_json(subject):
    table = table_of(subject)
    frame = pl.read_csv(io.StringIO(text_of(subject, ".csv")))
    rows = frame.select("outcome", "value", "deals").rows()
    stored = table["outcomes"].items()
    assert rows == [(outcome, int(value), count) for outcome, counts in stored for value, count in counts.items()]
    assert frame.filter(~pl.col("probability").is_between("low", "high")).is_empty()


@each_table
def test_a_table_says_where_it_comes_from(subject):
    table = table_of(subject)
    assert table["rules_sha256"] == subject.ruleset.sha256
    assert table["command"] == subject.command(deals=table["deals"], seed=table["seed"])
    page = text_of(subject, ".md")
    assert all(str(table[key]) in page for key in ("command", "version", "kernel_version", "tally_sha256"))


def exact_figures():
    """Yield (subject, feature or outcome, value, exact probability) for what is known of dealt hands."""
    for decks in (1, 2):
        pack = next(each for each in EXACT["indian-rummy"] if (each["decks"], each["printed_per_deck"]) == (decks, 2))
        for feature, figure in (("natural_run >= 3", "p_pure"), ("natural_set >= 3", "p_natural_trio_seed")):
            yield make.Subject("indian-rummy", decks), feature, Fraction(pack["after_wild_cut"][figure])
    for row in EXACT["continental"]:
        drawn = row["cards"] - load_ruleset("continental").least_cards(row["contract"]) - 1
        subject = make.Subject("continental", 2, row["contract"], drawn)
        for name, share in row.items():
            if name in ("p_can_go_down", "p_can_close"):
                yield subject, name.removeprefix("p_"), Fraction(*map(int, share))
        for away, share in row.get("distance_distribution", {}).items():
            yield subject, f"distance == {away}", Fraction(*map(int, share))
    events = {name: Fraction(*map(int, share)) for name, share in EXACT["pinacle"]["events"].items()}
    pinacle = make.Subject("pinacle", 2)
    for feature, event in (
        ("has_meld", "any_legal_meld"),
        ("natural_set >= 3", "natural_set_3plus"),
        ("figures6w", "six_figures_with_wild"),
        ("most_in_suit >= 7", "suit_7plus_cards"),
        ("ranks_in_suit >= 7", "suit_7plus_distinct_ranks"),
    ):
        yield pinacle, feature, events[event]


@pytest.mark.parametrize(
    ("subject", "feature", "exact"),
    list(exact_figures()),
    ids=lambda value: getattr(value, "file", None) or str(value)[:24],
)
def test_a_table_agrees_with_the_exact_probability(subject, feature, exact):
    table = table_of(subject)
    column, sign, number = (*feature.split(), "==", "1")[:3]
    holds = {">=": int.__ge__, "==": int.__eq__}[sign]
    hits = sum(count for value, count in table["outcomes"][column].items() if holds(int(value), int(number)))
    expected = float(exact) * table["deals"]
    if expected >= 25:
        assert abs(hits - expected) < 4 * sqrt(expected * (1 - float(exact)))
    else:
        assert hits <= expected + 4 * sqrt(expected) + 4


def test_a_table_that_was_begun_is_continued(tmp_path):
    subject = make.Subject("indian-rummy", 1)
    first = make.simulate(subject, deals=3000, seed=9, runs=tmp_path)
    assert first.dealt == 3000
    again = make.simulate(subject, deals=3000, seed=9, runs=tmp_path)
    assert again.dealt == 0
    opening = make.beginning(subject, deals=3000, seed=9)
    path = tmp_path / "table"
    make.write(path, make.document(subject, first, opening))
    written = [path.with_suffix(suffix).read_bytes() for suffix in (".json", ".md", ".csv")]
    make.write(path, make.document(subject, again, opening))
    assert written == [path.with_suffix(suffix).read_bytes() for suffix in (".json", ".md", ".csv")]
