"""Which packs are measured, against which bars, and the figures that come out.

The unit is a *scalar deal*: dealing one hand of the same pack, cut included, by a plain partial Fisher-Yates
shuffle, timed by turns with everything else; beside it stands the *vector deal*, the way meldlab deals.
Nanoseconds are a record of one machine; the bars are ratios.
"""

import os
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, NamedTuple

from meldlab.sim.bench.actions import SEED, Action, Measure, Sizes
from meldlab.sim.bench.turns import take_turns
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.games.registry import make_workload
from meldlab.sim.rules import Ruleset, load_ruleset
from meldlab.sim.simulate.simulate import simulate

_CHUNKS = 8  # dealt by two threads, four each


class Pack(NamedTuple):
    """A ruleset and a number of decks, and for a game of contracts one of them."""

    game: str
    decks: int
    contract: str | None = None

    def __str__(self) -> str:
        """Return the pack in words."""
        game = self.game if self.contract is None else f"{self.game} {self.contract}"
        return f"{game}, {self.decks} deck{'s' if self.decks > 1 else ''}"


class Bar(NamedTuple):
    """What a ratio should not exceed, or should reach."""

    figure: Literal["scalar_deals", "vector_deals", "speedup"]
    limit: float

    def __str__(self) -> str:
        """Return the bar in words."""
        if self.figure == "speedup":
            return f">= {self.limit:g} times as fast"
        return f"<= {self.limit:g} {self.figure.replace('_', ' ')}"

    def holds(self, ratio: float) -> bool:
        """Return whether `ratio` is on the right side."""
        return ratio >= self.limit if self.figure == "speedup" else ratio <= self.limit


class Figure(NamedTuple):
    """One measure of one pack.

    `speedup` is in scalar dealing's speeds for vector dealing, and in speeds of one thread for two threads.
    """

    pack: Pack
    measure: Measure
    hands: int
    ns_per_hand: float
    scalar_deals: float | None
    vector_deals: float | None = None
    speedup: float | None = None

    @property
    def bar(self) -> Bar | None:
        """The bar of this measure, None when there is none."""
        return BARS.get((self.pack, self.measure))

    @property
    def held(self) -> bool | None:
        """Whether the bar was held."""
        if self.bar is None:
            return None
        ratio: float | None = getattr(self, self.bar.figure)
        return None if ratio is None else self.bar.holds(ratio)

    def record(self) -> dict[str, Any]:
        """Return the figure as a flat record."""
        figures = self._asdict()
        pack, told = figures.pop("pack"), {"measure": str(self.measure)}
        bar = None if self.bar is None else str(self.bar)
        return {**pack._asdict(), **figures, **told, "bar": bar, "held": self.held}


class Effort(NamedTuple):
    """How long to measure."""

    sizes: Sizes
    rounds: int
    thread_deals: int
    thread_rounds: int


PACKS = (
    Pack("indian-rummy", 1),
    Pack("indian-rummy", 2),
    Pack("indian-rummy", 3),
    Pack("indian-rummy-points", 2),
    Pack("indian-rummy-strict", 2),
    Pack("gin", 1),
    Pack("pinacle", 2),
    *(Pack("continental", 2, contract) for contract in ("TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE")),
)
_USUAL = PACKS[1]
_GIN = PACKS[5]
_PINACLE = PACKS[6]
_CONTRACTS = PACKS[7:]

#: The bars of the project; measures without one are there to see where the time goes.
BARS: dict[tuple[Pack, Measure], Bar] = {
    (PACKS[0], Measure.VECTOR_DEAL): Bar("speedup", 2.5),
    (PACKS[1], Measure.VECTOR_DEAL): Bar("speedup", 2.5),
    (PACKS[3], Measure.VECTOR_DEAL): Bar("speedup", 2.5),
    (PACKS[1], Measure.DEAL_AND_POINTS): Bar("scalar_deals", 5),
    (PACKS[2], Measure.DEAL_AND_POINTS): Bar("scalar_deals", 6),
    (PACKS[3], Measure.DEAL_AND_POINTS): Bar("scalar_deals", 6),
    **{(pack, Measure.NEAR_POINTS): Bar("scalar_deals", 60) for pack in PACKS[:4]},
    **{(pack, Measure.CAN_DECLARE): Bar("scalar_deals", 60) for pack in PACKS[:3]},
    **{(pack, Measure.DISTANCE): Bar("scalar_deals", 25_000) for pack in PACKS[:4]},
    **{(pack, Measure.NEAR_DISTANCE): Bar("scalar_deals", 2_500) for pack in PACKS[:4]},
    (_USUAL, Measure.TWO_THREADS): Bar("speedup", 1.8),
    (_GIN, Measure.DEAL_AND_DEADWOOD): Bar("vector_deals", 2.2),
    (_PINACLE, Measure.DEAL_AND_VALUE): Bar("scalar_deals", 80),
    **{
        (pack, Measure.DEAL_AND_CAN_GO_DOWN): Bar("scalar_deals", 25 if "E" in str(pack.contract) else 5)
        for pack in _CONTRACTS
    },
    **{(pack, Measure.DEAL_AND_POINTS_LEFT): Bar("scalar_deals", 60) for pack in _CONTRACTS},
}

