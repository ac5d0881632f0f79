"""Strategies of gin that are compiled, and what makes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from meldlab.kernels.deadwood.table import seats
from meldlab.sim.table.strategies import written

#: More than any deadwood: knock whenever the rules let it.
_ANY_DEADWOOD = 98


@dataclass(frozen=True)
class DeadwoodStrategy:
    """A compiled strategy of gin.

    Attributes
    ----------
    name : str
        As written on the command line.
    kind : int
        Which of `kernels.deadwood.table.seats`.
    numbers : tuple of int
    """

    name: str
    kind: int
    numbers: tuple[int, ...]


def _random() -> DeadwoodStrategy:
    return _made("random", seats.RANDOM, {})


def _greedy(knock_at: int = _ANY_DEADWOOD) -> DeadwoodStrategy:
    return _made("greedy", seats.GREEDY, {"knock_at": knock_at})


def _foresight(knock_at: int = _ANY_DEADWOOD, width: int = 6) -> DeadwoodStrategy:
    return _made("foresight", seats.FORESIGHT, {"knock_at": knock_at, "width": width})


def _watchful(knock_at: int = _ANY_DEADWOOD, width: int = 6, care: int = 2) -> DeadwoodStrategy:
    return _made("watchful", seats.WATCHFUL, {"knock_at": knock_at, "width": width, "care": care})


#: What makes each strategy of gin: random over the legal actions; least deadwood now; least after the next draw;
#: that, and no card the other may be waiting for.
STRATEGIES: Mapping[str, Callable[..., DeadwoodStrategy]] = {
    "random": _random,
    "greedy": _greedy,
    "foresight": _foresight,
    "watchful": _watchful,
}


def _made(name: str, kind: int, numbers: Mapping[str, int]) -> DeadwoodStrategy:
    for each, value in numbers.items():
        if not isinstance(value, int) or not 0 <= value <= 1000:
            raise ValueError(f"{each} is a whole number from 0 to 1000, not {value}")
    padded = (*numbers.values(), *[0] * (seats.NUMBERS - len(numbers)))
    return DeadwoodStrategy(written(name, numbers), kind, padded)
