"""Chunks counted by processes of a dask cluster: the same numbers, whatever happens to workers."""

import re
import threading
import time

import pytest
from cluster_functions import Deadly, DeadlyOnce, Faulty, Marking, Prepared, Refusing, Slow
from fake_workload import FakeFactory, slow

import meldlab
from meldlab.kernels import jit
from meldlab.sim.common.errors import QueryError, RunError
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.dask import connection, worker
from meldlab.sim.engines.dask.batches import Pace
from meldlab.sim.engines.dask.engine import DaskEngine
from meldlab.sim.engines.engines import engine_of
from meldlab.sim.simulate.simulate import iter_simulate, simulate
from meldlab.sim.table.player_errors import PlayerError

CHUNK = 2**12
FAKE = {"workload": FakeFactory(), "chunk_deals": CHUNK}


class Told(list):
    """Lines that an engine announced."""

    def wait_for(self, *parts):
        deadline = time.monotonic() + 20
        while not any(all(part in line for part in parts) for line in self):
            assert time.monotonic() < deadline, self
            time.sleep(0.01)


@pytest.fixture(scope="module")
def told():
    return Told()


@pytest.fixture(scope="module")
def engine(told):
    """Two workers of one thread each, started once for all tests here."""
    with DaskEngine(workers=2, announce=told.append) as engine:
        yield engine


@pytest.fixture
def client(engine):
    """The engine's own client, to look behind the scenes."""
    list(engine.map_unordered(str, [1]))
    return engine._join()[0]


def test_simulations_are_those_of_threads_kept_resumed_and_stopped_at_a_target(engine, tmp_path):
    plain = simulate("indian-rummy", deals=30 * CHUNK + 3, seed=6, **FAKE)
    begun = simulate("indian-rummy", deals=7 * CHUNK, seed=6, out=tmp_path, engine=engine, **FAKE)
    result = simulate("indian-rummy", deals=30 * CHUNK + 3, out=tmp_path, engine=engine, **FAKE)
    assert (begun.dealt, result.dealt) == (7 * CHUNK, 23 * CHUNK + 3)
    assert result.tally.digest() == plain.tally.digest()
    assert simulate("indian-rummy", deals=30 * CHUNK + 3, out=tmp_path, **FAKE).dealt == 0
    goal = {"target": "can_declare", "target_rel": 0.1, "seed": 6}
    found = [simulate("indian-rummy", **goal, **more, **FAKE) for more in ({"engine": engine}, {"workers": 2})]
    assert found[0].stopped_by == "target"
    assert found[0].tally == found[1].tally


def test_kept_hands_are_those_of_threads(engine, tmp_path):
    for name, more in (("cluster", {"engine": engine}), ("threads", {})):
        simulate("indian-rummy", deals=3 * CHUNK, seed=6, keep_hands=True, out=tmp_path / name, **more, **FAKE)
    kept = sorted((tmp_path / "threads").glob("hands-*.parquet"))
    assert len(kept) == 3
    for path in kept:
        assert polars_equal(path, tmp_path / "cluster" / path.name)


def polars_equal(one, other):
    import polars as pl

    return pl.read_parquet(one).equals(pl.read_parquet(other))


def played(game, strategies, **how):
    return lambda **more: meldlab.play(game, strategies, seed=4, **how, **more).counts.digest()


def sampled(ask, *words, **how):
    return lambda **more: ask(*words, "gin", method="sampled", seed=4, max_deals=90_000, **how, **more).to_dict()


ASKED = {
    "simulate": lambda **more: simulate("gin", deals=40_000, seed=4, **more).tally.digest(),
    "play": played("gin", ["greedy", "random"], deals=5_000),
    "compare of rules": lambda **more: (
        meldlab.compare_rules("gin", ["greedy"], against_set={"play.knock_at": 5}, deals=500, seed=4, **more)
        .rows()
        .to_dicts()
    ),
    "odds": sampled(meldlab.odds, "deadwood <= 5"),
    "odds by a feature": sampled(meldlab.odds_by, "natural_run", "deadwood <= 5"),
}
ASKED_AT_FULL_SIZE = {
    "matches": played("indian-rummy", ["random"], deals=600, match=True, set={"play.match_deals": 2}),
    "compare": lambda **more: meldlab.compare("pinacle", ["greedy", "random"], deals=300, seed=4, **more).to_dict()[
        "pairs"
    ],
    "compare with a sweep": lambda **more: (
        meldlab.compare_sweep("gin", ["foresight", "greedy"], "width=2:4:2", deals=9_000, seed=4, **more)
        .rows()
        .to_dicts()
    ),
    "play of contracts": played("continental", ["greedy", "random"], deals=300, contract="TT"),
    "odds in strata": lambda **more: meldlab.odds(
        "value >= 200", "pinacle", method="stratified", seed=4, max_deals=30_000, **more
    ).to_dict(),
}


