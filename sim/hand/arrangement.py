"""Melds as people read them: which card lies in which place, and what each wild card stands for."""

from dataclasses import dataclass

from meldlab.sim.common.notation import PRINTED_JOKER, format_card


@dataclass(frozen=True)
class Meld:
    """One group of a hand's cards.

    Attributes
    ----------
    kind : str
        ``pure-sequence``, ``impure-sequence`` or ``set``.
    cards : tuple of int
        The cards, a sequence in the order of its places.
    stands_for : tuple of str
        As long as `cards`: a natural stands for itself, a wild in a sequence for a card, a wild in a set for the rank.
    points : int
        What its cards would cost if they were loose.
    counts : bool
        False for a sequence whose own cards stay points although it lets other groups count.
    """

    kind: str
    cards: tuple[int, ...]
    stands_for: tuple[str, ...]
    points: int
    counts: bool = True

    def pairs(self) -> tuple[tuple[int, str], ...]:
        """Return each card with what it stands for."""
        return tuple(zip(self.cards, self.stands_for, strict=True))

    def wilds(self) -> tuple[tuple[int, str], ...]:
        """Return the cards that stand for another one, each with what it stands for."""
        return tuple((card, place) for card, place in self.pairs() if format_card(card) != place)

    def to_dict(self) -> dict[str, object]:
        """Return the meld as in the JSON answers."""
        answer: dict[str, object] = {
            "kind": self.kind,
            "cards": [format_card(card) for card in self.cards],
            "as": list(self.stands_for),
            "points": self.points,
        }
        return answer if self.counts else answer | {"counts": False}


@dataclass(frozen=True)
class Arrangement:
    """A hand laid out: melds, and what stays loose."""

    melds: tuple[Meld, ...]
    loose: tuple[int, ...]

    def grouping(self, wild_rank: int) -> object:
        """Return what tells arrangements apart: the natural cards of each group, and whether it is a set.

        Wild cards are left out: which of them lies where, what it stands for and how many hang on a group makes no
        other arrangement.  Neither does a group of wild cards alone.
        """
        groups = [
            (meld.kind == "set", tuple(sorted(card for card in meld.cards if not is_wild(card, wild_rank))))
            for meld in self.melds
        ]
        return tuple(sorted(group for group in groups if group[1]))

    def wilds_used(self, wild_rank: int) -> int:
        """Return how many wild cards lie in groups, those in their own places included."""
        return sum(is_wild(card, wild_rank) for meld in self.melds for card in meld.cards)

    def to_dict(self) -> dict[str, object]:
        """Return the arrangement as in the JSON answers."""
        return {"melds": [meld.to_dict() for meld in self.melds], "loose": [format_card(card) for card in self.loose]}


def is_wild(card: int, wild_rank: int | None) -> bool:
    """Return whether a card is a printed joker or of the wild rank, of which there may be none."""
    return card == PRINTED_JOKER or card % 13 == wild_rank
