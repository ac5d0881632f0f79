"""Engines map a function over chunk numbers; how many and in which order is their own affair."""

import itertools
import pickle
import threading
import time

import pytest
from fake_workload import FakeFactory

from meldlab.sim.common.errors import RunError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import engine_of
from meldlab.sim.engines.serial import SerialEngine
from meldlab.sim.engines.threads import ThreadsEngine
from meldlab.sim.engines.workers import default_workers
from meldlab.sim.play.matches.match_job import MatchJob
from meldlab.sim.play.task import PlayJob, PlayTask
from meldlab.sim.rules import load_ruleset
from meldlab.sim.simulate.simulate import iter_simulate, simulate

CHUNK = 2**12
FAKE = {"workload": FakeFactory(), "chunk_deals": CHUNK}


@pytest.mark.parametrize("engine", [SerialEngine(), ThreadsEngine(1), ThreadsEngine(3)])
def test_every_chunk_is_mapped_once(engine):
    assert sorted(engine.map_unordered(lambda chunk: chunk * chunk, range(50))) == [n * n for n in range(50)]
    assert list(engine.map_unordered(lambda chunk: chunk, [])) == []


def test_threads_take_few_chunks_ahead():
    taken = []
    results = ThreadsEngine(2).map_unordered(lambda chunk: chunk, (taken.append(n) or n for n in itertools.count()))
    for _ in range(10):
        next(results)
        assert len(taken) <= 16
    results.close()


def test_threads_work_side_by_side():
    both = threading.Barrier(2, timeout=20)
    assert sorted(ThreadsEngine(2).map_unordered(lambda chunk: both.wait() * 0 + chunk, range(2))) == [0, 1]


def test_closing_the_results_leaves_no_thread_working():
    before = threading.active_count()
    steps = iter_simulate("indian-rummy", deals=10**9, workers=2, **FAKE)
    while next(steps).deals < CHUNK:
        pass
    steps.close()
    deadline = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before  # threads of earlier tests may have ended as well


def test_the_number_of_workers_is_that_of_the_processors_unless_given():
    assert engine_of("threads").workers == default_workers() >= 1
    assert engine_of("threads", workers=7).workers == 7


def test_a_job_survives_pickling_and_its_stop_signal_becomes_silent():
    progress = next(iter_simulate("indian-rummy", deals=CHUNK, seed=1, **FAKE))
    job = progress._dealing.job
    job.stop.set()
    sent = pickle.loads(pickle.dumps(job))
    assert not sent.stop.is_set()
    assert sent(0).tally == simulate("indian-rummy", deals=CHUNK, seed=1, **FAKE).tally


@pytest.mark.parametrize(("kind", "tables"), [(PlayJob, "game"), (MatchJob, "matches")])
def test_jobs_of_played_deals_travel_without_their_tables(kind, tables):
    ruleset = load_ruleset("indian-rummy")
    task = PlayTask.of(ruleset, ["greedy"], players=2, contract=None, match=kind is MatchJob)
    job = kind(task, ruleset, 7, 100, StopSignal())
    before = len(pickle.dumps(job))
    assert getattr(job, tables) is vars(job)[tables]
    assert len(pickle.dumps(job)) == before
    sent = pickle.loads(pickle.dumps(job))
    assert tables not in vars(sent)
    assert (sent.task, sent.ruleset, sent.seed, sent.deals) == (task, ruleset, 7, 100)


def test_a_signal_is_set_by_its_parent_and_by_the_clock():
    parent = StopSignal()
    child = StopSignal(parent=parent, seconds=0.001)
    assert not child.is_set()
    child.start_clock()
    time.sleep(0.01)
    assert child.is_set()
    assert not child.interrupted()
    parent.set()
    assert child.interrupted()


def test_without_dask_its_engine_says_what_to_install(monkeypatch):
    monkeypatch.setattr("meldlab.sim.engines.dask.connection.find_spec", lambda _name: None)
    with pytest.raises(RunError, match=r"pip install 'dask\[distributed\]'"):
        engine_of("dask")
