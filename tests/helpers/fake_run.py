"""A run of the fake workload as a process of its own, to be killed: fake_run.py FOLDER DEALS CHUNK PAUSE."""

import sys
from pathlib import Path

from fake_workload import slow

from meldlab.sim.simulate.simulate import simulate

if __name__ == "__main__":
    folder, deals, chunk_deals, pause = sys.argv[1:]
    result = simulate(
        "indian-rummy",
        deals=int(deals),
        seed=7,
        workers=2,
        out=Path(folder),
        workload=slow(float(pause)),
        chunk_deals=int(chunk_deals),
    )
    sys.stdout.write(f"{result.dealt} {result.tally.digest()}\n")
