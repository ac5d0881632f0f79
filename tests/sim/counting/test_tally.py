"""Tallies are exact, and their sum does not care about order or grouping."""

import numpy as np
import polars as pl
import pytest
from fake_workload import FakeCounted
from hypothesis import given, settings
from hypothesis import strategies as st

from meldlab.sim.common.intervals import proportion
from meldlab.sim.common.means import Mean
from meldlab.sim.counting.outcomes import Column
from meldlab.sim.counting.packing import Packing
from meldlab.sim.counting.tally import Accumulator, Tally, TallyBuilder
from meldlab.sim.query.conditions import parse_condition
from meldlab.sim.simulate.figures import histogram, score, splits_by, table_by

COLUMNS = (Column("points", 80, ""), Column("wilds", 13, ""), Column("can_declare", 1, ""))
COUNTED = FakeCounted(COLUMNS, {})

rows = st.lists(st.tuples(st.integers(0, 80), st.integers(0, 13), st.integers(0, 1)), max_size=60)


def outcomes_of(values: list[tuple[int, ...]]) -> dict[str, np.ndarray]:
    array = np.array(values, dtype=np.uint8).reshape(len(values), len(COLUMNS))
    return {column.name: array[:, position] for position, column in enumerate(COLUMNS)}


def tally_of(values: list[tuple[int, ...]]) -> Tally:
    builder = TallyBuilder(COLUMNS, len(values))
    builder.add(outcomes_of(values), len(values))
    return builder.finish()


@settings(deadline=None, max_examples=60)
@given(rows, rows, rows)
def test_tallies_add_up_exactly_in_any_order_and_grouping(first, second, third):
    a, b, c = tally_of(first), tally_of(second), tally_of(third)
    whole = tally_of(first + second + third)
    assert a + b == b + a
    assert (a + b) + c == a + (b + c) == Tally.total(COLUMNS, [c, a, b]) == whole
    assert whole.digest() == ((c + b) + a).digest()
    assert whole.frame.equals((c + (a + b)).frame)


@settings(deadline=None, max_examples=30)
@given(rows)
def test_the_tally_of_no_deals_is_the_zero_of_addition(values):
    tally = tally_of(values)
    assert Tally.empty(COLUMNS) + tally == tally == tally + Tally.empty(COLUMNS)
    assert tally_of([]) == Tally.empty(COLUMNS)


@settings(deadline=None, max_examples=60)
@given(rows, st.data())
def test_splitting_the_deals_anywhere_changes_nothing(values, data):
    cut = data.draw(st.integers(0, len(values)))
    sliced = TallyBuilder(COLUMNS, len(values))
    sliced.add(outcomes_of(values[:cut]), cut)
    sliced.add(outcomes_of(values[cut:]), len(values) - cut)
    assert tally_of(values[:cut]) + tally_of(values[cut:]) == tally_of(values) == sliced.finish()


@settings(deadline=None, max_examples=30)
@given(rows)
def test_a_tally_counts_what_a_plain_count_counts(values):
    tally = tally_of(values)
    counted = {row[:-1]: row[-1] for row in tally.frame.iter_rows()}
    assert counted == {row: values.count(row) for row in set(values)}
    assert tally.frame.rows() == sorted(tally.frame.rows())
    assert tally.deals == len(values)
    assert tally.frame.schema["count"] == pl.Int64


@settings(deadline=None, max_examples=30)
@given(rows)
def test_a_tally_read_back_in_any_row_order_is_the_same(values):
    tally = tally_of(values)
    assert Tally.from_frame(COLUMNS, tally.frame.reverse()) == tally


@pytest.mark.parametrize(
    "change",
    [
        pl.col("points").cast(pl.UInt16),
        pl.lit(81, dtype=pl.UInt8).alias("points"),
        pl.lit(0, dtype=pl.Int64).alias("count"),
        pl.lit(None, dtype=pl.UInt8).alias("points"),
        pl.lit(None, dtype=pl.Int64).alias("count"),
        pl.lit(1).alias("more"),
    ],
)
def test_a_frame_that_is_no_tally_is_refused(change):
    with pytest.raises(ValueError, match=r"above its maximum|below 1|missing|expected"):
        Tally.from_frame(COLUMNS, tally_of([(1, 2, 0)]).frame.with_columns(change))


def test_counts_beyond_32_bits_do_not_wrap():
    big = pl.DataFrame({"code": [5], "count": [2**32]}, schema={"code": pl.UInt64, "count": pl.Int64})
    total = Accumulator(Tally.empty(COLUMNS))
    for _ in range(40):
        total.add(Tally(COLUMNS, big))
    assert total.total().deals == total.deals == 40 * 2**32


def test_a_value_above_its_maximum_is_refused_rather_than_counted_elsewhere():
    with pytest.raises(ValueError, match="above its maximum 13"):
        tally_of([(0, 14, 0)])


