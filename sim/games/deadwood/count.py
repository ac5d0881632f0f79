"""Every hand of a pack counted exactly by its deadwood, part by part: no sampling, no interval."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import comb, sqrt
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import RANKS, SUITS
from meldlab.kernels.deadwood.count import count_part, fill_suits_by_size
from meldlab.kernels.deadwood.tables import build_deadwood_tables
from meldlab.kernels.jit import kernel_version
from meldlab.sim.common.arguments import check_path, whole
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.version import __version__
from meldlab.sim.engines.engines import Engine, engine_of
from meldlab.sim.games.deadwood.count_file import CountFile
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.rules import Ruleset

if TYPE_CHECKING:
    import polars

#: First suits a part: small enough to notice Ctrl-C (a part takes a second at most), large enough for a thread.
SUITS_A_PART = 64


@dataclass(frozen=True)
class HandCount:
    """How many hands there are of each deadwood.

    Attributes
    ----------
    ruleset : Ruleset
    cards : int
        Cards of a hand.
    ranks : int
        Ranks of the pack, from the ace; 13 is the whole pack.
    histogram : dict
        Number of hands for each deadwood that occurs.
    seconds : float
        Time this took, without what was read from a file.
    """

    ruleset: Ruleset
    cards: int
    ranks: int
    histogram: dict[int, int]
    seconds: float

    @property
    def hands(self) -> int:
        """All hands."""
        return comb(SUITS * self.ranks, self.cards)

    @property
    def mean(self) -> float:
        """Mean deadwood."""
        return float(self._moment(1))

    @property
    def sd(self) -> float:
        """Standard deviation of the deadwood over all hands."""
        return sqrt(self._moment(2) - self._moment(1) ** 2)

    def at_most(self, deadwood: int) -> int:
        """Return the number of hands with no more than `deadwood`."""
        return sum(count for value, count in self.histogram.items() if value <= deadwood)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the JSON of the command line."""
        limits = {"deadwood == 0": 0, f"deadwood <= {self.ruleset.play.knock_at}": self.ruleset.play.knock_at}
        return {
            "ruleset": self.ruleset.name,
            "method": "exact",
            "cards": self.cards,
            "pack": SUITS * self.ranks,
            "hands": self.hands,
            "mean": self.mean,
            "sd": self.sd,
            "min": min(self.histogram),
            "max": max(self.histogram),
            "features": {text: self._share(self.at_most(limit)) for text, limit in limits.items()},
            "histogram": {str(value): count for value, count in self.histogram.items()},
            "rules_sha256": self.ruleset.sha256,
            "version": __version__,
            "kernel_version": kernel_version(),
            "seconds": self.seconds,
        }

    def to_polars(self) -> "polars.DataFrame":
        """Return one row for each deadwood that occurs.

        Columns: deadwood, hands (int64), probability (float64), at_most (int64: hands with no more), share_at_most.
        """
        import polars

        reached = np.cumsum(list(self.histogram.values()))
        counts = polars.Series("hands", list(self.histogram.values()), dtype=polars.Int64)
        below = polars.Series("at_most", reached.tolist(), dtype=polars.Int64)
        return polars.DataFrame(
            {
                "deadwood": list(self.histogram),
                "hands": counts,
                "probability": counts / self.hands,
                "at_most": below,
                "share_at_most": below / self.hands,
            }
        )

    def _moment(self, power: int) -> Fraction:
        return Fraction(sum(value**power * count for value, count in self.histogram.items()), self.hands)

    def _share(self, hits: int) -> dict[str, object]:
        share = Fraction(hits, self.hands)
        return {
            "hits": hits,
            "probability": float(share),
            "numerator": str(share.numerator),
            "denominator": str(share.denominator),
            "one_in": float(1 / share) if share else None,
        }


@dataclass(frozen=True)
class CountProgress:
    """How far a count is; `result` comes with the last one only."""

    hands: int
    total: int
    result: HandCount | None


