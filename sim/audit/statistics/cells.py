"""Counts of many things of one kind, each beside its mean, and the one that is farthest off."""

from collections.abc import Callable

import numpy as np

from meldlab.sim.audit.statistics.evidence import Evidence, Smallest
from meldlab.sim.audit.statistics.tails import Numbers, chance_as_far, shift_seen


def farthest(
    name: str,
    question: str,
    counts: Numbers,
    moments: tuple[Numbers, Numbers],
    *,
    told: Callable[[int], str],
    fault: Callable[[float], str],
) -> Evidence:
    """Return the test of the cell that is farthest off, corrected for the number of cells.

    Parameters
    ----------
    name, question
        As of `Evidence`.
    counts, moments : float64, any shape
        Counts, and mean and variance of each.
    told
        The number of a cell to what it counts, in words.
    fault
        The share by which a cell is off to that fault, in words.
    """
    means, variances = (each.reshape(-1) for each in moments)
    chances = chance_as_far(counts.reshape(-1), means, variances)
    seen = means > 0
    cells, cell = int(seen.sum()), int(chances.argmin())
    mean, count = float(means[cell]), float(counts.reshape(-1)[cell])
    effect = count / mean - 1 if mean else float("inf")
    found = f"most: {told(cell)}, {count:,.0f} times instead of {mean:,.1f}"
    # Hands that hold the whole pack have no variance; rounding may leave less than none.
    spread = float(np.median(np.sqrt(np.maximum(variances[seen], 0)) / means[seen])) if cells else 0.0

    def smallest(level: float) -> Smallest:
        if not spread:
            return Smallest(None, "nothing: every card is seen")
        share = shift_seen(level / cells) * spread
        return Smallest(share, fault(share))

    return Evidence(name, question, min(1.0, cells * float(chances.min())), found, "exact", smallest, effect)
