"""A hundred kills at random moments, in simulate, play and combine: no number is lost or changed."""

import json
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from killed_command import KILLABLE, command
from run_folders import contents, fake_run

from meldlab.sim.archive.combine import combine
from meldlab.sim.archive.run import read_run

pytestmark = pytest.mark.skipif(not KILLABLE, reason="SIGKILL is POSIX")

_SIMULATE = ("simulate", "-g", "gin", "--seed", "3", "--workers", "2", "--json", "--quiet")
_PLAY = ("play", "-g", "pinacle", "--strategy", "greedy,random,greedy,random", "--seed", "3", "--json", "--quiet")


def kill_at_random(words: tuple[str, ...], chance: random.Random, *, kills: int, longest: float) -> int:
    """Start a command again and again and kill it after a random time; return how often it was still running."""
    killed = 0
    for _ in range(kills):
        with subprocess.Popen(command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0, longest))
            process.send_signal(signal.SIGKILL)
        killed += process.returncode == -signal.SIGKILL
    return killed


def answer(*words: str) -> dict:
    done = subprocess.run(command(*words), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def check(words: tuple[str, ...], place: Path, chance: random.Random, *, deals: int, kills: int, longest: float):
    """Kill a run again and again, finish it, and compare it with one that nobody disturbed."""
    whole = answer(*words, "-n", str(deals), "-o", str(place / "undisturbed"))
    there = ("-n", str(deals), "-o", str(place / "run"))
    assert kill_at_random((*words, *there), chance, kills=kills, longest=longest) > kills / 3
    finished = answer(*words, *there)
    for told in (whole, finished):
        for varying in (
            "seconds",
            "hands_per_second",
            "deals_per_second",
            "command",
            "parameters",
            "provenance",
            "dealt",
        ):
            told.pop(varying, None)
    assert finished == whole
    counts = [read_run(place / name).total().digest() for name in ("run", "undisturbed")]
    assert counts[0] == counts[1]
    assert read_run(place / "run").damaged == ()


@pytest.mark.full
def test_simulate_killed_40_times(tmp_path):
    check(_SIMULATE, tmp_path, random.Random(2), deals=1500 * 2**20, kills=40, longest=3.5)


@pytest.mark.full
def test_play_killed_40_times(tmp_path):
    check(_PLAY, tmp_path, random.Random(3), deals=12 * 2**12, kills=40, longest=6)


@pytest.mark.full
def test_combine_killed_20_times(tmp_path):
    chance = random.Random(4)
    folders = [tmp_path / f"run {seed}" for seed in range(30)]
    for seed, folder in enumerate(folders):
        fake_run(folder, seed)
    combine(folders, tmp_path / "undisturbed")
    expected = contents(tmp_path / "undisturbed")
    words = ("combine", *map(str, folders), "-o")
    killed = 0
    for number in range(20):
        target = tmp_path / f"new {number}"
        killed += kill_at_random((*words, str(target)), chance, kills=1, longest=2.5)
        assert not target.exists() or contents(target) == expected
        answer(*words, str(target), "--json")
        assert contents(target) == expected
        assert not list(tmp_path.glob(".*"))
    assert killed > 6
