"""A real run of `meldlab simulate`, killed three times: what is resumed equals what was never interrupted."""

import json
import subprocess
from pathlib import Path

import polars as pl
import pytest
from killed_command import KILLABLE, command, kill_again_and_again

from meldlab.sim.counting.tally import Tally
from meldlab.sim.runs.folder import RunFolder
from meldlab.sim.simulate.simulate import simulate
from meldlab.sim.simulate.task import CHUNK_DEALS

CHUNKS = 16
PARTS_BETWEEN_KILLS = 3
DEALS = CHUNKS * CHUNK_DEALS - 12_345


@pytest.mark.skipif(not KILLABLE, reason="SIGKILL is POSIX")
def test_killed_three_times_and_resumed_the_tally_is_the_same(tmp_path: Path) -> None:
    task = ["-g", "indian-rummy", "--players", "4", "-n", str(DEALS), "--seed", "5", "--workers", "2"]
    start = command("simulate", *task, "-o", str(tmp_path / "run"), "--json", "--quiet")
    least = [PARTS_BETWEEN_KILLS * kill for kill in range(1, 4)]
    *_, parts = kill_again_and_again(start, tmp_path / "run", parts=least)
    assert 3 * PARTS_BETWEEN_KILLS <= len(parts) < CHUNKS
    done = sum(int(pl.read_parquet(part)["count"].sum()) for part in parts)
    before = {part.name: part.stat().st_mtime_ns for part in parts}

    finished = subprocess.run(start, capture_output=True, text=True, check=True)
    resumed = json.loads(finished.stdout)
    assert resumed["deals"] == DEALS
    for part in parts:
        assert part.stat().st_mtime_ns == before[part.name], "a finished part was written again"

    whole = simulate("indian-rummy", players=4, deals=DEALS, seed=5, engine="serial")
    assert resumed["tally_sha256"] == whole.tally.digest()
    assert whole.deals - done == sum(
        int(pl.read_parquet(part)["count"].sum()) for part in set(tmp_path.glob("run/part-*.parquet")) - set(parts)
    )

    folder = RunFolder(tmp_path / "run")
    backwards = [folder.load(chunk, whole.task) for chunk in reversed(range(CHUNKS))]
    assert Tally.total(whole.task.columns, backwards).digest() == whole.tally.digest()
