"""Sizes of hands beside what the rules deal: a card that went from one hand to another leaves the pack as it was."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from meldlab.sim.audit.log.deals import Deals
from meldlab.sim.audit.statistics.evidence import Evidence, Remarks, impossible
from meldlab.sim.common.errors import RulesError
from meldlab.sim.rules import Ruleset

# A log may name no end of contracts; a game has some ten.
_MOST_CONTRACTS = 1000


class DealtSizes:
    """How many cards the rules deal to each hand.

    Attributes
    ----------
    allowed : tuple of int
        For any contract of the rules; a single number in games without contracts.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._fixed = isinstance(ruleset.deal.cards, int)
        asked = (None,) if self._fixed else ruleset.contract.hands
        self.allowed = tuple(sorted({ruleset.cards_dealt(contract) for contract in asked}))
        self._by_contract: dict[str, int] = {}

    def of(self, contract: str | None) -> int:
        """Return the cards of each hand in a deal for `contract` (None: not told), -1 where it is any allowed size."""
        if self._fixed:
            return self.allowed[0]
        if contract is None:
            return -1
        found = self._by_contract.get(contract)
        if found is None:
            try:
                found = self._ruleset.cards_dealt(contract)
            except RulesError:
                # What contract that is, the rules do not say: its hands may be any of theirs.
                found = -1
            if len(self._by_contract) < _MOST_CONTRACTS:
                self._by_contract[contract] = found
        return found


class HandSizes:
    """Looks for hands of other sizes than the rules deal."""

    def __init__(self, dealt: DealtSizes, remarks: Remarks) -> None:
        self._allowed = np.array(dealt.allowed, dtype=np.int64)
        self._remarks = remarks
        self._wrong = 0
        self._example = ""

    def add(self, deals: Deals) -> None:
        """Count a block; seats that the log does not tell are passed over."""
        there = deals.sizes > 0
        # Where the contract is not told all hands of a deal still have one size, and one that the rules know.
        largest = deals.sizes.max(axis=1)
        known = deals.dealt >= 0
        due = np.where(known, deals.dealt, largest)
        wrong = (there & (deals.sizes != due[:, None])).any(axis=1) | ~(known | np.isin(largest, self._allowed))
        if wrong.any() and not self._wrong:
            self._example = self._told(deals, int(wrong.argmax()))
        self._wrong += int(wrong.sum())

    def _told(self, deals: Deals, deal: int) -> str:
        sizes, due = deals.sizes[deal], int(deals.dealt[deal])
        words = str(due) if due >= 0 else f"{', '.join(map(str, self._allowed.tolist()))}, the same to all"
        usual = due if due >= 0 else _commonest(sizes[sizes > 0])
        off = np.flatnonzero((sizes > 0) & (sizes != usual))
        seat = int(off[0]) if len(off) else int(np.flatnonzero(sizes)[0])
        cards = f"{sizes[seat]} card{'s'[: int(sizes[seat] != 1)]}"
        return f"first in line {deals.lines[deal]}: {cards} at seat {seat}, the rules deal {words}"

    def evidence(self) -> Iterator[Evidence]:
        """Yield the test."""
        if self._wrong:
            self._remarks.add(
                "The rules say how many cards are dealt. Where more or fewer were, say so: -g with --set deal.cards=N. "
                "Hands of other sizes may bring other findings with them."
            )
        yield impossible(
            "hand sizes",
            "Does a hand hold more or fewer cards than the rules deal?",
            deals=self._wrong,
            example=self._example,
            otherwise="every hand has as many cards as the rules deal",
        )


def _commonest(sizes: NDArray[np.int64]) -> int:
    """Return the size that most hands have."""
    return int(np.bincount(sizes).argmax())
