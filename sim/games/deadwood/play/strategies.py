"""Strategies of gin that are compiled, and their numbers."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

from meldlab.kernels.deadwood.table import seats
from meldlab.sim.table.strategies import Numbered, check_whole

#: More than any deadwood: knock whenever the rules let it.
_ANY_DEADWOOD = 98


@dataclass(frozen=True)
class DeadwoodStrategy(Numbered):
    """A compiled strategy of gin: which one of `seats` and its numbers; this one is random over the legal actions."""

    called = "random"
    kind: ClassVar[int] = seats.RANDOM

    def __post_init__(self) -> None:
        check_whole(**asdict(self))


@dataclass(frozen=True)
class _Greedy(DeadwoodStrategy):
    """Least deadwood now."""

    called = "greedy"
    kind = seats.GREEDY

    knock_at: int = _ANY_DEADWOOD


@dataclass(frozen=True)
class _Foresight(_Greedy):
    """Least deadwood after the next draw."""

    called = "foresight"
    kind = seats.FORESIGHT

    width: int = 6


@dataclass(frozen=True)
class _Watchful(_Foresight):
    """As `_Foresight`, and no card the other may be waiting for."""

    called = "watchful"
    kind = seats.WATCHFUL

    care: int = 2


#: What makes each strategy of gin.
STRATEGIES: Mapping[str, Callable[..., DeadwoodStrategy]] = {
    each.called: each for each in (DeadwoodStrategy, _Greedy, _Foresight, _Watchful)
}
