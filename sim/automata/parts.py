"""A pack in parts, and hands with so many cards from each: what such a hand can hold of any kinds of cards."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Kinds = frozenset[int] | tuple[int, ...] | range


@dataclass(frozen=True, eq=False)
class Pack:
    """A pack in parts: known cards, and unseen ones in groups.

    Attributes
    ----------
    known : int64, shape (53,)
    groups : int64, shape (parts, 53)
        Unseen copies of each part.
    """

    known: NDArray[np.int64]
    groups: NDArray[np.int64]
    _looked_up: dict[Kinds, "_Copies"] = field(default_factory=dict)

    def copies(self, kinds: Kinds) -> "_Copies":
        """Return how many cards of `kinds` there are where."""
        found = self._looked_up.get(kinds)
        if found is None:
            chosen = sorted(kinds)
            known, among = self.known[chosen], self.groups[:, chosen]
            others = self.groups.sum(axis=1) - among.sum(axis=1)
            different = int(np.count_nonzero(known + among.sum(axis=0)))
            found = _Copies(int(known.sum()), tuple(among.sum(axis=1).tolist()), tuple(others.tolist()), different)
            self._looked_up[kinds] = found
        return found


class _Copies(NamedTuple):
    """Cards of some kinds in a pack: known, in each part, all others of each part, and how many kinds there are."""

    known: int
    among: tuple[int, ...]
    others: tuple[int, ...]
    different: int


@dataclass(frozen=True, eq=False)
class Parts:
    """How many cards come from each part of a pack."""

    pack: Pack
    takes: tuple[int, ...]

    @property
    def cards(self) -> int:
        """Cards of the hand."""
        return int(self.pack.known.sum()) + sum(self.takes)

    def held(self, kinds: Kinds) -> tuple[int, int]:
        """Return the fewest and the most cards of `kinds` that a hand can hold."""
        copies = self.pack.copies(kinds)
        fewest = most = copies.known
        for take, among, others in zip(self.takes, copies.among, copies.others, strict=True):
            fewest += max(0, take - others)
            most += min(take, among)
        return fewest, most

    def most_different(self, kinds: Kinds) -> int:
        """Return the most different cards of `kinds` that a hand can hold."""
        return min(self.pack.copies(kinds).different, self.held(kinds)[1])
