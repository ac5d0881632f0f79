"""Dealing: hands in vector lanes against the plain scalar dealer of the same cards, and whole packs.

`extra_info` carries nanoseconds a hand and the ratio to scalar dealing, both from rounds that take turns in one
test: on a machine with other work only such a ratio means something.
"""

from functools import partial
from time import perf_counter

import numpy as np
import pytest

from meldlab.kernels.cards.cards import empty_planes
from meldlab.kernels.cards.deal import LANES, dealer
from meldlab.kernels.cards.deal_rules import Cut, deal_rules
from meldlab.kernels.cards.deal_scalar import scalar_dealer
from meldlab.kernels.cards.packs import shuffle
from meldlab.kernels.cards.stream import Stream, lane_states
from meldlab.sim.bench.turns import take_turns

HANDS = 64 * LANES  # planes that stay in the cache, and calls long enough to be timed
PACKS = 1024
TURNS = 41


def medians(*actions):
    """Return the median seconds of each action; they take turns."""
    seconds = take_turns(dict(enumerate(actions)), rounds=TURNS, clock=perf_counter)
    return [seconds[place] for place in range(len(actions))]


def action(rules, dealer, lanes):
    deal, state, planes = dealer(rules.decks), lane_states(1, Stream.HANDS, 0, lanes), empty_planes(HANDS)
    return lambda: deal(state, rules, planes)


scalar_action = partial(action, dealer=scalar_dealer, lanes=1)
vector_action = partial(action, dealer=dealer, lanes=LANES)
each_cut = pytest.mark.parametrize("cut", [Cut.NONE, Cut.REDRAW], ids=["whole-pack", "cut"])
each_pack = pytest.mark.parametrize("decks", [1, 2, 3])


def pack_action(decks):
    packs = np.tile(np.arange(54 * decks, dtype=np.uint8) % 54, (PACKS, 1))
    states = lane_states(1, Stream.PACKS, 0, PACKS)
    return lambda: shuffle(states, packs)


@each_cut
@each_pack
def test_scalar_hands(benchmark, decks, cut):
    rules = deal_rules(decks=decks, printed_jokers=2, cut=cut)
    action = scalar_action(rules)
    (seconds,) = medians(action)
    benchmark.extra_info["nanoseconds_a_hand"] = seconds / HANDS * 1e9
    benchmark(action)


@each_cut
@each_pack
def test_vector_hands(benchmark, decks, cut):
    rules = deal_rules(decks=decks, printed_jokers=2, cut=cut)
    action = vector_action(rules)
    vector, scalar = medians(action, scalar_action(rules))
    benchmark.extra_info["nanoseconds_a_hand"] = vector / HANDS * 1e9
    benchmark.extra_info["scalar_nanoseconds_a_hand"] = scalar / HANDS * 1e9
    benchmark.extra_info["times_as_fast_as_scalar"] = scalar / vector
    benchmark(action)


@each_pack
def test_whole_packs(benchmark, decks):
    action = pack_action(decks)
    packs, scalar = medians(action, scalar_action(deal_rules(decks=decks, printed_jokers=2)))
    benchmark.extra_info["nanoseconds_a_pack"] = packs / PACKS * 1e9
    benchmark.extra_info["scalar_hands_a_pack"] = (packs / PACKS) / (scalar / HANDS)
    benchmark(action)
