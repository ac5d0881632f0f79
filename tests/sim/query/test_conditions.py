"""Queries over outcomes: what is read, and what each mistake is told."""

import polars as pl
import pytest
from fake_workload import COUNTED

from meldlab import simulate
from meldlab.sim.common.errors import QueryError
from meldlab.sim.counting.outcomes import Column
from meldlab.sim.query.conditions import parse_condition, parse_grouping, usual_features
from meldlab.sim.query.query import Between


@pytest.mark.parametrize(
    ("text", "spelling", "hits"),
    [
        ("natural_run >= 3", "natural_run >= 3", [3, 4]),
        ("natural_run>=3", "natural_run >= 3", [3, 4]),
        ("  natural_run < 3 ", "natural_run <= 2", [1, 2]),
        ("natural_run <= 3", "natural_run <= 3", [1, 2, 3]),
        ("natural_run > 3", "natural_run >= 4", [4]),
        ("natural_run == 3", "natural_run == 3", [3]),
        ("natural_run != 3", "natural_run != 3", [1, 2, 4]),
        ("2 <= natural_run < 4", "2 <= natural_run <= 3", [2, 3]),
        ("natural_run == 1 or natural_run == 4", "natural_run == 1 or natural_run == 4", [1, 4]),
        ("not (natural_run >= 2 and natural_run <= 3)", "not (natural_run >= 2 and natural_run <= 3)", [1, 4]),
    ],
)
def test_a_query_has_one_spelling_and_selects_its_deals(text, spelling, hits):
    condition = parse_condition(text, COUNTED)
    frame = pl.DataFrame({"natural_run": [1, 2, 3, 4]})
    assert condition.text == spelling
    assert frame.filter(condition.expression())["natural_run"].to_list() == hits
    assert parse_condition(spelling, COUNTED) == condition


def test_a_column_of_zeros_and_ones_stands_alone():
    condition = parse_condition("can_declare", COUNTED)
    assert (condition.text, condition.query.low) == ("can_declare", 1)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["position 1", "found the end", "name of an outcome"]),
        (">= 3", ["position 1", "found '>='"]),
        ("natural_rum >= 3", ["position 1", "no outcome called 'natural_rum'", "Did you mean 'natural_run'"]),
        ("zzz >= 3", ["no outcome called 'zzz'", "allowed: points, wilds, natural_run, can_declare"]),
        ("naturals(A) >= 3", ["no outcome called 'naturals'", "allowed: points, wilds", "ask 'meldlab odds'"]),
        ("natural_run", ["0 to 13", "natural_run >= 1"]),
        ("natural_run = 3", ["position 13", "Write '==' instead of '='"]),
        ("natural_run => 3", ["position 13", "Write '>=' instead of '=>'"]),
        ("natural_run << 3", ["position 13", ">= <= > < == !="]),
        ("natural_run 3", ["position 13", "found '3'"]),
        ("natural_run >=", ["position 15", "whole number, found the end"]),
        ("natural_run >= x", ["position 16", "whole number, found 'x'"]),
        ("natural_run >= 3.5", ["position 16", "found '3.5'"]),
        ("natural_run >= -1", ["position 16", "never is less than 0"]),
        ("natural_run >= 14", ["position 16", "never exceeds 13", "0 to 13"]),
        ("natural_run >= 3 and", ["position 21", "name of an outcome, found the end"]),
        ("points >= wilds", ["position 11", "found 'wilds'"]),
    ],
)
def test_a_bad_query_names_its_position_and_what_would_do(text, parts):
    with pytest.raises(QueryError) as caught:
        parse_condition(text, COUNTED)
    for part in parts:
        assert part in str(caught.value)


def test_usual_features_are_those_whose_columns_exist():
    assert [feature.text for feature in usual_features(COUNTED)] == ["wilds >= 1", "natural_run >= 3", "can_declare"]


def test_deals_are_grouped_by_an_outcome_or_by_a_query():
    frame = pl.DataFrame({"wilds": [0, 1, 2], "natural_run": [3, 3, 1]})
    assert frame.group_by(parse_grouping("wilds", COUNTED)[1]).len().height == 3
    name, value = parse_grouping("wilds>0 and natural_run == 3", COUNTED)
    assert (name, frame.select(value).to_series().to_list()) == ("wilds >= 1 and natural_run == 3", [0, 1, 0])
    with pytest.raises(QueryError, match="Did you mean 'wilds'"):
        parse_grouping("wild", COUNTED)


def test_a_special_of_the_ruleset_stands_for_its_query_unless_it_asks_for_what_is_not_counted():
    counted = COUNTED._replace(named={"long": "natural_run >= 5", "many": "naturals(A) >= 3"})
    assert list(pl.DataFrame({"natural_run": [4, 5]}).select(parse_grouping("long", counted)[1])["long"]) == [0, 1]
    with pytest.raises(QueryError, match="no outcome called 'many'"):
        parse_condition("many", counted)


def test_a_column_with_negative_values_is_compared_with_negative_numbers():
    counted = COUNTED._replace(columns=(Column("value", 3000, "", -330),))
    query = parse_condition("value < -40", counted).query
    assert isinstance(query, Between)
    assert query.high == -41
    with pytest.raises(QueryError, match="never is less than -330"):
        parse_condition("value >= -331", counted)


def test_a_simulation_counts_whole_queries_and_the_games_own_specials():
    features = ["trio and not has_pure", "natural_set >= 3 and natural_run <= 2", "two_lives or trio"]
    run = simulate("indian-rummy", deals=2000, seed=5, features=features)
    counts = dict(zip(features, run.table()["hits"], strict=True))
    assert 0 < counts[features[0]] == counts[features[1]] < counts[features[2]]
    table = run.by("two_lives")
    assert table.columns[0] == "two_lives"
    assert table["count"].sum() == 2000
    assert run.by("trio and not has_pure").columns[-2:] == features[1:]