class PartCounter:
    """Counts one part of the hands; a pure function of its number.

    Parameters
    ----------
    ruleset
        Rules with the objective `deadwood`.
    cards
        Cards of a hand.
    ranks
        Ranks of the pack.
    """

    def __init__(self, ruleset: Ruleset, *, cards: int, ranks: int) -> None:
        self.ruleset = ruleset
        self.cards = cards
        self.ranks = ranks
        rules = lower_deadwood(ruleset)
        self._most = int(np.sort(np.repeat(rules.points[:ranks], SUITS))[-cards:].sum())
        self._tables = build_deadwood_tables(rules)
        self._masks = np.empty(1 << ranks, dtype=np.int64)
        self._begins = np.empty(ranks + 2, dtype=np.int64)
        fill_suits_by_size(self._masks, self._begins)

    @property
    def parts(self) -> int:
        """Number of parts."""
        return -(-len(self._masks) // SUITS_A_PART)

    @cached_property
    def task_id(self) -> str:
        """SHA-256 of everything that decides the counts."""
        question = {
            "question": "count",
            "ruleset_sha256": self.ruleset.sha256,
            "cards": self.cards,
            "ranks": self.ranks,
            "suits_a_part": SUITS_A_PART,
            "kernel_version": kernel_version(),
        }
        return sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()

    def __call__(self, part: int) -> tuple[int, dict[int, int]]:
        """Return the part's number and its hands by deadwood."""
        counts = np.zeros(self._most + 1, dtype=np.int64)
        first = part * SUITS_A_PART
        pack = (self.cards, self._masks, self._begins)
        tables = (self._tables.suit_points, self._tables.choices, self._tables.set_cards)
        with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
            for suit in range(first, min(first + SUITS_A_PART, len(self._masks))):
                count_part(suit, *pack, *tables, counts)
        return part, _as_histogram(counts)


def iter_count(
    ruleset: Ruleset,
    *,
    cards: int | None = None,
    ranks: int | None = None,
    workers: int | None = None,
    engine: str | Engine = "threads",
    keep: str | Path | None = None,
) -> Iterator[CountProgress]:
    """Count every hand of a pack by its least deadwood; see `meldlab.sim.count.count.iter_count`."""
    cards, workers = whole("cards", cards), whole("workers", workers)
    whole_pack = whole("ranks", ranks)
    ranks = RANKS if whole_pack is None else whole_pack
    check_path("keep", keep)
    dealt = ruleset.cards_dealt()
    held = dealt if cards is None else cards
    if not 1 <= ranks <= RANKS:
        raise RunError(f"a pack has no {ranks} ranks", where="ranks", allowed=f"1 to {RANKS}")
    if not 1 <= held <= min(dealt, SUITS * ranks):
        raise RunError(
            f"hands of {held} cards are not counted", where="cards", allowed=f"1 to {min(dealt, SUITS * ranks)}"
        )
    runner = engine_of(engine, workers=workers)
    counter = PartCounter(ruleset, cards=held, ranks=ranks)
    file = None if keep is None else CountFile(Path(keep), counter.task_id)
    return _counted(counter, runner, file)


def _counted(counter: PartCounter, runner: Engine, file: CountFile | None) -> Iterator[CountProgress]:
    begun = perf_counter()
    done = {} if file is None else file.parts
    total = comb(SUITS * counter.ranks, counter.cards)
    together: dict[int, int] = {}
    for counts in done.values():
        _add(together, counts)
    yield CountProgress(sum(together.values()), total, None)
    waiting = (part for part in range(counter.parts) if part not in done)
    for part, counts in runner.map_unordered(counter, waiting):
        if file is not None:
            file.add(part, counts)
        _add(together, counts)
        yield CountProgress(sum(together.values()), total, None)
    if sum(together.values()) != total:
        raise RunError(
            f"the parts hold {sum(together.values()):,} hands, the pack has {total:,}",
            where="count" if file is None else str(file.path),
            remedy="Delete the file of kept parts and count again",
        )
    histogram = dict(sorted(together.items()))
    result = HandCount(counter.ruleset, counter.cards, counter.ranks, histogram, perf_counter() - begun)
    yield CountProgress(total, total, result)


def _as_histogram(counts: NDArray[np.int64]) -> dict[int, int]:
    return {value: int(counts[value]) for value in np.flatnonzero(counts).tolist()}


def _add(together: dict[int, int], counts: Mapping[int, int]) -> None:
    for value, count in counts.items():
        together[value] = together.get(value, 0) + count