def test_tallies_of_other_columns_do_not_add():
    with pytest.raises(ValueError, match="different outcome columns"):
        tally_of([(1, 1, 1)]) + Tally.empty(COLUMNS[:2])


def test_wide_codes_pack_and_unpack():
    columns = tuple(Column(f"c{position}", 2**12 - 1, "") for position in range(5))
    packing = Packing(columns)
    assert packing.code_type is np.uint64
    values = {column.name: np.array([position, 4095], dtype=np.uint16) for position, column in enumerate(columns)}
    builder = TallyBuilder(columns, 2)
    builder.add(values, 2)
    assert builder.finish().frame.rows() == [(0, 1, 2, 3, 4, 1), (4095, 4095, 4095, 4095, 4095, 1)]


def test_too_many_combinations_are_refused():
    with pytest.raises(ValueError, match="63-bit"):
        Packing([Column(f"c{position}", 2**16, "") for position in range(4)])


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 80), min_size=2, max_size=80))
def test_score_figures_are_those_of_the_deals(points):
    figures = score(tally_of([(value, 0, 0) for value in points]), "points")
    array = np.array(points)
    assert figures.mean == pytest.approx(array.mean())
    assert figures.sd == pytest.approx(array.std(ddof=1))
    assert figures.se == pytest.approx(array.std(ddof=1) / len(points) ** 0.5)
    assert (figures.min, figures.max) == (array.min(), array.max())
    for level, value in figures.quantiles.items():
        place = -(-round(float(level) * 100) * len(points) // 100)
        assert value == sorted(points)[place - 1]


def test_no_deals_have_no_figures():
    figures = score(Tally.empty(COLUMNS), "points")
    assert (figures.mean, figures.sd, figures.ci95, figures.quantiles) == (None, None, None, {})
    assert score(tally_of([(7, 0, 0)]), "points").sd is None


def test_the_table_by_an_outcome_of_a_perfectly_tied_pair_has_only_ones_and_zeros():
    tally = tally_of([(value, value % 14, int(value >= 40)) for value in range(81)])
    features = [parse_condition(text, COUNTED) for text in ("points >= 40", "can_declare")]
    table = table_by(tally, "can_declare", pl.col("can_declare"), score_name="points", features=features)
    assert table["can_declare"].to_list() == [0, 1]
    assert table["points >= 40"].to_list() == [0.0, 1.0]
    assert table["count"].to_list() == [40, 41]
    assert table["mean_points"].to_list() == [19.5, 60.0]
    assert histogram(tally, "can_declare") == {0: 40, 1: 41}


def test_every_figure_of_a_part_has_its_interval_within_what_is_possible():
    tally = tally_of([(0, 0, 0), (9, 1, 0), (0, 1, 0), (40, 2, 1)] + [(20, 3, 1), (30, 3, 0)] * 50)
    features = [parse_condition(text, COUNTED) for text in ("can_declare", "points <= 30")]
    parts = splits_by(tally, "wilds", pl.col("wilds"), score_name="points", features=features)
    assert [part.value for part in parts] == [0, 1, 2, 3]
    assert [part.share for part in parts] == [proportion(count, 104) for count in (1, 2, 1, 100)]
    hits = [[part.features[feature.text] for feature in features] for part in parts]
    expected = [[(0, 1), (1, 1)], [(0, 2), (2, 2)], [(1, 1), (0, 1)], [(50, 100), (100, 100)]]
    assert hits == [[proportion(*share) for share in row] for row in expected]
    assert parts[0].score == Mean(0, None, None)
    assert parts[1].score.low == 0
    assert parts[3].score.mean == 25
    assert parts[3].score.low == pytest.approx(25 - 1.9842 * 5.0252 / 10, abs=1e-3)


def test_negative_values_are_packed_and_read_back_and_kept_within_their_bounds():
    columns = (Column("value", 40, "", -90), Column("wilds", 13, ""))
    packing = Packing(columns)
    values, wilds = np.array([-90, -1, 0, 40], dtype=np.int32), np.array([0, 13, 2, 5], dtype=np.uint8)
    codes = np.empty(4, dtype=packing.code_type)
    packing.pack({"value": values, "wilds": wilds}, codes)
    frame = pl.DataFrame({"code": codes}).select(packing.unpack(pl.col("code")))
    assert frame["value"].to_list() == [-90, -1, 0, 40]
    assert frame.schema["value"] == pl.Int8
    ones = pl.Series([1] * 4, dtype=pl.Int64)
    assert Tally.from_frame(columns, frame.with_columns(count=ones)).counts["code"].to_list() == codes.tolist()
    with pytest.raises(ValueError, match="below its minimum -90"):
        packing.pack({"value": values - 1, "wilds": wilds}, codes)