FULL = Effort(
    Sizes(blocks=16, near_complete=8192, pipeline=2**20, searched=512), rounds=15, thread_deals=2**23, thread_rounds=5
)
QUICK = Effort(
    Sizes(blocks=8, near_complete=2048, pipeline=2**18, searched=256), rounds=5, thread_deals=2**22, thread_rounds=3
)


class PackBench:
    """One pack ready to be measured: tables built, hands made.

    Parameters
    ----------
    pack
        What is measured.
    effort
        How long.
    """

    def __init__(self, pack: Pack, effort: Effort) -> None:
        self.pack = pack
        self.ruleset: Ruleset = load_ruleset(pack.game).for_deal(pack.contract)
        self._effort = effort
        self._workload = make_workload(self.ruleset, decks=pack.decks, wild=None, seed=SEED)
        self._workload.prepare()
        family = import_module(f"meldlab.sim.bench.{self.ruleset.objective}")
        self.actions: dict[Measure, Action] = family.actions(self._workload, effort.sizes)

    def measure(self, *measures: Measure) -> list[Figure]:
        """Return the figures of `measures`, by default of all that one thread makes.

        Scalar and vector dealing are always timed.  Times are medians over rounds in which all take turns.
        """
        wanted = [measure for measure in self.actions if measure in measures or not measures]
        timed = {measure: self.actions[measure].call for measure in (Measure.SCALAR_DEAL, Measure.VECTOR_DEAL)}
        timed |= {measure: self.actions[measure].call for measure in wanted}
        seconds = take_turns(timed, rounds=self._effort.rounds)
        each = {measure: time / self.actions[measure].hands * 1e9 for measure, time in seconds.items()}
        unit, vector_unit = each[Measure.SCALAR_DEAL], each[Measure.VECTOR_DEAL]

        def figure(measure: Measure) -> Figure:
            time, hands = each[measure], self.actions[measure].hands
            speedup = unit / time if measure is Measure.VECTOR_DEAL else None
            return Figure(self.pack, measure, hands, time, time / unit, time / vector_unit, speedup)

        return [figure(measure) for measure in wanted]

    def measure_threads(self) -> Figure:
        """Return the figure of two threads against one: the driver's wall time, tables built before."""
        deals = self._effort.thread_deals
        one, two = self.run_with(1), self.run_with(2)
        seconds = take_turns({1: one, 2: two}, rounds=self._effort.thread_rounds, clock=time.perf_counter)
        return Figure(
            self.pack, Measure.TWO_THREADS, deals, seconds[2] / deals * 1e9, None, speedup=seconds[1] / seconds[2]
        )

    def run_with(self, workers: int) -> Callable[[], object]:
        """Return the call of a whole simulation on so many threads."""
        deals = self._effort.thread_deals
        return lambda: simulate(
            self.ruleset,
            deals=deals,
            seed=SEED,
            decks=self.pack.decks,
            workers=workers,
            chunk_deals=-(-deals // _CHUNKS),
            workload=lambda ruleset, **rest: self._workload,
        )


def measure_pack(pack: Pack, effort: Effort) -> list[Figure]:
    """Return all figures of `pack`; the usual pack's include two threads, where there are two processors."""
    bench = PackBench(pack, effort)
    figures = bench.measure()
    if pack == _USUAL and (os.cpu_count() or 1) > 1:
        figures.append(bench.measure_threads())
    return figures


def chosen_packs(*, game: str | None, decks: int | None) -> tuple[Pack, ...]:
    """Return the packs of one game, or with so many decks; all when neither is given.

    Raises
    ------
    MeldlabError
        When there is none.
    """
    chosen = tuple(pack for pack in PACKS if game in (None, pack.game) and decks in (None, pack.decks))
    if not chosen:
        of_game = f" of {game}" if game else ""
        with_decks = "" if decks is None else f" with {decks} deck{'s'[: decks != 1]}"
        raise MeldlabError(
            f"there is no benchmark{of_game}{with_decks}", where="bench", allowed="; ".join(map(str, PACKS))
        )
    return chosen
