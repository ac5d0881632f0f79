"""What a query says of each hand of a block."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.odds.query import Between, Feature, Query, evaluate

Truths = NDArray[np.bool_]


def truths(query: Query, column: Callable[[Feature], NDArray[Any]]) -> Truths:
    """Return for each hand whether `query` is true of it.

    Parameters
    ----------
    query
    column
        The numbers of a feature, one for each hand; asked once for each feature.
    """
    columns: dict[Feature, NDArray[Any]] = {}

    def holds(part: Between) -> Truths:
        if part.feature not in columns:
            columns[part.feature] = column(part.feature).astype(np.int64)
        numbers = columns[part.feature]
        result = np.ones(len(numbers), dtype=np.bool_)
        if part.low is not None:
            result &= numbers >= part.low
        if part.high is not None:
            result &= numbers <= part.high
        return result

    return evaluate(query, holds, both=operator.and_, either=operator.or_, opposite=operator.invert)
