"""Intervals equal scipy's, and rare events are never shown as a bare zero."""

import pytest

from meldlab.sim.common.intervals import clopper_pearson, mean_interval, proportion, wilson

PAIRS = [(0, 10), (1, 10), (9, 1000), (10, 1000), (500, 1000), (990, 1000), (1000, 1000), (7, 7), (12345, 10**7)]


@pytest.mark.parametrize(("hits", "trials"), PAIRS)
def test_intervals_are_those_of_scipy(hits, trials):
    from scipy.stats import binomtest

    test = binomtest(hits, trials)
    exact, score = test.proportion_ci(method="exact"), test.proportion_ci(method="wilson")
    assert clopper_pearson(hits, trials) == pytest.approx((exact.low, exact.high), rel=1e-9)
    assert wilson(hits, trials) == pytest.approx((score.low, score.high), rel=1e-9, abs=1e-15)
    few = hits < 10 or hits == trials
    share = proportion(hits, trials)
    assert share.method == ("clopper-pearson" if few else "wilson")
    assert (share.low, share.high) == (clopper_pearson(hits, trials) if few else wilson(hits, trials))


def test_zero_hits_are_an_upper_bound():
    share = proportion(0, 1_000_000)
    assert (share.low, share.probability) == (0.0, 0.0)
    assert share.high == pytest.approx(3.689e-6, rel=1e-3)
    assert str(share) == "0 of 1,000,000, below 3.7e-06 at 95 %"


def test_nothing_dealt_is_known_to_lie_between_0_and_1():
    share = proportion(0, 0)
    assert (share.probability, share.low, share.high, str(share)) == (None, 0.0, 1.0, "nothing dealt")


def test_more_hits_than_trials_are_a_mistake():
    with pytest.raises(ValueError, match="5 hits in 4"):
        proportion(5, 4)


def test_the_interval_of_a_mean_is_1_96_standard_errors():
    low, high = mean_interval(50.0, 1.0)
    assert (low, high) == pytest.approx((48.04, 51.96), abs=0.001)
