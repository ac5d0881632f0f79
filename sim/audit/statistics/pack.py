"""The pack that a deal is made from, and what chance gives a place of so many cards: means and covariances, exact."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from meldlab.kernels.cards.cards import JOKER, KINDS, RANKS, SUITS
from meldlab.sim.audit.statistics.tails import Numbers
from meldlab.sim.rules import Ruleset

# What is known of the card that was cut: the card itself (its number), its rank, nothing; or nothing left the pack.
RANK_KNOWN = KINDS
CUT_UNKNOWN = KINDS + RANKS
NOTHING_CUT = CUT_UNKNOWN + 1
CASES = NOTHING_CUT + 1
#: Column of `Pack.removed` for "no card".
NO_CARD = KINDS
_ACE = 0


@dataclass(frozen=True, eq=False)
class Pack:
    """Cards of a pack, and the ways in which a cut may take one of them out of play.

    Attributes
    ----------
    copies : int64, shape (53,)
        Copies of each card.
    removed : float64, shape (68, 54)
        How likely each card, or none, is the one out of play, for each case of what is known of the cut.
    cuts : bool
        A card is cut in every deal.
    left : int
        Cards that are dealt from: all of the pack, or all but the cut card.
    """

    copies: NDArray[np.int64]
    removed: Numbers
    cuts: bool
    left: int

    @classmethod
    def of(cls, ruleset: Ruleset, *, decks: int) -> Self:
        """Return the pack of a ruleset with so many decks."""
        copies = np.full(KINDS, decks, dtype=np.int64)
        copies[JOKER] = decks * ruleset.pack.printed_jokers
        cuts = ruleset.pack.wild == "cut"
        removed = np.zeros((CASES, KINDS + 1))
        removed[:, NO_CARD] = 1
        if cuts and not ruleset.pack.cut_card_in_play:
            may_be_cut = copies.astype(np.float64)
            if ruleset.pack.cut_joker == "redraw":
                may_be_cut[JOKER] = 0
            removed[:NOTHING_CUT, NO_CARD] = 0
            removed[:KINDS, :KINDS] = np.eye(KINDS)
            for rank in range(RANKS):
                cards = [suit * RANKS + rank for suit in range(SUITS)] + ([JOKER] if rank == _ACE else [])
                removed[RANK_KNOWN + rank, cards] = may_be_cut[cards] / may_be_cut[cards].sum()
            removed[CUT_UNKNOWN, :KINDS] = may_be_cut / may_be_cut.sum()
        gone = int(removed[CUT_UNKNOWN, NO_CARD] == 0)
        return cls(copies, removed, cuts, int(copies.sum()) - gone)

    @property
    def size(self) -> int:
        """Cards of the whole pack."""
        return int(self.copies.sum())

    @cached_property
    def means(self) -> Numbers:
        """How often each card lies at one place, shape (68, 53)."""
        found: Numbers = (self.copies - self.removed[:, :KINDS]) / self.left
        return found

    def pairs(self, case: int) -> Numbers:
        """Return how often cards a and b lie at two given places, shape (53, 53)."""
        gone = self.removed[case, :KINDS]
        copies = self.copies.astype(np.float64)
        # Copies as they are left, times each other, less a card with itself; the card out of play averaged over.
        ways = np.outer(copies, copies) - np.outer(gone, copies) - np.outer(copies, gone)
        ways += np.diag(2 * gone - copies)
        found: Numbers = ways / (self.left * (self.left - 1))
        return found

    @cached_property
    def all_pairs(self) -> Numbers:
        """`pairs` of every case, shape (68, 53, 53)."""
        return np.stack([self.pairs(case) for case in range(CASES)])

    def spread(self, case: int) -> tuple[Numbers, Numbers]:
        """Return U and V, shape (53, 53): counts at places of m and n cards have the covariance [same] m U + m n V."""
        mean, pairs = self.means[case], self.pairs(case)
        return np.diag(mean) - pairs, pairs - np.outer(mean, mean)

    @cached_property
    def packs_left(self) -> NDArray[np.int64]:
        """Copies left when a card, or none, is out of play, shape (54, 53)."""
        found: NDArray[np.int64] = np.repeat(self.copies[None, :], KINDS + 1, axis=0)
        found[:KINDS] -= np.eye(KINDS, dtype=np.int64)
        return np.maximum(found, 0)

    def case_of(self, card: int | None, rank: int | None) -> int:
        """Return the case for a cut card, or only its rank, or neither."""
        if not self.cuts or self.removed[CUT_UNKNOWN, NO_CARD] == 1:
            return NOTHING_CUT
        if card is not None:
            return card
        return CUT_UNKNOWN if rank is None else RANK_KNOWN + rank
