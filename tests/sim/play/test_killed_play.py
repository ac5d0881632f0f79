"""`meldlab play -o DIR` killed at several moments: what is resumed equals what was never interrupted."""

import json
import random
import subprocess
from pathlib import Path

import pytest
from killed_command import KILLABLE, command, kill_again_and_again

from meldlab.sim.play import task
from meldlab.sim.play.play import play
from meldlab.sim.runs.folder import RunFolder

CHUNKS = 36
#: Chunks of so many deals or matches, so that a part is done every moment.
SMALL = {"CHUNK_DEALS": 300, "CHUNK_MATCHES": 12}
#: Parts that lie there before each kill.
KILLS = {"deals": (2, 8, 17), "matches": (3, 12)}
#: What tells of the run, not of the deals.
OF_THE_RUN = ("seconds", "deals_per_second", "matches_per_second", "provenance")

QUICK = {"play.match_deals": 1, "play.max_turns": 3}
RUNS = {
    "deals": ("gin", ["greedy", "random"], {}),
    "matches": ("indian-rummy", ["greedy", "random"], {"match": True, "set": QUICK}),
}
LARGE = {
    "deals of Indian rummy": ("indian-rummy", ["greedy", "cautious", "random"], {}),
    "deals of Continental": ("continental", ["greedy", "random"], {"contract": "TT"}),
    "deals of Pinacle": ("pinacle", ["greedy", "builder"] * 2, {}),
    "matches of Continental": ("continental", ["greedy", "random"], {"match": True}),
    "matches of Pinacle": ("pinacle", ["greedy", "builder"] * 2, {"match": True}),
}


def _check(folder: Path, game, strategies, options, *, sizes):
    unit = "matches" if options.get("match") else "deals"
    chunk = sizes[f"CHUNK_{unit.upper()}"]
    deals = CHUNKS * chunk - chunk // 3
    words = ["-g", game, "--strategy", ",".join(strategies), "-n", str(deals), "--seed", "5"]
    words += [f"--set={key}={value}" for key, value in options.get("set", {}).items()]
    words += ["--match"] if options.get("match") else []
    words += ["--contract", options["contract"]] if "contract" in options else []
    small = "from meldlab.sim.play import task; " + "; ".join(f"task.{name} = {size}" for name, size in sizes.items())

    def start(workers):
        return command("play", *words, "--workers", workers, "-o", str(folder), "--json", "-q", before=small)

    met = list(kill_again_and_again(start("2"), folder, parts=KILLS[unit], delays=random.Random(7)))
    assert len(met[-1]) < CHUNKS, "nothing was left to be done"
    before = {part: part.stat().st_mtime_ns for part in met[-1]}
    finished = subprocess.run(start("1"), capture_output=True, text=True, check=True)
    assert {part: part.stat().st_mtime_ns for part in before} == before, "a finished part was written again"

    whole = play(game, strategies, deals=deals, seed=5, engine="serial", **options)
    resumed, expected = json.loads(finished.stdout), json.loads(json.dumps(whole.to_dict()))
    assert {**resumed, **dict.fromkeys(OF_THE_RUN)} == {**expected, **dict.fromkeys(OF_THE_RUN)}
    stored = RunFolder(folder)
    parts = [stored.load(number, whole.task) for number in reversed(range(CHUNKS))]
    assert parts[0].plus(parts[1:]) == whole.counts
    assert not list(folder.glob(".*tmp"))


@pytest.mark.skipif(not KILLABLE, reason="SIGKILL is POSIX")
@pytest.mark.parametrize("run", RUNS)
def test_killed_at_several_moments_and_resumed_by_other_workers_the_numbers_are_the_same(run, tmp_path, monkeypatch):
    for name, size in SMALL.items():
        monkeypatch.setattr(task, name, size)
    game, strategies, options = RUNS[run]
    _check(tmp_path / "run", game, strategies, options, sizes=SMALL)


@pytest.mark.full
@pytest.mark.skipif(not KILLABLE, reason="SIGKILL is POSIX")
@pytest.mark.parametrize("run", LARGE)
def test_killed_at_several_moments_and_resumed_every_game_gives_the_same_numbers(run, tmp_path, monkeypatch):
    for name, size in SMALL.items():
        monkeypatch.setattr(task, name, size)
    game, strategies, options = LARGE[run]
    _check(tmp_path / "run", game, strategies, options, sizes=SMALL)
