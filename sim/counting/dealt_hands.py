"""Hands dealt chunk by chunk and solved block by block: what the workloads of all families share."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import Planes, cards_from_planes
from meldlab.kernels.cards.deal import HandStream
from meldlab.kernels.cards.deal_rules import DealRules
from meldlab.sim.counting.outcomes import Column, Outcomes


class DealtHands(ABC):
    """A workload that deals hands of one size from one pack; a family says what it counts of them.

    Attributes
    ----------
    seed : int
    cards : int
        Cards of a hand.
    deal : DealRules
    """

    seed: int
    cards: int
    deal: DealRules

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns (names and meanings as in the query language)."""

    @abstractmethod
    def solver(self) -> Callable[[Planes], Outcomes]:
        """Return what gives the outcomes of any hands; it may hold scratch arrays, so each thread has its own."""

    def prepare(self) -> None:
        """Build the tables and compile every kernel by solving a few hands."""
        self.stream(0).take_with_hands(1)

    def stream(self, chunk: int) -> "DealtStream":
        """Return the hands of chunk number `chunk`."""
        return DealtStream(self, chunk=chunk)


class DealtStream:
    """The hands of one chunk in order, with their outcomes."""

    def __init__(self, workload: DealtHands, *, chunk: int) -> None:
        self._cards = workload.cards
        self._hands = HandStream(workload.seed, chunk, workload.deal)
        self._outcomes = workload.solver()

    def take(self, deals: int) -> Outcomes:
        """Return the outcomes of the next `deals` hands."""
        return self._outcomes(self._hands.take(deals))

    def take_with_hands(self, deals: int) -> tuple[Outcomes, NDArray[np.uint8]]:
        """Return the outcomes and the hands of the next `deals` deals (cards in pack order, then the wild rank)."""
        planes = self._hands.take(deals)
        cards = cards_from_planes(planes, self._cards)
        return self._outcomes(planes), np.column_stack([cards, planes.wild_ranks.astype(np.uint8)])


def filled(fill: Callable[..., None], hands: NDArray[Any], *given: Any) -> NDArray[np.uint8]:
    """Return what a kernel fills in for each of the hands, uint8 of shape (hands,)."""
    found = np.empty(len(hands), dtype=np.uint8)
    with np.errstate(over="ignore"):  # words wrap around; only uncompiled kernels would complain
        fill(hands, *given, found)
    return found
