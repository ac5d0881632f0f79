"""What a dask cluster costs on this machine, the figures of docs/cluster.md.

`python benchmarks/cluster.py` prints all of them, with `overheads`, `speed_up`, `waiting` or `games` behind it a part.
"""

import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time, sleep

import psutil

from meldlab.sim.counting.jobs import ChunkResult
from meldlab.sim.counting.tally import Accumulator
from meldlab.sim.engines.dask.engine import DaskEngine
from meldlab.sim.engines.dask.worker import pack, unpack
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.simulate.simulate import iter_simulate, simulate
from meldlab.sim.simulate.task import CHUNK_DEALS

TASKS = 1_500
CHUNKS = 30_000
DEALS = 512 * CHUNK_DEALS
GAMES = {"gin": {}, "indian-rummy": {}, "continental": {"contract": "TTT"}, "pinacle": {}}


@dataclass(frozen=True)
class Nothing:
    """Work that takes no time: all the time it takes is the cluster's."""

    weight: int

    def __call__(self, chunk: int) -> bytes:
        return bytes(self.weight)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def seconds_of(engine: DaskEngine, chunks: int) -> float:
    begun = perf_counter()
    for _ in engine.map_unordered(Nothing(1000), range(chunks)):
        pass
    return perf_counter() - begun


@contextmanager
def cluster(workers: int, *, threads: int = 1) -> Iterator[tuple[str, psutil.Process]]:
    """Yield the scheduler file and the scheduler of a cluster started as docs/cluster.md says."""
    dask = str(Path(sys.executable).with_name("dask"))
    with tempfile.TemporaryDirectory() as place:
        file = str(Path(place) / "scheduler.json")
        serving = [dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file, "--no-dashboard"]
        working = [dask, "worker", "--scheduler-file", file, "--nthreads", str(threads), "--no-dashboard", "--no-nanny"]
        started = [subprocess.Popen(each, stderr=subprocess.DEVNULL) for each in (serving, *[working] * workers)]
        try:
            while not Path(file).exists():
                sleep(0.05)
            yield file, psutil.Process(started[0].pid)
        finally:
            for each in reversed(started):
                each.terminate()
                each.wait()


def overheads() -> None:
    # Many batches are in flight, so that nobody waits for messages; batches of no seconds are single chunks.
    with cluster(2) as (file, scheduler):
        for name, chunks, batch_seconds in (("task", TASKS, 1e-9), ("chunk in batches of 256", CHUNKS, 1.0)):
            with DaskEngine(address=file, batch_seconds=batch_seconds) as engine:
                seconds_of(engine, 300)
                before, own, wall = sum(scheduler.cpu_times()[:2]), process_time(), perf_counter()
                seconds_of(engine, chunks)
                spent = sum(scheduler.cpu_times()[:2]) - before
                say(
                    f"a {name}: {1000 * spent / chunks:.3f} ms of the scheduler's processor, "
                    f"{1000 * (process_time() - own) / chunks:.3f} ms of the client's, "
                    f"{1000 * (perf_counter() - wall) / chunks:.3f} ms by the clock with two workers"
                )


def of_a_chunk(game: str, **more: str) -> None:
    *_, last = iter_simulate(game, deals=CHUNK_DEALS, seed=1, engine="serial", **more)
    result = last.result
    job = len(pickle.dumps(last._dealing.job))
    chunk = ChunkResult(0, CHUNK_DEALS, result.tally, result.seconds, None)
    packed = pack(chunk)
    times = 20
    with tempfile.TemporaryDirectory() as place:
        folder = RunFolder(Path(place))
        folder.start()
        begun = process_time()
        for number in range(times):
            folder.save(ChunkResult(number, CHUNK_DEALS, result.tally, 1.0, None), result.provenance)
        saved = (process_time() - begun) / times
        folder.close()
        part = next(Path(place).glob("part-*")).stat().st_size
    begun = process_time()
    total = Accumulator(result.task.nothing())
    for _ in range(times):
        total.add(unpack(packed).tally)
    total.total()
    folded = (process_time() - begun) / times
    sizes = f"question {job / 1000:.0f} kB, answer {len(packed) / 1000:.0f} kB, part {part / 1000:.0f} kB"
    times_of_client = f"unpacks and adds in {1000 * folded:.2f} ms, writes in {1000 * saved:.2f} ms"
    say(f"{game}: a chunk takes {result.seconds:.3f} s; {sizes}; the client {times_of_client} of its processor")


def speed_up() -> None:
    found = {}
    for workers in (1, 2):
        with DaskEngine(workers=workers) as engine:
            simulate("gin", deals=8 * CHUNK_DEALS, seed=1, engine=engine)
            found[workers] = simulate("gin", deals=DEALS, seed=1, engine=engine).seconds
    alone = simulate("gin", deals=DEALS, seed=1, engine="serial").seconds
    say(
        f"gin, {DEALS:,} deals: one thread {alone:.1f} s, one worker {found[1]:.1f} s, "
        f"two workers {found[2]:.1f} s, {found[1] / found[2]:.2f} times as fast"
    )


@dataclass(frozen=True)
class Waiting:
    """Work that needs no processor, so that a small machine can be a large cluster."""

    seconds: float

    def __call__(self, chunk: int) -> int:
        sleep(self.seconds)
        return chunk


def waiting() -> None:
    for threads in (1, 8, 32, 128):
        with cluster(1, threads=threads) as (file, _), DaskEngine(address=file) as engine:
            work, chunks = Waiting(0.05), 100 * threads
            list(engine.map_unordered(work, range(4 * threads)))
            begun = perf_counter()
            list(engine.map_unordered(work, range(chunks)))
            seconds = perf_counter() - begun
            say(f"{threads} threads that wait 0.05 s a chunk: {chunks * work.seconds / seconds:.1f} times one")


def games() -> None:
    for game, options in GAMES.items():
        of_a_chunk(game, **options)


if __name__ == "__main__":
    asked = sys.argv[1:]
    for each in (overheads, speed_up, waiting, games):
        if not asked or each.__name__ in asked:
            each()