@pytest.mark.parametrize(
    "question", [*ASKED, *(pytest.param(each, marks=pytest.mark.full) for each in ASKED_AT_FULL_SIZE)]
)
def test_every_question_has_the_answer_of_threads(engine, question):
    ask = {**ASKED, **ASKED_AT_FULL_SIZE}[question]
    ours = ask(engine="threads")  # first, so that workers find compiled kernels
    assert ask(engine=engine) == ours


def test_a_run_counted_again_is_the_same(engine, tmp_path):
    simulate("gin", deals=40_000, seed=4, out=tmp_path)
    assert meldlab.rerun(tmp_path, engine=engine).passed


def test_a_worker_that_dies_changes_nothing(engine, tmp_path):
    plain = simulate("indian-rummy", deals=30 * CHUNK, seed=6, **FAKE)
    deadly = DeadlyOnce(mark=tmp_path / "died")
    result = simulate("indian-rummy", deals=30 * CHUNK, seed=6, engine=engine, workload=deadly, chunk_deals=CHUNK)
    assert (tmp_path / "died").exists()
    assert result.tally.digest() == plain.tally.digest()


@pytest.mark.full
def test_a_chunk_that_kills_every_worker_ends_the_run(engine):
    with pytest.raises(RunError, match=r"worker tcp://.*died over the same batch.*the same command goes on"):
        list(engine.map_unordered(Deadly(3), range(6)))


def test_each_worker_prepares_a_function_once_and_says_so(engine, told, tmp_path):
    name = f"test-of-the-cluster-{tmp_path.name}"
    function = Prepared(tmp_path, compiles=name)
    try:
        engine.prepare(function)
        workers = set(engine.map_unordered(function, range(400)))
        prepared = {path.name: path.read_text() for path in tmp_path.glob("prepared-*")}
        assert {f"prepared-{each}" for each in workers} <= prepared.keys()
        assert set(prepared.values()) == {"once\n"}
        told.wait_for("compiling on worker", "tcp://127.0.0.1:")
        assert jit.is_compiled(name)
    finally:
        jit._marker(name).unlink()


def test_batches_grow_to_a_second_of_work_step_by_step():
    pace = Pace(1.0)
    assert pace.size() == 1
    sizes = []
    for _ in range(12):
        sizes.append(pace.size())
        pace.took(sizes[-1], sizes[-1] * 0.01)
    assert sizes[:4] == [1, 4, 16, 64]
    assert sizes[-1] == 100
    pace = Pace(1.0)
    pace.took(1, 30.0)
    assert pace.size() == 1
    pace = Pace(1.0)
    for _ in range(30):
        pace.took(pace.size(), 0.0)
    assert pace.size() == 256


def test_chunk_numbers_are_taken_as_they_are_needed_and_futures_are_let_go(engine, client):
    taken, most, held = 0, 0, len(client.futures)

    def numbers():
        nonlocal taken
        for number in range(20_000):
            taken += 1
            yield number

    results = []
    for result in engine.map_unordered(str, numbers()):
        results.append(result)
        most = max(most, len(client.futures) - held)
        assert taken - len(results) <= 12 * 256  # four batches on their way, eight that came back together
    assert sorted(map(int, results)) == list(range(20_000))
    assert most <= 10
    assert len(client.futures) == held


def test_an_interrupted_run_keeps_what_is_done_and_goes_on(engine, tmp_path):
    stop = StopSignal()
    dealt = {"workload": slow(0.05), "chunk_deals": CHUNK, "seed": 3, "deals": 240 * CHUNK, "out": tmp_path}
    for progress in iter_simulate("indian-rummy", engine=engine, stop=stop, **dealt):
        if progress.deals >= 3 * CHUNK:
            stop.set()
    result = progress.result
    assert result.stopped_by == "interrupt"
    assert 3 * CHUNK <= result.deals < 240 * CHUNK
    assert result.deals % CHUNK == 0
    assert simulate("indian-rummy", **{**dealt, "workload": FakeFactory()}).dealt < 238 * CHUNK


