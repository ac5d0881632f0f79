"""A scheduler and workers as processes, started as docs/cluster.md says; the client is interrupted, a worker dies."""

import json
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from killed_command import KILLABLE, command

from meldlab.sim.simulate.simulate import simulate

DEALS = 200_000_000
PARTS = 191
WORKERS = 3
#: Parts that show that a run is under way.
FEW = 4
_PATIENCE = 180


@contextmanager
def process(*words, folder):
    """Run a command of dask in the background."""
    dask = Path(sys.executable).with_name("dask")
    with (folder / f"{'-'.join(words[:1])}-{time.monotonic_ns()}.log").open("w") as log:
        started = subprocess.Popen([str(dask), *words], stdout=log, stderr=log, cwd=folder)
    try:
        yield started
    finally:
        started.terminate()
        try:
            started.wait(20)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


def wait_for(happened):
    deadline = time.monotonic() + _PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def parts(folder):
    return len(list(folder.glob("part-*.parquet")))


@pytest.mark.full
@pytest.mark.skipif(not KILLABLE, reason="SIGKILL is POSIX")
def test_200_million_deals_survive_an_interrupted_client_and_a_killed_worker(tmp_path, record_property):
    run, scheduler_file = tmp_path / "run", tmp_path / "scheduler.json"
    with ExitStack() as running:
        scheduler = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(scheduler_file)]
        running.enter_context(process(*scheduler, "--no-dashboard", folder=tmp_path))
        wait_for(scheduler_file.exists)
        address = json.loads(scheduler_file.read_text())["address"]
        workers = [
            running.enter_context(
                process("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny", folder=tmp_path)
            )
            for _ in range(WORKERS)
        ]
        asked = ["simulate", "-g", "gin", "-n", str(DEALS), "--seed", "5", "-o", str(run), "--json"]
        start = command(*asked, "--scheduler", address)

        # The first client is interrupted: early, since what workers have in hand then is still kept.
        with subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as client:
            wait_for(lambda: parts(run) >= FEW or client.poll() is not None)
            client.send_signal(signal.SIGINT)
            shown, said = client.communicate(timeout=_PATIENCE)
        assert client.returncode == 130, said
        assert "Interrupted, seed 5" in said
        assert "the same command goes on from there" in said
        interrupted = json.loads(shown)
        kept = {path.name: path.stat().st_mtime_ns for path in run.glob("part-*.parquet")}
        assert FEW <= len(kept) < PARTS
        assert 0 < interrupted["deals"] < DEALS

        # The second one goes on, and loses a worker half-way.
        with subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as client:
            wait_for(lambda: parts(run) >= PARTS // 2 or client.poll() is not None)
            at_kill = parts(run)
            assert client.poll() is None
            workers[0].send_signal(signal.SIGKILL)
            assert workers[0].wait(20) == -signal.SIGKILL
            shown, said = client.communicate(timeout=_PATIENCE)
        assert client.returncode == 0, said
    resumed = json.loads(shown)
    assert resumed["deals"] == DEALS
    assert all((run / name).stat().st_mtime_ns == written for name, written in kept.items())

    whole = simulate("gin", deals=DEALS, seed=5, engine="serial")
    assert resumed["tally_sha256"] == whole.tally.digest()
    record_property("parts when the client was interrupted", len(kept))
    record_property("parts when a worker was killed", at_kill)
    record_property("seconds of one thread", whole.seconds)
