"""Slices of a chunk: all deals once, as many together as a moment allows, none after a stop."""

import pytest

from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.play import slices
from meldlab.sim.play.slices import SECONDS, Pace


class Clock:
    """A clock that stands still between the deals."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(slices, "time", clock)
    return clock


def played(pace, deals, clock, *, seconds_a_deal):
    found = []
    for part in pace.slices(deals, StopSignal()):
        clock.now += seconds_a_deal * len(part)
        found.append(part)
    return found


@pytest.mark.parametrize("seconds_a_deal", [0, 1e-6, 1e-4, 1e-2])
def test_every_deal_lies_in_one_slice(clock, seconds_a_deal):
    found = played(Pace(8), 1000, clock, seconds_a_deal=seconds_a_deal)
    assert [deal for part in found for deal in part] == list(range(1000))


def test_quick_deals_are_played_many_together_from_the_second_slice_on(clock):
    pace = Pace(8)
    assert [len(part) for part in played(pace, 1000, clock, seconds_a_deal=SECONDS / 500)] == [8, 500, 492]
    assert [len(part) for part in played(pace, 1000, clock, seconds_a_deal=SECONDS / 500)] == [500, 500]


def test_slow_deals_are_played_few_together(clock):
    pace = Pace(8)
    played(pace, 1000, clock, seconds_a_deal=SECONDS / 500)
    assert [len(part) for part in played(pace, 520, clock, seconds_a_deal=SECONDS)] == [500, 8, 8, 4]


def test_no_slice_follows_a_stop():
    stop = StopSignal()
    found = []
    for part in Pace(8).slices(100, stop):
        found.append(part)
        stop.set()
    assert found == [range(8)]