def test_time_ends_a_run_with_whole_chunks(engine):
    result = simulate("indian-rummy", seed=4, max_seconds=0.3, engine=engine, workload=slow(0.1), chunk_deals=CHUNK)
    assert result.stopped_by == "time"
    assert result.deals > 0
    assert result.tally == simulate("indian-rummy", deals=result.deals, seed=4, **FAKE).tally


def test_a_worker_with_another_meldlab_is_refused_by_name(engine, monkeypatch):
    monkeypatch.setattr(worker, "versions", lambda: worker.Versions(meldlab.__version__, "0123456789abcdef"))
    named = r"worker \d+ \(tcp://127\.0\.0\.1:\d+\): has kernels [0-9a-f]{16}, this run .*kernels 0123456789abcdef"
    with pytest.raises(RunError, match=named):
        engine.prepare(str)
    # workers that join later are not asked at the beginning, but refuse each batch
    with pytest.raises(RunError, match=named):
        list(engine.map_unordered(str, range(3)))
    monkeypatch.setattr(worker, "versions", lambda: worker.Versions("0.0.1", jit.kernel_version()))
    with pytest.raises(RunError, match=rf"has meldlab {re.escape(meldlab.__version__)}, this run meldlab 0\.0\.1"):
        simulate("indian-rummy", deals=CHUNK, engine=engine, **FAKE)


def test_errors_of_a_worker_come_back_as_they_are(engine):
    with pytest.raises(QueryError, match=r"chunk 7: is not answered \(allowed: others\)"):
        list(engine.map_unordered(Refusing(7), range(20)))
    with pytest.raises(RunError, match=r"worker \d \(tcp://.*\): failed: ZeroDivisionError") as caught:
        list(engine.map_unordered(Faulty(7), range(20)))
    assert caught.value.shows_cause
    assert "cluster_functions.py" in str(caught.value.__cause__)


def test_a_users_strategy_that_fails_on_a_worker_is_named_with_its_deal(engine, tmp_path):
    (tmp_path / "mine.py").write_text("class Lost:\n    def act(self, seen, actions):\n        return 1 / 0\n")
    with pytest.raises(PlayerError, match=r"deal \d+, .*mine\.py:Lost"):
        meldlab.play("gin", [f"{tmp_path / 'mine.py'}:Lost", "random"], deals=3, seed=1, engine=engine)


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr(connection, "_CONNECT_SECONDS", 0.2)
    for address in ("tcp://127.0.0.1:9", "nonsense", "foo://127.0.0.1:9", "missing.json"):
        with pytest.raises(RunError, match=rf"scheduler {re.escape(address)}: no scheduler answers"):
            simulate("indian-rummy", deals=CHUNK, engine=DaskEngine(address=address), **FAKE)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"workers": 0}, "workers: 0 workers cannot work"),
        ({"workers": 2, "address": "tcp://127.0.0.1:9"}, "has its own workers"),
        ({"batch_seconds": 0}, "batch_seconds: 0 is no time"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(options, match):
    with pytest.raises(RunError, match=match):
        DaskEngine(**options)


@pytest.mark.full
def test_by_its_name_the_engine_starts_workers_for_the_run():
    with engine_of("dask", workers=1) as own:
        assert list(own.map_unordered(str, [3])) == ["3"]
        assert own._join()[1].threads() == 1


def test_a_batch_that_nobody_wants_any_more_ends_with_the_chunk_in_hand(engine, tmp_path):
    results = engine.map_unordered(Marking(tmp_path, 2_000), iter(range(20_000)))
    for _ in results:
        if any(tmp_path.iterdir()):
            break
    results.close()
    begun = time.monotonic()
    assert sorted(engine.map_unordered(str, range(8))) == [str(chunk) for chunk in range(8)]
    assert time.monotonic() - begun < 5  # of the twenty seconds and more that the batches would take
    marks = len(list(tmp_path.iterdir()))
    time.sleep(0.3)
    assert len(list(tmp_path.iterdir())) == marks


def test_a_chunk_that_takes_long_does_not_hold_up_a_stop(engine, client):
    # The last test of the engine: its workers are busy afterwards.
    stop, held = StopSignal(), len(client.futures)
    threading.Timer(0.3, stop.set).start()
    assert list(engine.map_unordered(Slow(12.0, stop), iter(range(2)))) == []
    assert len(client.futures) == held
