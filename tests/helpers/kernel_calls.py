"""Ways into the kernels that tests alone take: hands as cards, and many hands asked of the depth-first search."""

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import KINDS, NO_WILD, Planes, counts_from_cards, planes_from_counts
from meldlab.kernels.declare.rules import DeclareRules
from meldlab.kernels.declare.search.search import search_block
from meldlab.kernels.declare.search.state import make_workspace


def cards_from_counts(counts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the cards in pack order (S H D C, A to K, jokers last), uint8 of shape (hands, cards a hand).

    Raises
    ------
    ValueError
        When the hands do not all hold the same number of cards.
    """
    sizes = counts.sum(axis=1, dtype=np.int64)
    size = int(sizes[0]) if len(sizes) else 0
    if (sizes != size).any():
        raise ValueError("hands of different sizes do not fit one array of cards")
    kinds = np.broadcast_to(np.arange(KINDS, dtype=np.uint8), counts.shape)
    return np.repeat(kinds.ravel(), counts.ravel()).reshape(len(counts), size)


def planes_from_cards(cards: NDArray[np.uint8], wild_ranks: NDArray[np.uint64] | int = NO_WILD) -> Planes:
    """Return the planes of hands given as cards; see `counts_from_cards` and `planes_from_counts`."""
    return planes_from_counts(counts_from_cards(cards), wild_ranks)


def search_many(
    counts: NDArray[np.uint8],
    wild_ranks: NDArray[np.int64],
    rules: DeclareRules,
    points: NDArray[np.int64],
    can_declare: NDArray[np.uint8],
    has_lives: NDArray[np.uint8],
) -> None:
    """Write the figures of `search_points` for each row of `counts` (uint8, shape (hands, 53)).

    Parameters
    ----------
    wild_ranks : int64, shape (hands,)
        0..12, or -1 for a deal without wild rank.
    points, can_declare, has_lives : shape (hands,)
        Filled with the results.
    """
    search_block(counts, wild_ranks, rules, make_workspace(rules), points, can_declare, has_lives)
