"""What charts draw: bars, curves, and what they leave out."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldlab.sim.report.charts.curve import Curve, Window

COUNTS = st.dictionaries(st.integers(-500, 2000), st.integers(1, 10**6), min_size=1).map(
    lambda counts: dict(sorted(counts.items()))
)


@given(COUNTS)
def test_bars_and_what_is_not_drawn_are_all_deals(counts):
    curve = Curve("", counts)
    window = curve.window
    less, more = curve.outside(window)
    for step in (1, 5, 20):
        drawn = sum(bar["share"] for bar in curve.bars(window, step=step)) * curve.deals
        assert drawn + less + more == pytest.approx(sum(counts.values()))
    assert less + more <= 0.001 * curve.deals


@given(COUNTS)
def test_the_cumulative_curve_never_falls_and_ends_at_all_that_is_drawn(counts):
    curve = Curve("", counts)
    shares = [point["share"] for point in curve.steps(curve.window)]
    assert all(one <= other for one, other in pairwise(shares))
    assert shares[-1] == pytest.approx(1 - curve.outside(curve.window)[1] / curve.deals)


@given(COUNTS, st.integers(10, 90))
def test_no_chart_has_more_bars_than_it_has_room_for(counts, bars):
    curve = Curve("", counts)
    step = curve.window.step(bars=bars)
    assert len(curve.bars(curve.window, step=step)) <= bars + 1


def test_a_long_tail_of_very_few_deals_is_left_out():
    counts = dict.fromkeys(range(50), 1000) | {900: 3}
    curve = Curve("", counts)
    assert curve.window == Window(0, 49)
    assert curve.outside(curve.window) == (0, 3)


def test_halves_are_drawn_as_halves():
    curve = Curve("", {0: 1, 41: 3}, scale=2)
    assert [point["score"] for point in curve.steps(curve.window)][-1] == 20.5
    assert Window(0, 5) | Window(-3, 2) == Window(-3, 5)


@given(st.dictionaries(st.integers(-(10**15), 10**15), st.integers(1, 9), min_size=1, max_size=30))
def test_scores_of_any_size_are_drawn_with_few_bars_and_corners(counts):
    curve = Curve("", dict(sorted(counts.items())))
    assert len(curve.bars(curve.window, step=curve.window.step(bars=50))) <= 51
    assert curve.steps(curve.window)[-1]["share"] == 1


def test_a_curve_has_no_more_corners_than_a_screen_shows():
    curve = Curve("", dict.fromkeys(range(100_000), 1))
    corners = curve.steps(curve.window)
    assert len(corners) < 1000
    assert all(point["share"] == (point["score"] + 1) / 100_000 for point in corners)
