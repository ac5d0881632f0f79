"""Outcome columns packed into one whole number a deal, so that counting combinations is counting numbers.

The code is a mixed-radix number whose digits are the columns in order, so sorted codes are sorted rows and
unpacking is exact.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from meldlab.sim.counting.outcomes import Column

_UNSIGNED = ((2**8, pl.UInt8), (2**16, pl.UInt16), (2**32, pl.UInt32))
_SIGNED = ((2**7, pl.Int8), (2**15, pl.Int16), (2**31, pl.Int32))


def column_type(column: Column) -> type[pl.DataType]:
    """Return the smallest Polars type that holds every value of `column`, unsigned where none is negative."""
    if column.minimum < 0:
        most = max(column.maximum + 1, -column.minimum)
        return next((kind for size, kind in _SIGNED if most <= size), pl.Int64)
    return next((kind for size, kind in _UNSIGNED if column.maximum < size), pl.UInt64)


class Packing:
    """The code of a tuple of columns.

    Parameters
    ----------
    columns : sequence of Column
        The digits, most significant first.

    Raises
    ------
    ValueError
        No columns, a name twice, or more combinations than fit 63 bits.
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        names = [column.name for column in columns]
        if not columns or len(set(names)) != len(names) or "count" in names:
            raise ValueError(f"outcome columns need different names, none of them 'count': {names}")
        self.columns = tuple(columns)
        self.combinations = prod(column.values for column in columns)
        if self.combinations > 2**63:
            raise ValueError(f"{self.combinations} combinations of outcomes do not fit one 63-bit code")

    @cached_property
    def code_type(self) -> type[np.uint32] | type[np.uint64]:
        """The numpy type of codes on the hot path: half the width is twice the speed when sorting."""
        return np.uint32 if self.combinations <= 2**32 else np.uint64

    def pack(self, outcomes: Mapping[str, NDArray[Any]], codes: NDArray[Any]) -> None:
        """Write the code of each row of `outcomes` into `codes`, shape (rows,), of `code_type`.

        Raises
        ------
        ValueError
            A column is missing, has another length or holds a value out of its bounds: it would be counted
            as another combination, so it must not pass.
        """
        for position, column in enumerate(self.columns):
            values = outcomes[column.name]
            if values.shape != codes.shape:
                raise ValueError(f"column {column.name} has shape {values.shape}, not {codes.shape}")
            if values.size and int(values.max()) > column.maximum:
                raise ValueError(f"column {column.name} holds {values.max()}, above its maximum {column.maximum}")
            if column.minimum:
                if values.size and int(values.min()) < column.minimum:
                    raise ValueError(f"column {column.name} holds {values.min()}, below its minimum {column.minimum}")
                values = (values.astype(np.int64) - column.minimum).astype(self.code_type)
            if position == 0:
                codes[:] = values
            else:
                np.multiply(codes, self.code_type(column.values), out=codes)
                np.add(codes, values, out=codes, casting="unsafe")

    def unpack(self, code: pl.Expr) -> list[pl.Expr]:
        """Return the columns, in order, as expressions of the expression `code`."""
        digits: list[pl.Expr] = []
        for column in reversed(self.columns):
            digit = code % column.values
            if column.minimum:
                digit = digit.cast(pl.Int64) + column.minimum
            digits.append(digit.cast(column_type(column)).alias(column.name))
            code = code // column.values
        return digits[::-1]
