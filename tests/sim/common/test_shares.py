"""Intervals of shares, counts and differences: inside their range, bounds where nothing varied, as sure as they say."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, t

import meldlab
from meldlab.sim.common.intervals import clopper_pearson, proportion, wilson
from meldlab.sim.common.means import Mean, mean_of
from meldlab.sim.common.shares import count_of, difference_of, either_of, share_of


def frame(values):
    found, counts = np.unique(np.asarray(values, dtype=np.int64), return_counts=True)
    return pl.DataFrame({"value": found, "count": counts.astype(np.int64)})


def test_a_share_of_deals_played_once_has_the_interval_of_every_other_share():
    for hits in (0, 1, 9, 10, 300, 991, 999, 1000):
        whole = proportion(hits, 1000)
        found = share_of(frame([1] * hits + [0] * (1000 - hits)))
        assert found == pytest.approx((whole.probability, whole.low, whole.high))


@pytest.mark.parametrize("rotations", [1, 2, 4])
def test_what_never_came_has_an_upper_bound_from_the_deals_and_what_always_came_a_lower_one(rotations):
    high = clopper_pearson(0, 500)[1]
    options = {"parts": rotations, "rotations": rotations}
    assert share_of(frame([0] * 500), **options) == (0, 0, high)
    assert share_of(frame([rotations] * 500), **options) == pytest.approx((1, 1 - high, 1))
    assert count_of(frame([0] * 500), parts=rotations) == (0, 0, high)
    assert difference_of(frame([0] * 500), parts=rotations, shares=True) == pytest.approx((0, -high, high))


def test_amounts_that_are_all_alike_have_no_interval():
    for value in (0, 7):
        assert mean_of(frame([value] * 500)) == (value, None, None)
        assert difference_of(frame([value] * 500)) == (value, None, None)
    assert count_of(frame([3] * 500)) == (3, None, None)
    assert mean_of(frame([7])) == (7, None, None)
    assert mean_of(frame([])) == share_of(frame([])) == count_of(frame([])) == (None, None, None)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=60), st.integers(1, 3), st.integers(0, 2000))
def test_no_interval_leaves_its_range(values, halves, zeros):
    counts = frame(values + [0] * zeros)
    share = share_of(counts, parts=6, rotations=6 // halves)
    assert 0 <= share.low <= share.mean <= share.high <= 1
    assert share.low < share.high
    count = count_of(counts, parts=halves)
    assert count.low is None or 0 <= count.low <= count.mean <= count.high
    difference = difference_of(frame([value - 3 for value in values] + [0] * zeros), parts=3, shares=True)
    assert difference.low is None or -1 <= difference.low <= difference.mean <= difference.high <= 1


def test_rotations_that_are_all_alike_count_once_and_independent_ones_each():
    alike = [4] * 300 + [0] * 700
    assert share_of(frame(alike), parts=4, rotations=4) == pytest.approx((0.3, *wilson(300, 1000)), rel=2e-3)
    # 4 independent rotations with a chance of one half: 1, 4, 6, 4, 1 of 16
    apart = [0] * 100 + [1] * 400 + [2] * 600 + [3] * 400 + [4] * 100
    assert share_of(frame(apart), parts=4, rotations=4) == pytest.approx((0.5, *wilson(3200, 6400)), rel=1e-3)
    # who wins one of two rotations wins neither more nor less than half of the deals
    balanced = [1] * 950 + [0] * 25 + [2] * 25
    found = share_of(frame(balanced), parts=2, rotations=2)
    low, high = wilson(1000, 2000)
    assert found.high - found.low < (high - low) / 3


def test_one_hit_more_never_lowers_the_upper_bound():
    bounds = [share_of(frame([1] * hits + [0] * (1000 - hits)), parts=4, rotations=4).high for hits in range(10)]
    assert bounds == sorted(bounds)


def test_a_rare_count_has_the_interval_of_fay_and_feuer():
    # 5 deals with one, 1 deal with three: weights 1 and 3
    found = count_of(frame([1] * 5 + [3] + [0] * 994))
    total, variance = 8, 5 + 9
    low = variance / (2 * total) * chi2.ppf(0.025, 2 * total**2 / variance)
    total, variance = total + 3, variance + 9
    high = variance / (2 * total) * chi2.ppf(0.975, 2 * total**2 / variance)
    assert found == pytest.approx((0.008, low / 1000, high / 1000))


def test_common_counts_and_differences_have_students_interval():
    values = np.random.default_rng(1).poisson(2, size=200)
    reach = t.ppf(0.975, 199) * values.std(ddof=1) / np.sqrt(200)
    for found in (count_of(frame(values)), difference_of(frame(values)), mean_of(frame(values))):
        assert found == pytest.approx((values.mean(), values.mean() - reach, values.mean() + reach))


def test_few_deals_that_differ_prove_nothing_before_a_sign_test_would():
    # 5 of 5 for the one have a p-value of 2/32, 6 of 6 one of 2/64
    assert difference_of(frame([20] * 5 + [0] * 995)).low < 0
    assert difference_of(frame([20] * 6 + [0] * 994)).low > 0


def test_values_of_one_deal_count_together():
    values = frame([1, 2, 3, 4] * 50)
    once, together = mean_of(values), mean_of(values, together=2)
    assert (together.high - together.low) / (once.high - once.low) == pytest.approx(2**0.5, rel=0.02)


def test_values_that_may_all_be_of_one_deal_have_no_interval():
    assert mean_of(frame([1, 2, 2, 1, 3]), together=3) == (1.8, None, None)
    six = mean_of(frame([1, 2, 2, 1, 3, 3]), together=3)
    reach = t.ppf(0.975, 1) * np.std([1, 2, 2, 1, 3, 3], ddof=1) / 2**0.5
    assert six == pytest.approx((2, 2 - reach, 2 + reach))


def test_an_interval_is_cut_to_what_is_possible():
    assert Mean(2.0, -13.0, 15.0).within(1, None) == (2.0, 1, 15.0)
    assert Mean(70.0, 50.0, 90.0).within(0, 80) == (70.0, 50.0, 80)
    assert Mean(2.0, None, None).within(1, 80) == (2.0, None, None)


def test_points_of_few_deals_stay_within_the_rules():
    def ends(cap):
        rules = {"points.cap": cap}
        played = meldlab.play("indian-rummy", ["greedy", "random"], deals=2, seed=2, set=rules).players()
        rows = played.filter(pl.col("outcome").is_in(["points", "dealt_points"]) & pl.col("low").is_not_null())
        return rows.select("low", "high").rows()

    assert all(0 <= low <= high for low, high in ends("none"))
    assert any(high > 80 for _, high in ends("none"))
    assert max(ends(80)) == (0, 80)
    assert all(high <= 80 for _, high in ends(80))


def test_an_amount_that_is_nothing_or_all_has_the_interval_of_a_share():
    for rotations in (1, 4):
        sums = [0] * 40 + [1] * 3 + [rotations] * 17
        share = share_of(frame(sums), parts=rotations, rotations=rotations)
        found = either_of(frame([100 * each for each in sums]), most=100, parts=2, rotations=rotations)
        assert found == pytest.approx([50 * each for each in share])
    assert either_of(frame([0] * 60), most=100) == pytest.approx((0, 0, 100 * clopper_pearson(0, 60)[1]))
    assert either_of(frame([]), most=100) == (None, None, None)


def test_a_bonus_for_closing_never_leaves_what_the_rules_give():
    def bonuses(bonus):
        rules = {"play.close_bonus": bonus}
        played = meldlab.play("pinacle", ["greedy", "random"] * 2, deals=60, seed=2, set=rules)
        rows = pl.concat([each.select("outcome", "mean", "low", "high") for each in (played.players(), played.seats())])
        return rows.filter(pl.col("outcome") == "bonus").select("mean", "low", "high").rows()

    # one deal of the 60 is closed by the other side, in every rotation
    low, high = clopper_pearson(1, 60)
    expected = {(100 / 60, 100 * low, 100 * high), (5900 / 60, 100 - 100 * high, 100 - 100 * low)}
    found = bonuses(100)
    assert all(any(row == pytest.approx(each) for each in expected) for row in found)
    assert len(found) == 4 + 8
    assert set(bonuses(0)) == {(0, None, None)}


def test_amounts_of_few_deals_end_at_the_most_that_the_rules_allow():
    def most(game, outcome, **rules):
        played = meldlab.play(game, ["greedy", "random"], deals=3, seed=2, **rules)
        column = next(each for each in played.columns if each.title == outcome)
        values = [high for high in played.players().filter(pl.col("outcome") == outcome)["high"] if high is not None]
        assert all(high <= column.range[1] for high in values)
        return column.range[1]

    # ten cards of ten points and the bonus; 13 of ten without a cap
    assert most("gin", "points") == 125
    assert most("gin", "points", set={"play.gin_bonus": 0, "play.undercut_bonus": 200}) == 210
    assert most("indian-rummy", "dealt_points", set={"points.cap": "none"}) == 130
    assert most("indian-rummy", "dealt_points", set={"points.cap": 80}) == 80


def test_a_difference_of_nothing_is_a_zero_without_a_minus():
    for found in (mean_of(frame([0]), parts=-4), difference_of(frame([0]), parts=-4)):
        assert f"{found.mean}" == "0.0"


#: Of one rotation of a deal: how often the thing comes, how often a deal has it in all rotations or in none.
SHARES = [
    (300, 1, 0.004, 0.0),
    (300, 1, 0.97, 0.0),
    (200, 2, 0.02, 0.0),
    (200, 4, 0.02, 0.5),
    (200, 4, 0.02, 1.0),
    (60, 4, 0.3, 0.3),
    (40, 2, 0.5, -1.0),
    (400, 2, 0.5, -1.0),
    (1000, 6, 0.001, 0.9),
]


def rotated(random, deals, rotations, chance, alike):
    """Sums over the rotations; with `alike` below 0 nearly every deal is won in just one of two rotations."""
    if alike < 0:
        return np.where(random.random(deals) < 0.96, 1, 2 * random.integers(0, 2, deals))
    apart = random.binomial(rotations, chance, deals)
    return np.where(random.random(deals) < alike, rotations * (random.random(deals) < chance), apart)


@pytest.mark.parametrize(("deals", "rotations", "chance", "alike"), SHARES)
@pytest.mark.parametrize("times", [300, pytest.param(10_000, marks=pytest.mark.full)])
def test_an_interval_of_a_share_holds_it_as_often_as_it_says(deals, rotations, chance, alike, times):
    random = np.random.default_rng(deals + rotations)
    held = 0
    for _ in range(times):
        values = rotated(random, deals, rotations, chance, alike)
        found = share_of(frame(values), parts=rotations, rotations=rotations)
        held += found.low <= chance <= found.high
    assert held >= least_held(times)


@pytest.mark.parametrize("chance", [0.002, 0.02, 0.1, 0.6])
@pytest.mark.parametrize("times", [300, pytest.param(10_000, marks=pytest.mark.full)])
def test_an_interval_of_a_count_holds_its_mean_as_often_as_it_says(chance, times):
    random = np.random.default_rng(int(1000 * chance))
    held = 0
    for _ in range(times):
        # a thing that comes once or twice where it comes
        values = (random.random(300) < chance) * random.integers(1, 3, 300)
        found = count_of(frame(values))
        held += found.low <= 1.5 * chance <= found.high
    assert held >= least_held(times)


@pytest.mark.parametrize("shares", [True, False])
@pytest.mark.parametrize(("more", "less"), [(0.004, 0.004), (0.02, 0.001), (0.03, 0.03), (0.3, 0.1)])
@pytest.mark.parametrize("times", [300, pytest.param(10_000, marks=pytest.mark.full)])
def test_an_interval_of_a_difference_holds_it_as_often_as_it_says(more, less, shares, times):
    random = np.random.default_rng(7)
    held = 0
    for _ in range(times):
        values = random.choice([1, 0, -1], p=[more, 1 - more - less, less], size=300)
        found = difference_of(frame(values), shares=shares)
        held += found.low is None or found.low <= more - less <= found.high
    assert held >= least_held(times)


def least_held(times):
    """Fewer would be less than 94 %, but for chance: three standard errors."""
    return times * 0.94 - 3 * (times * 0.94 * 0.06) ** 0.5
