"""Gin beside OpenSpiel's own solver (extra ``peers``): equal deadwood of the same hands, and many times as fast.

Skipped where open-spiel is not installed.  OpenSpiel values one hand a call, from Python; its time includes that
call and the reading of a list that is ready, which everyone has to pay.  Ours includes dealing and a histogram.
"""

import numpy as np
import pytest

from meldlab import load_ruleset
from meldlab.kernels.cards.cards import cards_from_planes
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.deadwood.least_deadwood import fill_deadwood
from meldlab.sim.bench.actions import Measure
from meldlab.sim.bench.deadwood import actions
from meldlab.sim.bench.measures import QUICK
from meldlab.sim.bench.turns import take_turns
from meldlab.sim.games.deadwood.workload import DeadwoodWorkload

HANDS = 4096
LEAST_TIMES_AS_FAST = 100

pyspiel = pytest.importorskip("pyspiel")


@pytest.fixture(scope="module")
def gin():
    return DeadwoodWorkload(load_ruleset("gin"), decks=1, seed=1)


@pytest.fixture(scope="module")
def sample(gin):
    return HandStream(1, 0, gin.deal).take(HANDS)


@pytest.fixture(scope="module")
def peer(sample):
    solver = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    hands = cards_from_planes(sample, 10).tolist()
    return lambda: [solver.min_deadwood(hand) for hand in hands]


def times_as_fast(gin, peer):
    """Return nanoseconds a hand of dealing, deadwood and histogram, and of the peer's deadwood alone."""
    ours = actions(gin, QUICK.sizes)[Measure.DEAL_AND_DEADWOOD]
    seconds = take_turns({"ours": ours.call, "peer": peer}, rounds=9)
    return seconds["ours"] / ours.hands * 1e9, seconds["peer"] / HANDS * 1e9


def test_deadwood_equals_that_of_openspiel(gin, sample, peer):
    found = np.zeros(HANDS, dtype=np.uint16)
    fill_deadwood(sample.once, gin.tables, found)
    assert found.tolist() == peer()


def test_speed_beside_openspiel(benchmark, gin, peer):
    ours, theirs = times_as_fast(gin, peer)
    benchmark.extra_info.update(ns_per_hand=ours, peer_ns_per_hand=theirs, times_as_fast=theirs / ours)
    benchmark(peer)


@pytest.mark.full
def test_gin_is_a_hundred_times_as_fast_as_openspiel(gin, peer):
    ours, theirs = times_as_fast(gin, peer)
    assert theirs / ours >= LEAST_TIMES_AS_FAST, (ours, theirs)
