"""Seeds of runs: which are allowed, and which one a run has that names none."""

from collections.abc import Iterable
from itertools import chain

from meldlab.kernels.cards.stream import SEED_LIMIT, fresh_seed
from meldlab.sim.common.errors import RunError


def check_seed(seed: int | None) -> None:
    """Pass for a seed or None; RunError for a number that is none."""
    if seed is not None and not 0 <= seed < SEED_LIMIT:
        raise RunError(f"{seed} is not a seed", where="seed", allowed="whole numbers from 0 up to 2**128 - 1")


def root_seed(given: int | None, stored: Iterable[int | None] = ()) -> int:
    """Return the seed that was given, else the first that is stored already, else a fresh one."""
    found = next((seed for seed in chain((given,), stored) if seed is not None), None)
    return fresh_seed() if found is None else found
