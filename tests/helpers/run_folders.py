"""Small runs in folders, for tests of what is done with stored runs."""

import json
from pathlib import Path
from typing import Any

from fake_workload import FakeFactory

from meldlab.sim.runs import parts
from meldlab.sim.simulate.simulate import simulate
from meldlab.sim.simulate.simulation import Simulation

CHUNK = 2**10


def fake_run(folder: Path, seed: int, deals: int = 3 * CHUNK + 100, **options: Any) -> Simulation:
    """Deal with the workload of a few lines of numpy."""
    return simulate(
        "indian-rummy", deals=deals, seed=seed, out=folder, workload=FakeFactory(), chunk_deals=CHUNK, **options
    )


def gin_run(folder: Path, seed: int = 7, deals: int = 3 * CHUNK + 100) -> Simulation:
    """Deal gin hands, whose kernels are quick."""
    return simulate("gin", deals=deals, seed=seed, out=folder, chunk_deals=CHUNK)


def rewrite(path: Path, **changes: Any) -> None:
    """Change fields of a part's record, dotted ones in the task, and seal it anew: what a stranger can do."""
    stored = parts.read_part(path)
    assert stored is not None
    record, frame = json.loads(json.dumps(stored.record)), stored.frame()
    assert frame is not None
    for key, value in changes.items():
        place = record
        *outer, last = key.split("__")
        for name in outer:
            place = place[name]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    parts.write_table(path, frame, record)


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its name inside it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
