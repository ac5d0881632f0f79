"""How odds may be found, and how much may be dealt for them."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Literal

from meldlab.sim.automata.machine import MOST_WORK, Budget
from meldlab.sim.common.arguments import check_number, refuse, whole
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.seeds import check_seed, root_seed
from meldlab.sim.counting.stopping import StopSignal
from meldlab.sim.engines.engines import Engine, compiles_here, engine_of

Method = Literal["auto", "exact", "sampled", "stratified"]
METHODS: tuple[Method, ...] = ("auto", "exact", "sampled", "stratified")

#: Hands dealt when neither a target nor a limit is given.
USUAL_DEALS = 1_000_000
#: Seconds a target may take when no limit is given.
TARGET_SECONDS = 60.0
#: The most hands that may be dealt for an answer.
MOST_DEALS = 10**12

_COUNTING_TIME = 2  # of the seconds given, one in so many may pass before dealing has to begin
_INSISTED = 20  # who insists on an exact answer waits so many times as long for it


@dataclass(frozen=True)
class Limits:
    """How an answer may be found, and how much may be dealt for it.

    Attributes
    ----------
    method : {"auto", "exact", "sampled", "stratified"}
    seed : int
    target_rel : float or None
    max_deals : int or None
    max_seconds : float or None
    engine : Engine
        Who deals.
    before_dealing : callable
        Called before hands are solved or dealt in this process: kernels may have to be compiled.
    """

    method: Method
    seed: int
    target_rel: float | None
    max_deals: int | None
    max_seconds: float | None
    engine: Engine
    before_dealing: Callable[[], None]

    @classmethod
    def of(
        cls,
        *,
        method: Method = "auto",
        seed: int | None = None,
        target_rel: float | None = None,
        max_deals: int | None = None,
        max_seconds: float | None = None,
        workers: int | None = None,
        engine: str | Engine = "threads",
        before_dealing: Callable[[], None] = lambda: None,
    ) -> "Limits":
        """Return the limits after they were checked; a seed that is not given is fresh.

        Raises
        ------
        ArgumentError
            An argument has a wrong type.
        RunError
            A number makes no sense.
        """
        if method not in METHODS:
            refuse("method", method, ", ".join(METHODS))
        seed, max_deals = whole("seed", seed), whole("max_deals", max_deals)
        for name, value in (("target_rel", target_rel), ("max_seconds", max_seconds)):
            check_number(name, value)
            if value is not None and not 0 < value < inf:
                raise RunError(f"{value:g} is not allowed", where=name, allowed="numbers above 0")
        check_seed(seed)
        if max_deals is not None and not 1 <= max_deals <= MOST_DEALS:
            raise RunError(f"{max_deals:,} deals cannot be dealt", where="max_deals", allowed=f"1 to {MOST_DEALS:,}")
        if target_rel is None and max_deals is None and max_seconds is None:
            max_deals = USUAL_DEALS
        if target_rel is not None and max_deals is None and max_seconds is None:
            max_seconds = TARGET_SECONDS
        runner = engine_of(engine, workers=whole("workers", workers))
        return cls(method, root_seed(seed), target_rel, max_deals, max_seconds, runner, before_dealing)

    def before_dealt(self) -> None:
        """Call `before_dealing` if hands will be dealt in this process."""
        if compiles_here(self.engine):
            self.before_dealing()

    def for_counting(self) -> Budget:
        """Return what an exact count may cost before the answer is sampled, or refused where exact was insisted on."""
        if self.method == "exact":
            return Budget(_INSISTED * MOST_WORK)
        if self.max_seconds is None:
            return Budget()
        clock = StopSignal(seconds=self.max_seconds / _COUNTING_TIME)
        clock.start_clock()
        return Budget(stop=clock)
