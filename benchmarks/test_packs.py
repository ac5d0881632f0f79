"""Solving and whole simulations of each pack, as `meldlab bench` measures them, with a history by pytest-benchmark.

Run with ``pytest benchmarks --benchmark-json=FILE``.  `extra_info` carries ``hands``, ``ns_per_hand`` and
``scalar_deals``: the ratio to plain scalar dealing of the same pack (cut included), timed by turns in the same test.
Only ratios can be compared between machines, so only they have bars, on one thread of a quiet machine:

===============================================================  ==============================
deal + exact points, indian-rummy with 2 decks (13 of 108)       5 scalar deals at most
the same with 3 decks, and of indian-rummy-points (13 of 106)    6 scalar deals at most
near-complete hands (declarable, 0 to 3 cards exchanged)         60 scalar deals at most
can-declare of those with 0 points                               60 scalar deals at most
distance of a dealt hand, Indian rummy                           25,000 scalar deals at most
distance of near-complete hands, 0 or 1 of them                  2,500 scalar deals at most
vector dealing, 1 and 2 decks                                    2.5 times as fast as scalar
gin: deal + deadwood + histogram                                 2.2 vector deals at most
pinacle: deal + value                                            80 scalar deals at most
contracts of sets only: deal + can-go-down                       5 scalar deals at most
contracts with runs: deal + can-go-down                          25 scalar deals at most
all seven contracts: deal + least points left                    60 scalar deals at most
two threads                                                      1.8 times as fast as one
===============================================================  ==============================

They are asserted under the marker ``full`` only: ``pytest benchmarks -m full``.
"""

from functools import lru_cache

import pytest

from meldlab.sim.bench.actions import Measure
from meldlab.sim.bench.measures import BARS, FULL, PACKS, QUICK, PackBench

ONE_THREAD = [measure for measure in Measure if measure is not Measure.TWO_THREADS]


@lru_cache(maxsize=1)  # the tables of one pack at a time: tests come pack by pack
def prepared(pack, effort):
    return PackBench(pack, effort)


@pytest.mark.parametrize("measure", ONE_THREAD, ids=lambda measure: measure.name.lower())
@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_one_thread(benchmark, pack, measure):
    bench = prepared(pack, QUICK)
    if measure not in bench.actions:
        pytest.skip("these rules have no such stage")
    (figure,) = bench.measure(measure)
    benchmark.extra_info.update(figure.record())
    benchmark.pedantic(bench.actions[measure].call, rounds=5)


@pytest.mark.parametrize("workers", [1, 2])
def test_threads(benchmark, workers):
    bench = prepared(PACKS[1], QUICK)
    benchmark.extra_info.update(hands=QUICK.thread_deals, workers=workers)
    if workers == 2:
        benchmark.extra_info.update(bench.measure_threads().record())
    benchmark.pedantic(bench.run_with(workers), rounds=3, warmup_rounds=1)


@pytest.mark.full
@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_the_bars_hold_on_a_quiet_machine(pack):
    bench = prepared(pack, FULL)
    figures = bench.measure(*(measure for barred, measure in BARS if barred == pack))
    assert not [figure.record() for figure in figures if not figure.held]


@pytest.mark.full
def test_two_threads_hold_their_bar_on_a_quiet_machine():
    figure = prepared(PACKS[1], FULL).measure_threads()
    assert figure.held, figure.record()
