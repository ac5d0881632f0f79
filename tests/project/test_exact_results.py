"""The exact tables in results/: whole, in agreement with each other and with the known counts, counted again."""

import importlib.util
import json
from math import comb

import pytest
from places import ROOT

from meldlab import load_ruleset

EXACT = json.loads((ROOT / "tests" / "cases" / "exact.json").read_text(encoding="utf-8"))["gin"]

spec = importlib.util.spec_from_file_location("exact", ROOT / "results" / "exact.py")
exact = importlib.util.module_from_spec(spec)
spec.loader.exec_module(exact)
PATH = exact.table_path()
TABLE = json.loads(PATH.with_suffix(".json").read_text(encoding="utf-8"))


def test_the_counts_are_the_known_ones_and_add_up():
    counts = [TABLE["histogram"].get(str(value), 0) for value in range(TABLE["max"] + 1)]
    assert sum(counts) == TABLE["hands"] == EXACT["hands"] == comb(52, 10)
    assert counts[0] == EXACT["deadwood_0"]
    assert sum(counts[:11]) == EXACT["deadwood_at_most_10"]
    assert counts[:6] == EXACT["histogram_0_to_5"]
    assert (round(TABLE["mean"], 6), round(TABLE["sd"], 6)) == (EXACT["mean"], EXACT["sd"])
    assert TABLE["mean"] == pytest.approx(sum(value * count for value, count in enumerate(counts)) / sum(counts))


def test_page_and_csv_are_the_json_in_other_words():
    assert sorted(path.name for path in PATH.parent.iterdir()) == [
        f"{PATH.name}.{end}" for end in ("csv", "json", "md")
    ]
    assert PATH.with_suffix(".md").read_text(encoding="utf-8") == exact.markdown(TABLE)
    assert PATH.with_suffix(".csv").read_text(encoding="utf-8") == exact.csv(TABLE)


def test_the_table_says_where_it_comes_from():
    assert TABLE["method"] == "exact"
    assert TABLE["command"] == "meldlab count -g gin"
    assert TABLE["rules_sha256"] == load_ruleset("gin").sha256


def test_a_table_is_made_as_it_was(tmp_path):
    small = exact.document(ranks=5, cards=6)
    assert list(small) == list(TABLE)
    exact.write(tmp_path / "gin" / "table", {**small, "histogram": TABLE["histogram"]})
    assert {path.suffix for path in (tmp_path / "gin").iterdir()} == {".json", ".md", ".csv"}


@pytest.mark.full
def test_the_whole_table_is_counted_again():
    again = exact.document()
    assert again["histogram"] == TABLE["histogram"]
