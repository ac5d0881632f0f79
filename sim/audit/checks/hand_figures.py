"""Figures of hands beside what fair hands have: wilds, natural runs and sets, points; the seat that is favoured."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import MAX_COPIES
from meldlab.sim.audit.checks.seat_means import SeatMeans
from meldlab.sim.audit.checks.wild_share import WildShare
from meldlab.sim.audit.log.deals import Deals, Held
from meldlab.sim.audit.log.source import BLOCK_DEALS
from meldlab.sim.audit.statistics.evidence import Evidence, Remarks
from meldlab.sim.audit.statistics.expected import (
    DEALT,
    DEALT_FOR_FEW,
    FEATURE_BINS,
    Distribution,
    of_feature,
    of_points,
)
from meldlab.sim.audit.statistics.histograms import Histogram
from meldlab.sim.automata.block import Block
from meldlab.sim.automata.deal import Deal
from meldlab.sim.games.family import FamilyOdds
from meldlab.sim.games.registry import family_of
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.features.hand_features import HandFeatures, outcome_solver
from meldlab.sim.query.query import Feature
from meldlab.sim.rules import Ruleset

# Distributions take a second each to count: no log may ask for hundreds of them.
_MOST_SIZES, _LARGEST_HAND, _FEW_HANDS = 16, 30, 20
_COUNTED = {
    "wilds": ("wilds in a hand", "Do hands hold too many or too few wild cards?"),
    "natural_run": ("natural runs", "Are natural runs too long or too short?"),
    "natural_set": ("natural sets", "Are natural sets too large or too small?"),
}


@dataclass
class HandFigures:
    """Counts figures of hands.

    Parameters
    ----------
    ruleset, decks
    seed
        Root of the hands that are dealt for an expectation.
    remarks
        Where it says what could not be looked at.
    """

    ruleset: Ruleset
    decks: int
    seed: int
    remarks: Remarks
    _tables: dict[str, dict[int, Histogram]] = field(default_factory=dict)
    _wilds: WildShare | None = None
    _means: SeatMeans = field(default_factory=SeatMeans)
    _solver: Any = None
    _deals: int = 0

    @property
    def _odds(self) -> FamilyOdds:
        return family_of(self.ruleset).odds

    def add(self, deals: Deals, possible: NDArray[np.bool_]) -> None:
        """Count a block; points of deals that the pack cannot give are passed over."""
        if self._wilds is None:
            # A first block that is not full is the whole log.
            self._deals = DEALT if len(deals) == BLOCK_DEALS else DEALT_FOR_FEW
            self._wilds = WildShare(self.ruleset, decks=self.decks)
        hands = deals.held()
        features = HandFeatures(hands.counts, hands.wild_ranks, self.ruleset)
        every = np.ones(len(hands.rows), dtype=np.bool_)
        told = hands.wild_ranks >= 0 if self.ruleset.pack.wild == "cut" else every
        if not told.all():
            self.remarks.add(
                "Wild cards and points: only in deals whose wild card or rank the log tells (column wild)."
            )
        for name in _COUNTED:
            column = features.column(Feature(name))
            if column is None:
                continue
            chosen = told if name == "wilds" else every
            values = column[chosen].astype(np.int64)
            self._count(name, hands.where(chosen), values)
            if name == "wilds":
                self._wilds.add(deals, hands.where(chosen), values)
        self._add_points(hands, told & possible[hands.rows])

    def _add_points(self, hands: Held, told: NDArray[np.bool_]) -> None:
        worth = self._odds.card_points(self.ruleset)
        if worth is not None:
            hands = hands.where(told)
            points = hands.counts.astype(np.int64) @ worth
        else:
            as_dealt = hands.sizes == self.ruleset.cards_dealt()
            if not as_dealt.all() or self.decks > MAX_COPIES:
                self.remarks.add(
                    f"Points of hands: only hands of {self.ruleset.cards_dealt()} cards, up to {MAX_COPIES} decks."
                )
            hands = hands.where(told & as_dealt)
            if not len(hands.rows) or self.decks > MAX_COPIES:
                return
            if self._solver is None:
                self._solver = outcome_solver(Deal.of(Setting(self.ruleset, decks=self.decks)))
            block = Block(np.ascontiguousarray(hands.counts), hands.wild_ranks, (), ())
            points = self._solver.column(Feature(self._odds.score), block).astype(np.int64)
        self._count("points", hands, points)
        self._means.add(hands, points)

    def _count(self, name: str, hands: Held, values: NDArray[np.int64]) -> None:
        tables = self._tables.setdefault(name, {})
        for size in np.unique(hands.sizes).tolist():
            same = hands.sizes == size
            bins, most = np.minimum(values[same], FEATURE_BINS - 1), FEATURE_BINS
            if name == "points":
                points = of_points(self.ruleset, self.decks, size, self.seed, self._deals)
                bins, most = points.bins(values[same]), len(points.edges)
            tables.setdefault(size, Histogram(most)).add(hands.rows[same], bins)

    def evidence(self) -> Iterator[Evidence]:
        """Yield the tests of all that was counted."""
        wild_cards = self._wilds is not None and self._wilds.any
        if self._wilds is not None and wild_cards:
            yield self._wilds.evidence()
        for name, (title, question) in _COUNTED.items():
            if name in self._tables and (name != "wilds" or wild_cards):
                yield Histogram.evidence(self._with_expected(name), title, question)
        if "points" in self._tables:
            title = self._odds.score
            yield Histogram.evidence(
                self._with_expected("points"), f"{title} of hands", "Are hands too good or too bad?"
            )
            yield self._means.evidence(f"{title}, seat against seat")

    def _with_expected(self, name: str) -> list[tuple[Histogram, Distribution]]:
        """Return the tables of the sizes that most hands have, each with what chance gives."""
        ranked = sorted(self._tables[name].items(), key=lambda item: -item[1].hands)
        sizes = [size for size, table in ranked if size <= _LARGEST_HAND and table.hands >= _FEW_HANDS][:_MOST_SIZES]
        if len(sizes) < len(ranked):
            self.remarks.add(
                "Runs, sets, wild cards and points were not looked at in every hand: a size of hands counts if the log "
                f"has at least {_FEW_HANDS} hands of it, and up to {_LARGEST_HAND} cards; of more than {_MOST_SIZES} "
                "such sizes, those with the most hands."
            )

        def expected(size: int) -> Distribution:
            if name == "points":
                return of_points(self.ruleset, self.decks, size, self.seed, self._deals)
            return of_feature(name, self.ruleset, self.decks, size)

        return [(self._tables[name][size], expected(size)) for size in sizes]
