"""Which lines of a deal log are a deal that was counted before, with other strategies in the seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# A match has far fewer deals; a log that is none of ours must not fill the memory.
_MOST_DEALS = 1024


@dataclass
class _Dealt:
    """A deal of the match that is being read: its cards by the number of seats, and how often it came."""

    cards: dict[int, object] = field(default_factory=dict)
    times: int = 0


class Rotations:
    """Tells rotations from deals, line by line.

    A log says that equal `seed` and `deal` are the same pack.  The rotations of a deal follow each other; those of a
    match are whole matches one after the other, so the deals of one match are remembered.  There are at most as many
    rotations as the match had seats in its first deals: what comes more often is a repetition.  A pack that comes
    again for another number of seats (in one rotation a player had left the match) is the same deal, too.
    """

    def __init__(self) -> None:
        self.number = 0
        self._where: tuple[str, ...] = ()
        self._seats = 0
        self._deals: dict[str, _Dealt] = {}

    def is_one_more(self, value: Mapping[str, Any], cards: object, *, seats: int) -> bool:
        """Return whether a line with these cards is a further rotation of a deal before it."""
        seed, deal, match = (value.get(name) for name in ("seed", "deal", "match"))
        if seed is None or deal is None:
            return False
        where = (str(seed), "deal", str(deal)) if match is None else (str(seed), "match", str(match))
        if where != self._where or len(self._deals) > _MOST_DEALS:
            self._where, self._seats, self._deals = where, 0, {}
        self._seats = max(self._seats, seats)
        dealt = self._deals.setdefault(str(deal), _Dealt())
        again = 0 < dealt.times < self._seats and dealt.cards.setdefault(seats, cards) == cards
        # Other cards under the same name, or one rotation too many, are a deal of their own.
        dealt.times = dealt.times + 1 if again else 1
        dealt.cards = dealt.cards if again else {seats: cards}
        self.number += again
        return again
