"""What goes wrong in code of users, told by deal, seat and turn."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.common.errors import MeldlabError, RunError
from meldlab.sim.table.strategies import StrategyError

#: What a user's code may raise, also to end the program, which it shall not; Ctrl-C is another matter.
USER_ERRORS = (Exception, SystemExit, GeneratorExit)


class UserCodeError(StrategyError):
    """Code of a user cannot be run."""

    shows_cause = True


class PlayerError(UserCodeError, RunError):
    """A user's strategy raised an exception, or answered with something that is no action.

    Parameters
    ----------
    what : str
    row : int
        The row of the block whose table was asked.
    seat, turn : int
        Who was asked there, and the turns that were over.
    """

    def __init__(self, what: str, *, row: int = -1, seat: int = -1, turn: int = -1) -> None:
        self.row, self.seated = row, f"seat {seat}, turn {turn + 1}"
        super().__init__(what, where=self.seated)


@contextmanager
def naming_deals(numbers: Sequence[int] | NDArray[np.int64]) -> Iterator[None]:
    """Name the deal where a user's strategy fails; `numbers` are those of the block's rows."""
    try:
        yield
    except PlayerError as error:
        error.where = f"deal {int(numbers[error.row])}, {error.seated}"
        raise


@contextmanager
def naming_rotation(rotation: int, *, of: int) -> Iterator[None]:
    """Name the rotation where a deal fails, if it is played in more than one."""
    try:
        yield
    except MeldlabError as error:
        if of > 1 and error.where is not None:
            error.where += f", rotation {rotation}"
        raise


def make_player(kind: type, numbers: Mapping[str, object], *, name: str) -> Any:
    """Return a new object of a user's class; StrategyError if its making fails."""
    try:
        return kind(**numbers)
    except USER_ERRORS as error:
        raise UserCodeError(f"cannot be made: {type(error).__name__}: {error}", where=name) from error
