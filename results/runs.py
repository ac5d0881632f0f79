"""Makes the reference runs again: ``python results/runs.py`` (see results/README.md).

A run folder for each game, as `meldlab simulate -o` leaves it: small enough to be kept here, large enough for a report.
`meldlab rerun DIR --check` counts it again, `meldlab report DIR` tells what it found.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from meldlab import simulate
from meldlab.sim.simulate.task import CHUNK_DEALS

FOLDER = Path(__file__).resolve().parent / "runs"
#: Options of `simulate` for each game, as they are typed and as they are passed.
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "indian-rummy": (" --players 4", {"players": 4}),
    "continental": (" --contract TTE", {"contract": "TTE"}),
    "pinacle": ("", {}),
    "gin": ("", {}),
}
CHUNKS = 4


def main(arguments: Sequence[str] | None = None) -> None:
    """Make every run anew."""
    parser = argparse.ArgumentParser(description="Make the reference runs again.")
    parser.add_argument("--chunks", type=int, default=CHUNKS, help=f"chunks of {CHUNK_DEALS} deals each ({CHUNKS})")
    parser.add_argument("--seed", type=int, default=1, help="root of all randomness (1)")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where the runs go (results/runs)")
    options = parser.parse_args(arguments)
    for game, (typed, passed) in GAMES.items():
        folder, deals = options.to / game, options.chunks * CHUNK_DEALS
        shutil.rmtree(folder, ignore_errors=True)
        command = f"meldlab simulate -g {game}{typed} -n {deals} --seed {options.seed} -o results/runs/{game}"
        result = simulate(game, **passed, deals=deals, seed=options.seed, out=folder, command=command)
        size = sum(file.stat().st_size for file in folder.iterdir())
        sys.stderr.write(f"{game}: {result.deals:,} deals, {size:,} bytes\n")


if __name__ == "__main__":
    main()
