"""One comparison: what is read, and what each mistake is told."""

import polars as pl
import pytest
from fake_workload import COLUMNS

from meldlab.sim.errors import QueryError
from meldlab.sim.features import check_column, parse_comparison, usual_features
from meldlab.sim.outcomes import Column


@pytest.mark.parametrize(
    ("text", "spelling", "hits"),
    [
        ("natural_run >= 3", "natural_run >= 3", [3, 4]),
        ("natural_run>=3", "natural_run >= 3", [3, 4]),
        ("  natural_run < 3 ", "natural_run < 3", [1, 2]),
        ("natural_run <= 3", "natural_run <= 3", [1, 2, 3]),
        ("natural_run > 3", "natural_run > 3", [4]),
        ("natural_run == 3", "natural_run == 3", [3]),
        ("natural_run != 3", "natural_run != 3", [1, 2, 4]),
    ],
)
def test_a_comparison_has_one_spelling_and_selects_its_deals(text, spelling, hits):
    feature = parse_comparison(text, COLUMNS)
    frame = pl.DataFrame({"natural_run": [1, 2, 3, 4]})
    assert feature.text == spelling
    assert frame.filter(feature.condition())["natural_run"].to_list() == hits


def test_a_column_of_zeros_and_ones_stands_alone():
    feature = parse_comparison("can_declare", COLUMNS)
    assert (feature.text, feature.number) == ("can_declare", 1)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["position 1", "found the end", "name of an outcome"]),
        (">= 3", ["position 1", "found '>='"]),
        ("natural_rum >= 3", ["position 1", "no outcome called 'natural_rum'", "Did you mean 'natural_run'"]),
        ("zzz >= 3", ["no outcome called 'zzz'", "allowed: points, wilds, natural_run, can_declare"]),
        ("natural_run", ["0 to 13", "natural_run >= 1"]),
        ("natural_run = 3", ["position 13", "'=' is no comparison sign", ">= <= == != > <"]),
        ("natural_run => 3", ["position 13", "'=>'"]),
        ("natural_run 3", ["position 13", "comparison sign, found '3'"]),
        ("natural_run >=", ["position 15", "whole number, found the end"]),
        ("natural_run >= x", ["position 16", "whole number, found 'x'"]),
        ("natural_run >= 3.5", ["position 16", "found '3.5'"]),
        ("natural_run >= -1", ["position 16", "found '-1'"]),
        ("natural_run >= 14", ["position 16", "never exceeds 13", "0 to 13"]),
        ("natural_run >= 3 and wilds == 0", ["position 18", "nothing more, found 'and'", "One comparison"]),
        ("points >= wilds", ["position 11", "found 'wilds'"]),
    ],
)
def test_a_bad_comparison_names_its_position_and_what_would_do(text, parts):
    with pytest.raises(QueryError) as caught:
        parse_comparison(text, COLUMNS)
    for part in parts:
        assert part in str(caught.value)


def test_usual_features_are_those_whose_columns_exist():
    assert [feature.text for feature in usual_features(COLUMNS)] == ["wilds >= 1", "natural_run >= 3", "can_declare"]


def test_an_unknown_outcome_is_refused_with_the_nearest():
    assert check_column("wilds", COLUMNS) == "wilds"
    with pytest.raises(QueryError, match="Did you mean 'wilds'"):
        check_column("wild", COLUMNS)


def test_a_column_with_negative_values_is_compared_with_negative_numbers():
    columns = (Column("value", 3000, "", -330),)
    assert parse_comparison("value < -40", columns).number == -40
    with pytest.raises(QueryError, match="never is less than -330"):
        parse_comparison("value >= -331", columns)
